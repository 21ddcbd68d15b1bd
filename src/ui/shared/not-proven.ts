/** Says why a key that was called the new one of a known account has opened nothing. */
import type { KeyOutcome } from '../../use-cases/session/offered.ts';
import { keyStrings } from '../strings/keys.ts';

export function notProvenWords({ verdict }: Extract<KeyOutcome, { kind: 'notProven' }>): string {
  const { wrongKey, unreached } = keyStrings.otherKey.notProven;
  return verdict === 'wrongKey' ? wrongKey : unreached;
}
