import { needsPackage } from '../bulk/needs-package.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CachedDevice } from '../device.ts';
import { NOTHING_CHOSEN, chooseAll, extend, toggle } from './chosen.ts';
import { DEVICE_COLUMNS, deviceCell, type DeviceOrder } from './columns.ts';
import { NOTHING_KNOWN, sortDevices } from './sort.ts';
import { deviceCsv } from './file.ts';
import {
  NOTHING_BESIDE,
  NO_FILTER,
  choicesOf,
  countFilters,
  filterDevices,
  filterParts,
  type DeviceFilter,
} from './filter.ts';
import { UNSAID, rankOfState } from './view-address.ts';
import { narrows, searchIndexOf } from './search.ts';
import { fixtureBareDevice } from '../../../test/support/fixture-rows.ts';
import { searchDevices } from '../../../test/support/search-devices.ts';

const NAMES = ['Ward 3 entrance', 'Basement corridor', 'Loading dock', 'Lift lobby 4'];

function listedDevice(index: number, changes: Partial<CachedDevice> = {}): CachedDevice {
  const known: Partial<CachedDevice> = {
    name: 'Kontakt',
    alias: `${NAMES[index % 4]} ${index}`,
    tags: index % 4 === 0 ? ['floor-2', 'night shift'] : ['floor-1'],
    model: index % 3 === 0 ? 'SB18-3' : 'TB15-1',
    mac: `fa:bc:00:${(index + 16).toString(16)}:3d:7e`,
    access: index % 11 === 10 ? 'VIEWER' : 'OWNER',
    batteryPercent: (index * 37) % 101,
    lastSeenMs: index === 7 ? null : index * 1000,
    attributes: { orderId: 'AB-1204-77', ...(index === 7 ? { lastSeen: null } : {}) },
  };
  return fixtureBareDevice(`dV${index}x`, {
    deviceType: index % 9 === 8 ? 'GATEWAY' : 'BEACON',
    firmware: '1.12',
    pending: index % 13 === 5 ? { txPower: 5 } : null,
    order: index,
    ...(index === 11 ? {} : known),
    ...changes,
  });
}

const devices = Array.from({ length: 60 }, (_, index) => listedDevice(index));
const ids = (list: readonly { uniqueId: string }[]) => list.map(({ uniqueId }) => uniqueId);
const filtered = (filter: Partial<DeviceFilter>) => filterDevices(devices, { ...NO_FILTER, ...filter });

