/**
 * A reading: all values of a beacon, read with a request that the backend encrypts (field-facts.md 6).
 *
 * Its package and its run are stored as those of a command named `readAll`. An earlier version of the app knows no
 * command of that name: it neither offers nor writes it, and takes its rows for no configuration's.
 */
import type { CarriedPackage } from './carried-package.ts';
import type { AttributeValues } from './device.ts';
import { errandOf } from './errand.ts';
import type { Receipt } from './receipt.ts';
import { mayHaveWritten, receiptIdOf, type Run } from './run.ts';

/**
 * Returns the values that the last configuration run of a beacon was to write, if it may have written them and the
 * backend has not verified it; else none. Once the backend shows them after a reading, that run is settled.
 */
export function unsettledValues(
  uniqueId: string,
  runs: readonly Run[],
  receipts: readonly Receipt[],
  packages: ReadonlyMap<string, CarriedPackage>,
): AttributeValues {
  const [last] = runs
    .filter((run) => run.uniqueId === uniqueId && errandOf(run).configures && mayHaveWritten(run))
    .toSorted((a, b) => b.startedAtMs - a.startedAtMs);
  if (last === undefined || last.outcome?.kind === 'refused' || last.outcome?.kind === 'settledLater') return {};
  const isVerified = receipts.some(
    ({ id, runId, state }) => state === 'verified' && (runId === last.id || id === receiptIdOf(last)),
  );
  return isVerified ? {} : (packages.get(last.packageId)?.values ?? {});
}
