/** A response that comes after its limit: saved in the turn in which it comes, whether or not its run has ended meanwhile. */
import { ifPossible } from '../../domain/unawaited.ts';
import type { After } from '../../domain/provisioning/machine.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { ReadResponse } from './provision-response.ts';
import type { ProvisionPorts, ProvisionTask } from './provision-task.ts';
import type { RunJournal } from './run-journal.ts';

interface LateResponses {
  /** Resolves when what came late is on disk, as far as it can be; null before anything came. */
  readonly saved: Promise<void> | null;
  /** Starts both copies before it returns. `after` null: it is none that is saved. */
  save(late: ReadResponse, after: After | null): void;
}

export function createLateResponses(ports: ProvisionPorts, task: ProvisionTask, journal: RunJournal): LateResponses {
  const { runs, receipts, mirror, newId } = ports;
  let saved: Promise<void> | null = null;

  async function save(late: ReadResponse, after: After): Promise<void> {
    const { run, receipt: read, packageState, package: carried } = late.rows(after);
    // Where the run goes on already its rows are another session's to write: the receipt gets a row of its own, which ends the run (settle.ts).
    const isFree = !task.superseded();
    const receipt: Receipt = isFree ? read : { ...read, id: newId() };
    const committed = isFree
      ? runs.commitResponse(run, receipt, packageState, { package: carried, again: false })
      : receipts.put(receipt);
    const copied = mirror.write({ ...receipt, mirrored: true });
    const [row, copy] = await Promise.allSettled([committed, copied]);
    if (isFree && row.status === 'fulfilled') journal.committed(run);
    // One more try for the row; where it fails too, the second copy brings it back at the next start.
    if (row.status === 'rejected') await ifPossible(receipts.put(receipt));
    // A row that does not say that its copy exists has it written once more at the next start.
    if (copy.status === 'fulfilled')
      await ifPossible(receipts.update(receipt.id, (stored) => ({ ...stored, mirrored: true }), 'relaxed'));
    task.onLate(receipt);
  }

  return {
    get saved() {
      return saved;
    },
    save(late, after) {
      saved = after === null ? Promise.resolve() : save(late, after);
    },
  };
}
