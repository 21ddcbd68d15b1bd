/** Charts of the beacons chosen: one panel a metric, all at the same stretch of time. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { CHARTABLE_FIELDS, telemetryField } from '../../../domain/telemetry/fields.ts';
import type { SeriesData } from '../../../domain/telemetry/series.ts';
import type { Telemetry, TelemetryFilter } from '../../../use-cases/telemetry/offered.ts';
import '../../elements/button/button.ts';
import type { ChartLine } from '../../elements/chart/chart-line.ts';
import '../../elements/chart/chart.ts';
import type { ChartViewEvent } from '../../elements/chart/chart.ts';
import '../../elements/chart/chart-tools.ts';
import { momentText, type ChartZone } from '../../elements/chart/moments.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import '../../elements/dialog/dialog.ts';
import '../../elements/empty/empty.ts';
import '../../elements/field/field.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import '../../elements/notice/notice.ts';
import '../../elements/skeleton/skeleton.ts';
import { telemetryIcon } from '../../kit/place-icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { chartHeading, chartSentences } from '../../beacon/chart-words.ts';
import { keepChoice, keptChoice } from './kept-choice.ts';
import type { Names } from './names.ts';

const text = telemetryStrings.charts;
/** As many lines as can be told apart without colour. */
export const MOST_LINES = 8;
/** Properties that call for another reading. */
const READ_FOR = ['telemetry', 'trackingIds', 'sourceIds', 'whole', 'version', 'metrics', 'accountId'];
const USUAL_METRICS: readonly string[] = ['temperature', 'batteryLevel'];

