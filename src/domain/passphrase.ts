/** What a vault passphrase must be: whoever holds the phone can try many a second. */

export const PASSPHRASE_MIN_LENGTH = 12;
const MIN_DIFFERENT = 6;
const STRONG_LENGTH = 20;

/** `tooShort`: `missing` more characters are needed · `plain`: fewer than 6 different characters · `sameAsKey`: it is the key itself. */
export type PassphraseJudgement =
  | { readonly kind: 'tooShort'; readonly missing: number }
  | { readonly kind: 'plain' | 'sameAsKey' | 'good' | 'strong' };

/** Counts characters as people see them; leading and trailing spaces count, since they are typed. */
export function judgePassphrase(passphrase: string, apiKey: string | null = null): PassphraseJudgement {
  const characters = Array.from(passphrase.normalize('NFC'));
  if (characters.length < PASSPHRASE_MIN_LENGTH) return { kind: 'tooShort', missing: PASSPHRASE_MIN_LENGTH - characters.length };
  if (passphrase === apiKey) return { kind: 'sameAsKey' };
  if (new Set(characters).size < MIN_DIFFERENT) return { kind: 'plain' };
  return { kind: characters.length >= STRONG_LENGTH ? 'strong' : 'good' };
}

export function mayProtect({ kind }: PassphraseJudgement): boolean {
  return kind === 'good' || kind === 'strong';
}
