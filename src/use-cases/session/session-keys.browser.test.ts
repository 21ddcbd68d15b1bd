/**
 * A key that is not the known one: another key for the same addresses asks first, and a locked account shows nothing
 * before its own key is given.
 */
import { expect } from '@open-wc/testing';
import {
  DRAFT,
  PASSPHRASE,
  createSessionPhone,
  opened,
  untilSession,
  type SessionPhone,
} from '../../../test/support/session-phone.ts';
import { rawRows } from '../../../test/support/sample-rows.ts';
import { matchesKeyMark, makeKeyMark } from '../../storage/accounts/key-mark.ts';

let phone: SessionPhone;
beforeEach(() => {
  phone = createSessionPhone();
});
afterEach(() => phone.closeAll());

describe('another key for the same addresses', () => {
  const vaultRows = async () => (await rawRows('', 'vault', phone.name)).length;

  it('causes a question before anything is stored, sent or forgotten, whatever name was typed', async () => {
    const session = await phone.openWindow();
    const account = opened(await session.connect(DRAFT, 'secret', PASSPHRASE));
    await session.signOut();
    const before = await rawRows('', 'accounts', phone.name);
    for (const typed of ['North wing', 'v3.example', 'South wing']) {
      const outcome = await session.connect({ ...DRAFT, name: typed }, 'right of another', null);
      expect(outcome, typed).to.deep.equal({
        kind: 'otherKey',
        known: [{ account, onlyHere: 3, hasVault: true, needsPassphrase: false }],
      });
    }
    expect(session.state.value).to.deep.include({ account: null, accounts: [account] });
    expect(session.apiKey()).to.equal(null);
    expect(phone.probed).to.deep.equal([]);
    expect(await rawRows('', 'accounts', phone.name)).to.deep.equal(before);
    expect(await vaultRows()).to.equal(1);
  });

  it('becomes another account with its own ID, name and vault if the person chooses that', async () => {
    const session = await phone.openWindow();
    const first = opened(await session.connect(DRAFT, 'secret', PASSPHRASE));
    const second = opened(await session.connect(DRAFT, 'another', null, { kind: 'other' }));
    expect(second).to.include({ name: 'North wing (2)', baseUrl: first.baseUrl });
    expect(second.id).to.not.equal(first.id);
    expect(await vaultRows()).to.equal(1);
    // Each key finds its own account again, and the first one its vault.
    expect(opened(await session.connect(DRAFT, 'secret', null)).id).to.equal(first.id);
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    expect(session.apiKey()).to.equal('secret');
    await session.switchTo(second.id);
    expect(session.apiKey()).to.equal('another');
  });

  it('opens the account with its new key only when the backend has accepted it', async () => {
    const session = await phone.openWindow();
    const account = opened(await session.connect(DRAFT, 'secret', PASSPHRASE));
    await session.signOut();
    const same = { kind: 'same', accountId: account.id } as const;
    expect(await session.connect(DRAFT, 'guessed', null, same)).to.deep.equal({
      kind: 'notProven',
      doubt: 'wrongKey',
    });
    expect(session.state.value.account).to.equal(null);
    expect(await vaultRows()).to.equal(1);
    expect(opened(await session.connect(DRAFT, 'right one', null, same)).id).to.equal(account.id);
    expect(await vaultRows()).to.equal(0);
    await session.signOut();
    expect(opened(await session.connect(DRAFT, 'right one', null)).id).to.equal(account.id);
  });

  it('causes the question at "Enter key" too, where another account can be created', async () => {
    const first = await phone.openWindow();
    const account = opened(await first.connect(DRAFT, 'secret', null));
    phone.closeAll();
    const session = await phone.openWindow();
    expect(await session.giveKey('another')).to.deep.equal({
      kind: 'otherKey',
      known: [{ account, onlyHere: 3, hasVault: false, needsPassphrase: false }],
    });
    expect(session.apiKey()).to.equal(null);
    const other = opened(await session.giveKey('another', { kind: 'other' }));
    expect(other.id).to.not.equal(account.id);
    expect(session.state.value.account?.id).to.equal(other.id);
    await session.switchTo(account.id);
    expect(session.apiKey()).to.equal(null);
    expect(opened(await session.giveKey('secret')).id).to.equal(account.id);
  });

  it('opens the account at "Enter key" that already has the other key at this backend, and none at another backend', async () => {
    const first = await phone.openWindow();
    const account = opened(await first.connect(DRAFT, 'secret', null));
    const farAway = { ...DRAFT, baseUrl: 'https://v3.far.example', legacyBaseUrl: 'https://legacy.far.example' };
    const far = opened(await first.connect(farAway, 'another', null));
    const other = opened(await first.connect(DRAFT, 'another', null, { kind: 'other' }));
    expect(new Set([account.id, far.id, other.id])).to.have.property('size', 3);
    await first.switchTo(account.id);
    phone.closeAll();
    const session = await phone.openWindow();
    expect(session.state.value.account?.id).to.equal(account.id);
    expect(opened(await session.giveKey('another', { kind: 'other' })).id).to.equal(other.id);
  });

  it('stores no more of a key than 16 bits', async () => {
    const mark = await makeKeyMark('secret');
    expect(mark).to.match(/^[0-9a-f]{32}\.[0-9a-f]{4}$/);
    expect(await makeKeyMark('secret')).to.not.equal(mark);
    expect([
      await matchesKeyMark(mark, 'secret'),
      await matchesKeyMark('', 'secret'),
      await matchesKeyMark('zz.0000', 'secret'),
    ]).to.deep.equal([true, false, false]);
  });
});

