import { describe, expect, it } from 'vitest';
import { judgePassphrase, mayProtect } from './passphrase.ts';

describe('judgePassphrase', () => {
  it.each([
    ['', { kind: 'tooShort', missing: 12 }],
    ['ladder', { kind: 'tooShort', missing: 6 }],
    ['ladder-blue', { kind: 'tooShort', missing: 1 }],
    ['🪜🔦🔧🔩📡🧰', { kind: 'tooShort', missing: 6 }],
    ['aaaaaaaaaaaaaaaa', { kind: 'plain' }],
    ['ladder-bluet', { kind: 'good' }],
    ['four quiet words on a ladder', { kind: 'strong' }],
  ])('%j', (passphrase, judgement) => {
    expect(judgePassphrase(passphrase)).toEqual(judgement);
  });

  it('does not take the key itself', () => {
    expect(mayProtect(judgePassphrase('0123456789abcdef', '0123456789abcdef'))).toBe(false);
    expect(mayProtect(judgePassphrase('0123456789abcdef', 'another key'))).toBe(true);
  });
});
