/** Charts of the selected beacons: one panel for each metric, all with the same time axis. */
import { initialState, Task, TaskStatus } from '@lit/task';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { memoizeLast } from '../../../domain/memoize.ts';
import { CHARTABLE_FIELDS, telemetryField } from '../../../domain/telemetry/fields.ts';
import type { SeriesData } from '../../../domain/telemetry/series.ts';
import '../../elements/basics.ts';
import type { ChartLine } from '../../elements/chart/chart-line.ts';
import '../../elements/chart/chart.ts';
import { renderChartTools } from '../../elements/chart/chart-tools.ts';
import { farLines } from '../../elements/chart/far-lines.ts';
import { distinctNames } from '../../elements/chart/labels.ts';
import { MAX_LINES } from '../../elements/chart/line-styles.ts';
import { moment, type Zone } from '../../language/times.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { telemetryIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { allOf } from '../../language/counting.ts';
import { chartStrings } from '../../strings/chart.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { chartHeading, chartSentences } from '../../beacon/chart-words.ts';
import type { Names } from './names.ts';
import { loadChoice, storeChoice } from './view-choice.ts';
import './show-bar.ts';
import { isRangeValid, renderReadFailed, requestedRange, type ViewContext } from './view-context.ts';
import { fieldLabel } from '../../words/telemetry.ts';

const text = telemetryStrings.charts;
const USUAL_METRICS: readonly string[] = ['temperature', 'batteryLevel'];

