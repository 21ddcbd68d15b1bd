/** The one door to the words on screen: English stands beside each page, another language comes as a file of its own before any page is loaded. */
import type { Noun } from './words.ts';
import { language } from './locale.ts';

type Translate = <T>(noun: Noun, english: T) => T;

let translate: Translate = (_noun, english) => english;

/** Fetches the words of this start's language; to be awaited before any file of words is loaded. */
export async function loadLanguage(): Promise<void> {
  if (language === 'de') {
    const { german } = await import('./de/de.ts');
    // The German file is checked against the form of the English one where it is written.
    translate = <T>(noun: Noun, english: T) => ({ ...english, ...german[noun] }) as T;
  }
  if (language === 'pseudo') {
    const { pseudo } = await import('./pseudo.ts');
    translate = (_noun, english) => pseudo(english);
  }
}

/** What a file of words exports, in the language of this start. */
export function inLanguage<T>(noun: Noun, english: T): T {
  return translate(noun, english);
}
