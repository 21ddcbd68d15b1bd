/**
 * After a reload or without disk space: each unfinished beacon is completed and nothing is lost.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CDPSession, Page } from 'playwright-core';
import type { SandboxControl } from '../support/app-server.ts';
import {
  OWNER_KEY,
  QUICK,
  counterWords,
  goTo,
  openOutbox,
  openRun,
  shownRun,
  runOnce,
  saveSettings,
  sendWhatWaits,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import type { SharedBrowser, SharedServer } from '../support/shared-browser.ts';
import type { EmulatedRadio } from '../support/peripheral.ts';
import { interruptedRuns, type Prepared } from '../support/cut-off.ts';
import { openKeeper, openStage, type Stage } from '../support/stage.ts';
import { storedReceipts } from '../support/stored-rows.ts';
import { sampled } from '../support/sampled.ts';
import { tokenKinds } from '../support/with-token.ts';

let stage: Stage;
let server: SharedServer;
let browser: SharedBrowser;
let emulatedRadio: EmulatedRadio;
let sandbox: SandboxControl;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  ({ server, browser, emulatedRadio, sandbox, page } = stage);
  await saveSettings(page, QUICK);
  await openKeeper(stage);
});
afterAll(() => stage.close());
afterEach(() => {
  emulatedRadio.onOperation = null;
});

const WRITING_INTERRUPTED =
  'Writing was interrupted, and an answer may be lost. Reconnect to the same beacon to check.';
const { prepared, reloadDuring, reload, reopenFromList, continueRun, verified } = interruptedRuns(() => stage);

const RELOADS = [
  [
    'while connecting',
    'connect',
    [{ name: 'connectHangs' }],
    'Nothing was written yet. Start when you are next to the beacon.',
    'Connect',
    trackTo('Downloaded'),
    1,
  ],
  [
    'during a write that never arrived',
    'write',
    [{ name: 'hang', operation: 'write', effect: false }],
    WRITING_INTERRUPTED,
    'Reconnect and check',
    [...trackTo('Downloaded'), 'Written: uncertain'],
    2,
  ],
  [
    'during a write that took effect',
    'write',
    [{ name: 'hang', operation: 'write' }],
    WRITING_INTERRUPTED,
    'Reconnect and check',
    [...trackTo('Downloaded'), 'Written: uncertain'],
    1,
  ],
  [
    'before the response was read',
    'readResponse',
    [{ name: 'hang', operation: 'readResponse', effect: false }],
    'Written, but the receipt has not been read. Reconnect to the same beacon and read it.',
    'Read the receipt',
    trackTo('Written'),
    1,
  ],
] as const;

describe.each(tokenKinds('reloads'))('a reload during a run, %s,', (_, tokenReadable) => {
  it.each(sampled('reloads', RELOADS, 2))(
    '%s, leads back to the beacon, and the package takes effect once',
    async (_when, operation, faults, says, action, track, writes) => {
      const one = await prepared({ tokenReadable });
      await reloadDuring(one, operation, ...faults);
      const shown = await reopenFromList(one);
      expect(shown).toMatchObject({ says, action, track });
      await continueRun(shown, one.beacon);
      await verified(one);
      expect(emulatedRadio.counts(one.beacon.address)).toMatchObject({ write: writes, readToken: 0 });
    },
  );
});

describe('a run after a reload where the system keeps the link of the previous page', () => {
  /** As BlueZ does. */
  const CLOSES_AFTER_MS = 800;

  it('waits until that link is closed, so that it does not drop for a person who continues at once', async () => {
    await setPause(1200);
    emulatedRadio.closeMs = CLOSES_AFTER_MS;
    try {
      const one = await prepared();
      await reloadDuring(one, 'poll', { name: 'slow', ms: 600, operation: 'poll', times: 2 });
      await continueRun(await reopenFromList(one), one.beacon);
      await verified(one);
      expect(emulatedRadio.counts(one.beacon.address)).toMatchObject({ connect: 2, write: 1 });
    } finally {
      emulatedRadio.closeMs = 0;
      await setPause(0);
    }
  });

  async function setPause(ms: number): Promise<void> {
    // The form is collapsed on a newly opened page.
    await goTo(page, '/run');
    await saveSettings(page, { 'timing.reconnectAfterMs': String(ms) });
  }
});

describe('a reload after the receipt is stored', () => {
  it('delivers the receipt once', async () => {
    const one = await prepared();
    await sandbox.setFaults({ name: 'slow', ms: 800, match: { method: 'POST', path: '/device/update' }, times: 1 });
    await openRun(page, one.id);
    await runOnce(page, emulatedRadio, one.beacon.address);
    expect(await storedReceipts(page, one.id)).toHaveLength(1);
    await reload();
    await verified(one);
    const { posts, repeats } = (await sandbox.devices(one.id))[one.id]!;
    expect([posts, repeats]).toEqual([1 + repeats, repeats]);
    expect(repeats).toBeLessThanOrEqual(1);
  });
});

