/** Which receipts are deleted: those that the backend has verified, once they have been kept for some days more. */
import type { Receipt } from '../receipt.ts';

const DAY_MS = 24 * 3600_000;

/** Rows verified `keepDays` ago or longer; nothing else ever goes by itself. */
export function deliveredLongAgo(rows: readonly Receipt[], nowMs: number, keepDays: number): Receipt[] {
  return rows.filter(
    (row) => row.state === 'verified' && row.settledAtMs !== null && nowMs - row.settledAtMs >= keepDays * DAY_MS,
  );
}
