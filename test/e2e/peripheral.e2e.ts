/** Tests the emulated beacon by direct Web Bluetooth calls, without the app's code. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { createBeacon } from '../../src/sandbox/beacon/beacon.ts';
import { deviceKey, seal } from '../../src/sandbox/sealing.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { encodeValues } from '../../src/sandbox/values.ts';
import { readPacket } from '../../src/domain/packet.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import {
  storeBeacons,
  emulateRadio,
  type EmulatedRadio,
  type Beacon,
  type BeaconStore,
} from '../support/peripheral.ts';
import { openRawPage, raw } from './raw-bluetooth-page.ts';

const NEAR = 'C0:FF:EE:00:00:01';
const FAR = 'C0:FF:EE:00:00:02';
const SERVICE = 'a1ea81f0-0e1b-d4a1-b840-63f88c8da1ea';

let server: SharedServer;
let browser: SharedBrowser;
let beaconStore: BeaconStore;
let emulatedRadio: EmulatedRadio;
let page: Page;

const fresh = (): readonly Beacon[] => [
  { address: NEAR, name: 'Kontakt', state: createBeacon({ uniqueId: 'tB4x', seed: DEFAULT_SEED, processingMs: 40 }) },
  { address: FAR, name: 'Lobby', state: createBeacon({ uniqueId: 'm3Rw', seed: DEFAULT_SEED, processingMs: 40 }) },
];

function packet(token: number, uniqueId = 'tB4x'): number[] {
  const envelope = { kind: 'encryptedRequest', operation: 0x10, token } as const;
  return [...seal(deviceKey(DEFAULT_SEED, uniqueId), envelope, encodeValues({ minor: 7 }))];
}

async function start(): Promise<void> {
  browser = await shareBrowser();
  emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: server.otherOrigin });
  page = await openRawPage(browser, emulatedRadio, server.origin);
}

beforeAll(async () => {
  server = await shareServer();
  beaconStore = storeBeacons(fresh());
  await start();
});
/** Resets the beacons, before a page that has met none of them. */
beforeEach(async () => {
  await page.reload();
  for (const beacon of fresh()) beaconStore.put(beacon);
  emulatedRadio.resetCounts();
  emulatedRadio.hand = { pick: NEAR };
});
afterAll(() => browser.giveBack());

