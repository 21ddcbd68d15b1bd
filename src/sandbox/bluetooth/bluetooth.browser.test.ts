import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { tokenOf } from '../../../test/support/packet-token.ts';
import { action, announced, field, focused, the } from '../../../test/support/roles.ts';
import { practiceStrings } from '../../ui/strings/practice.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { fromBase64 } from '../base64.ts';
import { createBeacon } from '../beacon/beacon.ts';
import type { BeaconFault } from '../beacon/faults.ts';
import { CHARACTERISTICS, SERVICE_UUID } from '../beacon/profile.ts';
import { openPractice, pageFetch, type Practice } from '../practice.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { createPracticeBluetooth } from './bluetooth.ts';
import { choosePracticeBeacon } from './chooser.ts';
import { createBeaconStore } from './beacon-store.ts';

const ID = 'tB4x';
const uuid = (name: string): string => CHARACTERISTICS.find((entry) => entry.name === name)!.uuid;
const FILTER = { filters: [{ namePrefix: 'Kontakt' }], optionalServices: [SERVICE_UUID] };

function memory(): Storage {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    clear: () => map.clear(),
    key: () => null,
    length: 0,
  };
}

interface Radio {
  readonly device: BluetoothDevice;
  readonly storage: Storage;
  readonly strike: (...faults: BeaconFault[]) => void;
}

async function radio(storage = memory()): Promise<Radio> {
  const beaconStore = createBeaconStore({ seed: DEFAULT_SEED, storage, now: Date.now });
  beaconStore.change(ID, (state) => ({ ...state, processingMs: 0 }));
  const bluetooth = createPracticeBluetooth({
    beaconStore,
    choose: async () => ID,
    latencyMs: () => 1,
    needsGesture: false,
  });
  return {
    device: await bluetooth.requestDevice(FILTER),
    storage,
    strike: (...faults) => beaconStore.setFaults(faults),
  };
}

async function characteristic(device: BluetoothDevice, name: string): Promise<BluetoothRemoteGATTCharacteristic> {
  const server = await device.gatt!.connect();
  return (await server.getPrimaryService(SERVICE_UUID)).getCharacteristic(uuid(name));
}

async function nameOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return (error as DOMException).name;
  }
  return 'no error';
}

async function prepared(
  practice: Practice | { fetch: typeof fetch; legacyBaseUrl: string; ownerKey: string },
): Promise<string> {
  const headers = {
    accept: `application/vnd.com.acme+json;version=10`,
    'api-key': practice.ownerKey,
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
  };
  const body = new URLSearchParams({ uniqueId: ID, deviceType: 'BEACON', minor: '7' }).toString();
  await practice.fetch(`${practice.legacyBaseUrl}/config/create`, { method: 'POST', headers, body });
  const answer = await practice.fetch(`${practice.legacyBaseUrl}/config/encrypt?uniqueId=${ID}`, { headers });
  const { configs } = (await answer.json()) as { configs: { config: string }[] };
  return configs[0]!.config;
}

