import { expect } from '@open-wc/testing';
import { DEFAULT_SETTINGS } from '../../domain/settings.ts';
import type { Account } from '../../domain/account.ts';
import { eraseAccount } from '../../storage/accounts/erase-account.ts';
import type { KeyChannel } from '../../storage/accounts/key-channel.ts';
import { fitsKeyMark, makeKeyMark } from '../../storage/accounts/key-mark.ts';
import { guessesFor } from '../../storage/accounts/passphrase-guesses.ts';
import { openRegistry, type Registry } from '../../storage/accounts/registry.ts';
import { commitSample, openSample, rawRows } from '../../../test/support/sample-rows.ts';
import { openTestKeys } from '../../../test/support/second-window.ts';
import type { KeyOutcome, SignOutCheck } from '../offered.ts';
import { createSession, type RunningSession } from './session.ts';

const draft = {
  name: 'North wing',
  baseUrl: 'https://v3.example/',
  legacyBaseUrl: 'https://legacy.example',
  vendor: 'acme',
};
const PASSPHRASE = 'ladder on four legs';
const NOBODY = { account: null, key: 'none', hasVault: false, accounts: [], locked: null, idleLockMinutes: 0 };

let name = '';
let practiceOrigin = '';
let isPracticeReachable = true;
let isBusy = false;
let work: SignOutCheck;
let probed: string[] = [];
let open: { registry: Registry; keys: KeyChannel; session: RunningSession }[] = [];

/** A window of its own as far as memory goes: own registry connection, own keys, own session. */
async function openWindow(): Promise<RunningSession> {
  const registry = await openRegistry({ nowMs: () => 1000, name, localStorage });
  const keys = openTestKeys(`keys-${name}`);
  const session = createSession({
    accounts: registry.accounts,
    vault: registry.vault,
    keys,
    async probe(_, apiKey) {
      probed.push(apiKey);
      return apiKey.startsWith('right') ? { kind: 'ok', devices: 3 } : { kind: 'wrongKey' };
    },
    guesses: guessesFor,
    keyMarks: { make: makeKeyMark, fits: fitsKeyMark },
    isBusy: async () => isBusy,
    erase: (accountId) => eraseAccount(accountId, localStorage),
    async openPractice() {
      if (!isPracticeReachable) throw new TypeError('Failed to fetch dynamically imported module');
      return {
        baseUrl: `${practiceOrigin}/v3`,
        legacyBaseUrl: `${practiceOrigin}/legacy`,
        vendor: 'practice',
        ownerKey: 'owner-key',
        editorKey: 'editor-key',
      };
    },
    countWork: async () => work,
    practiceName: 'Practice',
    newId: () => crypto.randomUUID(),
    nowMs: () => 1000,
  });
  open.push({ registry, keys, session });
  await session.start();
  return session;
}

/** As a reload of the only window: nothing in memory survives. */
function closeAll(): void {
  for (const { registry, keys, session } of open) {
    session.close();
    keys.close();
    registry.close();
  }
  open = [];
}

/** The account that a key has opened. */
function opened(outcome: KeyOutcome): Account {
  if (outcome.kind !== 'connected') throw new Error(outcome.kind);
  return outcome.account;
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fulfilled',
    (error: { code?: string }) => error.code,
  );

/** Resolves as soon as the state fits. */
function until(session: RunningSession, fits: (session: RunningSession) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.state.subscribe(look);
    function look(): void {
      if (!fits(session)) return;
      stop();
      resolve();
    }
    look();
  });
}

beforeEach(() => {
  name = `session-${crypto.randomUUID()}`;
  practiceOrigin = 'http://localhost:4173/sandbox';
  isPracticeReachable = true;
  isBusy = false;
  work = { onlyHere: 3, unfinishedRuns: 1, unsentEdits: 2 };
  probed = [];
});
afterEach(closeAll);

