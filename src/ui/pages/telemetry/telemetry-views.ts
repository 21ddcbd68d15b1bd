/** The views of the telemetry page, each loaded on first use, with one selection and one range. */
import { ifPossible } from '../../../domain/unawaited.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { CachedDevice } from '../../../domain/device.ts';
import { RANGE_PRESETS } from '../../../domain/telemetry/record-query.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import type { Telemetry, TelemetryFilter, TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import '../../elements/basics.ts';
import type { ChartViewEvent } from '../../elements/chart/chart.ts';
import type { OpenRowEvent } from '../../elements/chart/heat-map.ts';
import { MAX_LINES } from '../../elements/chart/line-styles.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import { onAccountChange } from '../../shared/account-state.ts';
import { devicePath, navigate } from '../../shell/router.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';
import type { Notifying, RulesEvent } from './alarms-view.ts';
import type { MetricsEvent } from './charts-view.ts';
import { storeChoice, loadChoice } from './view-choice.ts';
import { queryableIds, fleetRows, type Names } from './names.ts';
import type { ListAddress } from '../../elements/list/list-controller.ts';
import type { PickEvent, PickerEntry } from './picker.ts';
import { isOpenEnded, rangeOf, type RangeChoice } from './range-choice.ts';
import type { RangeEvent } from './range-field.ts';
import type { PickGatewaysEvent } from './show-bar.ts';
import type { TelemetryView, View } from './telemetry-address.ts';

const USUAL_METRICS: readonly string[] = ['temperature', 'batteryLevel'];

/** The same objects while nothing has changed, because views read again for new ones. */
export interface Shown {
  readonly filter: TelemetryFilter;
  readonly chosen: ReadonlySet<string>;
  readonly gateways: ReadonlySet<string>;
  readonly whole: TimeView;
}

interface ViewFacts {
  readonly view: TelemetryView;
  readonly shown: Shown;
  readonly known: TelemetryState;
  readonly names: Names;
  /** Tracking IDs of the room on the screen, in lower case. Null: all rooms. */
  readonly only: ReadonlySet<string> | null;
  readonly telemetry: Telemetry | null;
  /** Tracking IDs of the beacons that charts show without a choice. */
  readonly recent: readonly string[];
  readonly accountId: string | null;
  readonly drafts: Drafts;
  readonly devices: readonly CachedDevice[];
  readonly nowMs: number;
  /** The view's code could not be loaded. */
  readonly failed: boolean;
  readonly busy: boolean;
  again(): void;
  go(change: Partial<TelemetryView>, how: 'push' | 'replace'): void;
  /** Loads what the view shows. */
  load(): void;
  zoomed(event: ChartViewEvent): void;
  changed(): void;
}

/** A range counts as loaded when less than this share is missing at either end. */
const WORTH_LOADING = 0.08;

export async function loadView(view: View): Promise<unknown> {
  switch (view) {
    case 'fleet':
      return undefined;
    case 'hours':
      return import('./hours-view.ts');
    case 'compare':
      return import('./compare-view.ts');
    case 'gateways':
      return import('./gateways-view.ts');
    case 'alarms':
      return import('./alarms-view.ts');
    case 'charts':
      return import('./charts-view.ts');
    case 'records':
      return import('./records-view.ts');
  }
}

interface ShownSources extends Pick<TelemetryView, 'beacons' | 'gateways' | 'range' | 'view'> {
  readonly asOfMs: number;
}

export function shownOf(sources: ShownSources): Shown {
  const whole = rangeOf(sources.range, sources.asOfMs);
  const open = sources.view === 'records' && isOpenEnded(sources.range);
  const times = open ? { startMs: null, endMs: null, undatedOnly: sources.range.preset === 'undated' } : whole;
  return {
    whole,
    chosen: new Set(sources.beacons),
    gateways: new Set(sources.gateways),
    filter: {
      trackingIds: sources.beacons.length === 0 ? null : sources.beacons,
      sourceIds: sources.gateways.length === 0 ? null : sources.gateways,
      ...times,
    },
  };
}

/** Buttons for the common ranges. */
export function renderPresets(range: RangeChoice, choose: (range: RangeChoice) => void): TemplateResult {
  const words = telemetryDeskStrings.presets;
  return html`<div class="switch presets wrap" role="group" aria-label=${words.label}>
    ${RANGE_PRESETS.map(
      (preset) =>
        html`<button type="button" aria-pressed=${range.preset === preset} title=${text.presets[preset]} @click=${() => choose({ ...range, preset })}>${words[preset]}</button>`,
    )}
  </div>`;
}

