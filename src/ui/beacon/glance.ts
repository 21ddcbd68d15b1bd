/** A beacon's telemetry at a glance, for the device page: the latest values and two small charts of the last day. */
import { MAX_PAGE_RECORDS } from '../../domain/limits.ts';
import { Task, TaskStatus } from '@lit/task';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { knownOf } from '../../domain/beacon-table.ts';
import { addressPart } from '../../domain/address-part.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { memoizeLast } from '../../domain/memoize.ts';
import { DAY_MS, type RecordQuery } from '../../domain/telemetry/record-query.ts';
import { FREE_BOUND, newestOf } from '../../domain/telemetry/estimate.ts';
import { isHeardUnchecked, learnedTrackingIds, trackingIdOf, type BeaconState } from '../../domain/telemetry/fleet.ts';
import { CLOCK_UNCHECKED, correctedNow } from '../../domain/telemetry/now.ts';
import { hearingOf, silentMsOf } from '../../domain/telemetry/silent.ts';
import type { Telemetry, TelemetryState } from '../../use-cases/telemetry/telemetry.ts';
import { ClockController } from '../controllers/clock-controller.ts';
import '../elements/basics.ts';
import '../elements/chart/chart.ts';
import '../elements/key-value/key-value.ts';
import type { KeyValueEntry } from '../elements/key-value/key-value.ts';
import { shared } from '../kit/tokens.ts';
import { AccountElement } from '../shell/account-element.ts';
import { telemetryStrings } from '../strings/telemetry.ts';
import './query-progress.ts';
import './query-status.ts';
import type { RestEvent } from './query-status.ts';
import { renderMissingPage } from '../shared/failure.ts';
import type { QueryEvent } from '../shared/query-event.ts';
import { chartHeading, chartSentences } from './chart-words.ts';
import { shownValue } from '../words/chart.ts';
import { lasting } from '../words/telemetry.ts';

const text = telemetryStrings.glance;
const FIELDS = ['temperature', 'batteryLevel'];
const UNIT: Readonly<Record<string, string>> = { temperature: '°C', batteryLevel: '%' };

