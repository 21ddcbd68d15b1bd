/**
 * Preparing a job of 200 beacons and fetching their packages, with 300 ms for each request: from the press until all
 * are stored, compared with the same requests from a bare loop with as many in flight.
 */
import type { Page } from 'playwright-core';
import { DEFAULT_SETTINGS } from '../../src/domain/default-settings.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { startAppServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { connectAccount, devicesRead, freshSandbox, goTo, saveSettings } from '../support/journey.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';
import { claimOrder, HEADERS, makeJob, manyIds } from './two-hundred.ts';

const BEACONS = sized(200, 10);
const LATENCY_MS = sized(300, 10);
/** Of those that are compared with the same requests alone in the same run. */
const ROUNDS = sized(3, 1);
const GOALS = {
  'each its own values': { seconds: 20 },
  'all the same values': { seconds: 3, ratio: 1.3 },
  'fetching the packages of what is prepared': { seconds: 3, ratio: 1.3 },
} as const;
const IDS = manyIds(BEACONS);

export const bench: Bench = {
  title: `Preparing ${BEACONS} beacons at ${LATENCY_MS} ms a request, ${DEFAULT_SETTINGS.bulk.inFlight} in flight`,
  run,
};

async function run({ outDir }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    const [sandbox, other] = [freshSandbox(server), freshSandbox(server)];
    for (const one of [sandbox, other]) await claimOrder(one);
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    for (const one of [sandbox, other]) await one.setFaults({ name: 'slow', ms: LATENCY_MS, times: null });
    const figures: Figure[] = [];
    const add = (name: string, ms: number, detail: string, goal?: number): void =>
      void figures.push({ name, value: ms / 1000, unit: 's', detail, ...(goal === undefined ? {} : { goal }) });
    const withBlink = await prepareJob(page, 'with packets for blinking', 10_101, 1);
    add('each its own values, with packets for blinking', withBlink, 'two identify packets for each come as well');
    await saveSettings(page, { 'commands.identify': '' });
    for (const [kind, firstMinor, minorStep, rounds] of [
      ['each its own values', 20_101, 1, 1],
      ['all the same values', 7777, 0, ROUNDS],
      ['fetching the packages of what is prepared', null, 0, ROUNDS],
    ] as const) {
      const [own, bare]: [number[], number[]] = [[], []];
      let calls = '';
      for (let round = 0; round < rounds; round += 1) {
        for (const one of [sandbox, other]) await one.clearLog();
        const minor = firstMinor === null ? null : firstMinor + round;
        own.push(
          minor === null
            ? await page.evaluate(fetchAll, IDS)
            : await prepareJob(page, `${kind}, ${round}`, minor, minorStep),
        );
        const groups = inGroups(DEFAULT_SETTINGS.bulk.idsAtOnce);
        const { inFlight } = DEFAULT_SETTINGS.bulk;
        const base = other.legacyBaseUrl;
        const bareMs = page.evaluate(bareAll, {
          groups,
          base,
          headers: HEADERS,
          firstMinor: minor,
          minorStep,
          inFlight,
        });
        bare.push(await bareMs);
        const [theirs, alone] = await Promise.all([configCalls(sandbox), configCalls(other)]);
        if (theirs !== alone) throw new Error(`not the same requests: ${theirs} and ${alone}`);
        calls = theirs;
      }
      const goals = GOALS[kind];
      add(kind, median(own), `${(median(bare) / 1000).toFixed(1)} s the same requests alone; ${calls}`, goals.seconds);
      const each = own.map((ms, at) => `${(ms / 1000).toFixed(2)} / ${(bare[at]! / 1000).toFixed(2)} s`);
      const ratio = median(own.map((ms, at) => ms / bare[at]!));
      const goal = 'ratio' in goals ? { goal: goals.ratio } : {};
      figures.push({ name: `${kind} / alone`, value: ratio, unit: '', detail: each.join(', '), ...goal });
    }
    return figures;
  } finally {
    await browser.kill();
    await server.close();
  }
}

/** As text, for a comparison. */
async function configCalls(sandbox: SandboxControl): Promise<string> {
  const paths = (await sandbox.log()).map(({ path }) => path);
  const times = (start: string): number => paths.filter((path) => path.startsWith(start)).length;
  const [creates, encrypts] = [times('/legacy/config/create'), times('/legacy/config/encrypt')];
  return `${creates} times create, ${times('/legacy/config?')} times the pending changes and ${encrypts} times encrypt`;
}

