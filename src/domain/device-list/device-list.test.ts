import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CachedDevice } from '../device.ts';
import { NOTHING_CHOSEN, chooseAll, extend, toggle } from './chosen.ts';
import { DEVICE_COLUMNS, sortDevices, type DeviceOrder } from './columns.ts';
import { deviceCsv } from './file.ts';
import { NO_FILTER, UNSAID, choicesOf, countFilters, filterDevices, type DeviceFilter } from './filter.ts';
import { narrows, searchDevices, searchIndexOf } from './search.ts';

const NAMES = ['Ward 3 entrance', 'Basement corridor', 'Loading dock', 'Lift lobby 4'];

function fixtureDevice(index: number, changes: Partial<CachedDevice> = {}): CachedDevice {
  const bare = index === 11;
  return {
    uniqueId: `dV${index}x`,
    deviceType: index % 9 === 8 ? 'GATEWAY' : 'BEACON',
    name: bare ? null : 'Kontakt',
    alias: bare ? null : `${NAMES[index % 4]} ${index}`,
    tags: bare ? [] : index % 4 === 0 ? ['floor-2', 'night shift'] : ['floor-1'],
    notes: null,
    model: bare ? null : index % 3 === 0 ? 'SB18-3' : 'TB15-1',
    mac: bare ? null : `fa:bc:00:${(index + 16).toString(16)}:3d:7e`,
    access: bare ? null : index % 11 === 10 ? 'VIEWER' : 'OWNER',
    firmware: '1.12',
    batteryPercent: bare ? null : (index * 37) % 101,
    lastSeenMs: bare || index === 7 ? null : index * 1000,
    pending: index % 13 === 5 ? { txPower: 5 } : null,
    attributes: bare ? {} : { orderId: 'AB-1204-77', ...(index === 7 ? { lastSeen: null } : {}) },
    readAtMs: 0,
    order: index,
    ...changes,
  };
}

const devices = Array.from({ length: 60 }, (_, index) => fixtureDevice(index));
const ids = (list: readonly { uniqueId: string }[]) => list.map(({ uniqueId }) => uniqueId);
const filtered = (filter: Partial<DeviceFilter>) => filterDevices(devices, { ...NO_FILTER, ...filter });

describe('filters', () => {
  it('none: the very same list', () => expect(filterDevices(devices, NO_FILTER)).toBe(devices));
  it.each<[Partial<DeviceFilter>, (device: (typeof devices)[number]) => boolean]>([
    [{ deviceType: 'GATEWAY' }, ({ deviceType }) => deviceType === 'GATEWAY'],
    [{ access: 'VIEWER' }, ({ access }) => access === 'VIEWER'],
    [{ access: UNSAID }, ({ access }) => access === null],
    [{ model: 'SB18-3' }, ({ model }) => model === 'SB18-3'],
    [{ orderId: 'AB-1204-77' }, ({ attributes }) => attributes['orderId'] === 'AB-1204-77'],
    [{ tag: 'night shift' }, ({ tags }) => tags.includes('night shift')],
    [{ tag: UNSAID }, ({ tags }) => tags.length === 0],
    [{ pending: true }, ({ pending }) => pending !== null],
    [{ neverHeard: true }, ({ attributes }) => attributes['lastSeen'] === null],
    [{ batteryAtMost: 20 }, ({ batteryPercent }) => batteryPercent !== null && batteryPercent <= 20],
    [
      { deviceType: 'BEACON', batteryAtMost: 50, pending: true },
      (one) => one.deviceType === 'BEACON' && one.pending !== null && (one.batteryPercent ?? 101) <= 50,
    ],
  ])('%j', (filter, wanted) => {
    expect(ids(filtered(filter))).toEqual(ids(devices.filter(wanted)));
    expect(filtered(filter).length).toBeGreaterThan(0);
  });
  it('counts', () =>
    expect([
      countFilters(NO_FILTER),
      countFilters({ ...NO_FILTER, tag: 'x', batteryAtMost: 0, pending: true }),
    ]).toEqual([0, 3]));
  it('offers every value with how often, the unsaid last', () => {
    const access = choicesOf(devices, 'access');
    expect(access.map(({ value }) => value)).toEqual(['OWNER', 'VIEWER', UNSAID]);
    for (const name of ['deviceType', 'access', 'model', 'orderId'] as const)
      expect(choicesOf(devices, name).reduce((sum, { count }) => sum + count, 0)).toBe(60);
    expect(choicesOf(devices, 'tag').find(({ value }) => value === 'floor-2')?.count).toBe(
      filtered({ tag: 'floor-2' }).length,
    );
  });
});