describe('the session', () => {
  it('starts with nothing', async () => {
    const session = await openWindow();
    expect(session.state.value).to.deep.equal(NOBODY);
    expect(session.apiKey()).to.equal(null);
    expect(await codeOf(session.giveKey('x'))).to.equal('noAccount');
    expect(await codeOf(session.openVault(PASSPHRASE))).to.equal('noAccount');
    expect(await session.test(draft, 'right')).to.deep.equal({ kind: 'ok', devices: 3 });
  });

  it('connects, and needs the key again after a reload', async () => {
    const session = await openWindow();
    const account = opened(await session.connect(draft, '  secret ', null));
    expect(account).to.include({
      kind: 'live',
      name: 'North wing',
      baseUrl: 'https://v3.example',
      vendor: 'acme',
      createdAtMs: 1000,
    });
    expect(session.state.value).to.deep.equal({ ...NOBODY, account, key: 'ready', accounts: [account] });
    expect(session.apiKey()).to.equal('secret');
    closeAll();
    const again = await openWindow();
    expect(again.state.value).to.deep.equal({ ...NOBODY, account, key: 'needed', accounts: [account] });
    expect(await again.openVault(PASSPHRASE)).to.equal('noVault');
    await again.giveKey('secret');
    expect(again.state.value.key).to.equal('ready');
  });

  it('refuses a faulty draft, an empty key and a poor passphrase, and stores nothing then', async () => {
    const session = await openWindow();
    expect(await codeOf(session.connect({ ...draft, baseUrl: 'http://v3.example' }, 'k', null))).to.equal('badDraft');
    expect(await codeOf(session.connect(draft, '  ', null))).to.equal('noKey');
    expect(await codeOf(session.connect(draft, 'k', 'short'))).to.equal('badPassphrase');
    expect(await codeOf(session.connect(draft, 'the key itself', 'the key itself'))).to.equal('badPassphrase');
    expect(await codeOf(session.connect(draft, 'k', '12345678901234567890'))).to.equal('badPassphrase');
    expect(await codeOf(session.switchTo('nobody'))).to.equal('unknownAccount');
    expect(session.state.value).to.deep.equal(NOBODY);
  });

  it('opens the vault after a reload', async () => {
    const first = await openWindow();
    await first.connect(draft, 'secret', PASSPHRASE);
    closeAll();
    const session = await openWindow();
    expect(session.state.value.key).to.equal('vault');
    expect(await session.openVault('ladder on five legs')).to.equal('wrongPassphrase');
    expect(session.apiKey()).to.equal(null);
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    expect(session.state.value.key).to.equal('ready');
    expect(session.apiKey()).to.equal('secret');
    expect(await codeOf(session.setPassphrase('short'))).to.equal('badPassphrase');
    await session.setPassphrase('another passphrase');
    expect(await session.openVault(PASSPHRASE)).to.equal('wrongPassphrase');
    expect(session.state.value.hasVault).to.equal(true);
    await session.forgetVault();
    expect(session.state.value).to.include({ key: 'ready', hasVault: false });
    expect(await session.openVault('another passphrase')).to.equal('noVault');
  });

  it('gives the key to a second window, and takes it from both on sign-out', async () => {
    const first = await openWindow();
    const account = opened(await first.connect(draft, 'secret', null));
    const second = await openWindow();
    expect(second.state.value).to.deep.equal({ ...NOBODY, account, key: 'ready', accounts: [account] });
    expect(second.apiKey()).to.equal('secret');
    expect(await first.signOutCheck()).to.deep.equal({ onlyHere: 3, unfinishedRuns: 1, unsentEdits: 2 });
    await first.signOut();
    expect(first.state.value).to.deep.equal({ ...NOBODY, accounts: [account] });
    await until(second, ({ state }) => state.value.account === null);
    expect(second.state.value).to.deep.equal({ ...NOBODY, key: 'needed', accounts: [account], locked: account });
    expect(second.apiKey()).to.equal(null);
  });

  it('finds the same account again for the same key and addresses, so that its receipts are not orphaned', async () => {
    const session = await openWindow();
    const first = opened(await session.connect(draft, 'secret', PASSPHRASE));
    await session.saveSettings({ ...DEFAULT_SETTINGS, pageSize: 500 });
    await session.signOut();
    const again = opened(
      await session.connect(
        {
          ...draft,
          name: ' North wing',
          settings: { ...DEFAULT_SETTINGS, timing: { ...DEFAULT_SETTINGS.timing, afterWriteMs: 1 } },
        },
        'secret',
        null,
      ),
    );
    expect(again.id).to.equal(first.id);
    // What the form left alone is not reset.
    expect(again.settings).to.deep.include({ pageSize: 500, timing: { ...DEFAULT_SETTINGS.timing, afterWriteMs: 1 } });
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    // No name was typed: the host stands in its place.
    expect(opened(await session.connect({ ...draft, name: 'v3.example' }, 'secret', null)).id).to.equal(first.id);
    const other = opened(await session.connect({ ...draft, name: 'South wing' }, 'secret', null));
    expect(other.id).to.not.equal(first.id);
    await session.switchTo(first.id);
    expect(session.apiKey()).to.equal('secret');
  });

  it('practises on one account of its own, whose key comes from the sandbox each time', async () => {
    const session = await openWindow();
    const account = await session.practise('editor');
    expect(account).to.include({ kind: 'sandbox', name: 'Practice', baseUrl: 'http://localhost:4173/sandbox/v3' });
    expect(session.apiKey()).to.equal('editor-key');
    expect(await codeOf(session.setPassphrase(PASSPHRASE))).to.equal('noKey');
    await session.saveSettings({ ...DEFAULT_SETTINGS, pageSize: 7 });
    closeAll();
    practiceOrigin = 'https://kit.example/sandbox';
    const again = await openWindow();
    expect(again.state.value.account).to.include({ id: account.id, baseUrl: 'https://kit.example/sandbox/v3' });
    expect(again.state.value.account?.settings.pageSize).to.equal(7);
    expect(again.state.value.key).to.equal('ready');
    expect(again.apiKey()).to.equal('editor-key');
    expect((await again.practise()).id).to.equal(account.id);
    expect(again.apiKey()).to.equal('owner-key');
    expect(again.state.value.accounts).to.have.length(1);
  });

  it('shows the practice account even when the sandbox cannot be loaded', async () => {
    const first = await openWindow();
    const account = await first.practise();
    closeAll();
    isPracticeReachable = false;
    const session = await openWindow();
    expect(session.state.value.account?.id).to.equal(account.id);
    expect(session.state.value.key).to.equal('needed');
    expect(await codeOf(session.practise())).to.not.equal('fulfilled');
    expect(session.state.value.account?.id).to.equal(account.id);
  });

  it('hears of accounts and settings that another window has stored', async () => {
    const [first, second] = [await openWindow(), await openWindow()];
    const account = opened(await first.connect(draft, 'secret', null));
    await until(second, ({ state }) => state.value.accounts.length === 1);
    expect(second.state.value.account).to.equal(null);
    await second.switchTo(account.id);
    expect(second.apiKey()).to.equal('secret');
    await first.saveSettings({ ...DEFAULT_SETTINGS, pageSize: 99 });
    await until(second, ({ state }) => state.value.account?.settings.pageSize === 99);
  });
});

