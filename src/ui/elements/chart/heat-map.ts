/** A heat map of beacons by hours, read with the pointer, the keys, or as a table. A press on a row opens it. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { chartStrings } from '../../strings/chart.ts';
import {
  cellAt,
  cellPlace,
  paintAxis,
  paintCells,
  planOf,
  type HeatCell,
  type HeatStyle,
  type HeatPlan,
  type HeatRow,
} from './heat-paint.ts';
import { dataTableStyles } from '../../kit/data-styles.ts';
import { renderDataTable } from './data-table.ts';
import { heatStyles } from './heat-styles.ts';
import { axisTick } from './moments.ts';
import { moment, type Zone } from '../../language/times.ts';
import { reading } from '../../language/readings.ts';
import { watchTheme } from './theme-changes.ts';

const text = chartStrings.heat;
const AXIS_PX = 26;
/** Maximum number of columns of the table; longer ranges combine several. */
const TABLE_COLUMNS = 24;

/** A row was pressed. */
export class OpenRowEvent extends Event {
  constructor(readonly id: string) {
    super('fk-open-row', { bubbles: true, composed: true });
  }
}

/** `heading` names what is counted; columns start at `startMs` and are `stepMs` wide. Event: `fk-open-row`. */
@customElement('fk-heat-map')
export class FkHeatMap extends LitElement {
  @property() heading = '';
  @property({ attribute: false }) rows: readonly HeatRow[] = [];
  @property({ type: Number }) startMs = 0;
  @property({ type: Number }) stepMs = 1;
  @property({ type: Number }) columns = 1;
  @property() zone: Zone = 'local';
  /** The cell under the pointer or selected by keys. */
  @state() private at: HeatCell | null = null;
  /** Selected by keys: only then is the cell marked, scrolled into view and announced. */
  @state() private keyed = false;
  @state() private listed = false;
  private plan: HeatPlan | null = null;
  private stops: (() => void)[] = [];

