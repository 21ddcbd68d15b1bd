/** When the queue stops as a whole, and what lets it go on: after a 401 it waits for a key, after many refusals alike for a person. */
import { sameRefusal } from '../../domain/delivery/rows.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { QueueStore } from './ports.ts';

/** The backend has refused the key (401): every other post would fail in the same way. */
export async function pauseForKey(queue: QueueStore, nowMs: number): Promise<void> {
  await queue.setPause({ reason: 'key', atMs: nowMs });
}

/** A key was given: it is tried, whatever was said of the one before. */
export async function liftPauseForKey(queue: QueueStore): Promise<void> {
  if ((await queue.pause())?.reason === 'key') await queue.setPause(null);
}

/** Stops once so many rows in a row were refused alike that the fault is not theirs. */
export async function pauseAtSameRefusal(
  queue: QueueStore,
  rows: readonly Receipt[],
  settings: Parameters<typeof sameRefusal>[1],
  nowMs: number,
): Promise<void> {
  const status = sameRefusal(rows, settings);
  if (status !== null) await queue.setPause({ reason: 'sameRefusal', status, atMs: nowMs });
}
