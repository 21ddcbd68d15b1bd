/** What storage found out of order and what it did about it, as codes for the strings: `code` or `code:detail`. */
import { createLive, type Live } from '../../domain/live.ts';

/**
 * `databaseEmptied`: the database is new although this account was used here before · `copiesRestored:N`: N receipts
 * known to the second copy only came back · `runRestored:uniqueId`: an unfinished run on this beacon came back, how far it
 * came is not known · `copiesWritten:N`: N second copies were missing and are written again ·
 * `secondCopyMissing:N`: N second copies could not be written · `receiptsMissing:N`: N receipts fewer than were counted ·
 * `damagedRow:store:key`: a row cannot be read and is kept aside · `rowsRepaired:N`: N damaged receipts were rebuilt ·
 * `tornCopy:N`: N second copies were cut off in writing · `noSecondCopy`: this browser cannot keep one ·
 * `registryEmptied:N`: the list of accounts was lost, N came back from its copy ·
 * `secondCopyUnreadable`: the folder of the copies could not be read this time · `sweepFailed`: delivered rows stay longer.
 */
export type Remark = string;

export interface Remarks {
  readonly live: Live<readonly Remark[]>;
  /** The same remark is made once. */
  add(remark: Remark): void;
  /** These in the place of the remarks that fit. */
  replace(fits: (remark: Remark) => boolean, by: readonly Remark[]): void;
}

export function createRemarks(): Remarks {
  const live = createLive<readonly Remark[]>([]);
  return {
    live,
    add(remark) {
      if (!live.value.includes(remark)) live.set([...live.value, remark]);
    },
    replace(fits, by) {
      const next = [...live.value.filter((remark) => !fits(remark)), ...by];
      if (JSON.stringify(next) !== JSON.stringify(live.value)) live.set(next);
    },
  };
}