  static override styles = [shared, dataTableStyles, heatStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    const paint = (): void => this.paint();
    const sizes = new ResizeObserver(paint);
    sizes.observe(this);
    this.stops.push(() => sizes.disconnect(), watchTheme(paint));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stops.splice(0)) stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('rows') || changed.has('columns')) this.at = null;
  }

  protected override render(): TemplateResult {
    const label = this.summary();
    return html`<figure class="stack close" aria-labelledby="heading">
      <h3 class="strong" id="heading">${this.heading}</h3>
      <ul class="legend wrap soft">
        <li class="line"><span class="shades" aria-hidden="true"><i></i><i></i><i></i></span>${text.heard}</li>
        <li class="line"><span class="silence" aria-hidden="true"></span>${text.silent}</li>
        <li class="line"><span class="blank" aria-hidden="true"></span>${text.unknown}</li>
      </ul>
      <p class="readout soft anywhere" role="status">
        ${this.keyed ? label : nothing}<span aria-hidden="true">${this.keyed ? nothing : label || text.hint}</span>
      </p>
      <div
        id="map"
        tabindex="0"
        role="group"
        aria-roledescription=${text.role}
        aria-label=${text.label(this.heading)}
        @keydown=${this.onKey}
        @focusout=${() => (this.keyed = false)}
        @pointermove=${this.onMove}
        @pointerleave=${this.onLeave}
        @click=${this.onClick}
      >
        <canvas class="axis" aria-hidden="true"></canvas>
        <div class="cells"><canvas aria-hidden="true"></canvas><span class="here" aria-hidden="true"></span></div>
      </div>
      <details @toggle=${(event: Event) => (this.listed = (event.target as HTMLDetailsElement).open)}>
        <summary>${chartStrings.table}</summary>
        ${this.listed ? this.renderTable() : nothing}
      </details>
      <span class="probes" aria-hidden="true"><i class="ink"></i><i class="soft"></i><i class="line"></i><i
        class="heard"></i><i class="silent"></i></span>
    </figure>`;
  }

  protected override updated(): void {
    this.paint();
    if (!this.keyed || this.at === null || this.plan === null) return;
    const { left, top, width, height } = cellPlace(this.plan, this.at);
    const here = this.renderRoot.querySelector<HTMLElement>('.here')!;
    Object.assign(here.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    here.scrollIntoView({ block: 'nearest' });
  }

  private renderTable(): TemplateResult {
    const wide = Math.max(1, Math.ceil(this.columns / TABLE_COLUMNS));
    const stretches = Array.from({ length: Math.ceil(this.columns / wide) }, (_, n) => n * wide);
    return renderDataTable(
      this.heading,
      text.caption,
      [text.beacon, ...stretches.map((column) => moment(this.startMs + column * this.stepMs, this.zone))],
      this.rows.map((row) => [
        html`<bdi>${row.label}</bdi>`,
        ...stretches.map((column) => this.cellText(row, column, Math.min(column + wide, this.columns))),
      ]),
    );
  }

  /** For several columns: the total, or silence if any of them is silent. */
  private cellText({ counts, silent }: HeatRow, from: number, to: number): string {
    const sum = counts.subarray(from, to).reduce((all, one) => all + one, 0);
    if (sum > 0) return reading(sum);
    return silent.subarray(from, to).includes(1) ? text.nothing : chartStrings.nothing;
  }

  private summary(): string {
    const row = this.at === null ? undefined : this.rows[this.at.row];
    if (this.at === null || row === undefined) return '';
    const { column } = this.at;
    if (column < 0) return row.label;
    const from = this.startMs + column * this.stepMs;
    const count = row.counts[column] ?? 0;
    const what = count > 0 ? text.records(count) : row.silent[column] === 1 ? text.nothing : text.notChecked;
    return text.cell(row.label, moment(from, this.zone), what);
  }

  private paint(): void {
    const axis = this.renderRoot.querySelector<HTMLCanvasElement>('.axis');
    const cells = this.renderRoot.querySelector<HTMLCanvasElement>('.cells canvas');
    const width = cells?.parentElement?.clientWidth ?? 0;
    if (axis === null || cells === null || width === 0) return;
    const style = this.readStyle();
    const plan = planOf(width, style.fontPx, this.columns);
    this.plan = plan;
    paintCells(cells, this.rows, plan, style, this.keyed ? this.at : null);
    // Shows the date at the start of a day, and only dates when the steps are days.
    const step = this.columns * this.stepMs > 3 * 86_400_000 ? 86_400_000 : this.stepMs;
    paintAxis(axis, plan, style, AXIS_PX, (column) => {
      const atMs = this.startMs + column * this.stepMs;
      const words = axisTick(atMs, this.stepMs, this.zone);
      return step > this.stepMs && words !== axisTick(atMs, step, this.zone) ? '' : words;
    });
  }

  private readonly onMove = (event: PointerEvent): void => {
    const next = this.cellOf(event);
    if (this.keyed || (next?.row === this.at?.row && next?.column === this.at?.column)) return;
    this.at = next;
  };

  private readonly onLeave = (): void => {
    if (!this.keyed) this.at = null;
  };

  private readonly onClick = (event: MouseEvent): void => {
    const cell = this.cellOf(event);
    const row = cell === null ? undefined : this.rows[cell.row];
    if (row !== undefined) this.dispatchEvent(new OpenRowEvent(row.id));
  };

  private cellOf(event: MouseEvent): HeatCell | null {
    const box = this.renderRoot.querySelector('.cells')!.getBoundingClientRect();
    return this.plan === null
      ? null
      : cellAt(this.plan, this.rows.length, event.clientX - box.left, event.clientY - box.top);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || this.rows.length === 0) return;
    const { row, column } = this.at ?? { row: 0, column: this.columns - 1 };
    if (event.key === 'Enter') {
      if (this.keyed) this.dispatchEvent(new OpenRowEvent(this.rows[row]!.id));
      return;
    }
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    // The first key shows where the cell is.
    const [rows, columns] = this.keyed ? move : [0, 0];
    this.keyed = true;
    this.at = {
      row: Math.min(this.rows.length - 1, Math.max(0, row + rows)),
      column: Math.min(this.columns - 1, Math.max(0, Math.max(0, column) + columns)),
    };
  };

  /** Custom properties are returned unresolved, so read the colour of a probe element. */
  private readStyle(): HeatStyle {
    const probe = (name: string): CSSStyleDeclaration =>
      getComputedStyle(this.renderRoot.querySelector(`.probes .${name}`)!);
    const ink = probe('ink');
    return {
      ink: ink.color,
      soft: probe('soft').color,
      line: probe('line').color,
      heard: probe('heard').color,
      silent: probe('silent').color,
      font: ink.fontFamily,
      fontPx: Number.parseFloat(ink.fontSize),
    };
  }
}

const PAGE_ROWS = 10;
/** By how many rows and columns a key moves, up to the edge of the map. */
const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE_ROWS, 0],
  PageDown: [PAGE_ROWS, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

declare global {
  interface HTMLElementTagNameMap {
    'fk-heat-map': FkHeatMap;
  }
  interface HTMLElementEventMap {
    'fk-open-row': OpenRowEvent;
  }
}
