/** Code for connecting, checking a key, and leaving or removing an account. Loaded on the first of these actions. */
export { watchContentPolicy } from '../backend/content-policy.ts';
export { createProbe } from '../backend/probe.ts';
export { endAlarmChecks } from '../service-worker/page/alarm-wake-ups.ts';
export { eraseAccount } from '../storage/accounts/erase-account.ts';
export { matchesKeyMark, makeKeyMark } from '../storage/accounts/key-mark.ts';
export { makeKeyVerifier, matchesKeyVerifier } from '../storage/accounts/key-verifier.ts';
export { guessesFor } from '../storage/accounts/passphrase-guesses.ts';
export { createScreenLock } from '../storage/accounts/screen-lock.ts';
export { countWork, savedAccess } from './undelivered-work.ts';
