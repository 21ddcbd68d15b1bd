/** Named exclusive locks over all windows and the worker, on the Web Locks API; never stolen. */
import type { Locks } from '../use-cases/surroundings.ts';

export type { Locks };

/** The browser releases a lock by itself when its window or worker ends, also when it is killed. */
export function createLocks(locks: LockManager): Locks {
  /** Releases on their way to the browser: until they arrive a lock of our own would look like somebody else's. */
  const releasing = new Map<string, Promise<void>>();

  async function request(name: string, options: LockOptions): Promise<(() => void) | null> {
    await releasing.get(name);
    return new Promise((resolve, reject) => {
      const over = locks.request(name, options, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((letGo) => {
          resolve(() => {
            const arrived = over.then(() => {
              if (releasing.get(name) === arrived) releasing.delete(name);
            });
            releasing.set(name, arrived);
            letGo();
          });
        });
      });
      over.catch(reject);
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
