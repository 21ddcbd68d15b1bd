/** Explains why a key that was entered as the new one of a known account was not accepted. */
import type { KeyDoubt } from '../../use-cases/session/session.ts';
import { keyStrings } from '../strings/keys.ts';

export const notProvenWords = (doubt: KeyDoubt): string => keyStrings.otherKey.notProven[doubt];
