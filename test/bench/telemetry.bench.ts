/**
 * Telemetry: a million points drawn compared with bare uPlot; 100,000 records fetched, checked and stored compared with
 * bare fetch and idb.
 */
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { openSourceServer } from '../support/source-server.ts';
import { sized, type Bench, type Figure } from './figure.ts';
import type { TelemetryWindow } from './telemetry-kit.ts';
import { telemetryPage } from './telemetry-pages.ts';

export const bench: Bench = { title: 'Telemetry: ours / bare libraries in the same run', run };

const POINTS = sized(1_000_000, 10_000);
const RECORDS = sized(100_000, 4000);
const PAGE_SIZE = 2000;
const PAGES = RECORDS / PAGE_SIZE;
const BEACONS = 50;
const ROUNDS = sized(15, 1);
const START_MS = Date.UTC(2026, 2, 1);

async function run(): Promise<readonly Figure[]> {
  const bodies = Array.from({ length: PAGES }, (_, page) =>
    Buffer.from(JSON.stringify(telemetryPage(page, { size: PAGE_SIZE, pages: PAGES, startMs: START_MS }))),
  );
  const server = await openSourceServer({
    page: '<!doctype html><title>telemetry</title><script type="module" src="/test/bench/telemetry-kit.ts"></script>',
    found: {
      entries: [
        'test/bench/telemetry-kit.ts',
        'src/storage/telemetry/telemetry-worker.ts',
        'src/ui/elements/chart/plot.ts',
      ],
    },
    answer(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname !== '/v3/telemetry') return false;
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(bodies[Number(searchParams.get('page'))]);
      return true;
    },
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await page.goto(`${server.origin}/`);
    await page.waitForFunction(() => 'telemetryKit' in globalThis);
    return [...(await charts(page)), ...(await records(page))];
  } finally {
    await browser.kill();
    await server.close();
  }
}

/** Other load can only add to a time, so the best of several is the cost of the work itself. */
function least(values: readonly number[]): number {
  return Math.min(...values);
}

async function charts(page: Page): Promise<Figure[]> {
  const { ours, bare, zoom } = await page.evaluate(drawMillion, { points: POINTS, rounds: ROUNDS, startMs: START_MS });
  const figure = (what: 'drawnMs' | 'readableMs'): [number, number] => [
    least(ours.map((one) => one[what])),
    least(bare.map((one) => one[what])),
  ];
  const [drawn, readable] = [figure('drawnMs'), figure('readableMs')];
  const detail = ([own, other]: [number, number]): string =>
    `${own.toFixed(1)} ms / ${other.toFixed(1)} ms, best of ${ROUNDS} each in turn`;
  return [
    {
      name: '1,000,000 points drawn, chart / bare uPlot',
      value: drawn[0] / drawn[1],
      unit: '',
      goal: 1,
      detail: `${detail(drawn)}; from the data in memory to the last drawing call`,
    },
    {
      name: 'the same until its pixels can be read back',
      value: readable[0] / readable[1],
      unit: '',
      detail: detail(readable),
    },
    { name: 'one step of zoom over 1,000,000 points', value: least(zoom), unit: 'ms' },
  ];
}

async function records(page: Page): Promise<Figure[]> {
  const rounds: Stored[] = [];
  // Alternates, so that other load affects both.
  for (let round = 0; round < 3; round += 1)
    rounds.push(
      await page.evaluate(storeRecords, { pages: PAGES, size: PAGE_SIZE, beacons: BEACONS, startMs: START_MS, round }),
    );
  for (const { stored } of rounds)
    if (stored !== RECORDS) throw new Error(`${stored} of ${RECORDS} records were stored`);
  const [own, other] = [least(rounds.map(({ oursMs }) => oursMs)), least(rounds.map(({ bareMs }) => bareMs))];
  const [ownTask, otherTask] = [
    least(rounds.map(({ oursTaskMs }) => oursTaskMs)),
    least(rounds.map(({ bareTaskMs }) => bareTaskMs)),
  ];
  return [
    {
      name: '100,000 records fetched, checked, stored / bare',
      value: own / other,
      unit: '',
      goal: 1,
      detail: `${own.toFixed(0)} ms / ${other.toFixed(0)} ms, best of ${rounds.length} each in turn; bare: fetch, JSON, one put a record`,
    },
    // 0: no task reached 50 ms, from which they are reported.
    {
      name: 'longest task on the main thread, ours / bare',
      value: ownTask / Math.max(otherTask, 50),
      unit: '',
      goal: 1,
      detail: `${ownTask.toFixed(0)} ms / ${otherTask.toFixed(0)} ms; tasks under 50 ms are not seen`,
    },
  ];
}

