/**
 * A person with a phone on a job: follows the app's order, sometimes picks the wrong row, parks what fails, and returns
 * to it at the end.
 */
import type { Page } from 'playwright-core';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';
import { shownRun, runOver } from '../support/journey.ts';
import type { EmulatedRadio } from '../support/peripheral.ts';
import { until } from '../support/until.ts';
import type { World } from './world.ts';

const { connect, connectAgain, pickAgain, reconnect, readReceipt, stopWaiting, fetchPackage } = runActionWords;
const RADIO: readonly string[] = [connect, connectAgain, pickAgain, reconnect, readReceipt, stopWaiting];
/** Maximum number of presses at one visit of a beacon. After that the person parks it. */
const PRESSES = 5;

export interface WalkerParts {
  readonly page: Page;
  readonly emulatedRadio: EmulatedRadio;
  readonly world: World;
  /** With a network a new package can be fetched at the beacon. */
  readonly isOnline: boolean;
  /** By intended beacon: the beacon that is picked at the first try instead. Each entry is removed when it is used. */
  readonly wrongPicks: Map<string, string>;
  readonly finding: (what: string) => void;
}

export interface Walked {
  /** In the order in which the app led. */
  readonly visits: readonly string[];
  /** Beacons that were visited again at the end and are still not done, with the screen's last text. */
  readonly left: readonly string[];
}

/** Works until the app shows no beacon, or only those that were visited again in vain. */
export async function walk({
  page,
  emulatedRadio,
  world,
  isOnline,
  wrongPicks,
  finding,
}: WalkerParts): Promise<Walked> {
  const visits: string[] = [];
  const comeBack = new Set<string>();
  const left = new Set<string>();
  const run = page.locator('fk-job-run-page .work');
  const nobody = page.locator('fk-job-run-page fk-foot');

  async function shown(): Promise<string | null> {
    await run.or(nobody).first().waitFor();
    if ((await nobody.count()) > 0) return null;
    return page
      .locator('fk-job-run-page .who fk-id')
      .evaluate((element: HTMLElement & { value: string }) => element.value);
  }

  /** Returns the beacon on the screen once the run has stopped, with its button and text. */
  async function readScreen(): Promise<{ id: string | null; action: string; says: string }> {
    await runOver(page);
    for (;;) {
      const id = await shown();
      if (id === null) return { id, action: '', says: '' };
      // The next beacon may replace this one while it is being read.
      await run.locator('.sheet:not(.live)').or(nobody).first().waitFor();
      if ((await nobody.count()) > 0) continue;
      const { action, says, track } = await shownRun(page, 'fk-job-run-page');
      // Waits without a press: the next beacon appears by itself when this one's receipt is saved.
      if (track.includes('Receipt saved')) await until(async () => (await shown()) !== id);
      else if ((await shown()) === id && action !== '') return { id, action, says };
    }
  }

  async function press(id: string, action: string): Promise<void> {
    const wrong = wrongPicks.get(id);
    const before = emulatedRadio.prompts.length;
    emulatedRadio.hand = { pick: world.beacons.get(wrong ?? id)!.address };
    await run.getByRole('button', { name: action, exact: true }).click();
    await runOver(page);
    if (emulatedRadio.prompts.length > before) wrongPicks.delete(id);
  }

  /** True when the screen says that the beacon is parked, as after an earlier walk. */
  async function isParked(): Promise<boolean> {
    return (await run.getByText(jobStrings.task.marks.parked, { exact: true }).count()) > 0;
  }

  /** Parks the beacon. Returns false if it was parked before. */
  async function park(id: string): Promise<boolean> {
    const button = page.getByRole('button', { name: jobStrings.task.markAs.parked, exact: true });
    if ((await button.count()) === 0) return false;
    await button.click();
    await until(async () => (await shown()) !== id);
    return true;
  }

  for (let at = await readScreen(); at.id !== null; at = await readScreen()) {
    const { id } = at;
    visits.push(id);
    let { action, says } = at;
    for (let presses = 0; presses < PRESSES; presses += 1) {
      if (RADIO.includes(action)) await press(id, action);
      else if (action === fetchPackage && isOnline)
        await run.getByRole('button', { name: action, exact: true }).click();
      else break;
      const then = await readScreen();
      if (then.id !== id) break;
      ({ action, says } = then);
    }
    if ((await shown()) !== id) continue;
    if (await park(id)) comeBack.add(id);
    else {
      if (!comeBack.has(id) && !(await isParked()))
        finding(`${id} can neither be done nor parked: "${says}" (${action})`);
      left.add(`${id}: "${says}" (${action})`);
      break;
    }
  }
  return { visits, left: [...left] };
}
