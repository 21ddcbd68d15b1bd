/** Texts of a form as its draft keeps them: a draft is stored unencrypted, so that no line with a secret may be in it. */
import * as z from 'zod/mini';
import { holdsKey, isLabelledSecret } from './key-like.ts';
import { holdsSecret, isConnectionString } from './streams/pasted.ts';

/** Nearly every text fits none of these, so that a long one is not examined line by line. */
const MAY_HOLD_SECRET = /[=@]|[A-Za-z0-9/+]{20}|key|secret|token|psk|pwd|pass|kennwort|schl[uü]/i;
/** `https://user:password@host`. */
const ADDRESS_WITH_PASSWORD = /:\/\/[^/?#\s@:]*:[^/?#\s@]*@/;

/** Returns the text without the lines that contain a connection string, a key, a token or a password. */
export function withoutSecrets(text: string): string {
  if (!MAY_HOLD_SECRET.test(text)) return text;
  return text
    .split('\n')
    .filter((line) => !isSecret(line))
    .join('\n');
}

function isSecret(line: string): boolean {
  return (
    isConnectionString(line) ||
    ADDRESS_WITH_PASSWORD.test(line) ||
    isLabelledSecret(line) ||
    holdsKey(line) ||
    holdsSecret(line) ||
    line.split(/[\s,;"']+/).some((part) => holdsSecret(part))
  );
}

const text = z.pipe(
  z.string(),
  z.transform((typed: string) => withoutSecrets(typed)),
);
/** The schema of a typed text in a draft. */
export const draftText = z.catch(text, '');
/** The schema of a text that is left out whole if it holds a secret: without that line it would be another value. */
export const wholeDraftText = z.string().check(z.refine((typed) => withoutSecrets(typed) === typed));
/** The schema of a text that is in a draft only if it was typed, and replaces the value that is there. */
export const optionalDraftText = z.catch(z.optional(wholeDraftText), undefined);

/** Returns the typed texts that differ from those of a stored row. */
export function changedTexts<Name extends string>(
  typed: Readonly<Record<Name, string>>,
  row: Readonly<Partial<Record<NoInfer<Name>, string>>> | null | undefined,
): Partial<Record<Name, string>> {
  const names = Object.keys(typed) as Name[];
  const changed = names.filter((name) => typed[name].trim() !== (row?.[name] ?? ''));
  return Object.fromEntries(changed.map((name) => [name, typed[name]])) as Partial<Record<Name, string>>;
}
