/** The battery levels as columns: a transposed table, each column linking to the devices that it counts. */
import { LOW_BATTERY_PERCENT } from '../../../domain/low-battery.ts';
import { html, svg, type TemplateResult } from 'lit';
import type { BatteryBar } from '../../../domain/overview/fleet-count.ts';
import { viewAddress } from '../../../domain/device-list/view-address.ts';
import { number } from '../../language/counting.ts';
import { overviewStrings as text } from '../../strings/overview.ts';
import { barWidth } from './bar-table.ts';

export function renderHistogram(bars: readonly BatteryBar[]): TemplateResult {
  const most = Math.max(0, ...bars.map(({ count }) => count));
  return html`<table class="histogram" id="battery-bars">
    <caption class="aside">
      ${text.batteryHint}
    </caption>
    <thead class="aside">
      <tr>
        <th scope="col">${text.battery}</th>
        <th scope="col">${text.columns.devices}</th>
      </tr>
    </thead>
    <tbody>
      ${bars.map((bar) => renderColumn(bar, most))}
    </tbody>
  </table>`;
}

function renderColumn({ from, to, count }: BatteryBar, most: number): TemplateResult {
  const height = barWidth(count, most);
  const band = text.batteryBand(from, to);
  return html`<tr class=${to <= LOW_BATTERY_PERCENT ? 'low' : 'plain'}>
    <th scope="row"><span>${band}</span></th>
    <td class="mono">
      ${
        count === 0
          ? html`<span class="number faint">0</span>`
          : html`<a class="number" href=${viewAddress({ battery: { from, to } })} aria-label="${band}: ${number(count)}"
            >${number(count)}</a
          >`
      }
      <svg class="column" viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<rect class="length" x="0" y=${100 - height} width="10" height=${height}></rect>`}
      </svg>
    </td>
  </tr>`;
}