describe('a locked account', () => {
  it('shows nothing before its key is given, also after a restart', async () => {
    const first = await phone.openWindow();
    const account = opened(await first.connect(DRAFT, 'secret', null));
    await first.signOut();
    phone.closeAll();
    const session = await phone.openWindow();
    expect(session.state.value).to.deep.include({ account: null, locked: null });
    expect(await session.switchTo(account.id)).to.equal('locked');
    expect(session.state.value).to.deep.include({ account: null, locked: account, key: 'needed' });
    expect((await session.giveKey('guessed')).kind).to.equal('otherKey');
    expect(session.state.value.account).to.equal(null);
    await session.giveKey('secret');
    expect(session.state.value).to.deep.include({ account, locked: null, key: 'ready' });
    expect(await session.switchTo(account.id)).to.equal('open');
  });

  it('opens with its passphrase, in this window, and is locked in every window at once', async () => {
    const [first, second] = [await phone.openWindow(), await phone.openWindow()];
    const account = opened(await first.connect(DRAFT, 'secret', PASSPHRASE));
    await second.switchTo(account.id);
    expect(second.state.value.account?.id).to.equal(account.id);
    expect(await first.lock()).to.equal('locked');
    expect(first.state.value).to.deep.include({ account: null, locked: account, key: 'vault', hasVault: true });
    await untilSession(second, ({ state }) => state.value.locked !== null);
    expect([first.apiKey(), second.apiKey()]).to.deep.equal([null, null]);
    expect(await second.openVault('ladder on five legs')).to.equal('wrongPassphrase');
    expect(second.state.value.account).to.equal(null);
    expect(await second.openVault(PASSPHRASE)).to.equal('opened');
    expect(second.state.value.account?.id).to.equal(account.id);
  });

  it('is not locked during a run, and practice never is', async () => {
    const session = await phone.openWindow();
    await session.connect(DRAFT, 'secret', null);
    phone.isBusy = true;
    expect(await session.lock()).to.equal('busy');
    expect(session.apiKey()).to.equal('secret');
    phone.isBusy = false;
    await session.practise();
    await session.lock();
    expect(session.state.value.account?.kind).to.equal('sandbox');
  });

  it('locks itself after 15 minutes when there is a passphrase, or after the chosen time', async () => {
    const session = await phone.openWindow();
    await session.connect(DRAFT, 'secret', null);
    expect(session.state.value.idleLockMinutes).to.equal(0);
    await session.setPassphrase(PASSPHRASE);
    expect(session.state.value.idleLockMinutes).to.equal(15);
    await session.setIdleLock(5);
    phone.closeAll();
    expect((await phone.openWindow()).state.value.idleLockMinutes).to.equal(5);
  });
});
