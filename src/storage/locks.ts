/** Named exclusive locks across all windows and the worker, on the Web Locks API. Locks are never stolen. */
import type { Locks } from '../use-cases/surroundings.ts';

export type { Locks };

/** Creates the locks. The browser releases a lock when its window or worker ends, also when it is killed. */
export function createLocks(locks: LockManager): Locks {
  /**
   * Settled once the browser has processed every release so far. Until then our own lock would look like another
   * window's.
   */
  let releases: Promise<unknown> = Promise.resolve();

  async function request(name: string, options: LockOptions): Promise<(() => void) | null> {
    await releases;
    return new Promise((resolve, reject) => {
      const request = locks.request(name, options, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((letGo) => {
          resolve(() => {
            const earlier = releases;
            releases = request.then(() => earlier);
            letGo();
          });
        });
      });
      request.catch(reject);
    });
  }
  return {
    tryAcquire: (name) => request(name, { mode: 'exclusive', ifAvailable: true }),
    async acquire(name, signal) {
      const release = await request(name, { mode: 'exclusive', signal });
      if (release === null) throw new Error(`The lock ${name} was not given`);
      return release;
    },
    async held() {
      const { held = [] } = await locks.query();
      return new Set(held.map(({ name = '' }) => name));
    },
  };
}
