/**
 * A job of 10,000 beacons on a processor slowed down four times: opening it, finding a beacon, going to the next one;
 * compared with a job of 24, which fills one screen.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { connectAccount, devicesRead, freshSandbox, goTo } from '../support/journey.ts';
import { sized, type Bench, type Figure } from './figure.ts';
import { fillDatabase } from './fill-database.ts';

const TASKS = sized(10_000, 50);
const FEW = 24;
const SLOWER = 4;
const ROUNDS = sized(9, 3);
const GOAL_MS = 100;

export const bench: Bench = {
  title: `A job of ${TASKS.toLocaleString('en')} beacons at ${SLOWER} × CPU slowdown, each step to painted`,
  run,
};

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
    await devicesRead(page);
    await page.evaluate(fillDatabase, TASKS);
    // Without a key from here on, as in a basement, so that no request is sent.
    await restart(page);
    const jobs: Jobs = { large: await page.evaluate(makeJob, TASKS), small: await page.evaluate(makeJob, FEW) };
    const session = await browser.pageSession(page);
    const planned = await opening(page, session, jobs);
    await page.evaluate(fillPackages, TASKS);
    await restart(page);
    const opens = await opening(page, session, jobs);
    const finds = {
      small: await finding(page, session, jobs.small),
      large: await finding(page, session, jobs.large),
    };
    const nexts = {
      small: await goingOn(page, session, jobs.small),
      large: await goingOn(page, session, jobs.large),
    };
    return [
      ...figures('open the job, nothing prepared yet', planned, say),
      ...figures('open the job, all on this phone', opens, say),
      ...figures('find a beacon in it, the slowest of the queries', finds, say),
      ...figures('park one and see the next', nexts, say),
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

interface Jobs {
  readonly large: string;
  readonly small: string;
}

/** Times of all rounds by action, ms. */
type Times = ReadonlyMap<string, readonly number[]>;

/**
 * Other load on the machine adds to a time, and a round may begin before the processor is slowed down, so the third
 * best round counts.
 */
