import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { nextCarried } from './run-case.ts';

describe('the next beacon', () => {
  const at = (uniqueId: string, preparedAtMs: number, state: 'carried' | 'used' = 'carried') =>
    fixturePackage(uniqueId, { preparedAtMs, state });

  it('follows the order of preparing and starts again at the end', () => {
    const packages = [at('c', 3), at('a', 1), at('b', 2, 'used')];
    expect(nextCarried({ packages, runs: [] }, 'b')).toBe('c');
    expect(nextCarried({ packages, runs: [] }, 'c')).toBe('a');
    expect(nextCarried({ packages: [at('a', 1)], runs: [] }, 'a')).toBeNull();
  });

  it('skips a beacon with an unfinished run', () => {
    expect(
      nextCarried(
        { packages: [at('a', 1), at('b', 2), at('c', 3)], runs: [fixtureRun('b', { step: 'writing' })] },
        'a',
      ),
    ).toBe('c');
  });
});
