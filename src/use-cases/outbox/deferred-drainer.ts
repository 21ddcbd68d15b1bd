/** The sender whose code is fetched with the first post that may be made: without a key nothing is sent, and nobody waits for it. */
import type { Drainer } from './drainer.ts';
import type { DrainerParts } from './drainer-parts.ts';

export function deferDrainer(parts: DrainerParts): Drainer {
  let opened: Drainer | null = null;
  return {
    async drain(haste, signal) {
      if (!parts.keyKnown()) return { stop: 'noKey', wakeAtMs: null, posts: 0 };
      if (opened === null) {
        const { createDrainer } = await import('./drainer.ts');
        // Asked for twice meanwhile: there is one sender, which knows of every failure.
        opened ??= createDrainer(parts);
      }
      return opened.drain(haste, signal);
    },
    // Before the first post none is under way.
    keyGiven: () => opened?.keyGiven(),
  };
}
