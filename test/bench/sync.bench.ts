/**
 * Sending 200 receipts to a backend that needs 300 ms for each answer, compared with the same requests by bare fetch.
 */
import { readReceiptFile } from '../../src/domain/receipt-file-reading.ts';
import { launchBrowser } from '../support/browser.ts';
import { openSourceServer } from '../support/source-server.ts';
import { sized, type Bench, type Figure } from './figure.ts';
import type { SyncWindow } from './sync-kit.ts';

export const bench: Bench = { title: 'Evening sync: ours / the same requests by bare fetch, as many in flight', run };

const RECEIPTS = sized(200, 5);
const LATENCY_MS = sized(300, 10);
const GOAL_S = 30;
const GOAL_RATIO = 1.1;

async function run(): Promise<readonly Figure[]> {
  let onTheWay = 0;
  let most = 0;
  let posts = 0;
  const server = await openSourceServer({
    page: '<!doctype html><title>sync</title><script type="module" src="/test/bench/sync-kit.ts"></script>',
    answer(request, response) {
      if (request.method !== 'POST') return false;
      onTheWay += 1;
      posts += 1;
      most = Math.max(most, onTheWay);
      request.resume();
      setTimeout(() => {
        onTheWay -= 1;
        response.writeHead(204, { 'cache-control': 'no-store' }).end();
      }, LATENCY_MS);
      return true;
    },
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await page.goto(`${server.origin}/`);
    await page.waitForFunction(() => 'syncKit' in globalThis);
    const ours = await page.evaluate(sync, RECEIPTS);
    const [inFlight, sent] = [most, posts];
    if (sent !== RECEIPTS) throw new Error(`${sent} posts of ${RECEIPTS}`);
    const bareMs = await page.evaluate(bare, { posts: RECEIPTS, inFlight });
    return [
      {
        name: `${RECEIPTS} receipts, ${LATENCY_MS} ms each`,
        value: ours / 1000,
        unit: 's',
        goal: GOAL_S,
        detail: `${inFlight} in flight; one after the other it takes ${(RECEIPTS * LATENCY_MS) / 1000} s at least`,
      },
      {
        name: 'the same / bare fetch',
        value: ours / bareMs,
        unit: '',
        goal: GOAL_RATIO,
        detail: `${(ours / 1000).toFixed(1)} s / ${(bareMs / 1000).toFixed(1)} s`,
      },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

/** Runs in the page: measures from the start of the outbox until every receipt is verified, ms. */
async function sync(receipts: number): Promise<number> {
  const {
    composeSender,
    createBackend,
    createCachedRows,
    createLocks,
    createOutboxView,
    createPace,
    createPackagesView,
    makeAccount,
    openSample,
    sampleReceipt,
  } = (globalThis as unknown as SyncWindow).syncKit;
  const account = makeAccount(
    { name: 'bench', baseUrl: location.origin, legacyBaseUrl: location.origin, vendor: 'bench' },
    'bench',
    'live',
    Date.now(),
  );
  const storage = await openSample(account.id, { mirror: null });
  await storage.receipts.addMissing(
    Array.from({ length: receipts }, (_, at) =>
      sampleReceipt(account.id, String(at), { responseBase64: btoa(`a response of a beacon ${at}`), mirrored: true }),
    ),
  );
  const clock = {
    nowMs: () => Date.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  };
  const { edits, queue, remarks } = storage;
  const [receiptRows, packages] = [createCachedRows(storage.receipts), createCachedRows(storage.packages)];
  const onTrouble = reportError;
  const pace = createPace({ ...storage, account, clock, onTrouble });
  const { outbox } = composeSender({
    account,
    storage,
    cachedReceipts: receiptRows,
    pace,
    backend: createBackend({
      account,
      pace,
      apiKey: () => 'bench',
      clock,
      fetch: (url, init) => fetch(url, init),
    }),
    locks: createLocks(navigator.locks),
    clock,
    newId: () => crypto.randomUUID(),
    random: Math.random,
    hasKey: () => true,
    fetchBlinks: async () => [],
    keyMark: async () => null,
    readFile: async (text) => readReceiptFile(text),
    isOwnKey: async () => false,
    views: {
      outbox: createOutboxView({ account, receipts: receiptRows, edits, queue, remarks, onTrouble }),
      packages: createPackagesView(packages),
    },
    sources: [],
    onTrouble,
  });
  const startedMs = performance.now();
  const over = new Promise<void>((resolve) => {
    outbox.state.subscribe(() => {
      const { receipts: rows } = outbox.state.value;
      if (rows.length === receipts && rows.every(({ state }) => state === 'verified')) resolve();
    });
  });
  await outbox.start();
  await over;
  const tookMs = performance.now() - startedMs;
  outbox.stop();
  storage.close();
  return tookMs;
}

/** Runs in the page: the best possible time with this many requests at once, ms. */
async function bare({ posts, inFlight }: { posts: number; inFlight: number }): Promise<number> {
  let left = posts;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await fetch('/device/update', { method: 'POST', body: new URLSearchParams({ response: 'x' }) });
      await answer.arrayBuffer();
    }
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return performance.now() - startedMs;
}
