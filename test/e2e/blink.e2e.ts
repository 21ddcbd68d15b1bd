/**
 * Blinking on site in the built app: identify packets are downloaded with the package, and written offline before the
 * configuration.
 */
import { expect, it } from 'vitest';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { browser, button, encrypts, hung, inCommandPlace, nextId, page, state } from '../support/command-journey.ts';
import { soon } from '../support/devices-place.ts';
import { goTo, prepare, trackTo, trackWords } from '../support/journey.ts';

inCommandPlace();

const text = jobStrings.run;

async function makeJob(uniqueId: string): Promise<string> {
  return page.evaluate(async (id) => {
    const { account } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!;
    const jobs = await account.jobs();
    const task = { uniqueId: id, deviceType: 'BEACON', place: 'Room 1', values: { interval: 1234 }, note: '' };
    return (await jobs.create({ name: 'East wing', site: '', tasks: [task] })).id;
  }, uniqueId);
}

async function openSheet(): Promise<void> {
  await button(text.more).click();
  await page.locator('fk-task-run .blink').waitFor();
}

it('a job makes a beacon blink twice without a network, configures the beacon, and explains why it cannot blink again', async () => {
  const id = nextId();
  await prepare(page, id, { interval: 1234 });
  expect((await encrypts()).map(({ query }) => [query['uniqueId'], query['command']])).toEqual([
    [id, 'BLINK_10S'],
    [id, 'BLINK_10S'],
  ]);
  const jobId = await makeJob(id);
  const beacon = await hung(id);
  await goTo(page, `/jobs/${jobId}/run`);
  await browser.context.setOffline(true);
  try {
    await openSheet();
    const tokens: number[] = [];
    for (const left of [2, 1]) {
      await button(text.blink.button(left)).click();
      await soon(() => state(beacon).commands).toHaveLength(3 - left);
      await button(text.blink.button(left - 1)).waitFor();
      await page.getByText(text.blink.sent).waitFor();
      tokens.push(state(beacon).lastToken);
    }
    expect(state(beacon).commands).toEqual(['BLINK_10S', 'BLINK_10S']);
    expect(state(beacon).applied).toEqual([]);
    await page.getByText(text.blink.whyNot.used).waitFor();
    expect(await button(text.blink.button(0)).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');

    await button('Connect').click();
    await soon(() => state(beacon).applied).toHaveLength(1);
    tokens.push(...state(beacon).applied);
    expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
    expect(new Set(tokens).size).toBe(3);
    expect(state(beacon).values).toMatchObject({ interval: 1234 });
    await page.getByText(text.receiptOf(id)).waitFor();
  } finally {
    await browser.context.setOffline(false);
  }
});

it('a job offers none of the remaining blink packets after a beacon was configured', async () => {
  const id = nextId();
  await prepare(page, id, { interval: 1234 });
  const jobId = await makeJob(id);
  const beacon = await hung(id);
  await goTo(page, `/jobs/${jobId}/run?beacon=${id}`);
  await button('Connect').click();
  // The page then goes on to the next beacon by itself.
  await page.getByText(text.receiptOf(id)).waitFor();
  await goTo(page, `/jobs/${jobId}/run?beacon=${id}`);
  await soon(() => trackWords(page)).toEqual(trackTo('Verified'));
  await openSheet();
  await page.getByText(text.blink.whyNot.written).waitFor();
  expect(await button(text.blink.button(0)).isDisabled()).toBe(true);
  expect(state(beacon).commands).toEqual([]);
});