describe('order', () => {
  it.each<[DeviceOrder, boolean]>(
    ([...DEVICE_COLUMNS, 'created'] as const).flatMap((by) => [
      [by, false],
      [by, true],
    ]),
  )('by %s, descending %s: nothing lost, the unsaid last, stable', (by, descending) => {
    const sorted = sortDevices(devices, by, descending);
    expect([...ids(sorted)].sort()).toEqual([...ids(devices)].sort());
    if (by === 'batteryPercent') {
      const known = sorted.map(({ batteryPercent }) => batteryPercent);
      expect(known.at(-1)).toBeNull();
      const numbers = known.filter((percent) => percent !== null);
      expect(numbers).toEqual(numbers.toSorted((a, b) => (descending ? b - a : a - b)));
    }
    if (by === 'deviceType')
      expect(ids(sorted.filter(({ deviceType }) => deviceType === 'BEACON'))).toEqual(
        ids(devices.filter(({ deviceType }) => deviceType === 'BEACON')),
      );
  });
});

describe('search', () => {
  it('finds by every word, in ids, aliases, names, MACs with and without colons, tags', () => {
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
  it('narrows what was found when one types on', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('w', 'war', 'lobby 4', 'kontakt', 'fa:bc', 'floor'),
        fc.constantFrom('', 'd', ' n', '-1', ':0', 'x'),
        (before, more) => {
          expect(narrows(before + more, before)).toBe(true);
          expect(ids(searchDevices(searchDevices(devices, before), before + more))).toEqual(
            ids(searchDevices(devices, before + more)),
          );
        },
      ),
    );
    expect([narrows('a', ''), narrows('b', 'a')]).toEqual([false, false]);
  });
  it('is made ready in pieces, once a list', () => {
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

describe('choosing several', () => {
  const listed = devices.slice(0, 6);
  const [a, b, c, d] = ids(listed) as [string, string, string, string];
  it('one by one, and back', () => expect([...toggle(toggle(toggle(NOTHING_CHOSEN, a), c), a).ids]).toEqual([c]));
  it('a range from the last choice, both ways, keeping what was chosen', () => {
    expect([...extend(toggle(NOTHING_CHOSEN, b), d, listed).ids]).toEqual([b, c, d]);
    expect([...extend(toggle(toggle(NOTHING_CHOSEN, a), d), b, listed).ids].sort()).toEqual([a, b, c, d].sort());
    expect([...extend(NOTHING_CHOSEN, c, listed).ids]).toEqual([c]);
  });
  it('a range whose beginning is not listed any more is the one alone', () => {
    expect([...extend({ ids: new Set(['gone']), anchor: 'gone' }, c, listed).ids]).toEqual(['gone', c]);
    expect(extend(toggle(NOTHING_CHOSEN, a), 'gone', listed).ids).toEqual(new Set([a]));
  });
  it('all', () => expect(chooseAll(listed).ids.size).toBe(6));
});

describe('the file', () => {
  const lines = (rows: Parameters<typeof deviceCsv>[0], columns: Parameters<typeof deviceCsv>[1]) => [
    ...deviceCsv(rows, columns),
  ];
  it('quotes, keeps numbers and times, and lets no formula begin', () => {
    const device = fixtureDevice(0, {
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
  it('writes any time, and as many cells as columns', () => {
    expect(lines([fixtureDevice(1, { lastSeenMs: 9e15 })], ['lastSeen'])[1]).toBe('9000000000000000\r\n');
    expect(lines([fixtureDevice(1, { alias: null, tags: [] })], ['alias', 'tags', 'uniqueId'])[1]).toMatch(
      /^,,\w+\r\n$/,
    );
  });
});
