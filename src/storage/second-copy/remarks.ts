/** What storage repaired or lost, as codes for the strings: `code` or `code:detail`. */
import { signal, type ReadonlySignal } from '@preact/signals-core';

/**
 * `databaseEmptied`: the database is new although this account was used here before · `copiesRestored:N`: N receipts
 * were restored from the second copy · `runRestored:uniqueId`: an unfinished run on this beacon was restored, its last
 * step is unknown · `copiesWritten:N`: N missing second copies were written again · `secondCopyMissing:N`: N second
 * copies could not be written · `receiptsMissing:N`: N receipts fewer than were counted · `damagedRow:store:key`: a row
 * cannot be read and was copied to quarantine · `rowsRepaired:N`: N damaged receipts were rebuilt · `tornCopy:N`: N
 * second copies are incomplete · `noSecondCopy`: this browser cannot keep second copies · `registryEmptied:N`: the list
 * of accounts was lost, N were restored from its copy · `secondCopyUnreadable`: the folder of the copies could not be
 * read at this start · `sweepFailed`: delivered rows could not be deleted.
 */
export type Remark = string;

export type Remarks = ReturnType<typeof createRemarks>;

export function createRemarks() {
  const live = signal<readonly Remark[]>([]);
  return {
    live: live as ReadonlySignal<readonly Remark[]>,
    /** Adds the remark unless it is already in the list. */
    add(remark: Remark): void {
      if (!live.value.includes(remark)) live.value = [...live.value, remark];
    },
    /** Replaces the remarks that match with these. */
    replace(matches: (remark: Remark) => boolean, by: readonly Remark[]): void {
      const next = [...live.value.filter((remark) => !matches(remark)), ...by];
      if (JSON.stringify(next) !== JSON.stringify(live.value)) live.value = next;
    },
  };
}
