import { describe, expect, it } from 'vitest';
import { isAccessAtLeast } from './access.ts';

describe('levels of access', () => {
  it('are ordered from viewer to owner', () => {
    const levels = ['VIEWER', 'EDITOR', 'SUPERVISOR', 'OWNER'];
    for (const [at, access] of levels.entries())
      for (const [from, least] of levels.entries())
        expect(isAccessAtLeast(access, least), `${access}, ${least}`).toBe(at >= from);
  });

  it.each([
    ['AUDITOR', 'AUDITOR', true],
    ['OWNER', 'AUDITOR', false],
    ['AUDITOR', 'VIEWER', false],
    ['owner', 'VIEWER', false],
    [null, 'VIEWER', false],
    [null, null, true],
    ['VIEWER', null, true],
  ])('rank so that %s is at least %s: %s', (access, least, expected) => {
    expect(isAccessAtLeast(access, least)).toBe(expected);
  });
});
