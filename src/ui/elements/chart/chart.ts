/** A chart of one metric of several beacons over time, with visible gaps. uPlot is fetched for the first chart. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { tableRows } from '../../../domain/telemetry/downsample.ts';
import { firstAtOrAfter } from '../../../domain/telemetry/series.ts';
import { dataTableStyles } from '../../kit/data-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { reading } from '../../language/readings.ts';
import { chartStrings as text } from '../../strings/chart.ts';
import '../skeleton/skeleton.ts';
import { LABELLED_PX, type ChartLine } from './chart-line.ts';
import { chartStyles } from './chart-styles.ts';
import { renderDataTable } from './data-table.ts';
import { watchGestures } from './gestures.ts';
import { LINE_STYLES, lineColours, lineSample } from './line-styles.ts';
import { axisTick } from './moments.ts';
import { moment, type Zone } from '../../language/times.ts';
import type { createPlot, Plot, PlotStyle } from './plot.ts';
import { watchTheme } from './theme-changes.ts';
import { KEY_MOVES, spanned, type TimeView } from './view.ts';
import { shownValue } from '../../words/chart.ts';

/** The table has every reading up to this many, otherwise the least and greatest of this many intervals. */
const MAX_READINGS = 200;
const STRETCHES = 48;

/** The visible time range was changed. An owner of several charts applies it to all. */
export class ChartViewEvent extends Event {
  constructor(readonly view: TimeView) {
    super('fk-view', { bubbles: true, composed: true });
  }
}

/**
 * `heading` names the metric, `unit` is shown beside its numbers. `whole` is the full range, `view` the visible part.
 * `summary`: a description, one entry for each line in their order, then further remarks. `flag`: values are 0 and 1.
 * Event: `fk-view`.
 */
@customElement('fk-chart')
export class FkChart extends LitElement {
  @property() heading = '';
  @property() unit = '';
  @property({ attribute: false }) lines: readonly ChartLine[] = [];
  @property({ attribute: false }) whole: TimeView = { startMs: 0, endMs: 1 };
  @property({ attribute: false }) view: TimeView | null = null;
  /** The range that was requested: only within it does a gap mean silence. Null: all of it. */
  @property({ attribute: false }) requested: TimeView | null = null;
  @property({ attribute: false }) summary: readonly string[] = [];
  @property({ type: Boolean }) flag = false;
  @property() zone: Zone = 'local';
  @state() private failed = false;
  @state() private ready = false;
  @state() private pointerMs: number | null = null;
  @state() private hasTable = false;

  private plot: Plot | null = null;
  private isNarrow = false;
  private stops: (() => void)[] = [];
  private create: typeof createPlot | null = null;
  private watching = false;
  /** Resolves when the plot has drawn the last change; for tests and measurements. */
  drawn: Promise<void> = Promise.resolve();

  static override styles = [shared, dataTableStyles, chartStyles, ...lineColours];

