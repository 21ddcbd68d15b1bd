/** What a plain refusal by a beacon means for the package. */
import { RESULT, WRITE_REFUSED } from '../result-codes.ts';

/**
 * Returns the package's state after a refusal. Codes 7 and 9 (newer token, expired) and 1, 2, 5, 6 (faulty packet) make
 * the package dead; another one must be fetched. Codes 3 and 4 come from the wrong beacon and 8 is a fault of the
 * beacon itself: the package stays carried and may be tried again, as may one that a beacon never took.
 */
export function packageAfterRefusal(result: number): 'dead' | 'carried' {
  const tryAgain: readonly number[] = [
    RESULT.authorizationFailed,
    RESULT.verificationFailed,
    RESULT.internalError,
    WRITE_REFUSED,
  ];
  return tryAgain.includes(result) ? 'carried' : 'dead';
}
