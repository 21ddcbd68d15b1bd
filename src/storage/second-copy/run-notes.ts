/** Keeps the note in each reservation up to date with its run, so that an unfinished run survives a lost database. */
import { ifPossible } from '../../domain/unawaited.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { errandOf } from '../../domain/errand.ts';
import type { Run } from '../../domain/run.ts';
import type { Mirror } from './mirror.ts';
import type { PackageStore } from '../stores/package-store.ts';
import type { RunStore } from '../stores/run-store.ts';

/**
 * Wraps the run store so that each change is also noted in the mirror. Nothing waits for a note: a late or missing one
 * means "may have written", and a response in the file is never overwritten by it.
 */
export function notedRuns(
  runs: RunStore,
  packages: Pick<PackageStore, 'get'>,
  mirror: Pick<Mirror, 'note' | 'release'>,
): RunStore {
  /** The package of each unfinished run of this window. */
  const packageOf = new Map<string, Promise<CarriedPackage | null>>();

  async function note(run: Run): Promise<void> {
    // A command has no secure response, so nothing is reserved for it.
    if (!errandOf(run).expectsResponse) return;
    let packageRead = packageOf.get(run.id);
    if (packageRead === undefined) packageOf.set(run.id, (packageRead = packages.get(run.packageId)));
    const runPackage = await packageRead;
    // The run may have ended while its package was read; a note would create the released file again.
    if (packageOf.has(run.id)) await mirror.note({ run, package: runPackage });
  }

  function forget(run: Run): void {
    packageOf.delete(run.id);
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
      packageOf.delete(run.id);
    },
    async end(run, packageState) {
      await runs.end(run, packageState);
      forget(run);
    },
  };
}
