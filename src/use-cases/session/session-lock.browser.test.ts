/**
 * What opens a locked account: its passphrase, its own key, or a key with which the backend returns the account's
 * devices.
 */
import { expect } from '@open-wc/testing';
import { sandboxSession, SANDBOX_DRAFT } from '../../../test/support/sandbox-session-backend.ts';
import { createSessionPhone, opened, PASSPHRASE, type SessionPhone } from '../../../test/support/session-phone.ts';
import { rawRows } from '../../../test/support/sample-rows.ts';
import type { Account } from '../../domain/account.ts';
import { keyAcceptedSetting, keyVerifierSetting } from '../../names.ts';
import { EDITOR_KEY, OWNER_KEY } from '../../sandbox/backend/gate.ts';
import { makeKeyMark } from '../../storage/accounts/key-mark.ts';
import { NO_WORK } from '../../domain/undelivered-work.ts';
import type { RunningSession } from './session.ts';

let phone: SessionPhone;
let sandbox: ReturnType<typeof sandboxSession>;
let session: RunningSession;
beforeEach(async () => {
  phone = createSessionPhone();
  sandbox = sandboxSession();
  phone.backend = sandbox.backend;
  session = await phone.openWindow();
});
afterEach(() => phone.closeAll());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fulfilled',
    (error: { code?: string }) => error.code,
  );
const registry = () => phone.windows[0]!.registry;
const same = ({ id }: Account) => ({ kind: 'same', accountId: id }) as const;
const vaultRow = async () => JSON.stringify(await rawRows('', 'vault', phone.name));

/** Connects with this key, which the backend accepts; the stored list is its answer. */
async function connected(apiKey: string, passphrase: string | null = null): Promise<Account> {
  const account = opened(await session.connect(SANDBOX_DRAFT, apiKey, passphrase));
  phone.saved = await sandbox.readAccess(account, apiKey);
  await session.keyAccepted(account.id, apiKey);
  return account;
}

/** Restarts with the account as an earlier version left it: with a mark of its key, and no verifier. */
async function restartWithoutVerifier({ id }: Account): Promise<void> {
  await registry().accounts.setSetting(keyVerifierSetting(id), null);
  await registry().accounts.setSetting(keyAcceptedSetting(id), null);
  phone.closeAll();
  session = await phone.openWindow();
}

/** Makes this key match the account's mark, as one key in 65,536 does. */
async function fitMark({ id }: Account, apiKey: string): Promise<void> {
  const { accounts } = registry();
  await accounts.put({ ...(await accounts.get(id))!, keyMark: await makeKeyMark(apiKey) });
}

function expectLocked(account: Account): void {
  expect(session.state.value.account).to.equal(null);
  expect(session.state.value.locked?.id).to.equal(account.id);
  expect(session.apiKey()).to.equal(null);
}

