/** A value that was hidden or shortened for storage is recognised, so that it is never sent back. */
import { expect, it } from 'vitest';
import { CATALOGUE } from './attributes/catalogue.ts';
import { HIDDEN_VALUE, isSecret } from './attributes/values.ts';
import { fixtureDevice } from '../../test/support/fixture-rows.ts';
import type { Device } from './device.ts';
import { CUT_MARK, MAX_CHARACTERS } from './telemetry/storable-value.ts';
import { isCutText, isOversized, isWholeValue, MAX_TEXT, storableDevice, storableText } from './storable-text.ts';

it('a stored value counts as complete unless it is secret or hidden', () => {
  expect(isWholeValue('name', 'Door')).toBe(true);
  expect(isWholeValue('interval', 350)).toBe(true);
  expect(isWholeValue('packets', ['IBEACON', 'KONTAKT'])).toBe(true);
  expect(isWholeValue('name', HIDDEN_VALUE)).toBe(false);
  expect(isWholeValue('packets', ['IBEACON', HIDDEN_VALUE])).toBe(false);
  const secret = CATALOGUE.find(({ name }) => isSecret(name))!;
  expect(isWholeValue(secret.name, 'anything')).toBe(false);
});

const MARK = ' … left out: too long';
const LONGEST = MAX_TEXT + MARK.length;

it('a stored value of which a part was left out does not count as complete', () => {
  expect(isWholeValue('deep', { a: [CUT_MARK] })).toBe(false);
  expect(isWholeValue('notes', `x${MARK}`)).toBe(false);
});

it('a stored text that is too long is shortened once, and never inside a character', () => {
  expect(storableText('x'.repeat(LONGEST))).toBe('x'.repeat(LONGEST));
  expect(storableText('x'.repeat(LONGEST + 1))).toBe(`${'x'.repeat(MAX_TEXT)}${MARK}`);
  expect(storableText(storableText('x'.repeat(LONGEST + 1)))).toHaveLength(LONGEST);
  expect(storableText(`a${'🔦'.repeat(30)}`, 2)).toBe(`a${MARK}`);
  expect([isCutText(`x${MARK}`), isCutText(`x${MARK}.`), isCutText('x')]).toEqual([true, false, false]);
});

const FIELDS = ['name', 'alias', 'notes', 'model', 'mac', 'access', 'firmware'] as const;

it('a device is stored with its texts, tags and values shortened, and with empty fields unchanged', () => {
  const long = 'x'.repeat(LONGEST + 1);
  const device = storableDevice(
    fixtureDevice(0, {
      ...Object.fromEntries(FIELDS.map((field) => [field, long])),
      tags: ['y'.repeat(1000), ...Array.from({ length: 200 }, (_, at) => `t${at}`)],
      attributes: { minor: 1, password: 'a1b2c3d4' },
      pending: { password: 'a1b2c3d4' },
    }),
  );
  for (const field of FIELDS) expect(device[field]).toBe(`${'x'.repeat(MAX_TEXT)}${MARK}`);
  expect(device.tags).toHaveLength(100);
  expect(device.tags[0]).toBe(`${'y'.repeat(500)}${MARK}`);
  expect([device.attributes, device.pending]).toEqual([
    { minor: 1, password: HIDDEN_VALUE },
    { password: HIDDEN_VALUE },
  ]);
  const bare = fixtureDevice(0, { ...Object.fromEntries(FIELDS.map((field) => [field, null])), pending: null });
  expect(storableDevice(bare)).toEqual(bare);
});

it.each<[what: string, changes: Partial<Device>, oversized: boolean]>([
  ['nothing unusual', {}, false],
  ...FIELDS.flatMap((field): [string, Partial<Device>, boolean][] => [
    [`the longest ${field}`, { [field]: 'x'.repeat(LONGEST) }, false],
    [`a longer ${field}`, { [field]: 'x'.repeat(LONGEST + 1) }, true],
    [`no ${field}`, { [field]: null }, false],
  ]),
  ['as many tags as are stored', { tags: Array.from({ length: 100 }, () => 't') }, false],
  ['more tags', { tags: Array.from({ length: 101 }, () => 't') }, true],
  ['the longest value', { attributes: { x: 'x'.repeat(MAX_CHARACTERS) } }, false],
  ['a longer value', { attributes: { minor: 1, x: 'x'.repeat(MAX_CHARACTERS + 1) } }, true],
  ['a longer list', { attributes: { x: Array.from({ length: MAX_CHARACTERS + 1 }, () => 0) } }, true],
  ['a longer pending value', { pending: { x: 'x'.repeat(MAX_CHARACTERS + 1) } }, true],
  ['a short pending value', { pending: { x: 'x' } }, false],
  ['a value that is no text', { attributes: { x: { length: MAX_CHARACTERS + 1 } } }, false],
])('a stored device with %s is longer than a device may be stored: $2', (_what, changes, oversized) => {
  expect(isOversized({ ...fixtureDevice(0), ...changes })).toBe(oversized);
});
