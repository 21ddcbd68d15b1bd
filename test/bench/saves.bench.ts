/** Strict saves through our stores compared with the same rows through bare idb. */
import type * as Idb from 'idb';
import type * as Samples from '../support/sample-rows.ts';
import { launchBrowser } from '../support/browser.ts';
import { openSourceServer } from '../support/source-server.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';

const SAVES = sized(60, 2);

export const bench: Bench = {
  title: 'Strict saves: our stores / bare idb, both awaited to complete with durability strict',
  run,
};

interface SavesWindow {
  kit: typeof Samples;
  idb: typeof Idb;
}

const PAGE = `<!doctype html><title>saves</title><script type="module">
  import * as kit from '/test/support/sample-rows.ts'; import * as idb from 'idb'; Object.assign(globalThis, { kit, idb });</script>`;

async function run(): Promise<readonly Figure[]> {
  const server = await openSourceServer({ page: PAGE });
  const figures: Figure[] = [];
  try {
    for (const backend of ['leveldb', 'sqlite'] as const) {
      const browser = await launchBrowser({ idb: backend });
      try {
        const page = await browser.newPage();
        await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
        await page.goto(`${server.origin}/`);
        await page.waitForFunction(() => 'kit' in globalThis && 'idb' in globalThis);
        const times = await page.evaluate(measure, SAVES);
        for (const what of ['journal', 'commit'] as const) {
          const [ours, bare] = [median(times[what].ours), median(times[what].bare)];
          figures.push({
            name: `${what === 'journal' ? 'a step of the journal' : 'a response with its run and package'}, ${backend}`,
            value: ours / bare,
            unit: '',
            detail: `${ours.toFixed(2)} ms / ${bare.toFixed(2)} ms, median of ${SAVES} each in turn`,
          });
        }
      } finally {
        await browser.kill();
      }
    }
  } finally {
    await server.close();
  }
  return figures;
}

/** Runs in the page: saves the same rows alternately through our stores and directly. */
async function measure(saves: number): Promise<Record<'journal' | 'commit', { ours: number[]; bare: number[] }>> {
  const { kit, idb } = globalThis as unknown as SavesWindow;
  const account = 'bench';
  const storage = await kit.openSample(account, { mirror: null });
  const bare = await idb.openDB('bare', 1, {
    upgrade(db) {
      for (const store of ['runs', 'receipts', 'packages']) db.createObjectStore(store, { keyPath: 'id' });
    },
  });
  const times = {
    journal: { ours: [] as number[], bare: [] as number[] },
    commit: { ours: [] as number[], bare: [] as number[] },
  };
  const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
    const startedMs = performance.now();
    await work();
    into.push(performance.now() - startedMs);
  };
  for (let at = 0; at < saves + 5; at += 1) {
    const id = String(at);
    const run = kit.sampleRun(id);
    const receipt = kit.sampleReceipt(account, id, { responseBase64: btoa('x'.repeat(128)) });
    const carried = kit.samplePackage(id);
    await storage.packages.replace(carried);
    await storage.runs.begin(run, kit.sampleReceipt(account, id, kit.RESERVED));
    await bare.put('packages', carried);
    const target = at < 5 ? { journal: { ours: [], bare: [] }, commit: { ours: [], bare: [] } } : times;
    const writing = { ...run, step: 'writing' as const, writes: 1 };
    await timed(target.journal.ours, () => storage.runs.put(writing));
    await timed(target.journal.bare, async () => {
      const tx = bare.transaction('runs', 'readwrite', { durability: 'strict' });
      void tx.store.put(writing);
      tx.commit();
      await tx.done;
    });
    const ended = { ...run, step: 'receipt' as const, outcome: { kind: 'receipt' as const, receiptId: receipt.id } };
    await timed(target.commit.ours, () =>
      storage.runs.commitResponse(ended, receipt, 'used', { package: null, again: false }),
    );
    await timed(target.commit.bare, async () => {
      const tx = bare.transaction(['runs', 'receipts', 'packages'], 'readwrite', { durability: 'strict' });
      void tx.objectStore('receipts').put(receipt);
      void tx.objectStore('runs').put(ended);
      void tx.objectStore('packages').put({ ...carried, state: 'used' });
      tx.commit();
      await tx.done;
    });
  }
  storage.close();
  bare.close();
  return times;
}
