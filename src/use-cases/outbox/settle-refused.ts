/**
 * Settles refusals of beacons that somebody else has configured meanwhile: the backend shows the values, and nothing is
 * pending (product.md "What a backend's answer means").
 */
import { sameValues } from '../../domain/attributes/values.ts';
import { isOpenPackage } from '../../domain/carried-package.ts';
import { isUnanswered } from '../../domain/backend-failure.ts';
import { errandOf } from '../../domain/errand.ts';
import { showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import { isRefusalInDoubt, settledElsewhere } from '../../domain/delivery/rows.ts';
import { provesNothingPending } from '../../domain/delivery/verdict.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { DeviceStore, PackageStore, ReceiptStore } from '../stores.ts';
import type { Clock } from '../surroundings.ts';
import type { DeliveryBackend } from './ports.ts';
import { readState } from './read-state.ts';

interface SettlePorts {
  readonly backend: Pick<DeliveryBackend, 'readPending' | 'readDevice' | 'encryptConfig'>;
  readonly receipts: Pick<ReceiptStore, 'all' | 'update'>;
  readonly packages: Pick<PackageStore, 'ofDevice' | 'mark'>;
  readonly devices: Pick<DeviceStore, 'get'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * `network`: asks the backend about each such beacon · `list`: only about those of which the list, just read, shows
 * that they have the values. Returns false when the backend did not answer.
 */
export async function settleRefused(ports: SettlePorts, why: 'network' | 'list'): Promise<boolean> {
  for (const receipt of (await ports.receipts.all()).filter(isRefusalInDoubt)) {
    if (why === 'list' && !(await isListedAsApplied(ports, receipt))) continue;
    const read = await readState(ports.backend, receipt.uniqueId, receipt.deviceType);
    if (read.kind === 'failed') {
      if (isUnanswered(read.failure.kind)) return false;
      continue;
    }
    if (read.listed && showsValues(read.values, receipt.values) && provesNothingPending(read))
      await settleElsewhere(ports, receipt);
  }
  return true;
}

async function isListedAsApplied(
  { devices }: SettlePorts,
  { uniqueId, values, createdAtMs }: Receipt,
): Promise<boolean> {
  const device = await devices.get(uniqueId);
  return (
    device !== null && device.readAtMs > createdAtMs && device.pending === null && showsValues(valuesOf(device), values)
  );
}

/**
 * Settles one refusal, and retires the packages that would only write its values again: those first, so that the next
 * visit does the same again if the app ends here.
 */
export async function settleElsewhere(
  { packages, receipts, clock }: Pick<SettlePorts, 'packages' | 'receipts' | 'clock'>,
  { id, uniqueId, values }: Receipt,
): Promise<void> {
  for (const row of await packages.ofDevice(uniqueId))
    if (errandOf(row).configures && (isOpenPackage(row) || row.state === 'dead') && sameValues(row.values, values))
      await packages.mark(row.id, 'used');
  await receipts.update(id, (row) => (isRefusalInDoubt(row) ? settledElsewhere(row, clock.nowMs()) : null));
}
