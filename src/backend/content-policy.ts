/**
 * Detects requests that the page's own security policy blocks. They fail like requests without a network; only this
 * event distinguishes them.
 */

import { nextTurn } from './parse-pieces.ts';

export interface PolicyWatch {
  /** Returns whether a request to this address was blocked since the start. Call it after the request has failed. */
  hasBlocked(url: string): Promise<boolean>;
  stop(): void;
}

/**
 * Turns to wait: the event is queued when the request is blocked, and the request's rejection may arrive a turn or two
 * earlier.
 */
const TURNS = 4;

/** For pages only. */
export function watchContentPolicy(): PolicyWatch {
  const blocked = new Set<string>();
  const note = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI)) blocked.add(new URL(blockedURI).origin);
  };
  document.addEventListener('securitypolicyviolation', note);
  return {
    async hasBlocked(url) {
      if (!URL.canParse(url)) return false;
      const { origin } = new URL(url);
      for (let turn = 0; turn < TURNS && !blocked.has(origin); turn += 1) await nextTurn();
      return blocked.has(origin);
    },
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  };
}
