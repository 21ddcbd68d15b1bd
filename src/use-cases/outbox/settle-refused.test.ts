/** When the refusal of a beacon settles by itself, because somebody else has brought the values to it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues, Device } from '../../domain/device.ts';
import { countNeeds } from '../../domain/delivery/needs.ts';
import { APPLIED_ELSEWHERE } from '../../domain/delivery/verdict.ts';
import { storyOf } from '../../domain/beacon-story.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { settleRefused } from './settle-refused.ts';

const ID = 'tB4x';
const NOW = 1000;
const VALUES = { minor: 5 };
const failed = (kind: BackendFailure['kind'], status: number): BackendResult<never> => ({
  ok: false,
  failure: { kind, status, message: '', fields: [], retryAfterMs: null },
});

let receipts: Map<string, Receipt>;
let packages: Map<string, CarriedPackage>;
let device: Device;
let pending: BackendResult<AttributeValues | null>;
let listed: { attributes: AttributeValues; readAtMs: number };
let requests: string[];

beforeEach(() => {
  requests = [];
  pending = { ok: true, value: null };
  device = fixtureDevice(0, { uniqueId: ID, pending: null, attributes: VALUES });
  listed = { attributes: VALUES, readAtMs: NOW };
  receipts = new Map();
  packages = new Map();
  refuse();
});

function refuse(changes: Partial<Receipt> = {}): void {
  const row = fixtureReceipt(ID, {
    id: 'no',
    state: 'refused',
    held: true,
    result: 7,
    values: VALUES,
    createdAtMs: 500,
    mirrored: true,
    ...changes,
  });
  receipts.set(row.id, row);
  packages.set('dead', fixturePackage(ID, { id: 'dead', state: 'dead', values: VALUES }));
  packages.set('next', fixturePackage(ID, { id: 'next', values: { minor: 6 } }));
}

const settle = (why: 'network' | 'list' = 'network'): Promise<boolean> =>
  settleRefused(
    {
      backend: {
        async readPending() {
          requests.push('pending');
          return pending;
        },
        async readDevice() {
          return { ok: true, value: device };
        },
        encryptConfig: async () => failed('server', 500),
      },
      receipts: {
        all: async () => [...receipts.values()],
        async update(id, change) {
          const row = change(receipts.get(id)!);
          if (row !== null) receipts.set(id, row);
          return row;
        },
      },
      packages: {
        ofDevice: async () => [...packages.values()],
        mark: async (id, state) => void packages.set(id, { ...packages.get(id)!, state }),
      },
      devices: { get: async () => fixtureDevice(0, { uniqueId: ID, pending: null, ...listed }) },
      clock: { nowMs: () => NOW },
    },
    why,
  );
const isSettled = (): boolean => receipts.get('no')!.lastAnswer?.code === APPLIED_ELSEWHERE;

describe('a receipt with a refusal of the beacon', () => {
  it.each(['network', 'list'] as const)('is settled when values are shown and nothing is pending: %s', async (why) => {
    await expect(settle(why)).resolves.toBe(true);
    expect(receipts.get('no')).toMatchObject({ state: 'refused', givenUpAtMs: NOW });
    expect(countNeeds([...receipts.values()], [])).toBe(0);
    expect([...packages.values()].map(({ id, state }) => `${id} ${state}`)).toEqual(['dead used', 'next carried']);
    const run = fixtureRun(ID, {
      step: 'receipt',
      outcome: { kind: 'refused', receiptId: 'no', result: 7 },
      packageId: 'dead',
    });
    const story = storyOf(ID, { packages: [packages.get('dead')!], runs: [run], receipts: [...receipts.values()] });
    expect(story).toMatchObject({ run: null, receipt: null });
  });

  it.each<[string, () => void]>([
    ['the change is still pending', () => (pending = { ok: true, value: VALUES })],
    ['another change is pending', () => (pending = { ok: true, value: { minor: 6 } })],
    ['the device shows other values', () => (device = { ...device, attributes: { minor: 4 } })],
    ['the device shows no values', () => (device = { ...device, attributes: {} })],
    ['only the record of the device says that nothing is pending', () => (pending = failed('notFound', 404))],
    ['its values came from a file', () => refuse({ origin: 'import' })],
    ['it may be of another beacon', () => refuse({ owner: 'unsure', candidates: [ID, 'other'] })],
  ])('is not settled while %s', async (_why, change) => {
    change();
    await settle();
    expect([isSettled(), packages.get('dead')!.state]).toEqual([false, 'dead']);
  });

  it('causes no request after a list that does not show the values, or was read before the refusal', async () => {
    listed = { attributes: { minor: 4 }, readAtMs: NOW };
    await settle('list');
    listed = { attributes: VALUES, readAtMs: 400 };
    await settle('list');
    expect([requests, isSettled()]).toEqual([[], false]);
  });

  it('is looked at again when the backend did not answer', async () => {
    pending = failed('offline', 0);
    await expect(settle()).resolves.toBe(false);
    pending = failed('server', 500);
    await expect(settle()).resolves.toBe(true);
    expect(isSettled()).toBe(false);
  });

  it('is not settled once a person has taken up the receipt again', async () => {
    await settle();
    const { givenUpAtMs: _, ...again } = receipts.get('no')!;
    receipts.set('no', again);
    await settle();
    expect(receipts.get('no')?.givenUpAtMs).toBeUndefined();
  });
});
