/**
 * Storage that the browser or the system has emptied: what is restored, what is reported and how long, and that an
 * unfinished run still leads to its receipt.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { REGISTRY_DATABASE, accountDatabase } from '../../src/names.ts';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { noticeStrings } from '../../src/ui/strings/notices.ts';
import { interruptedRuns } from '../support/cut-off.ts';
import { giveKey, toDevices } from '../support/journey.ts';
import { openKeeper, openStage, type Stage } from '../support/stage.ts';
import { storedAccounts, storedReceipts } from '../support/stored-rows.ts';

const { lost } = noticeStrings;
const welcome = welcomeStrings;

let stage: Stage;
let page: Page;
beforeEach(async () => {
  stage = await openStage();
  page = stage.page;
});
afterEach(() => stage.close());

/** Deletes these databases from a page of the origin that does not run the app; that page stays open. */
async function lose(names: readonly string[], more: 'listsToo' | 'databasesOnly' = 'databasesOnly'): Promise<void> {
  for (const other of stage.browser.context.pages())
    if (other !== page && other.url().startsWith(stage.server.origin)) await other.close();
  await page.goto(`${stage.server.origin}/manifest.webmanifest`);
  await page.evaluate(
    async ([doomed, listsToo]) => {
      for (const name of doomed)
        await new Promise((resolve, reject) =>
          Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject }),
        );
      if (listsToo) localStorage.clear();
    },
    [names, more === 'listsToo'] as const,
  );
}

/** A cold start, as after a restart of the phone. */
async function start(path: string): Promise<void> {
  await page.goto(stage.server.origin + path);
  await page.locator('fk-app h1').first().waitFor();
}
const untilShown = (words: string): Promise<void> =>
  page.locator('fk-shell-notices').getByText(words).first().waitFor();
const isShown = async (): Promise<boolean> => (await page.locator('fk-shell-notices fk-notice').count()) > 0;
const goOn = (name: string): Promise<void> => page.getByRole('button', { name: welcome.goBack(name) }).click();

describe('a lost database', () => {
  const { prepared, reloadDuring, reopenFromList, continueRun, verified } = interruptedRuns(() => stage);

  it('is reported on every page until somebody has read it, and its unfinished run leads to the receipt', async () => {
    await openKeeper(stage);
    const one = await prepared();
    await reloadDuring(one, 'readResponse', { name: 'hang', operation: 'readResponse', effect: false });
    const [account] = await storedAccounts(page);

    await lose([accountDatabase(account!.id)]);
    for (const path of ['/devices', '/outbox', '/more']) {
      await start(path);
      await untilShown(lost.emptied);
      await untilShown(lost.runs(1));
    }
    await start(`/run/${one.id}`);
    await untilShown(lost.runHere);
    await start('/devices');
    await page.getByRole('button', { name: lost.understood }).click();
    await expect.poll(isShown).toBe(false);
    await start('/devices');
    await page
      .getByRole('link', { name: /^Today/ })
      .first()
      .waitFor();
    expect(await isShown()).toBe(false);

    await continueRun(await reopenFromList(one), one.beacon);
    await expect.poll(async () => (await storedReceipts(page, one.id)).length).toBe(1);
    await giveKey(page);
    await verified(one);
    expect(stage.emulatedRadio.counts(one.beacon.address).write).toBe(1);
  });
});

describe('a lost list of accounts', () => {
  it('is restored from the databases of its accounts when the copy is gone too', async () => {
    const [account] = await storedAccounts(page);
    await lose([REGISTRY_DATABASE], 'listsToo');
    await start('/');
    await untilShown(lost.registry);
    expect(await storedAccounts(page)).toMatchObject([{ id: account!.id, baseUrl: account!.baseUrl }]);
    await goOn(account!.name);
    await toDevices(page);
    await page.getByText(/^\d+ devices$/).waitFor();
  });
});
