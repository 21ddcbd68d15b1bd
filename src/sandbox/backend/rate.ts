/** Counts requests of the last moments, so that a limit can be kept; in memory only. */

interface RateLimiter {
  /** Takes one of `most` turns in any `windowMs`: null when one was free, else the seconds until the next one is. */
  take(who: string, most: number, windowMs: number, nowMs: number): number | null;
  /** Forgets everybody whose name begins so. */
  forget(prefix: string): void;
}

export function createRateLimiter(): RateLimiter {
  const turns = new Map<string, number[]>();
  return {
    take(who, most, windowMs, nowMs) {
      // A clock that was set back must not lock anybody out: turns of the future do not count.
      const recent = (turns.get(who) ?? []).filter((time) => time > nowMs - windowMs && time <= nowMs);
      const oldest = recent[recent.length - most];
      turns.set(who, oldest === undefined ? [...recent, nowMs] : recent);
      return oldest === undefined ? null : Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000));
    },
    forget(prefix) {
      for (const who of turns.keys()) if (who.startsWith(prefix)) turns.delete(who);
    },
  };
}
