/** Draws the good records of an inspection: a telemetry field of some beacons over time, positions as trails on the floor. */
import { initialState, Task } from '@lit/task';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { addressPart } from '../../../domain/address-part.ts';
import { STREAM_TYPES, type StreamType } from '../../../domain/streams/stream.ts';
import { telemetryField } from '../../../domain/telemetry/fields.ts';
import type { SeriesData } from '../../../domain/telemetry/series.ts';
import { renderChartTools } from '../../elements/chart/chart-tools.ts';
import '../../elements/chart/chart.ts';
import type { ChartViewEvent } from '../../elements/chart/chart.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { inspectorStrings as text } from '../../strings/inspector.ts';
import { chartHeading, chartSentences } from '../../beacon/chart-words.ts';
import './position-map.ts';
import type { InspectionEnd } from './inspector-messages.ts';
import type { RecordInspector } from './record-inspector.ts';
import { fieldLabel } from '../../words/telemetry.ts';

/** Lines that can be told apart without colour. More beacons can be chosen from. */
const MAX_LINES = 8;
const FIRST_LINES = 4;
const FIRST_FIELDS = ['temperature', 'batteryLevel', 'rssi'];

@customElement('fk-inspector-plot')
export class FkInspectorPlot extends LitElement {
  @property({ attribute: false }) inspector!: RecordInspector;
  @property({ attribute: false }) end!: InspectionEnd;
  @state() private type: StreamType = 'telemetry';
  @state() private field = '';
  @state() private chosen: readonly string[] = [];
  @state() private view: TimeView | null = null;
  private readonly drawing = new Task(this, {
    task: ([type, field, trackingIds]) =>
      trackingIds.length === 0 || (type === 'telemetry' && field === '')
        ? initialState
        : this.inspector.draw({ type, field, trackingIds }),
    args: () => [this.type, this.field, this.chosen, this.end] as const,
  });

  static override styles = [
    shared,
    pageStyles,
    css`
      .card {
        padding: var(--space-3);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('end')) return;
    const { end } = this;
    this.choose(end.beacons.telemetry.length > 0 ? 'telemetry' : 'position');
    this.field = FIRST_FIELDS.find((name) => end.fields.includes(name)) ?? end.fields[0] ?? '';
    this.view = null;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { end, type } = this;
    if (STREAM_TYPES.every((one) => end.beacons[one].length === 0)) return nothing;
    const both = STREAM_TYPES.filter((one) => end.beacons[one].length > 0);
    return html`<h2>${text.plot}</h2>
      <div class="stack" @fk-change=${this.onChange}>
        ${
          both.length < 2
            ? nothing
            : html`<fk-field kind="select" name="type" .label=${text.as} .value=${type}
              .options=${both.map((value) => ({ value, label: text.asOptions[value] }))}></fk-field>`
        }
        ${
          type !== 'telemetry' || end.fields.length === 0
            ? nothing
            : html`<fk-field
              kind="select"
              name="field"
              .label=${text.field}
              .value=${this.field}
              .options=${end.fields.map((value) => ({ value, label: fieldLabel(value) }))}
            ></fk-field>`
        }
        <details>
          <summary>${text.beacons}: ${text.beaconsOf(this.chosen.length, end.beaconCounts[type])}</summary>
          <fk-field
            kind="list"
            name="beacons"
            .label=${text.beacons}
            label-hidden
            .value=${this.chosen.map(addressPart).join(',')}
            .options=${end.beacons[type].map(({ trackingId, records }) => ({
              value: addressPart(trackingId),
              label: text.beaconOption(trackingId, records),
            }))}
          ></fk-field>
        </details>
      </div>
      ${this.renderDrawing(end)}`;
  }

  private renderDrawing(end: InspectionEnd): TemplateResult {
    if (this.chosen.length === 0) return html`<p class="soft">${text.chooseBeacon}</p>`;
    if (this.type === 'telemetry' && end.fields.length === 0) return html`<p class="soft">${text.noFields}</p>`;
    const drawing = this.drawing.value;
    if (drawing?.type !== this.type)
      return html`<fk-skeleton shape="card" .count=${1} .label=${text.drawing}></fk-skeleton>`;
    const { lines, trails, field } = drawing;
    if (drawing.type === 'position')
      return html`<div class="card"><fk-position-map .trails=${trails}></fk-position-map></div>`;
    const whole = wholeOf(lines);
    return html`<div class="card" @fk-view=${this.onView}>
      ${renderChartTools(whole, this.view)}
      <fk-chart
        .heading=${chartHeading(field)}
        .unit=${telemetryField(field)?.unit ?? ''}
        .lines=${lines.map((line) => ({ ...line, label: line.trackingId.slice(-8) }))}
        .summary=${lines.map((line) => chartSentences(line, line.trackingId, 'local')).filter((sentence) => sentence !== '')}
        .whole=${whole}
        .view=${this.view}
      ></fk-chart>
    </div>`;
  }

  private choose(type: StreamType): void {
    this.type = type;
    this.chosen = this.end.beacons[type].slice(0, FIRST_LINES).map(({ trackingId }) => trackingId);
  }

  private readonly onChange = (event: FieldChangeEvent): void => {
    const { name, value } = event;
    event.stopPropagation();
    if (name === 'type') this.choose(value === 'position' ? 'position' : 'telemetry');
    if (name === 'field') this.field = value;
    if (name === 'beacons') this.chosen = this.tickedOf(value).slice(0, MAX_LINES);
    this.view = null;
  };

  /** Ticked values are joined by commas, and a tracking ID may contain one. */
  private tickedOf(value: string): string[] {
    const parts = new Set(value.split(','));
    return this.end.beacons[this.type].map(({ trackingId }) => trackingId).filter((id) => parts.has(addressPart(id)));
  }

  private readonly onView = (event: ChartViewEvent): void => {
    this.view = event.view;
  };
}

function wholeOf(lines: readonly SeriesData[]): TimeView {
  let [startMs, endMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { times } of lines) {
    if (times.length === 0) continue;
    startMs = Math.min(startMs, times[0]!);
    endMs = Math.max(endMs, times.at(-1)!);
  }
  // A single reading, or none, still needs a time range.
  if (startMs > endMs) return { startMs: 0, endMs: 1 };
  return startMs === endMs ? { startMs: startMs - 60_000, endMs: endMs + 60_000 } : { startMs, endMs };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-inspector-plot': FkInspectorPlot;
  }
}
