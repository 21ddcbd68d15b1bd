/**
 * `npm run campaign:versions -- COMMIT`: builds the version of that commit and this one, begins every kind of work in the
 * older one, updates in the middle of it, goes on in the newer one, and goes back to the older one. Ends with 1 where
 * something is lost, sent twice or shown as damaged.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { WRITE_REFUSED } from '../../src/domain/result-codes.ts';
import type { AccountServices, AppServices } from '../../src/ui/shell/services.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { labelOf } from '../../src/ui/strings/configure.ts';
import { makeJob } from '../bench/two-hundred.ts';
import { startAppServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { buildApp } from '../support/build-app.ts';
import {
  FEW_WAITS,
  FLEET_IDS,
  act,
  accountOpen,
  beaconNamed,
  cacheShown,
  connectAccount,
  devicesRead,
  freshSandbox,
  giveKey,
  goTo,
  openOutbox,
  openPage,
  openRun,
  outboxWords,
  prepare,
  runOnce,
  sendWhatWaits,
  shownRun,
} from '../support/journey.ts';
import { emulateRadio, storeBeacons, type Beacon, type EmulatedRadio } from '../support/peripheral.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { storedReceipts, storedRuns } from '../support/stored-rows.ts';
import { until } from '../support/until.ts';
import { createDeployment, offerIn } from './updater.ts';

const [commit] = process.argv.slice(2);
if (commit === undefined || !/^[\w./~^-]+$/.test(commit)) {
  process.stderr.write('Usage: npm run campaign:versions -- COMMIT\n');
  process.exit(2);
}
const root = path.resolve(import.meta.dirname, '../..');
const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-versions-'));
process.env['TMPDIR'] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

const [SENT, CUT, DRAFT, LATER, REFUSED, ...JOB] = FLEET_IDS.slice(0, 8) as [
  string,
  string,
  string,
  string,
  string,
  ...string[],
];
const PASSPHRASE = 'ladder on four legs';
const LOCKED = 'Locked site';
const PATIENCE_MS = 60_000;
type App = HTMLElement & { services: AppServices; account: AccountServices | null };

const findings: string[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
  say(`  ${is === should ? 'ok  ' : 'WRONG'} ${what}: ${is}${is === should ? '' : `, not ${should}`}`);
  if (is !== should) findings.push(what);
}

async function buildCommit(outDir: string): Promise<void> {
  const sources = path.join(temporary, 'sources');
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  git('worktree', 'add', '--detach', sources, commit!);
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(sources, 'node_modules'), 'junction');
    await buildApp({ root: sources, outDir, version: '1.0.0+older' });
  } finally {
    git('worktree', 'remove', '--force', sources);
  }
}

const [older, newer] = [temporaryFolder('older'), temporaryFolder('newer')];
await buildCommit(older);
await buildApp({ outDir: newer, version: '1.0.0+newer' });
const served = temporaryFolder('served');
const deployment = createDeployment(served, [
  { name: '1.0.0+older', folder: older },
  { name: '1.0.0+newer', folder: newer },
]);
const server = await startAppServer({ outDir: served });
const profile = temporaryFolder('profile');
const beaconStore = storeBeacons();
const beacons = new Map(FLEET_IDS.slice(0, 8).map((id) => [id, beaconNamed(id, { processingMs: 40 })]));
for (const beacon of beacons.values()) beaconStore.put(beacon);
const sandbox = freshSandbox(server);
const other = freshSandbox(server);
const offline = { name: 'offline', match: { method: 'POST', path: '/device/update' } } as const;

interface Site {
  readonly browser: TestBrowser;
  readonly radio: EmulatedRadio;
  /** Two windows of the app. */
  readonly pages: readonly [Page, Page];
}

async function openSite(): Promise<Site> {
  const browser = await launchBrowser({ profile });
  const radio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: server.otherOrigin });
  const open = async (): Promise<Page> => {
    const page = await openPage(browser, radio);
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => findings.push(`an error in the page: ${error.message}`));
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    return page;
  };
  const pages = [await open(), await open()] as const;
  // The chooser opens only in the window in front.
  await pages[0].bringToFront();
  return { browser, radio, pages };
}

const beaconOf = (id: string): Beacon => beacons.get(id)!;
const versionOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<App>('fk-app')!.services.app.state.value.version);

/** Puts the other version on the server, and takes it in one window, then in the other, as its person presses. */
async function update(pages: readonly [Page, Page], back: string): Promise<void> {
  const before = deployment.version;
  deployment.deployNext();
  await pages[1].evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  for (const [at, page] of pages.entries()) {
    await page.bringToFront();
    await offerIn(page).first().click();
    await page.waitForFunction(
      (wanted) => document.querySelector<App>('fk-app')?.services?.app.state.value.version === wanted,
      deployment.version,
      { polling: 50 },
    );
    await accountOpen(page);
    if (at > 0) continue;
    expectSame('version of the window in which nobody has pressed yet', await versionOf(pages[1]), before);
    await pages[1].bringToFront();
    await openOutbox(pages[1]);
    await goTo(pages[1], back);
  }
  await pages[0].bringToFront();
}