describe('a locked account', () => {
  it('opens with its own key, online and offline, after a restart too', async () => {
    const account = await connected(OWNER_KEY);
    for (const isOnline of [true, false]) {
      await session.lock();
      phone.closeAll();
      sandbox.isOnline = isOnline;
      session = await phone.openWindow();
      expectLocked(account);
      expect(opened(await session.giveKey(OWNER_KEY)).id).to.equal(account.id);
      expect(session.state.value.account?.id).to.equal(account.id);
    }
  });

  it('opens with the key it was connected with, although the backend was never reached', async () => {
    sandbox.isOnline = false;
    const account = opened(await session.connect(SANDBOX_DRAFT, 'typed-offline', null));
    await session.lock();
    expect((await session.giveKey('another')).kind).to.equal('otherKey');
    expectLocked(account);
    expect(opened(await session.giveKey('typed-offline')).id).to.equal(account.id);
  });

  it('never opens with the valid key of a second customer', async () => {
    const account = await connected(OWNER_KEY, PASSPHRASE);
    const vault = await vaultRow();
    await session.lock();
    for (let time = 0; time < 10; time += 1) {
      expect((await session.giveKey(EDITOR_KEY)).kind).to.equal('otherKey');
      expect(await session.giveKey(EDITOR_KEY, same(account))).to.deep.equal({
        kind: 'notProven',
        doubt: 'otherAccount',
      });
      expect(await session.connect(SANDBOX_DRAFT, EDITOR_KEY, PASSPHRASE, same(account))).to.deep.equal({
        kind: 'notProven',
        doubt: 'otherAccount',
      });
    }
    sandbox.isOnline = false;
    expect(await session.giveKey(EDITOR_KEY, same(account))).to.deep.equal({ kind: 'notProven', doubt: 'unchecked' });
    expectLocked(account);
    expect(await vaultRow()).to.equal(vault);
    sandbox.isOnline = true;
    const own = opened(await session.giveKey(EDITOR_KEY, { kind: 'other' }));
    expect(own.id).to.not.equal(account.id);
  });

  it('never opens with the valid key of a second customer with less access to a device', async () => {
    const account = await connected(OWNER_KEY);
    const seen = await sandbox.readAccess(account, EDITOR_KEY);
    // Devices that both customers have, and on which the first has more access.
    phone.saved = new Map(
      [...phone.saved].filter(([id, access]) => access === 'OWNER' && seen.has(id) && seen.get(id) !== null),
    );
    expect(phone.saved.size).to.be.above(0);
    await session.lock();
    expect(await session.giveKey(EDITOR_KEY, same(account))).to.deep.equal({
      kind: 'notProven',
      doubt: 'otherAccount',
    });
    expectLocked(account);
  });

  it('refuses a made-up key that matches the mark, online and offline', async () => {
    const account = await connected(OWNER_KEY, PASSPHRASE);
    await fitMark(account, 'made-up');
    await session.lock();
    for (const isOnline of [true, false]) {
      sandbox.isOnline = isOnline;
      for (const give of [
        () => session.giveKey('made-up'),
        () => session.connect(SANDBOX_DRAFT, 'made-up', 'a passphrase of a stranger'),
      ]) {
        expect((await give()).kind).to.equal('otherKey');
        expectLocked(account);
      }
      expect(await session.giveKey('made-up', same(account))).to.deep.equal({
        kind: 'notProven',
        doubt: isOnline ? 'wrongKey' : 'unchecked',
      });
      expectLocked(account);
    }
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    expect(session.apiKey()).to.equal(OWNER_KEY);
  });

  it('opens with a new key when the backend returns 20 of its devices with it, and from then on offline', async () => {
    const account = opened(await session.connect(SANDBOX_DRAFT, 'revoked-since', PASSPHRASE));
    phone.saved = await sandbox.readAccess(account, OWNER_KEY);
    await session.lock();
    expect(await session.giveKey('guessed', same(account))).to.deep.equal({ kind: 'notProven', doubt: 'wrongKey' });
    sandbox.requestedIds.splice(0);
    expect(await session.giveKey(OWNER_KEY, same(account))).to.deep.include({ kind: 'connected', mayRemember: true });
    const requests = sandbox.requestedIds.flat();
    expect(requests).to.have.length(20);
    expect(new Set(requests).size).to.equal(20);
    expect(requests.every((id) => phone.saved.has(id))).to.equal(true);
    expect(session.state.value).to.deep.include({ hasVault: false });
    await session.lock();
    sandbox.isOnline = false;
    expect((await session.giveKey('revoked-since')).kind).to.equal('otherKey');
    expectLocked(account);
    expect(opened(await session.giveKey(OWNER_KEY)).id).to.equal(account.id);
  });

  it('requests no more devices at once than the settings allow', async () => {
    const account = opened(await session.connect(SANDBOX_DRAFT, 'revoked-since', null));
    phone.saved = new Map([...(await sandbox.readAccess(account, OWNER_KEY))].slice(0, 7));
    await session.saveSettings({ ...account.settings, bulk: { inFlight: 1, idsAtOnce: 3 } });
    sandbox.requestedIds.splice(0);
    opened(await session.giveKey(OWNER_KEY, same(account)));
    expect(sandbox.requestedIds.map((ids) => ids.length)).to.deep.equal([3, 3, 1]);
  });

  it('cannot be opened with another key when no devices are stored', async () => {
    const account = await connected(OWNER_KEY);
    phone.saved = new Map();
    await session.lock();
    expect(await session.giveKey(EDITOR_KEY, same(account))).to.deep.equal({ kind: 'notProven', doubt: 'noDevices' });
    expectLocked(account);
    opened(await session.giveKey(OWNER_KEY));
    expect(await session.giveKey(EDITOR_KEY, same(account))).to.deep.equal({ kind: 'notProven', doubt: 'noDevices' });
  });

  it('keeps its stored key, whoever wants to remove it', async () => {
    const account = await connected(OWNER_KEY, PASSPHRASE);
    await session.lock();
    expect(await codeOf(session.removeStoredKey())).to.equal('noAccount');
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    expect(session.state.value.account?.id).to.equal(account.id);
  });
});

