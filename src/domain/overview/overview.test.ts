import { needsPackage } from '../bulk/needs-package.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureBareDevice } from '../../../test/support/fixture-rows.ts';
import type { CachedDevice } from '../device.ts';
import { UNSAID } from '../device-list/view-address.ts';
import { STATE_WORDS, isInBand, type Heard } from '../device-list/view-address.ts';
import { afterQuery, afterLatest, freshBeacon } from '../telemetry/fleet.ts';
import { SILENT_AFTER_MS } from '../telemetry/silent.ts';
import { batteryBars, startFleetCount, type FleetContext, type FleetFigures } from './fleet-count.ts';
import { queriedUntil, hearingByDevice } from './hearing.ts';

const fleetDevice = (index: number, changes: Partial<CachedDevice> = {}): CachedDevice =>
  fixtureBareDevice(`d${index}`, {
    deviceType: index % 9 === 8 ? 'GATEWAY' : 'BEACON',
    tags: index % 4 === 0 ? ['floor-2', 'night'] : [],
    model: index % 11 === 3 ? null : index % 3 === 0 ? 'SB18-3' : 'TB15-1',
    mac: `fa:bc:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`,
    access: index % 7 === 0 ? 'VIEWER' : 'OWNER',
    firmware: `1.${index % 5}`,
    batteryPercent: index % 10 === 9 ? null : (index * 37) % 101,
    lastSeenMs: index % 6 === 0 ? null : 1000,
    pending: index % 13 === 5 ? { txPower: 5 } : null,
    attributes: index % 6 === 0 ? { lastSeen: null } : {},
    order: index,
    ...changes,
  });

const context: FleetContext = {
  wordOf: ({ uniqueId }) => STATE_WORDS[Number(uniqueId.slice(1)) % STATE_WORDS.length]!,
  carries: (uniqueId) => uniqueId === 'd5',
  heardOf: ({ uniqueId }) => (['heard', 'silent', 'unasked'] as const)[Number(uniqueId.slice(1)) % 3]!,
};

function countAll(devices: readonly CachedDevice[], piece: number, countContext = context): FleetFigures {
  const count = startFleetCount(devices, countContext);
  while (!count.go(piece));
  return count.figures();
}

const devices = Array.from({ length: 300 }, (_, index) => fleetDevice(index));
const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