/** Set `uniqueId`. Shows stored data; sends requests only when the person asks for them. */
@customElement('fk-telemetry-glance')
export class FkTelemetryGlance extends AccountElement {
  @property() uniqueId = '';
  private readonly opening = new Task(this, { task: () => this.services.telemetry(), args: () => [] });
  /** Drawn once, not at each tick. */
  @state() private charts: readonly TemplateResult[] = [];
  private readonly clock = new ClockController(this);
  private readFor = '';

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
      }
      a {
        min-height: var(--target);
        align-content: center;
      }
      fk-chart {
        --chart-height: 150px;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const telemetry = this.telemetry?.state.value;
    if (telemetry === undefined) return;
    const trackingId = this.trackingIdNow(telemetry);
    const wanted = `${trackingId ?? ''} ${telemetry.stored.records}`;
    if (trackingId !== null && telemetry.fetching === null && wanted !== this.readFor) {
      this.readFor = wanted;
      void this.read(trackingId);
    }
  }

  protected override render(): TemplateResult {
    const telemetry = this.telemetry?.state.value;
    if (this.opening.status === TaskStatus.ERROR) return renderMissingPage(() => void this.opening.run());
    if (telemetry === undefined)
      return html`<fk-skeleton shape="text" .count=${3} .label=${telemetryStrings.loading}></fk-skeleton>`;
    const trackingId = this.trackingIdNow(telemetry);
    const beacon =
      trackingId === null
        ? undefined
        : telemetry.beacons.find((one) => one.trackingId.toLowerCase() === trackingId.toLowerCase());
    // Requests for the whole fleet appear on the telemetry page only.
    const isMine = ({ query }: { readonly query: RecordQuery }): boolean =>
      query.ids.length === 1 && query.ids[0] === trackingId;
    const progress = telemetry.fetching !== null && isMine(telemetry.fetching) ? telemetry.fetching : null;
    return html`
      ${
        trackingId === null
          ? html`<p>${text.noTrackingId}</p>`
          : beacon === undefined || (beacon.lastHeardMs === null && beacon.undatedAtMs === null)
            ? html`<p>${text.none}</p>`
            : this.renderBeacon(beacon)
      }
      ${
        progress === null
          ? nothing
          : html`<fk-telemetry-progress .progress=${progress} @fk-cancel=${() => this.telemetry?.cancel()}></fk-telemetry-progress>`
      }
      <fk-telemetry-status
        .last=${progress === null && telemetry.last !== null && isMine(telemetry.last) ? telemetry.last : null}
        @fk-dismiss=${() => this.telemetry?.dismissOutcome()}
        @fk-query=${(event: QueryEvent) => void this.telemetry?.fetchRecords(event.query, FREE_BOUND)}
        @fk-rest=${(event: RestEvent) => void this.telemetry?.fetchRecords(event.query)}
      ></fk-telemetry-status>
      <div class="row">
        ${
          trackingId === null
            ? nothing
            : html`<fk-button .disabled=${telemetry.fetching !== null}
              @click=${() => this.requestTelemetry(trackingId)}>${text.ask}</fk-button>`
        }
        <a class="strong" href="/telemetry?view=charts&beacon=${addressPart(this.uniqueId)}">${text.open}</a>
      </div>
    `;
  }

  private renderBeacon(beacon: BeaconState): TemplateResult {
    const reading = (value: { readonly value: number } | null, unit: string): string | null =>
      value === null ? null : shownValue(value.value, unit);
    const words = telemetryStrings.fleet;
    const silentMs = hearingOf(beacon) === 'silent' ? silentMsOf(beacon) : null;
    const entries: KeyValueEntry[] = [
      {
        key: text.lastHeard,
        value: html`<fk-age .at=${beacon.lastHeardMs}
          .now=${this.nowMs}></fk-age>${
            isHeardUnchecked(beacon) || this.telemetry?.state.value?.clock.isChecked !== true
              ? html` · ${telemetryStrings.clockUnchecked}`
              : nothing
          }${silentMs === null ? nothing : html` · ${words.silentFor(lasting(silentMs))}`}`,
      },
      {
        key: text.gateway,
        value: beacon.lastSourceId === null ? null : html`<bdi>${this.titleOf(beacon.lastSourceId)}</bdi>`,
      },
      { key: words.battery, value: reading(beacon.battery, '%'), mono: true },
      { key: words.temperature, value: reading(beacon.temperature, '°C'), mono: true },
      { key: words.moving, value: beacon.moving === null ? null : beacon.moving.value ? words.yes : words.no },
    ];
    return html`<fk-key-value .entries=${entries}></fk-key-value>
      ${this.charts}`;
  }

  /** Time by the backend's clock, as far as it is known. */
  private get nowMs(): number {
    return correctedNow(this.telemetry?.state.value?.clock ?? CLOCK_UNCHECKED, this.clock.nowMs).ms;
  }

  private get telemetry(): Telemetry | null {
    return this.opening.value ?? null;
  }

  private async read(trackingId: string): Promise<void> {
    const { telemetry } = this;
    const endMs = this.nowMs;
    const whole = { startMs: endMs - DAY_MS, endMs };
    const series =
      (await telemetry
        ?.series([trackingId], FIELDS, { trackingIds: null, sourceIds: null, ...whole })
        .catch(() => [])) ?? [];
    const beacon = this.telemetry?.state.value?.beacons.find((one) => one.trackingId === trackingId);
    const requested = { startMs: beacon?.askedFromMs ?? 0, endMs: beacon?.askedUntilMs ?? 0 };
    // A single reading makes no line.
    this.charts = series
      .filter(({ times }) => times.length > 1)
      .map((one) => {
        const label = chartHeading(one.field);
        return html`<fk-chart
        .heading=${text.day(label)}
        .unit=${UNIT[one.field] ?? ''}
        .lines=${[{ ...one, label }]}
        .whole=${whole}
        .requested=${requested}
        .summary=${[chartSentences(one, label, 'local')]}
      ></fk-chart>`;
      });
  }

  private requestTelemetry(trackingId: string): void {
    const { nowMs } = this;
    const day: RecordQuery = {
      by: 'devices',
      ids: [trackingId],
      startMs: nowMs - DAY_MS,
      endMs: nowMs,
      latest: false,
      size: MAX_PAGE_RECORDS,
      sort: [],
    };
    // Newest first: when the limit is reached, the oldest records are missing.
    void this.telemetry?.fetchRecords(newestOf(day), FREE_BOUND);
  }

  private trackingIdNow({ beacons, typed }: TelemetryState): string | null {
    return this.trackingIdFor(this.uniqueId, this.services.devices.list.value.devices, beacons, typed);
  }

  /** Looked up once, not at each tick: the list may be long. */
  private readonly trackingIdFor = memoizeLast(
    (
      uniqueId: string,
      devices: readonly CachedDevice[] | null | undefined,
      beacons: TelemetryState['beacons'],
      typed: TelemetryState['typed'],
    ): string | null => {
      const device = devices?.find((one) => one.uniqueId === uniqueId) ?? { uniqueId, mac: null };
      return trackingIdOf(device, learnedTrackingIds(beacons), typed);
    },
  );

  private titleOf(gatewayId: string): string {
    return knownOf(this.services.beacons.of(gatewayId))?.alias ?? gatewayId;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-glance': FkTelemetryGlance;
  }
}