describe('an account of an earlier version', () => {
  it('that is locked opens with its passphrase alone, and with its key once the backend has accepted it', async () => {
    const account = await connected(OWNER_KEY, PASSPHRASE);
    await session.lock();
    await restartWithoutVerifier(account);
    const accounts = [{ account, onlyHere: 3, hasVault: true, needsPassphrase: true }];
    for (const key of [OWNER_KEY, EDITOR_KEY]) {
      expect(await session.giveKey(key)).to.deep.equal({ kind: 'otherKey', known: accounts });
      expect(await session.connect(SANDBOX_DRAFT, key, null)).to.deep.equal({ kind: 'otherKey', known: accounts });
      expect(await session.giveKey(key, same(account))).to.deep.equal({ kind: 'notProven', doubt: 'needsPassphrase' });
      expectLocked(account);
    }
    // An answer to a request from before the lock proves nothing.
    await session.keyAccepted(account.id, OWNER_KEY);
    expect((await session.giveKey(OWNER_KEY)).kind).to.equal('otherKey');

    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    await session.keyAccepted(account.id, 'another-one');
    sandbox.isOnline = false;
    await session.checkKey();
    expect(await registry().accounts.setting(keyVerifierSetting(account.id))).to.equal(null);
    sandbox.isOnline = true;
    await session.checkKey();
    await session.lock();
    sandbox.isOnline = false;
    expect(opened(await session.giveKey(OWNER_KEY)).id).to.equal(account.id);
  });

  it('accepts a key that matches its mark while it is open, and creates no vault with it before the backend has accepted it', async () => {
    const account = await connected(OWNER_KEY, PASSPHRASE);
    await restartWithoutVerifier(account);
    const vault = await vaultRow();
    await fitMark(account, 'made-up');
    sandbox.isOnline = false;
    expect(await session.giveKey('made-up')).to.deep.include({ kind: 'connected', mayRemember: false });
    expect(await codeOf(session.setPassphrase('a passphrase of a stranger'))).to.equal('keyUnchecked');
    for (const [isOnline, doubt] of [
      [false, 'unchecked'],
      [true, 'wrongKey'],
    ] as const) {
      sandbox.isOnline = isOnline;
      expect(await session.connect(SANDBOX_DRAFT, 'made-up', 'a passphrase of a stranger')).to.deep.equal({
        kind: 'notProven',
        doubt,
      });
    }
    expect(await vaultRow()).to.equal(vault);

    await fitMark(account, OWNER_KEY);
    expect(opened(await session.connect(SANDBOX_DRAFT, OWNER_KEY, 'another passphrase 2')).id).to.equal(account.id);
    expect(await session.openVault('another passphrase 2')).to.equal('opened');
    await session.setPassphrase(PASSPHRASE);
  });
});

describe('a key that was mistyped when the account was connected', () => {
  it('is corrected while the account is open and contains no data', async () => {
    phone.saved = new Map();
    phone.work = NO_WORK;
    const account = opened(await session.connect(SANDBOX_DRAFT, 'mistyped', null));
    expect(await session.giveKey('mistyped-again', same(account))).to.deep.equal({
      kind: 'notProven',
      doubt: 'wrongKey',
    });
    phone.work = { ...phone.work, onlyHere: 1, receiptIds: ['a'] };
    expect(await session.giveKey(OWNER_KEY, same(account))).to.deep.equal({ kind: 'notProven', doubt: 'noDevices' });
    phone.work = { ...phone.work, onlyHere: 0, receiptIds: [] };
    await session.lock();
    expect(await session.giveKey(OWNER_KEY, same(account))).to.deep.equal({ kind: 'notProven', doubt: 'noDevices' });
    opened(await session.giveKey('mistyped'));
    expect(opened(await session.giveKey(OWNER_KEY, same(account))).id).to.equal(account.id);
    // From here on it belongs to a customer.
    expect(await session.giveKey(EDITOR_KEY, same(account))).to.deep.equal({ kind: 'notProven', doubt: 'noDevices' });
  });
});

describe('the verifier of an account', () => {
  it('is computed while the new account is being opened, and is stored when the key is connected', async () => {
    const states: string[] = [];
    const checks: Promise<void>[] = [];
    let probes = 0;
    phone.backend = { ...sandbox.backend, probe: (...input) => ((probes += 1), sandbox.backend.probe(...input)) };
    const second = await phone.openWindow((accounts) => ({
      ...accounts,
      setSetting(name, value) {
        if (name.startsWith(keyVerifierSetting(''))) {
          states.push(second.state.value.key);
          checks.push(second.checkKey());
        }
        return accounts.setSetting(name, value);
      },
    }));
    const account = opened(await second.connect(SANDBOX_DRAFT, OWNER_KEY, null));
    await Promise.all(checks);
    expect(states).to.deep.equal(['ready']);
    expect(probes, 'no request for a verifier that is on its way').to.equal(0);
    expect(await registry().accounts.setting(keyVerifierSetting(account.id))).not.to.equal(null);
  });

  it('is stored only in the settings of the registry, and is removed with the account', async () => {
    const account = await connected(OWNER_KEY, PASSPHRASE);
    const verifier = (await registry().accounts.setting(keyVerifierSetting(account.id)))!;
    const [, , salt, hash] = verifier.split('.') as [string, string, string, string];
    for (const store of ['accounts', 'vault', 'quarantine']) {
      const rows = JSON.stringify(await rawRows('', store, phone.name));
      expect([rows.includes(salt), rows.includes(hash)], store).to.deep.equal([false, false]);
    }
    for (const text of [JSON.stringify({ ...localStorage }), JSON.stringify(session.state.value)])
      expect([text.includes(salt), text.includes(hash)]).to.deep.equal([false, false]);
    phone.work = NO_WORK;
    expect(await session.remove()).to.deep.equal({ kind: 'removed' });
    expect(await registry().accounts.setting(keyVerifierSetting(account.id))).to.equal(null);
    expect(await registry().accounts.setting(keyAcceptedSetting(account.id))).to.equal(null);
  });
});
