/** What 200 beacons without a reload leave in the page after garbage collection: heap, nodes and listeners. */
import type { CDPSession, Page } from 'playwright-core';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  beaconNamed,
  connectAccount,
  devicesRead,
  freshSandbox,
  FEW_WAITS,
  goTo,
  openPage,
} from '../support/journey.ts';
import { storeBeacons, emulateRadio, type EmulatedRadio } from '../support/peripheral.ts';
import { sized, type Bench, type Figure } from './figure.ts';
import { claimOrder, makeJob, manyIds } from './two-hundred.ts';

const SAMPLES = sized([20, 80, 140, 200], [1, 2]);
/** Before this, the browser is still compiling frequently used code. */
const FROM = sized(80, 1);
const TO = sized(200, 2);
/** Collections after which unused code is dropped; each step of this bench adds some code to the page. */
const COLLECTIONS = 15;
/** The job is not finished at the last measurement, so both measurements see the same screen. */
const IDS = manyIds(TO + 2);
/**
 * The app keeps a package, a run with its journal and a receipt; the browser keeps the device and the app's objects for
 * it.
 */
const GOAL_KIB = 8;
/** Allows for one sentence more or less on the screen. */
const GOAL_NODES = 0.2;

export const bench: Bench = { title: `Memory: ${TO} beacons of a job in one sitting, in one page`, run };

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    const beacons = new Map(IDS.map((id) => [id, beaconNamed(id)]));
    const emulatedRadio = await emulateRadio(browser, storeBeacons([...beacons.values()]), {
      keepAliveOrigin: server.otherOrigin,
    });
    const page = await openPage(browser, emulatedRadio);
    page.setDefaultTimeout(300_000);
    const sandbox = freshSandbox(server);
    await claimOrder(sandbox);
    await connectAccount(page, { origin: server.origin, sandbox, advanced: FEW_WAITS });
    await devicesRead(page);
    const job = { ids: IDS, name: 'Sitting', firstMinor: 20_101, minorStep: 1 };
    const jobId = await page.evaluate(makeJob, job);
    await goTo(page, `/jobs/${jobId}`);
    await page.getByRole('button', { name: bulkStrings.prepare(IDS.length), exact: true }).click();
    await page.getByRole('button', { name: jobStrings.job.gate, exact: true }).waitFor();
    await goTo(page, `/jobs/${jobId}/run`);
    const session = await browser.pageSession(page);
    await session.send('Performance.enable');
    const samples = new Map<number, Held>();
    for (let done = 1; done <= TO; done += 1) {
      await next(page, emulatedRadio, (id) => beacons.get(id)!.address);
      if (!SAMPLES.includes(done)) continue;
      const held = await measure(page, session);
      samples.set(done, held);
      say(
        `  after ${done}: ${(held.heapBytes / 1024).toFixed(0)} KiB, ${held.nodes} nodes, ${held.listeners} listeners`,
      );
    }
    const [before, after] = [samples.get(FROM)!, samples.get(TO)!];
    const grown = (what: keyof Held): number => (after[what] - before[what]) / (TO - FROM);
    const all = (what: keyof Held, as: (value: number) => string): string =>
      `after ${SAMPLES.join(', ')}: ${SAMPLES.map((done) => as(samples.get(done)![what])).join(', ')}`;
    return [
      {
        name: `heap a beacon, from ${FROM} to ${TO}`,
        value: grown('heapBytes') / 1024,
        unit: 'KiB',
        goal: GOAL_KIB,
        detail: `${all('heapBytes', (bytes) => (bytes / 1_048_576).toFixed(2))} MiB; its run, receipt and package are in it`,
      },
      { name: 'nodes a beacon', value: grown('nodes'), unit: '', goal: GOAL_NODES, detail: all('nodes', String) },
      { name: 'listeners a beacon', value: grown('listeners'), unit: '', goal: 0, detail: all('listeners', String) },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

/** Presses until another beacon is shown. */
async function next(page: Page, emulatedRadio: EmulatedRadio, addressOf: (id: string) => string): Promise<void> {
  const task = page.locator('fk-job-run-page .work');
  const here = await task.locator('.who fk-id').evaluate((element: HTMLElement & { value: string }) => element.value);
  emulatedRadio.hand = { pick: addressOf(here) };
  await task.getByRole('button', { name: runActionWords.connect, exact: true }).click();
  await page.waitForFunction(
    ({ before }) => {
      const host = document.querySelector('fk-app')!.shadowRoot!.querySelector('fk-page-host')!;
      const element = host
        .shadowRoot!.querySelector('fk-job-run-page')
        ?.shadowRoot?.querySelector<HTMLElement & { value: string }>('.who fk-id');
      return element != null && element.value !== before;
    },
    { before: here },
  );
}

interface Held {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Measures once nothing waits to be sent and unreferenced objects are collected. */
async function measure(page: Page, session: CDPSession): Promise<Held> {
  await page.waitForFunction(() => {
    const { account: services } = document.querySelector<
      HTMLElement & { account: import('../../src/ui/shell/services.ts').AccountServices }
    >('fk-app')!;
    return services.outbox.state.value.receipts.every(({ state }) => state === 'verified' || state === 'reserved');
  });
  // The last announcement disappears on its own, and weak references are cleared in a separate turn.
  await page.waitForTimeout(sized(6000, 0));
  for (let time = 0; time < COLLECTIONS; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0;
  return { heapBytes: usedSize, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
