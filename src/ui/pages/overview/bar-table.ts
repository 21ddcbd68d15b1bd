/** A table with bars: each row has a name that links to the list it counts, a bar, the count and the share. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { number, share } from '../../language/counting.ts';
import { overviewStrings as text } from '../../strings/overview.ts';

export interface BarRow {
  /** The visible name, also for screen readers. */
  readonly label: string;
  /** Decoration beside the label. */
  readonly picture?: TemplateResult;
  readonly count: number;
  /** The list that it counts; absent when there is none. */
  readonly href?: string;
  readonly tone?: 'done' | 'attention' | 'stop' | 'plain';
}

/**
 * Returns the width of a bar in percent of its cell: the share of `total`, so that all tables have one scale. Never 0
 * for a count above 0.
 */
export function barWidth(count: number, total: number): number {
  if (count <= 0 || total <= 0) return 0;
  return Math.min(100, Math.max(1, Math.round((100 * count) / total)));
}

/** `what`: the heading of the counts. `total`: what the shares are of. */
export function renderBarTable(
  id: string,
  caption: string,
  what: string,
  rows: readonly BarRow[],
  total: number,
): TemplateResult {
  return html`<table class="bars" id="${id}-bars">
    <caption class="aside">
      ${caption}
    </caption>
    <thead class="aside">
      <tr>
        <th scope="col">${text.columns.value}</th>
        <th scope="col">${what}</th>
        <th scope="col">${text.columns.share}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => renderRow(row, total))}
    </tbody>
  </table>`;
}

function renderRow({ label, picture, count, href, tone = 'plain' }: BarRow, total: number): TemplateResult {
  const name = html`${picture ?? nothing}<bdi>${label}</bdi>`;
  return html`<tr class=${tone}>
    <th scope="row">
      ${
        href === undefined || count === 0
          ? html`<span class="name line anywhere">${name}</span>`
          : html`<a class="name line anywhere" href=${href}>${name}</a>`
      }
      ${renderBar(barWidth(count, total))}
    </th>
    <td class="mono nowrap">${number(count)}</td>
    <td class="mono soft nowrap">${share(count, total)}</td>
  </tr>`;
}

/** Decorative: the figures beside it show the same. */
function renderBar(width: number): TemplateResult {
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect class="ground" x="0" y="0" width="100" height="6"></rect>
          <rect class="length" x="0" y="0" width=${width} height="6"></rect>`}
  </svg>`;
}
