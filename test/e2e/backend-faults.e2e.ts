/**
 * Answers of a backend that leave a receipt on the phone: the text on screen, what is stored, what is sent again, and a
 * single effect in the end. `outbox.test.ts` has all answers.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { failureWords } from '../../src/ui/strings/failures.ts';
import type { BackendFault } from '../../src/sandbox/backend/faults.ts';
import type { SandboxControl } from '../support/app-server.ts';
import {
  FEW_WAITS,
  FLEET_IDS,
  OWNER_KEY,
  beaconNamed,
  counterWords,
  hangUp,
  openOutbox,
  openRun,
  outboxEntries,
  outboxWords,
  prepare,
  readable,
  receiptPosts,
  runOnce,
  saveSettings,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import type { EmulatedRadio, BeaconStore } from '../support/peripheral.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { importReceipts } from '../support/receipts.ts';
import { sampled } from '../support/sampled.ts';
import { storedReceipts } from '../support/stored-rows.ts';

let stage: Stage;
let beaconStore: BeaconStore;
let emulatedRadio: EmulatedRadio;
let sandbox: SandboxControl;
let page: Page;
let used = 0;

beforeAll(async () => {
  stage = await openStage();
  ({ beaconStore, emulatedRadio, sandbox, page } = stage);
  await saveSettings(page, {
    ...FEW_WAITS,
    'delivery.backoffMinMs': '100',
    'delivery.backoffMaxMs': '1000',
  });
});
afterAll(() => stage.close());
beforeEach(async () => {
  await sandbox.setFaults();
  await sandbox.setOptions({ repeatAnswer: 204 });
  await sandbox.clearLog();
  await openOutbox(page);
});

const soon = <T>(read: () => T) => expect.poll(read);
const nextIds = (count: number): string[] => FLEET_IDS.slice(used, (used += count));
const onPost = (fault: BackendFault): BackendFault => ({ ...fault, match: { method: 'POST', path: '/device/update' } });
const onlyHere = (n: number): string => (n === 1 ? '1 receipt not delivered yet' : `${n} receipts not delivered yet`);
const entry = (id: string): Promise<string> => readable(outboxEntries(page, id));

/** Expects the receipts to be delivered: one effect at the backend, none left here, and both shown. */
async function verified(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await soon(() => outboxWords(page, id)).toEqual(['Verified']);
    expect((await sandbox.devices(id))[id]).toMatchObject({
      pending: null,
      stateChanges: 1,
      values: { interval: 1234 },
    });
  }
  await soon(() => counterWords(page)).toBe('Outbox, nothing to send');
}

/** Creates the receipt of a separate run over the radio, and posts it with the current faults. */
async function runOne(): Promise<string> {
  const [id] = nextIds(1) as [string];
  const beacon = beaconNamed(id);
  await hangUp(emulatedRadio, beaconStore, beacon);
  await prepare(page, id, { interval: 1234 });
  await sandbox.clearLog();
  await openRun(page, id);
  await runOnce(page, emulatedRadio, beacon.address);
  return id;
}

describe("an answer that is missing, or not the backend's", () => {
  const ANSWERS = [
    [{ name: 'offline' }, failureWords.offline.says],
    [{ name: 'lost' }, failureWords.offline.says],
    [{ name: 'captivePortal' }, failureWords.portal.says],
    [{ name: 'redirect' }, failureWords.portal.says],
    [{ name: 'status', status: 503 }, failureWords.server.says],
    [{ name: 'status', status: 503, retryAfter: 'seconds', seconds: 1 }, failureWords.server.says],
    [{ name: 'status', status: 408 }, failureWords.server.says],
    [{ name: 'truncated' }, failureWords.unreadable.says],
    [{ name: 'notJson' }, failureWords.portal.says],
  ] as const;

  it.each(sampled('no answer', ANSWERS, 1))(
    'leaves the receipt on the phone, which sends it again: %j',
    expectStoredAndRetried,
  );

  async function expectStoredAndRetried(fault: BackendFault, words: string): Promise<void> {
    const [id] = nextIds(1) as [string];
    await sandbox.setFaults(onPost(fault));
    await importReceipts(page, sandbox, id);
    await soon(() => entry(id)).toContain(words);
    // It continues automatically while the fault lasts, and shows no result meanwhile.
    await soon(() => receiptPosts(sandbox)).toBeGreaterThanOrEqual(2);
    await expect.poll(() => outboxWords(page, id)).toEqual(['Receipt saved']);
    expect(await counterWords(page)).toBe(onlyHere(1));
    await sandbox.setFaults();
    await verified(id);
    expect(await storedReceipts(page, id)).toHaveLength(1);
  }
});

describe('a post that took effect but whose answer was lost', () => {
  it.each(sampled('repeats accepted', [204, 200] as const, 1))(
    'is repeated, and a repeat that is answered %i is shown with its true result',
    async (repeatAnswer) => {
      await sandbox.setOptions({ repeatAnswer });
      await sandbox.setFaults(onPost({ name: 'lost', times: 1 }));
      const id = await runOne();
      await soon(() => trackWords(page)).toEqual(trackTo('Verified'));
      await openOutbox(page);
      await verified(id);
      expect((await sandbox.devices(id))[id]).toMatchObject({ posts: 2, repeats: 1, stateChanges: 1 });
    },
  );
});

describe('an answer 401', () => {
  it('pauses the queue, keeps every receipt, asks for the key, and continues with it', async () => {
    const ids = nextIds(2);
    await sandbox.setFaults(onPost({ name: 'status', status: 401 }));
    await importReceipts(page, sandbox, ...ids);
    await page.getByText('2 receipts wait for your key. The backend did not accept your key.').waitFor();
    expect(await counterWords(page)).toBe('2 receipts wait for your key');
    expect(await receiptPosts(sandbox)).toBe(1);
    await soon(() => page.getByRole('button', { name: 'Send now', exact: true }).isDisabled()).toBe(true);

    // Another key has to be checked before anything is sent with it; this one is refused, and the queue is unchanged.
    await useKey('another-key');
    await page.getByRole('button', { name: 'A new key for', exact: false }).click();
    await page.getByText('The backend does not accept this key, so nothing was opened.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('2 receipts wait for your key. The backend did not accept your key.').waitFor();
    for (const id of ids) await expect.poll(() => outboxWords(page, id)).toEqual(['Receipt saved']);
    expect(await receiptPosts(sandbox)).toBe(1);

    await sandbox.setFaults();
    await giveTheKey(OWNER_KEY);
    await verified(...ids);
  });

  async function useKey(key: string): Promise<void> {
    await page.locator('main').getByRole('button', { name: 'Enter key', exact: true }).click();
    await page.getByLabel('API key', { exact: true }).fill(key);
    await page.getByRole('button', { name: 'Use this key' }).click();
  }

  async function giveTheKey(key: string): Promise<void> {
    await useKey(key);
    await page.getByRole('button', { name: 'Not now' }).click();
  }
});
