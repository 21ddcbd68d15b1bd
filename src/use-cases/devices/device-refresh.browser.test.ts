/** A list that is read again writes only what has changed, on a real database. */
import { whenFits } from '../../domain/when-fits.ts';
import { expect } from '@open-wc/testing';
import { openSample, removeDatabase } from '../../../test/support/sample-rows.ts';
import { fixtureAccount, fixturePackage } from '../../../test/support/fixture-rows.ts';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { createBackend } from '../../backend/backend.ts';
import { accountDatabase } from '../../names.ts';
import type { AccountStorage } from '../../storage/open-account.ts';
import { createDeviceList, type DeviceListService } from './device-list.ts';

const PAGE = 50;
const account = fixtureAccount({ settings: { ...DEFAULT_SETTINGS, pageSize: PAGE } });
const FLEET = 4 * PAGE;

interface Fleet {
  /** As the backend lists them; the test may change them. */
  rows: Record<string, unknown>[];
  /** From this page on, answers are not lists. */
  breaksAt: number;
  nowMs: number;
}

/** Creates a backend that lists `fleet` page by page, or the requested devices. */
function listing(fleet: Fleet): (url: string) => Promise<Response> {
  return async (url) => {
    const { searchParams } = new URL(url);
    const named = searchParams.get('uniqueId')?.split(',');
    if (named !== undefined) {
      const devices = fleet.rows.filter(({ uniqueId }) => named.includes(String(uniqueId)));
      return Response.json({ devices, searchMeta: { startIndex: 0, count: devices.length, nextResults: '' } });
    }
    const from = Number(searchParams.get('startIndex') ?? 0);
    if (from / PAGE >= fleet.breaksAt) return new Response('', { status: 500 });
    const next = from + PAGE < fleet.rows.length ? `https://legacy.example/device?startIndex=${from + PAGE}` : '';
    return Response.json({
      devices: fleet.rows.slice(from, from + PAGE),
      searchMeta: { startIndex: from, count: fleet.rows.length, nextResults: next },
    });
  };
}

const beacon = (at: number): Record<string, unknown> => ({
  uniqueId: `d${at}`,
  deviceType: 'BEACON',
  alias: `Door ${at}`,
  tags: ['north', 'ward'],
  interval: 350,
  powerSaving: { features: ['RTC'], moveSuspendTimeout: 60 },
});

/** Returns the IDs that are written and removed during `work`. */
async function writes(work: () => Promise<unknown>): Promise<{ put: string[]; removed: string[] }> {
  const { put, delete: remove } = IDBObjectStore.prototype;
  const seen = { put: [] as string[], removed: [] as string[] };
  IDBObjectStore.prototype.put = function counted(...parameters: Parameters<typeof put>) {
    if (this.name === 'devices') seen.put.push((parameters[0] as { uniqueId: string }).uniqueId);
    return put.apply(this, parameters);
  };
  IDBObjectStore.prototype.delete = function counted(...parameters: Parameters<typeof remove>) {
    if (this.name === 'devices') seen.removed.push(String(parameters[0]));
    return remove.apply(this, parameters);
  };
  try {
    await work();
    return seen;
  } finally {
    Object.assign(IDBObjectStore.prototype, { put, delete: remove });
  }
}

