/** The nouns whose words a start loads together with its code, instead of after it. */
import { wordsOf } from './load.ts';

const ALWAYS = ['elements', 'shell'] as const;
export const WELCOME_WORDS = [...ALWAYS, 'no-bluetooth', 'welcome'] as const;
export const APP_WORDS = [...ALWAYS, 'device-list', 'devices', 'failures', 'places'] as const;

/** The modules of strings wait for them, so nothing else has to. */
export function beginWords(nouns: typeof WELCOME_WORDS | typeof APP_WORDS): void {
  for (const noun of nouns) void wordsOf(noun);
}
