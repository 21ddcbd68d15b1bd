/** The worker's pass over the outbox, with the real stores, key channel and sandbox: what it keeps, and when it stops. */
import { expect } from '@open-wc/testing';
import { fixtureAccount, fixtureDevice, fixturePackage, fixtureReceipt } from '../../test/support/fixture-rows.ts';
import { decodeBase64, encodeBase64 } from '../domain/base64.ts';
import { createSandboxBackend, type SandboxBackend } from '../sandbox/backend/backend.ts';
import { onRead, onWrite, tick } from '../sandbox/beacon/beacon.ts';
import { fleetBeacon } from '../sandbox/beacon/nearby.ts';
import type { KeyChannel } from '../storage/accounts/key-channel.ts';
import { openTestKeys, openTestTransport } from '../../test/support/window-kit.ts';
import { openAccountStorage, type AccountStorage } from '../storage/open-account.ts';
import { openRegistry } from '../storage/accounts/registry.ts';
import { createBackend } from '../backend/backend.ts';
import { createLocks } from '../storage/locks.ts';
import { createPace } from '../use-cases/pace.ts';
import { createDrainer } from '../use-cases/outbox/drainer.ts';
import { until } from '../../test/support/until.ts';
import { sendLock } from '../names.ts';
import { drainOutbox } from './drain.ts';

const nowMs = (): number => Date.now();
const newId = (): string => crypto.randomUUID();
const RESPONSE = btoa('a response that nothing here verifies');
const browserFetch = globalThis.fetch;
const SEED = 'worker-test';

let registry: Awaited<ReturnType<typeof openRegistry>>;
let keys: KeyChannel;
let storage: AccountStorage;
let sandbox: SandboxBackend;
let accountId: string;
let transport: ReturnType<typeof openTestTransport>;
let posts: number;
let troubles: unknown[];
const report = (error: unknown): void => void troubles.push(error);
let onPost: (signal: AbortSignal) => Promise<void>;

beforeEach(async () => {
  sandbox = createSandboxBackend({ seed: SEED, now: nowMs });
  accountId = newId();
  const address = 'http://sandbox.invalid/sandbox';
  const account = fixtureAccount({
    id: accountId,
    baseUrl: address,
    legacyBaseUrl: `${address}/legacy`,
    vendor: 'acme',
  });
  registry = await openRegistry({ nowMs });
  await registry.accounts.put(account);
  await registry.accounts.setSetting('lastAccountId', accountId);
  const channel = `keys-${newId()}`;
  keys = openTestKeys(channel);
  transport = openTestTransport(channel);
  keys.set(accountId, 'sandbox-owner-key');
  storage = await openAccountStorage(accountId, {
    nowMs,
    newId,
    mirror: null,
    localStorage: null,
    keepDeliveredDays: 30,
    onTrouble: report,
  });
  posts = 0;
  troubles = [];
  onPost = async () => {};
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'POST') {
      posts += 1;
      await onPost(request.signal);
    }
    return sandbox.handle(request);
  };
});
afterEach(() => {
  expect(troubles).to.deep.equal([]);
  globalThis.fetch = browserFetch;
  storage.close();
  keys.close();
  transport.close();
  registry.close();
});

const control = (action: string, body: unknown) =>
  sandbox.handle(new Request(`http://s/sandbox/control/${action}`, { method: 'PUT', body: JSON.stringify(body) }));
const receiptOf = (uniqueId: string, at: number) =>
  fixtureReceipt(uniqueId, {
    id: `r-${uniqueId}`,
    accountId,
    state: 'waiting',
    responseBase64: RESPONSE,
    createdAtMs: at,
    values: { minor: 1 },
    lastAnswer: null,
    nextAtMs: null,
    tries: 0,
  });

