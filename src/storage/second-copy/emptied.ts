/** How many receipts there should be, kept outside the database: so a database that was emptied is noticed. */
import { ifPossible } from '../../domain/unawaited.ts';
import * as z from 'zod/mini';
import type { Parsed } from '../../domain/schema.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { Mirror } from './mirror.ts';
import type { Remarks } from './remarks.ts';
import { tallyKey } from '../../names.ts';
import type { LocalStorage } from '../local-storage.ts';

const storedTally = z.object({
  /** Random, made with the database: another epoch is another database. */
  epoch: z.string(),
  /** Rows that hold a response. */
  receipts: z.int(),
});
export type Tally = Parsed<typeof storedTally>;

export interface TallyKeeper {
  /** Of the places that know one, the one with the higher count; null when none does. Never rejects. */
  read(): Promise<Tally | null>;
  /** Best effort in every place. Never rejects. */
  write(tally: Tally): Promise<void>;
}

/** Two places: localStorage (absent in the worker) and a file beside the second copies. */
export function createTally(accountId: string, localStorage: LocalStorage | null, mirror: Mirror | null): TallyKeeper {
  const key = tallyKey(accountId);
  return {
    async read() {
      // The tally is kept twice for this case: the one in localStorage counts where the file cannot be read.
      const fromFile = await mirror?.readNote().catch(() => null);
      const known = [parseTally(readItem(localStorage, key)), parseTally(fromFile ?? null)].filter(
        (tally) => tally !== null,
      );
      return known.sort((a, b) => b.receipts - a.receipts)[0] ?? null;
    },
    async write(tally) {
      const text = JSON.stringify(tally);
      try {
        localStorage?.setItem(key, text);
      } catch {
        // Full or switched off: the file is the other place.
      }
      await ifPossible(mirror?.writeNote(text));
    },
  };
}

/** Row of the database that holds the tally's epoch. */
export const EPOCH = 'epoch';

/** `stored`: the epoch in the database, null in a new one. `wasUsed`: a place outside it knows that there was one before. */
export function isEmptied(stored: string | null, known: Tally | null, wasUsed: boolean): boolean {
  return stored === null ? wasUsed : known !== null && known.epoch !== stored;
}

/** Keeps the count outside in step. An emptied database is not allowed to count the evidence away. */
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
  if (typeof epoch === 'string') await tally.write({ epoch, receipts });
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
