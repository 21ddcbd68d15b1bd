/** Which ended runs a person may open again. */
import { isOfCommand } from '../commands/of-command.ts';
import type { ReceiptState } from '../receipt.ts';
import { mayHaveWritten, type Run } from '../run.ts';

/** Nothing but a person's word, an earlier version's conclusion or the backend's no has ended it: a person may open it again. */
export function canReopen(run: Run, receipt: ReceiptState | null): boolean {
  if (isOfCommand(run) || !mayHaveWritten(run)) return false;
  switch (run.outcome?.kind) {
    case 'closed':
    case 'packageDead':
    case 'receiptLost':
    case 'noAnswer':
      return true;
    case 'receipt':
      return receipt === 'notVerified';
    default:
      return false;
  }
}