/** Its children stand before its controls. Event: `fk-view`. */
@customElement('fk-telemetry-charts')
class FkTelemetryCharts extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  @state() private choosing = false;
  private readonly reading = new Task(this, {
    task: async ([telemetry, ids, metrics, filter]): Promise<Reading | typeof initialState> => {
      if (telemetry === null || ids.length === 0) return initialState;
      const drawn = ids.slice(0, MAX_LINES);
      return { drawn, series: await telemetry.series(drawn, metrics, { ...filter, trackingIds: null }) };
    },
    args: () => {
      const { telemetry, drawn, shown, version } = this.context;
      return [isRangeValid(shown) ? telemetry : null, drawn, this.metrics, shown.filter, version] as const;
    },
  });

  static override styles = [
    shared,
    pageStyles,
    css`
      @media (max-width: 37.49em) {
        .tools {
          display: contents;
        }
        .acts {
          order: 1;
        }
      }
      @media (min-width: 56.25em) {
        .tools.staying {
          position: sticky;
          top: 0;
          z-index: 1;
          margin-block: calc(var(--space-2) * -1);
          padding-block: var(--space-2);
          background: var(--color-paper);
        }
      }
      .card {
        padding: var(--space-3) var(--space-3) var(--space-2);
      }
      .far {
        --chart-height: 120px;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { view, shown } = this.context;
    const isValid = isRangeValid(shown);
    return html`
      <div class="tools row ${view.range.preset === 'own' ? '' : 'staying'}">
        <slot></slot>
        <fk-telemetry-show .context=${this.context}></fk-telemetry-show>
        ${isValid && this.context.drawn.length > 0 ? this.renderActs() : nothing}
      </div>
      ${isValid ? this.renderCharts() : nothing}
    `;
  }

  private renderActs(): TemplateResult {
    const { zoom, zone } = this.context.view;
    return html`<div class="acts row">
      <fk-button @click=${() => (this.choosing = true)}>${text.metricsChange}</fk-button>
      ${renderChartTools(this.context.shown.whole, zoom)}
      ${
        zoom === null
          ? nothing
          : html`<span class="soft mono">${moment(zoom.startMs, zone)} – ${moment(zoom.endMs, zone)}</span>`
      }
    </div>`;
  }

  private renderCharts(): TemplateResult {
    const { view, shown, known, names, drawn } = this.context;
    const { zoom, zone } = view;
    if (drawn.length === 0) return html`<fk-empty .text=${text.none} .icon=${telemetryIcon}></fk-empty>`;
    return html`
      ${drawn.length > MAX_LINES ? html`<p>${text.tooMany(MAX_LINES)}</p>` : nothing}
      ${this.renderRead((reading) =>
        this.panelsOf(reading, names, zone, this.metrics).map(
          (panel) => html`<fk-chart
            class="card ${panel.isFar ? 'far' : ''}"
            .heading=${panel.heading}
            .unit=${panel.unit}
            .lines=${panel.lines}
            .summary=${panel.summary}
            .whole=${shown.whole}
            .requested=${requestedRange(known, new Set(reading.drawn))}
            .view=${zoom}
            .zone=${zone}
            .flag=${panel.flag}
          ></fk-chart>`,
        ),
      )}
      ${this.renderChoice()}
    `;
  }

  private renderRead(render: (reading: Reading) => unknown): unknown {
    const { value, status } = this.reading;
    if (status === TaskStatus.ERROR) return renderReadFailed(() => this.reading.run());
    // As tall as a screen: what is below would move out of sight when the charts come.
    if (value === undefined) return html`<fk-skeleton .count=${12} .label=${telemetryStrings.loading}></fk-skeleton>`;
    if (this.metrics.length > 0 && value.series.length > 0) return render(value);
    const words = this.metrics.length === 0 ? text.noMetric : text.empty;
    return html`<fk-empty .text=${words} .icon=${telemetryIcon}></fk-empty>`;
  }

  /** Returns the same list while its names are the same, because a new one is read again. */
  private get metrics(): readonly string[] {
    const { view, accountId } = this.context;
    return this.sameMetrics((view.metrics ?? loadChoice(accountId).metrics ?? USUAL_METRICS).join());
  }
  private readonly sameMetrics = memoizeLast((names: string) => (names === '' ? [] : names.split(',')));

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
              const metrics = event.value === '' ? [] : event.value.split(',');
              storeChoice(this.context.accountId, { metrics });
              this.context.go({ metrics }, 'replace');
            }}
          ></fk-field>`
          : nothing
      }
      <fk-button slot="actions" variant="primary" @click=${() => (this.choosing = false)}>${text.done}</fk-button>
    </fk-dialog>`;
  }

  /** Cached for each reading: moving the view does not change the lines. */
  private readonly panelsOf = memoizeLast(panelsOf);
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
  /** On a scale of its own, because it would flatten the other lines of the metric. */
  readonly isFar: boolean;
  readonly lines: readonly ChartLine[];
  readonly summary: readonly string[];
}

function panelsOf({ series, drawn }: Reading, names: Names, zone: Zone, metrics: readonly string[]): readonly Panel[] {
  const titles = distinctNames(drawn.map((id) => ({ name: names.titleOf(id), id: names.uniqueIdOf(id) ?? id })));
  return metrics.flatMap((field) => {
    // Styled by its position in the selection, so that a beacon looks the same in every chart.
    const lines = series
      .filter((one) => one.field === field)
      .map((one) => {
        const slot = drawn.indexOf(one.trackingId);
        return { ...one, slot, label: titles[slot] ?? one.trackingId };
      });
    return panelsOfMetric(field, lines, titles, zone);
  });
}

/** The lines of one metric in one panel, and in a second one those that are far from the others. */
function panelsOfMetric(
  field: string,
  lines: readonly (SeriesData & ChartLine)[],
  titles: readonly string[],
  zone: Zone,
): readonly Panel[] {
  const { unit, kind } = telemetryField(field) ?? { unit: null, kind: 'gauge' };
  const heading = chartHeading(field);
  // Percentages are compared with 0 and 100, not with each other.
  const far = unit === '%' ? new Set() : farLines(lines.map(({ values }) => values));
  const panelOf = (isFar: boolean, remarks: readonly string[]): Panel => {
    const shown = lines.filter((line) => far.has(line.values) === isFar);
    return {
      heading: isFar ? chartStrings.ownScale(heading) : heading,
      unit: unit ?? '',
      flag: kind === 'flag',
      isFar,
      lines: shown,
      summary: [...shown.map((line) => chartSentences(line, line.label, zone)), ...remarks],
    };
  };
  const without = titles.filter((_, slot) => !lines.some((line) => line.slot === slot));
  return [
    panelOf(false, without.length === 0 ? [] : [text.without(allOf(without))]),
    ...(far.size === 0 ? [] : [panelOf(true, [])]),
  ].filter((panel) => panel.lines.length > 0);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-charts': FkTelemetryCharts;
  }
}
