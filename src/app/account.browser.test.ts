/** What begins and ends with an open account, over its real database. */
import { expect } from '@open-wc/testing';
import { AT_SANDBOX, fixtureAccount, fixtureDevice } from '../../test/support/fixture-rows.ts';
import { hold } from '../../test/support/hold.ts';
import { fixtureJob, fixtureTask } from '../../test/support/job-rows.ts';
import { NOW_MS, openSample, putRaw, samplePackage, sampleReceipt, sampleRun } from '../../test/support/sample-rows.ts';
import { watchWhatIsOpened } from '../../test/support/left-open.ts';
import { nextTurn, until } from '../../test/support/until.ts';
import type { Account } from '../domain/account.ts';
import { APPLIED_ELSEWHERE } from '../domain/delivery/verdict.ts';
import { heardLastOf } from '../domain/telemetry/estimate.ts';
import { newRun } from '../domain/provisioning/journal.ts';
import { DAY_MS } from '../domain/telemetry/record-query.ts';
import type { Receipt } from '../domain/receipt.ts';
import { createSandboxBackend, type SandboxBackend } from '../sandbox/backend/backend.ts';
import { OWNER_KEY } from '../sandbox/backend/gate.ts';
import type { BeaconFault } from '../sandbox/beacon/faults.ts';
import { createBeaconStore } from '../sandbox/bluetooth/beacon-store.ts';
import { createPracticeBluetooth } from '../sandbox/bluetooth/bluetooth.ts';
import { DEFAULT_SEED } from '../sandbox/seed.ts';
import { createLocks } from '../storage/locks.ts';
import { openAccount, type OpenAccount } from './account.ts';
import { clock } from './clock.ts';
import type { Surroundings } from './environment.ts';

/** No registry restores an account from a database with such a name; tests of the session open some beside this one. */
const newAccount = (changes: Partial<Account> = {}): Account =>
  fixtureAccount({ id: `opened-${crypto.randomUUID()}`, ...changes });

/** Opens the account. Nothing may go wrong in it before it is closed, which ends reads and reports that. */
async function open(account: Account, changes: Partial<Surroundings>): Promise<OpenAccount> {
  const errors: unknown[] = [];
  const opened = await openAccount({
    account,
    current: () => account,
    apiKey: () => OWNER_KEY,
    onKeyAccepted: () => undefined,
    fetch: async () => new Response('{}', { status: 500 }),
    bluetooth: undefined,
    clock: { ...clock, sleep: (ms, signal) => clock.sleep(Math.min(ms, 50), signal) },
    newId: () => crypto.randomUUID(),
    locks: createLocks(navigator.locks),
    onPrepare: () => undefined,
    trustUrl: (url) => url,
    onTrouble: (error) => void errors.push(error),
    otherAccounts: () => [],
    ...changes,
  });
  return {
    ...opened,
    close() {
      expect(errors.map(String)).to.deep.equal([]);
      return opened.close();
    },
  };
}

/** A backend of the sandbox, and the addresses that it was asked for. */
function atSandbox(answering: (url: string) => void = () => undefined) {
  const requests: string[] = [];
  const sandbox = createSandboxBackend({ now: Date.now });
  const fetch: Surroundings['fetch'] = async (url, init) => {
    requests.push(`${init?.method ?? 'GET'} ${String(url)}`);
    answering(String(url));
    return sandbox.handle(new Request(url, init));
  };
  return { requests, sandbox, fetch };
}

const setDevice = (sandbox: SandboxBackend, change: object): Promise<Response> =>
  sandbox.handle(new Request(`${AT_SANDBOX.baseUrl}/control/device`, { method: 'PUT', body: JSON.stringify(change) }));

/** The beacon tB4x with a fault. A chooser, and an answer that is late, wait for `released`. */
function radioWith(fault: BeaconFault | null, released: Promise<void> = Promise.resolve()): Surroundings['bluetooth'] {
  const rows = new Map<string, string>();
  const beaconStore = createBeaconStore({
    seed: DEFAULT_SEED,
    now: Date.now,
    storage: {
      getItem: (key) => rows.get(key) ?? null,
      setItem: (key, value) => void rows.set(key, value),
      removeItem: (key) => void rows.delete(key),
    },
  });
  if (fault !== null) beaconStore.setFaults([fault]);
  return createPracticeBluetooth({
    beaconStore,
    choose: () => (fault === null ? released.then(() => null) : Promise.resolve('tB4x')),
    latencyMs: () => 0,
    needsGesture: false,
    wait: (ms) => (ms > 0 ? released : Promise.resolve()),
  });
}

