/** The rows of prepared packages: a device's existing ones, the next one, and what blocks it. */
import { findAttribute } from '../../domain/attributes/catalogue.ts';
import { physicalValuesIn, withoutSecrets } from '../../domain/attributes/values.ts';
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues, CachedDevice } from '../../domain/device.ts';
import { errandOf } from '../../domain/errand.ts';
import { dateAfter, newestRows } from '../../domain/row-dates.ts';
import { heldBack, type HeldBack } from '../../domain/provisioning/held-back.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../../domain/run.ts';
import { holds, readPendingOnce } from './pending.ts';
import type { PrepareParts } from './prepare-parts.ts';

/** What this phone knows of a device at one moment. */
export interface DeviceRows {
  readonly runs: readonly Run[];
  /** Of configurations only. */
  readonly packages: readonly CarriedPackage[];
  /** Why a new packet is blocked: it would replace what the backend can still verify. Null: it is not. */
  readonly blocked: HeldBack | null;
  /** The date of the device's next row, later than all its existing rows, Unix ms. */
  readonly nextAtMs: number;
}

export async function readRows(parts: PrepareParts, uniqueId: string): Promise<DeviceRows> {
  const [allRuns, allReceipts, rows] = await Promise.all([
    parts.runs.all(),
    parts.receipts.all(),
    parts.packages.ofDevice(uniqueId),
  ]);
  const runs = allRuns.filter((run) => run.uniqueId === uniqueId);
  const receipts = allReceipts.filter((one) => one.uniqueId === uniqueId || one.candidates.includes(uniqueId));
  const running = runs.some(isUnfinished) ? await parts.running() : new Set<string>();
  return {
    runs,
    packages: rows.filter((row) => errandOf(row).configures),
    blocked: heldBack(runs, receipts, running).get(uniqueId) ?? null,
    nextAtMs: dateAfter(newestRows({ runs, receipts, packages: rows }), [uniqueId], parts.clock.nowMs()),
  };
}

/** Reads the rows; if a new packet is blocked, after an attempt to deliver what blocks it. */
export async function readRowsAfterDelivery(parts: PrepareParts, uniqueId: string): Promise<DeviceRows> {
  const rows = await readRows(parts, uniqueId);
  if (rows.blocked === null) return rows;
  await parts.drain();
  return readRows(parts, uniqueId);
}

/** Marks the carried packages of a device as replaced, so that no run uses one from here on. Returns them. */
export async function markReplaced(parts: PrepareParts, { packages }: DeviceRows): Promise<CarriedPackage[]> {
  const carried = packages.filter(({ state }) => state === 'carried');
  for (const { id } of carried) await parts.packages.mark(id, 'replaced');
  return carried;
}

/** True when nothing is pending according to data of the last hour. */
export function wasNothingPending({ packages }: DeviceRows, cached: CachedDevice | null, nowMs: number): boolean {
  return (
    cached !== null && cached.pending === null && nowMs - cached.readAtMs < 3_600_000 && !packages.some(isOpenPackage)
  );
}

/** True when a run has written this package, or may have. */
export function wasWritten({ runs }: DeviceRows, base64: string): boolean {
  return runs.some((run) => errandOf(run).configures && mayHaveWritten(run) && run.packageBase64 === base64);
}

/**
 * Returns the row for a package of what is pending at the backend, which may have been prepared elsewhere or contain
 * more than was requested here.
 */
export async function rowForPending(
  parts: PrepareParts,
  uniqueId: string,
  rows: DeviceRows,
  signal?: AbortSignal,
): Promise<CarriedPackage> {
  const cached = await parts.devices.get(uniqueId);
  const last = newest(rows);
  const deviceType = cached?.deviceType ?? last?.deviceType ?? 'BEACON';
  const pending = await readPendingOnce(parts.backend, uniqueId, deviceType, signal);
  const nextRow = (values: AttributeValues, before: AttributeValues): CarriedPackage =>
    newRow(parts, { uniqueId, deviceType, values, before }, rows);
  if (pending === 'unreadable' || pending === null) {
    return last?.state === 'prepared' ? last : nextRow(last?.values ?? cached?.pending ?? {}, last?.before ?? {});
  }
  const previous = last !== null && holds(pending, last.values) ? last : null;
  const values = withoutSecrets({ ...physicalValuesIn(pending), ...valuesKnownOnlyHere(previous) });
  const row = nextRow(values, previous?.before ?? beforeOf(values, cached?.attributes ?? {}));
  return previous?.state === 'prepared' ? { ...row, id: previous.id, preparedAtMs: previous.preparedAtMs } : row;
}

/** Returns a row after all these rows of its device. */
export function newRow(
  { newId }: PrepareParts,
  change: Pick<CarriedPackage, 'uniqueId' | 'deviceType' | 'values' | 'before'>,
  { nextAtMs }: DeviceRows,
): CarriedPackage {
  return {
    ...change,
    id: newId(),
    kind: 'configuration',
    state: 'prepared',
    base64: null,
    token: null,
    preparedAtMs: nextAtMs,
    fetchedAtMs: null,
  };
}

/** At most one row is open, and it is the newest whatever the clock says. */
export function newest({ packages }: DeviceRows): CarriedPackage | null {
  return (
    packages.toSorted(
      (one, other) =>
        Number(isOpenPackage(other)) - Number(isOpenPackage(one)) || other.preparedAtMs - one.preparedAtMs,
    )[0] ?? null
  );
}

/** Shows the pending values in the list without reading it again. */
export async function markPending({ devices }: PrepareParts, uniqueId: string, values: AttributeValues): Promise<void> {
  const cached = await devices.get(uniqueId);
  if (cached !== null) await devices.putMany([{ ...cached, pending: values }]);
}

/** Returns values that only this phone knows: secrets that no backend shows, and attributes outside the catalogue. */
function valuesKnownOnlyHere(last: CarriedPackage | null): AttributeValues {
  return Object.fromEntries(
    Object.entries(last?.values ?? {}).filter(
      ([name]) => findAttribute(name)?.writeOnly === true || findAttribute(name) === null,
    ),
  );
}

function beforeOf(values: AttributeValues, shown: AttributeValues): AttributeValues {
  return Object.fromEntries(
    Object.keys(values).flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]] as const])),
  );
}