export function renderView(facts: ViewFacts): TemplateResult {
  if (facts.failed)
    return html`<fk-notice tone="stop" .text=${text.codeFailed.text}><fk-button slot="action" @click=${facts.again}>${text.codeFailed.again}</fk-button></fk-notice>`;
  const { view, shown, known, names, telemetry } = facts;
  const version = known.fetching === null ? known.stored.records : 'asking';
  const open = (event: OpenRowEvent): void => openBeacon(event.id, facts);
  switch (view.view) {
    case 'fleet':
      return renderFleet(facts);
    case 'hours':
      return html`<fk-telemetry-hours
        class="stack"
        .telemetry=${telemetry}
        .beacons=${known.beacons}
        .names=${names}
        .whole=${shown.whole}
        .version=${version}
        .only=${facts.only}
        .zone=${view.zone}
        @fk-open-row=${open}
      ></fk-telemetry-hours>`;
    case 'compare':
      return html`${renderUnloaded(facts, queryableIds(names))}<fk-telemetry-compare
          class="stack"
          .telemetry=${telemetry}
          .names=${names}
          .whole=${shown.whole}
          .version=${version}
          .only=${facts.only}
          @fk-closer=${({ id }: { id: string }) => facts.go({ view: 'charts', beacons: [id] }, 'push')}
        ></fk-telemetry-compare>`;
    case 'gateways':
      return html`<fk-telemetry-gateways
        class="stack"
        .telemetry=${telemetry}
        .names=${names}
        .gateway=${view.gateways[0] ?? null}
        .whole=${shown.whole}
        .version=${version}
        .now=${facts.nowMs}
        @fk-pick-gateways=${(event: PickGatewaysEvent) => facts.go({ gateways: [...event.ids] }, 'push')}
        @fk-open-row=${open}
      ></fk-telemetry-gateways>`;
    case 'alarms':
      return renderAlarms(facts, version, open);
    case 'charts':
    case 'records':
      return renderClose(facts, version);
  }
}

/** The part of the page's address that is the list's. */
function listAddress({ view, go }: ViewFacts): ListAddress {
  const { list } = view;
  return {
    get: (name) => Object.entries(list).find(([one]) => one === name)?.[1] || null,
    set: (name, value, how) => go({ list: { ...list, [name]: value ?? '' } }, how),
  };
}

function renderFleet(facts: ViewFacts): TemplateResult {
  const { view, shown, known, names, nowMs, busy, go, load } = facts;
  const received = new Set(known.beacons.map(({ trackingId }) => trackingId.toLowerCase()));
  const others = queryableIds(names).filter((id) => !received.has(id.toLowerCase()));
  return html`
    <fk-telemetry-fleet
      class="stack"
      .rows=${fleetRows(known.beacons, names)}
      .chosen=${shown.chosen}
      .now=${nowMs}
      .zone=${view.zone}
      .address=${listAddress(facts)}
      .alarmed=${new Set(known.alarms.map(({ trackingId }) => trackingId))}
      @fk-pick=${(event: PickEvent) => go({ beacons: [...event.ids] }, 'replace')}
    ></fk-telemetry-fleet>
    ${
      others.length === 0
        ? nothing
        : html`<fk-notice tone="neutral" .text=${text.fleet.others(others.length)}>
          <fk-button slot="action" .disabled=${busy} @click=${load}>${text.loadFirst}</fk-button>
        </fk-notice>`
    }
  `;
}

/** Records and charts: the content first, its filters folded below with a summary. */
function renderClose(facts: ViewFacts, version: unknown): TemplateResult {
  const { view, shown, known, names, telemetry, accountId, go } = facts;
  const { whole, filter } = shown;
  const entries = fleetRows(known.beacons, names).map(({ trackingId, title, uniqueId }): PickerEntry => ({
    id: trackingId,
    title,
    uniqueId: uniqueId ?? trackingId,
  }));
  const invalid = !(whole.endMs > whole.startMs);
  // Without a choice, charts show the beacons that were heard last.
  const drawn = view.beacons.length === 0 ? facts.recent : view.beacons;
  return html`
    <fk-telemetry-show
      .range=${view.range}
      .zone=${view.zone}
      .entries=${entries}
      .whole=${whole}
      .chosen=${shown.chosen}
      .gatewayEntries=${gatewayEntries(known, names)}
      .gateways=${shown.gateways}
      .openEnded=${view.view === 'records'}
      .recent=${view.view === 'charts' && view.beacons.length === 0 ? drawn.length : null}
      .error=${invalid ? text.query.faults['range endBeforeStart'] : ''}
      @fk-pick=${(event: PickEvent) => go({ beacons: [...event.ids] }, 'replace')}
      @fk-pick-gateways=${(event: PickGatewaysEvent) => go({ gateways: [...event.ids] }, 'replace')}
      @fk-range=${(event: RangeEvent) => go({ range: event.choice, zone: event.zone, zoom: null }, 'replace')}
    ></fk-telemetry-show>
    ${
      invalid
        ? nothing
        : view.view === 'records'
          ? html`<fk-telemetry-records
            class="stack"
            .accountId=${accountId}
            .telemetry=${telemetry}
            .filter=${filter}
            .names=${names}
            .version=${version}
            .zone=${view.zone}
          ></fk-telemetry-records>`
          : html`${renderUnloaded(facts, drawn)}<fk-telemetry-charts
            class="stack far"
            .telemetry=${telemetry}
            .trackingIds=${drawn}
            .sourceIds=${filter.sourceIds}
            .whole=${whole}
            .view=${view.zoom}
            .requested=${requestedRange(known, new Set(drawn))}
            .names=${names}
            .version=${version}
            .zone=${view.zone}
            .metrics=${view.metrics ?? metricsOf(accountId)}
            @fk-view=${facts.zoomed}
            @fk-metrics=${({ metrics }: MetricsEvent) => {
              storeChoice(accountId, { metrics });
              go({ metrics }, 'replace');
            }}
          ></fk-telemetry-charts>`
    }
  `;
}

