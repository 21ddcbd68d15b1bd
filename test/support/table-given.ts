/** The table of beacons that follows from rows, as the app derives it. */
import { tableOf, type Beacon, type BeaconTable, type TableRows } from '../../src/domain/beacon-table.ts';
import { isOpen } from '../../src/domain/open-run.ts';
import type { RunProgress } from '../../src/use-cases/run/runs.ts';

export interface GivenRows extends Partial<Omit<TableRows, 'underWay'>> {
  /** The run of this window. */
  readonly current?: RunProgress | null;
  /** IDs of the runs of other windows. */
  readonly elsewhere?: ReadonlySet<string>;
}

export function tableGiven(given: GivenRows, before: BeaconTable | null = null): BeaconTable {
  const { packages = [], runs = [], receipts = [], edits = [], current = null, elsewhere = [] } = given;
  const here = isOpen(current) ? [current.runId] : [];
  return tableOf({ packages, runs, receipts, edits, underWay: new Set([...elsewhere, ...here]) }, before);
}

export function beaconGiven(uniqueId: string, given: GivenRows = {}, listed: Beacon['listed'] = null): Beacon {
  return tableGiven(given).of(uniqueId, listed);
}
