/** Says why a key that was called the new one of a known account has opened nothing. */
import type { KeyDoubt } from '../../use-cases/session/offered.ts';
import { keyStrings } from '../strings/keys.ts';

export const notProvenWords = (doubt: KeyDoubt): string => keyStrings.otherKey.notProven[doubt];