function figures(name: string, { large, small }: Readonly<Record<keyof Jobs, Times>>, print: (line: string) => void) {
  const slowest = (times: Times): number =>
    Math.max(...[...times.values()].map((all) => all.toSorted((a, b) => a - b)[2]!));
  for (const [what, times] of [...large].map(([query, all]) => [`${name} ${query}`, all] as const))
    print(`  ${what}: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  const ownMs = slowest(large);
  const fewMs = slowest(small);
  return [
    { name, value: ownMs, unit: 'ms', goal: GOAL_MS },
    {
      name: '    the same / in a job of 24',
      value: ownMs / fewMs,
      unit: '',
      detail: `${fewMs.toFixed(0)} ms in a job of ${FEW}`,
    },
  ] satisfies Figure[];
}

async function restart(page: Page): Promise<void> {
  await goTo(page, '/devices');
  await page.reload();
  await page
    .getByText(`${TASKS.toLocaleString('en')} devices`)
    .first()
    .waitFor();
}

async function slow(session: CDPSession, rate: number): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

async function opening(page: Page, session: CDPSession, jobs: Jobs): Promise<Record<keyof Jobs, Times>> {
  const times: Record<keyof Jobs, number[]> = { large: [], small: [] };
  // The first visit loads the page's code.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const size of ['small', 'large'] as const) {
      await goTo(page, '/jobs');
      await page.locator(`fk-jobs-page a[href$="${jobs[size]}"]`).first().waitFor();
      await session.send('HeapProfiler.collectGarbage');
      await slow(session, SLOWER);
      const ms = await page.evaluate(clickTo, {
        path: ['fk-jobs-page', `a[href$="${jobs[size]}"]`],
        // The first row may be the heading of a room.
        shows: ['fk-job-page', 'fk-row-window', 'li[aria-posinset="2"] fk-task-line', 'button'],
      });
      await slow(session, 1);
      if (round > 0) times[size].push(ms);
    }
  return { large: new Map([['', times.large]]), small: new Map([['', times.small]]) };
}

async function finding(page: Page, session: CDPSession, jobId: string): Promise<Times> {
  await goTo(page, `/jobs/${jobId}`);
  const field = page.locator('fk-job-page fk-field[name="wanted"]');
  await field.waitFor();
  const times = new Map<string, number[]>(['b0', 'b01', 'Room 7', 'Room 77', 'lob', ''].map((wanted) => [wanted, []]));
  await slow(session, SLOWER);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [wanted, all] of times) all.push(await page.locator('fk-job-page').evaluate(stroke, wanted));
  await slow(session, 1);
  return times;
}

async function goingOn(page: Page, session: CDPSession, jobId: string): Promise<Times> {
  await goTo(page, `/jobs/${jobId}/run`);
  const park = page.getByRole('button', { name: jobStrings.task.markAs.parked, exact: true });
  await park.waitFor();
  const times: number[] = [];
  await slow(session, SLOWER);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ms = await page.locator('fk-job-run-page').evaluate(parkToNext, jobStrings.task.markAs.parked);
    if (round > 0) times.push(ms);
  }
  await slow(session, 1);
  return new Map([['', times]]);
}

/** Runs in the page: creates a job of all devices that `fillDatabase` has stored. */
async function makeJob(count: number): Promise<string> {
  const { account: services } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!;
  const jobs = await services.jobs();
  const { id } = await jobs.create({
    name: `Of ${count}`,
    site: 'Hospital',
    tasks: Array.from({ length: count }, (_, at) => ({
      uniqueId: `b${at.toString(36).padStart(4, '0')}`,
      deviceType: 'BEACON',
      place: `Room ${Math.floor(at / 25)}`,
      values: { minor: at },
      note: '',
    })),
  });
  return id;
}

/** Runs in the page: stores a package for each of them directly in the app's database. */
async function fillPackages(count: number): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name!);
      request.onsuccess = () => resolve(request.result);
    });
    if (db.objectStoreNames.contains('packages')) {
      const tx = db.transaction('packages', 'readwrite');
      for (let at = 0; at < count; at += 1) {
        const row: CarriedPackage = {
          id: `package-${at}`,
          uniqueId: `b${at.toString(36).padStart(4, '0')}`,
          deviceType: 'BEACON',
          kind: 'configuration',
          state: 'carried',
          base64: 'AAMQCAABAAAAAQIDBA==',
          token: 1,
          values: { minor: at },
          before: { minor: 0 },
          preparedAtMs: Date.now(),
          fetchedAtMs: Date.now(),
        };
        tx.objectStore('packages').put(row);
      }
      await new Promise((resolve) => (tx.oncomplete = resolve));
    }
    db.close();
  }
}

/**
 * Runs in the page: presses, and waits for the first element of `shows`, each inside the shadow root of the previous
 * one or beside it.
 */
async function clickTo({
  path,
  shows,
}: {
  readonly path: readonly string[];
  readonly shows: readonly string[];
}): Promise<number> {
  const deep = (root: ParentNode, wanted: readonly string[]): HTMLElement | null => {
    const [first, ...rest] = wanted;
    const stack: ParentNode[] = [root];
    for (let at = stack.shift(); at !== undefined; at = stack.shift()) {
      const found = at.querySelector<HTMLElement>(first!);
      if (found !== null) return rest.length === 0 ? found : deep(found.shadowRoot ?? found, rest);
      for (const one of at.querySelectorAll('*')) if (one.shadowRoot !== null) stack.push(one.shadowRoot);
    }
    return null;
  };
  const beganMs = performance.now();
  deep(document, path)!.click();
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (deep(document, shows) === null);
  return performance.now() - beganMs;
}

/** Runs in the page: measures until the frame after the one in which the page was drawn. */
async function stroke(page: Element, wanted: string): Promise<number> {
  const host = page as HTMLElement & { updateComplete: Promise<unknown> };
  const field = host.shadowRoot!.querySelector('fk-field[name="wanted"]')!;
  const input = field.shadowRoot!.querySelector('input')!;
  const beganMs = performance.now();
  input.value = wanted;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await host.updateComplete;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  return performance.now() - beganMs;
}

/** Runs in the page: measures until the frame in which another beacon is shown. */
async function parkToNext(page: Element, words: string): Promise<number> {
  const shown = (): string =>
    page.shadowRoot!.querySelector<HTMLElement & { value: string }>('.who fk-id')?.value ?? '';
  // The page ignores presses for a moment after it has gone on to the next beacon.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  // The label is followed by its key.
  const button = [...page.shadowRoot!.querySelectorAll<HTMLElement>('.ways fk-button')].find((one) =>
    one.textContent?.trim().startsWith(words),
  )!;
  const before = shown();
  const beganMs = performance.now();
  button.click();
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (shown() === before);
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  return performance.now() - beganMs;
}
