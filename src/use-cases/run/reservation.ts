/**
 * Reserves space on the disk for a new run while the chooser is open, so that nothing has to wait once a beacon is
 * picked.
 */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { errandOf } from '../../domain/errand.ts';
import { reservedRow } from '../../domain/provisioning/journal.ts';
import type { Run } from '../../domain/run.ts';
import type { RunStore } from '../stores.ts';
import type { ReceiptMirror } from './ports.ts';

export type Reservation = ReturnType<typeof reserve>;

interface Stores {
  readonly runs: Pick<RunStore, 'begin' | 'put' | 'takeBack'>;
  readonly mirror: Pick<ReceiptMirror, 'reserve' | 'release'>;
}

export function reserve(
  { runs, mirror }: Stores,
  run: Run,
  { accountId, values, nowMs }: { accountId: string; values: CarriedPackage['values']; nowMs: number },
) {
  const { expectsResponse } = errandOf(run);
  const row = expectsResponse
    ? runs.begin(run, reservedRow({ id: run.receiptId, accountId, run, values, nowMs }), 'new')
    : runs.put(run);
  const room = expectsResponse ? mirror.reserve(run.receiptId) : Promise.resolve();
  // The run awaits both before it touches the beacon and handles a failure there. This keeps an early failure from
  // being reported as unhandled.
  row.catch(() => undefined);
  room.catch(() => undefined);
  return {
    /**
     * Resolves when the run's row and its padded, reserved receipt row are stored. A command has no response, so only its
     * run is stored.
     */
    row,
    /** Resolves when the file of the second copy is reserved. */
    room,
    /**
     * Removes the run if no beacon was picked. Resolves when its rows are removed; the file is removed later. Never
     * rejects.
     */
    async giveBack(): Promise<void> {
      // If this fails, a run remains that has written nothing, which the run list offers to close, and an empty file,
      // which the next start removes.
      await row.then(() => runs.takeBack(run)).catch(() => undefined);
      if (expectsResponse) void mirror.release(run.receiptId).catch(() => undefined);
    },
  };
}
