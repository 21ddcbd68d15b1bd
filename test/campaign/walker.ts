/** A person with a phone on a job: goes to whom the app shows, picks the wrong row now and then, parks what does not work, and comes back to it at the end. */
import type { Page } from 'playwright-core';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';
import { shownRun, runOver } from '../support/journey.ts';
import type { EmulatedRadio } from '../support/peripheral.ts';
import { until } from '../support/until.ts';
import type { World } from './world.ts';

const { connect, connectAgain, pickAgain, reconnect, readReceipt, stopWaiting, fetchPackage } = runActionWords;
const RADIO: readonly string[] = [connect, connectAgain, pickAgain, reconnect, readReceipt, stopWaiting];
/** At one visit of one beacon; more, and the person goes on. */
const PRESSES = 5;

export interface WalkerParts {
  readonly page: Page;
  readonly emulatedRadio: EmulatedRadio;
  readonly world: World;
  /** With a network a new package can be fetched at the beacon. */
  readonly isOnline: boolean;
  /** By the beacon that is meant, the one that is picked in its place at the first try. Used up as it happens. */
  readonly wrongPicks: Map<string, string>;
  readonly finding: (what: string) => void;
}

export interface Walked {
  /** In the order in which the app led. */
  readonly visits: readonly string[];
  /** Gone back to at the end, and still not done, with what the screen said last. */
  readonly left: readonly string[];
}

/** Until the app shows nobody any more, or only such that were come back to in vain. */
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
  const run = page.locator('fk-task-run');
  const nobody = page.getByText(jobStrings.run.allDone);

  async function shown(): Promise<string | null> {
    await run.or(nobody).first().waitFor();
    if ((await nobody.count()) > 0) return null;
    return run.evaluate((element: HTMLElement & { uniqueId: string }) => element.uniqueId);
  }

  /** Whom the screen shows once nothing goes on, and what it says of them. */
  async function look(): Promise<{ id: string | null; action: string; says: string }> {
    await runOver(page);
    for (;;) {
      const id = await shown();
      if (id === null) return { id, action: '', says: '' };
      // The next beacon may take this one's place while it is being read.
      await run.locator('.sheet:not(.live)').or(nobody).first().waitFor();
      if ((await nobody.count()) > 0) continue;
      const { action, says, track } = await shownRun(page, 'fk-task-run');
      // Hands off: when its receipt is here the next one comes by itself.
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

  /** Marks it and goes on; false where it was marked before. */
  async function park(id: string): Promise<boolean> {
    const button = page.getByRole('button', { name: jobStrings.task.markAs.parked, exact: true });
    if ((await button.count()) === 0) return false;
    await button.click();
    await until(async () => (await shown()) !== id);
    return true;
  }

  for (let at = await look(); at.id !== null; at = await look()) {
    const { id } = at;
    visits.push(id);
    let { action, says } = at;
    for (let presses = 0; presses < PRESSES; presses += 1) {
      if (RADIO.includes(action)) await press(id, action);
      else if (action === fetchPackage && isOnline)
        await run.getByRole('button', { name: action, exact: true }).click();
      else break;
      const then = await look();
      if (then.id !== id) break;
      ({ action, says } = then);
    }
    if ((await shown()) !== id) continue;
    if (await park(id)) comeBack.add(id);
    else {
      if (!comeBack.has(id)) finding(`${id} can neither be done nor parked: "${says}" (${action})`);
      left.add(`${id}: "${says}" (${action})`);
      break;
    }
  }
  return { visits, left: [...left] };
}
