/**
 * Finds out why the backend has no expected package for a device, and whether a gateway has applied its configuration.
 */
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import { showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import { isRefusalInDoubt } from '../../domain/delivery/rows.ts';
import { isWrittenByBluetooth } from '../../domain/device.ts';
import { errandOf } from '../../domain/errand.ts';
import { isUnfinished } from '../../domain/run.ts';
import { settleElsewhere } from '../outbox/settle-refused.ts';
import type { PrepareOutcome } from './prepare.ts';
import { readPendingOnce } from './pending.ts';
import type { PrepareParts } from './prepare-parts.ts';

/**
 * Returns `noLongerPending` if the device's record says that nothing is pending. This is no failure: a gateway in range
 * may have applied a beacon's change (field-facts.md 6), and a gateway applies its own. Packages that are no longer
 * useful are then marked. Otherwise returns `unusable`, or `waitingForGateway` for a gateway.
 */
export async function whyNoPackage(
  { backend, devices, packages, runs, receipts, clock }: PrepareParts,
  row: CarriedPackage,
  signal?: AbortSignal,
): Promise<PrepareOutcome> {
  const isGateway = !isWrittenByBluetooth(row.deviceType);
  const stillPending: PrepareOutcome = isGateway
    ? { kind: 'waitingForGateway', package: row }
    : { kind: 'unusable', package: row, reason: 'absent', bytes: null };
  const read = await backend.readDevice(row.uniqueId, signal);
  const device = read.ok ? read.value : null;
  if (isGateway && device === null)
    return read.ok ? { kind: 'notAccessible' } : { kind: 'failed', failure: read.failure };
  if (device === null || device.pending !== null) return stillPending;
  if ((await readPendingOnce(backend, row.uniqueId, row.deviceType, signal)) !== null) return stillPending;
  const cached = await devices.get(row.uniqueId);
  if (cached !== null) await devices.putMany([{ ...device, order: cached.order, readAtMs: clock.nowMs() }]);
  const isApplied = showsValues(valuesOf(device), row.values);
  const running = (await runs.all()).filter(isUnfinished);
  for (const own of await packages.ofDevice(row.uniqueId)) {
    // A package on this phone can still be written unless the device shows its values.
    const isOver = isApplied ? isOpenPackage(own) : own.state === 'prepared';
    // A gateway never had a package, so nothing has to be fetched again.
    if (errandOf(own).configures && isOver && !running.some(({ packageId }) => packageId === own.id))
      await packages.mark(own.id, isApplied || isGateway ? 'used' : 'dead');
  }
  const refused = isApplied ? (await receipts.all()).filter((one) => one.uniqueId === row.uniqueId) : [];
  for (const receipt of refused)
    if (isRefusalInDoubt(receipt) && showsValues(valuesOf(device), receipt.values))
      await settleElsewhere({ packages, receipts, clock }, receipt);
  return { kind: 'noLongerPending', isApplied };
}
