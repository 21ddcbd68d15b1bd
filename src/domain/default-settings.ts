/** The default settings of an account, and the changes to them. */
import {
  DEFAULT_BULK,
  DEFAULT_COMMANDS,
  DEFAULT_DISCOVERY_TIMEOUT_MS,
  DEFAULT_RECONNECT_AFTER_MS,
  type Settings,
} from './settings.ts';
import { isRecord } from './record.ts';

export const DEFAULT_SETTINGS: Settings = {
  profile: {
    serviceUuid: 'a1ea81f0-0e1b-d4a1-b840-63f88c8da1ea',
    requestUuid: 'a1ea81f1-0e1b-d4a1-b840-63f88c8da1ea',
    responseUuid: 'a1ea81f2-0e1b-d4a1-b840-63f88c8da1ea',
    tokenUuid: 'a1ea81f3-0e1b-d4a1-b840-63f88c8da1ea',
    controlPointUuid: 'a1ea81f4-0e1b-d4a1-b840-63f88c8da1ea',
    controlPointEnded: 1,
    namePrefixes: ['Kontakt'],
  },
  timing: {
    connectTimeoutMs: 10_000,
    connectGapsMs: [250, 1000, 4000],
    connectTotalMs: 60_000,
    reconnectAfterMs: DEFAULT_RECONNECT_AFTER_MS,
    discoveryTimeoutMs: DEFAULT_DISCOVERY_TIMEOUT_MS,
    operationTimeoutMs: 5000,
    writeTimeoutMs: 15_000,
    afterWriteMs: 100,
    pollStartMs: 100,
    pollMaxMs: 250,
    pollTotalMs: 20_000,
    beforeResponseMs: 1000,
  },
  delivery: {
    timeoutMs: 15_000,
    backoffMinMs: 1000,
    backoffMaxMs: 300_000,
    rateLimitMs: 60_000,
    keepDeliveredDays: 30,
    pauseAfterSameRefusal: 3,
  },
  bulk: DEFAULT_BULK,
  pageSize: 50,
  commands: DEFAULT_COMMANDS,
};

/**
 * Returns `known` with the values of `given` that differ from the defaults, so that an unchanged form resets nothing.
 */
export function withChanges(known: Settings, given: Settings): Settings {
  return overlay(known, given, DEFAULT_SETTINGS) as Settings;
}

function overlay(known: unknown, given: unknown, usual: unknown): unknown {
  if (JSON.stringify(given) === JSON.stringify(usual)) return known;
  if (!isRecord(known) || !isRecord(given) || !isRecord(usual)) return given;
  return {
    ...known,
    ...Object.fromEntries(Object.keys(given).map((name) => [name, overlay(known[name], given[name], usual[name])])),
  };
}