/** What the app says of stored data that it could not read or has missed. */
async function expectSound(page: Page): Promise<void> {
  const remarks = await page.evaluate(() => {
    const { services, account } = document.querySelector<App>('fk-app')!;
    return [...services.phone.value.remarks, ...(account?.outbox.state.value.storageRemarks ?? [])];
  });
  expectSame('what was lost or repaired', remarks, []);
}

/** How often the response of each receipt of these beacons has been posted, and what the outbox says. */
async function expectDelivered(page: Page, of: SandboxControl, ...ids: string[]): Promise<void> {
  await openOutbox(page);
  await sendWhatWaits(page);
  for (const id of ids) {
    await until(async () => (await outboxWords(page, id))[0] === 'Verified', `${id} is verified`);
    expectSame(`times that the response of ${id} took effect`, (await of.devices(id))[id]!.stateChanges, 1);
    expectSame(`times that the response of ${id} was posted`, await postsOf(of, id), 1);
    expectSame(
      `changes applied by the beacon ${id}`,
      beaconStore.beacons.get(beaconOf(id).address)!.state.applied.length,
      1,
    );
  }
}

async function postsOf(of: SandboxControl, id: string): Promise<number> {
  const forms = (await of.log())
    .filter(({ method, path: at }) => method === 'POST' && at.startsWith('/legacy/device/update'))
    .map(({ body }) => new URLSearchParams(body));
  return forms.filter((form) => form.has('response') && form.get('uniqueId') === id).length;
}

/** Lets the backend answer again, and counts its requests from now on. */
async function goOnline(): Promise<void> {
  await sandbox.setFaults();
  await sandbox.clearLog();
}

async function expectDraft(page: Page): Promise<void> {
  await goTo(page, `/devices/${DRAFT}/configure`);
  await cacheShown(page);
  const field = page.locator('fk-attribute-field').getByLabel(labelOf('interval'), { exact: true });
  await until(async () => (await field.inputValue()) === '777', 'the draft is in the form');
  say('  ok   the draft of a configuration');
}

const jobName = (page: Page): Locator => page.locator('fk-new-job-page fk-field[name="name"] input');

async function expectJob(page: Page, jobId: string, marks: readonly (string | null)[]): Promise<void> {
  await goTo(page, `/jobs/${jobId}`);
  await page.locator('fk-job-page fk-task-line').first().waitFor();
  const found = await page.evaluate(async (id) => {
    const { state } = await document.querySelector<App>('fk-app')!.account!.jobs();
    return state.value.tasks.get(id)?.map(({ mark }) => mark?.kind ?? null);
  }, jobId);
  expectSame('marks of the tasks of the job', found, marks);
}

