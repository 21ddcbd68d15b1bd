/** What opens and closes with an account, over the registry and the databases of this browser, with the real sandbox. */
import { expect } from '@open-wc/testing';
import { openSample, sampleReceipt } from '../../test/support/sample-rows.ts';
import { SANDBOX_DRAFT } from '../../test/support/sandbox-session-backend.ts';
import { until } from '../../test/support/until.ts';
import { onAccountChange } from '../ui/shared/account-state.ts';
import {
  PRACTICE_CACHE,
  keyAcceptedSetting,
  keyVerifierSetting,
  PRACTICE_BEACON_PREFIX,
  selectionKey,
} from '../names.ts';
import { createSandboxBackend } from '../sandbox/backend/backend.ts';
import { OWNER_KEY } from '../sandbox/backend/gate.ts';
import { openRegistry } from '../storage/accounts/registry.ts';
import type { OfferedServices } from './account.ts';
import { openSession } from './session.ts';

/** One window; `shown` are the services that the screens have got, newest last. */
async function openWindow() {
  const shown: (OfferedServices | null)[] = [];
  const errors: unknown[] = [];
  let practised = 0;
  const opened = await openSession({
    show: (services) => void shown.push(services),
    onPractice: () => (practised += 1),
    onPrepare: () => undefined,
    onClosed: (error) => void errors.push(error),
    onTrouble: (error) => void errors.push(error),
  });
  return { ...opened, shown, errors, practised: () => practised };
}

/** Connects an account of its own to a sandbox in the page, with the settings of this browser, and removes it afterwards. */
async function withAccount(
  work: (parts: {
    id: string;
    session: Awaited<ReturnType<typeof openWindow>>['session'];
    stored: Awaited<ReturnType<typeof openRegistry>>['accounts'];
    services: OfferedServices;
  }) => Promise<void>,
): Promise<void> {
  const real = globalThis.fetch;
  const sandbox = createSandboxBackend({ now: Date.now });
  globalThis.fetch = async (url, init) => sandbox.handle(new Request(url, init));
  const { accounts: stored, ...registry } = await openRegistry({ nowMs: Date.now, localStorage });
  try {
    const here = await openWindow();
    await here.start();
    const connected = await here.session.connect(SANDBOX_DRAFT, OWNER_KEY, null);
    if (connected.kind !== 'connected') throw new Error(connected.kind);
    await until(() => here.shown.at(-1) != null, 'the services of the account');
    expect([here.practised(), here.practice()], 'nothing of practice').to.deep.equal([0, null]);
    await work({ id: connected.account.id, session: here.session, stored, services: here.shown.at(-1)! });
    expect(await here.session.remove()).to.deep.equal({ kind: 'removed' });
  } finally {
    registry.close();
    globalThis.fetch = real;
  }
}

const accounts: (string | null)[] = [];
onAccountChange((accountId) => void accounts.push(accountId));

