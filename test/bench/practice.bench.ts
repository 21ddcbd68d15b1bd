/**
 * The practice job of a newcomer, from the first screen to the last of its twelve beacons, with two seconds for each
 * tap: the number of taps and the time.
 */
import type { Locator, Page } from 'playwright-core';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { guideStrings } from '../../src/ui/strings/guide.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { practiceStrings } from '../../src/ui/strings/practice.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { readable, shownRun, runOver } from '../support/journey.ts';
import { until } from '../support/until.ts';
import { sized, type Bench, type Figure } from './figure.ts';

const BEACONS = 12;
/** Time that a person looks before each tap. */
const PACE_MS = sized(2000, 0);
/** The page ignores a mark in the first 0.7 s of a beacon: such a tap was meant for the beacon before. */
const MARK_PACE_MS = Math.max(PACE_MS, 1000);
const GOAL_MINUTES = 5;
/** Taps at one beacon; with more, the person counts as stuck. */
const MAX_TAPS = 12;

export const bench: Bench = { title: `The practice job of ${BEACONS} beacons at a person's pace`, run };

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  // Practice needs nothing from the machine.
  const browser = await launchBrowser({ flags: ['--disable-blink-features=WebBluetooth'] });
  try {
    const page = await browser.newPage();
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await page.setViewportSize({ width: 390, height: 844 });
    const hand = personAt(page);
    await page.goto(server.origin);
    const steps = await hand.timed(() => threeSteps(page, hand));
    const job = await hand.timed(() => wholeJob(page, hand, say));
    const counts = await readable(page.locator('fk-job-page fk-job-counts'));
    return [
      { name: 'three steps with the first beacon', value: steps.minutes, unit: 'min', detail: `${steps.taps} taps` },
      {
        name: `the job of ${BEACONS}`,
        value: job.minutes,
        unit: 'min',
        goal: GOAL_MINUTES,
        detail: `${job.taps} taps, ${hand.typed()} ids typed; at the end: ${counts}`,
      },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

interface Hand {
  tap(target: Locator, paceMs?: number): Promise<void>;
  /** Picks the beacon in the page's own chooser, and types its ID if it is not listed. */
  pick(uniqueId: string): Promise<void>;
  typed(): number;
  timed(work: () => Promise<void>): Promise<{ readonly minutes: number; readonly taps: number }>;
}

function personAt(page: Page): Hand {
  let taps = 0;
  let typed = 0;
  async function tap(target: Locator, paceMs = PACE_MS): Promise<void> {
    await target.waitFor();
    await new Promise((resolve) => setTimeout(resolve, paceMs));
    await target.click();
    taps += 1;
  }
  return {
    tap,
    async pick(uniqueId) {
      const chooser = page.getByRole('dialog', { name: practiceStrings.chooser.heading });
      await chooser.waitFor();
      const row = chooser.getByRole('button', { name: practiceStrings.chooser.printed(uniqueId) });
      if ((await row.count()) === 0) {
        typed += 1;
        await chooser.getByLabel(practiceStrings.chooser.bring).fill(uniqueId);
        await tap(chooser.getByRole('button', { name: practiceStrings.chooser.bringAction, exact: true }));
      } else await tap(row);
    },
    typed: () => typed,
    async timed(work) {
      const before = taps;
      const beganMs = performance.now();
      await work();
      return { minutes: (performance.now() - beganMs) / 60_000, taps: taps - before };
    },
  };
}

/** From the first screen to the offer of the job. */
async function threeSteps(page: Page, { tap, pick }: Hand): Promise<void> {
  await tap(page.getByRole('button', { name: 'Practice in the sandbox' }));
  const guide = page.locator('fk-guide-page');
  await tap(guide.locator('label:has(input:not([disabled]))').first());
  await tap(guide.getByRole('button', { name: guideStrings.steps.prepare, exact: true }));
  await tap(guide.getByRole('link', { name: guideStrings.write, exact: true }));
  await tap(page.getByRole('button', { name: runActionWords.connect, exact: true }));
  await pick(await page.locator('fk-run-page').evaluate((run: HTMLElement & { uniqueId: string }) => run.uniqueId));
  await runOver(page);
  await tap(
    page.locator('fk-run-page .actions > fk-button.act, fk-run-page .actions > fk-button[variant="primary"]').first(),
  );
  await guide.getByRole('button', { name: guideStrings.drop, exact: true }).waitFor();
}

async function wholeJob(page: Page, { tap, pick }: Hand, print: (line: string) => void): Promise<void> {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  await tap(button(guideStrings.job.start));
  await tap(button(bulkStrings.prepare(BEACONS)));
  await tap(button(jobStrings.job.gate));
  await tap(page.getByRole('link', { name: jobStrings.job.go, exact: true }));
  const task = page.locator('fk-job-run-page .work');
  const nobody = page.locator('fk-job-run-page fk-foot');
  const shown = async (): Promise<string | null> => {
    await task.or(nobody).first().waitFor();
    return (await nobody.count()) > 0
      ? null
      : page
          .locator('fk-job-run-page .who fk-id')
          .evaluate((element: HTMLElement & { value: string }) => element.value);
  };
  const visited: string[] = [];
  for (let id = await shown(); id !== null; id = await shown()) {
    const beganMs = performance.now();
    const notes = await readable(page.locator('fk-job-run-page'));
    const lesson = Object.entries(guideStrings.lessons).find(([, words]) => notes.includes(words))?.[0] ?? 'none';
    const isBack = visited.includes(id);
    visited.push(id);
    let taps = 0;
    for (; taps < MAX_TAPS && (await shown()) === id; taps += 1) {
      const isParked = lesson === 'locked' && taps > 0 && !isBack;
      if (lesson === 'skip' || isParked) {
        await tap(button(jobStrings.task.markAs[isParked ? 'parked' : 'skipped']), MARK_PACE_MS);
        await until(async () => (await shown()) !== id, `the beacon after ${id}`);
        continue;
      }
      const { action } = await shownRun(page, 'fk-job-run-page');
      // Its receipt is stored, and the next beacon is shown automatically.
      if (action === '' || action === runActionWords.nextBeacon) {
        await page.waitForTimeout(250);
        continue;
      }
      await tap(task.locator('.actions').getByRole('button', { name: action, exact: true }));
      const chooser = page.getByRole('dialog', { name: practiceStrings.chooser.heading });
      // No chooser opens when the beacon is at hand.
      if (
        await chooser.waitFor({ timeout: 1500 }).then(
          () => true,
          () => false,
        )
      )
        await pick(id);
      await runOver(page);
    }
    print(`  ${id} (${lesson}): ${((performance.now() - beganMs) / 1000).toFixed(1)} s, ${taps} rounds`);
    if ((await shown()) === id) throw new Error(`stuck at ${id}: ${await readable(task)}`);
    if (visited.length > 3 * BEACONS) throw new Error('led round and round');
  }
  await tap(page.getByRole('link', { name: jobStrings.run.toJob, exact: true }));
  await page.locator('fk-job-page').waitFor();
}
