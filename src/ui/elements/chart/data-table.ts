/** A chart's values as a table: every reading when there are few, otherwise the least and greatest of each interval. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { tableRows } from '../../../domain/telemetry/downsample.ts';
import { dataTableStyles } from '../../kit/data-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { chartStrings as text } from '../../strings/chart.ts';
import type { ChartLine } from './chart-line.ts';
import { momentText, type ChartZone } from './moments.ts';
import type { TimeView } from './view.ts';
import { reading } from '../../language/readings.ts';

const MAX_READINGS = 200;
const STRETCHES = 48;

@customElement('fk-chart-table')
class FkChartTable extends LitElement {
  @property() heading = '';
  @property() unit = '';
  @property({ attribute: false }) lines: readonly ChartLine[] = [];
  @property({ attribute: false }) view: TimeView = { startMs: 0, endMs: 1 };
  @property() zone: ChartZone = 'local';
  @property({ type: Boolean }) flag = false;
  @state() private open = false;

  static override styles = [
    shared,
    dataTableStyles,
    css`
      thead th {
        position: sticky;
        top: 0;
        background: var(--color-surface);
      }
      th:first-child {
        font-weight: var(--weight-text);
        text-align: start;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<details @toggle=${(event: Event) => (this.open = (event.target as HTMLDetailsElement).open)}>
      <summary>${text.table}</summary>
      ${this.open ? this.renderTable() : nothing}
    </details>`;
  }

  private renderTable(): TemplateResult {
    const { rows, whole } = tableRows(this.lines, this.view.startMs, this.view.endMs, MAX_READINGS, STRETCHES);
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.tableLabel(this.heading)}>
      <table>
        <caption>
          ${whole ? text.everyReading : text.stretches}
        </caption>
        <thead>
          <tr>
            <th scope="col">${text.time}</th>
            ${this.lines.map(
              ({ label }) =>
                html`<th scope="col"><bdi>${label}</bdi>${this.unit === '' ? nothing : ` (${this.unit})`}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ startMs, cells }) => html`<tr>
              <th scope="row" class="mono">${momentText(startMs, this.zone)}</th>
              ${cells.map((cell) => html`<td class="mono">${cell === null ? text.nothing : this.cellText(cell.min, cell.max)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private cellText(min: number, max: number): string {
    const one = (value: number): string => (this.flag ? (value === 0 ? text.no : text.yes) : reading(value));
    return min === max ? one(min) : text.between(one(min), one(max));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-chart-table': FkChartTable;
  }
}
