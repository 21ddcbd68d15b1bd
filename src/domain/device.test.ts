/** What a device's record says: its kind, its power, when it was last heard, and which element of an answer is its own. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice } from '../../test/support/fixture-rows.ts';
import { isSameId, ofDevice, withVerified } from './device-answers.ts';
import { deviceKind, isMainsMark, isWrittenByBluetooth, lastSeenOf, valueIn, type AttributeValues } from './device.ts';

it.each([
  ['BEACON', 'beacon', true],
  ['GATEWAY', 'gateway', false],
  ['CLOUD_BEACON', 'cloudBeacon', false],
  ['TAG', 'other', true],
  ['beacon', 'other', true],
  ['', 'other', true],
] as const)('a device of the type %j is of the kind %s and written over Bluetooth: %s', (type, kind, written) => {
  expect([deviceKind(type), isWrittenByBluetooth(type)]).toEqual([kind, written]);
});

it.each([
  [-1, true],
  ['-1', true],
  [255, true],
  ['255', true],
  [100, false],
  [0, false],
  ['', false],
  [null, false],
  [undefined, false],
] as const)('a battery level of %j stands for external power: %s', (level, isMark) => {
  expect(isMainsMark(level)).toBe(isMark);
});

it.each<[AttributeValues, kind: string]>([
  [{}, 'unsaid'],
  [{ lastSeen: null }, 'never'],
  [{ lastSeen: 0 }, 'never'],
  [{ lastSeen: '0' }, 'never'],
  [{ 'status.lastOnlineTimestamp': null }, 'never'],
  [{ lastSeen: 'yesterday' }, 'unsaid'],
  [{ lastSeen: false }, 'unsaid'],
  [{ lastSeen: 'yesterday', 'status.lastOnlineTimestamp': 0 }, 'never'],
])('a device without a time, with the attributes %j, was seen: %s', (attributes, kind) => {
  expect(lastSeenOf({ lastSeenMs: null, attributes })).toEqual({ kind });
  expect(lastSeenOf({ lastSeenMs: 0, attributes })).toEqual({ kind: 'at', ms: 0 });
});

it('a device has no attribute under a name that each JavaScript object inherits', () => {
  expect(valueIn({ minor: 0, url: null }, 'minor')).toBe(0);
  expect(valueIn({ minor: 0, url: null }, 'url')).toBeNull();
  expect([valueIn({}, 'constructor'), valueIn({}, 'minor')]).toEqual([undefined, undefined]);
});

describe('an answer about a device', () => {
  const element = (uniqueId: string) => ({ uniqueId });
  it.each([
    ['Ab3d', 'ab3D', true],
    [' Ab3d\n', 'Ab3d', true],
    ['Ab3d', 'Ab3', false],
    ['', ' ', true],
  ])('names with %j and %j the same device: %s', (one, other, same) => {
    expect(isSameId(one, other)).toBe(same);
  });

  it.each<[what: string, ids: string[], found: string | null]>([
    ['its exact spelling', ['AB3D', 'Ab3d'], 'Ab3d'],
    ['its exact spelling, listed first', ['Ab3d', 'AB3D'], 'Ab3d'],
    ['the only other spelling', ['x', ' ab3d '], ' ab3d '],
    ['none of two other spellings', ['ab3d', 'AB3D'], null],
    ['none of another device', ['x'], null],
    ['none in an empty list', [], null],
  ])('gives the device %s', (_what, ids, found) => {
    expect(ofDevice(ids.map(element), 'Ab3d')?.uniqueId ?? null).toBe(found);
  });

  it('that verifies values leaves nothing pending, and keeps the stored name when the values contain none', () => {
    const device = fixtureDevice(0, { name: 'Old', pending: { minor: 5 }, attributes: { major: 1, minor: 4 } });
    expect(withVerified(device, { minor: 5 })).toEqual({
      ...device,
      pending: null,
      attributes: { major: 1, minor: 5 },
    });
    expect(withVerified(device, { name: 'New' }).name).toBe('New');
    expect(withVerified(device, { name: 7 }).name).toBe('Old');
  });
});
