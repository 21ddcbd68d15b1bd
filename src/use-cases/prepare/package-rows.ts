/** The rows of prepared packages: a device's existing ones, the next one, and what blocks it. */
import { findAttribute } from '../../domain/attributes/catalogue.ts';
import { withoutSecrets } from '../../domain/attributes/values.ts';
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues } from '../../domain/device.ts';
import { errandOf } from '../../domain/errand.ts';
import { dateAfter, newestRows } from '../../domain/row-dates.ts';
import { heldBack, type HeldBack } from '../../domain/provisioning/held-back.ts';
import { mayHaveWritten } from '../../domain/run.ts';
import { holds, readPendingOnce } from './pending.ts';
import type { PrepareParts } from './prepare-parts.ts';

/** Marks the carried packages of a device as replaced, so that no run uses one from here on. Returns them. */
export async function markReplaced({ packages }: PrepareParts, uniqueId: string): Promise<CarriedPackage[]> {
  const rows = (await packages.ofDevice(uniqueId)).filter((row) => errandOf(row).configures && row.state === 'carried');
  for (const { id } of rows) await packages.mark(id, 'replaced');
  return rows;
}

/** True when nothing is pending according to data of the last hour. */
export async function wasNothingPending(parts: PrepareParts, uniqueId: string): Promise<boolean> {
  const cached = await parts.devices.get(uniqueId);
  const last = await newest(parts, uniqueId);
  return (
    cached !== null &&
    cached.pending === null &&
    parts.clock.nowMs() - cached.readAtMs < 3_600_000 &&
    (last === null || !isOpenPackage(last))
  );
}

/** True when a run has written this package, or may have. */
export async function wasWritten({ runs }: PrepareParts, uniqueId: string, base64: string): Promise<boolean> {
  return (await runs.all()).some(
    (run) =>
      run.uniqueId === uniqueId && errandOf(run).configures && mayHaveWritten(run) && run.packageBase64 === base64,
  );
}

/**
 * Returns the row for a package of what is pending at the backend, which may have been prepared elsewhere or contain
 * more than was requested here.
 */
export async function rowForPending(
  parts: PrepareParts,
  uniqueId: string,
  signal?: AbortSignal,
): Promise<CarriedPackage> {
  const cached = await parts.devices.get(uniqueId);
  const last = await newest(parts, uniqueId);
  const deviceType = cached?.deviceType ?? last?.deviceType ?? 'BEACON';
  const pending = await readPendingOnce(parts.backend, uniqueId, deviceType, signal);
  if (pending === 'unreadable' || pending === null) {
    return last?.state === 'prepared'
      ? last
      : await newRow(parts, uniqueId, deviceType, last?.values ?? cached?.pending ?? {}, last?.before ?? {});
  }
  const previous = last !== null && holds(pending, last.values) ? last : null;
  const values = withoutSecrets({ ...physicalValuesIn(pending), ...valuesKnownOnlyHere(previous) });
  const row = await newRow(
    parts,
    uniqueId,
    deviceType,
    values,
    previous?.before ?? beforeOf(values, cached?.attributes ?? {}),
  );
  return previous?.state === 'prepared' ? { ...row, id: previous.id, preparedAtMs: previous.preparedAtMs } : row;
}

export async function newRow(
  parts: PrepareParts,
  uniqueId: string,
  deviceType: string,
  values: AttributeValues,
  before: AttributeValues,
): Promise<CarriedPackage> {
  return {
    id: parts.newId(),
    uniqueId,
    deviceType,
    kind: 'configuration',
    state: 'prepared',
    values,
    before,
    base64: null,
    token: null,
    preparedAtMs: await dateOfNext(parts, uniqueId),
    fetchedAtMs: null,
  };
}

/** Returns the date of the device's next row, later than all its existing rows. */
export async function dateOfNext(parts: PrepareParts, uniqueId: string): Promise<number> {
  const [runs, receipts, rows] = await Promise.all([
    parts.runs.all(),
    parts.receipts.all(),
    parts.packages.ofDevice(uniqueId),
  ]);
  return dateAfter(newestRows({ runs, receipts, packages: rows }), [uniqueId], parts.clock.nowMs());
}

export async function newest({ packages }: PrepareParts, uniqueId: string): Promise<CarriedPackage | null> {
  const rows = (await packages.ofDevice(uniqueId)).filter((row) => errandOf(row).configures);
  // At most one row is open, and it is the newest whatever the clock says.
  return (
    rows.sort(
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

/**
 * Returns why a new packet is blocked: it would replace what the backend can still verify. Tries to deliver first. A
 * run that has written nothing does not block.
 */
export async function blockReasonAfterDelivery(parts: PrepareParts, uniqueId: string): Promise<HeldBack | null> {
  const reason = await blockReason(parts, uniqueId);
  if (reason === null) return null;
  await parts.drain();
  return blockReason(parts, uniqueId);
}

export async function blockReason(parts: PrepareParts, uniqueId: string): Promise<HeldBack | null> {
  const [runs, receipts, running] = await Promise.all([parts.runs.all(), parts.receipts.all(), parts.running()]);
  return heldBack(runs, receipts, running).get(uniqueId) ?? null;
}

/** Returns the physical attributes among the pending values; the rest may be internal to the backend. */
export function physicalValuesIn(pending: AttributeValues): AttributeValues {
  return Object.fromEntries(Object.entries(pending).filter(([name]) => findAttribute(name)?.kind === 'physical'));
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
