import { expect } from '@open-wc/testing';
import { DEFAULT_SETTINGS } from '../domain/settings.ts';
import { openKeyChannel, type KeyChannel } from '../storage/key-channel.ts';
import { guessesFor } from '../storage/passphrase-guesses.ts';
import { openRegistry, type Registry } from '../storage/registry.ts';
import { createSession, type RunningSession } from './session.ts';

const draft = { name: 'North wing', baseUrl: 'https://v3.example/', legacyBaseUrl: 'https://legacy.example', vendor: 'acme' };
const PASSPHRASE = 'ladder on four legs';

let name = '';
let practiceOrigin = '';
let isPracticeReachable = true;
let open: { registry: Registry; keys: KeyChannel; session: RunningSession }[] = [];

/** A window of its own as far as memory goes: own registry connection, own keys, own session. */
async function openWindow(): Promise<RunningSession> {
  const registry = await openRegistry({ nowMs: () => 1000, name });
  const keys = openKeyChannel({ newId: () => crypto.randomUUID(), name: `keys-${name}` });
  const session = createSession({
    accounts: registry.accounts,
    vault: registry.vault,
    keys,
    probe: async (_, apiKey) => (apiKey === 'right' ? { kind: 'ok', devices: 3 } : { kind: 'wrongKey' }),
    guesses: guessesFor,
    async openPractice() {
      if (!isPracticeReachable) throw new TypeError('Failed to fetch dynamically imported module');
      return { baseUrl: `${practiceOrigin}/v3`, legacyBaseUrl: `${practiceOrigin}/legacy`, vendor: 'practice', ownerKey: 'owner-key', editorKey: 'editor-key' };
    },
    countWork: async () => ({ onlyHere: 3, unfinishedRuns: 1, unsentEdits: 2 }),
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

const codeOf = (promise: Promise<unknown>) => promise.then(() => 'fulfilled', (error: { code?: string }) => error.code);

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
});
afterEach(closeAll);

describe('the session', () => {
  it('starts with nothing', async () => {
    const session = await openWindow();
    expect(session.state.value).to.deep.equal({ account: null, key: 'none', hasVault: false, accounts: [] });
    expect(session.apiKey()).to.equal(null);
    expect(await codeOf(session.giveKey('x'))).to.equal('noAccount');
    expect(await codeOf(session.openVault(PASSPHRASE))).to.equal('noAccount');
    expect(await session.test(draft, 'right')).to.deep.equal({ kind: 'ok', devices: 3 });
  });

  it('connects, and needs the key again after a reload', async () => {
    const session = await openWindow();
    const account = await session.connect(draft, '  secret ', null);
    expect(account).to.include({ kind: 'live', name: 'North wing', baseUrl: 'https://v3.example', vendor: 'acme', createdAtMs: 1000 });
    expect(session.state.value).to.deep.equal({ account, key: 'ready', hasVault: false, accounts: [account] });
    expect(session.apiKey()).to.equal('secret');
    closeAll();
    const again = await openWindow();
    expect(again.state.value).to.deep.equal({ account, key: 'needed', hasVault: false, accounts: [account] });
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
    expect(session.state.value).to.deep.equal({ account: null, key: 'none', hasVault: false, accounts: [] });
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
    const account = await first.connect(draft, 'secret', null);
    const second = await openWindow();
    expect(second.state.value).to.deep.equal({ account, key: 'ready', hasVault: false, accounts: [account] });
    expect(second.apiKey()).to.equal('secret');
    expect(await first.signOutCheck()).to.deep.equal({ onlyHere: 3, unfinishedRuns: 1, unsentEdits: 2 });
    await first.signOut();
    expect(first.state.value).to.deep.equal({ account: null, key: 'none', hasVault: false, accounts: [account] });
    await until(second, ({ state }) => state.value.key === 'needed');
    expect(second.apiKey()).to.equal(null);
  });

  it('finds the same account again for the same name and addresses, so that its receipts are not orphaned', async () => {
    const session = await openWindow();
    const first = await session.connect(draft, 'secret', PASSPHRASE);
    await session.saveSettings({ ...DEFAULT_SETTINGS, pageSize: 500 });
    await session.signOut();
    const again = await session.connect({ ...draft, name: ' North wing' }, 'newer', null);
    expect(again.id).to.equal(first.id);
    expect(again.settings.pageSize).to.equal(500);
    // The vault held the older key.
    expect(await session.openVault(PASSPHRASE)).to.equal('noVault');
    const other = await session.connect({ ...draft, name: 'South wing' }, 'secret', null);
    expect(other.id).to.not.equal(first.id);
    await session.switchTo(first.id);
    expect(session.apiKey()).to.equal('newer');
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
    const account = await first.connect(draft, 'secret', null);
    await until(second, ({ state }) => state.value.accounts.length === 1);
    expect(second.state.value.account).to.equal(null);
    await second.switchTo(account.id);
    expect(second.apiKey()).to.equal('secret');
    await first.saveSettings({ ...DEFAULT_SETTINGS, pageSize: 99 });
    await until(second, ({ state }) => state.value.account?.settings.pageSize === 99);
  });
});
