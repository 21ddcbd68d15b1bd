/** Counts recent requests to enforce a limit. The counts are only in memory. */

export function createRateLimiter() {
  const turns = new Map<string, number[]>();
  return {
    /**
     * Counts a request if fewer than `most` were made in the last `windowMs`. Returns null if it was accepted, otherwise
     * the seconds until the next one is.
     */
    take(who: string, most: number, windowMs: number, nowMs: number): number | null {
      // Ignore requests dated in the future, which exist after the clock was set back. They would block the caller.
      const recent = (turns.get(who) ?? []).filter((time) => time > nowMs - windowMs && time <= nowMs);
      const oldest = recent[recent.length - most];
      turns.set(who, oldest === undefined ? [...recent, nowMs] : recent);
      return oldest === undefined ? null : Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000));
    },
    /** Removes the counts of all callers whose name begins with `prefix`. */
    forget(prefix: string) {
      for (const who of turns.keys()) if (who.startsWith(prefix)) turns.delete(who);
    },
  };
}
