/** Named exclusive locks across all windows and the worker, on the Web Locks API. Locks are never stolen. */
import type { Locks } from '../use-cases/surroundings.ts';

export type { Locks };

/** Creates the locks. The browser releases a lock when its window or worker ends, also when it is killed. */
export function createLocks(locks: LockManager): Locks {
  /** Releases that the browser has not processed yet. Until then our own lock would look like another window's. */
  const releasing = new Map<string, Promise<void>>();

  async function request(name: string, options: LockOptions): Promise<(() => void) | null> {
    await releasing.get(name);
    return new Promise((resolve, reject) => {
      const request = locks.request(name, options, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((letGo) => {
          resolve(() => {
            const arrived = request.then(() => {
              if (releasing.get(name) === arrived) releasing.delete(name);
            });
            releasing.set(name, arrived);
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
      const release = await request(name, { mode: 'exclusive', ...(signal === undefined ? {} : { signal }) });
      if (release === null) throw new Error(`The lock ${name} was not given`);
      return release;
    },
    async held() {
      const { held = [] } = await locks.query();
      return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])));
    },
  };
}
