/** What a vault passphrase must be: whoever holds the phone can try many a second. */

const PASSPHRASE_MIN_LENGTH = 12;
/** A thief with one graphics card tries some ten thousand a second against the vault: weeks. */
const GOOD_GUESSES = 1e10;
/** Centuries. */
const STRONG_GUESSES = 1e14;

/**
 * `tooShort`: `missing` more characters are needed · `sameAsKey`: it is the key itself · `guessable`: a thief would find it in
 * days, however long it is.
 */
export type PassphraseJudgement =
  | { readonly kind: 'tooShort'; readonly missing: number }
  | { readonly kind: 'sameAsKey' | 'guessable' | 'good' | 'strong' };

/**
 * Counts characters as people see them; leading and trailing spaces count, since they are typed. `guesses`: how many an
 * estimator says that it takes.
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

/** What somebody tries first who knows these texts: each whole, without blanks and signs, and word by word. */
export function ownWords(...texts: readonly (string | null)[]): string[] {
  const words = texts.flatMap((text) =>
    text === null ? [] : [text, text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)],
  );
  return [...new Set(words.filter((word) => word.length > 2))];
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
