/** One device of a list in lines of one height: name and ID, and what is said of it below or, on a wide screen, beside. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { DeviceLine } from '../../domain/bulk/device-table.ts';
import { virtualValuesOf } from '../../domain/delivery/edits.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { VIRTUAL_NAMES } from '../../domain/virtual-edit.ts';
import '../elements/value-change/value-change.ts';
import { shared } from '../kit/tokens.ts';
import { bulkStrings } from '../strings/bulk.ts';
import { labelOf } from '../words/configure.ts';
import { deviceStrings } from '../strings/devices.ts';

/** Height in rem of lines with so many rows of text about the device; the styles use the same numbers. */
export function deviceLineRem(table: boolean, rows: number): number {
  return rows * 1.5 + (table ? 0.5 : 3);
}

/** The changes of a device from a table, or why its row is skipped. */
export function changesOf({ device, values, fault }: DeviceLine): TemplateResult {
  if (fault !== null) return html`<p class="soft">${bulkStrings.table.leftOut[fault]}</p>`;
  const before = virtualValuesOf(device);
  return html`<ul class="small">
    ${VIRTUAL_NAMES.filter((name) => values[name] !== undefined).map(
      (name) =>
        html`<li title=${`${before[name]} → ${values[name]!}`}>
          <span class="name faint">${labelOf(name)}</span>
          <fk-value-change .from=${before[name] === '' ? null : before[name]} .to=${values[name]!}></fk-value-change>
        </li>`,
    )}
  </ul>`;
}

/** `table`: in columns, for wide screens. `about`: paragraphs of two rows, or a list of entries as high as two. */
@customElement('fk-device-line')
class FkDeviceLine extends LitElement {
  @property({ attribute: false }) device!: CachedDevice;
  @property({ attribute: false }) about: TemplateResult | typeof nothing = nothing;
  @property({ type: Boolean, reflect: true }) table = false;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        align-content: start;
        height: 100%;
        padding-block: var(--space-2);
        overflow: hidden;
        line-height: 1.5rem;
      }
      :host([table]) {
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        align-content: center;
        align-items: center;
        gap: var(--space-5);
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
      li {
        display: flex;
        gap: var(--space-2);
        height: 3rem;
        overflow: hidden;
      }
      .name {
        flex: none;
        min-width: 4rem;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { device } = this;
    return html`<div class="line">
        <span class="grow strong cut">${device.alias === null ? deviceStrings.unnamed : html`<bdi>${device.alias}</bdi>`}</span>
        <span class="mono">${device.uniqueId}</span>
      </div>
      ${this.about}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-line': FkDeviceLine;
  }
}
