/** Words of the outbox that are chosen by a code: answers of the backend, remarks of the storage, waits. */
import { answerWords, outboxStrings, remarkWords } from '../strings/outbox.ts';
import { failureWords } from '../strings/failures.ts';

export function answerText(code: string): string {
  const own: Readonly<Record<string, string>> = answerWords;
  if (Object.hasOwn(own, code)) return own[code]!;
  const failures: Readonly<Record<string, { readonly says: string }>> = failureWords;
  return Object.hasOwn(failures, code) ? failures[code]!.says : answerWords.unknown;
}

/** `remark`: its code and a number, such as `copiesRestored:3`. */
export function remarkText(remark: string): string {
  const [code = '', detail = ''] = remark.split(':');
  const words: Readonly<Record<string, (n: number) => string>> = remarkWords;
  return Object.hasOwn(words, code) ? words[code]!(Number(detail) || 0) : remarkWords.unknown();
}

/** In seconds below a minute and a half, else in minutes. */
export function waitText(seconds: number): string {
  return seconds < 90 ? outboxStrings.waitSeconds(seconds) : outboxStrings.waitMinutes(Math.ceil(seconds / 60));
}
