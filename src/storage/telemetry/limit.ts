/** How much telemetry is stored: the oldest blocks above the limit are removed. */
import * as z from 'zod/mini';
import { UNDATED } from '../../domain/telemetry/block.ts';
import type { StoredTelemetry } from '../../use-cases/telemetry/telemetry.ts';
import { readBlock, type TelemetryDatabase } from './database.ts';

const DEFAULT_LIMIT_BYTES = 100_000_000;
/** Fraction of the limit to which a sweep reduces, so that the next page does not sweep again. */
const SWEEP_TO = 0.9;

/** Removes the oldest windows first, beginning with records without a time. */
export async function sweep(database: TelemetryDatabase): Promise<void> {
  await database.write(
    ['blocks', 'hours', 'meta'],
    async (tx) => {
      const meta = tx.objectStore('meta');
      let totals = readTotals(await meta.get('totals'));
      if (totals.bytes <= totals.limitBytes) return;
      for (
        let cursor = await tx.objectStore('blocks').index('byStart').openCursor();
        cursor !== null;
        cursor = await cursor.continue()
      ) {
        if (totals.bytes <= totals.limitBytes * SWEEP_TO) break;
        const block = readBlock(cursor.value);
        void cursor.delete();
        void tx.objectStore('hours').delete(cursor.primaryKey);
        totals = {
          ...totals,
          bytes: Math.max(0, totals.bytes - (block?.bytes ?? 0)),
          records: Math.max(0, totals.records - (block?.count ?? 0)),
          sweptUntilMs:
            block === null || block.startMs === UNDATED
              ? totals.sweptUntilMs
              : Math.max(totals.sweptUntilMs ?? Number.NEGATIVE_INFINITY, block.times.at(-1)!),
        };
      }
      void meta.put(totals, 'totals');
    },
    'relaxed',
  );
}

const storedTotals = z.object({
  records: z.catch(z.number(), 0),
  bytes: z.catch(z.number(), 0),
  limitBytes: z.catch(z.number(), DEFAULT_LIMIT_BYTES),
  sweptUntilMs: z.catch(z.nullable(z.number()), null),
});

export function readTotals(raw: unknown): StoredTelemetry {
  return storedTotals.safeParse(raw).data ?? storedTotals.parse({});
}
