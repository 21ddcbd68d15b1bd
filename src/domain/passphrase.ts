/** What a vault passphrase must be, and how a screen may speak of it honestly. */

export const PASSPHRASE_MIN_LENGTH = 8;

/**
 * `tooShort`: fewer than 8 characters · `sameAsKey`: it is the key itself · `weak`: allowed, but one word or one kind of
 * character under 12: whoever holds the phone can try many a second.
 */
export type PassphraseJudgement = 'tooShort' | 'sameAsKey' | 'weak' | 'fair';

/** Counts characters as people see them; leading and trailing spaces count, since they are typed. */
export function judgePassphrase(passphrase: string, apiKey: string | null = null): PassphraseJudgement {
  const characters = [...passphrase.normalize('NFC')];
  if (characters.length < PASSPHRASE_MIN_LENGTH) return 'tooShort';
  if (passphrase === apiKey) return 'sameAsKey';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(passphrase)).length;
  const isVaried = new Set(characters).size >= 6;
  return isVaried && (characters.length >= 16 || (characters.length >= 12 && kinds >= 2)) ? 'fair' : 'weak';
}

export function mayProtect(judgement: PassphraseJudgement): boolean {
  return judgement === 'weak' || judgement === 'fair';
}
