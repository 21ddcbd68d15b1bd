/** Writes devices as a CSV file: RFC 4180, without formulas, numbers stay numbers. */
import type { CachedDevice } from '../device.ts';
import { csvCell, csvLine, csvText } from '../csv.ts';
import { deviceCell, type DeviceColumn } from './columns.ts';

/** The header uses the column names of interface.md; times are ISO 8601. */
export function* deviceCsv(devices: readonly CachedDevice[], columns: readonly DeviceColumn[]): Generator<string> {
  yield csvLine(columns.map(csvText));
  for (const device of devices) yield csvLine(columns.map((column) => cellText(device, column)));
}

function cellText(device: CachedDevice, column: DeviceColumn): string {
  const cell = deviceCell(device, column);
  // A table may separate tags by these characters too (domain/job/csv-rows.ts).
  if (column === 'tags')
    return csvText(device.tags.map((tag) => (/[;|]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', '));
  if (column === 'lastSeen' && typeof cell === 'number') return isoOf(cell);
  return csvCell(cell);
}

function isoOf(ms: number): string {
  // A time outside the range of Date is written as a number.
  return Math.abs(ms) > 8.64e15 ? String(ms) : new Date(ms).toISOString();
}
