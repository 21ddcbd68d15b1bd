/** Files of the largest allowed size in the built app: the page never freezes, and reading can be stopped. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { writeJobFile } from '../../src/domain/job/job-file.ts';
import { writeReport } from '../../src/domain/report/report-file.ts';
import { reportStrings } from '../../src/ui/strings/report.ts';
import { handOverStrings } from '../../src/ui/strings/hand-over.ts';
import { fixtureJob, fixtureTask } from '../support/job-rows.ts';
import { connectAccount, devicesRead, freshSandbox, goTo, openOutbox } from '../support/journey.ts';
import { expectNoStall } from '../support/longest-turn.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { sampled } from '../support/sampled.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';

const text = handOverStrings.take;
const folder = temporaryFolder('large-files');

let browser: SharedBrowser;
let page: Page;

beforeAll(async () => {
  const server = await shareServer();
  browser = await shareBrowser();
  page = await browser.newPage();
  await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
  await devicesRead(page);
});
afterAll(() => browser.giveBack());

const sha256 = async (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());

/** Returns a file with this number of receipts. */
function receiptsOf(count: number): string {
  const receipts = Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    uniqueId: `b${at}`,
    deviceType: 'BEACON',
    responseBase64: 'QUJDREVGR0g='.repeat(20).replaceAll('=', 'A'),
    token: at,
    result: 0,
    updatedSeconds: 1_700_000_000,
    values: { minor: at % 65_536 },
    createdAtMs: 1_700_000_000_000,
  }));
  const head = { accountId: 'other', baseUrl: 'https://a', legacyBaseUrl: 'https://a', vendor: '', keyMark: null };
  return JSON.stringify({ format: 'beacon-fieldkit-receipts', version: 1, ...head, exportedAtMs: 1, receipts });
}

async function jobFile(tasks: number, receipts: number): Promise<string> {
  const job = fixtureJob('large');
  const rows = Array.from({ length: tasks }, (_, at) =>
    fixtureTask(at, { jobId: job.id, uniqueId: `b${at}`, note: `Behind the door on the left, spot ${at}` }),
  );
  const body = { madeAtMs: 1_700_000_000_000, job, tasks: rows, packages: [], receipts: receiptsOf(receipts) };
  return writeJobFile(body, sha256);
}

function saved(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const choose = (file: string) => page.locator('input[type=file][accept*=json]').setInputFiles(file);

const JOBS = [
  ['10,000 tasks', 10_000, 0],
  ['20 MB', 20_000, 30_000],
] as const;

it.each(sampled('large jobs', JOBS, 1))(
  'the app imports a job of %s without freezing the page',
  async (_, tasks, receipts) => {
    const content = await jobFile(tasks, receipts);
    const file = saved(`job-${tasks}.json`, content);
    await goTo(page, '/jobs/take-over');
    const turnMs = await expectNoStall(browser, page, async () => {
      await choose(file);
      await page.getByText(text.holds(tasks, 0, receipts)).waitFor();
    });
    process.stdout.write(`${(content.length / 1e6).toFixed(1)} MB, longest turn ${turnMs.toFixed(0)} ms\n`);
    if (receipts > 0) return;
    const taken = await expectNoStall(browser, page, async () => {
      await page.getByRole('button', { name: text.goOther }).click();
      await page.waitForURL('**/jobs/large');
      await page.getByText('10,000 beacons').first().waitFor();
    });
    process.stdout.write(`taken over, longest turn ${taken.toFixed(0)} ms\n`);
  },
);

it('the app stops reading a large file on request, and reads another file then', async () => {
  await goTo(page, '/jobs/take-over');
  await choose(saved('job-large.json', await jobFile(20_000, 30_000)));
  await page.locator('fk-take-over-page fk-progress').getByRole('button').click();
  await page.locator('fk-take-over-page fk-progress').waitFor({ state: 'detached' });
  await choose(saved('job-small.json', await jobFile(3, 0)));
  await page.getByText(text.holds(3, 0, 0)).waitFor();
});

it('the app reads 20 MB of receipts without freezing the page', async () => {
  const content = receiptsOf(60_000);
  const file = saved('receipts.json', content);
  await openOutbox(page);
  const turnMs = await expectNoStall(browser, page, async () => {
    await choose(file);
    await page.getByRole('dialog').getByRole('button').first().waitFor();
  });
  process.stdout.write(`${(content.length / 1e6).toFixed(1)} MB, longest turn ${turnMs.toFixed(0)} ms\n`);
});

it('the app checks a report of 20 MB without freezing the page', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => ({
    uniqueId: `b${at}`,
    alias: `Door ${at}`,
    place: `Room ${at % 500}`,
    changes: [{ name: 'interval', before: '350', after: '500' }],
    times: { prepared: 1, onThisPhone: 2, written: 3, receipt: 4, sent: 5, verified: 6 },
    writes: 1,
    posts: 1,
    verdict: 'verified' as const,
    reason: '',
    note: `Behind the door on the left, spot ${at}`,
    responseBase64: null,
  }));
  const head = { job: 'Night', site: 'City hospital', person: '', appVersion: '1.0', madeAtMs: 0 };
  const { text: content } = await writeReport(head, rows, sha256);
  const file = saved('report.csv', content);
  await goTo(page, '/report-check');
  const chooseReport = () => page.locator('fk-report-check-page input[type=file]').setInputFiles(file);
  const checked = await expectNoStall(browser, page, async () => {
    await chooseReport();
    await page.getByText(reportStrings.check.whole(rows.length)).waitFor();
  });
  process.stdout.write(`${(content.length / 1e6).toFixed(1)} MB, longest turn ${checked.toFixed(0)} ms\n`);
  expect(content.length).toBeGreaterThan(19_000_000);
  // The check can be stopped.
  await chooseReport();
  await page.locator('fk-report-check-page fk-progress').getByRole('button').click();
  await page.locator('fk-report-check-page fk-progress').waitFor({ state: 'detached' });
  expect(await page.locator('fk-report-check-page fk-notice').count()).toBe(0);
});