describe('a list of devices that is read again', () => {
  let storage: AccountStorage;
  let accountId: string;
  let list: DeviceListService;
  let fleet: Fleet;

  function listOver(stored: AccountStorage): DeviceListService {
    const nowMs = (): number => fleet.nowMs;
    const answer = listing(fleet);
    const backend = createBackend({
      account,
      apiKey: () => 'key-0123456789',
      clock: { nowMs },
      timeout: () => new AbortController().signal,
      fetch: (url) => answer(url),
    });
    const { devices, packages, runs, receipts } = stored;
    return createDeviceList({
      account,
      backend,
      devices,
      packages,
      runs,
      receipts,
      clock: { nowMs, sleep: async () => {} },
      pace: { current: () => null },
    });
  }
  const shown = (): string[] => list.list.value.devices!.map(({ uniqueId, alias }) => `${uniqueId} ${alias}`);
  const listed = (): string[] => fleet.rows.map(({ uniqueId, alias }) => `${String(uniqueId)} ${String(alias)}`);
  const readAt = (uniqueId: string): number | undefined =>
    list.list.value.devices!.find((device) => device.uniqueId === uniqueId)?.readAtMs;

  /** As after a restart: nothing is in memory. */
  async function reopen(): Promise<void> {
    list.close();
    storage.close();
    storage = await openSample(accountId, { mirror: null });
    list = listOver(storage);
    await list.start();
  }

  beforeEach(async () => {
    accountId = crypto.randomUUID();
    fleet = { rows: Array.from({ length: FLEET }, (_, at) => beacon(at)), breaksAt: Infinity, nowMs: 1000 };
    storage = await openSample(accountId, { mirror: null });
    list = listOver(storage);
    await list.start();
    const { put } = await writes(() => list.refresh());
    expect(put).to.have.length(FLEET);
    fleet.nowMs = 2000;
  });
  afterEach(async () => {
    list.close();
    storage.close();
    await removeDatabase(accountDatabase(accountId));
  });

  it('writes none of the unchanged devices, whatever the order of their fields, and stores when they were read', async () => {
    fleet.rows = fleet.rows.map((row) => Object.fromEntries(Object.entries(row).toReversed()));
    expect(await writes(() => list.refresh())).to.deep.equal({ put: [], removed: [] });
    expect([readAt('d0'), readAt('d199'), list.list.value.completedAtMs]).to.deep.equal([2000, 2000, 2000]);
    await reopen();
    expect([readAt('d0'), (await storage.devices.get('d199'))!.readAtMs]).to.deep.equal([2000, 2000]);
    expect((await storage.devices.head())!.devices[0]!.readAtMs).to.equal(2000);
  });

  it('writes the changed device, removes the missing one, and puts a new one in its place', async () => {
    fleet.rows = fleet.rows.toSpliced(70, 1).toSpliced(30, 1, { ...beacon(30), alias: 'Gate' });
    fleet.rows = [...fleet.rows.toSpliced(120, 0, beacon(1000)), beacon(1001)];
    const { put, removed } = await writes(() => list.refresh());
    expect(put.sort()).to.deep.equal(['d1000', 'd1001', 'd30']);
    expect(removed).to.deep.equal(['d70']);
    expect(shown()).to.deep.equal(listed());
    await reopen();
    expect(shown()).to.deep.equal(listed());
    expect(await writes(() => list.refresh())).to.deep.equal({ put: [], removed: [] });
  });

  it('keeps the devices that arrived when the read fails half way, and is complete after the next read', async () => {
    fleet.rows = fleet.rows.map((row, at) => (at === 10 || at === 150 ? { ...row, alias: 'Gate' } : row));
    fleet.breaksAt = 2;
    const half = await writes(() => list.refresh());
    expect(list.list.value.failure).not.to.equal(null);
    expect(half).to.deep.equal({ put: ['d10'], removed: [] });
    // An incomplete read proves nothing about the other devices.
    expect([readAt('d10'), readAt('d11'), readAt('d150')]).to.deep.equal([2000, 1000, 1000]);
    fleet.breaksAt = Infinity;
    fleet.nowMs = 3000;
    expect(await writes(() => list.refresh())).to.deep.equal({ put: ['d150'], removed: [] });
    expect(shown()).to.deep.equal(listed());
    expect([readAt('d10'), readAt('d150')]).to.deep.equal([3000, 3000]);
  });

  it('leaves a needed device that the backend no longer lists as it was read', async () => {
    await storage.packages.replace(fixturePackage('d70'));
    fleet.rows = fleet.rows.toSpliced(70, 1);
    expect(await writes(() => list.refresh())).to.deep.equal({ put: [], removed: [] });
    expect([readAt('d69'), readAt('d70'), readAt('d71')]).to.deep.equal([2000, 1000, 2000]);
  });

  it('writes again a device whose stored time is later than now because the clock was set back', async () => {
    fleet.nowMs = 500;
    expect((await writes(() => list.refresh())).put).to.have.length(FLEET);
    await reopen();
    expect(readAt('d0')).to.equal(500);
  });

  it('is compared with what another window has written, and is announced to that window', async () => {
    const there = await openSample(accountId, { mirror: null });
    const other = listOver(there);
    await other.start();
    const d5 = (await there.devices.get('d5'))!;
    await there.devices.putMany([{ ...d5, alias: 'by the other window' }]);
    const { put } = await writes(() => list.refresh());
    expect(put).to.deep.equal(['d5']);
    fleet.nowMs = 3000;
    const notified = whenFits(other.list, ({ completedAtMs }) => completedAtMs === 3000);
    expect((await writes(() => list.refresh())).put).to.deep.equal([]);
    await notified;
    const [seen] = other.list.value.devices!.filter(({ uniqueId }) => uniqueId === 'd5');
    expect([seen!.alias, seen!.readAtMs]).to.deep.equal(['Door 5', 3000]);
    expect(await writes(() => Promise.all([list.refresh(), other.refresh()]))).to.deep.equal({ put: [], removed: [] });
    other.close();
    there.close();
  });
});
