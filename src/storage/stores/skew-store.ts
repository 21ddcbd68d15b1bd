/** The last measured difference between the backend's clock and this phone's. One row per account. */
import { parseSkew } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { SkewStore } from '../../use-cases/run/ports.ts';

/** How long a measurement is trusted as checked, ms. An older one is still used, but as `unchecked`. */
const GOOD_FOR_MS = 172_800_000;

export function createSkewStore(database: AccountDatabase, reader: RowReader, nowMs: () => number): SkewStore {
  return {
    async read() {
      const stored = await reader.get('skew', 'skew', parseSkew);
      const { skewMs, trust, atMs } = stored ?? { skewMs: 0, trust: 'unchecked' as const };
      const isFresh = atMs !== undefined && Math.abs(nowMs() - atMs) <= GOOD_FOR_MS;
      return { skewMs, trust: isFresh ? trust : 'unchecked' };
    },
    async write(reading) {
      await database.write(
        ['skew'],
        (tx) => tx.objectStore('skew').put({ ...reading, atMs: nowMs() }, 'skew'),
        'relaxed',
      );
    },
  };
}
