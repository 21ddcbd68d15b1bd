/**
 * Spare packets for blinking on site: how many belong to a package, in which order, with how many requests, and a
 * package without them.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  prepareInput,
  bulk,
  clock,
  control,
  disk,
  list,
  many,
  phone,
  prepare,
  preparePhone,
  requests,
  sandbox,
} from '../../../test/support/prepare-phone.ts';
import { fixtureRun } from '../../../test/support/fixture-rows.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { OWNER_KEY } from '../../sandbox/backend/gate.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { PrepareTask } from './prepare-many.ts';

preparePhone();

const OWNER_HEADERS = { Accept: 'application/vnd.com.acme+json;version=10', 'Api-Key': OWNER_KEY };

beforeEach(() => {
  phone.fetchesBlinks = true;
});

const ID = 'tB4x';
const carried = (uniqueId = ID): CarriedPackage[] =>
  [...disk.packages.values()].filter((row) => row.uniqueId === uniqueId && row.state === 'carried');
const spares = (uniqueId = ID): CarriedPackage[] =>
  carried(uniqueId)
    .filter(({ spare }) => spare !== undefined)
    .sort((a, b) => a.token! - b.token!);
const configuration = (uniqueId = ID): CarriedPackage =>
  carried(uniqueId).find(({ kind }) => kind === 'configuration')!;
const encrypted = (): string[] => requests.filter((request) => request.startsWith('GET /command/encrypt'));

describe('packets that make a beacon blink, fetched with a package:', () => {
  it('two packets are fetched first: their tokens increase, and the token of the configuration is the highest', async () => {
    expect(await prepareInput()).toMatchObject({ kind: 'onThisPhone' });
    const [first, second] = spares();
    expect(spares()).toMatchObject([
      { kind: 'command', command: 'identify', values: { command: 'BLINK_10S' } },
      { kind: 'command', command: 'identify' },
    ]);
    expect(new Set([first!.spare, second!.spare])).toEqual(new Set([1, 2]));
    expect(first!.token).toBeLessThan(second!.token!);
    expect(second!.token).toBeLessThan(configuration().token!);
    expect(requests.at(-1)).toBe(`GET /config/encrypt?uniqueId=${ID}`);
  });

  it('only missing packets are fetched again, and invalidated packets count as missing', async () => {
    await prepareInput();
    requests.length = 0;
    await prepare.fetchPackage(ID);
    expect(encrypted()).toEqual([]);
    expect(spares()).toHaveLength(2);
    const [first] = spares();
    disk.packages.set(first!.id, { ...first!, state: 'used' });
    await prepare.fetchPackage(ID);
    expect(encrypted()).toHaveLength(1);
    expect(spares()).toHaveLength(2);
    expect(new Set(spares().map(({ spare }) => spare))).toEqual(new Set([1, 2]));
    const written = configuration();
    disk.runs.push(
      fixtureRun(ID, {
        packageId: written.id,
        packageToken: written.token,
        outcome: { kind: 'receipt', receiptId: 'r' },
      }),
    );
    requests.length = 0;
    await prepareInput({ minor: 6 });
    expect(encrypted()).toHaveLength(2);
    expect(spares().every(({ token }) => token! > written.token! && token! < configuration().token!)).toBe(true);
    expect(spares()).toHaveLength(2);
  });

  it('none is kept that is newer than the configuration, because writing it would invalidate the configuration', async () => {
    await control('options', { samePackage: true });
    await prepareInput();
    const [one, two] = spares();
    for (const row of [one!, two!]) disk.packages.set(row.id, { ...row, state: 'used' });
    await prepare.fetchPackage(ID);
    expect(spares()).toEqual([]);
    expect(configuration().token).toBeGreaterThan(two!.token!);
  });

  it.each([
    ['a refusal', { name: 'status', status: 404 }],
    ['nothing', { name: 'lost' }],
    ['no packet', { name: 'emptyObject' }],
  ] as const)(
    'none is required: the package is stored also when the request for a blink packet is answered with %s',
    async (_what, fault) => {
      await control('faults', [{ ...fault, match: { path: '/command/encrypt' } }]);
      expect(await prepareInput()).toMatchObject({ kind: 'onThisPhone' });
      expect(spares()).toEqual([]);
      expect(carried()).toHaveLength(1);
    },
  );

  it('one packet is kept when the second cannot be fetched', async () => {
    await control('faults', [{ name: 'status', status: 500, times: 1, match: { path: '/command/encrypt' } }]);
    await prepareInput();
    expect(spares()).toHaveLength(1);
  });
});

describe('packets that make beacons blink, fetched with many packages,', () => {
  let beacons: CachedDevice[];
  beforeEach(async () => {
    await list.refresh();
    beacons = [...disk.devices.values()].filter(
      ({ deviceType, access, model }) => deviceType === 'BEACON' && access !== 'VIEWER' && model !== 'USB_BEACON',
    );
    requests.length = 0;
  });
  const tasks = (count: number): PrepareTask[] =>
    beacons.slice(0, count).map(({ uniqueId, deviceType }, at) => ({
      uniqueId,
      deviceType,
      kind: 'prepare',
      values: { minor: at },
      before: {},
    }));
  const idsOf = (request: string): number =>
    new URLSearchParams(request.slice(request.indexOf('?'))).get('uniqueId')!.split(',').length;

  function expectAll(count: number): void {
    for (const { uniqueId } of beacons.slice(0, count)) {
      const [first, second] = spares(uniqueId);
      expect(first!.token).toBeLessThan(second!.token!);
      expect(second!.token).toBeLessThan(configuration(uniqueId).token!);
    }
  }

  it('are requested in lists of the maximum size, one list for each of the two packets', async () => {
    await many.start(tasks(45));
    expect(encrypted().map(idsOf)).toEqual([20, 20, 20, 20, 5, 5]);
    expectAll(45);
  });

  it.each([
    ['leaves all but one out of its answer', 'firstOnly'],
    ['takes no list', 'refused'],
  ] as const)('are requested one by one when the backend %s, and no list is tried again', async (_what, lists) => {
    await control('options', { commandLists: lists });
    await many.start(tasks(45));
    expectAll(45);
    requests.length = 0;
    await many.start(tasks(45));
    for (const row of disk.packages.values()) disk.packages.set(row.id, { ...row, state: 'used' });
    await many.start(tasks(5));
    expect(encrypted().map(idsOf)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it('cost a backend without this command at most three requests for each list', async () => {
    await control('faults', [{ name: 'status', status: 404, match: { path: '/command/encrypt' } }]);
    await many.start(tasks(45));
    expect(encrypted().length).toBeLessThanOrEqual(4 * 3);
    expect([...many.state.value!.outcomes.values()].every(({ kind }) => kind === 'onThisPhone')).toBe(true);
  });

  it('slow 200 packages of 300 ms per request by at most an eighth when the backend accepts lists', async () => {
    const body = new URLSearchParams({ orderId: 'FK-NEW-05' });
    await sandbox.handle(
      new Request('http://s/sandbox/legacy/order/assign', { method: 'POST', headers: OWNER_HEADERS, body }),
    );
    await list.refresh();
    beacons = [...disk.devices.values()].filter(
      ({ deviceType, access }) => deviceType === 'BEACON' && access !== 'VIEWER',
    );
    expect(beacons.length).toBeGreaterThanOrEqual(200);
    phone.onRequest = () => clock.sleep(300);
    bulk.inFlight = 4;
    const tookMs = async (): Promise<number> => {
      for (const row of disk.packages.values()) disk.packages.set(row.id, { ...row, state: 'replaced' });
      const beganMs = clock.nowMs();
      await many.start(tasks(200));
      return clock.nowMs() - beganMs;
    };
    phone.fetchesBlinks = false;
    const without = await tookMs();
    phone.fetchesBlinks = true;
    const inLists = await tookMs();
    await control('options', { commandLists: 'refused' });
    const oneByOne = await tookMs();
    process.stdout.write(
      `200 packages: ${without} ms alone, ${inLists} ms with packets for blinking in lists, ${oneByOne} ms with each alone\n`,
    );
    expect(inLists).toBeLessThan(without * 1.125);
    // Two more requests for each device.
    expect(oneByOne).toBeLessThan(without + ((2 * 200 * 300) / 4) * 1.1);
  });
});
