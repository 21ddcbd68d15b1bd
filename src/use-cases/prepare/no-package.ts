/** Why the backend has no package for a device, although one was expected. */
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import { showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import { isUnfinished } from '../../domain/run.ts';
import type { PrepareOutcome } from './offered.ts';
import { lookForPending } from './pending.ts';
import type { PrepareParts } from './prepare-parts.ts';

/**
 * Returns `noLongerPending` if the device's record says that nothing is pending: a gateway in range may have applied the change, which
 * is no failure (field-facts.md 6). Then packages that are of no use any more are marked. Else returns `unusable`.
 */
export async function whyNoPackage(
  { backend, devices, packages, runs, clock }: PrepareParts,
  row: CarriedPackage,
  signal?: AbortSignal,
): Promise<PrepareOutcome> {
  const absent: PrepareOutcome = { kind: 'unusable', package: row, reason: 'absent', bytes: null };
  const device = await backend.readDevice(row.uniqueId, signal);
  if (!device.ok || device.value === null || device.value.pending !== null) return absent;
  if ((await lookForPending(backend, row.uniqueId, row.deviceType, signal)) !== null) return absent;
  const cached = await devices.get(row.uniqueId);
  if (cached !== null) await devices.putMany([{ ...device.value, order: cached.order, readAtMs: clock.nowMs() }]);
  const isApplied = showsValues(valuesOf(device.value), row.values);
  const running = (await runs.all()).filter(isUnfinished);
  for (const { id, kind, state } of await packages.ofDevice(row.uniqueId)) {
    // A package that is here can still be written, as long as the device does not show its values.
    const isOver = isApplied ? isOpenPackage({ state }) : state === 'prepared';
    if (kind === 'configuration' && isOver && !running.some(({ packageId }) => packageId === id))
      await packages.mark(id, isApplied ? 'used' : 'dead');
  }
  return { kind: 'noLongerPending', isApplied };
}
