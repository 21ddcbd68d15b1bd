/** The strings on screen in the language of this start: English stands in the files of this folder, another language is loaded before any of them. */
import { language } from './locale.ts';

type Translate = <T>(name: string, english: T) => T;

let translate: Translate = (_name, english) => english;

/** Loads the strings of this start's language. To be awaited before any file of strings is loaded. */
export async function loadLanguage(): Promise<void> {
  if (language === 'de') {
    const { german } = await import('./de/de.ts');
    // Each German file is checked against the type of the English one where it is written.
    translate = <T>(name: string, english: T) => (german[name] ?? english) as T;
  }
  if (language === 'pseudo') {
    const { pseudo } = await import('./pseudo.ts');
    translate = (_name, english) => pseudo(english);
  }
}

/** Returns the strings that are exported under `name`, in the language of this start. */
export function inLanguage<T>(name: string, english: T): T {
  return translate(name, english);
}
