/**
 * Five phones, each with a key of its own of one account, which share its rate limit, prepare one job of 200 beacons at
 * the same time: requests and waits of each, what its screen says meanwhile, and what the backend and the phones have
 * in the end.
 */
import type { Page } from 'playwright-core';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { deviceStrings } from '../../src/ui/strings/devices.ts';
import { startAppServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { connectAccount, devicesRead, freshSandbox, goTo, OWNER_KEY, readable } from '../support/journey.ts';
import { sized, type Bench, type Figure } from './figure.ts';
import { claimOrder, makeJob, manyIds } from './two-hundred.ts';

const PHONES = sized(5, 2);
const BEACONS = sized(200, 10);
const PER_SECOND = 5;
const FIRST_MINOR = 20_101;
const LIMIT_MS = 900_000;
const IDS = manyIds(BEACONS);

export const bench: Bench = {
  title: `${PHONES} phones prepare one job of ${BEACONS} at once, at ${PER_SECOND} requests a second for the account`,
  run,
};

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    const sandbox = freshSandbox(server);
    await claimOrder(sandbox);
    const phones: Page[] = [];
    for (let at = 0; at < PHONES; at += 1) {
      // A context has its own storage.
      const context = await browser.browser.newContext();
      context.setDefaultTimeout(LIMIT_MS);
      const page = await context.newPage();
      await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
      await connectAccount(page, {
        origin: server.origin,
        sandbox,
        key: at === 0 ? OWNER_KEY : `${OWNER_KEY}-${at + 1}`,
      });
      await devicesRead(page);
      const jobId = await page.evaluate(makeJob, { ids: IDS, name: 'Shared', firstMinor: FIRST_MINOR, minorStep: 1 });
      await goTo(page, `/jobs/${jobId}`);
      await page.getByRole('button', { name: bulkStrings.prepare(BEACONS), exact: true }).waitFor();
      phones.push(page);
    }
    await sandbox.setOptions({ rateLimitPerSecond: PER_SECOND });
    await sandbox.clearLog();
    // Without the time and what follows it.
    const waitWords = [deviceStrings.waitsBriefly, deviceStrings.waitsUntil('|').split('|')[0]!];
    const came = await Promise.all(
      phones.map((page) =>
        page
          .getByRole('button', { name: bulkStrings.prepare(BEACONS), exact: true })
          .evaluate(pressAndWatch, { waitWords, limitMs: LIMIT_MS }),
      ),
    );
    const requests = await requestsOf(sandbox);
    for (const [at, one] of came.entries()) {
      const key = at === 0 ? 'owner' : `owner-${at + 1}`;
      const { sent = 0, limited = 0 } = requests.get(key) ?? {};
      const foot = await readable(phones[at]!.locator('fk-job-page fk-foot'));
      say(
        `  ${key}: ${(one.ms / 1000).toFixed(0)} s, ${sent} requests, ${limited} of them 429; ${(one.waitMs / 1000).toFixed(0)} s of it the screen told of a wait, ${one.waits} times, last: "${one.lastWords}"; ${JSON.stringify(one.outcomes)}; stopped: ${one.stopped}; then its foot: "${foot}"`,
      );
    }
    return [...timesOf(came, requests), ...(await resultOf(sandbox, came))];
  } finally {
    await browser.kill();
    await server.close();
  }
}

interface Prepared {
  readonly ms: number;
  /** Time in which the screen told of a wait, ms, and how often it began to. */
  readonly waitMs: number;
  readonly waits: number;
  /** Numbers of beacons by the outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly stopped: string | null;
  /** Beacons with a package on this phone. */
  readonly packages: number;
  readonly lastWords: string;
}

function timesOf(came: readonly Prepared[], requests: ReadonlyMap<string, Requests>): Figure[] {
  const sum = (what: keyof Requests): number => [...requests.values()].reduce((total, one) => total + one[what], 0);
  const times = came.map(({ ms }) => (ms / 1000).toFixed(0));
  return [
    {
      name: 'until the last phone is ready',
      value: Math.max(...came.map(({ ms }) => ms)) / 1000,
      unit: 's',
      detail: `${times.join(', ')} s`,
    },
    { name: 'requests of all', value: sum('sent'), unit: '', detail: `${sum('limited')} of them 429` },
  ];
}

