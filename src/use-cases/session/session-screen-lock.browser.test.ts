/** The key behind the screen lock of the device: stored, unlocked after a restart, and removed with its account. */
import { expect } from '@open-wc/testing';
import { sandboxSession, SANDBOX_DRAFT } from '../../../test/support/sandbox-session-backend.ts';
import { createSessionPhone, opened, PASSPHRASE, type SessionPhone } from '../../../test/support/session-phone.ts';
import { NO_WORK } from '../../domain/undelivered-work.ts';
import { keyVerifierSetting, screenLockSetting } from '../../names.ts';
import { OWNER_KEY } from '../../sandbox/backend/gate.ts';
import type { RunningSession } from './session.ts';

let phone: SessionPhone;
let session: RunningSession;
let accountId: string;
beforeEach(async () => {
  phone = createSessionPhone();
  const { backend, readAccess } = sandboxSession();
  phone.backend = backend;
  session = await phone.openWindow();
  const account = opened(await session.connect(SANDBOX_DRAFT, OWNER_KEY, null));
  phone.saved = await readAccess(account, OWNER_KEY);
  accountId = account.id;
});
afterEach(() => phone.closeAll());

const accounts = () => phone.windows[0]!.registry.accounts;
const storedSecret = () => accounts().setting(screenLockSetting(accountId));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fulfilled',
    (error: { code?: string }) => error.code,
  );

async function restart(): Promise<void> {
  phone.closeAll();
  session = await phone.openWindow();
}

describe('a key behind the screen lock', () => {
  it('is unlocked after a restart, without the backend, and counts as stored', async () => {
    expect(await session.setScreenLock()).to.equal('kept');
    expect(session.state.value).to.include({ key: 'ready', hasScreenLock: true, hasVault: false, idleLockMinutes: 15 });
    phone.backend = {
      probe: async () => Promise.reject(new Error('there is no network')),
      findDevices: async () => Promise.reject(new Error('there is no network')),
    };
    await restart();
    expect(session.state.value).to.include({ key: 'vault', hasScreenLock: true });
    expect(session.apiKey()).to.equal(null);
    expect(await session.openScreenLock()).to.equal('opened');
    expect(session.state.value.key).to.equal('ready');
    expect(session.apiKey()).to.equal(OWNER_KEY);
  });

  it('opens a locked account, and can be neither set nor removed while the account is locked', async () => {
    await session.setScreenLock();
    expect(await session.lock()).to.equal('locked');
    expect(session.state.value).to.deep.include({ account: null, key: 'vault', hasScreenLock: true });
    expect(await codeOf(session.setScreenLock())).to.equal('noAccount');
    expect(await codeOf(session.removeStoredKey())).to.equal('noAccount');
    phone.device.refusal = 'NotAllowedError';
    expect(await session.openScreenLock()).to.equal('notConfirmed');
    expect(session.state.value.account).to.equal(null);
    phone.device.refusal = null;
    expect(await session.openScreenLock()).to.equal('opened');
    expect(session.state.value.account?.id).to.equal(accountId);
    await session.signOut();
    await session.switchTo(accountId);
    expect(await session.openScreenLock()).to.equal('opened');
  });

  it('can have a passphrase beside it, and both are removed together', async () => {
    await session.setScreenLock();
    await session.setPassphrase(PASSPHRASE);
    await restart();
    expect(session.state.value).to.include({ key: 'vault', hasScreenLock: true, hasVault: true });
    // The passkey was deleted; the passphrase still works.
    phone.device.passkeys.clear();
    expect(await session.openScreenLock()).to.equal('notConfirmed');
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    await session.removeStoredKey();
    expect(session.state.value).to.include({ key: 'ready', hasScreenLock: false, hasVault: false });
    expect(await storedSecret()).to.equal(null);
    expect(await session.openScreenLock()).to.equal('noVault');
  });

  it('is not stored for an unchecked key nor for the sandbox, and causes no prompt then', async () => {
    await accounts().setSetting(keyVerifierSetting(accountId), null);
    expect(await codeOf(session.setScreenLock())).to.equal('keyUnchecked');
    await session.practise();
    expect(await codeOf(session.setScreenLock())).to.equal('noKey');
    expect(phone.device.prompts).to.equal(0);
    expect(await storedSecret()).to.equal(null);
  });

  it('is not stored when the device refuses, and the reason is returned', async () => {
    for (const [refusal, reason] of [
      ['NotAllowedError', 'notConfirmed'],
      ['NotSupportedError', 'unavailable'],
    ] as const) {
      phone.device.refusal = refusal;
      expect(await session.setScreenLock()).to.equal(reason);
    }
    phone.device.refusal = null;
    phone.device.hasPrf = false;
    expect(await session.setScreenLock()).to.equal('noPrf');
    expect(await storedSecret()).to.equal(null);
    expect(session.state.value).to.include({ key: 'ready', hasScreenLock: false });
  });

  it('is not stored for an account that was left during the prompt', async () => {
    let confirm!: () => void;
    phone.device.person = new Promise((resolve) => (confirm = resolve));
    const keeping = codeOf(session.setScreenLock());
    await session.signOut();
    confirm();
    expect(await keeping).to.equal('noKey');
    expect(await storedSecret()).to.equal(null);
  });

  it('lets the session continue during a prompt, and cancels the prompt', async () => {
    await session.setScreenLock();
    await restart();
    const controller = new AbortController();
    phone.device.person = new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve()));
    const opening = session.openScreenLock(controller.signal);
    await session.setIdleLock(5);
    expect(session.state.value.idleLockMinutes).to.equal(5);
    controller.abort();
    expect(await opening).to.equal('notConfirmed');
    expect(session.state.value.key).to.equal('vault');
  });

  it('is removed when it can no longer be read, so that nothing claims to be stored', async () => {
    await session.setScreenLock();
    const text = (await storedSecret())!;
    for (const damaged of [text.slice(0, -8), text.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))]) {
      await accounts().setSetting(screenLockSetting(accountId), damaged);
      await restart();
      expect(await session.openScreenLock()).to.equal('noVault');
      expect(await storedSecret()).to.equal(null);
      expect(session.state.value).to.include({ key: 'needed', hasScreenLock: false });
    }
  });

  it('of a newer version is left alone and not offered', async () => {
    await accounts().setSetting(screenLockSetting(accountId), 'prf-2.something else');
    await restart();
    expect(session.state.value).to.include({ key: 'needed', hasScreenLock: false });
    expect(await session.openScreenLock()).to.equal('noVault');
    expect(await storedSecret()).to.equal('prf-2.something else');
  });

  it('is removed with the earlier key when the backend has proved that a new one is the same account', async () => {
    await session.keyAccepted(accountId, OWNER_KEY);
    await session.setScreenLock();
    const newKey = 'right, a new one';
    phone.backend = null;
    const outcome = await session.giveKey(newKey);
    if (outcome.kind !== 'otherKey') throw new Error(outcome.kind);
    expect(outcome.known).to.deep.include({
      account: session.state.value.account,
      onlyHere: 3,
      hasVault: true,
      needsPassphrase: false,
    });
    expect((await session.giveKey(newKey, { kind: 'same', accountId })).kind).to.equal('connected');
    expect(session.state.value).to.include({ key: 'ready', hasScreenLock: false });
    expect(await storedSecret()).to.equal(null);
  });

  it('is removed with its account', async () => {
    await session.setScreenLock();
    phone.work = NO_WORK;
    const registry = accounts();
    expect(await session.remove()).to.deep.equal({ kind: 'removed' });
    expect(await registry.setting(screenLockSetting(accountId))).to.equal(null);
  });
});
