/** Finds pages and actions by typed words: each must start a word of an entry. The best match comes first. */
import { comparable } from '../clean-text.ts';

export interface Named {
  readonly label: string;
  /** Further words that find it. */
  readonly also?: string;
}

/** In the given order without a query. Entries whose name matches come before those found by `also`. */
export function matchNamed<T extends Named>(entries: readonly T[], query: string): readonly T[] {
  const words = wordsOf(query);
  if (words.length === 0) return entries;
  const ranked = entries.flatMap((entry, at) => {
    const rank = rankOf(entry, words);
    return rank === null ? [] : [{ entry, at, rank }];
  });
  return ranked.sort((one, other) => one.rank - other.rank || one.at - other.at).map(({ entry }) => entry);
}

/** 0: its name starts with the query · 1: words of its name match · 2: only `also` matches · null: no match. */
function rankOf({ label, also = '' }: Named, words: readonly string[]): 0 | 1 | 2 | null {
  const own = wordsOf(label);
  if (words.every((word) => own.some((one) => one.startsWith(word))))
    return own[0]?.startsWith(words[0]!) === true ? 0 : 1;
  const all = [...own, ...wordsOf(also)];
  return words.every((word) => all.some((one) => one.startsWith(word))) ? 2 : null;
}

function wordsOf(text: string): string[] {
  return comparable(text)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
