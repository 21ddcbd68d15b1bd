/**
 * Invented rows for tests of pages: devices in any number (long names, right-to-left text, missing fields), packages,
 * runs, receipts.
 */
import type { Account } from '../../src/domain/account.ts';
import { encodeBase64 } from '../../src/domain/base64.ts';
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import type { CachedDevice } from '../../src/domain/device.ts';
import { writePacket } from '../../src/domain/packet.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/default-settings.ts';
import { errandOf, type ErrandRow } from '../../src/domain/errand.ts';
import type { VirtualEdit } from '../../src/domain/virtual-edit.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An account of the sandbox that a test serves at `http://s/sandbox`. */
export const AT_SANDBOX = {
  kind: 'sandbox',
  baseUrl: 'http://s/sandbox',
  legacyBaseUrl: 'http://s/sandbox/legacy',
  vendor: 'acme',
} as const satisfies Partial<Account>;

export function fixtureAccount(changes: Partial<Account> = {}): Account {
  return {
    id: 'acc-1',
    kind: 'live',
    name: 'North Wing Hospital',
    baseUrl: 'https://api.example.com',
    legacyBaseUrl: 'https://legacy.example.com',
    vendor: 'kontakt',
    createdAtMs: Date.UTC(2026, 0, 5),
    settings: DEFAULT_SETTINGS,
    ...changes,
  };
}

const NAMES = [
  'Ward 3 entrance',
  'Basement B corridor',
  'Cold store door 12',
  'Loading dock',
  'MRI suite',
  'Lift lobby 4',
  'Pharmacy hatch',
] as const;
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Returns the nth device. 3, 7 and 11 are unusual: very long texts, right-to-left text, missing fields. */
export function fixtureDevice(index: number, changes: Partial<CachedDevice> = {}): CachedDevice {
  const nowMs = Date.now();
  const uniqueId = fixtureId(index);
  const base: CachedDevice = {
    uniqueId,
    deviceType: index % 9 === 8 ? 'GATEWAY' : 'BEACON',
    name: index % 2 === 0 ? 'Kontakt' : `FK-${uniqueId}`,
    alias: `${NAMES[index % NAMES.length]!} ${1 + Math.floor(index / NAMES.length)}`,
    tags: index % 4 === 0 ? ['floor-2', 'night shift'] : ['floor-1'],
    notes: index % 5 === 0 ? 'Behind the ceiling tile, left of the sprinkler.' : null,
    model: index % 3 === 0 ? 'SB18-3' : 'TB15-1',
    mac: `fa:bc:${hex(index >> 8)}:${hex(index)}:3d:7e`,
    access: index % 11 === 10 ? 'VIEWER' : 'OWNER',
    firmware: '1.12',
    batteryPercent: (index * 37) % 101,
    lastSeenMs: nowMs - (index + 1) * 7 * MINUTE_MS,
    pending: index % 13 === 5 ? { txPower: 5 } : null,
    attributes: {
      proximity: 'f7826da6-4fa2-4e98-8024-bc5b71e0893e',
      major: 1000 + index,
      minor: index % 65_536,
      txPower: 3,
      interval: 350,
      packets: ['IBEACON', 'KONTAKT_TLM'],
      'powerSaving.features': [],
      'accelerometer.sensitivity': 16,
      shuffled: false,
      orderId: 'AB-1204-77',
    },
    readAtMs: nowMs - 4 * MINUTE_MS,
    order: index,
  };
  return { ...base, ...oddities(index, base), ...changes };
}

function oddities(index: number, base: CachedDevice): Partial<CachedDevice> {
  if (index === 3) {
    return {
      alias:
        'North wing, level 4, the long service corridor behind radiology, third ceiling panel after the fire door, above the blue cable tray',
      tags: Array.from({ length: 20 }, (_, n) => `tag-number-${n}-with-a-longish-name`.slice(0, 32)),
    };
  }
  if (index === 7) return { alias: 'מסדרון מעבדה 7 (B)', notes: 'ליד הדלת הכחולה' };
  if (index === 11) {
    const { deviceType, pending, readAtMs, order } = base;
    return fixtureBareDevice(base.uniqueId, { deviceType, pending, readAtMs, order });
  }
  return {};
}

