/** The changes that a table makes to devices, and the rows that are skipped. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import type { CachedDevice } from '../device.ts';
import { storableText } from '../storable-text.ts';
import { planDeviceTable, type DeviceRow } from './device-table.ts';

const CUT = storableText('x'.repeat(20_000));

const device = (changes: Partial<CachedDevice>): CachedDevice =>
  fixtureDevice(0, { uniqueId: 'a', alias: 'Old', tags: ['lift', 'room:East'], notes: 'High up', ...changes });
const row = (changes: Partial<DeviceRow>): DeviceRow => ({
  uniqueId: 'a',
  alias: '',
  room: '',
  tags: '',
  notes: '',
  ...changes,
});
const plan = (changes: Partial<DeviceRow>, of: Partial<CachedDevice> = {}) =>
  planDeviceTable([row(changes)], new Map([['a', device(of)]]))[0]!;

describe('a row of an imported table of devices', () => {
  it('changes only the values that it contains', () => {
    expect(plan({ alias: 'New' })).toMatchObject({ values: { alias: 'New' }, fault: null });
    expect(plan({ room: 'West' }).values).toEqual({ tags: 'lift,room:West' });
    expect(plan({ tags: 'spare, lift' }).values).toEqual({ tags: 'lift,room:East,spare' });
    expect(plan({ notes: 'Low', room: 'West', tags: 'spare' }).values).toEqual({
      tags: 'lift,room:West,spare',
      notes: 'Low',
    });
  });

  it('changes nothing when the device already has all its values', () => {
    expect(plan({ alias: 'Old', room: 'East', tags: 'lift', notes: 'High up' }).values).toEqual({});
    expect(plan({}).values).toEqual({});
  });

  it.each([
    ['viewer', { alias: 'New' }, { access: 'VIEWER' }],
    ['room:comma', { room: 'East, left' }, {}],
    ['room:tooLong', { room: 'x'.repeat(28) }, {}],
    ['cut', { alias: 'New' }, { alias: CUT }],
    ['cut', { notes: 'Low' }, { notes: CUT }],
    ['cut', { tags: 'spare' }, { tags: ['lift', CUT] }],
    ['tooManyTags', { tags: 'one more' }, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) }],
  ] as const)('is left out with the reason %s', (fault, changes, of) => {
    expect(plan(changes, of as Partial<CachedDevice>)).toMatchObject({ values: {}, fault });
  });
});

it('a table of devices changes a value beside another that is stored here only in part', () => {
  expect(plan({ alias: 'New' }, { notes: CUT })).toMatchObject({ values: { alias: 'New' }, fault: null });
  expect(plan({ notes: 'Low' }, { alias: CUT })).toMatchObject({ values: { notes: 'Low' }, fault: null });
});

it('a table of devices ignores gaps and spaces between tags', () => {
  expect(plan({ tags: ' , spare ,,' }).values).toEqual({ tags: 'lift,room:East,spare' });
  expect(plan({ tags: ' , ' }).values).toEqual({});
});

it('a table of devices skips its rows of devices outside the list', () => {
  expect(planDeviceTable([row({ uniqueId: 'b' })], new Map([['a', device({})]]))).toEqual([]);
});
