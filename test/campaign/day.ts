/**
 * A day's work from end to end in real browsers: a table becomes a job, two phones work through it without a network,
 * one is killed during a run, and in the evening the receipts are sent.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { drawFrom } from '../../src/sandbox/seed.ts';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { handOverStrings } from '../../src/ui/strings/hand-over.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { reportStrings } from '../../src/ui/strings/report.ts';
import { sandboxControl, startAppServer, startSandboxServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import {
  FEW_WAITS,
  beaconNamed,
  connectAccount,
  devicesRead,
  giveKey,
  goTo,
  openPage,
  receiptPosts,
} from '../support/journey.ts';
import { emulateRadio, type EmulatedRadio, type BeaconStore } from '../support/peripheral.ts';
import { until } from '../support/until.ts';
import { judgeDay, type DayFigures } from './day-judge.ts';
import { minorOf, planDay, roomOf, type Plan } from './day-plan.ts';
import { outboxAtRest } from './outbox-ears.ts';
import { walk } from './walker.ts';
import { createWorld, beaconStoreOf, type World } from './world.ts';

export interface DayOptions {
  readonly beacons: number;
  readonly seed: string;
  /** Folder of the build to serve. Default: the usual one. */
  readonly outDir?: string;
  readonly say: (line: string) => void;
}

export async function runDay({ beacons, seed, outDir, say }: DayOptions): Promise<DayFigures> {
  const draw = drawFrom(`day ${seed}`);
  const plan = planDay(beacons, draw);
  const findings: string[] = [];
  const begunMs = performance.now();
  const tell = (line: string): void => say(`  ${((performance.now() - begunMs) / 1000).toFixed(0)} s: ${line}`);
  const finding = (what: string): void => {
    findings.push(what);
    say(`  ! ${what}`);
  };
  const world = createWorld();
  for (const id of plan.ids) world.beacons.set(id, beaconNamed(id, { faults: plan.faults.get(id)! }));
  const beaconStore = beaconStoreOf(world, plan.ids, () => null, {
    operationDone: () => undefined,
    overwritten: (id, token) => finding(`the receipt ${token} of ${id} was overwritten before anybody had read it`),
  });
  // The app's server stops when people leave the desk, but the emulated radio needs a page of an origin that stays.
  const served = outDir === undefined ? {} : { outDir };
  const [server, elsewhere, backend] = await Promise.all([
    startAppServer(served),
    startAppServer(served),
    startSandboxServer(),
  ]);
  const sandbox = sandboxControl(backend.origin, 'day');
  const phones: Phone[] = [];
  try {
    await sandbox.setOptions({ cors: 'public', v3Cors: 'public' });
    const open = async (profile?: string): Promise<Phone> => {
      const phone = await openPhone(beaconStore, elsewhere, profile);
      phones.push(phone);
      return phone;
    };
    tell(`${beacons} beacons, ${plan.handed.size} of them for a second phone`);
    let first = await open();
    await settle(first.page, server, sandbox);
    const jobId = await prepareJob(first.page, plan);
    const handedOver = await handOver(first.page, jobId, roomOf(plan, [...plan.handed][0]!));
    await passGate(first.page, jobId, beacons - plan.handed.size);
    const second = await open();
    await settle(second.page, server, sandbox);
    await takeOver(second.page, handedOver);
    await passGate(second.page, jobId, plan.handed.size);

    tell('both phones are ready for the field');
    await sandbox.setFaults({ name: 'offline', times: null });
    await server.close();
    const wrongPicks = new Map(plan.wrongPicks);
    const walked = async (phone: Phone, isOnline: boolean) => {
      world.life += 1;
      await phone.browser.context.setOffline(!isOnline);
      await phone.page.bringToFront();
      if (phone.page.url().endsWith('/run')) await phone.page.locator('fk-app h1').waitFor();
      else await goTo(phone.page, `/jobs/${jobId}/run`);
      return walk({ page: phone.page, emulatedRadio: phone.emulatedRadio, world, isOnline, wrongPicks, finding });
    };
    const killed = killAt(first, world, plan.killedAt);
    const before = await walked(first, false).catch((error: unknown) => {
      if (!killed()) throw error;
      return null;
    });
    if (before !== null || !killed()) finding('the browser was never killed');
    tell('the first phone was killed in a run, and starts again without a network');
    first = await open(first.browser.profile);
    await first.browser.context.setOffline(true);
    await first.page.goto(`${server.origin}/jobs/${encodeURIComponent(jobId)}/run`);
    const rest = await walked(first, false);
    tell(`first phone: ${rest.visits.length} visits after the restart, left: ${rest.left.join(', ') || 'none'}`);
    const other = await walked(second, false);
    tell(`second phone: ${other.visits.length} visits, left: ${other.left.join(', ') || 'none'}`);
    const postsBefore = await receiptPosts(sandbox);

    await sandbox.setFaults();
    await sandbox.clearLog();
    await first.browser.context.setOffline(false);
    await giveKey(first.page);
    await takeOver(first.page, await handOver(second.page, jobId, null));
    await delivered(first.page);
    await second.browser.context.setOffline(false);
    await delivered(second.page);
    // Beacons that could not be finished without a network are visited once more.
    const again = await walked(first, true);
    await delivered(first.page);
    tell(`with a network again: ${again.visits.length} visits, left: ${again.left.join(', ') || 'none'}`);
    const report = await reportOf(first.page, jobId);
    const posts = await sandbox.log();
    return await judgeDay({
      plan,
      world,
      report,
      posts,
      devices: await sandbox.devices(...plan.ids),
      rightPicks: [...wrongPicks.keys()],
      choosers: phones.reduce((sum, { emulatedRadio }) => sum + emulatedRadio.prompts.length, 0),
      findings: [...findings, ...(postsBefore > 0 ? ['something was sent while there was no network'] : [])],
    });
  } finally {
    await Promise.all(phones.map(({ browser }) => browser.kill().catch(() => undefined)));
    await Promise.all([server.close().catch(() => undefined), elsewhere.close(), backend.close()]);
  }
}

