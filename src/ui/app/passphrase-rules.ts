/** Whether a passphrase is good enough to lock a key, said in one sentence. */
import { shellStrings } from '../strings/shell.ts';

const text = shellStrings.passphrase;

export const MIN_PASSPHRASE_LENGTH = 12;
const MIN_DIFFERENT = 6;
const STRONG_LENGTH = 20;

export interface PassphraseVerdict {
  readonly ok: boolean;
  readonly words: string;
}

/** Counts characters as people see them; an empty text is not judged and is not ok. */
export function judgePassphrase(passphrase: string): PassphraseVerdict {
  const characters = [...passphrase];
  if (characters.length === 0) return { ok: false, words: '' };
  if (characters.length < MIN_PASSPHRASE_LENGTH) return { ok: false, words: text.short(MIN_PASSPHRASE_LENGTH - characters.length) };
  if (new Set(characters).size < MIN_DIFFERENT) return { ok: false, words: text.plain };
  return { ok: true, words: characters.length >= STRONG_LENGTH ? text.strong : text.good };
}
