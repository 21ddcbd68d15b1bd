/** Handing over jobs in tests of the pages: the real use case over jobs in memory, without receipts. */
import { signal } from '@preact/signals-core';
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import { readJobFile } from '../../src/domain/job/job-file.ts';
import { writeReceiptFile } from '../../src/domain/receipt-file.ts';
import { readReceiptFile } from '../../src/domain/receipt-file-reading.ts';
import { createHandOver, type HandOver } from '../../src/use-cases/jobs/hand-over.ts';
import type { Jobs } from '../../src/use-cases/jobs/jobs.ts';
import { previewFile } from '../../src/use-cases/outbox/import.ts';
import type { PackageStore } from '../../src/use-cases/stores.ts';
import { fixtureAccount } from './fixture-rows.ts';
import { sha256 } from '../../src/ui/shared/sha256.ts';
import { shrinkPhoto } from '../../src/ui/shared/shrink-photo.ts';
import { EMPTY_OUTBOX } from './scripted-services.ts';

export function handOverOf(jobs: Jobs, account = fixtureAccount(), carried: readonly CarriedPackage[] = []): HandOver {
  const packages: Pick<PackageStore, 'all' | 'ofDevice' | 'replace'> = {
    all: async () => [...carried],
    ofDevice: async () => [],
    replace: async () => undefined,
  };
  return createHandOver({
    jobs,
    packages: packages as PackageStore,
    runs: { all: async () => [] },
    outbox: {
      state: signal(EMPTY_OUTBOX),
      export: async () => ({ text: writeReceiptFile(account, [], 1), ids: [] }),
      preview: (text) =>
        previewFile({ account, isOwnKey: async () => false, readFile: async (file) => readReceiptFile(file) }, text),
      import: async () => ({ kind: 'imported', added: 0, known: 0 }),
    },
    clock: { nowMs: () => 1_000_000 },
    newId: () => crypto.randomUUID(),
    readFile: (text) => readJobFile(text, sha256),
    sha256,
    redraw: shrinkPhoto,
  });
}