function inGroups(most: number): { readonly ids: readonly string[]; readonly from: number }[] {
  return Array.from({ length: Math.ceil(IDS.length / most) }, (_, at) => ({
    ids: IDS.slice(at * most, (at + 1) * most),
    from: at * most,
  }));
}

/** Measures from the press of the job's button until the foot shows the next step, ms. */
async function prepareJob(page: Page, name: string, firstMinor: number, minorStep: number): Promise<number> {
  const jobId = await page.evaluate(makeJob, { ids: IDS, name, firstMinor, minorStep });
  await goTo(page, `/jobs/${jobId}`);
  const button = page.getByRole('button', { name: bulkStrings.prepare(IDS.length), exact: true });
  await button.waitFor();
  const { ms, prepared } = await button.evaluate(pressAndWait);
  if (prepared !== IDS.length) throw new Error(`only ${prepared} of ${IDS.length} are on this phone`);
  return ms;
}

/** Runs in the page. */
async function pressAndWait(button: Element): Promise<{ ms: number; prepared: number }> {
  const { account: services } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!;
  const { state } = await services.prepareMany();
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const beganMs = performance.now();
  (button as HTMLElement).click();
  await new Promise<void>((resolve) => {
    let hasBegun = false;
    const stop = state.subscribe(() => {
      hasBegun ||= state.value?.running === true;
      if (!hasBegun || state.value?.running !== false) return;
      stop();
      resolve();
    });
  });
  await frame();
  await frame();
  const outcomes = [...state.value!.outcomes.values()];
  return { ms: performance.now() - beganMs, prepared: outcomes.filter(({ kind }) => kind === 'onThisPhone').length };
}

/** Runs in the page: fetches the packages of all of them once more; returns ms. */
async function fetchAll(ids: readonly string[]): Promise<number> {
  const { account: services } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!;
  const many = await services.prepareMany();
  const beganMs = performance.now();
  await many.start(ids.map((uniqueId) => ({ uniqueId, deviceType: 'BEACON', kind: 'fetch', values: {}, before: {} })));
  const outcomes = [...many.state.value!.outcomes.values()];
  if (outcomes.some(({ kind }) => kind !== 'onThisPhone') || outcomes.length !== ids.length)
    throw new Error('not all packages were fetched');
  return performance.now() - beganMs;
}

/**
 * Runs in the page: sends the same requests and nothing else, each package as soon as its configuration exists, or, with
 * `firstMinor` null, as soon as its pending change is read; returns ms.
 */
async function bareAll({
  groups,
  base,
  headers,
  firstMinor,
  minorStep,
  inFlight,
}: {
  readonly groups: readonly { readonly ids: readonly string[]; readonly from: number }[];
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly firstMinor: number | null;
  readonly minorStep: number;
  readonly inFlight: number;
}): Promise<number> {
  const ask = async (ids: readonly string[], minor: number | null): Promise<unknown> => {
    if (minor === null) {
      const query = new URLSearchParams({ uniqueId: ids.join(','), deviceType: 'BEACON' });
      return (await fetch(`${base}/config?${query}`, { headers })).text();
    }
    const body = new URLSearchParams({ uniqueId: ids.join(','), deviceType: 'BEACON', minor: String(minor) });
    return (await fetch(`${base}/config/create`, { method: 'POST', headers, body })).text();
  };
  const left: (() => Promise<unknown>)[] = groups.flatMap(({ ids, from }) => {
    const changes =
      firstMinor === null || minorStep === 0
        ? [{ ids, minor: firstMinor }]
        : ids.map((id, at) => ({ ids: [id], minor: firstMinor + (from + at) * minorStep }));
    let open = changes.length;
    return changes.map((change) => async () => {
      await ask(change.ids, change.minor);
      open -= 1;
      if (open > 0) return;
      const query = new URLSearchParams({ uniqueId: ids.join(',') });
      left.unshift(async () => (await fetch(`${base}/config/encrypt?${query}`, { headers })).text());
    });
  });
  const beganMs = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await one();
    }),
  );
  return performance.now() - beganMs;
}
