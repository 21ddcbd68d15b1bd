/** Saves a response that arrives after its time limit, at once, whether or not its run has ended. */
import { ifPossible } from '../../domain/unawaited.ts';
import type { After } from '../../domain/provisioning/run-state.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { ReadResponse } from './provision-response.ts';
import type { ProvisionPorts, ProvisionTask } from './ports.ts';
import type { RunJournal } from './run-journal.ts';

export function createLateResponses(ports: ProvisionPorts, task: ProvisionTask, journal: RunJournal) {
  const { runs, receipts, mirror, newId } = ports;
  let saved: Promise<void> | null = null;

  async function save(late: ReadResponse, after: After): Promise<void> {
    const { run, receipt: read, packageState, package: carried } = late.rows(after);
    // If the run was resumed, another session writes its rows. The receipt then gets its own row, which ends the run
    // (settle.ts).
    const isFree = !task.superseded();
    const receipt: Receipt = isFree ? read : { ...read, id: newId() };
    const committed = isFree
      ? runs.commitResponse(run, receipt, packageState, { package: carried, again: false })
      : receipts.put(receipt);
    const copied = mirror.write({ ...receipt, mirrored: true });
    const [row, copy] = await Promise.allSettled([committed, copied]);
    if (isFree && row.status === 'fulfilled') journal.committed(run);
    // Tries once more to store the row. If that fails too, it is restored from the second copy at the next start.
    if (row.status === 'rejected') await ifPossible(receipts.put(receipt));
    // If the row does not say that its copy exists, the copy is written again at the next start.
    if (copy.status === 'fulfilled')
      await ifPossible(receipts.update(receipt.id, (stored) => ({ ...stored, mirrored: true }), 'relaxed'));
    task.onLate(receipt);
  }

  return {
    /** Resolves when the late response is stored as far as possible. Null before one has arrived. */
    get saved(): Promise<void> | null {
      return saved;
    },
    /** Starts both copies before it returns. `after` null: nothing is saved. */
    save(late: ReadResponse, after: After | null) {
      saved = after === null ? Promise.resolve() : save(late, after);
    },
  };
}