/** Says that the range was not loaded for all of these beacons. */
function renderUnloaded({ known, shown }: ViewFacts, ids: readonly string[]): TemplateResult | typeof nothing {
  const { startMs, endMs } = shown.whole;
  if (ids.length === 0 || !(endMs > startMs)) return nothing;
  const read = new Set(known.beacons.map(({ trackingId }) => trackingId));
  const range = ids.every((id) => read.has(id)) ? requestedRange(known, new Set(ids)) : null;
  // The end of the range moves with the clock.
  const slackMs = (endMs - startMs) * WORTH_LOADING;
  if (range !== null && range.startMs <= startMs + slackMs && range.endMs >= endMs - slackMs) return nothing;
  return html`<fk-notice tone="neutral" .text=${telemetryDeskStrings.unloaded}></fk-notice>`;
}

/** As many beacons as one chart can show, those heard last first. */
export function heardLast(beacons: TelemetryState['beacons']): string[] {
  return beacons
    .filter(({ lastHeardMs }) => lastHeardMs !== null)
    .toSorted((a, b) => b.lastHeardMs! - a.lastHeardMs!)
    .slice(0, MAX_LINES)
    .map(({ trackingId }) => trackingId);
}

function renderAlarms(
  { view, known, names, devices, telemetry, drafts, nowMs, changed }: ViewFacts,
  version: unknown,
  open: (event: OpenRowEvent) => void,
): TemplateResult {
  const read = new Set(known.beacons.map(({ trackingId }) => trackingId.toLowerCase()));
  return html`<fk-telemetry-alarms
    class="stack far"
    .telemetry=${telemetry}
    .drafts=${drafts}
    .version=${version}
    .rules=${known.rules}
    .alarms=${known.alarms}
    .names=${names}
    .tags=${[...new Set(devices.flatMap(({ tags }) => tags))].toSorted()}
    .room=${view.room}
    .checkedAtMs=${known.checkedAtMs}
    .unchecked=${names.devices.filter(({ isGateway, trackingId }) => !isGateway && !read.has(trackingId?.toLowerCase() ?? '')).length}
    .now=${nowMs}
    .clockChecked=${known.clock.isChecked}
    .notifying=${notifying()}
    @fk-rules=${(event: RulesEvent) => void ifPossible(telemetry?.setRules(event.rules))}
    @fk-notify=${() => void Notification.requestPermission().then(changed, () => undefined)}
    @fk-open-row=${open}
  ></fk-telemetry-alarms>`;
}

function notifying(): Notifying {
  return 'Notification' in window ? Notification.permission : 'absent';
}

/** A beacon of the account opens its page; any other its charts. */
function openBeacon(trackingId: string, { names, go }: ViewFacts): void {
  const uniqueId = names.uniqueIdOf(trackingId);
  if (uniqueId !== null && names.devices.some((device) => device.uniqueId === uniqueId)) navigate(devicePath(uniqueId));
  else go({ view: 'charts', beacons: [trackingId] }, 'push');
}

let storedMetrics = USUAL_METRICS;

onAccountChange(() => (storedMetrics = USUAL_METRICS));

/** Returns the same list while its names are the same, because a new one is read again. */
function metricsOf(accountId: string | null): readonly string[] {
  const now = loadChoice(accountId).metrics ?? USUAL_METRICS;
  if (now.join() !== storedMetrics.join()) storedMetrics = now;
  return storedMetrics;
}

/** Gateways of the account, and others that have heard a beacon. */
function gatewayEntries({ beacons }: TelemetryState, names: Names): PickerEntry[] {
  const own = names.devices
    .filter(({ isGateway }) => isGateway)
    .map(({ title, uniqueId }): PickerEntry => ({ id: uniqueId, title, uniqueId }));
  const ids = new Set(own.map(({ id }) => id));
  const others = new Set(
    beacons.flatMap(({ lastSourceId }) => (lastSourceId === null || ids.has(lastSourceId) ? [] : [lastSourceId])),
  );
  return [...own, ...[...others].map((id): PickerEntry => ({ id, title: '', uniqueId: id }))];
}

/** The range that was requested for all of these; empty when one was not. */
function requestedRange({ beacons }: TelemetryState, chosen: ReadonlySet<string>): { startMs: number; endMs: number } {
  let range = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };
  for (const { trackingId, askedFromMs, askedUntilMs } of beacons) {
    if (!chosen.has(trackingId)) continue;
    range = {
      startMs: Math.max(range.startMs, askedFromMs ?? Number.POSITIVE_INFINITY),
      endMs: Math.min(range.endMs, askedUntilMs ?? Number.NEGATIVE_INFINITY),
    };
  }
  return range.endMs > range.startMs ? range : { startMs: 0, endMs: 0 };
}
