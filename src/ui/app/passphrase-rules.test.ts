import { describe, expect, it } from 'vitest';
import { judgePassphrase } from './passphrase-rules.ts';

describe('judgePassphrase', () => {
  it.each([
    ['', false, ''],
    ['ladder', false, '6 more characters needed.'],
    ['ladder-bluet', true, 'Long enough.'],
    ['ladder-blue', false, '1 more character needed.'],
    ['aaaaaaaaaaaaaaaa', false, 'Too easy to guess: use more different characters.'],
    ['abababababababab', false, 'Too easy to guess: use more different characters.'],
    ['four quiet words on a ladder', true, 'Strong.'],
  ])('%j', (passphrase, ok, words) => {
    expect(judgePassphrase(passphrase)).toEqual({ ok, words });
  });

  it('counts a surrogate pair as one character', () => {
    expect(judgePassphrase('🪜🔦🔧🔩📡🧰').words).toBe('6 more characters needed.');
  });
});
