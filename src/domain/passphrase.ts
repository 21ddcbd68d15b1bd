/** The rule for vault passphrases: somebody with the phone can try many per second. */

const PASSPHRASE_MIN_LENGTH = 12;
/** A thief with one graphics card tries about ten thousand per second against the vault, so this takes weeks. */
const GOOD_GUESSES = 1e10;
/** Takes centuries. */
const STRONG_GUESSES = 1e14;

/**
 * `tooShort`: `missing` more characters are needed · `sameAsKey`: it is the key itself · `guessable`: a thief would
 * find it within days, whatever its length.
 */
export type PassphraseJudgement =
  | { readonly kind: 'tooShort'; readonly missing: number }
  | { readonly kind: 'sameAsKey' | 'guessable' | 'good' | 'strong' };

/**
 * Counts characters as people see them, including leading and trailing spaces. `guesses`: the estimated number of
 * guesses.
 */
export function judgePassphrase(passphrase: string, apiKey: string | null, guesses: number): PassphraseJudgement {
  if (apiKey !== null && apiKey !== '' && plain(passphrase) === plain(apiKey)) return { kind: 'sameAsKey' };
  const characters = Array.from(passphrase.normalize('NFC'));
  if (characters.length < PASSPHRASE_MIN_LENGTH)
    return { kind: 'tooShort', missing: PASSPHRASE_MIN_LENGTH - characters.length };
  if (guesses < GOOD_GUESSES) return { kind: 'guessable' };
  return { kind: guesses < STRONG_GUESSES ? 'good' : 'strong' };
}

export function mayProtect({ kind }: PassphraseJudgement): boolean {
  return kind === 'good' || kind === 'strong';
}

/**
 * Returns the words that somebody who knows these texts tries first: each whole, without spaces and punctuation, and
 * word by word.
 */
export function ownWords(...texts: readonly (string | null)[]): string[] {
  const words = texts.flatMap((text) =>
    text === null ? [] : [text, text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)],
  );
  return [...new Set(words.filter((word) => word.length > 2))];
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
