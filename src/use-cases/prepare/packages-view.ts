/** The packages for the screens. Works without the code that prepares them. */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { untilNextChange } from '../../domain/unawaited.ts';
import { coalesced } from '../../domain/coalesced.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { PackageStore } from '../stores.ts';

export interface PackagesView {
  readonly packages: ReadonlySignal<readonly CarriedPackage[]>;
  /** Reads the packages. When it resolves, all changes made before the call are included. */
  load(): Promise<void>;
  /** Reads the packages and every later change. */
  open(): Promise<void>;
  close(): void;
}

export function createPackagesView(store: Pick<PackageStore, 'all' | 'watch'>): PackagesView {
  const packages = signal<readonly CarriedPackage[]>([]);
  let stop: (() => void) | null = null;
  const load = coalesced(async () => void (packages.value = await store.all()));

  return {
    packages,
    load,
    async open() {
      stop ??= store.watch(() => void untilNextChange(load()));
      await load();
    },
    close() {
      stop?.();
      stop = null;
    },
  };
}