describe('another key for the same addresses', () => {
  const vaultRows = async () => (await rawRows('', 'vault', name)).length;

  it('asks before anything is stored, sent or forgotten, whatever name was typed', async () => {
    const session = await openWindow();
    const account = opened(await session.connect(draft, 'secret', PASSPHRASE));
    await session.signOut();
    const before = await rawRows('', 'accounts', name);
    for (const typed of ['North wing', 'v3.example', 'South wing']) {
      const asked = await session.connect({ ...draft, name: typed }, 'right of another', null);
      expect(asked, typed).to.deep.equal({ kind: 'otherKey', known: [{ account, onlyHere: 3, hasVault: true }] });
    }
    expect(session.state.value).to.deep.include({ account: null, accounts: [account] });
    expect(session.apiKey()).to.equal(null);
    expect(probed).to.deep.equal([]);
    expect(await rawRows('', 'accounts', name)).to.deep.equal(before);
    expect(await vaultRows()).to.equal(1);
  });

  it('is another account with an id, a name and a vault of its own, when that is said', async () => {
    const session = await openWindow();
    const first = opened(await session.connect(draft, 'secret', PASSPHRASE));
    const second = opened(await session.connect(draft, 'another', null, { kind: 'other' }));
    expect(second).to.include({ name: 'North wing (2)', baseUrl: first.baseUrl });
    expect(second.id).to.not.equal(first.id);
    expect(await vaultRows()).to.equal(1);
    // Each key finds its own again, and the first one its vault.
    expect(opened(await session.connect(draft, 'secret', null)).id).to.equal(first.id);
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    expect(session.apiKey()).to.equal('secret');
    await session.switchTo(second.id);
    expect(session.apiKey()).to.equal('another');
  });

  it('opens the account as its new key only when the backend has accepted it', async () => {
    const session = await openWindow();
    const account = opened(await session.connect(draft, 'secret', PASSPHRASE));
    await session.signOut();
    const same = { kind: 'same', accountId: account.id } as const;
    expect(await session.connect(draft, 'guessed', null, same)).to.deep.equal({
      kind: 'notProven',
      verdict: 'wrongKey',
    });
    expect(session.state.value.account).to.equal(null);
    expect(await vaultRows()).to.equal(1);
    expect(opened(await session.connect(draft, 'right one', null, same)).id).to.equal(account.id);
    expect(await vaultRows()).to.equal(0);
    await session.signOut();
    expect(opened(await session.connect(draft, 'right one', null)).id).to.equal(account.id);
  });

  it('asks at "Enter key" too, and can go to an account of its own from there', async () => {
    const first = await openWindow();
    const account = opened(await first.connect(draft, 'secret', null));
    closeAll();
    const session = await openWindow();
    expect(await session.giveKey('another')).to.deep.equal({
      kind: 'otherKey',
      known: [{ account, onlyHere: 3, hasVault: false }],
    });
    expect(session.apiKey()).to.equal(null);
    const other = opened(await session.giveKey('another', { kind: 'other' }));
    expect(other.id).to.not.equal(account.id);
    expect(session.state.value.account?.id).to.equal(other.id);
    await session.switchTo(account.id);
    expect(session.apiKey()).to.equal(null);
    expect(opened(await session.giveKey('secret')).id).to.equal(account.id);
  });

  it('keeps no more of a key than 16 bits', async () => {
    const mark = await makeKeyMark('secret');
    expect(mark).to.match(/^[0-9a-f]{32}\.[0-9a-f]{4}$/);
    expect(await makeKeyMark('secret')).to.not.equal(mark);
    expect([
      await fitsKeyMark(mark, 'secret'),
      await fitsKeyMark('', 'secret'),
      await fitsKeyMark('zz.0000', 'secret'),
    ]).to.deep.equal([true, false, false]);
  });
});

