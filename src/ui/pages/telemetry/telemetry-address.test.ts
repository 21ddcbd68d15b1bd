import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_VIEW, viewQuery, readView, VIEWS, type TelemetryView } from './telemetry-address.ts';

const view = (change: Partial<TelemetryView>): TelemetryView => ({ ...FIRST_VIEW, ...change });
const AT = Date.UTC(2026, 2, 10);

describe('the address of the telemetry page', () => {
  it('leaves out default values', () => expect(viewQuery(FIRST_VIEW)).toBe(''));

  it.each<[TelemetryView]>([
    [view({ view: 'charts', beacons: ['aa:bb', 'cc:dd'], metrics: ['rssi', 'temperature'] })],
    [view({ view: 'records', range: { preset: 'undated', startMs: Number.NaN, endMs: Number.NaN }, zone: 'utc' })],
    [view({ view: 'charts', range: { preset: 'own', startMs: AT, endMs: AT + 60_000 } })],
    [view({ view: 'charts', zoom: { startMs: AT, endMs: AT + 5000 }, metrics: [] })],
    [view({ view: 'gateways', gateways: ['g1'], list: { find: 'ward 1', show: 'silent', order: 'name' } })],
    [view({ view: 'charts', room: 'Ward 3 & 4' })],
  ])('restores the view %j unchanged', (one) => expect(readView(`?${viewQuery(one)}`)).toEqual(one));

  it('keeps the order of the beacons, which determines their colours', () =>
    expect(readView('?beacons=c,a,b,a').beacons).toEqual(['c', 'a', 'b']));

  it.each([
    ['?view=nowhere', { view: 'fleet' }],
    ['?range=own&from=soon', { range: FIRST_VIEW.range }],
    ['?range=forever', { range: FIRST_VIEW.range }],
    ['?zoomFrom=2026-03-10&zoomTo=2026-03-09', { zoom: null }],
    ['?metrics=nothing,rssi', { metrics: ['rssi'] }],
    ['?beacons=,,', { beacons: [] }],
    [`?room=${'x'.repeat(101)}`, { room: '' }],
  ] as const)('with the invalid part %s yields the default for that part', (search, expected) =>
    expect(readView(search)).toMatchObject(expected),
  );

  it('is read from any text without an error, and is unchanged when it is written and read again', () =>
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...VIEWS), (text, view) => {
        const one = readView(
          `?view=${view}&beacons=${text}&room=${text}&from=${text}&range=own&to=${text}&metrics=${text}`,
        );
        expect(readView(`?${viewQuery(one)}`)).toEqual(one);
      }),
    ));
});
