/** The packages for the screens. Works without the code that prepares them. */
import { untilNextChange } from '../../domain/unawaited.ts';
import { coalesced } from '../../domain/coalesced.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { createLive, type Live } from '../../domain/live.ts';
import type { PackageStore } from '../stores.ts';

export interface PackagesView {
  readonly packages: Live<readonly CarriedPackage[]>;
  /** Reads the packages. When it resolves, all changes made before the call are included. */
  load(): Promise<void>;
  /** Reads the packages and every later change. */
  open(): Promise<void>;
  close(): void;
}

export function createPackagesView(store: Pick<PackageStore, 'all' | 'watch'>): PackagesView {
  const packages = createLive<readonly CarriedPackage[]>([]);
  let stop: (() => void) | null = null;
  const load = coalesced(async () => packages.set(await store.all()));

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
