/** Summary of a page of telemetry after its intake. */
import { heardTimeOf, sortedTimeOf } from '../../domain/telemetry/heard-time.ts';
import { isEndUnsaid, nextQuery, type TelemetryPage } from '../../domain/telemetry/page.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import type { TakenTelemetry } from '../../use-cases/telemetry/ports.ts';

/** Maximum number of IDs in one summary; more than a requested page contains. */
const MAX_IDS = 20_000;

export function factsOf(page: TelemetryPage, requestedQuery: string): TakenTelemetry {
  const sorted = page.records.map(({ values }) => sortedTimeOf(values));
  return {
    kind: 'page',
    records: page.records.length,
    faulty: page.records.reduce((sum, { faults }) => sum + (faults === null ? 0 : 1), 0),
    cut: page.cut.slice(0, 100),
    skipped: page.skipped.slice(0, 100),
    facts: page.facts,
    nextQuery: nextQuery(page, requestedQuery),
    trackingIds: distinct(page.records, MAX_IDS),
    oldestMs: sorted.reduce<number | null>(
      (oldest, atMs) => (atMs === null ? oldest : Math.min(oldest ?? atMs, atMs)),
      null,
    ),
    newestFirst: sorted.every(
      (atMs, index) => atMs === null || atMs <= (sorted[index - 1] ?? Number.POSITIVE_INFINITY),
    ),
    newestCloudMs: newestCloudMs(page.records),
    undated: page.records.reduce((sum, { timeMs }) => sum + (timeMs === null ? 1 : 0), 0),
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

function distinct(records: readonly TelemetryRecord[], most: number): string[] {
  const ids = new Set<string>();
  for (const { trackingId } of records) {
    ids.add(trackingId);
    if (ids.size === most) break;
  }
  return [...ids];
}
