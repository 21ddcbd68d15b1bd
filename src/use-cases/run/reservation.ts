/** The place of a new run on the disk, taken while the chooser is open: before the beacon is touched, and nothing waits for it once it is chosen. */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { expectsResponse } from '../../domain/reading.ts';
import { reservedRow } from '../../domain/provisioning/journal.ts';
import type { Run } from '../../domain/run.ts';
import type { RunStore } from '../stores.ts';
import type { ReceiptMirror } from './ports.ts';

export interface Reservation {
  /** The run's row and its padded, reserved receipt row; of a command, which has no response, its row alone. */
  readonly row: Promise<void>;
  /** The file of the second copy. */
  readonly room: Promise<void>;
  /** No beacon was chosen: nothing of the run stays. Resolves when its rows are gone; the file goes in its own time. Never rejects. */
  giveBack(): Promise<void>;
}

interface Stores {
  readonly runs: Pick<RunStore, 'begin' | 'put' | 'takeBack'>;
  readonly mirror: Pick<ReceiptMirror, 'reserve' | 'release'>;
}

export function reserve(
  { runs, mirror }: Stores,
  run: Run,
  { accountId, values, nowMs }: { accountId: string; values: CarriedPackage['values']; nowMs: number },
): Reservation {
  const isCommand = !expectsResponse(run);
  const row = isCommand
    ? runs.put(run)
    : runs.begin(run, reservedRow({ id: run.receiptId, accountId, run, values, nowMs }), 'new');
  const room = isCommand ? Promise.resolve() : mirror.reserve(run.receiptId);
  // The run awaits both before it touches the beacon and handles a failure there. This keeps an early failure from being reported as unhandled.
  row.catch(() => undefined);
  room.catch(() => undefined);
  return {
    row,
    room,
    async giveBack() {
      // What stays behind is a run that has written nothing, which the run list offers to close, and an empty file, which the next start removes.
      await row.then(() => runs.takeBack(run)).catch(() => undefined);
      if (!isCommand) void mirror.release(run.receiptId).catch(() => undefined);
    },
  };
}
