/**
 * A backend that returns far more devices than requested: they are stored in batches, the person sees the progress and
 * can stop, and there is a limit.
 */
import { whenFits } from '../../domain/when-fits.ts';
import { expect, it } from 'vitest';
import { createBackend } from '../../backend/backend.ts';
import { makeAccount } from '../../domain/account.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { sampled } from '../../../test/support/sampled.ts';
import { devicesOver } from '../../../test/support/stores-over-rows.ts';
import { nextTurn } from '../../../test/support/until.ts';
import { createDeviceList } from './device-list.ts';
import type { DeviceHead, ListedDevices } from './ports.ts';

const account = makeAccount(
  { name: 'x', baseUrl: 'https://v3.example', legacyBaseUrl: 'https://legacy.example', vendor: 'acme' },
  'a',
  'live',
  0,
);

function open(
  count: number,
  changes: Partial<ListedDevices> = {},
  { headDrawn, nowMs = () => 0 }: { headDrawn?: () => Promise<void>; nowMs?: () => number } = {},
) {
  const rows = new Map<string, CachedDevice>();
  const devices = devicesOver({ devices: rows });
  const writes: number[] = [];
  const body = `{"devices":[${Array.from({ length: count }, (_, at) => `{"uniqueId":"d${at}","deviceType":"B"}`).join(',')}]}`;
  const none = { all: async () => [], watch: () => () => {} } as never;
  const list = createDeviceList({
    account,
    backend: createBackend({
      account,
      apiKey: () => 'key-0123456789',
      clock: { nowMs: () => 0 },
      fetch: () => Promise.resolve(new Response(body)),
      timeout: () => new AbortController().signal,
    }),
    packages: none,
    runs: none,
    receipts: none,
    clock: { nowMs, sleep: async () => {} },
    pace: { current: () => null },
    ...(headDrawn === undefined ? {} : { headDrawn }),
    devices: {
      ...devices,
      putMany(many) {
        writes.push(many.length);
        return devices.putMany(many);
      },
      ...changes,
    },
  });
  return { list, rows, writes, completed: devices.completedAtMs };
}

it('the devices of a list are written and shown in batches', async () => {
  const { list, rows, writes, completed } = open(30_000);
  const read: number[] = [];
  list.list.subscribe(() => read.push(list.list.value.refreshing?.read ?? -1));
  let turns = 0;
  const counting = setInterval(() => (turns += 1));
  await list.refresh();
  clearInterval(counting);
  expect(rows.size).toBe(30_000);
  expect(Math.max(...writes)).toBeLessThanOrEqual(1000);
  expect(new Set(read).size).toBeGreaterThan(29);
  // Other tasks ran in between.
  expect(turns).toBeGreaterThan(5);
  expect(await completed()).toBe(0);
  expect([...rows.values()].map(({ order }) => order)).toEqual(Array.from({ length: 30_000 }, (_, at) => at));
});

it('reading a list of devices can be stopped between two batches, and keeps what was read', async () => {
  const { list, rows, completed } = open(30_000);
  const stop = list.list.subscribe(() => {
    if ((list.list.value.refreshing?.read ?? 0) >= 3000) list.cancelRefresh();
  });
  await list.refresh();
  stop();
  expect(rows.size).toBe(3000);
  expect(await completed()).toBeNull();
  expect(list.list.value).toMatchObject({ refreshing: null, failure: null });
});

const LONG: readonly (readonly [string, (opened: ReturnType<typeof open>) => Promise<void>, number])[] = [
  [
    'keeps 200,000 without saying that there are more',
    async ({ list, completed }) => {
      await list.refresh();
      expect(list.list.value).toMatchObject({ failure: null, short: null });
      expect(await completed()).toBe(0);
    },
    200_000,
  ],
  [
    'keeps the first 200,000 of a quarter of a million, and says so',
    async ({ list, completed }) => {
      await list.refresh();
      expect(list.list.value).toMatchObject({ failure: null, short: { read: 200_000, counted: null } });
      expect(await completed()).toBe(0);
    },
    250_000,
  ],
  [
    'keeps the first 200,000 of an oversized part',
    ({ list }) => list.fetchPart({ startIndex: 0, maxResult: 500, orderBy: 'created', order: 'ASC', onePage: true }),
    250_000,
  ],
];
it.each(sampled('long lists', LONG, 1))('reading a very long list of devices %s', async (_title, read, count) => {
  const opened = open(count);
  await read(opened);
  expect(opened.rows.size).toBe(200_000);
});

it('a long list of devices is shown rarely enough that reading takes most of the time', async () => {
  let atMs = 0;
  let listen: () => void = () => {};
  let turns = 0;
  const stored: CachedDevice[] = [];
  const { list } = open(
    60_000,
    {
      watch: (listener) => {
        listen = listener;
        return () => {};
      },
      putMany: async (many) => {
        atMs += 1000;
        stored.push(...many);
        listen();
      },
      all: async () => {
        turns += 1;
        atMs += 4000;
        return [...stored];
      },
    },
    { nowMs: () => atMs },
  );
  await list.start();
  turns = 0;
  await list.refresh();
  // The previous rows, the first new ones while the list is short, one update in 40 s, and the whole list at the end.
  expect(turns).toBeGreaterThan(3);
  expect(turns).toBeLessThan(10);
});

it('the top of the stored list of devices is shown first, and the rest is read when the top is drawn', async () => {
  const head: DeviceHead = { devices: [{ uniqueId: 'd0' } as CachedDevice], count: 100_000 };
  let draw: () => void = () => {};
  const drawn = new Promise<void>((resolve) => (draw = resolve));
  let readings = 0;
  const all = async () => {
    readings += 1;
    return [...head.devices];
  };
  const { list } = open(0, { head: async () => head, all }, { headDrawn: () => drawn });
  const starting = list.start();
  await whenFits(list.list, ({ head }) => head != null);
  await nextTurn();
  expect(list.list.value).toMatchObject({ devices: null, head });
  expect(readings).toBe(0);
  draw();
  await starting;
  expect(list.list.value).toMatchObject({ head: null });
  expect(readings).toBe(1);
});

it('opening the list of devices does not wait for the screen when the stored list is short or was never complete', async () => {
  const never = () => new Promise<void>(() => {});
  for (const head of [null, { devices: [], count: 2000 }]) {
    const { list } = open(0, { head: async () => head }, { headDrawn: never });
    await list.start();
    expect(list.list.value).toMatchObject({ head: null });
  }
});
