/**
 * The order of one device's rows. The phone's clock can be set back, so a new row is dated after every earlier row of
 * its device.
 */
import type { CarriedPackage } from './carried-package.ts';
import type { Receipt } from './receipt.ts';
import type { Run } from './run.ts';

interface DatedRows {
  readonly runs: readonly Pick<Run, 'uniqueId' | 'startedAtMs'>[];
  readonly packages: readonly Pick<CarriedPackage, 'uniqueId' | 'preparedAtMs' | 'fetchedAtMs'>[];
  readonly receipts: readonly Pick<Receipt, 'uniqueId' | 'createdAtMs'>[];
}

/** Returns the date of the newest row of each device, Unix ms. */
export function newestRows({ runs, packages, receipts }: DatedRows): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  const see = (uniqueId: string, atMs: number): void => {
    newest.set(uniqueId, Math.max(atMs, newest.get(uniqueId) ?? 0));
  };
  for (const { uniqueId, startedAtMs } of runs) see(uniqueId, startedAtMs);
  for (const { uniqueId, preparedAtMs, fetchedAtMs } of packages)
    see(uniqueId, Math.max(preparedAtMs, fetchedAtMs ?? 0));
  for (const { uniqueId, createdAtMs } of receipts) see(uniqueId, createdAtMs);
  return newest;
}

/** Returns the date of a new row of these devices: now, or directly after the newest row. */
export function dateAfter(newest: ReadonlyMap<string, number>, uniqueIds: readonly string[], nowMs: number): number {
  return Math.max(nowMs, ...uniqueIds.map((id) => (newest.get(id) ?? 0) + 1));
}
