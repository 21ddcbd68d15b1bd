/** Decides whether a package may be written, from the rows on this phone. */
import { decodeBase64 } from '../../domain/base64.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import { hasUnreadResponse, mayHoldResponse } from '../../domain/provisioning/earlier-runs.ts';
import { errandOf, isForbiddenPacket } from '../../domain/errand.ts';
import { killedBy } from '../../domain/provisioning/token-rule.ts';
import { isUnfinished, mayHaveWritten, type Run, type RunFailureCode } from '../../domain/run.ts';
import type { PackageStore } from '../stores.ts';

/**
 * Returns why this package must not be written. Null: it may be written, or its stored run may have written or has
 * ended.
 */
export async function refusalOf(
  packages: PackageStore,
  stored: Run | null,
  carried: CarriedPackage | null,
  all: readonly Run[],
): Promise<{ code: RunFailureCode; detail: string } | null> {
  if (stored !== null && (stored.outcome !== null || mayHaveWritten(stored))) return null;
  if (carried !== null && isForbiddenPacket(carried.base64, errandOf(carried)))
    return { code: 'otherOperation', detail: 'the header of the packet says another operation' };
  if (carried === null || carried.state !== 'carried' || carried.base64 === null)
    return { code: 'packageNotHere', detail: `package ${carried?.state ?? 'unknown'}` };
  const bytes = decodeBase64(carried.base64)?.length ?? 0;
  if (bytes === 0) return { code: 'packageNotHere', detail: 'the package is empty or not Base64' };
  if (bytes > MAX_PACKET_BYTES) return { code: 'packageTooLarge', detail: `${bytes} bytes` };
  if (errandOf(carried).name === 'reading') {
    // The older packages that it makes useless are listed before the person starts it.
    return hasUnreadResponse(all, carried.uniqueId)
      ? { code: 'newerPacketWaiting', detail: 'a run of this beacon is unfinished: its response is read first' }
      : null;
  }
  if (!errandOf(carried).configures && mayHoldResponse(all, carried.uniqueId)) {
    return { code: 'newerPacketWaiting', detail: 'a run of this beacon is unfinished: its response could be lost' };
  }
  // A package that an unfinished run may have written does not count, because its response is read first.
  const tried = new Set(
    all.filter((run) => isUnfinished(run) && mayHaveWritten(run)).map(({ packageId }) => packageId),
  );
  const [older] = killedBy(
    carried,
    (await packages.ofDevice(carried.uniqueId)).filter(({ id }) => !tried.has(id)),
  );
  return older === undefined
    ? null
    : { code: 'newerPacketWaiting', detail: `token ${carried.token} would end token ${older.token}` };
}
