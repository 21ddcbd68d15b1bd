/** The search of a list: every typed word has to occur in one of the texts of a row. */
import { comparable } from './clean-text.ts';

/** Returns what tells whether texts contain every word that was typed. Without words, all do. */
export function finderOf(typed: string): (texts: readonly (string | null)[]) => boolean {
  const words = comparable(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  return (texts) => {
    if (words.length === 0) return true;
    const all = texts.map((text) => comparable(text ?? ''));
    return words.every((word) => all.some((text) => text.includes(word)));
  };
}