/** Returns a device of which only the ID is known. */
export function fixtureBareDevice(uniqueId: string, changes: Partial<CachedDevice> = {}): CachedDevice {
  return {
    uniqueId,
    deviceType: 'BEACON',
    name: null,
    alias: null,
    tags: [],
    notes: null,
    model: null,
    mac: null,
    access: null,
    firmware: null,
    batteryPercent: null,
    lastSeenMs: null,
    pending: null,
    attributes: {},
    readAtMs: 0,
    order: 0,
    ...changes,
  };
}

export function fixtureDevices(count: number): CachedDevice[] {
  return Array.from({ length: count }, (_, index) => fixtureDevice(index));
}

/** Returns the uniqueId of the nth fixture device: four to six case-sensitive characters. */
export function fixtureId(index: number): string {
  let rest = index * 7919 + 190_133;
  let text = '';
  for (let place = 0; place < 4; place += 1) {
    text += ALPHABET[rest % ALPHABET.length]!;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return index % 6 === 4 ? `${text}${ALPHABET[index % ALPHABET.length]!}q` : text;
}

/** Returns a packet whose header says what the row is for. */
function requestFor(row: ErrandRow): string {
  const { operation } = errandOf(row);
  const payload = Uint8Array.from({ length: 8 }, (_, at) => at + 5);
  return encodeBase64(writePacket({ revision: 0, kind: 'encryptedRequest', operation, token: 0x04_03_02_01, payload }));
}

export function fixturePackage(uniqueId: string, changes: Partial<CarriedPackage> = {}): CarriedPackage {
  const nowMs = Date.now();
  return {
    id: `pkg-${uniqueId}`,
    uniqueId,
    deviceType: 'BEACON',
    kind: 'configuration',
    state: 'carried',
    values: { txPower: 5, interval: 500 },
    before: { txPower: 3, interval: 350 },
    base64: requestFor({ kind: 'configuration', ...changes }),
    token: Math.floor((nowMs - 40 * MINUTE_MS) / 1000),
    preparedAtMs: nowMs - 41 * MINUTE_MS,
    fetchedAtMs: nowMs - 40 * MINUTE_MS,
    ...changes,
  };
}

export function fixtureRun(uniqueId: string, changes: Partial<Run> = {}): Run {
  const startedAtMs = changes.startedAtMs ?? Date.now() - 12 * MINUTE_MS;
  return {
    id: `run-${uniqueId}`,
    uniqueId,
    deviceType: 'BEACON',
    packageId: `pkg-${uniqueId}`,
    packageBase64: requestFor(changes),
    packageToken: Math.floor(startedAtMs / 1000) - 600,
    receiptId: `rcp-${uniqueId}`,
    step: 'intent',
    journal: [{ step: 'intent', atMs: startedAtMs }],
    processedAtSeconds: null,
    clock: 'unchecked',
    writes: 0,
    outcome: null,
    startedAtMs,
    endedAtMs: null,
    lastFailure: null,
    ...changes,
  };
}

export function fixtureReceipt(uniqueId: string, changes: Partial<Receipt> = {}): Receipt {
  const createdAtMs = Date.now() - 10 * MINUTE_MS;
  return {
    id: `rcp-${uniqueId}`,
    accountId: 'acc-1',
    runId: `run-${uniqueId}`,
    uniqueId,
    deviceType: 'BEACON',
    owner: 'known',
    candidates: [uniqueId],
    responseBase64: 'AAEQBAABAgMEBQYHCAkKCwwNDg8=',
    token: Math.floor(createdAtMs / 1000) - 600,
    result: null,
    updatedSeconds: Math.floor(createdAtMs / 1000),
    clock: 'checkedDate',
    values: { txPower: 5, interval: 500 },
    state: 'waiting',
    held: false,
    createdAtMs,
    mirrored: true,
    tries: 0,
    unanswered: 0,
    inFlightSinceMs: null,
    lastAnswer: null,
    nextAtMs: null,
    settledAtMs: null,
    origin: 'run',
    ...changes,
  };
}

export function fixtureEdit(uniqueId: string, changes: Partial<VirtualEdit> = {}): VirtualEdit {
  const createdAtMs = Date.now() - DAY_MS / 12;
  return {
    uniqueId,
    deviceType: 'BEACON',
    values: { alias: 'Ward 3, new entrance' },
    base: { alias: 'Ward 3 entrance 1' },
    inFlight: null,
    state: 'waiting',
    held: false,
    createdAtMs,
    changedAtMs: createdAtMs,
    tries: 0,
    lastAnswer: null,
    nextAtMs: null,
    ...changes,
  };
}

function hex(value: number): string {
  return (value & 0xff).toString(16).padStart(2, '0');
}