/** Runs in the page: measures from the data in memory to the picture on the canvas. */
async function drawMillion({
  points,
  rounds,
  startMs,
}: {
  points: number;
  rounds: number;
  startMs: number;
}): Promise<{ ours: Drawn[]; bare: Drawn[]; zoom: number[] }> {
  const { uPlot } = (globalThis as unknown as TelemetryWindow).telemetryKit;
  const times = Float64Array.from({ length: points }, (_, n) => startMs + n * 1000);
  const waves = Array.from({ length: 3 }, (_, round) =>
    Float64Array.from({ length: points }, (__, n) => Math.sin(n / 900 + round) * 20 + ((n * 7919) % 100) / 20),
  );
  const whole = { startMs, endMs: times.at(-1)! };
  const [width, height] = [1000, 260];
  // Reading one pixel waits until everything before it is painted.
  const painted = (root: ParentNode): void =>
    void root.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, 1, 1);
  // In a separate task, so that work deferred to the end of this one is included.
  const { port1, port2 } = new MessageChannel();
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      port1.addEventListener('message', () => resolve(), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  const timed = async (into: Drawn[], root: () => ParentNode, draw: () => void): Promise<void> => {
    await turn();
    const beganMs = performance.now();
    draw();
    await turn();
    const drawnMs = performance.now() - beganMs;
    painted(root());
    into.push({ drawnMs, readableMs: performance.now() - beganMs });
  };

  const chart = document.createElement('fk-chart');
  chart.style.display = 'block';
  chart.style.width = `${width}px`;
  Object.assign(chart, {
    heading: 'Temperature',
    lines: [{ label: 'a', times, values: waves[0]!, gapMs: 60_000 }],
    whole,
    height,
  });
  document.body.append(chart);
  await chart.drawn;
  await chart.updateComplete;
  const host = document.createElement('div');
  document.body.append(host);
  const plot = new uPlot(
    { width, height, ms: 1, legend: { show: false }, series: [{}, { stroke: 'black', width: 1.5 }] },
    [times, waves[0]!],
    host,
  );
  await turn();

  const ours: Drawn[] = [];
  const bare: Drawn[] = [];
  const zoom: Drawn[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const values = waves[1 + (round % 2)]!;
    await timed(
      ours,
      () => chart.shadowRoot!,
      () => (chart.lines = [{ label: 'a', times, values, gapMs: 60_000 }]),
    );
    await timed(
      bare,
      () => host,
      () => plot.setData([times, values]),
    );
  }
  for (let round = 1; round <= 10; round += 1) {
    const half = (whole.endMs - whole.startMs) / 2 ** round;
    await timed(
      zoom,
      () => chart.shadowRoot!,
      () => (chart.view = { startMs: startMs + half, endMs: startMs + half * 2 }),
    );
  }
  chart.remove();
  plot.destroy();
  return { ours, bare, zoom: zoom.map(({ drawnMs }) => drawnMs) };
}

interface Drawn {
  readonly drawnMs: number;
  readonly readableMs: number;
}

interface Stored {
  readonly oursMs: number;
  readonly bareMs: number;
  readonly oursTaskMs: number;
  readonly bareTaskMs: number;
  readonly stored: number;
}

/** Runs in the page: stores the same pages through our store and directly. */
async function storeRecords({
  pages,
  size,
  beacons,
  startMs,
  round,
}: {
  pages: number;
  size: number;
  beacons: number;
  startMs: number;
  round: number;
}): Promise<Stored> {
  const { idb, signal, createTelemetry, createTelemetryCalls, makeAccount, openTelemetryStorage } = (
    globalThis as unknown as TelemetryWindow
  ).telemetryKit;
  const watched = async (work: () => Promise<void>): Promise<{ ms: number; taskMs: number }> => {
    let taskMs = 0;
    const seen = (list: PerformanceObserverEntryList): void => {
      for (const { duration } of list.getEntries()) taskMs = Math.max(taskMs, duration);
    };
    const observer = new PerformanceObserver(seen);
    observer.observe({ type: 'longtask' });
    const beganMs = performance.now();
    await work();
    const ms = performance.now() - beganMs;
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const entry of observer.takeRecords()) taskMs = Math.max(taskMs, entry.duration);
    observer.disconnect();
    return { ms, taskMs };
  };

  // The budget's waits are not measured: sleeping moves this clock forward.
  let ahead = 0;
  const nowMs = (): number => Date.now() + ahead;
  const account = makeAccount(
    { name: 'bench', baseUrl: location.origin, legacyBaseUrl: location.origin, vendor: 'x' },
    `bench-${round}`,
    'live',
    0,
  );
  const telemetry = createTelemetry({
    backend: createTelemetryCalls({
      account,
      apiKey: () => 'key',
      clock: { nowMs },
      fetch: (url, init) => fetch(url, init),
    }),
    store: openTelemetryStorage({ accountId: account.id, trustUrl: (url) => url }),
    clock: { nowMs, sleep: async (ms) => void (ahead += ms) },
    pace: { current: () => null },
    backendClock: signal({ skewMs: 0, isChecked: false }),
  });
  await telemetry.setLimit(1_000_000_000);
  const ids = Array.from({ length: beacons }, (_, n) => `aa:bb:cc:00:00:${n.toString(16).padStart(2, '0')}`);
  const ours = await watched(async () => {
    await telemetry.fetchRecords({
      by: 'devices',
      ids,
      startMs,
      endMs: startMs + 86_400_000,
      latest: false,
      size,
      sort: [],
    });
  });
  const stored = telemetry.state.value.stored.records;
  telemetry.close();

  const database = await idb.openDB(`bare-${round}`, 1, {
    upgrade: (db) => void db.createObjectStore('records', { autoIncrement: true }),
  });
  const bare = await watched(async () => {
    for (let page = 0; page < pages; page += 1) {
      const response = await fetch(`/v3/telemetry?page=${page}`, { cache: 'no-store' });
      const { content } = (await response.json()) as { content: object[] };
      const tx = database.transaction('records', 'readwrite', { durability: 'relaxed' });
      for (const record of content) void tx.store.put(record);
      tx.commit();
      await tx.done;
    }
  });
  database.close();
  return { oursMs: ours.ms, bareMs: bare.ms, oursTaskMs: ours.taskMs, bareTaskMs: bare.taskMs, stored };
}
