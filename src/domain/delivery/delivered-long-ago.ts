/** Selects the receipts to delete: those that the backend verified a number of days ago. */
import { isDelivered, type Receipt } from '../receipt.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Returns the rows verified, or the readings taken by the backend, at least `keepDays` days ago. No other row is ever
 * deleted automatically.
 */
export function deliveredLongAgo(rows: readonly Receipt[], nowMs: number, keepDays: number): Receipt[] {
  return rows.filter(
    (row) => isDelivered(row) && row.settledAtMs !== null && nowMs - row.settledAtMs >= keepDays * DAY_MS,
  );
}