interface Phone {
  readonly browser: TestBrowser;
  readonly emulatedRadio: EmulatedRadio;
  readonly page: Page;
}

async function openPhone(
  beaconStore: BeaconStore,
  elsewhere: RunningServer,
  profile = temporaryFolder('day'),
): Promise<Phone> {
  const browser = await launchBrowser({ profile, followsWorkers: true });
  const emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: elsewhere.origin });
  return { browser, emulatedRadio, page: await openPage(browser, emulatedRadio) };
}

/** Connects the account, and waits until the app works without a network. */
async function settle(
  page: Page,
  server: RunningServer,
  sandbox: Parameters<typeof connectAccount>[1]['sandbox'],
): Promise<void> {
  const advanced = { ...FEW_WAITS, 'timing.connectGapsMs': '20, 20, 20' };
  await connectAccount(page, { origin: server.origin, sandbox, name: 'Day', advanced });
  await devicesRead(page);
  await goTo(page, '/more');
  await page.getByText('Ready to start offline.').waitFor();
}

/** Imports a table with an invalid row and prepares the packages. Resolves with the job's ID. */
async function prepareJob(page: Page, plan: Plan): Promise<string> {
  const { ids } = plan;
  await goTo(page, '/jobs/new');
  const rows = ids.map((id) => `${id};${roomOf(plan, id)};${minorOf(plan, id)};${id}`);
  const buffer = Buffer.from(`\ufeffKennung;Raum;Minor;Name\r\n${[...rows, 'nobody;Room 9;1;x'].join('\r\n')}\r\n`);
  await page
    .locator('fk-csv-import input[type="file"]')
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer });
  await page.getByText(jobStrings.csv.found(ids.length + 1, ids.length, 1)).waitFor();
  await page.locator('fk-field[name="name"] input').fill('North wing');
  await press(page, jobStrings.make.create);
  await press(page, bulkStrings.prepare(ids.length));
  await page.getByRole('button', { name: jobStrings.job.gate, exact: true }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

/** Saves the file of one room, or of the whole job. Returns its path. */
async function handOver(page: Page, jobId: string, room: string | null): Promise<string> {
  await goTo(page, `/jobs/${jobId}/hand-over`);
  await page.locator('fk-field[name="which"] select').selectOption(room === null ? 'all' : `room:${room}`);
  if (room === null) await page.locator('fk-field[name="setAside"] input').uncheck();
  const download = page.waitForEvent('download');
  await press(page, handOverStrings.save);
  return readFile(await (await download).path(), 'utf8');
}

async function takeOver(page: Page, file: string): Promise<void> {
  await goTo(page, '/jobs/take-over');
  await page
    .locator('fk-take-over-page input[type="file"]')
    .setInputFiles({ name: 'job.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await press(page, handOverStrings.take.go);
  await page.locator('fk-job-page').waitFor();
}

async function passGate(page: Page, jobId: string, packages: number): Promise<void> {
  await goTo(page, `/jobs/${jobId}?step=gate`);
  // This process has the strings for a phone, the browser those for a laptop.
  const [here] = jobStrings.gate.here(packages, packages).split(' on ');
  await page.getByText(new RegExp(`^${here} on this \\w+\\. ${jobStrings.gate.flightMode}$`)).waitFor();
}

/** Kills the browser while the beacon is busy: the write is done and its result is unknown. */
function killAt({ emulatedRadio, browser }: Phone, world: World, id: string): () => boolean {
  const { address } = world.beacons.get(id)!;
  let isKilled = false;
  emulatedRadio.onOperation = async (at, operation) => {
    if (isKilled || at !== address || operation !== 'poll') return;
    isKilled = true;
    await browser.kill();
  };
  return () => isKilled;
}

async function delivered(page: Page): Promise<void> {
  if ((await outboxAtRest(page)) === 'asksForKey') await giveKey(page);
  await until(async () => (await outboxAtRest(page)) === 'sent');
}

async function reportOf(page: Page, jobId: string): Promise<Uint8Array<ArrayBuffer>> {
  await goTo(page, `/jobs/${jobId}/report`);
  const download = page.waitForEvent('download');
  await press(page, reportStrings.save);
  return new Uint8Array(await readFile(await (await download).path()));
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}
