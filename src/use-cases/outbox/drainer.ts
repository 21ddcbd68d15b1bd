/**
 * Sends what waits: one sender at a time across all windows and the worker, several devices at once, one post at a time
 * for each (product.md "What a backend's answer means").
 */
import type { Haste } from '../../domain/delivery/queue.ts';
import { sendLock } from '../../names.ts';
import { createBackoff } from './backoff.ts';
import { takeTurn, whyNot, type Pass, type TurnEnd } from './drain-turn.ts';
import type { DrainerParts } from './drainer-parts.ts';

export interface DrainReport extends TurnEnd {
  readonly posts: number;
}

export type Drainer = ReturnType<typeof createDrainer>;

export function createDrainer(parts: DrainerParts) {
  const { account, locks, clock } = parts;
  const backoff = createBackoff(parts);

  async function drain(requestedHaste: Haste, signal?: AbortSignal): Promise<DrainReport> {
    const pass: Pass = { haste: requestedHaste, hurried: new Set(), posts: 0, isProven: false };
    if (requestedHaste !== 'none') backoff.hurry();
    for (;;) {
      const heldMs = backoff.heldUntilMs();
      const isPaused = heldMs > clock.nowMs();
      const why = whyNot(parts, signal) ?? (isPaused ? { stop: 'waiting' as const, wakeAtMs: heldMs } : null);
      if (why !== null) return { ...why, posts: pass.posts };
      // One sender at a time across all windows and the worker, for a few posts at a time.
      const release = await locks.acquire(sendLock(account.id), signal);
      try {
        const end = await takeTurn(parts, backoff, pass, signal);
        if (end !== null) return { ...end, posts: pass.posts };
      } finally {
        release();
      }
    }
  }

  return {
    /**
     * Sends until nothing is due. Rejects only when storage or the lock fails; a row then stays in flight and is
     * recovered by the next drain.
     */
    drain,
    /** Called when a key was entered: a 401 to a post in flight then belongs to the previous key. */
    keyGiven: backoff.keyGiven,
  };
}
