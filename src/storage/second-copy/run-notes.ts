/** Keeps the reservation in the second copy in step with its run, so that an unfinished run outlives a lost database. */
import { ifPossible } from '../../domain/unawaited.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { Run } from '../../domain/run.ts';
import type { Mirror } from './mirror.ts';
import type { PackageStore } from '../stores/package-store.ts';
import type { RunStore } from '../stores/run-store.ts';

/** Nothing waits for a note: one that is late or missing counts as "may have written", and a response that was there before it stays. */
export function notedRuns(
  runs: RunStore,
  packages: Pick<PackageStore, 'get'>,
  mirror: Pick<Mirror, 'note' | 'release'>,
): RunStore {
  /** The package of each run that is under way here. */
  const carried = new Map<string, Promise<CarriedPackage | null>>();

  async function note(run: Run): Promise<void> {
    // A command has no response, and nothing was reserved for it.
    if (run.command !== undefined && run.command !== null) return;
    let known = carried.get(run.id);
    if (known === undefined) carried.set(run.id, (known = packages.get(run.packageId)));
    const taken = await known;
    // Over meanwhile: a note would make the file anew that was given back.
    if (carried.has(run.id)) await mirror.note({ run, package: taken });
  }

  function forget(run: Run): void {
    carried.delete(run.id);
    void ifPossible(mirror.release(run.receiptId));
  }

  return {
    ...runs,
    async begin(run, reserved, which) {
      await runs.begin(run, reserved, which);
      void ifPossible(note(run));
    },
    async put(run, durability) {
      await runs.put(run, durability);
      if (run.outcome === null) void ifPossible(note(run));
      else forget(run);
    },
    async takeBack(run) {
      await runs.takeBack(run);
      carried.delete(run.id);
    },
    async end(run, packageState) {
      await runs.end(run, packageState);
      forget(run);
    },
  };
}
