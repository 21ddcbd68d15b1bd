import { expect } from '@open-wc/testing';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { lockedSetting } from '../../names.ts';
import {
  DRAFT,
  NOBODY,
  PASSPHRASE,
  createSessionPhone,
  opened,
  untilSession,
  type SessionPhone,
} from '../../../test/support/session-phone.ts';
import { until } from '../../../test/support/until.ts';

let phone: SessionPhone;
beforeEach(() => {
  phone = createSessionPhone();
});
afterEach(() => phone.closeAll());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fulfilled',
    (error: { code?: string }) => error.code,
  );

describe('the session', () => {
  it('starts with no account and no key', async () => {
    const session = await phone.openWindow();
    expect(session.state.value).to.deep.equal(NOBODY);
    expect(session.apiKey()).to.equal(null);
    expect(await codeOf(session.giveKey('x'))).to.equal('noAccount');
    expect(await codeOf(session.openVault(PASSPHRASE))).to.equal('noAccount');
    expect(await session.test(DRAFT, 'right')).to.deep.equal({ kind: 'ok', devices: 3 });
  });

  it('connects an account, and needs its key again after a reload', async () => {
    const session = await phone.openWindow();
    const account = opened(await session.connect(DRAFT, '  secret ', null));
    expect(account).to.include({
      kind: 'live',
      name: 'North wing',
      baseUrl: 'https://v3.example',
      vendor: 'acme',
      createdAtMs: 1000,
    });
    expect(session.state.value).to.deep.equal({ ...NOBODY, account, key: 'ready', accounts: [account] });
    expect(session.apiKey()).to.equal('secret');
    phone.closeAll();
    const again = await phone.openWindow();
    expect(again.state.value).to.deep.equal({ ...NOBODY, account, key: 'needed', accounts: [account] });
    expect(await again.openVault(PASSPHRASE)).to.equal('noVault');
    await again.giveKey('secret');
    expect(again.state.value.key).to.equal('ready');
  });

  it('refuses a faulty draft, an empty key and a poor passphrase, and stores nothing', async () => {
    const session = await phone.openWindow();
    expect(await codeOf(session.connect({ ...DRAFT, baseUrl: 'http://v3.example' }, 'k', null))).to.equal('badDraft');
    expect(await codeOf(session.connect(DRAFT, '  ', null))).to.equal('noKey');
    expect(await codeOf(session.connect(DRAFT, 'k', 'short'))).to.equal('badPassphrase');
    expect(await codeOf(session.connect(DRAFT, 'the key itself', 'the key itself'))).to.equal('badPassphrase');
    expect(await codeOf(session.connect(DRAFT, 'k', '12345678901234567890'))).to.equal('badPassphrase');
    expect(await codeOf(session.switchTo('nobody'))).to.equal('unknownAccount');
    expect(session.state.value).to.deep.equal(NOBODY);
  });

  it('opens the stored key with its passphrase after a reload', async () => {
    const first = await phone.openWindow();
    await first.connect(DRAFT, 'secret', PASSPHRASE);
    phone.closeAll();
    const session = await phone.openWindow();
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
    await session.removeStoredKey();
    expect(session.state.value).to.include({ key: 'ready', hasVault: false });
    expect(await session.openVault('another passphrase')).to.equal('noVault');
  });

  it('passes the key to a second window, and removes it from both on sign-out', async () => {
    const first = await phone.openWindow();
    const account = opened(await first.connect(DRAFT, 'secret', null));
    const second = await phone.openWindow();
    expect(second.state.value).to.deep.equal({ ...NOBODY, account, key: 'ready', accounts: [account] });
    expect(second.apiKey()).to.equal('secret');
    expect(await first.signOutCheck()).to.deep.equal(phone.work);
    await first.signOut();
    expect(first.state.value).to.deep.equal({ ...NOBODY, accounts: [account] });
    await untilSession(second, ({ state }) => state.value.account === null);
    expect(second.state.value).to.deep.equal({ ...NOBODY, key: 'needed', accounts: [account], locked: account });
    expect(second.apiKey()).to.equal(null);
  });

  it('keeps the key of a window that opens the account again while another window still reads that it is locked', async () => {
    const first = await phone.openWindow();
    const account = opened(await first.connect(DRAFT, 'secret', null));
    let isSlow = false;
    const second = await phone.openWindow((accounts) => ({
      ...accounts,
      async setting(name) {
        const value = await accounts.setting(name);
        // The answer was read before the account was opened, and comes after the key.
        if (isSlow && name === lockedSetting(account.id) && value !== null)
          await until(() => phone.windows[1]!.keys.get(account.id) !== null);
        return value;
      },
    }));
    await first.lock();
    await untilSession(second, ({ state }) => state.value.locked !== null);
    isSlow = true;
    await first.giveKey('secret');
    await untilSession(second, ({ state }) => state.value.key === 'ready' && state.value.account !== null);
    // A message that removes the key would have arrived with the one after it.
    phone.windows[1]!.keys.set('another account', 'another key');
    await until(() => phone.windows[0]!.keys.get('another account') !== null);
    expect([first.apiKey(), second.apiKey()]).to.deep.equal(['secret', 'secret']);
  });

  it('finds the same account again for the same key and addresses, so that its receipts are not orphaned', async () => {
    const session = await phone.openWindow();
    const first = opened(await session.connect(DRAFT, 'secret', PASSPHRASE));
    await session.saveSettings({ ...DEFAULT_SETTINGS, pageSize: 500 });
    await session.signOut();
    const again = opened(
      await session.connect(
        {
          ...DRAFT,
          name: ' North wing',
          settings: { ...DEFAULT_SETTINGS, timing: { ...DEFAULT_SETTINGS.timing, afterWriteMs: 1 } },
        },
        'secret',
        null,
      ),
    );
    expect(again.id).to.equal(first.id);
    // Settings that the form did not change are not reset.
    expect(again.settings).to.deep.include({ pageSize: 500, timing: { ...DEFAULT_SETTINGS.timing, afterWriteMs: 1 } });
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    // No name was typed, so the host is used.
    expect(opened(await session.connect({ ...DRAFT, name: 'v3.example' }, 'secret', null)).id).to.equal(first.id);
    // Differently spelled addresses are the same backend; another name creates another account.
    const spelled = { ...DRAFT, name: 'v3.example', baseUrl: DRAFT.baseUrl.replace('https://v3', 'HTTPS://V3') };
    expect(spelled.baseUrl).to.not.equal(DRAFT.baseUrl);
    expect(opened(await session.connect(spelled, 'secret', null)).id).to.equal(first.id);
    const other = opened(await session.connect({ ...DRAFT, name: 'South wing' }, 'secret', null));
    expect(other.id).to.not.equal(first.id);
    await session.switchTo(first.id);
    expect(session.apiKey()).to.equal('secret');
  });

  it('uses one account of its own for practice, whose key comes from the sandbox each time', async () => {
    const session = await phone.openWindow();
    const account = await session.practise('editor');
    expect(account).to.include({ kind: 'sandbox', name: 'Practice', baseUrl: 'http://localhost:4173/sandbox/v3' });
    expect(session.apiKey()).to.equal('editor-key');
    expect(await codeOf(session.setPassphrase(PASSPHRASE))).to.equal('noKey');
    await session.saveSettings({ ...DEFAULT_SETTINGS, pageSize: 7 });
    phone.closeAll();
    phone.practiceOrigin = 'https://kit.example/sandbox';
    const again = await phone.openWindow();
    expect(again.state.value.account).to.include({ id: account.id, baseUrl: 'https://kit.example/sandbox/v3' });
    expect(again.state.value.account?.settings.pageSize).to.equal(7);
    expect(again.state.value.key).to.equal('ready');
    expect(again.apiKey()).to.equal('editor-key');
    expect((await again.practise()).id).to.equal(account.id);
    expect(again.apiKey()).to.equal('owner-key');
    expect(again.state.value.accounts).to.have.length(1);
    phone.closeAll();
    expect((await phone.openWindow()).apiKey()).to.equal('owner-key');
  });

  it('shows the practice account even when the sandbox cannot be loaded', async () => {
    const first = await phone.openWindow();
    const account = await first.practise();
    phone.closeAll();
    phone.isPracticeReachable = false;
    const session = await phone.openWindow();
    expect(session.state.value.account?.id).to.equal(account.id);
    expect(session.state.value.key).to.equal('needed');
    expect(await codeOf(session.practise())).to.not.equal('fulfilled');
    expect(session.state.value.account?.id).to.equal(account.id);
  });

  it('is notified of accounts and settings that another window has stored', async () => {
    const [first, second] = [await phone.openWindow(), await phone.openWindow()];
    const account = opened(await first.connect(DRAFT, 'secret', null));
    await untilSession(second, ({ state }) => state.value.accounts.length === 1);
    expect(second.state.value.account).to.equal(null);
    await second.switchTo(account.id);
    expect(second.apiKey()).to.equal('secret');
    await first.saveSettings({ ...DEFAULT_SETTINGS, pageSize: 99 });
    await untilSession(second, ({ state }) => state.value.account?.settings.pageSize === 99);
    await first.setPassphrase(PASSPHRASE);
    await untilSession(second, ({ state }) => state.value.hasVault);
  });
});
