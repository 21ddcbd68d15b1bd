/** Which language the app speaks and in which form it writes numbers: chosen once a start, by the person or else by the browser. */
import { LANGUAGE_KEY } from '../../names.ts';

/** `pseudo` is for tests: longer, accented, and from right to left. */
const LANGUAGES = ['en', 'de', 'pseudo'] as const;
export type Language = (typeof LANGUAGES)[number];
export type LanguageChoice = Language | 'auto';

const isLanguage = (word: string | null): word is Language => LANGUAGES.some((language) => language === word);

/** The choice that is kept on this device; `auto` where there is none, or no place to keep one. */
function languageChoice(): LanguageChoice {
  try {
    const stored = localStorage.getItem(LANGUAGE_KEY);
    return isLanguage(stored) ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

/** Takes effect at the next start of the app. */
export function storeLanguageChoice(choice: LanguageChoice): void {
  if (choice === 'auto') localStorage.removeItem(LANGUAGE_KEY);
  else localStorage.setItem(LANGUAGE_KEY, choice);
}

/** The first of the browser's languages that the app speaks; English where it speaks none of them. */
export function spokenLanguage(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => tag.toLowerCase().split('-')[0]!).filter(isLanguage);
  return spoken.find((tag) => tag !== 'pseudo') ?? 'en';
}

const preferred = (): readonly string[] => (typeof document === 'undefined' ? ['en'] : navigator.languages);

/** The choice that held when the app was loaded. */
export const startLanguage: LanguageChoice = languageChoice();

export const language: Language = startLanguage === 'auto' ? spokenLanguage(preferred()) : startLanguage;

/**
 * BCP 47 tag for `Intl`: the person's own region where it fits the language (`de-AT`), so that dates and numbers look as
 * at home. It may change while the app is open.
 */
export const locale = (): string =>
  language === 'pseudo' ? 'en' : (preferred().find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language);

export const direction: 'ltr' | 'rtl' = language === 'pseudo' ? 'rtl' : 'ltr';
