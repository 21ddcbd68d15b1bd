/** What becomes of a package that a beacon has refused in plain. */
import { RESULT } from '../result-codes.ts';

/**
 * What a refusal means for its package. 7 and 9: the beacon has a newer token or finds it expired, and 1, 2, 5, 6 blame
 * the packet itself: it is dead, fetch another. 3 and 4 are what the wrong beacon says and 8 is the beacon's own trouble:
 * the package stays carried and may be tried again, at the right beacon.
 */
export function packageAfterRefusal(result: number): 'dead' | 'carried' {
  const tryAgain: readonly number[] = [RESULT.authorizationFailed, RESULT.verificationFailed, RESULT.internalError];
  return tryAgain.includes(result) ? 'carried' : 'dead';
}