async function expectLockedOpens(page: Page): Promise<void> {
  await page.bringToFront();
  await goTo(page, '/more');
  await page.getByRole('button', { name: new RegExp(`Switch to ${LOCKED}`) }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('fk-nav .rail a[href$="/devices"]').click();
  await devicesRead(page);
  say('  ok   the locked account opens with its passphrase');
  await goTo(page, '/more');
  await page.getByRole('button', { name: /Switch to Site/ }).click();
  await page.getByText('Site', { exact: true }).first().waitFor();
  await accountOpen(page);
}

/** Prepares the beacon and writes it while the backend is down. */
async function leaveReceipt({ pages: [page], radio }: Site, id: string): Promise<void> {
  await prepare(page, id, { interval: 1234 });
  await sandbox.setFaults(offline);
  await openRun(page, id);
  const { says, track } = await runOnce(page, radio, beaconOf(id).address);
  say(`       ${id}: ${track.join(', ')}; ${says}`);
  expectSame(
    `receipts of ${id} on this phone`,
    (await storedReceipts(page, id)).map(({ state }) => state),
    ['waiting'],
  );
}

let site = await openSite();
try {
  say(`\nIn the older version, ${commit}`);
  let [page, second] = site.pages;
  await connectAccount(page, { origin: server.origin, sandbox: other, name: LOCKED, passphrase: PASSPHRASE });
  await devicesRead(page);
  await goTo(page, '/more');
  await page.getByRole('button', { name: 'Lock now', exact: true }).click();
  await page.getByText(`“${LOCKED}” is locked on this laptop.`).waitFor();
  await connectAccount(page, { origin: server.origin, sandbox, name: 'Site', advanced: FEW_WAITS });
  await devicesRead(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  expectSame('version', await versionOf(page), '1.0.0+older');
  const jobId = await page.evaluate(makeJob, { ids: JOB, name: 'Wing', firstMinor: 4001, minorStep: 1 });
  await goTo(page, `/jobs/${jobId}/run`);
  await page.getByRole('button', { name: jobStrings.task.markAs.parked, exact: true }).click();
  await page.getByText(jobStrings.task.marked.parked(JOB[0]!)).waitFor();
  await goTo(page, `/devices/${DRAFT}/configure`);
  await cacheShown(page);
  await page.locator('fk-attribute-field').getByLabel(labelOf('interval'), { exact: true }).fill('777');
  await prepare(page, CUT, { interval: 1234 });
  await leaveReceipt(site, SENT);

  // The browser is killed while the beacon has taken the packet and the receipt is not read.
  let isKilled = false;
  site.radio.onOperation = async (address, operation) => {
    if (address !== beaconOf(CUT).address || operation !== 'poll') return;
    await site.browser.kill();
    isKilled = true;
  };
  await openRun(page, CUT);
  site.radio.hand = { pick: beaconOf(CUT).address };
  await page
    .getByRole('button', { name: 'Connect', exact: true })
    .click()
    // The page may end before the click is answered.
    .catch(() => undefined);
  await until(() => isKilled, 'the browser is killed in the middle of a run');
  site = await openSite();
  [page, second] = site.pages;
  await page.goto(`${server.origin}/overview`);
  await giveKey(page);
  await second.goto(`${server.origin}/outbox`);
  await accountOpen(second);
  expectSame(
    'outcomes of the run that was cut off',
    (await storedRuns(page, CUT)).map(({ outcome }) => outcome),
    [null],
  );

  say('\nUpdated to this version, while a second window has the older one open');
  await update(site.pages, '/outbox');
  await expectSound(page);
  await expectDraft(page);
  await expectJob(page, jobId, ['parked', ...JOB.slice(1).map(() => null)]);
  await openRun(page, CUT);
  await page.locator('fk-run-page .actions > fk-button').first().waitFor();
  const cut = await shownRun(page);
  // Whether the end of the write is in the journal depends on the moment of the kill.
  const goesOn = ['Reconnect and check', 'Read the receipt'].includes(cut.action);
  expectSame(`what the run that was cut off offers (${cut.action}) goes on with it`, goesOn, true);
  await goOnline();
  await act(page, site.radio, beaconOf(CUT).address, cut.action);
  await expectDelivered(page, sandbox, SENT, CUT);
  await expectLockedOpens(second);
  await expectSound(second);
  await page.bringToFront();

  say('\nNew work in this version');
  await goTo(page, '/jobs/new');
  await jobName(page).fill('Typed in the newer one');
  await prepare(page, REFUSED, { interval: 1234 });
  const denied = { name: 'denied', operation: 'write', error: 'notPermitted', times: null } as const;
  beaconStore.fault(beaconOf(REFUSED).address, denied);
  await openRun(page, REFUSED);
  let shown = await runOnce(page, site.radio, beaconOf(REFUSED).address);
  say(`       refused once: ${shown.says}`);
  shown = await act(page, site.radio, beaconOf(REFUSED).address, shown.action);
  say(`       refused twice: ${shown.says}`);
  expectSame('outcome of the refused run', (await storedRuns(page, REFUSED)).at(-1)?.outcome, {
    kind: 'refused',
    receiptId: (await storedRuns(page, REFUSED)).at(-1)?.receiptId,
    result: WRITE_REFUSED,
  });
  await leaveReceipt(site, LATER);
  await goTo(second, '/outbox');

  say('\nBack in the older version');
  await update(site.pages, '/outbox');
  await expectSound(page);
  await expectSound(second);
  await expectJob(page, jobId, ['parked', ...JOB.slice(1).map(() => null)]);
  await expectDraft(page);
  await goTo(page, '/jobs/new');
  await jobName(page).waitFor();
  await openRun(page, REFUSED);
  await page.locator('fk-run-page .actions > fk-button').first().waitFor();
  const refused = await shownRun(page);
  say(`       the refused run: ${JSON.stringify(refused)}`);
  await goOnline();
  await expectDelivered(page, sandbox, LATER);
  for (const address of ['/overview', '/run', '/devices', '/jobs', `/devices/${REFUSED}`, '/more']) {
    await goTo(page, address);
    await page.locator('fk-app h1').first().waitFor();
  }
  beaconStore.fault(beaconOf(REFUSED).address);
  await expectSound(page);

  say('\nIn this version again, after the browser was closed');
  await site.browser.close();
  site = await openSite();
  [page, second] = site.pages;
  await page.goto(`${server.origin}/overview`);
  await giveKey(page);
  await second.goto(`${server.origin}/outbox`);
  await accountOpen(second);
  await update(site.pages, '/outbox');
  await expectSound(page);
  await goTo(page, '/jobs/new');
  await until(
    async () => (await jobName(page).inputValue()) === 'Typed in the newer one',
    'the draft of the new job is there',
  );
  say('  ok   the draft of a new job');
  await expectDraft(page);
} catch (error) {
  findings.push(String(error));
  say(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  for (const page of site.browser.context.pages())
    say(`${page.url()}\n${await page.locator('body').ariaSnapshot().catch(String)}`);
} finally {
  await site.browser.kill();
  await server.close();
}
say(findings.length === 0 ? '\nNothing was lost, sent twice or shown as damaged.' : `\n${findings.join('\n')}`);
process.exit(findings.length === 0 ? 0 : 1);
