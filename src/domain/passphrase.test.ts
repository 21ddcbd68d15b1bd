import { describe, expect, it } from 'vitest';
import { judgePassphrase, mayProtect, ownWords } from './passphrase.ts';

describe('the judgement of a passphrase', () => {
  it.each([
    ['', 1, { kind: 'tooShort', missing: 12 }],
    ['ladder', 1e20, { kind: 'tooShort', missing: 6 }],
    ['🪜🔦🔧🔩📡🧰', 1e20, { kind: 'tooShort', missing: 6 }],
    ['12345678901234567890', 10 ** 1.7, { kind: 'guessable' }],
    ['ladder-bluet', 9.9e9, { kind: 'guessable' }],
    ['ladder-bluet', 1e10, { kind: 'good' }],
    ['four quiet words on a ladder', 1e25, { kind: 'strong' }],
    ['a very long one that is known by heart to everybody', 5, { kind: 'guessable' }],
  ])('of %j at %d guesses is %j', (passphrase, guesses, judgement) => {
    expect(judgePassphrase(passphrase, 'the key', guesses)).toEqual(judgement);
  });

  it('rejects the API key as a passphrase, in capital or small letters and with any spaces around it', () => {
    for (const passphrase of ['Kx81-ABCDEFGHIJKL-2026', 'kx81-abcdefghijkl-2026', ' Kx81-ABCDEFGHIJKL-2026 ']) {
      expect(judgePassphrase(passphrase, 'Kx81-ABCDEFGHIJKL-2026', 1e20)).toEqual({ kind: 'sameAsKey' });
    }
    expect(mayProtect(judgePassphrase('0123456789abcdef', '0123456789abcdef', 1e20))).toBe(false);
    expect(mayProtect(judgePassphrase('four quiet words here', 'another key', 1e20))).toBe(true);
    expect(judgePassphrase('', '', 1)).toEqual({ kind: 'tooShort', missing: 12 });
  });
});

it('a passphrase is compared with the words that an attacker tries first', () => {
  expect(ownWords('North wing', null, 'api.acme.example')).toEqual([
    'North wing',
    'Northwing',
    'North',
    'wing',
    'api.acme.example',
    'apiacmeexample',
    'api',
    'acme',
    'example',
  ]);
});

it('a passphrase is not compared with a key before a key is typed', () => {
  expect(judgePassphrase('ladder-bluet', null, 1e10)).toEqual({ kind: 'good' });
  expect(judgePassphrase('   ', '', 1)).toEqual({ kind: 'tooShort', missing: 9 });
});

it.each([
  [9_999_999_999, 'guessable'],
  [1e14 - 1, 'good'],
  [1e14, 'strong'],
])('at %d guesses a passphrase is %s', (guesses, kind) => {
  expect(judgePassphrase('ladder-bluet', null, guesses)).toEqual({ kind });
});

it('a passphrase protects the key only when it is good or strong', () => {
  const kinds = ['sameAsKey', 'guessable', 'good', 'strong'] as const;
  expect(kinds.map((kind) => mayProtect({ kind }))).toEqual([false, false, true, true]);
  expect(mayProtect({ kind: 'tooShort', missing: 1 })).toBe(false);
});

it('the words that a passphrase is compared with have more than two letters, and occur only once', () => {
  expect(ownWords('An old an', 'old')).toEqual(['An old an', 'Anoldan', 'old']);
});
