/** Named locks in memory, like those that all windows of a browser share. */
import type { Locks } from '../../src/use-cases/surroundings.ts';

/** `held`: the names of the locks that are held now. */
export function createMemoryLocks(held = new Set<string>()): Locks {
  const waiting: (() => void)[] = [];
  const take = (name: string): (() => void) => {
    held.add(name);
    return () => {
      held.delete(name);
      for (const again of waiting.splice(0)) again();
    };
  };
  return {
    tryAcquire: async (name) => (held.has(name) ? null : take(name)),
    async acquire(name) {
      while (held.has(name)) await new Promise<void>((resolve) => waiting.push(resolve));
      return take(name);
    },
    held: async () => new Set(held),
  };
}
