/** The one door to the words on screen: English stands beside each page, another language comes as a file of its own before the first page is drawn. */
import type { Noun } from './words.ts';
import { language } from './locale.ts';

type Translate = <T>(noun: Noun, english: T) => T;

async function load(): Promise<Translate> {
  if (language === 'de') {
    const { german } = await import('./de/de.ts');
    // The German file is checked against the form of the English one where it is written.
    return <T>(noun: Noun, english: T) => ({ ...english, ...german[noun] }) as T;
  }
  if (language === 'pseudo') {
    const { pseudo } = await import('./pseudo.ts');
    return (_noun, english) => pseudo(english);
  }
  return (_noun, english) => english;
}

const translate = await load();

/** What a file of words exports, in the language of this start. */
export function inLanguage<T>(noun: Noun, english: T): T {
  return translate(noun, english);
}
