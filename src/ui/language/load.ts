/** Loads the words of a noun in the language of this start, for the modules of strings, which wait for them. */
import { loaders } from './loaders.ts';
import { language } from './locale.ts';

type Noun = keyof typeof loaders;
type Load = () => Promise<unknown>;

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

let isMissing = false;
let onMissing: () => void = () => undefined;

/** Calls `listener` once when some words are shown in English because those of this language could not be loaded. */
export function whenWordsAreMissing(listener: () => void): void {
  onMissing = listener;
  if (isMissing) listener();
}

/**
 * Returns all words of a noun. Never rejects, because the page that waits for them could not ask again: tries until the
 * files can be read.
 */
export async function wordsOf<Words>(noun: Noun): Promise<Words> {
  const { [language === 'pseudo' ? 'en' : language]: own, en } = loaders[noun];
  const words = await firstOf(own, en);
  if (language !== 'pseudo') return words as Words;
  const { pseudo } = await import('./pseudo.ts');
  return pseudo(words as Words);
}

async function firstOf(own: Load, english: Load): Promise<unknown> {
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const words = await own().catch(() => (own === english ? null : inEnglish(english)));
    if (words !== null) return words;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
}

/** Returns null when they could not be loaded either. */
async function inEnglish(english: Load): Promise<unknown> {
  const words = await english().catch(() => null);
  if (words === null || isMissing) return words;
  isMissing = true;
  onMissing();
  return words;
}
