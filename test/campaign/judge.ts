/**
 * Compares what the app shows with the facts at the beacons and the backend, and classifies each response. Pure
 * functions.
 */

import { runStrings } from '../../src/ui/strings/run.ts';

/** The beginning of every sentence about a refusal by a beacon. */
const REFUSED = runStrings.refused('');

/** The facts about one beacon and the value that it is to get, observed from outside the app. */
export interface Truth {
  /** The backend has the value pending, or has applied it. */
  readonly prepared: boolean;
  /** A write of its package was sent to some beacon. */
  readonly written: boolean;
  /** The beacon has applied the value, or is processing it. */
  readonly applied: boolean;
  /** The beacon still contains a receipt. */
  readonly inBeacon: boolean;
  /** A beacon has returned a response in this beacon's runs, or this beacon has returned its response in another's. */
  readonly handedOut: boolean;
  /** A post for it reached the backend. */
  readonly posted: boolean;
  readonly verified: boolean;
  /** Only one package was ever made for it and nothing is settled yet, so the track describes that package. */
  readonly firstPackage: boolean;
}

const MARKS: readonly (readonly [word: string, fact: keyof Truth])[] = [
  ['Prepared', 'prepared'],
  ['Written', 'written'],
  ['Receipt saved', 'handedOut'],
  ['Sent', 'posted'],
  ['Verified', 'verified'],
];

/**
 * Returns all claims of the track and the sentence that are false. `track`: the filled marks, as the journey reads
 * them.
 */
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

/** Checks the summary word of the run list against the same facts. */
export function wrongSummary(word: string, truth: Truth): string[] {
  const claim = MARKS.find(([mark]) => mark === word);
  if (claim !== undefined && !truth[claim[1]]) return [`lists it as "${word}"`];
  const isUntouched = word === 'Prepared' || word === 'Downloaded' || word === 'Nothing prepared';
  if (truth.firstPackage && truth.applied && isUntouched)
    return [`lists it as "${word}" although the beacon may have changed`];
  return [];
}

export interface ResponseFate {
  /** True if a post of the response for its own beacon reached the backend. */
  readonly atBackend: boolean;
  /** Time from the beacon's answer to the kill of the browser that read it, ms. */
  readonly ageAtKillMs: number;
}

/**
 * Largest acceptable median of the times from the beacon's answer to the complete commit, ms. A busy machine changes
 * the median only a little.
 */
export const COMMIT_MEDIAN_MS = 200;
/** Largest possible bound, ms: a response that was in the browser for longer had to be on the disk. */
export const LONGEST_FLIGHT_MS = 350;

/**
 * Returns the median of the times from the answer to the complete commit, and the bound within which a kill may lose a
 * response.
 */
export function flightBound(measuredMs: readonly number[]): { readonly medianMs: number; readonly boundMs: number } {
  const sorted = measuredMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { medianMs: at(0.5), boundMs: Math.min(LONGEST_FLIGHT_MS, at(0.95)) };
}

/**
 * `safe`: delivered. `inFlight`: the browser was killed within the bound after the read. `lost`: the app has lost it.
 */
export function fateOf({ atBackend, ageAtKillMs }: ResponseFate, boundMs: number): 'safe' | 'inFlight' | 'lost' {
  if (atBackend) return 'safe';
  return ageAtKillMs <= boundMs ? 'inFlight' : 'lost';
}

/** The browser stores an answer within this time, unless it is killed first, ms. */
const RECORDING_MS = 1000;

export interface PostFacts {
  readonly status: number;
  readonly atMs: number;
  /** When its answer was on the disk. Null: not observed. */
  readonly recordedAtMs: number | null;
  /** When the browser that posted it was killed. */
  readonly killedAtMs: number;
}

/**
 * Judges the posts of one response, in order. A repeat is explained by what happened to the post right before it, by a
 * database that was emptied in between (`emptiedAtMs`), or by nothing.
 */
export function judgePosts<T extends PostFacts>(
  posts: readonly T[],
  emptiedAtMs: readonly number[] = [],
): { readonly duplicates: number; readonly unexplained: readonly T[] } {
  const unexplained = posts.slice(0, -1).filter(({ status, atMs, recordedAtMs, killedAtMs }, at) => {
    // The second copy does not contain the backend's answer, so its receipt is sent once more.
    if (emptiedAtMs.some((ms) => ms > atMs && ms < posts[at + 1]!.atMs)) return false;
    // After such an answer the response has to be posted again.
    if (status >= 500 || status === 401 || status === 429 || status === 408) return false;
    return recordedAtMs !== null || killedAtMs - atMs > RECORDING_MS;
  });
  return { duplicates: Math.max(0, posts.length - 1), unexplained };
}
