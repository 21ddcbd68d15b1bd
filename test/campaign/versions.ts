/**
 * `npm run campaign:versions -- COMMIT`: builds the version of that commit, begins every kind of work in it, and takes all
 * that it has stored through test/e2e/older-version.e2e.ts. With `--keep FILE` only writes that file.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { labelOf } from '../../src/ui/words/configure.ts';
import { makeJob } from '../bench/two-hundred.ts';
import { sandboxControl } from '../support/app-server.ts';
import type { TestBrowser } from '../support/browser.ts';
import { buildApp } from '../support/build-app.ts';
import {
  FEW_WAITS,
  FLEET_IDS,
  beaconNamed,
  cacheShown,
  connectAccount,
  devicesRead,
  editDevice,
  goTo,
  openPage,
  openRun,
  prepare,
  runOnce,
} from '../support/journey.ts';
import {
  BLANK_ADDRESS,
  OLDER_NAME,
  OLDER_ORIGIN,
  openOlderSite,
  writeOlderVersion,
  type OlderWork,
} from '../support/older-version.ts';
import { emulateRadio, storeBeacons, type EmulatedRadio } from '../support/peripheral.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { readOrigin } from '../support/stored-origin.ts';
import { storedDrafts, storedReceipts } from '../support/stored-rows.ts';
import { openTelemetry } from '../support/telemetry-journey.ts';
import { until } from '../support/until.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
const [commit] = positionals;
if (commit === undefined || !/^[\w./~^-]+$/.test(commit)) {
  process.stderr.write('Usage: npm run campaign:versions -- COMMIT [--keep FILE]\n');
  process.exit(2);
}
const root = path.resolve(import.meta.dirname, '../..');
const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-versions-'));
process.env['TMPDIR'] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const [toSend, cutOff, draftedId, parked, ...others] = FLEET_IDS.slice(0, 9) as [
  string,
  string,
  string,
  string,
  ...string[],
];
const plan = {
  sandbox: 'site',
  toSend,
  cutOff,
  drafted: { uniqueId: draftedId, interval: '777', notes: 'Behind the third panel' },
  job: { parked, reason: 'ladder too short', open: others.slice(0, 2) },
  lockedAccount: { name: 'Locked site', passphrase: 'ladder on four legs' },
  untouched: others.slice(2),
} as const;

async function buildCommit(outDir: string): Promise<void> {
  const sources = path.join(temporary, 'sources');
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  git('worktree', 'add', '--detach', sources, commit!);
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(sources, 'node_modules'), 'junction');
    await buildApp({ root: sources, outDir, version: OLDER_NAME });
  } finally {
    git('worktree', 'remove', '--force', sources);
  }
}

/** Connects both accounts and begins all work but the run that is cut off. Resolves with what was begun. */
async function beginWork(page: Page, radio: EmulatedRadio, origin: string): Promise<OlderWork> {
  const { lockedAccount, drafted, job } = plan;
  await connectAccount(page, {
    origin: OLDER_ORIGIN,
    sandbox: sandboxControl(OLDER_ORIGIN, 'locked'),
    ...lockedAccount,
  });
  await devicesRead(page);
  await goTo(page, '/more');
  await page.getByRole('button', { name: 'Lock now', exact: true }).click();
  await page.getByText(`“${lockedAccount.name}” is locked on this laptop.`).waitFor();

  const sandbox = sandboxControl(OLDER_ORIGIN, plan.sandbox);
  await connectAccount(page, { origin: OLDER_ORIGIN, sandbox, name: 'Site', advanced: FEW_WAITS });
  await devicesRead(page);
  const id = await page.evaluate(makeJob, {
    ids: [job.parked, ...job.open],
    name: 'Wing',
    firstMinor: 4001,
    minorStep: 1,
  });
  await goTo(page, `/jobs/${id}`);
  await page.locator('fk-job-page fk-task-line').filter({ hasText: job.parked }).getByRole('button').first().click();
  await page.locator('fk-task-form fk-field[name="reason"] input').fill(job.reason);
  await page.locator('fk-task-form').getByRole('button', { name: jobStrings.task.markAs.parked, exact: true }).click();
  await page.locator('fk-job-page').getByText(job.reason).first().waitFor();
  await openTelemetry(page);

  await prepare(page, cutOff, { interval: 1234 });
  await prepare(page, toSend, { interval: 1234 });
  await sandboxControl(origin, plan.sandbox).setFaults({
    name: 'offline',
    match: { method: 'POST', path: '/device/update' },
  });
  await openRun(page, toSend);
  const { says, track } = await runOnce(page, radio, addressOf(toSend));
  say(`${toSend}: ${track.join(', ')}; ${says}`);
  const states = (await storedReceipts(page, toSend)).map(({ state }) => state);
  if (states.join() !== 'waiting') throw new Error(`its receipts: ${states.join()}`);

  await goTo(page, `/devices/${drafted.uniqueId}`);
  await editDevice(page);
  await page.getByLabel('Notes', { exact: true }).fill(drafted.notes);
  await goTo(page, `/devices/${drafted.uniqueId}/configure`);
  await cacheShown(page);
  await page.locator('fk-attribute-form').getByLabel(labelOf('interval'), { exact: true }).fill(drafted.interval);
  const isStored = async (text: string): Promise<boolean> =>
    JSON.stringify(await storedDrafts(page)).includes(`"${text}"`);
  await until(
    async () => (await isStored(drafted.interval)) && (await isStored(drafted.notes)),
    'both drafts are stored',
  );
  return { ...plan, job: { ...job, id } };
}

