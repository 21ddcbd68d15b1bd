/** Charts of the selected beacons: one panel for each metric, all with the same time axis. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { memoizeLast } from '../../../domain/memoize.ts';
import { CHARTABLE_FIELDS, telemetryField } from '../../../domain/telemetry/fields.ts';
import type { SeriesData } from '../../../domain/telemetry/series.ts';
import type { Telemetry, TelemetryFilter } from '../../../use-cases/telemetry/telemetry.ts';
import '../../elements/basics.ts';
import type { ChartLine } from '../../elements/chart/chart-line.ts';
import '../../elements/chart/chart.ts';
import '../../elements/chart/chart-tools.ts';
import { distinctNames } from '../../elements/chart/labels.ts';
import { MAX_LINES } from '../../elements/chart/line-styles.ts';
import { momentText, type ChartZone } from '../../elements/chart/moments.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { telemetryIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { allOf } from '../../language/counting.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { chartHeading, chartSentences } from '../../beacon/chart-words.ts';
import type { Names } from './names.ts';
import './show-bar.ts';
import { fieldLabel } from '../../words/telemetry.ts';

const text = telemetryStrings.charts;
/** Properties whose change needs another read. */
const READ_FOR = ['telemetry', 'trackingIds', 'sourceIds', 'whole', 'version', 'metrics'];

/** Event: `fk-view`. */
@customElement('fk-telemetry-charts')
class FkTelemetryCharts extends LitElement {
  @property({ attribute: false }) telemetry: Telemetry | null = null;
  @property({ attribute: false }) trackingIds: readonly string[] = [];
  /** Gateways whose readings are drawn; null for all. */
  @property({ attribute: false }) sourceIds: readonly string[] | null = null;
  @property({ attribute: false }) whole: TimeView = { startMs: 0, endMs: 1 };
  /** The range that was requested for these beacons; null when unknown. */
  @property({ attribute: false }) requested: TimeView | null = null;
  @property({ attribute: false }) names: Names | null = null;
  @property({ attribute: false }) version: unknown = null;
  @property() zone: ChartZone = 'local';
  @property({ attribute: false }) metrics: readonly string[] = [];
  @property({ attribute: false }) chooseMetrics: (metrics: readonly string[]) => void = () => undefined;
  /** The visible part of the range; null for all of it. */
  @property({ attribute: false }) view: TimeView | null = null;
  @state() private reading: Reading | null = null;
  @state() private failed = false;
  @state() private choosing = false;
  private turn = 0;

