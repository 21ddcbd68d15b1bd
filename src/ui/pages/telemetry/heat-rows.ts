/** The rows of the fleet's heat map, those heard in most hours first. Long ranges combine several hours in a column. */
import { HOUR_MS } from '../../../domain/telemetry/record-query.ts';
import type { BeaconState } from '../../../domain/telemetry/fleet.ts';
import { wasRequested, type FleetHours } from '../../../domain/telemetry/hours.ts';
import type { HeatRow } from '../../elements/chart/heat-paint.ts';

/** More columns than the hours of a week are too narrow to see. */
const MAX_COLUMNS = 168;
/** The map is nearly all hatching below both: the part of a range in which one beacon was heard, and what is known of all. */
const LEAST_HEARD = 0.1;
const LEAST_KNOWN = 0.25;

export interface HeatRows {
  readonly rows: readonly HeatRow[];
  readonly columns: number;
  readonly hoursAColumn: number;
  /** False where nearly the whole range is not known. */
  readonly isWorthShowing: boolean;
}

export function heatRows(
  { startMs, hours, rows }: FleetHours,
  beacons: readonly BeaconState[],
  titleOf: (trackingId: string) => string,
): HeatRows {
  const hoursAColumn = Math.ceil(hours / MAX_COLUMNS);
  const columns = Math.ceil(hours / hoursAColumn);
  const read = new Map(rows.map((row) => [row.trackingId, row.counts]));
  const byTrackingId = new Map(beacons.map((beacon) => [beacon.trackingId, beacon]));
  const made = [...new Set([...byTrackingId.keys(), ...read.keys()])].map((id) => {
    const counts = new Uint32Array(columns);
    const silent = new Uint8Array(columns);
    const beacon = byTrackingId.get(id);
    let heard = 0;
    for (let hour = 0; hour < hours; hour += 1) {
      const column = Math.floor(hour / hoursAColumn);
      const count = read.get(id)?.[hour] ?? 0;
      counts[column] = counts[column]! + count;
      if (count > 0) heard += 1;
      else if (beacon !== undefined && wasRequested(startMs + hour * HOUR_MS, beacon)) silent[column] = 1;
    }
    // A column in which it was heard is not silent.
    for (let column = 0; column < columns; column += 1) if (counts[column]! > 0) silent[column] = 0;
    const known = counts.reduce((sum, count, column) => sum + (count > 0 ? 1 : silent[column]!), 0);
    return { row: { id, label: titleOf(id), counts, silent }, heard, known };
  });
  made.sort((a, b) => b.heard - a.heard || a.row.label.localeCompare(b.row.label, 'en', { numeric: true }));
  return {
    rows: made.map(({ row }) => row),
    columns,
    hoursAColumn,
    isWorthShowing:
      made.some(({ heard }) => heard >= hours * LEAST_HEARD) ||
      made.reduce((sum, { known }) => sum + known, 0) > made.length * columns * LEAST_KNOWN,
  };
}
