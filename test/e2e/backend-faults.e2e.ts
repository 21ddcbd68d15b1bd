/**
 * Every answer that a backend can give to a receipt: the text on screen, what is stored, what is sent again, and a
 * single effect in the end.
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
  goTo,
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
  sendWhatWaits,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import type { EmulatedRadio, BeaconStore } from '../support/peripheral.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { importReceipts } from '../support/receipts.ts';
import { sampled } from '../support/sampled.ts';
import { storedReceipts, storedWait } from '../support/stored-rows.ts';

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
    'delivery.rateLimitMs': '6000',
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
const onlyHere = (n: number): string => (n === 1 ? '1 receipt to send' : `${n} receipts to send`);
const entry = (id: string): Promise<string> => readable(outboxEntries(page, id));
const sends = (id: string): Promise<number> => sandbox.devices(id).then((devices) => devices[id]!.posts);

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

async function sendNow(): Promise<void> {
  await page.getByRole('button', { name: 'Send now', exact: true }).click();
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

  it.each(sampled('no answer', ANSWERS, 3))(
    'leaves the receipt on the phone, which sends it again: %j',
    expectStoredAndRetried,
  );

  it('ends the wait for the answer after the time of the setting', async () => {
    // Not for the other tests: on a busy machine a second may be too short.
    await saveSettings(page, { 'delivery.timeoutMs': '1000' });
    try {
      await openOutbox(page);
      await expectStoredAndRetried({ name: 'hang' }, failureWords.timeout.says);
    } finally {
      await saveSettings(page, { 'delivery.timeoutMs': '15000' });
    }
  });

  it('is waited for when the answer is only slow, and the receipt is sent once', async () => {
    const [id] = nextIds(1) as [string];
    await sandbox.setFaults(onPost({ name: 'slow', ms: 700, times: 1 }));
    // Watch every frame from before it begins, because the answer may arrive before a busy machine checks a second
    // time.
    const sending = outboxEntries(page, id)
      .filter({ hasText: 'Sending now' })
      .filter({ hasText: 'Receipt saved' })
      .waitFor({ timeout: 0 });
    await Promise.all([sending, importReceipts(page, sandbox, id)]);
    await verified(id);
    expect(await receiptPosts(sandbox)).toBe(1);
  });

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

  it.each(sampled('repeats refused', [409, 422, 404] as const, 1))(
    'is verified by reading when the first answer was lost and the repeat is refused with %i',
    async (repeatAnswer) => {
      await sandbox.setOptions({ repeatAnswer });
      await sandbox.setFaults(onPost({ name: 'lost', times: 1 }));
      const id = await runOne();
      await openOutbox(page);
      await verified(id);
      expect((await sandbox.devices(id))[id]).toMatchObject({ posts: 2, stateChanges: 1 });
    },
  );

  it('can be given up by the person, is not counted then, and can be taken up again', async () => {
    await sandbox.setFaults(onPost({ name: 'status', status: 403 }));
    const [id] = nextIds(1) as [string];
    await importReceipts(page, sandbox, id);
    await soon(() => outboxWords(page, id)).toEqual(['Refused']);
    await outboxEntries(page, id)
      .getByRole('button', { name: /^Set aside/ })
      .click();
    await soon(() => counterWords(page)).toBe('Outbox, nothing to send');
    expect(await entry(id)).toContain('You gave this up');
    await outboxEntries(page, id)
      .getByRole('button', { name: /^Pick up again/ })
      .click();
    await soon(() => counterWords(page)).toBe(onlyHere(1));
    await sandbox.setFaults();
    await outboxEntries(page, id)
      .getByRole('button', { name: /^Send again/ })
      .click();
    await verified(id);
  });
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

  it('that the backend sent by mistake is over when the same key is entered again', async () => {
    const [id] = nextIds(1) as [string];
    await sandbox.setFaults(onPost({ name: 'status', status: 401, times: 1 }));
    await importReceipts(page, sandbox, id);
    await page.getByText('1 receipt waits for your key.').first().waitFor();
    await giveTheKey(OWNER_KEY);
    await verified(id);
    expect(await receiptPosts(sandbox)).toBe(2);
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

describe('a refusal of the backend', () => {
  const STATUSES = [
    [403, failureWords.forbidden.says],
    [404, failureWords.notFound.says],
    [409, failureWords.conflict.says],
    [415, failureWords.mediaType.says],
    [422, failureWords.invalid.says],
    [418, failureWords.refused.says],
  ] as const;

  it.each(sampled('refusals', STATUSES, 2))(
    'with %i parks only this receipt with its reason, and the receipt can be sent again',
    async (status, words) => {
      const [refused, other] = nextIds(2) as [string, string];
      await sandbox.setFaults(onPost({ name: 'status', status, times: 1 }));
      await importReceipts(page, sandbox, refused, other);
      await soon(() => outboxWords(page, other)).toEqual(['Verified']);
      await soon(() => entry(refused)).toContain(words);
      await expect.poll(() => outboxWords(page, refused)).toEqual(['Refused']);
      expect(await counterWords(page)).toBe(onlyHere(1));
      expect((await storedReceipts(page, refused))[0]).toMatchObject({ state: 'parked', lastAnswer: { status } });
      await page.getByRole('button', { name: 'Try the refused one again' }).click();
      await verified(refused, other);
    },
  );

  it('of a first attempt is checked, because the browser itself may have made a second one', async () => {
    await sandbox.setFaults(onPost({ name: 'status', status: 422, times: 1 }));
    const id = await runOne();
    await openOutbox(page);
    await soon(() => entry(id)).toContain(failureWords.invalid.says);
    const reads = (await sandbox.log()).filter(
      ({ method, path }) => method === 'GET' && /^\/legacy\/(config|device)\?/.test(path) && path.includes(id),
    );
    expect(reads.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Try the refused one again' }).click();
    await verified(id);
  });

  it('of three devices in a row with the same status pauses the queue', async () => {
    const ids = nextIds(5);
    await sandbox.setFaults(onPost({ name: 'status', status: 403 }));
    await importReceipts(page, sandbox, ...ids);
    await page
      .getByText('The backend refused three devices in a row the same way. Check the address and the key, then resume.')
      .waitFor();
    expect(await receiptPosts(sandbox)).toBe(3);
    expect(await counterWords(page)).toBe(onlyHere(5));
    await sandbox.setFaults();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await soon(() => counterWords(page)).toBe(onlyHere(3));
    await page.getByRole('button', { name: 'Try the 3 refused ones again' }).click();
    await verified(...ids);
  });
});

describe('an answer 429', () => {
  it.each(sampled('Retry-After', ['seconds', 'date', 'joined', 'none'] as const, 1))(
    'stops sending as long as Retry-After spelled as "%s" says; a person may press once',
    async (retryAfter) => {
      const [id] = nextIds(1) as [string];
      // Long enough to be read, and for a button to be pressed, on a busy machine.
      await sandbox.setFaults(onPost({ name: 'status', status: 429, retryAfter, seconds: 6, times: 2 }));
      await importReceipts(page, sandbox, id);
      await soon(() => entry(id)).toContain(failureWords.rateLimit.says);
      const { lastAnswer, nextAtMs } = (await storedReceipts(page, id))[0]!;
      // A date has whole seconds; an unreadable value is replaced by the setting.
      expect(nextAtMs! - lastAnswer!.atMs).toBeGreaterThanOrEqual(retryAfter === 'none' ? 6000 : 5000);
      expect(nextAtMs! - lastAnswer!.atMs).toBeLessThanOrEqual(7500);
      await page.getByText(/^The backend asked to wait until /).waitFor();
      await sendNow();
      await page.getByText(/It was already tried once before that time\. Now the app waits\.$/).waitFor();
      expect(await page.getByRole('button', { name: 'Send now', exact: true }).isDisabled()).toBe(true);
      expect(await sends(id)).toBe(0);
      const wait = (await storedWait(page))!;
      await verified(id);
      const posts = (await sandbox.log()).filter(({ path }) => path.startsWith('/legacy/device/update'));
      expect(posts).toHaveLength(3);
      expect((await storedReceipts(page, id))[0]!.settledAtMs!).toBeGreaterThanOrEqual(wait.untilMs);
    },
  );
});

describe('an answer 2xx without a result for the device', () => {
  const ANSWERS = [
    { name: 'accepted' },
    { name: 'created' },
    { name: 'emptyObject' },
    { name: 'emptyList' },
    { name: 'configsNull' },
    { name: 'oddElement' },
    { name: 'errorBeside' },
    { name: 'goesOn' },
  ] as const;

  it.each(sampled('2xx', ANSWERS, 2))(
    'with %j is Sent, and Verified only when a later read shows the values',
    async (fault) => {
      const [id] = nextIds(1) as [string];
      await sandbox.setFaults(onPost({ ...fault, effect: false }));
      await importReceipts(page, sandbox, id);
      await soon(() => outboxWords(page, id)).toEqual(['Sent']);
      // It has been read by now, and was still pending.
      await soon(
        async () => (await sandbox.log()).filter(({ method, path }) => method === 'GET' && path.includes(id)).length,
      ).toBeGreaterThan(0);
      await expect.poll(() => outboxWords(page, id)).toEqual(['Sent']);
      expect(await entry(id)).not.toMatch(/Verified by|applied/);
      await sandbox.setDevice({ uniqueId: id, values: { interval: 1234 }, pending: null });
      await soon(() => outboxWords(page, id)).toEqual(['Verified']);
      expect(await receiptPosts(sandbox)).toBe(1);
    },
  );

  it('that lists the device leads to a read of the device, which is Not verified while its values are pending', async () => {
    const [id] = nextIds(1) as [string];
    await importReceiptThatIsReplaced(id);
    // The pending values are not ours.
    await soon(() => entry(id)).toContain('A newer change is pending, so this one was not verified.');
    await expect.poll(() => outboxWords(page, id)).toEqual(['Not verified']);
    expect((await sandbox.devices(id))[id]).toMatchObject({ stateChanges: 0, notVerified: 1 });
    expect((await storedReceipts(page, id))[0]).toMatchObject({ state: 'notVerified' });
    await goTo(page, '/outbox');
  });

  /** Imports a receipt whose package is outdated: somebody replaced its values before the response arrived. */
  async function importReceiptThatIsReplaced(id: string): Promise<void> {
    await sandbox.setFaults(onPost({ name: 'offline' }));
    await importReceipts(page, sandbox, id);
    await sandbox.setDevice({ uniqueId: id, pending: { interval: 2222 } });
    await sandbox.setFaults();
    await sendWhatWaits(page);
  }
});