describe('the filters of the device list', () => {
  it('return the same list when they have no conditions', () =>
    expect(filterDevices(devices, NO_FILTER)).toBe(devices));
  it.each<[Partial<DeviceFilter>, (device: (typeof devices)[number]) => boolean]>([
    [{ types: ['GATEWAY'] }, ({ deviceType }) => deviceType === 'GATEWAY'],
    [{ accesses: ['VIEWER'] }, ({ access }) => access === 'VIEWER'],
    [{ accesses: [UNSAID] }, ({ access }) => access === null],
    [{ models: ['SB18-3'] }, ({ model }) => model === 'SB18-3'],
    [{ orders: ['AB-1204-77'] }, ({ attributes }) => attributes['orderId'] === 'AB-1204-77'],
    [{ tags: ['night shift'] }, ({ tags }) => tags.includes('night shift')],
    [{ tags: [UNSAID] }, ({ tags }) => tags.length === 0],
    [{ needs: ['pending'] }, ({ pending }) => pending !== null],
    [{ seen: 'never' }, ({ attributes }) => attributes['lastSeen'] === null],
    [{ battery: { from: 0, to: 20 } }, ({ batteryPercent }) => batteryPercent !== null && batteryPercent <= 20],
    [
      { types: ['BEACON'], battery: { from: 0, to: 50 }, needs: ['pending'] },
      (one) => one.deviceType === 'BEACON' && one.pending !== null && (one.batteryPercent ?? 101) <= 50,
    ],
  ])('find the devices that match %j', (filter, wanted) => {
    expect(ids(filtered(filter))).toEqual(ids(devices.filter(wanted)));
    expect(filtered(filter).length).toBeGreaterThan(0);
  });
  it('find the devices that have one of several values', () =>
    expect(ids(filtered({ models: ['SB18-3', UNSAID] }))).toEqual(
      ids(devices.filter(({ model }) => model === 'SB18-3' || model === null)),
    ));
  it('find devices by state, need, telemetry, job and the time since they were last seen', () => {
    const beside = {
      ...NOTHING_BESIDE,
      wordOf: ({ uniqueId }: CachedDevice) => (uniqueId === 'dV3x' ? ('uncertain' as const) : ('nothing' as const)),
      carries: (id: string) => id === 'dV5x',
      isDead: (id: string) => id === 'dV9x',
      heardOf: ({ uniqueId }: CachedDevice) => (uniqueId === 'dV2x' ? ('silent' as const) : ('unasked' as const)),
      jobsOf: (id: string) => ({ dV3x: ['south'], dV4x: ['north', 'south'], dV5x: ['north'] })[id] ?? [],
      nowMs: 3_600_000 + 10_000,
    };
    const idsOf = (filter: Partial<DeviceFilter>) => ids(filterDevices(devices, { ...NO_FILTER, ...filter }, beside));
    expect(idsOf({ states: ['uncertain', 'refused'] })).toEqual(['dV3x']);
    const needing = devices.filter((device) => needsPackage(device, device.uniqueId === 'dV5x'));
    expect(idsOf({ needs: ['package'] })).toEqual(ids(needing));
    expect(needing.length).toBeGreaterThan(0);
    expect(idsOf({ needs: ['package', 'newPackage'] })).toContain('dV9x');
    expect(idsOf({ heard: ['silent'] })).toEqual(['dV2x']);
    expect(ids(filterDevices(devices, { ...NO_FILTER, heard: ['silent'] }, { ...beside, heardOf: null }))).toEqual([]);
    expect(idsOf({ jobs: ['north'] })).toEqual(['dV4x', 'dV5x']);
    expect(idsOf({ jobs: ['north', 'south'], states: ['uncertain'] })).toEqual(['dV3x']);
    expect(idsOf({ jobs: [UNSAID] })).toHaveLength(devices.length - 3);
    expect(ids(filterDevices(devices, { ...NO_FILTER, jobs: [UNSAID] }, { ...beside, jobsOf: null }))).toEqual([]);
    expect(idsOf({ seen: { olderThanHours: 1 } })).toEqual(
      ids(devices.filter(({ lastSeenMs }) => lastSeenMs !== null && lastSeenMs < 10_000)),
    );
  });
  it('find devices on mains power, offline or with an upgrade only where the backend states that', () => {
    const statements: CachedDevice['attributes'][] = [
      { 'status.externalPower': true },
      { batteryLevel: -1 },
      { 'status.batteryLevel': '255' },
      { 'status.externalPower': false, batteryLevel: -1 },
      { 'status.online': false },
      { 'status.online': true, 'firmwareInfo.upgrade.nextAvailableVersion': '2.4' },
      { 'status.online': null, 'status.externalPower': null, 'firmwareInfo.upgrade.nextAvailableVersion': null },
      { 'firmwareInfo.upgrade.nextAvailableVersion': ' ', batteryLevel: null },
      {},
    ];
    const stated = statements.map((attributes, index) => listedDevice(index, { uniqueId: String(index), attributes }));
    const found = (...facts: DeviceFilter['facts']) => ids(filterDevices(stated, { ...NO_FILTER, facts }));
    expect(found('mains')).toEqual(['0', '1', '2']);
    expect(found('offline')).toEqual(['4']);
    expect(found('upgrade')).toEqual(['5']);
    expect(found('mains', 'offline')).toEqual(['0', '1', '2', '4']);
  });
  it('count a device as seen long ago only if its last report is older than the limit, never without a report', () => {
    const hour = 3_600_000;
    const seen = [0, 1, hour, null].map((lastSeenMs, at) =>
      listedDevice(0, { uniqueId: String(at), lastSeenMs, attributes: {} }),
    );
    const beside = { ...NOTHING_BESIDE, nowMs: hour + 1 };
    expect(ids(filterDevices(seen, { ...NO_FILTER, seen: { olderThanHours: 1 } }, beside))).toEqual(['0']);
  });
  it('offer each firmware, tag and order ID with its number of devices, sorted', () => {
    const list = [
      listedDevice(0, { firmware: 'b', tags: ['x', 'x'], attributes: { orderId: 'AB-2' } }),
      listedDevice(1, { firmware: 'a', tags: [], attributes: {} }),
      listedDevice(2, { firmware: null, tags: ['y', 'x'], attributes: { orderId: 'AB-1' } }),
      listedDevice(3, { firmware: 'b', tags: ['w'], attributes: { orderId: '' } }),
    ];
    const shown = (name: 'firmwares' | 'tags' | 'orders') =>
      choicesOf(list, name).map(({ value, count }) => `${value === UNSAID ? 'unsaid' : value} ${count}`);
    expect(shown('firmwares')).toEqual(['a 1', 'b 2', 'unsaid 1']);
    expect(shown('tags')).toEqual(['w 1', 'x 2', 'y 1', 'unsaid 1']);
    expect(shown('orders')).toEqual(['AB-1 1', 'AB-2 1', 'unsaid 2']);
  });
  it('are gone once each was removed, one by one', () => {
    let filter: DeviceFilter = {
      ...NO_FILTER,
      states: ['sent', 'verified'],
      tags: ['x'],
      battery: 'low',
      seen: 'never',
    };
    expect(filterParts(filter).map(({ name, value }) => `${name} ${value}`)).toEqual([
      'states sent',
      'states verified',
      'tags x',
      'battery ',
      'seen ',
    ]);
    for (let left = 5; left > 0; left -= 1) filter = filterParts(filter)[0]!.without;
    expect(filter).toEqual(NO_FILTER);
  });
  it('are counted by their conditions', () =>
    expect([
      countFilters(NO_FILTER),
      countFilters({ ...NO_FILTER, tags: ['x'], battery: 'low', needs: ['pending'] }),
    ]).toEqual([0, 3]));
  it('offer each value with its number of devices, and the devices without a value last', () => {
    const access = choicesOf(devices, 'accesses');
    expect(access.map(({ value }) => value)).toEqual(['OWNER', 'VIEWER', UNSAID]);
    for (const name of ['types', 'accesses', 'models', 'orders'] as const)
      expect(choicesOf(devices, name).reduce((sum, { count }) => sum + count, 0)).toBe(60);
    expect(choicesOf(devices, 'tags').find(({ value }) => value === 'floor-2')?.count).toBe(
      filtered({ tags: ['floor-2'] }).length,
    );
  });
});

