/** What the telemetry page gives its views, for tests of a view by itself. */
import type { TelemetryState } from '../../src/use-cases/telemetry/telemetry.ts';
import { FIRST_VIEW } from '../../src/ui/pages/telemetry/telemetry-address.ts';
import type { ViewContext } from '../../src/ui/pages/telemetry/view-context.ts';
import { scriptedServices } from './scripted-services.ts';

/** A telemetry that has records and nothing else to say. */
export const stateOf = (changes: Partial<TelemetryState> = {}): TelemetryState => ({
  beacons: [],
  stored: { records: 1, bytes: 1, limitBytes: 200_000_000, sweptUntilMs: null },
  typed: {},
  span: 'unknown',
  checkedAtMs: null,
  fetching: null,
  last: null,
  rules: [],
  alarms: [],
  clock: { skewMs: 0, isChecked: true },
  storageFailure: null,
  ...changes,
});
/** What the page gives its views. */
export function contextOf(changes: Partial<ViewContext>): ViewContext {
  const nowMs = changes.nowMs ?? Date.now();
  const whole = { startMs: nowMs - 3_600_000, endMs: nowMs };
  return {
    view: FIRST_VIEW,
    shown: {
      whole,
      chosen: new Set(),
      gateways: new Set(),
      filter: { trackingIds: null, sourceIds: null, ...whole },
    },
    known: stateOf(),
    version: changes,
    names: namesFrom(new Map()),
    only: null,
    telemetry: null,
    drawn: changes.view?.beacons ?? [],
    accountId: null,
    drafts: scriptedServices().drafts,
    devices: [],
    nowMs,
    go: () => undefined,
    load: () => undefined,
    ...changes,
  };
}

/** Names of beacons and gateways by their IDs. */
export function namesFrom(titles: ReadonlyMap<string, string>): ViewContext['names'] {
  const titleOf = (id: string): string => titles.get(id) ?? id;
  return { devices: [], titleOf, sourceTitleOf: titleOf, uniqueIdOf: () => null, trackingIdOf: () => null };
}
