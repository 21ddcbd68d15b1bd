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
  ['nothing', {}, true],
  ['the time of reading', { readAtMs: cached.readAtMs + 1 }, true],
  ['the order of fields', { attributes: { minor: 5, deep: { two: [null, 'x', { y: true }], one: 1 } } }, true],
  ['a field that is not set', { later: undefined }, true],
  ['a name', { name: 'Other' }, false],
  ['what is pending', { pending: null }, false],
  ['its place', { order: cached.order + 1 }, false],
  ['the order of a list', { tags: ['b', 'a'] }, false],
  ['a value deep inside', { attributes: { deep: { one: 1, two: [null, 'x', { y: false }] }, minor: 5 } }, false],
  ['an attribute more', { attributes: { ...cached.attributes, major: 1 } }, false],
  ['an attribute less', { attributes: { minor: 5 } }, false],
  ['a number for a text', { attributes: { ...cached.attributes, minor: '5' as Json } }, false],
  ['nothing for zero', { batteryPercent: null }, cached.batteryPercent === null],
  ['a list for what has numbers as names', { pending: [3] as never }, false],
  ['a field that every object has', { attributes: { ...cached.attributes, constructor: 1 } }, false],
  ['a field of a later version', { later: 1 }, false],
])('%s', (_what, read, same) => {
  expect(isSameRow(cached, { ...cached, ...read })).toBe(same);
  expect(isSameRow({ ...cached, ...read }, cached)).toBe(same);
});
