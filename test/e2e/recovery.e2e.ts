/**
 * After a reload, with a wrong beacon, or without disk space: each unfinished beacon is completed and nothing is lost.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CDPSession, Page } from 'playwright-core';
import { SPARES } from '../../src/domain/commands/blink.ts';
import { exchange } from '../../src/sandbox/beacon/link.ts';
import { clientOver } from '../support/sandbox-client.ts';
import type { SandboxControl } from '../support/app-server.ts';
import {
  OWNER_KEY,
  QUICK,
  beaconNamed,
  counterWords,
  goTo,
  hangUp,
  openOutbox,
  openRun,
  outboxWords,
  prepare,
  readable,
  shownRun,
  runOnce,
  saveSettings,
  sendWhatWaits,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import type { SharedBrowser, SharedServer } from '../support/shared-browser.ts';
import type { EmulatedRadio, Beacon, BeaconStore } from '../support/peripheral.ts';
import { interruptedRuns, type Prepared } from '../support/cut-off.ts';
import { openKeeper, openStage, type Stage } from '../support/stage.ts';
import { storedReceipts, storedRuns } from '../support/stored-rows.ts';
import { tokenKinds } from '../support/with-token.ts';
import { shellStrings } from '../../src/ui/strings/shell.ts';

let stage: Stage;
let server: SharedServer;
let browser: SharedBrowser;
let beaconStore: BeaconStore;
let emulatedRadio: EmulatedRadio;
let sandbox: SandboxControl;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  ({ server, browser, beaconStore, emulatedRadio, sandbox, page } = stage);
  await saveSettings(page, QUICK);
  await openKeeper(stage);
});
afterAll(() => stage.close());
afterEach(() => {
  emulatedRadio.onOperation = null;
});

const { nextId, prepared, reloadDuring, reload, reopenFromList, continueRun, verified } = interruptedRuns(() => stage);

describe.each(tokenKinds('reloads'))('a reload during a run, %s,', (_, tokenReadable) => {
  it('while connecting leaves nothing written, and the run starts again freely', async () => {
    const one = await prepared({ tokenReadable });
    await reloadDuring(one, 'connect', { name: 'connectHangs' });
    const shown = await reopenFromList(one);
    expect(shown).toMatchObject({
      says: 'Nothing was written yet. Start when you are next to the beacon.',
      action: 'Connect',
      track: trackTo('Downloaded'),
    });
    await continueRun(shown, one.beacon);
    await verified(one);
    expect(emulatedRadio.counts(one.beacon.address)).toMatchObject({ write: 1, readToken: 0 });
  });

  it.each([
    ['a write that never arrived, which is then repeated', { name: 'hang', operation: 'write', effect: false }, 2],
    ['a write that took effect, which is not repeated', { name: 'hang', operation: 'write' }, 1],
  ] as const)('interrupts %s', async (_what, broken, writes) => {
    const one = await prepared({ tokenReadable });
    await reloadDuring(one, 'write', broken);
    const shown = await reopenFromList(one);
    expect(shown).toMatchObject({
      says: 'Uncertain: writing was interrupted, and an answer may be lost. Reconnect to the same beacon to check.',
      action: 'Reconnect and check',
      track: [...trackTo('Downloaded'), 'Written: uncertain'],
    });
    await continueRun(shown, one.beacon);
    await verified(one);
    expect(emulatedRadio.counts(one.beacon.address)).toMatchObject({ write: writes, readToken: 0 });
  });

  it('while the beacon works leads to a check, not to a second write', async () => {
    const one = await prepared({ tokenReadable, processingMs: 2000 });
    await reloadDuring(one, 'poll');
    await continueRun(await reopenFromList(one), one.beacon);
    await verified(one);
    expect(emulatedRadio.counts(one.beacon.address).write).toBe(1);
  });

  it('before the response was read leads to reading it', async () => {
    const one = await prepared({ tokenReadable });
    await reloadDuring(one, 'readResponse', { name: 'hang', operation: 'readResponse', effect: false });
    const shown = await reopenFromList(one);
    expect(shown).toMatchObject({
      says: 'Written, but the receipt has not been read. Reconnect to the same beacon and read it.',
      action: 'Read the receipt',
      track: trackTo('Written'),
    });
    await continueRun(shown, one.beacon);
    await verified(one);
    expect(emulatedRadio.counts(one.beacon.address).write).toBe(1);
  });

  it('while the response was being read leaves the run Uncertain until a new package is written', async () => {
    const one = await prepared({ tokenReadable });
    await reloadDuring(one, 'readResponse', { name: 'hang', operation: 'readResponse' });
    const lost = await continueRun(await reopenFromList(one), one.beacon);
    expect(lost).toMatchObject({
      says: 'Uncertain: the beacon you picked has already taken this package or a newer one. Fetch a new package when online and write it to settle this.',
      action: 'Fetch a new package',
      track: [...trackTo('Written'), 'Receipt saved: uncertain'],
    });
    await page.getByRole('button', { name: lost.action }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await runOnce(page, emulatedRadio, one.beacon.address);
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
    expect((await sandbox.devices(one.id))[one.id]).toMatchObject({ pending: null, stateChanges: 1 });
  });
});

describe('a run after a reload where the system keeps the link of the previous page', () => {
  /** As BlueZ does. */
  const CLOSES_AFTER_MS = 2000;

  it('waits until that link is closed, so that it does not drop for a person who continues at once', async () => {
    await setPause(2500);
    emulatedRadio.closeMs = CLOSES_AFTER_MS;
    try {
      const one = await prepared();
      await reloadDuring(one, 'poll', { name: 'slow', ms: 1500, operation: 'poll', times: 2 });
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

describe('a wrong beacon that is picked for a run', () => {
  it('has its response stored for its own run, and the right beacon is requested', async () => {
    const mine = await prepared();
    await reloadDuring(mine, 'readResponse', { name: 'hang', operation: 'readResponse', effect: false });
    // Packages of the same second have the same token; these two have to differ.
    await sandbox.setOptions({ clockSkewSeconds: 100 });
    const other = await prepared({ processingMs: 300 });
    await sandbox.setOptions({ clockSkewSeconds: 0 });
    await reloadDuring(other, 'poll');

    const shown = await continueRun(await reopenFromList(mine), other.beacon);
    expect(shown).toMatchObject({
      says: 'This is probably the wrong beacon. Check the label and pick again. What the beacon did before that is still uncertain.',
      action: 'Pick the beacon again',
      track: [...trackTo('Written'), 'Receipt saved: uncertain'],
    });
    expect(await storedReceipts(page, other.id)).toMatchObject([{ owner: 'known', mirrored: true }]);
    await continueRun(shown, mine.beacon);
    await verified(mine);
    await openRun(page, other.id);
    await verified(other);
  });

  it('has a response that fits two runs, which is stored as unsure until the backend decides', async () => {
    const mine = await prepared();
    await reloadDuring(mine, 'readResponse', { name: 'hang', operation: 'readResponse', effect: false });
    const token = (await storedRuns(page, mine.id))[0]!.packageToken!;
    const twin = await preparedWithToken(token);
    await reloadDuring(twin, 'poll');

    const shown = await continueRun(await reopenFromList(mine), twin.beacon);
    expect(shown.track).not.toContain('Verified');
    expect(shown.says).not.toMatch(/Verified|Refused/);
    const [stored] = await storedReceipts(page, mine.id);
    expect(stored).toMatchObject({ owner: 'unsure', candidates: [mine.id, twin.id], mirrored: true });

    // The backend does not accept it for this beacon: the other candidate is offered and verified.
    await openOutbox(page);
    const entry = page
      .locator('fk-outbox-item')
      .filter({ hasText: 'It may belong to another one.' })
      .or(page.locator('fk-outbox-item', { has: page.getByText(/it may belong to another one/) }));
    await entry.first().getByRole('button', { name: 'Choose the beacon' }).click();
    await page.getByRole('button', { name: `Assign to ${twin.id}` }).click();
    await expect.poll(() => outboxWords(page, twin.id)).toEqual(['Verified']);
    await openRun(page, twin.id);
    await verified(twin);

    // The verified one was the other beacon's; nothing more is known of this one.
    const back = await reopenFromList(mine);
    expect(back.track).not.toContain('Verified');
    await continueRun(back, mine.beacon);
    await verified(mine);
  });

  it('has a response to somebody else’s package, which is stored and sent, and the own package is written anyway', async () => {
    const id = nextId();
    const beacon = beaconNamed(id);
    await hangUp(emulatedRadio, beaconStore, beacon);
    await leaveResponseIn(beacon, id);
    const one = { id, beacon };
    await prepare(page, id, { interval: 1234 });
    await reloadDuring(one, 'write', { name: 'hang', operation: 'write', effect: false });
    await continueRun(await reopenFromList(one), beacon);
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
    const receipts = await storedReceipts(page, id);
    expect(receipts.map(({ owner }) => owner).toSorted()).toEqual(['known', 'unsure']);
    expect(receipts.every(({ mirrored }) => mirrored)).toBe(true);
    expect((await sandbox.devices(id))[id]).toMatchObject({ pending: null, stateChanges: 1 });
    expect(beaconStore.beacons.get(beacon.address)!.state.values).toMatchObject({ interval: 1234 });
  });

  it('has a response to no run of this phone, which is stored and judged, and the right beacon is read afterwards', async () => {
    const mine = await prepared();
    await reloadDuring(mine, 'readResponse', { name: 'hang', operation: 'readResponse', effect: false });
    const strangerId = nextId();
    const stranger = beaconNamed(strangerId);
    await hangUp(emulatedRadio, beaconStore, stranger);
    await leaveResponseIn(stranger, strangerId);

    const shown = await continueRun(await reopenFromList(mine), stranger);
    expect(shown.track).not.toContain('Verified');
    await expect
      .poll(async () =>
        (await storedReceipts(page, mine.id)).map(({ owner, state, mirrored }) => [owner, state, mirrored]),
      )
      .toEqual([['unsure', 'notVerified', true]]);
    await continueRun(await shownRun(page), mine.beacon);
    await verified(mine);
    // The package that was returned with "Not verified" is obsolete: nothing has to be written again.
    await goTo(page, '/run');
    await page.getByRole('heading', { level: 1, name: shellStrings.titles.runList, exact: true }).waitFor();
    expect(await readable(page.locator('fk-run-list-page'))).not.toContain(mine.id);
  });

  /** Another phone has written this beacon and left without its response. */
  async function leaveResponseIn(beacon: Beacon, id: string): Promise<void> {
    const phone = clientOver(fetch, sandbox.baseUrl, OWNER_KEY);
    await sandbox.setOptions({ clockSkewSeconds: -500 });
    await phone.create(id, { interval: '999' });
    const bytes = Uint8Array.from(Buffer.from((await phone.package(id))!, 'base64'));
    await sandbox.setOptions({ clockSkewSeconds: 0 });
    beaconStore.keep(beacon.address, exchange(beacon.state, { operation: 'write', bytes }, 0).state);
  }

  /** Prepares new beacons until one gets this token: tokens are seconds, and two spare packets are made first. */
  async function preparedWithToken(token: number): Promise<Prepared> {
    for (;;) {
      await sandbox.setOptions({ clockSkewSeconds: token - SPARES.length - Math.floor(Date.now() / 1000) });
      const one = await prepared({ processingMs: 300 });
      const found = (await sandbox.devices(one.id))[one.id]!.pending!.tokens.includes(token);
      await sandbox.setOptions({ clockSkewSeconds: 0 });
      if (found) return one;
    }
  }
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
    await expect.poll(() => counterWords(page)).toBe('1 receipt to send');
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
