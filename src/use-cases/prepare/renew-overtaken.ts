/** Finds superseded packages on every visit to the network and fetches them again (product.md). */
import { isUnanswered } from '../../domain/backend-failure.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { isOvertaken } from '../../domain/provisioning/changed-at-backend.ts';
import { errandOf } from '../../domain/errand.ts';
import { undelivered } from '../../domain/receipt.ts';
import { isUnfinished } from '../../domain/run.ts';
import type { Devices } from '../devices/device-list.ts';
import type { DeviceStore, PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { Prepare } from './prepare.ts';

interface RenewalParts {
  readonly lookUp: Devices['lookUp'];
  readonly devices: Pick<DeviceStore, 'get'>;
  readonly packages: Pick<PackageStore, 'all'>;
  readonly runs: Pick<RunStore, 'all'>;
  readonly receipts: Pick<ReceiptStore, 'all'>;
  readonly prepare: Pick<Prepare, 'fetchPackage'>;
  readonly hasKey: () => boolean;
}

export function createRenewal(parts: RenewalParts) {
  const { devices, packages, runs, receipts, prepare } = parts;
  /**
   * Devices with the pending values for which a fetch did not fail. Nothing is fetched for them again until the values
   * change.
   */
  const tried = new Set<string>();
  let last: Promise<boolean> = Promise.resolve(true);

  /**
   * Returns the configurations that nothing is using. If a run is unfinished (even one that has written nothing) or a
   * receipt is undelivered, only a person fetches a package, because it would replace theirs.
   */
  async function free(): Promise<CarriedPackage[]> {
    const [rows, allRuns, allReceipts] = await Promise.all([packages.all(), runs.all(), receipts.all()]);
    const busy = new Set([
      ...allRuns.filter(isUnfinished).map(({ uniqueId }) => uniqueId),
      ...undelivered(allReceipts).flatMap(({ uniqueId, candidates }) => [uniqueId, ...candidates]),
    ]);
    return rows.filter((row) => errandOf(row).configures && row.state === 'carried' && !busy.has(row.uniqueId));
  }

  async function renew(why: 'network' | 'list'): Promise<boolean> {
    if (!parts.hasKey()) return true;
    if (why === 'network') {
      const answered = await parts.lookUp((await free()).map(({ uniqueId }) => uniqueId));
      if (!answered.ok) return !isUnanswered(answered.failure.kind);
    }
    for (const row of await free()) {
      const device = await devices.get(row.uniqueId);
      if (device === null || !isOvertaken(row, device)) continue;
      const what = `${row.uniqueId} ${JSON.stringify(device.pending)}`;
      // The previous fetch took time, and a run may have begun.
      if (tried.has(what) || !(await free()).some(({ id }) => id === row.id)) continue;
      const outcome = await prepare.fetchPackage(row.uniqueId);
      if (outcome.kind !== 'failed') tried.add(what);
      else if (isUnanswered(outcome.failure.kind)) return false;
    }
    return true;
  }

  return {
    /**
     * `network`: asks the backend what is pending · `list`: uses the list that was just read. Returns false when the
     * backend did not answer. Never rejects.
     */
    visit(why: 'network' | 'list'): Promise<boolean> {
      last = last.then(() => renew(why)).catch(() => true);
      return last;
    },
  };
}
