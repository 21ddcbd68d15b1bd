/** Devices that are not in the saved list are looked up at the backend, by ID or by the words of a search. */
import { beforeEach, describe, expect, it } from 'vitest';
import { fixtureAccount, fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { devicesOver } from '../../../test/support/stores-over-rows.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { createDeviceList } from './device-list.ts';
import { clock, control, list, preparePhone, requests } from '../../../test/support/prepare-phone.ts';

preparePhone();

let known: readonly string[];
/** An alias with no other device's words. */
let alias: string;

const listed = (): string[] => (list.list.value.devices ?? []).map(({ uniqueId }) => uniqueId);
const value = (found: number, isWhole: boolean) => ({ ok: true, value: { found, isWhole } });

beforeEach(async () => {
  await list.start();
  await list.refresh();
  known = listed();
  alias = list.list.value.devices!.find((device) => /^[A-Z]\w+ \w+/.test(device.alias ?? ''))!.alias!;
  await list.forget();
  requests.length = 0;
});

describe('IDs of devices that are looked up', () => {
  it('are found in one request and added to the list', async () => {
    expect(await list.lookUp(known[7]!)).toMatchObject(value(1, true));
    expect(requests).toHaveLength(1);
    expect(listed()).toEqual([known[7]]);
  });

  it('are looked up 50 at a time', async () => {
    const wanted = known.slice(0, 200);
    expect(await list.lookUp(wanted)).toMatchObject(value(200, true));
    expect(requests).toHaveLength(4);
    expect(new Set(listed())).toEqual(new Set(wanted));
  });

  it('keep their places in a list that has them, with the time of this reading', async () => {
    await list.refresh();
    const before = clock.nowMs();
    await clock.sleep(60_000);
    await list.lookUp([known[3]!, known[1]!]);
    expect(listed()).toEqual(known);
    const read = list.list.value.devices!.filter(({ readAtMs }) => readAtMs > before);
    expect(read.map(({ uniqueId }) => uniqueId)).toEqual([known[1], known[3]]);
  });

  it('are reported as absent if no device of the account has them', async () => {
    expect(await list.lookUp(['n0b0dy', known[0]!])).toMatchObject(value(1, true));
  });

  it('are not reported as absent if the backend ignores the filter', async () => {
    await control('options', { deviceFilter: 'ignored' });
    expect(await list.lookUp(['n0b0dy'])).toMatchObject(value(0, false));
    expect(listed()).toEqual([]);
  });

  it('lead to the failure of the backend if the request fails', async () => {
    await control('faults', { name: 'status', status: 500, times: 9, match: { path: '/device' } });
    expect(await list.lookUp(['n0b0dy'])).toMatchObject({ ok: false });
  });
});

describe('words of a search for devices', () => {
  it('find the devices whose alias contains them', async () => {
    const answered = await list.lookUp(alias);
    expect(answered).toMatchObject({ ok: true, value: { isWhole: true } });
    expect(list.list.value.devices!.map((device) => device.alias)).toContain(alias);
    expect(requests).toHaveLength(1);
  });

  it('find nothing if no alias contains them', async () => {
    expect(await list.lookUp('no such room anywhere')).toMatchObject(value(0, true));
    expect(listed()).toEqual([]);
  });

  it('leave it unknown whether more devices match, where the backend refuses a search', async () => {
    await control('faults', { name: 'status', status: 400, times: 1, match: { path: '/device' } });
    expect(await list.lookUp('no such room anywhere')).toMatchObject(value(0, false));
  });

  it('add no device, and leave it unknown whether more match, where the backend ignores a search', async () => {
    const rows = new Map<string, CachedDevice>();
    const other = fixtureDevice(1);
    const page = { startIndex: 0, nextQuery: null, breaksOff: false, skipped: 0, isCut: false, count: null };
    const none = { all: async () => [], watch: () => () => {} } as never;
    const ignoring = createDeviceList({
      account: fixtureAccount(),
      backend: {
        devicePage: async () => ({ ok: true, value: { ...page, devices: [other] } }),
        readDevices: async () => ({ ok: true, value: { devices: [], isWhole: true } }),
      },
      devices: devicesOver({ devices: rows }),
      packages: none,
      runs: none,
      receipts: none,
      clock: { nowMs: () => 0, sleep: async () => {} },
      pace: { current: () => null },
    });
    expect(await ignoring.lookUp('no such room anywhere')).toMatchObject(value(0, false));
    expect(rows.size).toBe(0);
  });
});
