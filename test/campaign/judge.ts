/** Compares what the app says with what is true at the beacon, on the disk and at the backend. Pure. */

/** What is true of one beacon's newest package, seen from outside the app. */
export interface Truth {
  /** The backend holds it pending, or has applied it. */
  readonly prepared: boolean;
  /** Its package is on the disk. */
  readonly onThisPhone: boolean;
  /** The beacon has taken it over, or is working on it. */
  readonly written: boolean;
  /** Its response is on the disk, twice. */
  readonly receiptTwice: boolean;
  /** A post of its response was carried out. */
  readonly posted: boolean;
  readonly verified: boolean;
}

/** How far the journal of an unfinished run says that it came. */
export type JournalStep = 'intent' | 'writing' | 'written' | 'reading';

/** The one next action of the run screen after a restart, by the last thing in the journal (product.md). */
export const ACTION_AFTER: Readonly<Record<JournalStep, string>> = {
  intent: 'Connect',
  writing: 'Reconnect and look',
  written: 'Read the receipt',
  reading: 'Read the receipt',
};

const MARKS: readonly (readonly [word: string, fact: keyof Truth])[] = [
  ['Prepared', 'prepared'],
  ['On this phone', 'onThisPhone'],
  ['Written', 'written'],
  ['Receipt on this phone', 'receiptTwice'],
  ['Sent', 'posted'],
  ['Verified', 'verified'],
];

/** Everything the track and the sentence claim that is not so. `track`: the marks that say something, as the journey reads them. */
export function wrongClaims(track: readonly string[], says: string, truth: Truth): string[] {
  const wrong = MARKS.filter(([word, fact]) => track.includes(word) && !truth[fact]).map(([word]) => `says "${word}"`);
  const past = track.some((mark) => mark.startsWith('Written') || mark.startsWith('Receipt') || mark === 'Sent' || mark === 'Verified');
  if (truth.written && !past && track.length > 0) wrong.push('hides that the beacon may have changed');
  if (truth.written && /nothing was written|nothing has been written/i.test(says)) wrong.push(`says "${says}"`);
  if (!truth.verified && /verified by the backend|configured|\bdone\b/i.test(says)) wrong.push(`says "${says}"`);
  if (/\bfailed\b/i.test(says)) wrong.push(`says "${says}"`);
  return wrong;
}

/** The row of the run list in one word, held against the same truth. */
export function wrongSummary(word: string, truth: Truth): string[] {
  const claim = MARKS.find(([mark]) => mark === word);
  if (claim !== undefined && !truth[claim[1]]) return [`lists it as "${word}"`];
  if (truth.written && (word === 'Prepared' || word === 'On this phone' || word === 'Nothing prepared')) return [`lists it as "${word}" although the beacon may have changed`];
  return [];
}

export interface ResponseFate {
  readonly onDisk: boolean;
  readonly atBackend: boolean;
  /** The page has told that the commit was complete before the kill. */
  readonly committed: boolean;
  /** It was read in the life that the kill has ended. */
  readonly inDeadLife: boolean;
}

/** safe: kept or delivered. inFlight: it died in the browser's hands, before it could be on any disk. lost: the app has lost it. */
export function fateOf({ onDisk, atBackend, committed, inDeadLife }: ResponseFate): 'safe' | 'inFlight' | 'lost' {
  if (onDisk || atBackend) return 'safe';
  return inDeadLife && !committed ? 'inFlight' : 'lost';
}

export interface PostFacts {
  readonly life: number;
}

/** Repeats of one response, and those among them that no kill explains: a browser's life posts it once. */
export function judgePosts(posts: readonly PostFacts[]): { readonly duplicates: number; readonly unexplained: number } {
  const lives = new Set(posts.map(({ life }) => life));
  return { duplicates: Math.max(0, posts.length - 1), unexplained: posts.length - lives.size };
}