describe('the order of the device list', () => {
  it.each<[DeviceOrder, boolean]>(
    ([...DEVICE_COLUMNS, 'created'] as const).flatMap((by) => [
      [by, false],
      [by, true],
    ]),
  )('by %s, descending %s, loses nothing, is stable, and puts missing values last', (by, descending) => {
    const sorted = sortDevices(devices, by, descending);
    expect([...ids(sorted)].sort()).toEqual([...ids(devices)].sort());
    if (by === 'batteryPercent') {
      const levels = sorted.map(({ batteryPercent }) => batteryPercent);
      expect(levels.at(-1)).toBeNull();
      const numbers = levels.filter((percent) => percent !== null);
      expect(numbers).toEqual(numbers.toSorted((a, b) => (descending ? b - a : a - b)));
    }
    if (by === 'deviceType')
      expect(ids(sorted.filter(({ deviceType }) => deviceType === 'BEACON'))).toEqual(
        ids(devices.filter(({ deviceType }) => deviceType === 'BEACON')),
      );
  });
});

describe('a sorted device list', () => {
  const [b, a, none, c] = [
    listedDevice(1, { uniqueId: 'b', model: 'B', batteryPercent: 9, lastSeenMs: 9 }),
    listedDevice(2, { uniqueId: 'a', model: 'a', batteryPercent: 10, lastSeenMs: 10 }),
    listedDevice(3, { uniqueId: 'none', model: null, batteryPercent: null, lastSeenMs: null }),
    listedDevice(4, { uniqueId: 'c', model: 'C', batteryPercent: 100, lastSeenMs: 100 }),
  ] as const;
  const twin = { ...a, uniqueId: 'twin' };
  const list = [b, a, none, c, twin];
  it.each<[DeviceOrder, up: string[], down: string[]]>([
    ['created', ['b', 'a', 'none', 'c', 'twin'], ['twin', 'c', 'none', 'a', 'b']],
    ['model', ['a', 'twin', 'b', 'c', 'none'], ['c', 'b', 'a', 'twin', 'none']],
    ['batteryPercent', ['b', 'a', 'twin', 'c', 'none'], ['c', 'a', 'twin', 'b', 'none']],
    ['lastSeen', ['b', 'a', 'twin', 'c', 'none'], ['c', 'a', 'twin', 'b', 'none']],
  ])('by %s ignores case, compares numbers as numbers, and keeps equal ones in order', (by, up, down) => {
    expect(ids(sortDevices(list, by, false))).toEqual(up);
    expect(ids(sortDevices(list, by, true))).toEqual(down);
    expect(ids(list)).toEqual(['b', 'a', 'none', 'c', 'twin']);
  });
});

