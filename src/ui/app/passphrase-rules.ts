/** Says in one sentence whether a passphrase is good enough to lock a key. */
import { judgePassphrase as judge, mayProtect } from '../../domain/passphrase.ts';
import { shellStrings } from '../strings/shell.ts';

const text = shellStrings.passphrase;

export interface PassphraseVerdict {
  readonly ok: boolean;
  readonly words: string;
}

/** An empty text is not ok and nothing is said of it. */
export function judgePassphrase(passphrase: string): PassphraseVerdict {
  const judgement = judge(passphrase);
  return { ok: mayProtect(judgement), words: passphrase === '' ? '' : wordsFor(judgement) };
}

function wordsFor(judgement: ReturnType<typeof judge>): string {
  switch (judgement.kind) {
    case 'tooShort':
      return text.short(judgement.missing);
    case 'sameAsKey':
    case 'plain':
      return text.plain;
    case 'good':
      return text.good;
    case 'strong':
      return text.strong;
  }
}
