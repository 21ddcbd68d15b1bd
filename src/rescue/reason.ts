/** Why the rescue page is shown, handed from the page that did not start to the one that helps. */
import { RESCUE_DETAIL_KEY } from '../names.ts';

const WHYS = ['asked', 'threw', 'missing', 'empty'] as const;
export type Why = (typeof WHYS)[number];

const MOST_CHARACTERS = 300;

/** The technical words stay in this tab; the address carries the reason alone. */
export function keepReason(why: Why, detail: string): void {
  try {
    sessionStorage.setItem(RESCUE_DETAIL_KEY, `${why}: ${detail}`.slice(0, MOST_CHARACTERS));
  } catch {
    // Storage is blocked: the reason itself is in the address.
  }
}

export function readReason(hash: string): { readonly why: Why; readonly detail: string } {
  const why = WHYS.find((one) => hash === `#${one}`) ?? 'asked';
  try {
    const kept = sessionStorage.getItem(RESCUE_DETAIL_KEY) ?? '';
    return { why, detail: kept.startsWith(`${why}: `) ? kept.slice(why.length + 2) : '' };
  } catch {
    return { why, detail: '' };
  }
}
