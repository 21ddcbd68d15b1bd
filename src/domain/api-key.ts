/** An Api-Key as it was typed or pasted. A header can only contain visible ASCII. */
import { cleanText, withoutMarks } from './clean-text.ts';

/** Returns the first character of a key that cannot be sent (a space, for example), or '' when all can. */
export function unsendableIn(key: string): string {
  return /[^\u0021-\u007e]/u.exec(key)?.[0] ?? '';
}

/**
 * Returns the key within what was pasted: without blanks and invisible characters, marks around it, and the name of its
 * header or variable in front.
 */
export function keyIn(pasted: string): string {
  let key = cleanText(pasted).text;
  for (let before = ''; key !== before;) {
    before = key;
    key = withoutMarks(key).replace(
      /^(?:-H |--header |export |set |\$env:|[?&])?["'`*]*(?:\w+[-_])?api[-_ ]?key["'`*]* ?[:=]>?\**/i,
      '',
    );
  }
  return key;
}