describe('a locked account', () => {
  it('shows nothing before its key is given, also after a restart', async () => {
    const first = await openWindow();
    const account = opened(await first.connect(draft, 'secret', null));
    await first.signOut();
    closeAll();
    const session = await openWindow();
    expect(session.state.value).to.deep.include({ account: null, locked: null });
    expect(await session.switchTo(account.id)).to.equal('locked');
    expect(session.state.value).to.deep.include({ account: null, locked: account, key: 'needed' });
    expect((await session.giveKey('guessed')).kind).to.equal('otherKey');
    expect(session.state.value.account).to.equal(null);
    await session.giveKey('secret');
    expect(session.state.value).to.deep.include({ account, locked: null, key: 'ready' });
    expect(await session.switchTo(account.id)).to.equal('open');
  });

  it('opens by its passphrase, in this window, and is locked in every window at once', async () => {
    const [first, second] = [await openWindow(), await openWindow()];
    const account = opened(await first.connect(draft, 'secret', PASSPHRASE));
    await second.switchTo(account.id);
    expect(second.state.value.account?.id).to.equal(account.id);
    expect(await first.lock()).to.equal('locked');
    expect(first.state.value).to.deep.include({ account: null, locked: account, key: 'vault', hasVault: true });
    await until(second, ({ state }) => state.value.locked !== null);
    expect([first.apiKey(), second.apiKey()]).to.deep.equal([null, null]);
    expect(await second.openVault('ladder on five legs')).to.equal('wrongPassphrase');
    expect(second.state.value.account).to.equal(null);
    expect(await second.openVault(PASSPHRASE)).to.equal('opened');
    expect(second.state.value.account?.id).to.equal(account.id);
  });

  it('is not locked while a run is going on, nor is practice', async () => {
    const session = await openWindow();
    await session.connect(draft, 'secret', null);
    isBusy = true;
    expect(await session.lock()).to.equal('busy');
    expect(session.apiKey()).to.equal('secret');
    isBusy = false;
    await session.practise();
    await session.lock();
    expect(session.state.value.account?.kind).to.equal('sandbox');
  });

  it('locks itself after 15 minutes where there is a passphrase, and as somebody chose otherwise', async () => {
    const session = await openWindow();
    await session.connect(draft, 'secret', null);
    expect(session.state.value.idleLockMinutes).to.equal(0);
    await session.setPassphrase(PASSPHRASE);
    expect(session.state.value.idleLockMinutes).to.equal(15);
    await session.setIdleLock(5);
    closeAll();
    expect((await openWindow()).state.value.idleLockMinutes).to.equal(5);
  });
});

