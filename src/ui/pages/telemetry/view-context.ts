/** What the telemetry page knows and can do, as its views take it. */
import { html, type TemplateResult } from 'lit';
import type { CachedDevice } from '../../../domain/device.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import type { Telemetry, TelemetryFilter, TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import '../../elements/basics.ts';
import { devicePath, navigate } from '../../shell/router.ts';
import { shellStrings } from '../../strings/shell.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import type { Names } from './names.ts';
import { isOpenEnded, rangeOf } from './range-choice.ts';
import type { TelemetryView } from './telemetry-address.ts';

/** The same objects while nothing has changed, because views read again for new ones. */
export interface Shown {
  readonly filter: TelemetryFilter;
  readonly chosen: ReadonlySet<string>;
  readonly gateways: ReadonlySet<string>;
  readonly whole: TimeView;
}

export interface ViewContext {
  readonly view: TelemetryView;
  readonly shown: Shown;
  readonly known: TelemetryState;
  /** A new value means that stored readings have changed. */
  readonly version: unknown;
  readonly names: Names;
  /** Tracking IDs of the room on the screen, in lower case. Null: all rooms. */
  readonly only: ReadonlySet<string> | null;
  readonly telemetry: Telemetry | null;
  /** Tracking IDs of the beacons that charts show: those that were chosen, otherwise those that were heard last. */
  readonly drawn: readonly string[];
  readonly accountId: string | null;
  readonly drafts: Drafts;
  readonly devices: readonly CachedDevice[];
  readonly nowMs: number;
  go(change: Partial<TelemetryView>, how: 'push' | 'replace'): void;
  /** Loads what the view shows. */
  load(): void;
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

/** False for an own range that ends before it starts, or without its times. */
export function isRangeValid({ whole }: Shown): boolean {
  return whole.endMs > whole.startMs;
}

/** A beacon of the account opens its page; any other its charts. */
export function openBeacon(trackingId: string, { names, go }: ViewContext): void {
  const uniqueId = names.uniqueIdOf(trackingId);
  if (uniqueId !== null && names.devices.some((device) => device.uniqueId === uniqueId)) navigate(devicePath(uniqueId));
  else go({ view: 'charts', beacons: [trackingId] }, 'push');
}

export function renderReadFailed(again: () => Promise<void>): TemplateResult {
  return html`<fk-notice tone="stop" .text=${telemetryStrings.readFailed}>
    <fk-button slot="action" @click=${again}>${shellStrings.pageFailed.again}</fk-button>
  </fk-notice>`;
}

/** A range counts as loaded when less than this share is missing at either end. */
const WORTH_LOADING = 0.08;

/** True when the range was loaded for all of these beacons, and when there is none. */
export function isLoaded(known: TelemetryState, ids: readonly string[], { startMs, endMs }: TimeView): boolean {
  const read = new Set(known.beacons.map(({ trackingId }) => trackingId));
  const range = ids.every((id) => read.has(id)) ? requestedRange(known, new Set(ids)) : null;
  // The end of the range moves with the clock.
  const slackMs = (endMs - startMs) * WORTH_LOADING;
  return range !== null && range.startMs <= startMs + slackMs && range.endMs >= endMs - slackMs;
}

/** The range that was requested for all of these; empty when one was not. */
export function requestedRange({ beacons }: TelemetryState, chosen: ReadonlySet<string>): TimeView {
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
