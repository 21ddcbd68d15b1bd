/** Removing an account from the phone: refused while something exists only here, and checked afterwards. */
import { expect } from '@open-wc/testing';
import {
  DRAFT,
  NOBODY,
  PASSPHRASE,
  createSessionPhone,
  opened,
  untilSession,
  type SessionPhone,
} from '../../../test/support/session-phone.ts';
import { NO_WORK } from '../../domain/undelivered-work.ts';
import { commitSample, openSample, rawRows } from '../../../test/support/sample-rows.ts';

let phone: SessionPhone;
beforeEach(() => {
  phone = createSessionPhone();
});
afterEach(() => phone.closeAll());

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
      if (JSON.stringify(await rawRows('', store, phone.name)).includes(accountId)) registry.push(store);
    return [...databases, ...folders, ...rows, ...registry];
  }

  it('is refused while something exists only here, unless it was handed over, and leaves nothing behind', async () => {
    const [session, second] = [await phone.openWindow(), await phone.openWindow()];
    const account = opened(await session.connect(DRAFT, 'secret', PASSPHRASE));
    await second.switchTo(account.id);
    const storage = await openSample(account.id);
    await commitSample(storage, account.id, '1');
    storage.close();
    localStorage.setItem(`fieldkit-view-${account.id}`, '{}');
    const handedOver = phone.work.receiptIds;
    const idle = { ...NO_WORK, unsentEdits: 2, jobs: 1, plannedBeacons: 3 };
    for (const work of [
      { ...idle, onlyHere: 1, receiptIds: ['a'] },
      { ...idle, unverified: 1, receiptIds: ['a'] },
      { ...idle, unfinishedRuns: 1 },
    ]) {
      phone.work = work;
      expect(await session.remove()).to.deep.equal({ kind: 'refused', check: work });
    }
    // No file contains what a beacon has not returned yet.
    expect(await session.remove({ handedOver })).to.deep.equal({ kind: 'refused', check: phone.work });
    phone.work = { ...idle, onlyHere: 4, receiptIds: [...handedOver, 'came since'] };
    expect(await session.remove({ handedOver })).to.deep.equal({ kind: 'refused', check: phone.work });
    expect(await everything(account.id)).to.have.length.above(4);
    phone.work = { ...phone.work, onlyHere: 2, receiptIds: handedOver.slice(1) };
    phone.isBusy = true;
    expect(await session.remove({ handedOver })).to.deep.equal({ kind: 'busy' });
    phone.isBusy = false;
    // Counting the receipts of a closed account would open its database, and so create it again.
    const counted: string[] = [];
    for (const { state } of [session, second])
      state.subscribe(() => {
        if (state.value.account === null) counted.push(...state.value.accounts.map(({ id }) => id));
      });
    expect(await session.remove({ handedOver })).to.deep.equal({ kind: 'removed' });
    expect(await everything(account.id)).to.deep.equal([]);
    expect(session.state.value).to.deep.equal(NOBODY);
    await untilSession(second, ({ state }) => state.value.accounts.length === 0);
    expect(counted).to.deep.equal([]);
    expect(second.state.value).to.deep.include({ account: null, locked: null });
    expect(second.apiKey()).to.equal(null);
    phone.closeAll();
    expect((await phone.openWindow()).state.value).to.deep.equal(NOBODY);
  });

  it('is refused for a locked account with a job, a template, an edit or a receipt that exists nowhere else', async () => {
    const session = await phone.openWindow();
    const account = opened(await session.connect(DRAFT, 'secret', PASSPHRASE));
    phone.work = NO_WORK;
    expect(await session.lock()).to.equal('locked');
    for (const only of [{ jobs: 1 }, { templates: 1 }, { unsentEdits: 1 }, { onlyHere: 1, receiptIds: ['a'] }]) {
      phone.work = { ...NO_WORK, ...only };
      expect(await session.remove({ handedOver: ['a'] })).to.deep.equal({ kind: 'refused', check: phone.work });
    }
    expect(session.state.value.accounts).to.deep.equal([account]);
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    phone.work = { ...NO_WORK, jobs: 1 };
    expect(await session.remove()).to.deep.equal({ kind: 'removed' });
  });

  it('is cancelled when another window begins a run at that moment', async () => {
    const session = await phone.openWindow();
    const account = opened(await session.connect(DRAFT, 'secret', null));
    phone.work = { ...phone.work, onlyHere: 0, receiptIds: [], unfinishedRuns: 0 };
    let requests = 0;
    Object.defineProperty(phone, 'isBusy', { get: () => (requests += 1) > 1 });
    expect(await session.remove()).to.deep.equal({ kind: 'busy' });
    expect(session.state.value.account).to.deep.equal(account);
    phone.closeAll();
    expect((await phone.openWindow()).state.value.account).to.deep.equal(account);
  });

  it('continues at the next start after an interruption', async () => {
    const session = await phone.openWindow();
    const account = opened(await session.connect(DRAFT, 'secret', PASSPHRASE));
    (await openSample(account.id)).close();
    await phone.windows[0]!.registry.accounts.setSetting(`removing:${account.id}`, '1');
    phone.closeAll();
    const again = await phone.openWindow();
    await untilSession(again, ({ state }) => state.value.accounts.length === 0);
    expect(await everything(account.id)).to.deep.equal([]);
  });

  it('does not restore the account for a window that reads the list during the removal', async () => {
    const session = await phone.openWindow();
    const { id } = opened(await session.connect(DRAFT, 'secret', null));
    const { accounts } = phone.windows[0]!.registry;
    let goes = false;
    const second = await phone.openWindow((theirs) => ({
      ...theirs,
      async setting(name) {
        if (goes && name === `removing:${id}`) {
          goes = false;
          await accounts.remove(id);
        }
        return theirs.setting(name);
      },
    }));
    await accounts.setSetting(`removing:${id}`, '1');
    await untilSession(second, ({ state }) => state.value.accounts.length === 0);
    const seen: number[] = [];
    second.state.subscribe(() => seen.push(second.state.value.accounts.length));
    goes = true;
    await second.setIdleLock(0);
    expect(goes).to.equal(false);
    expect(seen.filter((count) => count > 0)).to.deep.equal([]);
  });
});
