/** What the page's own security policy keeps from going out: a blocked call fails like one without a network, only this event tells them apart. */

export interface PolicyWatch {
  /** Whether a call to this address was blocked since the watch began; to be asked after the call has failed. */
  hasBlocked(url: string): Promise<boolean>;
  stop(): void;
}

/** The event is a task of its own, queued when the call is blocked; the call's rejection may overtake it by a turn or two. */
const TURNS = 4;

/** For a page; a worker has no such question. */
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
      for (let turn = 0; turn < TURNS && !blocked.has(origin); turn += 1)
        await new Promise((resolve) => setTimeout(resolve));
      return blocked.has(origin);
    },
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  };
}
