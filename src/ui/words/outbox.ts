/** Words of the outbox that are chosen by a code: answers of the backend, remarks of the storage, waits. */
import { failureWords } from '../strings/failures.ts';
import { answerWords, outboxStrings, remarkWords } from '../strings/outbox.ts';
import { ownOf } from './own.ts';

export function answerText(code: string): string {
  return ownOf(answerWords, code) ?? ownOf(failureWords, code)?.says ?? answerWords.unknown;
}

/** `remark`: its code and a number, such as `copiesRestored:3`. */
export function remarkText(remark: string): string {
  const [code = '', detail = ''] = remark.split(':');
  const words = ownOf<(n: number) => string>(remarkWords, code);
  return words === null ? remarkWords.unknown() : words(Number(detail) || 0);
}

/** In seconds below a minute and a half, else in minutes. */
export function waitText(seconds: number): string {
  return seconds < 90 ? outboxStrings.waitSeconds(seconds) : outboxStrings.waitMinutes(Math.ceil(seconds / 60));
}
