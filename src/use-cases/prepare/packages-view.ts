/** The packages as the screens see them: read and followed without what prepares them. */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { createLive, type Live } from '../../domain/live.ts';
import type { PackageStore } from '../stores.ts';

export interface PackagesView {
  readonly packages: Live<readonly CarriedPackage[]>;
  /** Resolves when what was changed before the call is in. */
  load(): Promise<void>;
  /** Reads the packages and follows them from then on. */
  open(): Promise<void>;
  close(): void;
}

export function createPackagesView(store: Pick<PackageStore, 'all' | 'watch'>): PackagesView {
  const packages = createLive<readonly CarriedPackage[]>([]);
  let stop: (() => void) | null = null;
  let loading: Promise<void> | null = null;
  let loadAgain = false;

  /** One reading at a time; changes that come meanwhile cause one more. */
  function load(): Promise<void> {
    loadAgain = true;
    loading ??= (async () => {
      try {
        while (loadAgain) {
          loadAgain = false;
          packages.set(await store.all());
        }
      } finally {
        loading = null;
      }
    })();
    return loading;
  }

  return {
    packages,
    load,
    async open() {
      stop ??= store.watch(() => void load().catch(() => undefined));
      await load();
    },
    close() {
      stop?.();
      stop = null;
    },
  };
}
