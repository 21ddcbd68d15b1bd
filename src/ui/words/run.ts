/** What a run and a beacon's refusal are called: words of runs that are chosen by a code. */
import type { RunAction } from '../../domain/provisioning/next-action.ts';
import { RESULT, WRITE_REFUSED } from '../../domain/result-codes.ts';
import type { RunFailureCode } from '../../domain/run.ts';
import { refusalWords, resultNames, runFailureWords, runStrings } from '../strings/run.ts';

/**
 * Failures that can come before a write as well as on the way back to a beacon. Their words say nothing of the beacon, so
 * what is true of it is added.
 */
const AT_ANY_TIME: ReadonlySet<RunFailureCode> = new Set([
  'bluetoothOff',
  'chooserCancelled',
  'connectFailed',
  'connectTimedOut',
  'outOfRange',
  'notAConfigurableBeacon',
  'servicesMissing',
  'busyElsewhere',
  'packageTooLarge',
  'storageFull',
  'storageFailed',
  'cancelled',
  'packageNotHere',
  'otherOperation',
  'otherBeacon',
  'readRefused',
  'notPaired',
  'unknown',
]);

/** Returns the words of a failure that says nothing of the beacon, else null. */
export function wordsAtAnyTime(code: RunFailureCode): string | null {
  const { text } = runFailureWords[code];
  return AT_ANY_TIME.has(code) ? text : null;
}

/** `written`: the journal says that a write was begun, so nothing may be claimed about the beacon. */
export function failureText(code: RunFailureCode, written: boolean): string {
  const words = wordsAtAnyTime(code);
  if (words === null) return runFailureWords[code].text;
  return `${words} ${written ? runStrings.writtenMaybe : runStrings.nothingWritten}`;
}

interface Refusal {
  /** The end of a sentence. */
  readonly reason: string;
  readonly action: RunAction;
}

const WRONG_BEACON: Refusal = { reason: refusalWords.wrongBeacon, action: 'pickAgain' };

const REFUSALS: Readonly<Record<number, Refusal>> = {
  1: { reason: refusalWords.badFormat, action: 'fetchPackage' },
  2: { reason: refusalWords.notSupported, action: 'configure' },
  3: WRONG_BEACON,
  4: WRONG_BEACON,
  5: { reason: refusalWords.unknownSetting, action: 'configure' },
  6: { reason: refusalWords.tooMany, action: 'configure' },
  7: { reason: refusalWords.taken, action: 'fetchPackage' },
  8: { reason: refusalWords.internalError, action: 'connectAgain' },
  9: { reason: refusalWords.expired, action: 'fetchPackage' },
  [WRITE_REFUSED]: { reason: refusalWords.rejected, action: 'fetchPackage' },
};

/** What the result code of a plain response (1 to 9) means to the person at the beacon. */
export function refusedWords(result: number): Refusal {
  return REFUSALS[result] ?? { reason: refusalWords.unknown, action: 'fetchPackage' };
}

/** Returns the name of a result code in field-facts.md, '' for none. */
export function resultName(result: number): string {
  if (result === WRITE_REFUSED) return resultNames.writeRejected;
  const names: Readonly<Record<number, string>> = resultNames;
  return names[result] ?? '';
}

/** What the last visit to the beacon ended with. */
export function refusedLastWords(result: number): string {
  const words = runStrings.refusedLast;
  if (result === WRITE_REFUSED) return words.rejected;
  return result === RESULT.internalError ? words.internalError : words.other;
}
