/** Decides which ended runs a person may reopen. */
import type { ReceiptState } from '../receipt.ts';
import { errandOf } from '../errand.ts';
import { mayHaveWritten, type Run } from '../run.ts';

/** True when the run was ended by a person, by an earlier version's conclusion or by the backend's refusal. */
export function canReopen(run: Run, receipt: ReceiptState | null): boolean {
  if (!errandOf(run).configures || !mayHaveWritten(run)) return false;
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
