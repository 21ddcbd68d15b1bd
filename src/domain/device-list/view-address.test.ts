import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACTS } from '../device-facts.ts';
import { DEVICE_ORDERS } from './columns.ts';
import {
  batteryStep,
  rankOfState,
  ALL_DEVICES,
  HEARINGS,
  NEEDS,
  STATE_WORDS,
  UNSAID,
  isInBand,
  searchOfView,
  viewAddress,
  viewOfSearch,
  type DeviceView,
} from './view-address.ts';

const EXAMPLES: readonly (readonly [Partial<DeviceView>, string])[] = [
  [{}, '/devices'],
  [{ states: ['uncertain'] }, '/devices?state=uncertain'],
  [{ states: ['uncertain', 'notVerified'] }, '/devices?state=uncertain&state=notVerified'],
  [{ needs: ['package'], models: ['TB15-1'] }, '/devices?needs=package&model=TB15-1'],
  [{ firmwares: ['1.12', UNSAID] }, '/devices?firmware=1.12&firmware='],
  [{ accesses: ['OWNER'], types: ['BEACON'], orders: ['AB 1&2'] }, '/devices?type=BEACON&access=OWNER&order=AB+1%262'],
  [{ battery: 'low' }, '/devices?battery=low'],
  [{ battery: { from: 0, to: 30 } }, '/devices?battery=30'],
  [{ battery: { from: 21, to: 40 } }, '/devices?battery=21-40'],
  [{ battery: 'unsaid' }, '/devices?battery='],
  [{ seen: { olderThanHours: 48 } }, '/devices?seen=48'],
  [{ seen: 'never', heard: ['silent'] }, '/devices?heard=silent&seen=never'],
  [{ facts: ['mains', 'upgrade'], heard: ['silent'] }, '/devices?heard=silent&fact=mains&fact=upgrade'],
  [{ jobs: ['north-wing', UNSAID] }, '/devices?job=north-wing&job='],
  [{ tags: ['floor-2'], query: ' ward 3 ' }, '/devices?tag=floor-2&q=ward+3'],
  [{ sort: { by: 'lastSeen', descending: true } }, '/devices?sort=-lastSeen'],
];

const values = fc.uniqueArray(
  fc.oneof(fc.constant(UNSAID), fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })),
  { maxLength: 6 },
);
const percent = fc.integer({ min: 0, max: 100 });
const views: fc.Arbitrary<DeviceView> = fc.record({
  query: fc.string({ maxLength: 60, unit: 'grapheme' }).map((text) => text.trim()),
  states: fc.subarray([...STATE_WORDS]),
  needs: fc.subarray([...NEEDS]),
  heard: fc.subarray([...HEARINGS]),
  facts: fc.subarray([...FACTS]),
  rooms: values,
  types: values,
  models: values,
  firmwares: values,
  accesses: values,
  orders: values,
  tags: values,
  jobs: values,
  battery: fc.oneof(
    fc.constantFrom(null, 'low' as const, 'unsaid' as const),
    fc.tuple(percent, percent).map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) })),
  ),
  seen: fc.oneof(
    fc.constantFrom(null, 'never' as const, 'unsaid' as const),
    fc.integer({ min: 1, max: 999_999 }).map((olderThanHours) => ({ olderThanHours })),
  ),
  sort: fc.option(fc.record({ by: fc.constantFrom(...DEVICE_ORDERS), descending: fc.boolean() })),
});

describe('the address of a view of the device list', () => {
  it.each(EXAMPLES)('is written for %j as %s', (view, address) => {
    expect(viewAddress(view)).toBe(address);
    expect(viewAddress(viewOfSearch(new URL(address, 'https://x').search))).toBe(address);
  });

  it('keeps any view when it is written and read again', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(viewOfSearch(searchOfView(view))).toEqual(view);
      }),
    );
  });

  it('is read from any text, and parts that cannot be read are left out', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const view = viewOfSearch(text);
        expect(viewOfSearch(searchOfView(view))).toEqual(view);
      }),
    );
    for (const text of [
      'battery=101',
      'battery=40-20',
      'battery=-1',
      'seen=0',
      'seen=soon',
      'state=done',
      'needs=me',
      'sort=colour',
      'else=1',
      `model=${'x'.repeat(301)}`,
    ])
      expect(viewOfSearch(text), text).toEqual(ALL_DEVICES);
    const many = Array.from({ length: 400 }, (_, index) => `tag=${index}`).join('&');
    expect(viewOfSearch(many).tags).toHaveLength(50);
  });
});

describe('a band of batteries in the device list', () => {
  it.each([
    [20, 'low', true],
    [21, 'low', false],
    [null, 'low', false],
    [20.4, 'low', true],
    [null, 'unsaid', true],
    [101, 'unsaid', true],
    [-1, 'low', false],
    [0, 'unsaid', false],
    [21, { from: 21, to: 40 }, true],
    [40, { from: 21, to: 40 }, true],
    [41, { from: 21, to: 40 }, false],
    [null, { from: 0, to: 100 }, false],
  ] as const)('contains the level %s, band %j: %s', (percentKnown, band, fits) =>
    expect(isInBand(percentKnown, band)).toBe(fits),
  );
});

it.each([
  [null, null],
  [-0.1, null],
  [0, 0],
  [0.4, 0],
  [99.5, 100],
  [100, 100],
  [100.1, null],
  [Number.NaN, null],
])('a battery of %s percent counts in the filters as %s', (percentKnown, step) => {
  expect(batteryStep(percentKnown)).toBe(step);
});

it('the states of beacons are ranked from Prepared to Verified, then those that need attention, and no state has no rank', () => {
  const ranks = STATE_WORDS.map(rankOfState);
  expect(ranks[0]).toBeNull();
  expect(ranks.slice(1)).toEqual(STATE_WORDS.slice(1).map((_, at) => at + 1));
});

it.each<[search: string, view: Partial<DeviceView>]>([
  ['battery=0', { battery: { from: 0, to: 0 } }],
  ['battery=100', { battery: { from: 0, to: 100 } }],
  ['battery=20-20', { battery: { from: 20, to: 20 } }],
  ['battery=020-40', { battery: { from: 20, to: 40 } }],
  ['battery=', { battery: 'unsaid' }],
  ['seen=1', { seen: { olderThanHours: 1 } }],
  ['seen=999999', { seen: { olderThanHours: 999_999 } }],
  ['seen=1000000', { seen: null }],
  ['seen=01', { seen: null }],
  ['seen=', { seen: 'unsaid' }],
  ['sort=state', { sort: { by: 'state', descending: false } }],
  ['sort=--state', { sort: null }],
  ['sort=-', { sort: null }],
  ['q=%20ward%20', { query: 'ward' }],
  ['q=first&q=second', { query: 'first' }],
  ['model=a&model=a', { models: ['a'] }],
  [`model=${'x'.repeat(300)}`, { models: ['x'.repeat(300)] }],
  ['state=verified&state=sent', { states: ['sent', 'verified'] }],
])('the address ?%s is read as a view of the device list', (search, view) => {
  expect(viewOfSearch(search)).toEqual({ ...ALL_DEVICES, ...view });
});

it('the address of a view has each value once', () => {
  expect(searchOfView({ ...ALL_DEVICES, tags: ['a', 'a'], states: ['sent', 'sent'] })).toBe('state=sent&tag=a');
  expect(searchOfView({ ...ALL_DEVICES, query: '  ' })).toBe('');
  expect(searchOfView({ ...ALL_DEVICES, seen: 'unsaid' })).toBe('seen=');
});
