/** What the page's own security policy keeps from going out: a blocked call fails like one without a network, only this event tells them apart. */

export interface PolicyWatch {
  /** Whether a call to this address was blocked since the watch began. */
  hasBlocked(url: string): boolean;
  stop(): void;
}

/** For a page; a worker has no such question. */
export function watchContentPolicy(): PolicyWatch {
  const blocked = new Set<string>();
  const note = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI)) blocked.add(new URL(blockedURI).origin);
  };
  document.addEventListener('securitypolicyviolation', note);
  return {
    hasBlocked: (url) => URL.canParse(url) && blocked.has(new URL(url).origin),
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  };
}
