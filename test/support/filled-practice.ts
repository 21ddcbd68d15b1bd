/**
 * Practice with content on every page: packages, runs with every result, waiting receipts, chosen devices. For pictures
 * and for measuring layouts.
 */
import type { Page } from 'playwright-core';
import type { PracticePanel } from '../../src/sandbox/panel/practice-panel.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { deviceListStrings } from '../../src/ui/strings/device-list.ts';
import { listOptionStrings } from '../../src/ui/strings/list-options.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { devicesRead, goTo, runEnded, toDevices } from './journey.ts';

/** Pages that exist before an account is connected. */
export const FIRST_PAGES = ['/', '/connect', '/more', '/inspector'] as const;

/** Part of addresses, so its ID is fixed. */
const JOB = 'north-wing';

/** Every page of a filled account, with one address for each view worth checking. */
export const FILLED_PAGES = [
  '/overview',
  '/overview?show=fleet',
  '/practice',
  '/devices',
  '/devices/Kf7Qp2',
  '/devices/tB4x',
  '/devices/fpDU',
  '/devices/tB4x/configure',
  '/devices/tB4x/commands/identify',
  '/configure',
  '/packages',
  '/withdraw',
  '/tags',
  '/device-table',
  '/labels',
  '/share',
  '/move',
  '/orders',
  '/run',
  '/run/Wq8d',
  '/run/Kf7Qp2',
  '/run/m3Rw',
  '/jobs',
  '/jobs/new',
  '/jobs/take-over',
  `/jobs/${JOB}`,
  `/jobs/${JOB}/hand-over`,
  `/jobs/${JOB}/labels`,
  `/jobs/${JOB}/report`,
  `/jobs/${JOB}/run`,
  `/jobs/${JOB}/run?beacon=Kf7Qp2`,
  '/report-check',
  '/outbox',
  '/telemetry',
  '/telemetry?view=hours',
  '/telemetry?view=compare',
  '/telemetry?view=charts',
  '/telemetry?view=records',
  '/telemetry?view=gateways',
  '/telemetry?view=alarms',
  '/streams',
  '/more',
  '/check-phone',
] as const;

/** The pages of a manager's desk among them: overview, jobs, report, telemetry, many devices. */
export const DESK_PAGES = [
  '/overview',
  '/overview?show=fleet',
  '/configure',
  '/packages',
  '/withdraw',
  '/tags',
  '/device-table',
  '/labels',
  '/jobs',
  '/jobs/new',
  `/jobs/${JOB}`,
  `/jobs/${JOB}/report`,
  `/jobs/${JOB}/run`,
  `/jobs/${JOB}/hand-over`,
  '/jobs/take-over',
  '/report-check',
  '/telemetry',
  '/telemetry?view=alarms',
] as const;

interface App extends HTMLElement {
  readonly account: AccountServices;
}

/** Starts practice in `page`, which is as wide as a laptop, and creates rows of every kind. */
export async function fillPractice(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: welcomeStrings.practise }).click();
  await toDevices(page);
  await devicesRead(page);
  await planWork(page);
  await write(page, 'tB4x', 'tB4x');
  await page.evaluate(() =>
    (
      document.querySelector<App>('fk-app')!.account.app.practice()!.createPanel() as PracticePanel
    ).controls!.setBeaconFaults([{ name: 'drop', when: 'during', operation: 'write' }]),
  );
  await write(page, 'Kf7Qp2', 'Kf7Qp2');
  // A wrong beacon, which refuses the package.
  await write(page, 'm3Rw', 'tB4x');
  await page.context().setOffline(true);
  await write(page, 'Wq8d', 'Wq8d');
  await page.evaluate(() => {
    const { outbox } = document.querySelector<App>('fk-app')!.account;
    return Promise.all(
      outbox.state.value.receipts.filter(({ state }) => state === 'waiting').map(({ id }) => outbox.hold(id, true)),
    );
  });
  await page.context().setOffline(false);
  await chooseAndListen(page);
}

/** Creates a job, packages, alarms and telemetry in the connected account of `page`, which has a key. */
export async function fillWork(page: Page): Promise<void> {
  await planWork(page);
  await chooseAndListen(page);
}