async function resultOf(sandbox: SandboxControl, came: readonly Prepared[]): Promise<Figure[]> {
  const devices = await sandbox.devices(...IDS);
  const wrong = IDS.filter((id, at) => {
    const pending = devices[id]?.pending as { readonly values?: { readonly minor?: unknown } } | null | undefined;
    return pending?.values?.minor !== FIRST_MINOR + at;
  });
  const created = new Map<string, number>();
  const log = await sandbox.log();
  for (const { key, method, path, body, outcome } of log) {
    if (method !== 'POST' || !path.startsWith('/legacy/config/create') || outcome === 429) continue;
    for (const id of new URLSearchParams(body).get('uniqueId')!.split(','))
      created.set(`${key} ${id}`, (created.get(`${key} ${id}`) ?? 0) + 1);
  }
  const twice = [...created.values()].filter((times) => times > 1).length;
  return [
    { name: 'beacons without the one pending change', value: wrong.length, unit: '', goal: 0 },
    {
      name: 'beacons that a phone prepared more than once',
      value: twice,
      unit: '',
      goal: 0,
      detail: `${created.size} prepared, counted for each phone, in the last ${log.length} requests`,
    },
    {
      name: 'beacons without a package on one of the phones',
      value: came.reduce((sum, { packages }) => sum + BEACONS - packages, 0),
      unit: '',
      goal: 0,
    },
  ];
}

interface Requests {
  readonly sent: number;
  readonly limited: number;
}

/** Numbers of requests by the name of the key, as the sandbox has counted them. */
async function requestsOf(sandbox: SandboxControl): Promise<ReadonlyMap<string, Requests>> {
  return new Map(
    Object.entries(await sandbox.counts()).map(([key, calls]) => {
      const all = Object.values(calls).flatMap((byStatus) => Object.entries(byStatus));
      const sum = (some: typeof all): number => some.reduce((total, [, count]) => total + count, 0);
      return [key, { sent: sum(all), limited: sum(all.filter(([status]) => status === '429')) }];
    }),
  );
}

/** Runs in the page: presses, and watches what the foot of the job says until the preparing has ended. */
async function pressAndWatch(
  button: Element,
  { waitWords, limitMs }: { readonly waitWords: readonly string[]; readonly limitMs: number },
): Promise<Prepared> {
  const { account: services } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!;
  const { state } = await services.prepareMany();
  const foot = (): string => {
    const host = document.querySelector('fk-app')!.shadowRoot!.querySelector('fk-page-host')!.shadowRoot!;
    const progress = host.querySelector('fk-job-page')?.shadowRoot?.querySelector('fk-progress');
    return progress?.shadowRoot?.querySelector('.doing')?.textContent?.trim() ?? '';
  };
  const beganMs = performance.now();
  (button as HTMLElement).click();
  let [waitMs, waitCount, atMs, lastWords] = [0, 0, beganMs, ''];
  let [isWaiting, hasBegun] = [false, false];
  while (!(hasBegun && state.value?.running === false) && atMs - beganMs < limitMs) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const nowMs = performance.now();
    const words = foot();
    const waits = waitWords.some((one) => words.startsWith(one));
    if (waits) waitMs += nowMs - atMs;
    if (waits && !isWaiting) waitCount += 1;
    if (waits) lastWords = words;
    [atMs, isWaiting] = [nowMs, waits];
    hasBegun ||= state.value?.running === true;
  }
  const outcomes: Record<string, number> = {};
  for (const { kind } of state.value!.outcomes.values()) outcomes[kind] = (outcomes[kind] ?? 0) + 1;
  return {
    ms: performance.now() - beganMs,
    waitMs,
    waits: waitCount,
    outcomes,
    stopped: state.value!.stopped,
    packages: outcomes['onThisPhone'] ?? 0,
    lastWords,
  };
}
