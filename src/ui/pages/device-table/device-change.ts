/** One device of a table: alias, tags and notes, old → new, or why its row is skipped. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { DeviceLine } from '../../../domain/bulk/device-table.ts';
import { virtualValuesOf } from '../../../domain/delivery/edits.ts';
import { VIRTUAL_NAMES } from '../../../domain/virtual-edit.ts';
import '../../elements/value-change/value-change.ts';
import { deviceLineStyles } from '../../beacon/device-line-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { labelOf } from '../../words/configure.ts';
import { deviceStrings } from '../../strings/devices.ts';

/** Returns the height in rem of lines with up to `most` changes, each of two rows of text; the styles use the same numbers. */
export function changeRem(table: boolean, most: number): number {
  const changes = 3 * Math.max(1, most);
  return table ? changes + 0.5 : changes + 2.5;
}

/** Set `table` on wide screens, where device and changes are in columns. */
@customElement('fk-device-change')
class FkDeviceChange extends LitElement {
  @property({ attribute: false }) line: DeviceLine | null = null;
  @property({ type: Boolean, reflect: true }) table = false;

  static override styles = [
    shared,
    deviceLineStyles,
    css`
      :host {
        overflow: hidden;
      }
      :host([table]) {
        grid-template-columns: minmax(0, 2fr) minmax(0, 5fr);
        padding-block: 0;
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

  protected override render(): TemplateResult | typeof nothing {
    if (this.line === null) return nothing;
    const { device, values, fault } = this.line;
    const before = virtualValuesOf(device);
    const names = VIRTUAL_NAMES.filter((name) => values[name] !== undefined);
    return html`<div class="who">
        <span>${device.alias === null ? deviceStrings.unnamed : html`<bdi>${device.alias}</bdi>`}</span>
        <span class="mono">${device.uniqueId}</span>
      </div>
      ${
        fault !== null
          ? html`<p class="soft">${bulkStrings.table.leftOut[fault]}</p>`
          : html`<ul class="small">
              ${names.map(
                (name) =>
                  html`<li title=${`${before[name]} → ${values[name]!}`}>
                    <span class="name faint">${labelOf(name)}</span>
                    <fk-value-change .from=${before[name] === '' ? null : before[name]} .to=${values[name]!}></fk-value-change>
                  </li>`,
              )}
            </ul>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-change': FkDeviceChange;
  }
}