/** Prepares the beacon, and carries out a run that fails with this code. */
async function runThatFails({ services: { prepare, runs } }: OpenAccount, code = 'readTimedOut'): Promise<void> {
  const prepared = await prepare.prepare({
    uniqueId: 'tB4x',
    deviceType: 'BEACON',
    values: { interval: 777 },
    before: {},
  });
  if (prepared.kind !== 'onThisPhone') throw new Error(prepared.kind);
  await runs.start(prepared.package.id);
  expect(runs.current.value).to.deep.include({ phase: 'ended', outcome: null });
  expect(runs.current.value?.failure?.code).to.equal(code);
}

describe('an open account', () => {
  it('sends the receipts that are stored', async () => {
    const account = newAccount();
    const before = await openSample(account.id);
    await before.receipts.put(sampleReceipt(account.id, '1'));
    before.close();
    const posted: string[] = [];
    const opened = await open(account, {
      fetch: async (url, init) => {
        if (init?.method === 'POST') posted.push(String(url));
        return new Response('{}', { status: 500 });
      },
    });
    await until(() => posted.length > 0, 'a request that sends the receipt');
    await opened.close();
  });

  it('shows, once its page comes into sight, runs that were changed without a notification', async () => {
    const account = newAccount();
    // Without a list of devices the copies of the rows are not compared, which reads all of them.
    const opened = await open(account, { fetch: () => new Promise(() => undefined) });
    const shown = (): string[] => opened.services.runs.list.value.map(({ id }) => id).toSorted();
    const announce = async (id: string): Promise<void> => {
      await opened.storage.runs.put(sampleRun(id));
      await until(() => shown().includes(id), 'the run of this window');
    };
    await announce('1');
    await putRaw(account.id, 'runs', sampleRun('unannounced'));
    await announce('2');
    expect(shown(), 'only what was announced is read again').to.have.length(2);
    document.dispatchEvent(new Event('visibilitychange'));
    await announce('3');
    expect(shown()).to.have.length(4);
    await opened.close();
  });

  it('reports a failure to look for its receipts in other accounts of this phone', async () => {
    const troubles: unknown[] = [];
    const opened = await open(newAccount(), {
      otherAccounts: () => {
        throw new Error('unreadable');
      },
      onTrouble: (error) => void troubles.push(error),
    });
    await until(() => troubles.length > 0, 'the report');
    expect(troubles.map(String)).to.deep.equal(['Error: unreadable']);
    await opened.close();
  });

  it('takes over the receipts that another account of this phone stores for it', async () => {
    const [account, keeper] = [newAccount(), newAccount()];
    const other = await openSample(keeper.id);
    await other.receipts.put(
      sampleReceipt(account.id, 'kept', { runId: null, origin: 'import', owner: 'unsure', values: {} }),
    );
    other.close();
    const { fetch, requests } = atSandbox();
    const opened = await open(account, { fetch, otherAccounts: () => [keeper] });
    await until(() => requests.some((one) => one.startsWith('POST')), 'a request that sends the receipt');
    expect((await opened.storage.receipts.all()).map(({ accountId }) => accountId)).to.deep.equal([account.id]);
    await opened.close();
  });

  it('reads the response first of a beacon that may hold the receipt of another account of this phone', async () => {
    const [account, other] = [newAccount(AT_SANDBOX), newAccount()];
    const theirs = await openSample(other.id);
    await theirs.runs.put(sampleRun('1', { uniqueId: 'tB4x', step: 'reading', writes: 1 }));
    theirs.close();
    const opened = await open(account, {
      fetch: atSandbox().fetch,
      bluetooth: radioWith({ name: 'hang', operation: 'readResponse' }),
      otherAccounts: () => [other],
    });
    await runThatFails(opened, 'noAnswerBeforeWrite');
    expect(opened.services.runs.list.value.map(({ writes }) => writes)).to.deep.equal([0]);
    await opened.close();
  });

  it('ends a check of Bluetooth when it is closed', async () => {
    const chooser = hold();
    const opened = await open(newAccount(), { bluetooth: radioWith(null, chooser.over) });
    const check = await opened.services.phoneCheck();
    const checking = check.start();
    await until(() => check.state.value.now === 'choose', 'the chooser');
    await opened.close();
    await checking;
    expect(check.state.value.now).to.equal(null);
    chooser.letGo();
  });

  it('reports the key with which its device list was read as accepted', async () => {
    const accepted: string[] = [];
    const opened = await open(newAccount(AT_SANDBOX), {
      fetch: atSandbox().fetch,
      onKeyAccepted: (key) => accepted.push(key),
    });
    await opened.services.devices.refresh();
    expect(new Set(accepted)).to.deep.equal(new Set([OWNER_KEY]));
    await opened.close();
  });

  it('reports no key as accepted that was replaced while its device list was read', async () => {
    const accepted: string[] = [];
    let key = OWNER_KEY;
    const { fetch, requests } = atSandbox(() => (key = 'another'));
    const opened = await open(newAccount(AT_SANDBOX), {
      apiKey: () => key,
      fetch,
      onKeyAccepted: (one) => accepted.push(one),
    });
    await opened.services.devices.refresh();
    expect(requests).not.to.deep.equal([]);
    expect(accepted).to.deep.equal([]);
    await opened.close();
  });

  it('settles refusals and renews packages once there is a key, and again after each read of the device list', async () => {
    const { fetch, requests, sandbox } = atSandbox();
    const account = newAccount(AT_SANDBOX);
    const before = await openSample(account.id);
    const refused: Partial<Receipt> = { state: 'refused', held: true, result: 7, runId: null, mirrored: true };
    for (const [id, uniqueId] of [
      ['1', 'tB4x'],
      ['2', 'm3Rw'],
    ] as const)
      await before.receipts.put(sampleReceipt(account.id, id, { ...refused, uniqueId, values: { interval: 777 } }));
    for (const [id, uniqueId] of [
      ['3', 'Kf7Qp2'],
      ['4', 'Wq8d'],
    ] as const)
      await before.packages.replace(samplePackage(id, { uniqueId, values: { interval: 888 } }));
    const command = { kind: 'command', command: 'identify', state: 'dead' } as const;
    await before.packages.replace(samplePackage('5', { uniqueId: 'tB4x', values: {}, ...command }));
    await before.runs.put(sampleRun('6', { uniqueId: 'tB4x', outcome: { kind: 'receiptLost' }, endedAtMs: NOW_MS }));
    before.close();
    await setDevice(sandbox, { uniqueId: 'tB4x', values: { interval: 777 }, pending: null });
    await setDevice(sandbox, { uniqueId: 'Wq8d', pending: { interval: 999 } });
    let key: string | null = null;
    // The visit after the start never comes, so that only the key can begin one.
    const sleep = (): Promise<void> => new Promise(() => undefined);
    const opened = await open(account, { fetch, apiKey: () => key, clock: { ...clock, sleep } });
    const settled = async (): Promise<string[]> =>
      (await opened.storage.receipts.all()).flatMap(({ id, lastAnswer }) =>
        lastAnswer?.code === APPLIED_ELSEWHERE ? [id] : [],
      );
    key = OWNER_KEY;
    opened.keyGiven();
    await until(async () => (await settled()).length === 1, 'the refusal of the first beacon is settled');
    expect(await settled()).to.deep.equal(['rcp-1']);
    const fetched = (): boolean[] =>
      [/\/command\/encrypt\?.*tB4x/, /\/config\/encrypt\?.*Wq8d/].map((path) => requests.some((one) => path.test(one)));
    expect(fetched(), 'the invalid command and the overtaken package are fetched again').to.deep.equal([true, true]);

    await setDevice(sandbox, { uniqueId: 'm3Rw', values: { interval: 777 }, pending: null });
    await setDevice(sandbox, { uniqueId: 'Kf7Qp2', pending: { interval: 999 } });
    requests.length = 0;
    await opened.services.devices.refresh();
    await until(async () => (await settled()).length === 2, 'the refusal of the second beacon is settled');
    await until(() => requests.some((one) => /\/encrypt\?.*Kf7Qp2/.test(one)), 'the package is fetched again');
    await opened.close();
  });

  it('notes as installed, once opened, beacons of a job that became Verified while the account was closed', async () => {
    const account = newAccount();
    const before = await openSample(account.id);
    const uniqueId = 'tB4x';
    const { values } = fixtureTask(0);
    await before.jobs.put({
      jobs: [fixtureJob('job-1', { hungUp: { isNoted: true, by: 'Ada' } })],
      tasks: [fixtureTask(0, { uniqueId })],
    });
    await before.devices.putMany([fixtureDevice(0, { uniqueId })]);
    await before.receipts.put(sampleReceipt(account.id, '1', { uniqueId, values, state: 'verified' }));
    before.close();
    const opened = await open(account, {});
    const { edits } = opened.storage;
    await until(async () => (await edits.all()).length === 1, 'the beacon is noted');
    expect((await edits.all())[0]!.values).to.include({ 'deployment.installerName': 'Ada' });
    await opened.close();
  });

  it('confirms a noted battery change once its readings have come', async () => {
    const account = newAccount();
    const before = await openSample(account.id);
    const [mac, notedAtMs] = ['0a:00:00:00:00:01', Date.now() - 2 * DAY_MS];
    await before.devices.putMany([fixtureDevice(0, { uniqueId: 'tB4x', mac })]);
    await before.jobs.put({
      jobs: [fixtureJob()],
      tasks: [fixtureTask(0, { uniqueId: 'tB4x', values: {}, battery: { notedAtMs } })],
    });
    before.close();
    const content = [
      [-1, 9],
      [1, 97],
    ].map(([day, batteryLevel]) => {
      const timestamp = new Date(notedAtMs + day! * DAY_MS).toISOString();
      return { trackingId: mac, timestamp, batteryLevel };
    });
    const opened = await open(account, {
      fetch: async (url) =>
        String(url).includes('/telemetry')
          ? new Response(JSON.stringify({ content, page: { hasNext: false } }))
          : new Response('{}', { status: 500 }),
    });
    const jobs = await opened.services.jobs();
    const confirmed = () => jobs.state.value.tasks.get('job-1')![0]!.battery?.confirmedAtMs;
    expect(confirmed()).to.equal(undefined);
    const telemetry = await opened.services.telemetry();
    const query = { by: 'devices', latest: false, size: 10, sort: [] } as const;
    await telemetry.fetchRecords({ ...query, ids: [mac], startMs: notedAtMs - 2 * DAY_MS, endMs: Date.now() });
    await until(() => confirmed() === notedAtMs + DAY_MS, 'the change is confirmed');
    await opened.close();
  });

  it('ends runs that have written nothing when their package is replaced, before the opening or later', async () => {
    const account = newAccount();
    const before = await openSample(account.id);
    for (const [id, state] of [
      ['1', 'replaced'],
      ['2', 'carried'],
    ] as const) {
      const carried = samplePackage(id, { state });
      await before.packages.replace(carried);
      await before.runs.put(newRun({ id, receiptId: `rcp-${id}`, package: carried, nowMs: NOW_MS }));
    }
    before.close();
    const opened = await open(account, {});
    const { runs, packages } = opened.storage;
    const ended = async (): Promise<string[]> =>
      (await runs.all()).flatMap(({ id, outcome }) => (outcome?.kind === 'abandoned' ? [id] : []));
    await until(async () => (await ended()).length === 1, 'the first run has ended');
    expect(await ended()).to.deep.equal(['1']);
    await packages.mark('pkg-2', 'replaced');
    await until(async () => (await ended()).length === 2, 'the second run has ended');
    await opened.close();
  });

  it('shows the messages that a stream has pushed in practice, and requests none from a real backend', async () => {
    for (const [kind, hasTail] of [
      ['live', false],
      ['sandbox', true],
    ] as const) {
      const opened = await open(newAccount({ kind }), {});
      expect((await opened.services.streams()).practiceTail !== null, kind).to.equal(hasTail);
      await opened.close();
    }
  });

  it('reaches the backend through every service, also through those that open at their first use', async () => {
    const tasks = ['tB4x', 'm3Rw'].map(
      (uniqueId) =>
        ({ uniqueId, deviceType: 'BEACON', kind: 'prepare', values: { interval: 777 }, before: {} }) as const,
    );
    const { fetch, requests } = atSandbox();
    let prepared = 0;
    const onPrepare = (): void => void (prepared += 1);
    const { services, ...opened } = await open(newAccount(AT_SANDBOX), { fetch, onPrepare });
    const { commands, prepare, telemetry, prepareMany, withdrawals, readings, ownership, streams } = services;
    for (const [ask, asked] of [
      [
        async () => (await commands()).fetch('tB4x', 'identify'),
        '/legacy/command/encrypt?uniqueId=tB4x&command=BLINK_10S',
      ],
      [
        async () => prepare.prepare({ uniqueId: 'Wq8d', deviceType: 'BEACON', values: { interval: 777 }, before: {} }),
        '/legacy/command/encrypt?uniqueId=Wq8d&command=BLINK_10S',
      ],
      [
        async () => (await telemetry()).fetchRecords(heardLastOf(['tB4x'], Date.now())!),
        '/v3/telemetry/latest?trackingId=tB4x&page=0&size=2000',
      ],
      [async () => (await prepareMany()).start(tasks), '/legacy/config/encrypt?uniqueId=tB4x%2Cm3Rw'],
      [async () => (await withdrawals()).withdraw('tB4x'), '/legacy/config/delete?uniqueId=tB4x'],
      [async () => (await readings()).fetch('tB4x'), '/legacy/config/readall?uniqueId=tB4x'],
      [async () => (await ownership()).previewOrders(['order-1']), '/legacy/order?orderId=order-1'],
      [async () => (await streams()).read('telemetry'), '/v3/streams/telemetry'],
    ] as const) {
      requests.length = 0;
      await ask();
      expect(requests.map((one) => one.split(AT_SANDBOX.baseUrl)[1])).to.include(asked);
    }
    expect(prepared, 'preparations that were announced').to.equal(2);
    await opened.close();
  });

  it('gives up a request for telemetry when it is closed', async () => {
    let asked: AbortSignal | null | undefined;
    const opened = await open(newAccount(AT_SANDBOX), {
      fetch: (url, init) => {
        if (String(url).includes('/telemetry')) asked = init?.signal;
        return new Promise(() => undefined);
      },
    });
    const { fetchRecords } = await opened.services.telemetry();
    void fetchRecords(heardLastOf(['tB4x'], Date.now())!);
    await until(() => asked != null, 'a request for telemetry');
    await opened.close();
    expect(asked!.aborted).to.equal(true);
  });

  it('leaves no listener, message channel or database open once it is closed, although all its services were used', async () => {
    const account = newAccount(AT_SANDBOX);
    const watched = watchWhatIsOpened();
    try {
      const opened = await open(account, { fetch: atSandbox().fetch });
      const { commands, telemetry, jobs, phoneCheck, handOver } = opened.services;
      for (const service of [commands, telemetry, jobs, phoneCheck, handOver]) await service();
      opened.keyGiven();
      await opened.services.devices.refresh();
      expect(watched.left()).not.to.deep.equal([]);
      await opened.close();
      // A read that had begun may still come to its end.
      await until(() => watched.left().length === 0, 'the end of all that was open');
    } finally {
      watched.stop();
    }
    for (const { name } of await indexedDB.databases())
      if (name!.includes(account.id))
        // Waits for as long as a connection is open.
        await new Promise((resolve) => (indexedDB.deleteDatabase(name!).onsuccess = resolve));
  });

  it('closes only after the run in progress has ended', async () => {
    const account = newAccount();
    const before = await openSample(account.id);
    await before.packages.replace(samplePackage('1'));
    before.close();
    const chooser = hold();
    const opened = await open(account, { bluetooth: radioWith(null, chooser.over) });
    const { runs } = opened.services;
    void runs.start('pkg-1');
    expect(runs.current.value?.phase).to.equal('choosing');
    const closing = opened.close().then(() => runs.current.value?.phase);
    expect(await Promise.race([closing, nextTurn(100)]), 'closed while the chooser is open').to.equal(undefined);
    chooser.letGo();
    expect(await closing).to.equal('ended');
  });

  it('closes only after a response that came after its time limit is stored', async () => {
    const account = newAccount(AT_SANDBOX);
    const answer = hold();
    const opened = await open(account, {
      bluetooth: radioWith({ name: 'slow', operation: 'readResponse', ms: 10_000 }, answer.over),
      fetch: atSandbox().fetch,
      // The wait for a late response is never over.
      clock: {
        ...clock,
        sleep: (ms, signal) => (ms === 30_000 ? new Promise(() => undefined) : clock.sleep(Math.min(ms, 50), signal)),
      },
    });
    await runThatFails(opened);
    const closing = opened.close().then(() => 'closed');
    expect(await Promise.race([closing, nextTurn(100)])).to.equal(undefined);
    answer.letGo();
    await closing;
    const after = await openSample(account.id);
    expect((await after.receipts.all()).map(({ uniqueId, state }) => [uniqueId, state])).to.deep.equal([
      ['tB4x', 'waiting'],
    ]);
    after.close();
  });

  it('closes after a while although an awaited response never comes', async () => {
    const opened = await open(newAccount(AT_SANDBOX), {
      bluetooth: radioWith({ name: 'hang', operation: 'readResponse' }),
      fetch: atSandbox().fetch,
    });
    await runThatFails(opened);
    await opened.close();
  });
});
