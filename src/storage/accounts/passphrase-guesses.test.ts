/** The estimator that is shipped recognises passphrases that are long and yet easy to guess. */
import { expect, it } from 'vitest';
import { judgePassphrase, ownWords } from '../../domain/passphrase.ts';
import { guessesFor } from './passphrase-guesses.ts';

const KEY = 'Kx81-ABCDEFGHIJKL-2026';
const judge = async (passphrase: string) =>
  judgePassphrase(passphrase, KEY, await guessesFor(passphrase, ownWords('North wing', KEY)));

it.each([
  'password1234',
  '123456789012',
  'qwertyuiop12',
  'passwordpassword',
  '12345678901234567890',
  'letmeinletmein',
  'P@ssw0rd1234',
  'qazwsxedcrfvtgb',
  'abcdefghijkl',
  'aaaaaaaaaaaaaaaa',
  'dragon baseball',
  'summer2026!!',
  '12.03.198412.03.1984',
  'North wing 2026',
  'NorthWing2026',
  '6202-LKJIHGFEDCBA-18xK',
])('the passphrase %j is rated as guessable', async (passphrase) => {
  expect(await judge(passphrase)).toEqual({ kind: 'guessable' });
});

it.each([
  ['correct horse battery', 'good'],
  ['ladder cellar lamp 7', 'strong'],
  ['four quiet words on a ladder', 'strong'],
  ['Ünser Dach tropft', 'strong'],
  ['g7#kQz2!vPx9', 'good'],
])('the passphrase %j is rated as %s', async (passphrase, kind) => {
  expect(await judge(passphrase)).toEqual({ kind });
});
