/**
 * `npm run walks`: performs the usual tasks in a browser and counts how much they demand of a person. Exits with 1 when
 * one demands more than its goal. Options: --only PART of a name, --one (which the seed draws), --built (uses the existing
 * `dist`).
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { drawFrom } from '../../src/sandbox/seed.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { buildApp } from '../support/build-app.ts';
import { connectAccount, devicesRead, freshSandbox, goTo } from '../support/journey.ts';
import type { SandboxControl } from '../support/app-server.ts';
import { seedOfRun } from '../support/seed.mjs';
import { temporaryFolder } from '../support/process-end.ts';
import { until } from '../support/until.ts';
import * as desk from './desk-walks.ts';
import { handsAt, type Effort, type Hands } from './hands.ts';
import * as phone from './phone-walks.ts';

/** The most that a walk may demand; values that are absent are counted only. */
type Goal = Partial<Effort>;

interface Walk {
  readonly name: string;
  readonly goal: Goal;
  /** Resolves with the counted effort. */
  readonly walk: (server: RunningServer) => Promise<Effort>;
}

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

/** Open browsers, so that each of them is ended in any case. */
const browsers: TestBrowser[] = [];

interface Opened {
  readonly browser: TestBrowser;
  readonly page: Page;
  readonly hands: Hands;
}

async function openBrowser(size: typeof PHONE, profile?: string): Promise<Opened> {
  const browser = await launchBrowser({ followsWorkers: true, ...(profile === undefined ? {} : { profile }) });
  browsers.push(browser);
  const page = await browser.newPage();
  // tsx names functions with a helper that the page does not have.
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await page.setViewportSize(size);
  const finger = size === PHONE ? await browser.pageSession(page) : null;
  await finger?.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return { browser, page, hands: handsAt(page, finger) };
}

let sandbox: SandboxControl | null = null;

/** Opens the app at the desk, connected and with the devices read. */
async function openDesk(server: RunningServer): Promise<Hands> {
  const { page, hands } = await openBrowser(DESK);
  sandbox = freshSandbox(server);
  await desk.furnishRoom(sandbox);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await goTo(page, '/overview');
  await page.locator('#tiles').waitFor();
  return hands;
}

const atDesk =
  (walk: (hands: Hands, sandbox: SandboxControl) => Promise<void>): Walk['walk'] =>
  async (server) => {
    const hands = await openDesk(server);
    await walk(hands, sandbox!);
    return hands.effort;
  };

const WALKS: readonly Walk[] = [
  {
    name: 'Phone: from the first load to the first Verified',
    goal: { clicks: 6, keys: 0, scrolls: 0 },
    walk: async (server) => {
      const { hands } = await openBrowser(PHONE);
      await phone.firstVerified(hands, server.origin);
      return hands.effort;
    },
  },
  {
    name: 'Phone: a job of 12 with its faults, offline',
    goal: { clicks: 30, scrolls: 0 },
    walk: async (server) => {
      const { page, hands } = await openBrowser(PHONE);
      await phone.prepareJob(page, server.origin);
      await phone.startJob(hands);
      await page.context().setOffline(true);
      await phone.walkJob(hands);
      await page.context().setOffline(false);
      await phone.delivered(page);
      return hands.effort;
    },
  },
  {
    name: 'Phone: back to the beacon after a kill',
    goal: { clicks: 1, keys: 0, scrolls: 0 },
    walk: async (server) => {
      const profile = temporaryFolder('walks');
      const before = await openBrowser(PHONE, profile);
      await phone.prepareJob(before.page, server.origin);
      await phone.startJob(before.hands);
      const id = await phone.beaconShown(before.page);
      await phone.pickBeacon(before.hands, id!);
      await before.browser.kill();
      const { page, hands } = await openBrowser(PHONE, profile);
      await phone.continueJob(hands, server.origin);
      await until(async () => (await phone.beaconShown(page)) === id, `the way back to ${id}`);
      return hands.effort;
    },
  },
  { name: 'Desk: configure 40 beacons', goal: { clicks: 7 }, walk: atDesk(desk.configureForty) },
  {
    name: 'Desk: a job from a table',
    goal: { clicks: 7, keys: desk.JOB_NAME.length },
    walk: atDesk(desk.jobFromTable),
  },
  { name: 'Desk: telemetry of a room', goal: { clicks: 4, keys: 0 }, walk: atDesk(desk.telemetryOfRoom) },
  { name: 'Desk: an alarm for a room', goal: { clicks: 5 }, walk: atDesk(desk.alarmForRoom) },
  {
    name: 'Desk: a stream from a connection string',
    goal: { clicks: 5, keys: 0, pastes: 1 },
    walk: atDesk(desk.streamFromString),
  },
  { name: 'Desk: share 5 devices', goal: { clicks: 7 }, walk: atDesk(desk.shareFive) },
  {
    name: 'Desk: a real account with a preset',
    goal: { clicks: 4, keys: 0, pastes: 1 },
    walk: async (server) => {
      const { hands } = await openBrowser(DESK);
      await desk.connectWithPreset(hands, server.origin, freshSandbox(server));
      return hands.effort;
    },
  },
];

const COLUMNS = ['clicks', 'keys', 'pastes', 'scrolls', 'words'] as const;

function misses({ goal }: Walk, effort: Effort): string[] {
  return COLUMNS.filter((column) => effort[column] > (goal[column] ?? Infinity));
}

function goalWords(goal: Goal): string {
  return COLUMNS.flatMap((column) => (goal[column] === undefined ? [] : [`${column} ≤ ${goal[column]}`])).join(', ');
}

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, one: { type: 'boolean' }, built: { type: 'boolean' } },
});
const named = WALKS.filter(({ name }) => name.includes(values.only));
const wanted = values.one === true ? [drawFrom(`walks ${seedOfRun()}`).pick(named)] : named;
if (values.built !== true) await buildApp();
const pictures = path.resolve(import.meta.dirname, '../../.tmp/walks');
mkdirSync(pictures, { recursive: true });
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const cells = (name: string, numbers: readonly (string | number)[]): string =>
  `${name.padEnd(50)}${numbers.map((one) => String(one).padStart(8)).join('')}`;
let missed = 0;
print(cells('Walk', [...COLUMNS]));
try {
  for (const walk of wanted) {
    // A separate sandbox, so that the changes of one walk do not affect the next.
    const server = await startAppServer();
    try {
      const effort = await walk.walk(server);
      const over = misses(walk, effort);
      missed += over.length === 0 ? 0 : 1;
      const verdict = over.length === 0 ? 'ok' : `TOO MANY ${over.join(', ').toUpperCase()}`;
      print(
        `${cells(
          walk.name,
          COLUMNS.map((column) => effort[column]),
        )}  ${verdict} (${goalWords(walk.goal)})`,
      );
    } catch (error) {
      missed += 1;
      const [page] = browsers.at(-1)?.context.pages().slice(-1) ?? [];
      const picture = path.join(pictures, `${walk.name.replaceAll(/\W+/g, '-')}.png`);
      await page?.screenshot({ path: picture }).catch(() => undefined);
      print(`${walk.name}: it came to no end at ${page?.url() ?? 'no page'}, see ${picture}`);
      print(String(error instanceof Error ? error.stack : error));
    }
    for (const browser of browsers.splice(0)) await browser.kill();
    await server.close();
  }
} finally {
  for (const browser of browsers) await browser.kill();
}
print(missed === 0 ? 'Every goal is met.' : `${missed} of the goals are missed.`);
process.exit(missed === 0 ? 0 : 1);
