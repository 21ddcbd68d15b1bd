/**
 * The walks of an installer with a phone. They use practice, whose chooser is part of the page, so that each pick is a
 * tap.
 */
import type { Locator, Page } from 'playwright-core';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { guideStrings } from '../../src/ui/strings/guide.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { readable, runEnded, trackTo, trackWords } from '../support/journey.ts';
import { until } from '../support/until.ts';
import type { Hands } from './hands.ts';

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const { lessons } = guideStrings;
const { connect, connectAgain, pickAgain, reconnect, readReceipt } = runActionWords;
/** Labels of the big button while the beacon can be written. */
const RADIO: readonly string[] = [connect, connectAgain, pickAgain, reconnect, readReceipt];
/** Presses at one beacon after which a walk is considered lost. */
const MAX_PRESSES = 8;

/**
 * How long a person looks at the next beacon before pressing: the page ignores a tap that was meant for the previous
 * one.
 */
const SETTLE_MS = 800;

/** From the first load to a change that the backend has verified. */
export async function firstVerified(hands: Hands, origin: string): Promise<void> {
  const { page } = hands;
  await page.goto(origin);
  await hands.press(button(page, welcomeStrings.practise));
  await hands.press(page.locator('fk-guide-page label').filter({ hasText: guideStrings.ranges.near }));
  await hands.press(button(page, guideStrings.steps.prepare));
  await hands.press(page.getByRole('link', { name: guideStrings.write, exact: true }));
  await hands.press(button(page, connect));
  await hands.press(page.locator('practice-chooser .beacon').first());
  await runEnded(page);
  await until(async () => (await trackWords(page)).join() === trackTo('Verified').join());
}

/** Plans and prepares the practice job: twelve beacons, some with faults. This is desk work and is not counted. */
export async function prepareJob(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await button(page, welcomeStrings.practise).click();
  await button(page, guideStrings.job.start).click();
  await button(page, bulkStrings.prepare(12)).click();
  await button(page, jobStrings.job.gate).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Goes from the prepared job to its first beacon. */
export async function startJob({ page, press }: Hands): Promise<void> {
  await press(page.getByRole('link', { name: jobStrings.job.go, exact: true }));
}

/** Opens the app as from its icon and continues the job. */
export async function continueJob(hands: Hands, origin: string): Promise<void> {
  await hands.page.goto(origin);
  await hands.press(hands.page.locator('fk-continue-job a'));
}

const run = (page: Page): Locator => page.locator('fk-job-run-page .work');

/** Returns the beacon that the job shows; null when none is left. */
export async function beaconShown(page: Page): Promise<string | null> {
  const nobody = page.locator('fk-job-run-page fk-foot');
  await run(page).or(nobody).first().waitFor();
  if ((await nobody.count()) > 0) return null;
  return page
    .locator('fk-job-run-page .who fk-id')
    .evaluate((element: HTMLElement & { value: string }) => element.value);
}

/** Presses the big button, and picks the beacon if the chooser opens. */
export async function pickBeacon(hands: Hands, uniqueId: string, action: string = connect): Promise<void> {
  const { page } = hands;
  const live = run(page).locator('.sheet.live');
  const chosen = page.locator(`practice-chooser .beacon[data-id="${uniqueId}"]`);
  await hands.press(run(page).getByRole('button', { name: action, exact: true }));
  await live.or(chosen).first().waitFor();
  await until(async () => (await chosen.isVisible()) || (await live.count()) === 0, 'a chooser, or an end of the run');
  if (await chosen.isVisible()) await hands.press(chosen);
}

/** Like `pickBeacon`; resolves when no operation is in progress. */
async function writeBeacon(hands: Hands, uniqueId: string, action: string): Promise<void> {
  const { page } = hands;
  const live = run(page).locator('.sheet.live');
  const chosen = page.locator('practice-chooser .beacon').first();
  await pickBeacon(hands, uniqueId, action);
  await until(async () => (await chosen.count()) === 0 && (await live.count()) === 0, 'an end of the run');
}

async function bigButton(page: Page): Promise<string> {
  const act = run(page).locator('.actions > fk-button').first();
  await act.waitFor();
  return ((await act.textContent()) ?? '').replace(/\s+/g, ' ').trim();
}

/** Completes the job: writes, tries again, parks what is locked and skips beacons whose note says so. */
export async function walkJob(
  hands: Hands,
  { stopBefore }: { readonly stopBefore?: (uniqueId: string, note: string) => boolean } = {},
): Promise<void> {
  const { page } = hands;
  const parked = new Set<string>();
  for (;;) {
    const id = await beaconShown(page);
    if (id === null) return;
    const note = await readable(page.locator('fk-job-run-page'));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    if (stopBefore?.(id, note) === true) return;
    const mark = async (kind: 'parked' | 'skipped'): Promise<void> =>
      hands.press(button(page, new RegExp(`^${jobStrings.task.markAs[kind]}`)).first());
    for (let presses = 0; (await beaconShown(page)) === id; presses += 1) {
      if (presses > MAX_PRESSES) throw new Error(`the walk does not get on at ${id}: ${note}`);
      if (note.includes(lessons.skip)) await mark('skipped');
      else if (note.includes(lessons.locked) && presses > 0 && !parked.has(id)) {
        parked.add(id);
        await mark('parked');
      } else {
        const action = await bigButton(page);
        if (RADIO.includes(action)) await writeBeacon(hands, id, action);
      }
      await settled(page, id);
    }
  }
}

/** Waits for the next beacon, or for a message about this one's fault. */
async function settled(page: Page, id: string): Promise<void> {
  await until(
    async () =>
      (await beaconShown(page)) !== id ||
      (await run(page)
        .locator('.say')
        .evaluate((element) => element.childElementCount > 0)),
    `the next beacon after ${id}`,
  );
}

/** Waits until all receipts are at the backend, without pressing anything. */
export async function delivered(page: Page): Promise<void> {
  await until(
    () =>
      page.evaluate(() => {
        const { outbox } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!.account;
        return outbox.state.value.receipts.every(({ state }) => state !== 'waiting');
      }),
    'the receipts at the backend',
  );
}
