/** Which pages and actions fit what somebody types: every word must begin a word of it, the best first. */
import { comparable } from '../clean-text.ts';

export interface Named {
  readonly label: string;
  /** Found by these as well. */
  readonly also?: string;
}

/** In the order given while nothing is typed; those whose name fits before those that are only called so as well. */
export function matchNamed<T extends Named>(entries: readonly T[], query: string): readonly T[] {
  const words = wordsOf(query);
  if (words.length === 0) return entries;
  const ranked = entries.flatMap((entry, at) => {
    const rank = rankOf(entry, words);
    return rank === null ? [] : [{ entry, at, rank }];
  });
  return ranked.sort((one, other) => one.rank - other.rank || one.at - other.at).map(({ entry }) => entry);
}

/** 0: its name begins so · 1: words of its name do · 2: it is only called so as well · null: it does not fit. */
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
