/** What a request needs to know of a page of telemetry whose records are stored. */
import { heardTimeOf, sortedTimeOf } from './heard-time.ts';
import { isEndUnsaid, nextQuery, type TelemetryPage } from './page.ts';
import type { TelemetryRecord } from './record.ts';

/** Maximum number of IDs in one summary; more than a requested page contains. */
const MAX_IDS = 20_000;

export type PageSummary = ReturnType<typeof summaryOf>;

export function summaryOf(page: TelemetryPage, requestedQuery: string) {
  const { records, cut, skipped, facts } = page;
  const sorted = records.map(({ values }) => sortedTimeOf(values));
  return {
    records: records.length,
    /** Number of records with a described field of the wrong type. */
    faulty: records.filter(({ faults }) => faults !== null).length,
    /** Fields that could not be stored completely, the first hundred. */
    cut: cut.slice(0, 100),
    skipped,
    facts,
    nextQuery: nextQuery(page, requestedQuery),
    /** IDs of its records without duplicates; not all of them when there are tens of thousands. */
    trackingIds: [...new Set(records.map(({ trackingId }) => trackingId))].slice(0, MAX_IDS),
    oldestMs: sorted.reduce<number | null>(
      (oldest, atMs) => (atMs === null ? oldest : Math.min(oldest ?? atMs, atMs)),
      null,
    ),
    /** Its records are sorted newest first. */
    newestFirst: sorted.every(
      (atMs, index) => atMs === null || atMs <= (sorted[index - 1] ?? Number.POSITIVE_INFINITY),
    ),
    newestCloudMs: newestCloudMs(records),
    /** Number of records without a time. */
    undated: records.filter(({ timeMs }) => timeMs === null).length,
    /** The page is full and does not say whether there is another. */
    endUnsaid: isEndUnsaid(page, requestedQuery),
  };
}

/** Returns the newest time on the backend's clock, or null. */
function newestCloudMs(records: readonly TelemetryRecord[]): number | null {
  let newest: number | null = null;
  for (const { values } of records) {
    const { timeMs, by } = heardTimeOf(values);
    if (by === 'cloud' && timeMs !== null) newest = Math.max(newest ?? timeMs, timeMs);
  }
  return newest;
}
