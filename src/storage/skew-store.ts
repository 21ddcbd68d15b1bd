/** How far the backend's clock is from this phone's, as last read; one row an account. */
import type { ClockTrust } from '../domain/run.ts';
import { parseSkew } from './rows.ts';
import type { RowReader } from './row-reader.ts';
import type { AccountDatabase } from './schema.ts';

export interface SkewReading {
  /** Backend clock minus phone clock. */
  readonly skewMs: number;
  readonly trust: ClockTrust;
}

export interface SkewStore {
  /** 0 and 'unchecked' before the first reading. */
  read(): Promise<SkewReading>;
  write(reading: SkewReading): Promise<void>;
}

export function createSkewStore(database: AccountDatabase, reader: RowReader): SkewStore {
  return {
    async read() {
      const raw = await database.read(['skew'], (tx) => tx.objectStore('skew').get('skew'));
      return reader.one('skew', 'skew', raw, parseSkew) ?? { skewMs: 0, trust: 'unchecked' };
    },
    async write(reading) {
      await database.write(['skew'], (tx) => tx.objectStore('skew').put(reading, 'skew'), 'relaxed');
    },
  };
}
