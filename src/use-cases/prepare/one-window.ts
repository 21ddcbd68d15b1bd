/** Lets one window at a time change what is pending for a device. */
import { preparingLock } from '../../names.ts';
import type { Locks } from '../surroundings.ts';

/**
 * Does the work while no other window prepares, fetches or withdraws for these devices. Of two changes made in the same
 * moment the backend keeps one, and its package would be stored with the values of the other.
 */
export async function inOneWindow<Result>(
  locks: Pick<Locks, 'acquire'>,
  uniqueIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const releases: (() => void)[] = [];
  try {
    // All windows take them in the same order, so that no two wait for each other.
    for (const uniqueId of [...new Set(uniqueIds)].sort()) releases.push(await locks.acquire(preparingLock(uniqueId)));
    return await work();
  } finally {
    for (const release of releases) release();
  }
}