describe('the disk of the phone', () => {
  let session: CDPSession;
  beforeAll(async () => {
    session = await browser.pageSession(page);
  });
  afterEach(async () => {
    await full(false);
    await breakSecondCopy(false);
    await sandbox.setFaults();
  });

  async function full(isFull: boolean): Promise<void> {
    await session.send('Storage.overrideQuotaForOrigin', {
      origin: server.origin,
      ...(isFull ? { quotaSize: 1 } : {}),
    });
  }

  it('is full before the beacon is connected, and the run stops without harm', async () => {
    const one = await prepared();
    await openRun(page, one.id);
    await full(true);
    const shown = await runOnce(page, emulatedRadio, one.beacon.address);
    expect(shown).toMatchObject({
      says: 'There is not enough space on this laptop for a receipt, so the run stopped. Nothing was written.',
      action: 'See storage',
      track: trackTo('Downloaded'),
    });
    expect(emulatedRadio.counts(one.beacon.address)).toMatchObject({ connect: 0, write: 0 });
    await full(false);
    await page.getByRole('link', { name: 'See storage' }).click();
    await openRun(page, one.id);
    await runOnce(page, emulatedRadio, one.beacon.address);
    await verified(one);
  });

  it('fills up during the run, for which space for both copies is already reserved', async () => {
    const one = await prepared();
    await sandbox.setFaults({ name: 'offline' });
    await openRun(page, one.id);
    emulatedRadio.onOperation = (_address, operation) => (operation === 'readResponse' ? full(true) : undefined);
    expect(await runOnce(page, emulatedRadio, one.beacon.address)).toMatchObject({ track: trackTo('Receipt saved') });
    expect(await storedReceipts(page, one.id)).toMatchObject([{ state: 'waiting', mirrored: true }]);
    await full(false);
    await deliver(one);
  });

  it('has no space for the second copy at first, and that space is reserved before the beacon is connected', async () => {
    const one = await prepared();
    await openRun(page, one.id);
    await breakSecondCopy(true);
    const stopped = await runOnce(page, emulatedRadio, one.beacon.address);
    expect(stopped).toMatchObject({
      says: 'Progress could not be saved on this laptop, so the run stopped. Nothing was written.',
      action: 'Connect again',
    });
    expect(emulatedRadio.counts(one.beacon.address).connect).toBe(0);
    expect(await continueRun(stopped, one.beacon)).toMatchObject({ says: stopped.says });
    expect(emulatedRadio.counts(one.beacon.address).connect).toBe(0);
    await breakSecondCopy(false);
    await continueRun(stopped, one.beacon);
    await verified(one);
    expect((await storedReceipts(page, one.id)).map(({ mirrored }) => mirrored)).toEqual([true]);
  });

  it('loses the second copy during the run, and the screen asks to stay, export, and save again', async () => {
    const one = await prepared();
    await sandbox.setFaults({ name: 'offline' });
    await openRun(page, one.id);
    emulatedRadio.onOperation = (_address, operation) =>
      operation === 'readResponse' ? breakSecondCopy(true) : undefined;
    emulatedRadio.hand = { pick: one.beacon.address };
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Stay on this screen').waitFor();
    const shown = await shownRun(page);
    expect(shown).toMatchObject({
      action: 'Save again',
      says: 'One copy of the receipt is saved, but the second is missing. Do not close the app.',
    });
    expect(shown.track).not.toContain('Receipt saved');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export the receipt as a file' }).click();
    const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
      receipts: { responseBase64: string }[];
    };
    const [stored] = await storedReceipts(page, one.id);
    expect(stored).toMatchObject({ mirrored: false, state: 'waiting' });
    expect(file.receipts.map(({ responseBase64 }) => responseBase64)).toEqual([stored!.responseBase64]);
    expect(JSON.stringify(file)).not.toContain(OWNER_KEY);

    await breakSecondCopy(false);
    await page.getByRole('button', { name: 'Save again' }).click();
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Receipt saved'));
    expect(await storedReceipts(page, one.id)).toMatchObject([{ mirrored: true }]);
    await deliver(one);
  });

  async function deliver(one: Prepared): Promise<void> {
    await expect.poll(() => counterWords(page)).toBe('1 receipt not delivered yet');
    await sandbox.setFaults();
    await openOutbox(page);
    await sendWhatWaits(page);
    await openRun(page, one.id);
    await verified(one);
  }

  /** Sets whether every flush fails in the worker that stores the second copies. */
  async function breakSecondCopy(isBroken: boolean): Promise<void> {
    const worker = page.workers().find((candidate) => candidate.url().includes('mirror-worker'));
    await worker?.evaluate((broken) => {
      const here = globalThis as unknown as { soundFlush?: unknown };
      const file = FileSystemSyncAccessHandle.prototype as unknown as Record<'flush', unknown>;
      here.soundFlush ??= file.flush;
      const fail = (): never => {
        throw new DOMException('broken', 'InvalidStateError');
      };
      file.flush = broken ? fail : here.soundFlush;
    }, isBroken);
  }
});
