/** Pauses and resumes the whole queue: after a 401 it waits for a key, after many equal refusals for a person. */
import { sameRefusal } from '../../domain/delivery/rows.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { QueueStore } from './ports.ts';

/** Pauses after the backend has refused the key (401), because every other post would fail too. */
export async function pauseForKey(queue: QueueStore, nowMs: number): Promise<void> {
  await queue.setPause({ reason: 'key', atMs: nowMs });
}

/** Ends a pause for the key, because a new key was entered and has to be tried. */
export async function liftPauseForKey(queue: QueueStore): Promise<void> {
  if ((await queue.pause())?.reason === 'key') await queue.setPause(null);
}

/** Pauses after so many equal refusals in a row that the rows themselves cannot be the cause. */
export async function pauseAtSameRefusal(
  queue: QueueStore,
  rows: readonly Receipt[],
  settings: Parameters<typeof sameRefusal>[1],
  nowMs: number,
): Promise<void> {
  const status = sameRefusal(rows, settings);
  if (status !== null) await queue.setPause({ reason: 'sameRefusal', status, atMs: nowMs });
}
