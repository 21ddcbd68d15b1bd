/** One of many devices whose tags are changed: tags old → new. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TagLine } from '../../../domain/bulk/tags.ts';
import '../../elements/value-change/value-change.ts';
import { deviceLineStyles } from '../../beacon/device-line-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { deviceStrings } from '../../strings/devices.ts';

const text = bulkStrings.tags;

/** Height in rem of a line. The styles use the same numbers. */
export function tagLineRem(table: boolean): number {
  return table ? 3.5 : 6;
}

/** `table`: in columns, for wide screens. */
@customElement('fk-tag-line')
class FkTagLine extends LitElement {
  @property({ attribute: false }) line: TagLine | null = null;
  @property({ type: Boolean, reflect: true }) table = false;

  static override styles = [
    shared,
    deviceLineStyles,
    css`
      :host([table]) {
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        padding-block: var(--space-1);
      }
      p {
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        overflow: hidden;
        max-height: 3rem;
        font-size: var(--text-s);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    if (this.line === null) return nothing;
    const { device, tags, fault } = this.line;
    const words = (some: readonly string[]): string => (some.length === 0 ? text.none : some.join(', '));
    return html`<div class="who">
        <span>${device.alias === null ? deviceStrings.unnamed : html`<bdi>${device.alias}</bdi>`}</span>
        <span class="mono">${device.uniqueId}</span>
      </div>
      ${
        fault !== null
          ? html`<p class="soft">${text[fault]}</p>`
          : tags === device.tags
            ? html`<p class="soft"><bdi>${words(device.tags)}</bdi> · ${text.unchanged}</p>`
            : html`<p title=${words(tags)}><fk-value-change .from=${words(device.tags)} .to=${words(tags)}></fk-value-change></p>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-tag-line': FkTagLine;
  }
}