async function planWork(page: Page): Promise<void> {
  const shown = ['tB4x', 'Kf7Qp2', 'm3Rw', 'Wq8d'];
  const others = await otherBeacons(page, 14);
  await plan(page, [...shown, ...others]);
  await setAlarms(page);
  await prepareAll(page, [...shown, ...others.slice(0, 8)]);
}

async function chooseAndListen(page: Page): Promise<void> {
  await choose(page, 5);
  // Opening the page requests the latest records.
  await goTo(page, '/telemetry');
  await page.locator('[data-checked="fresh"]').waitFor();
}

/** Waits until the page has drawn what it loads: nothing is busy, and no placeholder is left. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('fk-page-host > *').first().waitFor({ state: 'attached' });
  await page.locator('main fk-skeleton').first().waitFor({ state: 'detached' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

const VALUES = { interval: 713, txPower: 4 };

/** Creates a job of these beacons in rooms of four, with a note on two of them. */
async function plan(page: Page, uniqueIds: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ jobId, ids, values }) => {
      const jobs = await document.querySelector<App>('fk-app')!.account.jobs();
      const nowMs = Date.now();
      const job = { id: jobId, name: 'North wing, spring service', site: 'Test hospital', createdAtMs: nowMs };
      await jobs.takeOver({
        jobs: [{ ...job, schemaVersion: 1 }],
        tasks: ids.map((uniqueId, order) => ({
          id: `${jobId}/${uniqueId}`,
          jobId,
          uniqueId,
          deviceType: 'BEACON',
          place: `Room ${1 + Math.floor(order / 4)}, above the door`,
          order,
          values,
          note: order === 1 ? 'Behind the third ceiling panel from the window; bring the long ladder.' : '',
          mark: order === 15 ? { kind: 'skipped', reason: 'The room was locked.', atMs: nowMs } : null,
          plannedAtMs: nowMs,
        })),
      });
    },
    { jobId: JOB, ids: uniqueIds, values: VALUES },
  );
}

async function setAlarms(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const telemetry = await document.querySelector<App>('fk-app')!.account.telemetry();
    await telemetry.setRules([
      { id: 'low', kind: 'battery', belowPercent: 40, tag: null },
      { id: 'warm', kind: 'temperature', below: 2, above: 24, tag: null },
    ]);
  });
}

async function prepareAll(page: Page, uniqueIds: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ ids, values }) => {
      const { prepare, devices } = document.querySelector<App>('fk-app')!.account;
      for (const uniqueId of ids) {
        const { interval = null, txPower = null } =
          devices.list.value.devices!.find((device) => device.uniqueId === uniqueId)?.attributes ?? {};
        await prepare.prepare({ uniqueId, deviceType: 'BEACON', values, before: { interval, txPower } });
      }
    },
    { ids: uniqueIds, values: VALUES },
  );
}

function otherBeacons(page: Page, count: number): Promise<string[]> {
  return page.evaluate((most) => {
    const { devices } = document.querySelector<App>('fk-app')!.account.devices.list.value;
    return devices!
      .filter(({ deviceType, access, pending }) => deviceType === 'BEACON' && access === 'OWNER' && pending === null)
      .slice(20, 20 + most)
      .map(({ uniqueId }) => uniqueId);
  }, count);
}

async function write(page: Page, uniqueId: string, picked: string): Promise<void> {
  await goTo(page, `/run/${uniqueId}`);
  await page.getByRole('button', { name: runActionWords.connect, exact: true }).click();
  await page.locator(`practice-chooser .beacon[data-id="${picked}"]`).click();
  await runEnded(page);
}

async function choose(page: Page, count: number): Promise<void> {
  await goTo(page, '/devices');
  await page.getByRole('button', { name: deviceListStrings.choose, exact: true }).click();
  const boxes = page.locator('fk-device-window input[type="checkbox"]');
  for (let at = 0; at < count; at += 1) await boxes.nth(at + 1).click();
  // Each page of chosen devices is then shown with this choice.
  await page.getByRole('button', { name: listOptionStrings.actions.configure, exact: true }).click();
  await page.waitForURL('**/configure');
}