  static override styles = [
    shared,
    pageStyles,
    css`
      @media (max-width: 37.49em) {
        .tools {
          order: 1;
        }
      }
      @media (min-width: 56.25em) {
        .tools {
          position: sticky;
          top: 0;
          z-index: 1;
          padding-block: var(--space-2);
          background: var(--color-paper);
        }
      }
      .card {
        padding: var(--space-3) var(--space-3) var(--space-2);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (READ_FOR.some((name) => (changed as ReadonlyMap<PropertyKey, unknown>).has(name))) void this.read();
  }

  protected override render(): TemplateResult {
    if (this.trackingIds.length === 0) return html`<fk-empty .text=${text.none} .icon=${telemetryIcon}></fk-empty>`;
    const { reading, whole } = this;
    return html`
      <div class="tools row">
        <fk-button @click=${() => (this.choosing = true)}>${text.metricsChange}</fk-button>
        <fk-chart-tools .whole=${whole} .view=${this.view}></fk-chart-tools>
        ${
          this.view === null
            ? nothing
            : html`<span class="soft mono">
              ${momentText(this.view.startMs, this.zone)} – ${momentText(this.view.endMs, this.zone)}
            </span>`
        }
      </div>
      ${this.trackingIds.length > MAX_LINES ? html`<p>${text.tooMany(MAX_LINES)}</p>` : nothing}
      ${
        this.failed
          ? html`<fk-notice tone="stop" .text=${telemetryStrings.readFailed}><fk-button slot="action"
            @click=${() => this.read()}>${telemetryStrings.codeFailed.again}</fk-button></fk-notice>`
          : nothing
      }
      ${
        reading === null
          ? this.failed
            ? nothing
            : html`<fk-skeleton shape="card" .label=${telemetryStrings.loading}></fk-skeleton>`
          : this.metrics.length === 0
            ? html`<fk-empty .text=${text.noMetric} .icon=${telemetryIcon}></fk-empty>`
            : reading.series.length === 0
              ? html`<fk-empty .text=${text.empty} .icon=${telemetryIcon}></fk-empty>`
              : this.panelsOf(reading, this.names, this.zone, this.metrics).map(
                  (panel) => html`<fk-chart
                  class="card"
                  .heading=${panel.heading}
                  .unit=${panel.unit}
                  .lines=${panel.lines}
                  .summary=${panel.summary}
                  .whole=${whole}
                  .requested=${this.requested}
                  .view=${this.view}
                  .zone=${this.zone}
                  .flag=${panel.flag}
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
            .options=${CHARTABLE_FIELDS.map(({ name, unit }) => ({
              value: name,
              label: unit === null ? fieldLabel(name) : `${fieldLabel(name)} (${unit})`,
            }))}
            @fk-change=${(event: FieldChangeEvent) => {
              event.stopPropagation();
              this.chooseMetrics(event.value === '' ? [] : event.value.split(','));
            }}
          ></fk-field>`
          : nothing
      }
      <fk-button slot="actions" variant="primary" @click=${() => (this.choosing = false)}>${text.done}</fk-button>
    </fk-dialog>`;
  }

  /** Cached for each reading: moving the view does not change the lines. */
  private readonly panelsOf = memoizeLast(panelsOf);

  private async read(): Promise<void> {
    const { telemetry, whole } = this;
    if (telemetry === null || this.trackingIds.length === 0) return;
    const mine = ++this.turn;
    const filter: TelemetryFilter = { trackingIds: null, sourceIds: this.sourceIds, ...whole };
    const drawn = this.trackingIds.slice(0, MAX_LINES);
    try {
      const series = await telemetry.series(drawn, this.metrics, filter);
      if (mine !== this.turn) return;
      this.reading = { drawn, series };
      this.failed = false;
    } catch {
      if (mine === this.turn) this.failed = true;
    }
  }
}

/** The readings with the beacons they were read for, because the selection may have changed. */
interface Reading {
  readonly drawn: readonly string[];
  readonly series: readonly SeriesData[];
}

interface Panel {
  readonly heading: string;
  readonly unit: string;
  readonly flag: boolean;
  readonly lines: readonly ChartLine[];
  readonly summary: readonly string[];
}

function panelsOf(
  { series, drawn }: Reading,
  names: Names | null,
  zone: ChartZone,
  metrics: readonly string[],
): readonly Panel[] {
  const titles = distinctNames(
    drawn.map((id) => ({ name: names?.titleOf(id) ?? id, id: names?.uniqueIdOf(id) ?? id })),
  );
  return metrics.flatMap((field) => {
    const lines = series.filter((one) => one.field === field);
    return lines.length === 0 ? [] : [panelOf(field, lines, drawn, titles, zone)];
  });
}

function panelOf(
  field: string,
  series: readonly SeriesData[],
  drawn: readonly string[],
  titles: readonly string[],
  zone: ChartZone,
): Panel {
  // Styled by its position in the selection, so that a beacon looks the same in every chart.
  const lines = series.map((one) => {
    const slot = drawn.indexOf(one.trackingId);
    return { ...one, slot, label: titles[slot] ?? one.trackingId };
  });
  const without = titles.filter((_, slot) => !lines.some((line) => line.slot === slot));
  return {
    heading: chartHeading(field),
    unit: telemetryField(field)?.unit ?? '',
    flag: telemetryField(field)?.kind === 'flag',
    lines,
    summary: [
      ...lines.map((line) => chartSentences(line, line.label, zone)),
      ...(without.length === 0 ? [] : [text.without(allOf(without))]),
    ],
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-charts': FkTelemetryCharts;
  }
}
