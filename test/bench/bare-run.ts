/**
 * Performs the same Web Bluetooth calls in an otherwise empty page: alone, or with the disk writes that a durable run
 * needs.
 */
import type { Page } from 'playwright-core';
import { deviceKey, seal } from '../../src/sandbox/sealing.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { encodeValues } from '../../src/sandbox/values.ts';
import type { TestBrowser } from '../support/browser.ts';
import { openPage } from '../support/journey.ts';
import type { EmulatedRadio, Beacon } from '../support/peripheral.ts';
import { timeTheLink, took, type TimedWindow } from './link-steps.ts';

/** The writes that product.md requires, in their plainest form. */
interface BareDisk {
  /** Stores the step that has to be on disk before the packet is sent. */
  beforeWrite(): Promise<void>;
  /** Stores the step that has to be stored before the response is read. */
  beforeResponse(): Promise<void>;
  /** Stores run, receipt and package in one strict transaction, and the second copy with a flush in a worker. */
  commit(): Promise<void>;
}

interface BareWindow extends TimedWindow {
  bareDisk?: BareDisk | null;
}

export async function openBare(browser: TestBrowser, emulatedRadio: EmulatedRadio, origin: string): Promise<Page> {
  const page = await openPage(browser, emulatedRadio);
  await page.addInitScript(timeTheLink);
  await page.route(`${origin}/bare`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.route(`${origin}/bare-worker.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `globalThis.__name ??= (named) => named; (${copyInWorker.toString()})();`,
    }),
  );
  await page.goto(`${origin}/bare`);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Run';
    document.body.append(button);
  });
  return page;
}

/** `rowBytes`: the size of the rows stored during the run; null for none. Resolves with the duration of the run, ms. */
export async function runBare(
  page: Page,
  emulatedRadio: EmulatedRadio,
  beacon: Beacon,
  at: number,
  rowBytes: number | null,
): Promise<number> {
  await page.bringToFront();
  emulatedRadio.hand = { pick: beacon.address };
  await page.evaluate(prepareDisk, rowBytes);
  const envelope = { kind: 'encryptedRequest', operation: 0x10, token: 1000 + at } as const;
  const packet = seal(deviceKey(DEFAULT_SEED, beacon.state.uniqueId), envelope, encodeValues({ interval: 1234 }));
  const over = page.evaluate(
    async (bytes) => {
      const base = '-0e1b-d4a1-b840-63f88c8da1ea';
      const button = document.querySelector('button')!;
      const device = await new Promise<BluetoothDevice>((resolve, reject) => {
        button.addEventListener(
          'click',
          () => {
            navigator.bluetooth
              .requestDevice({ filters: [{ namePrefix: 'Kontakt' }], optionalServices: [`a1ea81f0${base}`] })
              .then(resolve, reject);
          },
          { once: true },
        );
        button.dataset['ready'] = String(bytes.length);
      });
      const disk = (globalThis as BareWindow).bareDisk ?? null;
      const server = await device.gatt!.connect();
      const service = await server.getPrimaryService(`a1ea81f0${base}`);
      const found = new Map((await service.getCharacteristics()).map((one) => [one.uuid.slice(0, 8), one]));
      if (disk !== null) await disk.beforeWrite();
      await found.get('a1ea81f1')!.writeValueWithResponse(Uint8Array.from(bytes));
      while ((await found.get('a1ea81f4')!.readValue()).getUint8(0) !== 1);
      if (disk !== null) await disk.beforeResponse();
      const response = await found.get('a1ea81f2')!.readValue();
      if (disk !== null) await disk.commit();
      server.disconnect();
      delete button.dataset['ready'];
      return response.byteLength;
    },
    [...packet],
  );
  await page.locator('button[data-ready]').click();
  if ((await over) < 9) throw new Error('the raw run read no response');
  return took(page);
}

/** Runs in the page before the chooser: opens everything and reserves space for the second copy. */
async function prepareDisk(rowBytes: number | null): Promise<void> {
  const here = globalThis as BareWindow & { bareDb?: IDBDatabase; bareWorker?: Worker; bareRow?: number };
  here.bareDisk = null;
  if (rowBytes === null) return;
  here.bareDb ??= await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('bare', 1);
    request.addEventListener('upgradeneeded', () => {
      for (const name of ['runs', 'receipts', 'packages']) request.result.createObjectStore(name, { keyPath: 'id' });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error!));
  });
  here.bareWorker ??= new Worker('/bare-worker.js');
  here.bareRow = (here.bareRow ?? 0) + 1;
  const { bareDb, bareWorker } = here;
  const row = { id: `row ${here.bareRow}`, body: 'x'.repeat(rowBytes) };
  const store = (stores: readonly string[], durability: 'strict' | 'relaxed'): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = bareDb.transaction(stores, 'readwrite', { durability });
      for (const name of stores) transaction.objectStore(name).put(row);
      transaction.commit();
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error!));
    });
  const inWorker = (bytes: number): Promise<void> =>
    new Promise((resolve) => {
      bareWorker.addEventListener('message', () => resolve(), { once: true });
      bareWorker.postMessage({ name: row.id, bytes });
    });
  await store(['runs', 'receipts', 'packages'], 'strict');
  await inWorker(8 * rowBytes);
  here.bareDisk = {
    beforeWrite: () => store(['runs'], 'strict'),
    beforeResponse: () => store(['runs'], 'relaxed'),
    async commit() {
      const committed = store(['runs', 'receipts', 'packages'], 'strict');
      const copied = inWorker(rowBytes);
      await committed;
      await copied;
    },
  };
}

/** Runs in a worker: each file stays open from its first write, which reserves its space. */
function copyInWorker(): void {
  const open = new Map<string, FileSystemSyncAccessHandle>();
  async function fileOf(name: string): Promise<FileSystemSyncAccessHandle> {
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getFileHandle(name, { create: true })).createSyncAccessHandle();
    open.set(name, file);
    return file;
  }
  addEventListener('message', ({ data }: MessageEvent<{ name: string; bytes: number }>) => {
    void (async () => {
      const file = open.get(data.name) ?? (await fileOf(data.name));
      file.write(crypto.getRandomValues(new Uint8Array(data.bytes)), { at: 0 });
      file.flush();
      postMessage('done');
    })();
  });
}