describe('the worker’s pass over the outbox', () => {
  it('stores the new package that the backend returns when it cannot verify a receipt', async () => {
    await control('device', { uniqueId: 'tB4x', pending: { minor: 7 } });
    await storage.receipts.put(receiptOf('tB4x', 1));
    await drainOutbox(transport, report);
    expect((await storage.receipts.get('r-tB4x'))!.state).to.equal('notVerified');
    expect((await storage.packages.ofDevice('tB4x')).map(({ state, values }) => ({ state, values }))).to.deep.equal([
      { state: 'carried', values: { minor: 7 } },
    ]);
  });

  it('updates the device list and the packages when a receipt is verified', async () => {
    const values = { minor: 7 };
    const account = (await registry.accounts.get(accountId))!;
    const backend = createBackend({
      account,
      apiKey: () => 'sandbox-owner-key',
      clock: { nowMs },
      fetch: (url, init) => fetch(url, init),
    });
    await backend.createConfig({ uniqueIds: ['tB4x'], deviceType: 'BEACON', values });
    const encrypted = await backend.encryptConfig('tB4x');
    const request = decodeBase64(encrypted.ok ? encrypted.value! : '')!;
    const written = onWrite(fleetBeacon(SEED, 'tB4x'), 'request', request, nowMs());
    const response = onRead(tick(written.state, nowMs() + 5000), 'response', nowMs() + 5000).bytes!;
    await storage.devices.putMany([fixtureDevice(0, { uniqueId: 'tB4x', attributes: { minor: 1 }, pending: values })]);
    await storage.packages.replace(fixturePackage('tB4x', { values }));
    await storage.receipts.put({ ...receiptOf('tB4x', 1), values, responseBase64: encodeBase64(response) });
    await drainOutbox(transport, report);
    expect((await storage.receipts.get('r-tB4x'))!.state).to.equal('verified');
    expect(await storage.devices.get('tB4x')).to.deep.include({ attributes: values, pending: null });
    expect((await storage.packages.ofDevice('tB4x')).map(({ state }) => state)).to.deep.equal(['used']);
  });

  it('sends nothing more once the person has signed out', async () => {
    for (const [at, uniqueId] of ['tB4x', 'Kf7Qp2', 'm3Rw'].entries()) {
      await control('device', { uniqueId, pending: { minor: 7 } });
      await storage.receipts.put(receiptOf(uniqueId, at));
    }
    onPost = (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        keys.clear(accountId);
      });
    await drainOutbox(transport, report);
    expect(posts).to.equal(1);
    expect((await storage.receipts.all()).filter(({ state }) => state === 'waiting').length).to.equal(3);
  });

  it('sends nothing while the backend requires the account to wait', async () => {
    await control('device', { uniqueId: 'tB4x', pending: { minor: 7 } });
    await storage.receipts.put(receiptOf('tB4x', 0));
    const atMs = nowMs();
    await storage.queue.setWait({ atMs, untilMs: atMs + 60_000, wasPressed: false });
    await drainOutbox(transport, report);
    expect(posts).to.equal(0);
    await storage.queue.setWait({ atMs, untilMs: nowMs(), wasPressed: false });
    await drainOutbox(transport, report);
    expect(posts).to.equal(1);
  });

  it('waits for the send lock, so that nothing is posted twice while a window is sending', async () => {
    const ids = ['tB4x', 'Kf7Qp2', 'm3Rw', '9cVx2LaT'];
    for (const [at, uniqueId] of ids.entries()) {
      await control('device', { uniqueId, pending: { minor: 7 } });
      await storage.receipts.put(receiptOf(uniqueId, at));
    }
    const account = (await registry.accounts.get(accountId))!;
    const { receipts, edits, queue, devices } = storage;
    const window = createDrainer({
      account,
      receipts,
      edits,
      queue,
      devices,
      pace: createPace({ queue, account, clock: { nowMs }, onTrouble: report }),
      backend: createBackend({
        account,
        apiKey: () => 'sandbox-owner-key',
        clock: { nowMs },
        fetch: (url, init) => fetch(url, init),
      }),
      locks: createLocks(navigator.locks),
      clock: { nowMs },
      random: Math.random,
      hasKey: () => true,
      onNewPackage: () => undefined,
      learn: () => undefined,
      onVerified: () => undefined,
      onTrouble: report,
    });
    let underWay = 0;
    let most = 0;
    let letGo = (): void => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    onPost = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await gate;
      underWay -= 1;
    };
    const inWindow = window.drain('transport');
    await until(() => posts === 1);
    const inWorker = drainOutbox(transport, report);
    const workerWaits = async (): Promise<boolean> =>
      ((await navigator.locks.query()).pending ?? []).some(({ name }) => name === sendLock(accountId));
    await until(async () => posts > 1 || (await workerWaits()));
    letGo();
    await Promise.all([inWindow, inWorker]);
    expect({ posts, most }).to.deep.equal({ posts: ids.length, most: 1 });
    for (const id of ids)
      expect((await storage.receipts.get(`r-${id}`))!).to.include({ state: 'notVerified', tries: 1 });
  });
});