it('the device list shows in each cell what the backend reports, and nothing where the backend reports nothing', () => {
  const device = listedDevice(0, {
    tags: ['a', 'b'],
    pending: { txPower: 5, minor: 1 },
    lastSeenMs: 7,
    attributes: { orderId: 'AB-1' },
  });
  const cells = (one: CachedDevice) =>
    (['tags', 'pending', 'lastSeen', 'orderId', 'batteryPercent', 'model'] as const).map((column) =>
      deviceCell(one, column),
    );
  expect(cells(device)).toEqual(['a, b', 'txPower, minor', 7, 'AB-1', 0, 'SB18-3']);
  expect(cells({ ...device, tags: [], pending: null, lastSeenMs: null, attributes: {}, model: null })).toEqual([
    null,
    null,
    null,
    null,
    0,
    null,
  ]);
  expect(deviceCell({ ...device, attributes: { orderId: '' } }, 'orderId')).toBeNull();
  expect(deviceCell({ ...device, attributes: { orderId: 7 } }, 'orderId')).toBeNull();
});

it('the device list sorted by state or by telemetry has the devices without a known value last', () => {
  const rank = (device: (typeof devices)[number]): number | null => (device.order % 3 === 0 ? null : device.order % 5);
  for (const [by, context] of [
    ['state', { ...NOTHING_KNOWN, stateOf: rank }],
    ['heard', { ...NOTHING_KNOWN, heardAtOf: rank }],
  ] as const) {
    const ranks = sortDevices(devices, by, true, context).map(rank);
    const numbers = ranks.filter((one) => one !== null);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(ranks.slice(numbers.length).every((one) => one === null)).toBe(true);
    expect(ids(sortDevices(devices, by, false))).toEqual(ids(devices));
  }
});

it('the device list sorts states from Prepared to Verified, then the states that need attention', () => {
  expect([rankOfState('nothing'), rankOfState('prepared')]).toEqual([null, 1]);
  expect(rankOfState('uncertain')!).toBeGreaterThan(rankOfState('verified')!);
});

describe('the search in the device list', () => {
  it('reads a label when no device contains all its words', () => {
    const [first, second] = [
      listedDevice(0, { uniqueId: 'R3JbHK', mac: 'd8:68:c3:00:01:02' }),
      listedDevice(1, { uniqueId: 'tB4x', mac: 'd8:68:c3:00:03:04' }),
    ];
    for (const label of [
      'https://k.example/b/R3JbHK',
      ']C1R3JbHK',
      '(21)R3JbHK',
      'SN:R3JbHK',
      'D8-68-C3-00-01-02',
      'MAC: d868.c300.0102',
      'R3J\u200bbHK',
    ])
      expect(ids(searchDevices([first, second], label)), label).toEqual(['R3JbHK']);
    expect(ids(searchDevices([first, second], '010950110153000321tB4x'))).toEqual(['tB4x']);
    expect(searchDevices([first, second], 'https://k.example/b/nobody')).toEqual([]);
  });

  it('finds every word in IDs, aliases, names, MACs with and without colons, and tags', () => {
    const [first] = devices;
    for (const query of [
      first!.uniqueId.toUpperCase(),
      first!.mac!,
      first!.mac!.replaceAll(':', ''),
      'ward night',
      ' WARD   3 ',
      first!.tags[0]!,
    ]) {
      expect(ids(searchDevices(devices, query)), query).toContain(first!.uniqueId);
    }
    expect(searchDevices(devices, 'ward nosuch')).toEqual([]);
    expect(searchDevices(devices, '  ')).toBe(devices);
  });
  it('narrows the result while a person types', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('w', 'war', 'lobby 4', 'kontakt', 'fa:bc', 'floor'),
        fc.constantFrom('', 'd', ' n', '-1', ':0', 'x'),
        (before, more) => {
          // Text read as a label may be another beacon than one that contains a part of it.
          expect(narrows(before + more, before)).toBe(!/[:-]/.test(before + more));
          expect(ids(searchDevices(searchDevices(devices, before), before + more))).toEqual(
            ids(searchDevices(devices, before + more)),
          );
        },
      ),
    );
    expect([narrows('a', ''), narrows('b', 'a')]).toEqual([false, false]);
  });
  it('is indexed in slices, once for each list', () => {
    const list = [...devices];
    const index = searchIndexOf(list);
    expect([index.warm(50), index.warm(50), searchIndexOf([]).warm(1), searchIndexOf(list) === index]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(index.find('ward', null).length).toBe(searchDevices(devices, 'ward').length);
    expect(index.find('ward', [0])).toEqual([0]);
  });
});