describe('the fleet in figures', () => {
  const figures = countAll(devices, 300);

  it('counts every device once in each chart', () => {
    const { byWord, types, models, firmwares, accesses, battery, batteryUnsaid, hearing } = figures;
    expect(figures.devices).toBe(300);
    for (const shares of [types, models, firmwares, accesses]) expect(sum(shares.map(({ count }) => count))).toBe(300);
    expect(sum(Object.values(byWord))).toBe(300);
    expect(sum(battery) + batteryUnsaid).toBe(300);
    expect(sum(Object.values(hearing!))).toBe(300);
  });

  it('counts exactly the devices of the list that a figure opens', () => {
    const fitting = (fits: (device: CachedDevice) => boolean): number => devices.filter(fits).length;
    expect(figures.batteryLow).toBe(fitting(({ batteryPercent }) => isInBand(batteryPercent, 'low')));
    expect(figures.batteryUnsaid).toBe(fitting(({ batteryPercent }) => isInBand(batteryPercent, 'unsaid')));
    expect(figures.needPackage).toBe(fitting((device) => needsPackage(device, device.uniqueId === 'd5')));
    expect(figures.needPackage).toBeGreaterThan(0);
    expect(figures.neverSeen).toBe(fitting(({ lastSeenMs }) => lastSeenMs === null));
    expect(figures.tags.find(({ value }) => value === 'night')?.count).toBe(fitting(({ tags }) => tags.length > 0));
    for (const width of [10, 20] as const)
      for (const { from, to, count } of batteryBars(figures.battery, width))
        expect(count).toBe(fitting(({ batteryPercent }) => isInBand(batteryPercent, { from, to })));
  });

  it('sorts by frequency, with missing values last', () => {
    expect(figures.models.map(({ value }) => value)).toEqual(['TB15-1', 'SB18-3', UNSAID]);
  });

  it('sorts equally frequent values by name', () => {
    const odd = [
      fleetDevice(1, { firmware: 'b', tags: ['y', 'x'] }),
      fleetDevice(2, { firmware: 'a', tags: ['x'] }),
      fleetDevice(3, { firmware: null, tags: [] }),
      fleetDevice(3, { firmware: '', tags: ['z'] }),
    ];
    const { firmwares, tags } = countAll(odd, 9);
    expect(firmwares).toEqual([
      { value: 'a', count: 1 },
      { value: 'b', count: 1 },
      { value: UNSAID, count: 2 },
    ]);
    expect(tags.map(({ value, count }) => `${value} ${count}`)).toEqual(['x 2', 'y 1', 'z 1']);
  });

  it('is complete exactly when the last device is counted', () => {
    const count = startFleetCount(devices.slice(0, 4), context);
    expect([count.go(2), count.figures().devices, count.go(1), count.figures().devices]).toEqual([false, 2, false, 3]);
    expect([count.go(1), count.go(1), count.figures().devices]).toEqual([true, true, 4]);
    expect(startFleetCount([], context).go(0)).toBe(true);
  });

  it('counts batteries by whole percent', () => {
    const levels = [0, 20.4, 20.5, 100, 100.4].map((batteryPercent, at) => fleetDevice(at, { batteryPercent }));
    const { battery, batteryUnsaid, batteryLow } = countAll(levels, 9);
    expect(battery).toHaveLength(101);
    expect([battery[0], battery[20], battery[21], battery[100], batteryUnsaid, batteryLow]).toEqual([1, 1, 1, 1, 1, 2]);
  });

  it('gives the same result in slices of any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (piece) => {
        expect(countAll(devices, piece)).toEqual(figures);
      }),
    );
  });

  it('shows nothing for unloaded telemetry, and zero for no devices', () => {
    expect(countAll(devices, 300, { ...context, heardOf: null }).hearing).toBeNull();
    expect(countAll([], 1)).toMatchObject({ devices: 0, models: [], batteryLow: 0, needPackage: 0 });
  });

  it('treats invalid batteries and empty texts as missing', () => {
    const odd = [
      fleetDevice(0, { batteryPercent: 400, model: '' }),
      fleetDevice(1, { batteryPercent: -3 }),
      fleetDevice(2, { batteryPercent: 20.4 }),
      fleetDevice(4, { batteryPercent: Number.NaN }),
    ];
    expect(countAll(odd, 9)).toMatchObject({ batteryUnsaid: 3, batteryLow: 1 });
    expect(countAll(odd, 9).models.at(-1)).toEqual({ value: UNSAID, count: 1 });
  });

  it('has bars without a gap, the lowest of which add up to a low battery', () => {
    for (const width of [10, 20] as const) {
      const bars = batteryBars(figures.battery, width);
      expect(bars[0]!.from).toBe(0);
      expect(bars.at(-1)!.to).toBe(100);
      bars.slice(1).forEach(({ from }, index) => expect(from).toBe(bars[index]!.to + 1));
      expect(sum(bars.filter(({ to }) => to <= 20).map(({ count }) => count))).toBe(figures.batteryLow);
    }
  });

  it('counts each of 100,000 devices, in slices of any size', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => fleetDevice(index));
    const count = startFleetCount(many, context);
    let pieces = 1;
    while (!count.go(2000)) pieces += 1;
    expect(pieces).toBe(50);
    expect(count.figures().devices).toBe(100_000);
    expect(sum(count.figures().models.map((share) => share.count))).toBe(100_000);
  });
});

describe('the telemetry of the overview', () => {
  const mac = 'fa:bc:00:00:00:01';
  const device = { uniqueId: 'd1', mac: mac.toUpperCase() };
  const heardOf = (beacon: Parameters<typeof hearingByDevice>[0][number] | null): Heard =>
    hearingByDevice(beacon === null ? [] : [beacon], {})(device);

  it('describes only what was requested', () => {
    const received = { ...freshBeacon(mac), lastHeardMs: 1000 };
    expect(heardOf(null)).toBe('unasked');
    expect(heardOf(freshBeacon(mac))).toBe('unasked');
    expect(heardOf(received)).toBe('heard');
    expect(heardOf(afterQuery(received, 0, 1001 + SILENT_AFTER_MS))).toBe('heard');
    expect(heardOf(afterLatest(received, 1001 + SILENT_AFTER_MS))).toBe('silent');
    expect(heardOf(afterQuery(freshBeacon(mac), 0, 10))).toBe('unasked');
    expect(heardOf(afterLatest(freshBeacon(mac), 10))).toBe('silent');
  });

  it('uses a tracking ID that a person typed, and knows the end of the requested range', () => {
    const beacon = afterLatest({ ...freshBeacon('other'), lastHeardMs: 5 }, 10);
    expect(hearingByDevice([beacon], { d1: 'OTHER' })(device)).toBe('heard');
    expect([queriedUntil([]), queriedUntil([freshBeacon(mac), beacon])]).toEqual([null, 10]);
    const later = afterLatest(freshBeacon('later'), 20);
    expect([queriedUntil([later, beacon]), queriedUntil([beacon, later]), queriedUntil([freshBeacon(mac)])]).toEqual([
      20,
      20,
      null,
    ]);
  });
});
