/**
 * Complete runs over Chromium's own Linux Bluetooth code against an emulated BlueZ: how links end, errors arrive and
 * services appear.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WRITE_REFUSED } from '../../src/domain/result-codes.ts';
import { nextStepWords, runFailureWords, runStrings } from '../../src/ui/strings/run.ts';
import { refusedWords } from '../../src/ui/words/run.ts';
import { openRawPage, raw } from '../e2e/raw-bluetooth-page.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  emulatedRadio,
  appliedOnce,
  beacon,
  counts,
  fault,
  go,
  id,
  inFaultPlace,
  page,
  ready,
  run,
  beaconStore,
  stage,
  verified,
} from '../support/fault-run.ts';
import { holdOperation } from '../support/hold.ts';
import {
  FLEET_IDS,
  QUICK,
  act,
  beaconNamed,
  connectAccount,
  hangUp,
  openPage,
  openRun,
  prepare,
  runEnded,
  shownRun,
  saveSettings,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import { storeBeacons, emulateRadio } from '../support/peripheral.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { openKeeper } from '../support/stage.ts';
import type { BluezRadio } from './bluez-radio.ts';
import type { BluezDropOrder } from './bluez.ts';
import { isBusPossible } from './bus.ts';

describe.skipIf(!isBusPossible())('Web Bluetooth over BlueZ (needs Linux and dbus-daemon)', () => {
  inFaultPlace();

  /** The radio of these tests, with the members that only BlueZ has. */
  const radio = (): BluezRadio => emulatedRadio as BluezRadio;

  async function collectGarbage(): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await session.detach();
  }

  // BlueZ takes 2 s, and the app waits 2.5 s. On a busy machine the timers of a test are late by more than the
  // difference.
  beforeEach(() => {
    emulatedRadio.closeMs = 1000;
  });
  afterEach(() => {
    radio().bluez.dropOrder = 'linkFirst';
    radio().services = null;
    radio().discoveryMs = 0;
    emulatedRadio.onOperation = null;
  });

  it('a run makes one Connect, one WriteValue with response, one ReadValue for each poll and one for the response', async () => {
    await ready({ processingMs: 300 });
    await run();
    await verified();
    const { poll } = counts();
    expect(counts()).toMatchObject({ connect: 1, discover: 1, write: 1, readResponse: 1, readToken: 0 });
    expect(radio().bluez.calls(beacon.address)).toEqual({
      Connect: 1,
      WriteValue: 1,
      ReadValue: poll + 1,
      Disconnect: 1,
    });
    expect(radio().writes.at(-1)).toMatchObject({ type: 'request' });
    await expect.poll(() => radio().bluez.isConnected(beacon.address)).toBe(false);
  });

  const CUT_OFF = [
    ['write', runFailureWords.droppedDuringWrite.text],
    ['poll', runFailureWords.droppedWhileProcessing.text],
    ['readResponse', runFailureWords.droppedWhileReading.text],
  ] as const;
  const ORDERS: readonly BluezDropOrder[] = ['linkFirst', 'errorFirst'];

  it.each(ORDERS.flatMap((order) => CUT_OFF.map(([operation, words]) => [operation, order, words] as const)))(
    'a drop during %s, %s, is reported as a drop, and the receipt is read over the next link',
    async (operation, order, words) => {
      await ready({ processingMs: 200 });
      radio().bluez.dropOrder = order;
      fault({ name: 'drop', when: operation === 'write' ? 'during' : 'before', operation });
      const shown = await run();
      expect(shown).toMatchObject({ says: words, action: 'Reconnect and check' });
      await go(shown);
      await verified();
      expect(counts()).toMatchObject({ connect: 2, write: 1, readResponse: operation === 'readResponse' ? 2 : 1 });
      expect(emulatedRadio.prompts).toHaveLength(1);
      appliedOnce();
    },
  );

  it('a click right after a disconnect waits for the old link to end, and no receipt is lost', async () => {
    await ready();
    emulatedRadio.closeMs = 2000;
    fault({ name: 'hang', operation: 'poll' });
    const shown = await run();
    expect(shown).toMatchObject({ says: runFailureWords.neverEnded.text, action: 'Reconnect and check' });
    expect(radio().bluez.isConnected(beacon.address)).toBe(true);
    await page.getByRole('button', { name: shown.action }).click();
    await page.locator('fk-run-page .say').getByText(runStrings.waitsForOldLink).first().waitFor();
    await runEnded(page);
    await verified();
    expect(counts()).toMatchObject({ connect: 2, write: 1, readResponse: 1 });
    appliedOnce();
  });

  it('a reload while the beacon is busy leads back to it, and no receipt is lost', async () => {
    const keeper = await openKeeper(stage);
    await ready();
    const poll = holdOperation(emulatedRadio, 'poll');
    emulatedRadio.hand = { pick: beacon.address };
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.poll(() => counts().poll, { interval: 5 }).toBe(1);
    await page.reload();
    poll.letGo();
    await openRun(page, id);
    // The lock of the closed page may be held for a moment. Until it is free, the screen offers nothing.
    await page.locator('fk-run-page .actions > fk-button[variant="primary"]').waitFor();
    await go(await shownRun(page));
    await verified();
    expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
    appliedOnce();
    await keeper.close();
  });

  it('a killed browser leaves its link open, and the next one reads the receipt over it', async () => {
    const profile = temporaryFolder('profile');
    const uniqueId = FLEET_IDS.at(-1)!;
    const one = beaconNamed(uniqueId);
    const ownBeacons = storeBeacons([one]);
    let browser = await launchBrowser({ profile });
    let ownRadio = (await emulateRadio(browser, ownBeacons, {
      keepAliveOrigin: stage.server.otherOrigin,
    })) as BluezRadio;
    let own = await openPage(browser, ownRadio);
    await connectAccount(own, { origin: stage.server.origin, sandbox: stage.sandbox });
    await saveSettings(own, QUICK);
    await prepare(own, uniqueId, { interval: 1234 });
    await openRun(own, uniqueId);
    const poll = holdOperation(ownRadio, 'poll');
    ownRadio.hand = { pick: one.address };
    await own.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.poll(() => ownRadio.counts(one.address).poll, { interval: 5 }).toBe(1);
    await browser.kill();
    poll.letGo();
    expect(ownRadio.bluez.isConnected(one.address)).toBe(true);

    browser = await launchBrowser({ profile });
    ownRadio = (await emulateRadio(browser, ownBeacons, { keepAliveOrigin: stage.server.otherOrigin })) as BluezRadio;
    own = await openPage(browser, ownRadio);
    await own.goto(`${stage.server.origin}/run/${uniqueId}`);
    await own.locator('fk-run-page .actions > fk-button').first().waitFor();
    await act(own, ownRadio, one.address, 'Reconnect and check');
    await expect.poll(() => trackWords(own)).toEqual(trackTo('Receipt saved'));
    expect(ownRadio.counts(one.address)).toMatchObject({ write: 0, readResponse: 1 });
    expect(ownBeacons.beacons.get(one.address)!.state.applied).toHaveLength(1);
    await browser.kill();
  });

  describe('when Bluetooth stops while the beacon is busy', () => {
    beforeEach(() => ready({ processingMs: 200 }));

    /** Changes the adapter during the first poll. */
    const atPoll = (work: () => void): void => {
      emulatedRadio.onOperation = (_, operation) => {
        if (operation !== 'poll') return;
        emulatedRadio.onOperation = null;
        work();
      };
    };

    it('because it is switched off, the screen says that Bluetooth is off, and continues once it is on', async () => {
      atPoll(() => radio().bluez.setPowered(false));
      const dropped = await run();
      expect(dropped.action).toBe('Reconnect and check');
      const off = await go(dropped);
      expect(off.says).toContain(runFailureWords.bluetoothOff.text);
      expect(off.action).toBe('Try again');
      radio().bluez.setPowered(true);
      await go(off);
      await verified();
      expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
      expect(emulatedRadio.prompts).toHaveLength(1);
      appliedOnce();
    });

    it('because the adapter is unplugged, the beacon has to be picked again once the adapter is back, and its receipt is read', async () => {
      atPoll(() => radio().bluez.unplug());
      const gone = await go(await run());
      expect(gone.says).toContain(runFailureWords.outOfRange.text);
      radio().bluez.plugIn();
      await go(gone);
      await verified();
      expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
      expect(emulatedRadio.prompts).toHaveLength(2);
      appliedOnce();
    });
  });

  it('a run waits for GATT services that take 1.5 s; after the limit, the screen says that they did not come', async () => {
    await ready();
    radio().discoveryMs = 3000;
    const late = await run();
    expect(late).toMatchObject({
      says: `${runFailureWords.servicesMissing.text} Nothing was written.`,
      action: 'Connect again',
    });
    radio().discoveryMs = 1500;
    await go(late);
    await verified();
    expect(counts()).toMatchObject({ connect: 2, write: 1 });
  });

  it('a picked device without the service is not called another beacon, and can be picked again', async () => {
    await ready();
    radio().services = () => [];
    const shown = await run();
    expect(shown).toMatchObject({
      says: `${runFailureWords.notAConfigurableBeacon.text} Nothing was written.`,
      action: 'Pick the beacon again',
    });
    radio().services = null;
    // The old link is still closing when the same beacon is picked again. The app must recognize it even if the browser
    // has released its objects.
    await collectGarbage();
    await go(shown);
    await verified();
  });

  it('the beacon that was written is still recognized when its services are missing on the next link', async () => {
    await ready({ processingMs: 200 });
    fault({ name: 'drop', when: 'during', operation: 'poll' });
    const dropped = await run();
    radio().bluez.removeServices(beacon.address);
    radio().services = () => [];
    const missing = await go(dropped);
    expect(missing.says).toContain(runFailureWords.servicesMissing.text);
    expect(missing.action).toBe('Connect again');
    radio().services = null;
    await go(missing);
    await verified();
    expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
    expect(emulatedRadio.prompts).toHaveLength(1);
    appliedOnce();
  });

  it('a run reads the receipt of a beacon that refuses each read of 81F4', async () => {
    await ready();
    fault({ name: 'denied', operation: 'poll', error: 'notPermitted', times: null });
    const shown = await run();
    expect(shown).toMatchObject({ says: runFailureWords.neverEnded.text, action: 'Reconnect and check' });
    await go(shown);
    await verified();
    expect(counts()).toMatchObject({ write: 1, readResponse: 1 });
    appliedOnce();
  });

  it('a run ends as refused after two writes that the beacon refuses, and a new package leads on', async () => {
    await ready();
    fault({ name: 'denied', operation: 'write', error: 'notPermitted', times: 2 });
    const shown = await run();
    expect(shown).toMatchObject({ says: runFailureWords.writeRefused.text, action: 'Reconnect and check' });
    const refused = await go(shown);
    expect(refused.says).toContain(refusedWords(WRITE_REFUSED).reason);
    expect(refused).toMatchObject({
      action: 'Fetch a new package',
      track: [...trackTo('Downloaded'), 'Written: refused'],
    });
    expect(await go(refused)).toMatchObject({ action: 'Connect' });
    await act(page, emulatedRadio, beacon.address, 'Connect');
    await verified();
    expect(counts().write).toBe(3);
    appliedOnce();
  });

  it('a run names the pairing when the beacon refuses a read of its response, and reads the response once that is allowed', async () => {
    await ready();
    fault({ name: 'denied', operation: 'readResponse', error: 'notPaired', times: 3 });
    const shown = await run();
    expect(shown.says).toContain(runFailureWords.readRefused.text);
    expect(shown.action).toBe('Connect again');
    await go(shown);
    await verified();
    expect(counts()).toMatchObject({ write: 1, readResponse: 4 });
    appliedOnce();
  });

  it('a run finds services that change during each poll again, over the same link', async () => {
    await ready({ processingMs: 300 });
    // Changed before the poll is answered: a later change may meet a read on its way to the system, and after an error
    // for a characteristic that is gone, Chromium answers no Bluetooth call of the page any more.
    emulatedRadio.onOperation = (_, operation) =>
      operation === 'poll' ? radio().bluez.changeServices(beacon.address) : undefined;
    await run();
    await verified();
    expect(counts()).toMatchObject({ connect: 1, write: 1, readResponse: 1 });
    expect(radio().bluez.calls(beacon.address)).toMatchObject({ Connect: 1, WriteValue: 1 });
    appliedOnce();
  });

  it('a run waits for a response that comes long after its limit, and stores it', async () => {
    await ready();
    const read = holdOperation(emulatedRadio, 'readResponse');
    const shown = await run();
    expect(shown).toMatchObject({ says: nextStepWords.awaitAnswer, action: 'Stop waiting and reconnect' });
    read.letGo();
    await verified();
    expect(counts()).toMatchObject({ connect: 1, write: 1, readResponse: 1 });
    appliedOnce();
  });

  it('of two beacons with one name, the wrong one refuses and the right one is picked next', async () => {
    await ready();
    const twin = beaconNamed(FLEET_IDS.at(-2)!, { name: beacon.name });
    await hangUp(emulatedRadio, beaconStore, twin);
    const shown = await act(page, emulatedRadio, twin.address, 'Connect');
    expect(shown.action).toBe('Pick the beacon again');
    await go(shown);
    await verified();
    expect(beaconStore.beacons.get(twin.address)!.state.applied).toHaveLength(0);
    appliedOnce();
  });

  it('a beacon without a name can be picked from the list of all devices', async () => {
    await ready({ name: '' });
    emulatedRadio.hand = { pick: beacon.address };
    await page.getByText(runStrings.chooser.notListed, { exact: true }).click();
    await page.getByRole('button', { name: runStrings.chooser.allDevices, exact: true }).click();
    await runEnded(page);
    await verified();
  });

  it('writes of 20, 244 and 512 bytes are single writes, and 513 bytes never leave the page', async () => {
    await ready();
    const bare = await openRawPage(stage.browser, emulatedRadio, stage.server.origin);
    emulatedRadio.hand = { pick: beacon.address };
    await raw(bare).choose({ acceptAllDevices: true, optionalServices: ['a1ea81f0-0e1b-d4a1-b840-63f88c8da1ea'] });
    expect(await raw(bare).connect()).toEqual({ ok: true });
    const before = radio().writes.length;
    for (const bytes of [20, 244, 512, 513])
      await raw(bare).write(
        'request',
        Array.from({ length: bytes }, () => 0),
      );
    expect(radio().writes.slice(before)).toEqual([20, 244, 512].map((bytes) => ({ bytes, type: 'request' })));
    expect(radio().bluez.calls(beacon.address)).toMatchObject({ WriteValue: 3 });
    await bare.close();
  });
});
