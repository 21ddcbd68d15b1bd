/** How pages of telemetry become stored blocks: read, gathered, merged in batches, and swept when they outgrow their limit. */
import { handledElsewhere } from '../../domain/unawaited.ts';
import type { TelemetryPage } from '../../domain/telemetry/page.ts';
import type { Now } from '../../domain/telemetry/now.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import type { StoredTelemetry } from '../../use-cases/telemetry/offered.ts';
import type { AskedTelemetry, TakenTelemetry } from '../../use-cases/telemetry/ports.ts';
import { noteAsked, readTotals, sweep, writeRecords } from './block-rows.ts';
import type { TelemetryDatabase } from './database.ts';
import { factsOf } from './page-facts.ts';

export interface TelemetryIntake {
  /** Reads one page's bytes; they are on the disk after `finish` at the latest. Rejects with StorageError for a batch before. */
  take(body: ArrayBuffer, askedQuery: string, now: Now): Promise<TakenTelemetry>;
  /** Whatever is being taken ends with the batch at hand; the rest of its page is dropped. */
  leaveOff(): void;
  finish(asked: AskedTelemetry | null): Promise<{ added: number }>;
  totals(): Promise<StoredTelemetry>;
  setLimit(limitBytes: number): Promise<void>;
  clear(): Promise<void>;
}

/** Enough for a page of 2000 to be gathered with its neighbours before its blocks are written. */
const BATCH = 10_000;
/** `readPage` makes a page of parsed JSON, null for what is none. */
export function createTelemetryIntake(
  database: TelemetryDatabase,
  readPage: (raw: unknown) => TelemetryPage | null,
): TelemetryIntake {
  let gathered: TelemetryRecord[] = [];
  let writing: Promise<void> = Promise.resolve();
  let added = 0;
  let isLeft = false;
  /** When the page at hand was read. */
  let readAt: Now = { ms: 0, isChecked: false };

  /** One batch is written while the next is gathered; a failure is told by whoever waits for it next. */
  async function writeGathered(): Promise<void> {
    await writing;
    const [batch, now] = [gathered, readAt];
    gathered = [];
    if (batch.length === 0) return;
    writing = writeRecords(database, batch, now).then((count) => {
      added += count;
    });
    void handledElsewhere(writing);
  }

  return {
    async take(body, askedQuery, now) {
      const page = readPage(parsed(body));
      if (page === null) return { kind: 'notAPage' };
      isLeft = false;
      readAt = now;
      // In batches whatever a page holds: one of a million records is neither one transaction nor the arguments of one call.
      for (let at = 0; at < page.records.length && !isLeft; at += BATCH) {
        gathered = gathered.concat(page.records.slice(at, at + BATCH));
        if (gathered.length >= BATCH) await writeGathered();
      }
      return factsOf(page, askedQuery);
    },
    leaveOff: () => void (isLeft = true),
    async finish(asked) {
      try {
        await writeGathered();
        await writing;
      } finally {
        // What failed once is not held against the next ask.
        writing = Promise.resolve();
      }
      if (asked !== null) await noteAsked(database, asked);
      const total = added;
      added = 0;
      return { added: total };
    },
    totals: async () => readTotals(await database.read(['meta'], (tx) => tx.objectStore('meta').get('totals'))),
    async setLimit(limitBytes) {
      await database.write(['meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        await meta.put({ ...readTotals(await meta.get('totals')), limitBytes }, 'totals');
      });
      await sweep(database);
    },
    async clear() {
      gathered = [];
      await database.write(['blocks', 'hours', 'beacons', 'meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        const { limitBytes } = readTotals(await meta.get('totals'));
        await Promise.all([
          tx.objectStore('blocks').clear(),
          tx.objectStore('hours').clear(),
          tx.objectStore('beacons').clear(),
        ]);
        await meta.put({ records: 0, bytes: 0, limitBytes, sweptUntilMs: null }, 'totals');
      });
    },
  };
}

function parsed(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return null;
  }
}