describe('a beacon behind the real Web Bluetooth', () => {
  it('is chosen, connected, discovered, written, polled and read once', async () => {
    expect(await raw(page).choose({ filters: [{ namePrefix: 'Kon' }], optionalServices: [SERVICE] })).toEqual({
      ok: 'Kontakt',
    });
    expect(await raw(page).connect()).toEqual({ ok: true });
    expect(await raw(page).write('request', packet(100))).toEqual({ ok: true });
    await expect.poll(() => raw(page).read('controlPoint')).toEqual({ ok: [1] });
    const response = (await raw(page).read('response')) as { ok: number[] };
    expect(readPacket(Uint8Array.from(response.ok)).packet).toMatchObject({ kind: 'encryptedResponse', token: 100 });
    expect(await raw(page).read('response')).toEqual({ ok: [] });
    expect(await raw(page).read('token')).toEqual({ ok: [100, 0, 0, 0] });

    expect(beaconStore.beacons.get(NEAR)?.state.values).toMatchObject({ minor: 7 });
    expect(emulatedRadio.counts(NEAR)).toMatchObject({
      connect: 1,
      discover: 1,
      write: 1,
      readResponse: 2,
      readToken: 1,
      other: 0,
    });
    expect(emulatedRadio.counts(FAR)).toMatchObject({ connect: 0, write: 0 });
    expect(emulatedRadio.prompts).toHaveLength(1);
  });

  it('is listed when the filter matches, several at once', async () => {
    emulatedRadio.hand = { pick: FAR };
    expect(await raw(page).choose({ filters: [{ name: 'Lobby' }], optionalServices: [SERVICE] })).toEqual({
      ok: 'Lobby',
    });
    expect(emulatedRadio.prompts[0]?.addresses).toEqual([FAR]);
    expect(await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] })).toEqual({ ok: 'Lobby' });
    expect(emulatedRadio.prompts[1]?.addresses.toSorted()).toEqual([NEAR, FAR]);
    expect(await raw(page).connect()).toEqual({ ok: true });
    expect(await raw(page).write('request', packet(5, 'm3Rw'))).toEqual({ ok: true });
    expect(emulatedRadio.counts(FAR).write).toBe(1);
    expect(emulatedRadio.counts(NEAR).write).toBe(0);
  });

  it('is not chosen when the person closes the chooser', async () => {
    emulatedRadio.hand = 'cancel';
    expect(await raw(page).choose({ acceptAllDevices: true })).toMatchObject({ error: 'NotFoundError' });
  });

  it('is not sent a value of more than 512 bytes, which fails at once', async () => {
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    await raw(page).connect();
    expect(
      await raw(page).write(
        'request',
        Array.from({ length: 513 }, () => 0),
      ),
    ).toMatchObject({ error: 'InvalidModificationError' });
    expect(
      await raw(page).write(
        'request',
        Array.from({ length: 512 }, () => 0),
      ),
    ).toEqual({ ok: true });
    expect(emulatedRadio.counts(NEAR).write).toBe(1);
  });

  it('fails to connect as often as set, then connects on the same handle', async () => {
    beaconStore.fault(NEAR, { name: 'connectFails', times: 2 });
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    expect(await raw(page).connect()).toMatchObject({ error: 'NetworkError' });
    expect(await raw(page).connect()).toMatchObject({ error: 'NetworkError' });
    expect(await raw(page).connect()).toEqual({ ok: true });
    expect(emulatedRadio.prompts).toHaveLength(1);
  });

  it('drops the link during a write that took effect, and can be reached again', async () => {
    beaconStore.fault(NEAR, { name: 'drop', when: 'during', operation: 'write' });
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    await raw(page).connect();
    expect(await raw(page).write('request', packet(100))).toMatchObject({ error: 'NetworkError' });
    expect(await raw(page).drops()).toBe(1);
    expect(await raw(page).connect()).toEqual({ ok: true });
    await expect.poll(() => raw(page).read('controlPoint')).toEqual({ ok: [1] });
    expect(((await raw(page).read('response')) as { ok: number[] }).ok.length).toBeGreaterThan(9);
  });

  it.each(['connect', 'discover', 'write', 'poll', 'readResponse', 'readToken'] as const)(
    'can be made to drop the link before and after the operation %s',
    async (operation) => {
      await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
      let drops = 0;
      for (const when of ['before', 'during', 'after'] as const) {
        beaconStore.fault(NEAR, { name: 'drop', when, operation });
        const result = await raw(page).walk(packet(100 + drops));
        const errors = result.flatMap((one) => ('error' in one ? [one.error] : []));
        expect(beaconStore.beacons.get(NEAR)?.state.faults).toEqual([]);
        // A link that was never established does not drop. A drop after the last step affects only the next run.
        if (operation !== 'connect' || when === 'after') drops += 1;
        await expect.poll(() => raw(page).drops()).toBe(drops);
        if (operation !== 'readToken' || when !== 'after') expect(errors.length).toBeGreaterThan(0);
        // Objects of a dropped link can be invalid when they are used.
        const ofALink = ['NetworkError', 'InvalidStateError', 'Error'];
        expect(errors.filter((name) => !ofALink.includes(name))).toEqual([]);
        expect(await raw(page).connect()).toEqual({ ok: true });
        expect(await raw(page).read('token')).toHaveProperty('ok');
        await raw(page).disconnect();
        drops += 1;
      }
    },
  );

  it('drops the link again and again under a page that reads without pause', async () => {
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    for (let times = 1; times <= 10; times += 1) {
      expect(await raw(page).connect()).toEqual({ ok: true });
      const restless = raw(page).readUntilItFails('token');
      await emulatedRadio.drop(NEAR);
      expect(await restless).toMatchObject({ error: 'NetworkError' });
      await expect.poll(() => raw(page).drops()).toBe(times);
    }
    expect(await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] })).toEqual({ ok: 'Kontakt' });
  });

  it('drops the link at the moment that a test chooses', async () => {
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    await raw(page).connect();
    await emulatedRadio.drop(NEAR);
    await expect.poll(() => raw(page).drops()).toBe(1);
    expect(await raw(page).connect()).toEqual({ ok: true });
    expect(await raw(page).read('token')).toEqual({ ok: [0, 0, 0, 0] });
  });

  it('hangs in a connect and in a read, and recovers by disconnect and connect', async () => {
    beaconStore.fault(NEAR, { name: 'connectHangs' }, { name: 'hang', operation: 'poll' });
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    expect(await raw(page).within(150, 'connect')).toBe('pending');
    await raw(page).disconnect();
    expect(await raw(page).connect()).toEqual({ ok: true });
    expect(await raw(page).within(150, 'read', 'controlPoint')).toBe('pending');
    await raw(page).disconnect();
    expect(await raw(page).connect()).toEqual({ ok: true });
    expect(await raw(page).read('token')).toEqual({ ok: [0, 0, 0, 0] });
  });

  it('reports every new connection, even after the page closed the link', async () => {
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    for (const times of [1, 2, 3]) {
      expect(await raw(page).connect()).toEqual({ ok: true });
      expect(emulatedRadio.counts(NEAR)).toMatchObject({ connect: times, discover: times });
      await raw(page).disconnect();
    }
    expect(await raw(page).drops()).toBe(3);
  });

  it('survives a reload of the page', async () => {
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    await raw(page).connect();
    await raw(page).write('request', packet(100));
    await page.reload();
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    expect(await raw(page).connect()).toEqual({ ok: true });
    expect(await raw(page).read('token')).toEqual({ ok: [100, 0, 0, 0] });
    expect(emulatedRadio.counts(NEAR).connect).toBe(2);
  });

  it('keeps its state when the browser is killed', async () => {
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    await raw(page).connect();
    await raw(page).write('request', packet(100));
    await expect.poll(() => raw(page).read('controlPoint')).toEqual({ ok: [1] });
    await raw(page).read('response');
    await browser.kill();
    await start();
    emulatedRadio.hand = { pick: NEAR };
    await raw(page).choose({ acceptAllDevices: true, optionalServices: [SERVICE] });
    expect(await raw(page).connect()).toEqual({ ok: true });
    expect(await raw(page).read('response')).toEqual({ ok: [] });
    expect(await raw(page).read('token')).toEqual({ ok: [100, 0, 0, 0] });
  });
});
