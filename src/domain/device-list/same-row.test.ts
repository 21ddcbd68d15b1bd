/** Which differences between a stored device and a reading count. */
import { expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import type { CachedDevice, Json } from '../device.ts';
import { isSameRow } from './same-row.ts';

const cached = fixtureDevice(0, {
  tags: ['a', 'b'],
  pending: { txPower: 3 },
  attributes: { deep: { one: 1, two: [null, 'x', { y: true }] }, minor: 5 },
});

it.each<[what: string, read: Partial<CachedDevice> & { readonly [more: string]: unknown }, same: boolean]>([
  ['no difference', {}, true],
  ['another time of reading', { readAtMs: cached.readAtMs + 1 }, true],
  ['another order of the fields', { attributes: { minor: 5, deep: { two: [null, 'x', { y: true }], one: 1 } } }, true],
  ['an additional field without a value', { later: undefined }, true],
  ['another name', { name: 'Other' }, false],
  ['another pending configuration', { pending: null }, false],
  ['another place in the list', { order: cached.order + 1 }, false],
  ['another order of the tags', { tags: ['b', 'a'] }, false],
  [
    'another value in a nested object',
    { attributes: { deep: { one: 1, two: [null, 'x', { y: false }] }, minor: 5 } },
    false,
  ],
  ['an additional attribute', { attributes: { ...cached.attributes, major: 1 } }, false],
  ['a missing attribute', { attributes: { minor: 5 } }, false],
  ['a text instead of a number', { attributes: { ...cached.attributes, minor: '5' as Json } }, false],
  ['no battery level instead of a level', { batteryPercent: null }, cached.batteryPercent === null],
  ['a list instead of an object', { pending: [3] as never }, false],
  [
    "an attribute with the name of an object's built-in property",
    { attributes: { ...cached.attributes, constructor: 1 } },
    false,
  ],
  ['an additional field of a later version', { later: 1 }, false],
])('a stored device counts as equal to a device with %s: $2', (_what, read, same) => {
  expect(isSameRow(cached, { ...cached, ...read })).toBe(same);
  expect(isSameRow({ ...cached, ...read }, cached)).toBe(same);
});