describe('the emulated Web Bluetooth', () => {
  it('transfers a package to a beacon and its response back, and keeps the state over a reload', async () => {
    const storage = memory();
    const practice = {
      fetch: pageFetch(location.origin, storage),
      legacyBaseUrl: `${location.origin}/sandbox/legacy`,
      ownerKey: 'sandbox-owner-key',
    };
    const config = await prepared(practice);
    const first = await radio(storage);
    await (await characteristic(first.device, 'request')).writeValueWithResponse(fromBase64(config)! as BufferSource);
    first.device.gatt!.disconnect();

    const again = await radio(storage);
    const control = await (await characteristic(again.device, 'controlPoint')).readValue();
    expect(control.getUint8(0)).to.equal(1);
    const response = await characteristic(again.device, 'response');
    const bytes = new Uint8Array((await response.readValue()).buffer);
    expect(bytes.length).to.be.greaterThan(9);
    expect((await response.readValue()).byteLength).to.equal(0);

    const body = new URLSearchParams({
      uniqueId: ID,
      deviceType: 'BEACON',
      response: encodeBase64(bytes),
      updated: '1767225600',
    }).toString();
    const headers = {
      accept: 'application/vnd.com.acme+json;version=10',
      'api-key': practice.ownerKey,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const posted = await practice.fetch(`${practice.legacyBaseUrl}/device/update`, { method: 'POST', headers, body });
    expect(posted.status).to.equal(204);
  });

  it('gives the page only the beacon’s name, and the same ID at each start', async () => {
    const { device } = await radio();
    const { device: later } = await radio();
    expect([device.name, later.id]).to.deep.equal(['Kontakt', device.id]);
    expect(atob(device.id)).not.to.contain(ID);
  });

  it('rejects an operation that fails with the error that Chromium reports', async () => {
    const { device, strike } = await radio();
    expect(await nameOf(device.gatt!.getPrimaryService(SERVICE_UUID))).to.equal('NetworkError');
    strike({ name: 'connectFails', times: 2 });
    expect(await nameOf(device.gatt!.connect())).to.equal('NetworkError');
    expect(await nameOf(device.gatt!.connect())).to.equal('NetworkError');
    const request = await characteristic(device, 'request');
    const control = await characteristic(device, 'controlPoint');
    expect(await nameOf(request.readValue())).to.equal('NotSupportedError');
    expect(await nameOf(request.writeValueWithResponse(new Uint8Array(513)))).to.equal('InvalidModificationError');
    expect(await nameOf(device.gatt!.getPrimaryService('0000180f-0000-1000-8000-00805f9b34fb'))).to.equal(
      'SecurityError',
    );
    const both = await Promise.allSettled([control.readValue(), control.readValue()]);
    expect(both.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
    expect((both[1] as PromiseRejectedResult).reason.message).to.equal('GATT operation already in progress.');

    device.gatt!.disconnect();
    expect(await nameOf(control.readValue())).to.equal('NetworkError');
    await device.gatt!.connect();
    expect(await nameOf(control.readValue())).to.equal('InvalidStateError');
  });

  it('reports a dropped link and rejects the operation that was running', async () => {
    const { device, strike } = await radio();
    const control = await characteristic(device, 'controlPoint');
    strike({ name: 'drop', when: 'during', operation: 'poll' });
    const event = oneEvent(device, 'gattserverdisconnected');
    expect(await nameOf(control.readValue())).to.equal('NetworkError');
    await event;
    expect(device.gatt!.connected).to.equal(false);
    strike({ name: 'drop', when: 'after', operation: 'poll' });
    const dropped = oneEvent(device, 'gattserverdisconnected');
    expect((await (await characteristic(device, 'controlPoint')).readValue()).getUint8(0)).to.equal(1);
    await dropped;
  });

  it('ends an operation that is never answered when the link ends', async () => {
    const { device, strike } = await radio();
    const control = await characteristic(device, 'controlPoint');
    strike({ name: 'hang', operation: 'poll' });
    const hanging = nameOf(control.readValue());
    // Longer than the latency, after which the operation hangs; nothing tells when it does.
    setTimeout(() => device.gatt!.disconnect(), 5);
    expect(await hanging).to.equal('NetworkError');
  });

  it('hides the token characteristic (81F3) when that is switched off', async () => {
    const shown = await radio();
    expect((await (await characteristic(shown.device, 'token')).readValue()).byteLength).to.equal(4);
    const beaconStore = createBeaconStore({ seed: DEFAULT_SEED, storage: shown.storage, now: Date.now });
    beaconStore.change(ID, () => createBeacon({ uniqueId: ID, seed: DEFAULT_SEED, tokenReadable: false }));
    expect(await nameOf(characteristic(shown.device, 'token'))).to.equal('NotFoundError');
  });

  it('filters by name and prefix, rejects invalid options and needs a gesture', async () => {
    const beaconStore = createBeaconStore({ seed: DEFAULT_SEED, storage: memory(), now: Date.now });
    beaconStore.change('m3Rw', (state) => ({ ...state, values: { ...state.values, name: 'm3Rw' } }));
    let offered: string[] = [];
    const bluetooth = createPracticeBluetooth({
      beaconStore,
      needsGesture: false,
      choose: async ({ candidates }) => {
        offered = candidates().map(({ uniqueId }) => uniqueId);
        return null;
      },
    });
    expect(await nameOf(bluetooth.requestDevice({ filters: [{ name: 'm3Rw' }] }))).to.equal('NotFoundError');
    expect(offered).to.deep.equal(['m3Rw']);
    await nameOf(bluetooth.requestDevice({ acceptAllDevices: true }));
    expect(offered).to.have.length(6);
    await nameOf(bluetooth.requestDevice({ filters: [{ services: [SERVICE_UUID] }] }));
    expect(offered).to.deep.equal([]);
    expect(await nameOf(bluetooth.requestDevice({ filters: [] }))).to.equal('TypeError');
    const allButOne = { acceptAllDevices: true, exclusionFilters: [{ name: 'm3Rw' }] } as RequestDeviceOptions;
    expect(await nameOf(bluetooth.requestDevice(allButOne))).to.equal('TypeError');
    expect(await nameOf(bluetooth.requestDevice())).to.equal('TypeError');
    const strict = createPracticeBluetooth({ beaconStore, choose: async () => ID });
    if (!navigator.userActivation.isActive)
      expect(await nameOf(strict.requestDevice(FILTER))).to.equal('SecurityError');
  });
});

describe('the chooser of the emulated Web Bluetooth', () => {
  const text = practiceStrings.chooser;
  const open = (): { picked: Promise<string | null>; root: Element } => {
    const beaconStore = createBeaconStore({ seed: DEFAULT_SEED, storage: memory(), now: Date.now });
    const picked = choosePracticeBeacon({
      candidates: () => beaconStore.nearby(),
      bringNear: (id) => beaconStore.bringNear(id),
    });
    return { picked, root: document.querySelector('practice-chooser')! };
  };
  const drawn = async (): Promise<void> => {
    await document.querySelector<HTMLElement & { updateComplete: Promise<unknown> }>('practice-chooser')!
      .updateComplete;
  };

  it('is an accessible modal dialog that can be used by keyboard', async () => {
    const { picked } = open();
    await drawn();
    await expect(document.querySelector('practice-chooser')).to.be.accessible();
    expect(focused()?.textContent).to.contain('printed on it: tB4x');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    expect(await picked).to.equal('Kf7Qp2');
    expect(document.querySelector('practice-chooser')).to.equal(null);
  });

  it('is cancelled by Escape and by its button', async () => {
    const first = open();
    await drawn();
    await sendKeys({ press: 'Escape' });
    expect(await first.picked).to.equal(null);
    const second = open();
    await drawn();
    action(second.root, text.cancel).click();
    expect(await second.picked).to.equal(null);
  });

  it('brings another beacon of the fleet near by its printed ID', async () => {
    const { picked, root } = open();
    await drawn();
    const input = field(root, text.bring);
    input.value = 'nobody';
    action(root, text.bringAction).click();
    await drawn();
    expect(announced(root).join()).to.contain('no beacon nobody');
    const { fleetOf } = await import('../fleet.ts');
    const far = fleetOf(DEFAULT_SEED)[40]!.uniqueId;
    input.value = far;
    action(root, text.bringAction).click();
    await drawn();
    await drawn();
    the(root, 'button', new RegExp(`\\b${far}\\b`)).click();
    expect(await picked).to.equal(far);
  });
});

describe('practice mode', () => {
  it('opens without a server, keeps its state over a restart, and lets requests fail if set to', async () => {
    const storage = memory();
    const practice = await openPractice({ origin: location.origin, storage, needsGesture: false });
    expect(practice.channel).to.equal('page');
    const config = await prepared(practice);
    const reopened = await openPractice({ origin: location.origin, storage, needsGesture: false });
    const headers = { accept: 'application/vnd.com.acme+json;version=10', 'api-key': practice.ownerKey };
    const url = `${practice.legacyBaseUrl}/config/encrypt?uniqueId=${ID}`;
    const pending = (await (await reopened.fetch(url, { headers })).json()) as { configs: { config: string }[] };
    // Still pending: the package is made again with a newer token.
    const tokens = [config, pending.configs[0]!.config].map((text) => tokenOf(fromBase64(text)!)!);
    expect(tokens[1]!).to.be.greaterThan(tokens[0]!);

    await practice.controls.setBackendFaults([{ name: 'offline', times: 1 }]);
    expect(await nameOf(reopened.fetch(url, { headers }))).to.equal('TypeError');
    await practice.controls.setBackendFaults([{ name: 'hang', times: 1 }]);
    expect(await nameOf(reopened.fetch(url, { headers, signal: AbortSignal.timeout(20) }))).to.equal('TimeoutError');
    await practice.controls.setBackendFaults([{ name: 'redirect', times: 3 }]);
    expect((await reopened.fetch(url, { headers, redirect: 'manual' })).type).to.equal('opaqueredirect');
    expect(await nameOf(reopened.fetch(url, { headers, redirect: 'error' }))).to.equal('TypeError');
    const followed = await reopened.fetch(url, { headers });
    expect([followed.redirected, followed.headers.get('content-type')]).to.deep.equal([
      true,
      'text/html; charset=utf-8',
    ]);

    await practice.reset();
    expect(((await (await reopened.fetch(url, { headers })).json()) as { configs: unknown[] }).configs).to.deep.equal(
      [],
    );
  });

  it('stays with the server with which it began even if the server cannot be reached', async () => {
    const storage = memory();
    storage.setItem('fieldkit-practice.face', 'http');
    expect((await openPractice({ origin: location.origin, storage })).channel).to.equal('http');
  });

  it('goes on without a server if it began without one and a server appears later', async () => {
    const storage = memory();
    expect((await openPractice({ origin: location.origin, storage })).channel).to.equal('page');
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.resolve(Response.json({ sandbox: 'beacon-fieldkit' }));
    try {
      expect((await openPractice({ origin: location.origin, storage })).channel).to.equal('page');
      expect((await openPractice({ origin: location.origin, storage: memory() })).channel).to.equal('http');
    } finally {
      globalThis.fetch = fetch;
    }
  });
});