  override connectedCallback(): void {
    super.connectedCallback();
    this.drawn = this.load();
    this.stops.push(watchTheme(() => this.plot?.repaint()));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stops.splice(0)) stop();
    this.plot?.destroy();
    this.plot = null;
  }

  protected override render(): TemplateResult {
    const empty = this.lines.every(({ times }) => times.length === 0);
    return html`<figure aria-labelledby="heading">
      <figcaption>
        <h3 class="strong" id="heading">
          ${this.heading}${this.unit === '' ? nothing : html` <span class="unit soft">${this.unit}</span>`}
        </h3>
      </figcaption>
      <div role="status">${this.failed ? html`<p class="note faint">${text.failed}</p>` : nothing}</div>
      ${empty ? html`<p class="note faint">${text.empty}</p>` : nothing}
      <div class="stage">${this.renderReadout()}<div
        id="plot"
        class=${empty || this.failed ? 'away' : ''}
        tabindex="0"
        role="group"
        aria-roledescription=${text.role}
        aria-label=${text.label(this.heading)}
        aria-describedby="summary"
        @keydown=${this.onKey}
        @dblclick=${() => this.moveTo(this.whole)}
      ></div>
      ${this.ready || empty || this.failed ? nothing : html`<fk-skeleton shape="text" .count=${3} .label=${text.loading}></fk-skeleton>`}
      </div>
      ${
        this.lines.length > 1
          ? html`<ul class="legend soft" aria-hidden="true">
            ${this.lines.map((line, index) => html`<li class="cut">${lineSample(line, index)}<bdi>${line.label}</bdi></li>`)}
          </ul>`
          : this.renderSummary()
      }
      <div class="others">${
        empty
          ? nothing
          : html`<details @toggle=${(event: Event) => (this.hasTable = (event.target as HTMLDetailsElement).open)}>
              <summary>${text.table}</summary>
              ${this.hasTable ? this.renderTable() : nothing}
            </details>`
      }
      ${this.lines.length > 1 ? html`<details><summary>${text.inWords}</summary>${this.renderSummary()}</details>` : nothing}</div>
      <span class="probes" aria-hidden="true"><i class="ink"></i><i class="soft"></i><i class="line"></i><i
        class="grid"></i>${LINE_STYLES.map(({ className }) => html`<i class="of-line ${className}"></i>`)}</span>
    </figure>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.placeReadout();
    if (changed.has('lines') && !sameLines(this.lines, changed.get('lines'))) this.rebuild();
    else if (changed.has('zone') || changed.has('flag')) this.rebuild();
    else if (changed.has('lines') || changed.has('view') || changed.has('whole') || changed.has('requested'))
      this.redraw();
  }

  private async load(): Promise<void> {
    try {
      this.create ??= (await import('./plot.ts')).createPlot;
      await this.updateComplete;
      this.rebuild();
    } catch {
      this.failed = true;
    }
  }

  private get now(): TimeView {
    return this.view ?? this.whole;
  }

  private get place(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('#plot');
  }

  private rebuild(): void {
    const { place, create } = this;
    if (place === null || create === null || !this.isConnected || this.lines.length === 0) return;
    this.plot?.destroy();
    const width = Math.floor(place.clientWidth);
    this.isNarrow = width < LABELLED_PX;
    this.plot = create(
      place,
      { width: Math.max(160, width), height: place.clientHeight },
      {
        scene: () => ({ lines: this.lines, view: this.now, requested: this.requested }),
        style: () => this.readStyle(),
        tick: (atMs, stepMs) => axisTick(atMs, stepMs, this.zone),
        utc: this.zone === 'utc',
        flag: this.flag ? { no: text.no, yes: text.yes } : null,
        silence: text.silence,
        unasked: text.unasked,
        onSelect: (aMs, bMs) => this.moveTo(spanned(aMs, bMs, this.whole)),
        onPointer: (atMs) => (this.pointerMs = atMs),
      },
    );
    this.watch(place);
    this.ready = true;
  }

  private watch(place: HTMLElement): void {
    if (this.watching) return;
    this.watching = true;
    const sizes = new ResizeObserver(() => this.fit());
    sizes.observe(place);
    const stopGestures = watchGestures(place, {
      area: () => this.plot?.area() ?? { left: 0, width: 1 },
      view: () => this.now,
      whole: () => this.whole,
      moveTo: (view) => this.moveTo(view),
    });
    this.stops.push(
      () => sizes.disconnect(),
      stopGestures,
      () => (this.watching = false),
    );
  }

  private redraw(): void {
    if (this.plot === null) this.rebuild();
    else this.plot.draw();
  }

  private fit(): void {
    const { place } = this;
    if (place === null || this.plot === null || place.clientWidth === 0) return;
    // A phone was turned.
    if (place.clientWidth < LABELLED_PX !== this.isNarrow) return this.rebuild();
    this.plot.resize(Math.floor(place.clientWidth), place.clientHeight);
    this.plot.draw();
  }

  private moveTo(view: TimeView): void {
    this.view = view;
    this.dispatchEvent(new ChartViewEvent(view));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = KEY_MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    this.moveTo(move(this.now, this.whole));
  };

  /** Places the readout beside the pointer. */
  private placeReadout(): void {
    const area = this.plot?.area();
    const { pointerMs, place } = this;
    if (pointerMs === null || area === undefined || place === null) return;
    const { startMs, endMs } = this.now;
    const x = area.left - place.getBoundingClientRect().left + ((pointerMs - startMs) / (endMs - startMs)) * area.width;
    this.style.setProperty('--pointer', `${x}px`);
  }

  private renderSummary(): TemplateResult {
    return html`<ul class="stack soft anywhere" id="summary">
      ${this.summary.map(
        (sentence, index) =>
          html`<li>${
            this.lines.length > 1 && index < this.lines.length ? lineSample(this.lines[index]!, index) : nothing
          }<span>${sentence}</span></li>`,
      )}
    </ul>`;
  }

  /** The value of each line at the pointer. Screen readers get the summary and the table instead. */
  private renderReadout(): TemplateResult | typeof nothing {
    const at = this.pointerMs;
    if (at === null) return nothing;
    const { startMs, endMs } = this.now;
    const part = (at - startMs) / (endMs - startMs);
    const readings = this.lines.flatMap((line, index) => {
      const { label, times, values, gapMs } = line;
      const after = firstAtOrAfter(times, at);
      const nearest =
        after > 0 && (after >= times.length || at - times[after - 1]! <= times[after]! - at) ? after - 1 : after;
      const time = times[nearest];
      return time === undefined || Math.abs(time - at) > gapMs
        ? []
        : [{ label, sample: lineSample(line, index), value: this.valueText(values[nearest]!) }];
    });
    // On the side of the pointer with more space.
    return html`<div class="readout small ${part > 0.5 ? 'before' : 'after'}" aria-hidden="true">
      <span class="mono">${moment(at, this.zone)}</span>
      ${readings.map(
        ({ label, sample, value }) => html`<span class="reading">
          ${sample}<bdi class="cut">${label}</bdi><span class="mono">${value}</span>
        </span>`,
      )}
    </div>`;
  }

  private renderTable(): TemplateResult {
    const { rows, whole } = tableRows(this.lines, this.now.startMs, this.now.endMs, MAX_READINGS, STRETCHES);
    return renderDataTable(
      this.heading,
      whole ? text.everyReading : text.stretches,
      [
        text.time,
        ...this.lines.map(({ label }) => html`<bdi>${label}</bdi>${this.unit === '' ? nothing : ` (${this.unit})`}`),
      ],
      rows.map(({ startMs, cells }) => [
        html`<span class="mono">${moment(startMs, this.zone)}</span>`,
        ...cells.map((cell) => (cell === null ? text.nothing : this.cellText(cell))),
      ]),
    );
  }

  private cellText({ min, max }: { readonly min: number; readonly max: number }): string {
    const [least, most] = [min, max].map((value) => (this.flag ? this.valueText(value) : reading(value)));
    return min === max ? least! : text.between(least!, most!);
  }

  private valueText(value: number): string {
    return this.flag ? (value === 0 ? text.no : text.yes) : shownValue(value, this.unit);
  }

  /** Custom properties are returned unresolved, so read the colour of a probe element. */
  private readStyle(): PlotStyle {
    const probe = (name: string): CSSStyleDeclaration => getComputedStyle(this.renderRoot.querySelector(`.${name}`)!);
    const ink = probe('ink');
    return {
      ink: ink.color,
      soft: probe('soft').color,
      line: probe('line').color,
      grid: probe('grid').color,
      lines: [...this.renderRoot.querySelectorAll('.of-line')].map((one) => getComputedStyle(one).color),
      paper: ink.backgroundColor,
      font: ink.fontFamily,
      stroke: Math.max(1.5, Number.parseFloat(ink.borderTopWidth) * 0.75 || 0),
    };
  }
}

/** True when the lines have the same number, styles and names, so that the plot can be reused. */
function sameLines(lines: readonly ChartLine[], before: readonly ChartLine[] | undefined): boolean {
  return (
    lines.length === before?.length &&
    lines.every(({ label, slot }, index) => label === before[index]!.label && slot === before[index]!.slot)
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-chart': FkChart;
  }
  interface HTMLElementEventMap {
    'fk-view': ChartViewEvent;
  }
}