describe('the session of a window', () => {
  it('has no services before its start, which forgets the selection of a removed account', async () => {
    sessionStorage.setItem(selectionKey('removed'), 'b1');
    const here = await openWindow();
    expect([here.shown, accounts, here.practice()]).to.deep.equal([[], [], null]);
    await here.start();
    expect([here.shown, here.errors]).to.deep.equal([[], []]);
    expect(sessionStorage.getItem(selectionKey('removed')), 'the selection of a removed account').to.equal(null);
  });

  it('reports what was lost from the list of accounts until somebody has read the report', async () => {
    const registry = await openRegistry({ nowMs: Date.now, localStorage });
    await registry.accounts.setSetting('losses', JSON.stringify(['registryEmptied:1']));
    registry.close();
    const here = await openWindow();
    expect(here.remarks.value).to.deep.equal(['registryEmptied:1']);
    here.lossesRead();
    await until(() => here.remarks.value.length === 0);
    expect((await openWindow()).remarks.value).to.deep.equal([]);
    expect(here.errors).to.deep.equal([]);
  });

  it('puts a practice beacon for which a change was prepared within Bluetooth range, wherever it hangs', async () => {
    const here = await openWindow();
    await here.start();
    await here.session.practise();
    await until(() => here.shown.at(-1) != null, 'the services of practice');
    const { devices, prepare } = here.shown.at(-1)!;
    await devices.refresh();
    const far = devices.list.value.devices!.findLast(
      ({ deviceType, access }) => deviceType === 'BEACON' && access === 'OWNER',
    )!;
    const near = (): string => localStorage.getItem(`${PRACTICE_BEACON_PREFIX}near`) ?? '';
    expect(near()).not.to.contain(far.uniqueId);
    await prepare.prepare({ ...far, values: { interval: 777 }, before: {} });
    await until(() => near().includes(far.uniqueId), 'the prepared beacon is near');
    expect(await here.session.remove()).to.deep.equal({ kind: 'removed' });
    expect(here.errors).to.deep.equal([]);
  });

  it('checks the key of an account of an earlier version when the network is back', () =>
    withAccount(async ({ id, stored }) => {
      await stored.setSetting(keyVerifierSetting(id), null);
      await stored.setSetting(keyAcceptedSetting(id), null);
      window.dispatchEvent(new Event('online'));
      await until(async () => (await stored.setting(keyVerifierSetting(id))) !== null, 'the key is known as accepted');
    }));

  it('notes that the backend accepts the key of an open account', () =>
    withAccount(async ({ id, stored, services }) => {
      await stored.setSetting(keyAcceptedSetting(id), null);
      await services.devices.refresh();
      await until(async () => (await stored.setting(keyAcceptedSetting(id))) !== null, 'the key is noted as accepted');
    }));

  it('passes a receipt that one account keeps for another to that account when it is opened', () =>
    withAccount(async ({ id: keeper, session }) => {
      const other = await session.connect({ ...SANDBOX_DRAFT, name: 'Another' }, OWNER_KEY, null);
      if (other.kind !== 'connected') throw new Error(other.kind);
      await session.switchTo(keeper);
      const theirs = await openSample(keeper);
      const kept = { runId: null, origin: 'import', owner: 'unsure', values: {} } as const;
      await theirs.receipts.put(sampleReceipt(other.account.id, 'kept', kept));
      await session.switchTo(other.account.id);
      await until(async () => (await theirs.receipts.all()).length === 0, 'the receipt is no longer kept');
      theirs.close();
      const own = await openSample(other.account.id);
      const handedOver = (await own.receipts.all()).map(({ id }) => id);
      own.close();
      expect(handedOver).to.have.length(1);
      expect(await session.remove({ handedOver })).to.deep.equal({ kind: 'removed' });
      await session.switchTo(keeper);
    }));

  it('opens practice with its panel, restores its selection in the next window, and keeps nothing once practice is removed', async () => {
    const here = await openWindow();
    await here.start();
    const { id } = await here.session.practise();
    await until(() => here.shown.at(-1) != null, 'the services of practice');
    expect(here.practised()).to.equal(1);
    expect(here.practice()?.createPanel()).to.be.instanceOf(HTMLElement);
    expect(accounts.at(-1)).to.equal(id);

    sessionStorage.setItem(selectionKey(id), 'b1');
    const next = await openWindow();
    await next.start();
    await until(() => next.shown.at(-1) != null, 'the services in the next window');
    expect(next.session.state.value).to.deep.include({ key: 'ready' });
    expect(sessionStorage.getItem(selectionKey(id)), 'what was selected before the reload').to.equal('b1');
    expect(await next.countWork(next.session.state.value.account!)).to.deep.include({ onlyHere: 0, unfinishedRuns: 0 });

    await caches.open(PRACTICE_CACHE);
    const { getRegistration } = ServiceWorkerContainer.prototype;
    let registrationsRead = 0;
    ServiceWorkerContainer.prototype.getRegistration = function (url) {
      registrationsRead += 1;
      return getRegistration.call(this, url);
    };
    expect(await here.session.remove()).to.deep.equal({ kind: 'removed' });
    await until(() => here.shown.at(-1) === null && next.shown.at(-1) === null, 'both windows without services');
    expect([here.practice(), next.practice()]).to.deep.equal([null, null]);
    expect(accounts.at(-1)).to.equal(null);
    expect(await caches.has(PRACTICE_CACHE)).to.equal(false);
    await until(() => registrationsRead > 0, 'the end of the alarm checks');
    ServiceWorkerContainer.prototype.getRegistration = getRegistration;
    expect([...here.errors, ...next.errors]).to.deep.equal([]);
  });

  it('erases a removed account only after its last drafts have been written, so that nothing fails on the way', async () => {
    const here = await openWindow();
    await here.start();
    await here.session.practise();
    await until(() => here.shown.at(-1) != null, 'the services of practice');
    for (let number = 0; number < 50; number += 1) here.shown.at(-1)!.drafts.store(`draft ${number}`, { text: 'x' });
    expect(await here.session.remove()).to.deep.equal({ kind: 'removed' });
    expect(here.errors).to.deep.equal([]);
  });
});
