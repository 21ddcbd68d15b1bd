/** The default settings of an account, and the changes to them. */
import { DEFAULT_PROFILE } from './bluetooth-profile.ts';
import { isRecord } from './record.ts';
import type { Settings } from './settings.ts';

/** Largest `maxResult` that the backend accepts (field-facts.md 3). */
export const MAX_PAGE_SIZE = 500;

export const DEFAULT_SETTINGS = {
  profile: DEFAULT_PROFILE,
  timing: {
    connectTimeoutMs: 10_000,
    connectGapsMs: [250, 1000, 4000],
    connectTotalMs: 60_000,
    reconnectAfterMs: 2500,
    discoveryTimeoutMs: 15_000,
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
  bulk: { inFlight: 4, idsAtOnce: 20 },
  pageSize: MAX_PAGE_SIZE,
  pageSizeIs: 'most' as const,
  commands: {
    identify: 'BLINK_10S',
    restart: 'RESET',
    nonConnectable: 'NONCONNECTABLE',
    bootloader: 'BOOTLOADER',
  },
  protocol: { mediaVersion: 10, keyHeader: 'Api-Key' as const },
};

/**
 * Returns `base` with the values of `changes` that differ from the defaults, so that an unchanged form resets nothing.
 */
export function withChanges(base: Settings, changes: Settings): Settings {
  return overlay(base, changes, DEFAULT_SETTINGS) as Settings;
}

function overlay(base: unknown, changes: unknown, usual: unknown): unknown {
  if (JSON.stringify(changes) === JSON.stringify(usual)) return base;
  if (!isRecord(base) || !isRecord(changes) || !isRecord(usual)) return changes;
  return {
    ...base,
    ...Object.fromEntries(Object.keys(changes).map((name) => [name, overlay(base[name], changes[name], usual[name])])),
  };
}