/** Kills the browser when the beacon has taken the packet and the receipt is not read. */
async function cutRunOff(page: Page, radio: EmulatedRadio, browser: TestBrowser): Promise<void> {
  let isKilled = false;
  radio.onOperation = async (address, operation) => {
    if (address !== addressOf(cutOff) || operation !== 'poll') return;
    await browser.kill();
    isKilled = true;
  };
  await openRun(page, cutOff);
  radio.hand = { pick: addressOf(cutOff) };
  await page
    .getByRole('button', { name: 'Connect', exact: true })
    .click()
    // The page may end before the click is answered.
    .catch(() => undefined);
  await until(() => isKilled, 'the browser is killed in the middle of a run');
}

const beacons = new Map(FLEET_IDS.slice(0, 9).map((id) => [id, beaconNamed(id)]));
const addressOf = (id: string): string => beacons.get(id)!.address;

async function writeVersion(file: string): Promise<void> {
  const older = temporaryFolder('older');
  await buildCommit(older);
  const site = await openOlderSite(older, temporaryFolder('profile'));
  const beaconStore = storeBeacons([...beacons.values()]);
  let browser = await site.launch();
  try {
    const radio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: site.server.otherOrigin });
    const page = await openPage(browser, radio);
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    const work = await beginWork(page, radio, site.server.origin);
    await cutRunOff(page, radio, browser);
    browser = await site.launch();
    const blank = await browser.newPage();
    await blank.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await blank.goto(BLANK_ADDRESS);
    const stored = await readOrigin(blank);
    writeOlderVersion(file, older, {
      work,
      stored,
      backend: site.backend(),
      beacons: [...beaconStore.beacons.values()],
    });
  } catch (error) {
    for (const page of browser.context.pages())
      say(`${page.url()}\n${await page.locator('body').ariaSnapshot().catch(String)}`);
    throw error;
  } finally {
    await browser.kill();
    await site.server.close();
  }
}

const file = values.keep ?? path.join(temporary, 'version.br');
await writeVersion(file);
say(`The version of ${commit} is in ${file}.`);
if (values.keep !== undefined) process.exit(0);
const args = ['run', '--config', 'test/vitest.config.ts', '--project', 'e2e', 'test/e2e/older-version.e2e.ts'];
const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
  cwd: root,
  env: { ...process.env, FIELDKIT_OLDER_VERSION: file },
  stdio: 'inherit',
});
process.exit(status ?? 1);
