/** The packages for the screens. Works without the code that prepares them. */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { untilNextChange } from '../../domain/unawaited.ts';
import { coalesced } from '../../domain/coalesced.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { PackageStore } from '../stores.ts';

export type PackagesView = ReturnType<typeof createPackagesView>;

export function createPackagesView(store: Pick<PackageStore, 'all' | 'watch'>) {
  const packages = signal<readonly CarriedPackage[]>([]);
  let stop: (() => void) | null = null;
  const load = coalesced(async () => void (packages.value = await store.all()));

  return {
    packages: packages as ReadonlySignal<readonly CarriedPackage[]>,
    /** Reads the packages. When it resolves, all changes made before the call are included. */
    load,
    /** Reads the packages and every later change. */
    async open(): Promise<void> {
      stop ??= store.watch(() => void untilNextChange(load()));
      await load();
    },
    close() {
      stop?.();
      stop = null;
    },
  };
}
