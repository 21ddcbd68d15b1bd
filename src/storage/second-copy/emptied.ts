/** Keeps the expected number of receipts outside the database, so that an emptied database is detected. */
import { ifPossible } from '../../domain/unawaited.ts';
import * as z from 'zod/mini';
import type { Parsed } from '../../domain/schema.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { Mirror } from './mirror.ts';
import type { Remarks } from './remarks.ts';
import { tallyKey } from '../../names.ts';
import type { LocalStorage } from '../local-storage.ts';

const storedTally = z.object({
  /** Random ID created with the database. A different epoch means a different database. */
  epoch: z.string(),
  /** Number of rows that hold a response. */
  receipts: z.int(),
});
export type Tally = Parsed<typeof storedTally>;

export type TallyKeeper = ReturnType<typeof createTally>;

/** Stores the tally in localStorage (absent in the worker) and in a file beside the second copies. */
export function createTally(accountId: string, localStorage: LocalStorage | null, mirror: Mirror | null) {
  const key = tallyKey(accountId);
  return {
    /** Returns the stored tally with the higher count, or null when none is stored. Never rejects. */
    async read(): Promise<Tally | null> {
      // If the file cannot be read, the copy in localStorage is enough.
      const fromFile = await mirror?.readNote().catch(() => null);
      const tallies = [parseTally(readItem(localStorage, key)), parseTally(fromFile ?? null)].filter(
        (tally) => tally !== null,
      );
      return tallies.sort((a, b) => b.receipts - a.receipts)[0] ?? null;
    },
    /** Writes to every place that accepts it. Never rejects. */
    async write(tally: Tally): Promise<void> {
      const text = JSON.stringify(tally);
      try {
        localStorage?.setItem(key, text);
      } catch {
        // localStorage is full or disabled; the file still holds the tally.
      }
      await ifPossible(mirror?.writeNote(text));
    },
  };
}

/** Key of the database row that holds the tally's epoch. */
export const EPOCH = 'epoch';

/**
 * True when the database lost its rows. `stored`: the epoch in the database, null in a new one. `wasUsed`: something
 * outside the database shows that the account was used before.
 */
export function isEmptied(stored: string | null, tally: Tally | null, wasUsed: boolean): boolean {
  return stored === null ? wasUsed : tally !== null && tally.epoch !== stored;
}

/**
 * Returns the number of receipts that are expected in this database: never fewer than were counted, because a start that
 * could not read the copies leaves the difference for a later one to report.
 */
export function expectedOf(present: number, epoch: string, last: Tally | null): number {
  return last?.epoch === epoch ? Math.max(present, last.receipts) : present;
}

/**
 * Updates the tally after rows were added. When the epoch row is missing, the tally stays as it is, because it is the
 * evidence of the loss.
 */
export async function recount(database: AccountDatabase, tally: TallyKeeper, remarks: Remarks): Promise<void> {
  const { epoch, receipts } = await database.read(['receipts', 'meta'], async (tx) => {
    const store = tx.objectStore('receipts');
    const [all, reserved, epoch] = await Promise.all([
      store.count(),
      store.index('byState').count('reserved'),
      tx.objectStore('meta').get(EPOCH),
    ]);
    return { epoch, receipts: all - reserved };
  });
  if (typeof epoch === 'string')
    await tally.write({ epoch, receipts: expectedOf(receipts, epoch, await tally.read()) });
  else remarks.add('databaseEmptied');
}

function readItem(localStorage: LocalStorage | null, key: string): string | null {
  try {
    return localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function parseTally(text: string | null): Tally | null {
  if (text === null) return null;
  try {
    const read = storedTally.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
