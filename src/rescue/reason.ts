/** The reason why the rescue page is shown. The page that did not start passes it on. */
import { RESCUE_DETAIL_KEY } from '../names.ts';

const WHYS = ['asked', 'threw', 'missing', 'empty'] as const;
export type Why = (typeof WHYS)[number];

const MAX_CHARACTERS = 300;

/** Stores the technical detail in this tab. The address carries only the reason. */
export function keepReason(why: Why, detail: string): void {
  try {
    sessionStorage.setItem(RESCUE_DETAIL_KEY, `${why}: ${detail}`.slice(0, MAX_CHARACTERS));
  } catch {
    // Storage is blocked. The reason is still in the address.
  }
}

export function readReason(hash: string): { readonly why: Why; readonly detail: string } {
  const why = WHYS.find((one) => hash === `#${one}`) ?? 'asked';
  try {
    const stored = sessionStorage.getItem(RESCUE_DETAIL_KEY) ?? '';
    return { why, detail: stored.startsWith(`${why}: `) ? stored.slice(why.length + 2) : '' };
  } catch {
    return { why, detail: '' };
  }
}