describe('a person who selects devices in the list', () => {
  const listed = devices.slice(0, 6);
  const [a, b, c, d] = ids(listed) as [string, string, string, string];
  it('selects one device with each click, and deselects a device with a second click', () =>
    expect([...toggle(toggle(toggle(NOTHING_CHOSEN, a), c), a).ids]).toEqual([c]));
  it('selects the range from the last selected device, up or down, beside what was selected', () => {
    expect([...extend(toggle(NOTHING_CHOSEN, b), d, listed).ids]).toEqual([b, c, d]);
    expect([...extend(toggle(toggle(NOTHING_CHOSEN, a), d), b, listed).ids].sort()).toEqual([a, b, c, d].sort());
    expect([...extend(NOTHING_CHOSEN, c, listed).ids]).toEqual([c]);
  });
  it('selects only one device as a range whose start is not in the list', () => {
    expect([...extend({ ids: new Set(['gone']), anchor: 'gone' }, c, listed).ids]).toEqual(['gone', c]);
    expect(extend(toggle(NOTHING_CHOSEN, a), 'gone', listed).ids).toEqual(new Set([a]));
  });
  it('selects all devices, so that the next range starts at the first', () => {
    expect(chooseAll(listed)).toEqual({ ids: new Set(ids(listed)), anchor: a });
    expect(chooseAll([])).toEqual(NOTHING_CHOSEN);
  });
  it('starts the next range where the last one began', () => {
    expect(extend(NOTHING_CHOSEN, c, listed).anchor).toBe(c);
    expect(extend(toggle(NOTHING_CHOSEN, b), d, listed).anchor).toBe(b);
    expect(extend(toggle(NOTHING_CHOSEN, a), 'gone', listed).anchor).toBe(a);
  });
});

describe('the CSV file of the device list', () => {
  const lines = (rows: Parameters<typeof deviceCsv>[0], columns: Parameters<typeof deviceCsv>[1]) => [
    ...deviceCsv(rows, columns),
  ];
  it('quotes its cells, keeps numbers and times, and never starts a cell with a formula', () => {
    const device = listedDevice(0, {
      uniqueId: 'kp7A',
      alias: '=cmd|"x"',
      name: 'a, "b"\nc',
      tags: ['-1', '@x'],
      batteryPercent: 7,
      lastSeenMs: Date.UTC(2026, 0, 2),
      mac: null,
    });
    expect(lines([device], ['uniqueId', 'alias', 'name', 'tags', 'batteryPercent', 'lastSeen', 'mac'])).toEqual([
      'uniqueId,alias,name,tags,batteryPercent,lastSeen,mac\r\n',
      'kp7A,"\'=cmd|""x""","a, ""b""\nc","\'-1,\' @x",7,2026-01-02T00:00:00.000Z,\r\n',
    ]);
  });
  it('has a cell for each column, also for an empty value or a time beyond all dates', () => {
    const written = (lastSeenMs: number) => lines([listedDevice(1, { lastSeenMs })], ['lastSeen'])[1];
    expect(written(9e15)).toBe('9000000000000000\r\n');
    expect(written(-9e15)).toBe('-9000000000000000\r\n');
    expect(written(8.64e15)).toBe('+275760-09-13T00:00:00.000Z\r\n');
    expect(lines([listedDevice(1, { alias: null, tags: [] })], ['alias', 'tags', 'uniqueId'])[1]).toMatch(
      /^,,\w+\r\n$/,
    );
  });
});
