import { describe, expect, it } from 'vitest';
import { judgePassphrase, mayProtect } from './passphrase.ts';

describe('judgePassphrase', () => {
  it.each([
    ['', 'tooShort'],
    ['1234567', 'tooShort'],
    ['👷👷👷👷👷👷👷', 'tooShort'],
    ['12345678', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['ladderladder', 'weak'],
    ['Ladder on 4 legs', 'fair'],
    ['blau wagen 12 tor', 'fair'],
  ] as const)('calls %j %s', (passphrase, judgement) => {
    expect(judgePassphrase(passphrase)).toBe(judgement);
  });

  it('refuses the key itself', () => {
    expect(judgePassphrase('AbCd1234AbCd1234', 'AbCd1234AbCd1234')).toBe('sameAsKey');
    expect(mayProtect('sameAsKey')).toBe(false);
    expect(mayProtect('tooShort')).toBe(false);
    expect(mayProtect('weak')).toBe(true);
  });

  it('counts a letter typed as one or as two code points alike', () => {
    expect(judgePassphrase('é'.normalize('NFD').repeat(7))).toBe('tooShort');
    expect(judgePassphrase('é'.normalize('NFD').repeat(8))).toBe('weak');
  });
});