@customElement('fk-telemetry-charts')
class FkTelemetryCharts extends LitElement {
  @property({ attribute: false }) telemetry: Telemetry | null = null;
  @property({ attribute: false }) trackingIds: readonly string[] = [];
  /** Gateways whose readings are drawn; null for any. */
  @property({ attribute: false }) sourceIds: readonly string[] | null = null;
  @property({ attribute: false }) whole: TimeView = { startMs: 0, endMs: 1 };
  /** The range that the beacons were asked for by name; null where nobody knows. */
  @property({ attribute: false }) asked: TimeView | null = null;
  @property({ attribute: false }) names: Names | null = null;
  @property({ attribute: false }) version: unknown = null;
  @property() zone: ChartZone = 'local';
  /** Whose choice of metrics it is. */
  @property({ attribute: false }) accountId: string | null = null;
  @state() private metrics: readonly string[] = USUAL_METRICS;
  @state() private series: readonly SeriesData[] | null = null;
  @state() private view: TimeView | null = null;
  @state() private failed = false;
  @state() private choosing = false;
  private turn = 0;
  private panels: { readonly of: readonly unknown[]; readonly list: readonly Panel[] } | null = null;

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
      }
      @media (min-width: 900px) {
        .tools {
          position: sticky;
          top: 0;
          z-index: 1;
          padding-block: var(--space-2);
          background: var(--color-paper);
        }
      }
      .stretch {
        color: var(--color-ink-soft);
        font-size: var(--text-s);
      }
      fk-chart {
        padding: var(--space-3) var(--space-3) var(--space-2);
        border: var(--stroke) solid var(--color-line);
        border-radius: var(--radius-m);
        background: var(--color-surface);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('accountId')) this.metrics = keptChoice(this.accountId).metrics ?? USUAL_METRICS;
    if (changed.has('whole')) this.view = null;
    if (READ_FOR.some((name) => (changed as ReadonlyMap<PropertyKey, unknown>).has(name))) void this.read();
  }

  protected override render(): TemplateResult {
    if (this.trackingIds.length === 0) return html`<fk-empty .text=${text.none} .icon=${telemetryIcon}></fk-empty>`;
    const { series, whole } = this;
    const view = this.view ?? whole;
    return html`
      <div class="tools">
        <fk-button @click=${() => (this.choosing = true)}>${text.metricsChange}</fk-button>
        <fk-chart-tools .whole=${whole} .view=${this.view} @fk-view=${this.onView}></fk-chart-tools>
        <span class="stretch mono">${momentText(view.startMs, this.zone)} – ${momentText(view.endMs, this.zone)}</span>
      </div>
      ${this.trackingIds.length > MOST_LINES ? html`<p>${text.tooMany(MOST_LINES)}</p>` : nothing}
      ${this.failed ? html`<fk-notice tone="stop" .text=${telemetryStrings.readFailed}><fk-button slot="action" @click=${() => this.read()}>${telemetryStrings.codeFailed.again}</fk-button></fk-notice>` : nothing}
      ${
        series === null
          ? this.failed
            ? nothing
            : html`<fk-skeleton shape="card" .count=${2} .label=${telemetryStrings.loading}></fk-skeleton>`
          : this.metrics.length === 0
            ? html`<fk-empty .text=${text.noMetric} .icon=${telemetryIcon}></fk-empty>`
            : series.length === 0
              ? html`<fk-empty .text=${text.empty} .icon=${telemetryIcon}></fk-empty>`
              : this.panelsOf(series).map(
                  (panel) => html`<fk-chart
                  .heading=${panel.heading}
                  .unit=${panel.unit}
                  .lines=${panel.lines}
                  .summary=${panel.summary}
                  .whole=${whole}
                  .asked=${this.asked}
                  .view=${this.view}
                  .zone=${this.zone}
                  .flag=${panel.flag}
                  @fk-view=${this.onView}
                ></fk-chart>`,
                )
      }
      ${this.renderChoice()}
    `;
  }

  private renderChoice(): TemplateResult {
    return html`<fk-dialog .open=${this.choosing} .heading=${text.metricsTitle} @fk-close=${() => (this.choosing = false)}>
      ${
        this.choosing
          ? html`<fk-field
            kind="list"
            name="metrics"
            label-hidden
            .label=${text.metrics}
            .value=${this.metrics.join(',')}
            .options=${CHARTABLE_FIELDS.map(({ name, unit }) => ({ value: name, label: unit === null ? telemetryStrings.field(name) : `${telemetryStrings.field(name)} (${unit})` }))}
            @fk-change=${(event: FieldChangeEvent) => {
              event.stopPropagation();
              this.metrics = event.value === '' ? [] : event.value.split(',');
              keepChoice(this.accountId, { metrics: this.metrics });
            }}
          ></fk-field>`
          : nothing
      }
      <fk-button slot="actions" variant="primary" @click=${() => (this.choosing = false)}>${text.done}</fk-button>
    </fk-dialog>`;
  }

  /** Made once for a reading: a view that moves leaves the lines as they are. */
  private panelsOf(series: readonly SeriesData[]): readonly Panel[] {
    const of = [series, this.names, this.zone, this.metrics];
    if (this.panels === null || this.panels.of.some((one, index) => one !== of[index])) {
      const list = this.metrics.flatMap((field) => {
        const lines = series.filter((one) => one.field === field);
        return lines.length === 0 ? [] : [panelOf(field, lines, (id) => this.names?.titleOf(id) ?? id, this.zone)];
      });
      this.panels = { of, list };
    }
    return this.panels.list;
  }

  private async read(): Promise<void> {
    const { telemetry, whole } = this;
    if (telemetry === null || this.trackingIds.length === 0) return;
    const mine = ++this.turn;
    const filter: TelemetryFilter = { trackingIds: null, sourceIds: this.sourceIds, ...whole };
    try {
      const series = await telemetry.series(this.trackingIds.slice(0, MOST_LINES), this.metrics, filter);
      if (mine !== this.turn) return;
      this.series = series;
      this.failed = false;
    } catch {
      if (mine === this.turn) this.failed = true;
    }
  }

  private readonly onView = (event: ChartViewEvent): void => {
    event.stopPropagation();
    this.view = event.view;
  };
}

interface Panel {
  readonly heading: string;
  readonly unit: string;
  readonly flag: boolean;
  readonly lines: readonly ChartLine[];
  readonly summary: readonly string[];
}

function panelOf(
  field: string,
  series: readonly SeriesData[],
  titleOf: (trackingId: string) => string,
  zone: ChartZone,
): Panel {
  const lines = series.map((one) => ({ ...one, label: titleOf(one.trackingId) }));
  return {
    heading: chartHeading(field),
    unit: telemetryField(field)?.unit ?? '',
    flag: telemetryField(field)?.kind === 'flag',
    lines,
    summary: lines.map((line) => chartSentences(line, line.label, zone)),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-charts': FkTelemetryCharts;
  }
}
