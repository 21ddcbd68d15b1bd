/** A value that was hidden or shortened for storage is recognised, so that it is never sent back. */
import { expect, it } from 'vitest';
import { CATALOGUE } from './attributes/catalogue.ts';
import { HIDDEN_VALUE, isSecret } from './attributes/values.ts';
import { isWholeValue } from './storable-text.ts';

it('tells a complete value from a secret, a hidden and a shortened one', () => {
  expect(isWholeValue('name', 'Door')).toBe(true);
  expect(isWholeValue('interval', 350)).toBe(true);
  expect(isWholeValue('packets', ['IBEACON', 'KONTAKT'])).toBe(true);
  expect(isWholeValue('name', HIDDEN_VALUE)).toBe(false);
  expect(isWholeValue('packets', ['IBEACON', HIDDEN_VALUE])).toBe(false);
  const secret = CATALOGUE.find(({ name }) => isSecret(name))!;
  expect(isWholeValue(secret.name, 'anything')).toBe(false);
});
