/**
 * Rows for the specimens of the device list: an ordinary one, one in progress, one without a track, one with a very long name.
 */
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import type { CachedDevice } from '../../src/domain/device.ts';
import { tableOf } from '../../src/domain/beacon-table.ts';

const nowMs = Date.UTC(2025, 5, 3, 12);

function device(uniqueId: string, order: number, changes: Partial<CachedDevice> = {}): CachedDevice {
  return {
    uniqueId,
    deviceType: 'BEACON',
    name: 'Kontakt',
    alias: null,
    tags: [],
    notes: null,
    model: 'TB15-1',
    mac: null,
    access: 'OWNER',
    firmware: '1.12',
    batteryPercent: 64,
    lastSeenMs: nowMs - 600_000 * (order + 1),
    pending: null,
    attributes: {},
    readAtMs: nowMs,
    order,
    ...changes,
  };
}

export const specimenDevices: readonly CachedDevice[] = [
  device('fk3Q', 0, { alias: 'Ward 3, bed 12' }),
  device('tB4x', 1, { alias: 'Aisle 40', pending: { txPower: 4 } }),
  device('a7O0', 2, { name: null, model: null, access: null, firmware: null, batteryPercent: null, lastSeenMs: null }),
  device('Kf7Qp2', 3, {
    alias: 'North wing, level 4, the long service corridor behind radiology, third ceiling panel after the fire door',
  }),
];

const carried: CarriedPackage = {
  id: 'package-Kf7Qp2',
  uniqueId: 'Kf7Qp2',
  deviceType: 'BEACON',
  kind: 'configuration',
  state: 'carried',
  values: { txPower: 4 },
  before: { txPower: 3 },
  base64: 'AAMQ',
  token: 7,
  preparedAtMs: nowMs,
  fetchedAtMs: nowMs,
};

export const specimenBeacons = tableOf({
  packages: [carried],
  runs: [],
  receipts: [],
  edits: [],
  underWay: new Set(),
});
