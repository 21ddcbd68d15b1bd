/** The store of a backend's known extensions, in memory. */
import type { KnownExtension } from '../../src/domain/extensions.ts';
import type { ExtensionStore } from '../../src/use-cases/extensions.ts';

export function memoryExtensions(): ExtensionStore {
  const rows = new Map<string, KnownExtension>();
  return {
    all: async () => new Map(rows),
    put: async (extension, record) => void rows.set(extension, record),
  };
}
