/** What lies on the disk of a profile, read past the app's own code. */
import type { Page } from 'playwright-core';
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';

export interface Disk {
  readonly receipts: readonly Receipt[];
  readonly runs: readonly Run[];
  readonly packages: readonly CarriedPackage[];
  /** The second copies as text, filler and all. */
  readonly copies: readonly string[];
}

/** `page` is of the app's origin. Rows of every account of the profile; there is one. */
export function readDisk(page: Page): Promise<Disk> {
  return page.evaluate(async () => {
    function done<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error as DOMException));
      });
    }
    const names = (await indexedDB.databases()).flatMap(({ name = '' }) => (/^fieldkit-[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name) ? [name] : []));
    const found = { receipts: [] as unknown[], runs: [] as unknown[], packages: [] as unknown[], copies: [] as string[] };
    for (const name of names) {
      const db = await done(indexedDB.open(name));
      const tx = db.transaction(['receipts', 'runs', 'packages']);
      for (const store of ['receipts', 'runs', 'packages'] as const) {
        const rows = (await done(tx.objectStore(store).getAll())) as Record<string, unknown>[];
        // Filler of a reservation is nobody's business here.
        for (const row of rows) delete row['padding'];
        found[store] = rows;
      }
      db.close();
    }
    async function read(folder: FileSystemDirectoryHandle): Promise<void> {
      for await (const handle of folder.values()) {
        if (handle.kind === 'directory') await read(handle);
        else if (handle.name.endsWith('.receipt')) {
          const file = await handle.getFile().catch(() => null);
          if (file !== null) found.copies.push(await file.text().catch(() => ''));
        }
      }
    }
    await read(await navigator.storage.getDirectory());
    return found as never;
  });
}

/** Runs that the next start leads back to: one whose response lies in the second copy alone is brought to its end by it. */
export function unfinishedRuns({ runs, copies }: Disk): Run[] {
  const isCopied = ({ receiptId }: Run): boolean => copies.some((copy) => copy.includes(`"id":"${receiptId}"`) && !copy.includes('"owner":"unsure"'));
  return runs.filter((run) => run.outcome === null && !isCopied(run));
}

/** Receipts that hold a response. */
export function keptReceipts(disk: Disk): Receipt[] {
  return disk.receipts.filter(({ responseBase64 }) => responseBase64 !== '');
}
