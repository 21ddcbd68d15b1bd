/** Compares what the app says with what is true at the beacons and at the backend, and says what became of each response. Pure. */

import { runStrings } from '../../src/ui/strings/run.ts';

/** How every refusal of a beacon begins. */
const REFUSED = runStrings.refused('');

/** What is true of one beacon and the value it is to get, seen from outside the app. */
export interface Truth {
  /** The backend holds it pending, or has applied it. */
  readonly prepared: boolean;
  /** Some beacon was asked to take its package. */
  readonly written: boolean;
  /** The beacon itself has taken the value over, or is working on it. */
  readonly applied: boolean;
  /** A receipt still lies in the beacon. */
  readonly inBeacon: boolean;
  /** A beacon has handed out a response in its runs, or one of its own in another's. */
  readonly handedOut: boolean;
  /** A post for it reached the backend. */
  readonly posted: boolean;
  readonly verified: boolean;
  /** Only one package was ever made for it, and nothing is settled yet: the track tells of that one. */
  readonly firstPackage: boolean;
}

const MARKS: readonly (readonly [word: string, fact: keyof Truth])[] = [
  ['Prepared', 'prepared'],
  ['Written', 'written'],
  ['Receipt saved', 'handedOut'],
  ['Sent', 'posted'],
  ['Verified', 'verified'],
];

/** Everything the track and the sentence claim that is not so. `track`: the marks that say something, as the journey reads them. */
export function wrongClaims(track: readonly string[], says: string, truth: Truth): string[] {
  const wrong = MARKS.filter(([word, fact]) => track.includes(word) && !truth[fact]).map(([word]) => `says "${word}"`);
  const past = track.some(
    (mark) => mark.startsWith('Written') || mark.startsWith('Receipt') || mark === 'Sent' || mark === 'Verified',
  );
  const saying = (isFalse: boolean): void => void (isFalse && wrong.push(`says "${says}"`));
  if (truth.firstPackage && truth.applied && !past && track.length > 0)
    wrong.push('hides that the beacon may have changed');
  saying(truth.applied && /nothing was written|nothing has been written|before anything was written/i.test(says));
  saying(!truth.verified && /verified by the backend|configured|\bdone\b/i.test(says));
  saying(/\bfailed\b/i.test(says));
  saying(truth.applied && truth.firstPackage && says.startsWith(REFUSED));
  saying(truth.inBeacon && truth.firstPackage && says.startsWith(runStrings.noAnswer));
  saying(
    truth.verified && [runStrings.receiptNotVerified, runStrings.receiptParked].some((one) => says.startsWith(one)),
  );
  return [...new Set(wrong)];
}

/** The row of the run list in one word, held against the same truth. */
export function wrongSummary(word: string, truth: Truth): string[] {
  const claim = MARKS.find(([mark]) => mark === word);
  if (claim !== undefined && !truth[claim[1]]) return [`lists it as "${word}"`];
  const isUntouched = word === 'Prepared' || word === 'Downloaded' || word === 'Nothing prepared';
  if (truth.firstPackage && truth.applied && isUntouched)
    return [`lists it as "${word}" although the beacon may have changed`];
  return [];
}

export interface ResponseFate {
  /** A post of it for its own beacon reached the backend. */
  readonly atBackend: boolean;
  /** From the moment it left the beacon to the kill of the browser that read it, ms. */
  readonly ageAtKillMs: number;
}

/**
 * Longest time from the beacon's answer to the complete commit that a campaign may measure, ms: the median of all, which a busy
 * machine moves little.
 */
export const COMMIT_MEDIAN_MS = 200;
/** Whatever was measured: a response that was in the browser for longer than this had to be on the disk. */
export const LONGEST_FLIGHT_MS = 350;

/** Times from answer to complete commit, ms: their middle, and the bound within which a kill may take a response along. */
export function flightBound(measuredMs: readonly number[]): { readonly medianMs: number; readonly boundMs: number } {
  const sorted = measuredMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { medianMs: at(0.5), boundMs: Math.min(LONGEST_FLIGHT_MS, at(0.95)) };
}

/** safe: delivered. inFlight: it died in the browser's hands within the bound. lost: the app has lost it. */
export function fateOf({ atBackend, ageAtKillMs }: ResponseFate, boundMs: number): 'safe' | 'inFlight' | 'lost' {
  if (atBackend) return 'safe';
  return ageAtKillMs <= boundMs ? 'inFlight' : 'lost';
}

/** The browser writes an answer down within this time, or was killed before, ms. */
const RECORDING_MS = 1000;

export interface PostFacts {
  readonly status: number;
  readonly atMs: number;
  /** When its answer was on the disk; null when nobody heard of that. */
  readonly recordedAtMs: number | null;
  /** When the browser that posted it was killed. */
  readonly killedAtMs: number;
}

/**
 * Repeats of one response in the order of their posts: each is explained by what became of the very post before it, by a database that
 * was emptied since (`emptiedAtMs`), or by nothing.
 */
export function judgePosts<T extends PostFacts>(
  posts: readonly T[],
  emptiedAtMs: readonly number[] = [],
): { readonly duplicates: number; readonly unexplained: readonly T[] } {
  const unexplained = posts.slice(0, -1).filter(({ status, atMs, recordedAtMs, killedAtMs }, at) => {
    // The second copy does not say what was answered: its receipt is sent once more.
    if (emptiedAtMs.some((ms) => ms > atMs && ms < posts[at + 1]!.atMs)) return false;
    // An answer that settles nothing asks for another post.
    if (status >= 500 || status === 401 || status === 429 || status === 408) return false;
    return recordedAtMs !== null || killedAtMs - atMs > RECORDING_MS;
  });
  return { duplicates: Math.max(0, posts.length - 1), unexplained };
}
