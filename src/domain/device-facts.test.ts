/** What a device says of its power, its connection and its firmware; what it does not say is not guessed. */
import { describe, expect, it } from 'vitest';
import { BATTERY_NAMES } from './device.ts';
import type { AttributeValues } from './device.ts';
import { availableFirmware, hasFact, isOnline, isOnMains, textIn } from './device-facts.ts';

describe('a device', () => {
  it.each<[string, AttributeValues, boolean]>([
    ['does not mention external power', {}, false],
    ['says that the device has external power', { 'status.externalPower': true }, true],
    [
      'says that the device has no external power, whatever its battery',
      { 'status.externalPower': false, [BATTERY_NAMES[0]]: 255 },
      false,
    ],
    ['has an unknown word for external power', { 'status.externalPower': 'yes' }, false],
    ['has the mark of external power for a battery level', { [BATTERY_NAMES.at(-1)!]: 255 }, true],
    ['has a battery level', { [BATTERY_NAMES[0]]: 80 }, false],
  ])('is judged to be on mains power, or not, when its record %s', (_which, attributes, expected) => {
    expect(isOnMains({ attributes })).toBe(expected);
    expect(hasFact({ attributes }, 'mains')).toBe(expected);
  });

  it.each<[AttributeValues, boolean | null]>([
    [{}, null],
    [{ 'status.online': true }, true],
    [{ 'status.online': false }, false],
    [{ 'status.online': 'no' }, null],
  ])('with %o is online: %s', (attributes, expected) => {
    expect(isOnline({ attributes })).toBe(expected);
    expect(hasFact({ attributes }, 'offline')).toBe(expected === false);
  });

  it.each<[Exclude<AttributeValues[string], undefined> | undefined, string | null]>([
    [undefined, null],
    [null, null],
    ['', null],
    ['  ', null],
    [2, null],
    ['2.0', '2.0'],
  ])('has an upgrade of its firmware where %o is stated: %s', (stated, expected) => {
    const attributes: AttributeValues =
      stated === undefined ? {} : { 'firmwareInfo.upgrade.nextAvailableVersion': stated };
    expect(availableFirmware({ attributes })).toBe(expected);
    expect(hasFact({ attributes }, 'upgrade')).toBe(expected !== null);
    expect(textIn(attributes, 'another')).toBeNull();
  });
});
