/** However a backend pages its list, every device is read and none that it has leaves the saved list. */
import { describe, expect, it } from 'vitest';
import { fixtureAccount, fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { devicesOver } from '../../../test/support/stores-over-rows.ts';
import { nextTurn } from '../../../test/support/until.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { CachedDevice, Device } from '../../domain/device.ts';
import { createDeviceList } from './device-list.ts';
import type { DeviceListBackend, DevicePage } from './ports.ts';

interface Habits {
  /** Most devices in one answer, whatever was requested. */
  readonly most?: number;
  /** Larger pages are refused. */
  readonly refusesOver?: number;
  /** The link goes on where the requested page ends (`passesOver`), where the answer ends, or there is none. */
  readonly links?: 'afterAnswer' | 'passesOver' | 'none';
  readonly counts?: boolean;
  /** The start index is ignored: each page is the first. */
  readonly isStuck?: boolean;
  /** A device is inserted before all others at each request, so that the pages shift. */
  readonly shifts?: boolean;
  /** The start index counts five times as many devices as this key sees. */
  readonly isSparse?: boolean;
  /** Says that more follows, without a usable link. */
  readonly breaksOff?: boolean;
}

const REFUSED: BackendFailure = {
  kind: 'invalid',
  status: 422,
  message: '',
  fields: [],
  retryAfterMs: null,
};

function backendWith(fleet: readonly Device[], habits: Habits) {
  const { most = Infinity, refusesOver = Infinity, links = 'afterAnswer', counts = false } = habits;
  const requests: string[] = [];
  let inFlight = 0;
  let together = 0;
  const backend: DeviceListBackend = {
    async devicePage(at, pageSize) {
      requests.push(String(at));
      inFlight += 1;
      together = Math.max(together, inFlight);
      await nextTurn();
      inFlight -= 1;
      const fields = new URLSearchParams(typeof at === 'string' ? at : `startIndex=${at}&maxResult=${pageSize}`);
      const [asked, size] = [Number(fields.get('startIndex')), Number(fields.get('maxResult'))];
      if (size > refusesOver) return { ok: false, failure: REFUSED };
      const start = habits.isStuck === true ? 0 : habits.shifts === true ? Math.max(0, asked - requests.length) : asked;
      const part = habits.isSparse === true ? 5 : 1;
      const devices = fleet.slice(Math.ceil(start / part), Math.ceil((start + Math.min(size, most)) / part));
      const next = links === 'passesOver' ? asked + size : asked + devices.length;
      const hasMore = links !== 'none' && next < fleet.length * part && next > asked;
      const value: DevicePage = {
        devices,
        startIndex: asked,
        nextQuery: hasMore ? `startIndex=${next}&maxResult=${size}` : null,
        breaksOff: habits.breaksOff === true,
        skipped: 0,
        isCut: false,
        count: counts ? fleet.length : null,
      };
      return { ok: true, value };
    },
    async readDevices(ids) {
      requests.push(`by name ${ids.length}`);
      return {
        ok: true,
        value: { devices: fleet.filter(({ uniqueId }) => ids.includes(uniqueId)).slice(0, most), isWhole: true },
      };
    },
  };
  return { backend, requests, together: () => together };
}

async function readWith(fleet: readonly Device[], saved: readonly CachedDevice[], habits: Habits, pageSize = 500) {
  const rows = new Map(saved.map((row) => [row.uniqueId, row]));
  const none = { all: async () => [], watch: () => () => {} } as never;
  const { backend, requests, together } = backendWith(fleet, habits);
  const account = fixtureAccount();
  const list = createDeviceList({
    account: { settings: { ...account.settings, pageSize } },
    backend,
    devices: devicesOver({ devices: rows }),
    packages: none,
    runs: none,
    receipts: none,
    clock: { nowMs: () => 0, sleep: async () => {} },
    pace: { current: () => null },
  });
  await list.refresh();
  return { rows, requests, together: together(), state: list.list.value };
}

const fleetOf = (count: number) =>
  Array.from({ length: count }, (_, at) => fixtureDevice(at, { uniqueId: `d${String(at).padStart(6, '0')}` }));

const BACKENDS: readonly [string, Habits][] = [
  ['gives what is asked for', {}],
  ['counts too', { counts: true }],
  ['counts devices that the key does not see', { isSparse: true, links: 'passesOver' }],
  ...[10, 50, 100].flatMap((most): [string, Habits][] => [
    [`gives at most ${most}`, { most }],
    [`gives at most ${most} and passes over the others`, { most, links: 'passesOver' }],
    [`gives at most ${most} and has no links`, { most, links: 'none' }],
    [`gives at most ${most} and counts`, { most, counts: true }],
    [`refuses more than ${most}`, { refusesOver: most }],
  ]),
];

describe.each(BACKENDS)('the list of a backend that %s', (_name, habits) => {
  it.each([0, 7, 230, 1000])('is read completely if it contains %i devices', async (count) => {
    const { rows, state } = await readWith(fleetOf(count), [], habits);
    expect(rows.size).toBe(count);
    expect(state).toMatchObject({ failure: null, short: null });
  });

  it('keeps every stored device that the backend has, and drops the one that it does not have', async () => {
    const fleet = fleetOf(230);
    const saved = [...fleet, fixtureDevice(999, { uniqueId: 'gone' })];
    const { rows } = await readWith(fleet, saved, habits);
    expect([...rows.keys()].toSorted()).toEqual(fleet.map(({ uniqueId }) => uniqueId));
  });
});

it.each<[string, Habits]>([
  ['shifts', { shifts: true }],
  ['breaks off', { links: 'none', breaksOff: true, most: 49 }],
])('reading keeps each device of a list that %s', async (_name, habits) => {
  const fleet = fleetOf(230);
  const saved = [...fleet, fixtureDevice(999, { uniqueId: 'gone' })];
  const { rows } = await readWith(fleet, saved, habits, 50);
  expect(rows.size).toBe(231);
});

it('reading a list ends with a backend that returns the first page for any start', async () => {
  const { rows, requests } = await readWith(fleetOf(230), [], { isStuck: true, most: 50, links: 'none' });
  expect(rows.size).toBe(50);
  expect(requests).toEqual(['0', '50']);
});

it('reading a list requests the largest page, and never more than the account allows', async () => {
  const fleet = fleetOf(10_000);
  expect((await readWith(fleet, [], {})).requests).toHaveLength(20);
  expect((await readWith(fleet, [], {}, 200)).requests).toHaveLength(50);
});

it('reading a list with devices that the key does not see takes one request more', async () => {
  const { requests } = await readWith(fleetOf(1000), [], { isSparse: true, links: 'passesOver' });
  expect(requests).toHaveLength(11);
});

it('reading a list requests three pages at once when it is known that there are so many', async () => {
  const fleet = fleetOf(3000);
  expect(await readWith(fleet, [], {})).toMatchObject({ together: 1 });
  expect(await readWith(fleet, [], { counts: true })).toMatchObject({ together: 3 });
  const again = await readWith(fleet, fleet, {});
  expect(again.together).toBe(3);
  expect(new Set(again.requests).size).toBe(again.requests.length);
  expect(again.requests).toHaveLength(6);
});