describe('removing an account from the phone', () => {
  async function everything(accountId: string): Promise<string[]> {
    const databases = (await indexedDB.databases()).flatMap(({ name: one = '' }) =>
      one.includes(accountId) ? [one] : [],
    );
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('fieldkit', { create: true });
    const folders: string[] = [];
    for await (const folder of root.keys()) if (folder.includes(accountId)) folders.push(folder);
    const rows = Object.keys(localStorage).filter((key) => key.includes(accountId));
    const registry: string[] = [];
    for (const store of ['accounts', 'vault', 'quarantine'])
      if (JSON.stringify(await rawRows('', store, name)).includes(accountId)) registry.push(store);
    return [...databases, ...folders, ...rows, ...registry];
  }

  it('is refused while something is only here, unless it was handed over, and leaves nothing behind', async () => {
    const [session, second] = [await openWindow(), await openWindow()];
    const account = opened(await session.connect(draft, 'secret', PASSPHRASE));
    await second.switchTo(account.id);
    const storage = await openSample(account.id);
    await commitSample(storage, account.id, '1');
    storage.close();
    localStorage.setItem(`fieldkit-view-${account.id}`, '{}');
    expect(await session.remove()).to.deep.equal({ kind: 'refused', check: work });
    expect(await everything(account.id)).to.have.length.above(4);
    isBusy = true;
    expect(await session.remove({ handedOver: true })).to.deep.equal({ kind: 'busy' });
    isBusy = false;
    expect(await session.remove({ handedOver: true })).to.deep.equal({ kind: 'removed' });
    expect(await everything(account.id)).to.deep.equal([]);
    expect(session.state.value).to.deep.equal(NOBODY);
    await until(second, ({ state }) => state.value.accounts.length === 0);
    expect(second.state.value).to.deep.include({ account: null, locked: null });
    expect(second.apiKey()).to.equal(null);
    closeAll();
    expect((await openWindow()).state.value).to.deep.equal(NOBODY);
  });

  it('goes on at the next start when it was cut off', async () => {
    const session = await openWindow();
    const account = opened(await session.connect(draft, 'secret', PASSPHRASE));
    (await openSample(account.id)).close();
    await open[0]!.registry.accounts.setSetting(`removing:${account.id}`, '1');
    closeAll();
    const again = await openWindow();
    await until(again, ({ state }) => state.value.accounts.length === 0);
    expect(await everything(account.id)).to.deep.equal([]);
  });
});
