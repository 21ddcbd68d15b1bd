/** The list of accounts after it was lost: how it is restored, and how long the loss is reported. */
import { whenFits } from '../../domain/when-fits.ts';
import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { makeAccount, type Account } from '../../domain/account.ts';
import { removeDatabase } from '../../../test/support/sample-rows.ts';
import { until } from '../../../test/support/until.ts';
import type { QuarantinedRow } from '../idb/schema.ts';
import { StorageError } from '../idb/storage-error.ts';
import { openAccountStorage } from '../open-account.ts';
import { openRegistry } from './registry.ts';

const DRAFT = { name: 'Site', baseUrl: 'https://v3.example', legacyBaseUrl: 'https://legacy.example', vendor: 'acme' };

let name = '';
let open: Awaited<ReturnType<typeof openRegistry>>[] = [];
beforeEach(() => {
  name = `registry-${crypto.randomUUID()}`;
});
afterEach(async () => {
  closeAll();
  await removeDatabase(name);
});

async function openTestRegistry(): ReturnType<typeof openRegistry> {
  const registry = await openRegistry({ nowMs: () => 1000, name, localStorage });
  open.push(registry);
  return registry;
}
function closeAll(): void {
  for (const registry of open.splice(0)) registry.close();
}
async function lose(): Promise<void> {
  closeAll();
  await removeDatabase(name);
}

/** Opens the database as a session does for the connected account. */
async function openDatabaseOf(account: Account): Promise<void> {
  const storage = await openAccountStorage(account.id, {
    nowMs: () => 1000,
    newId: () => crypto.randomUUID(),
    mirror: null,
    account,
    localStorage: null,
    keepDeliveredDays: 30,
    onTrouble: reportError,
  });
  storage.close();
}

describe('a lost list of accounts', () => {
  it('is reported at every start, in every window, until somebody has read it', async () => {
    const account = makeAccount(DRAFT, crypto.randomUUID(), 'live', 1000);
    const first = await openTestRegistry();
    expect(first.remarks.value).to.deep.equal([]);
    await first.accounts.put(account);
    await lose();
    expect((await openTestRegistry()).remarks.value).to.deep.equal(['registryEmptied:1']);
    closeAll();
    const [again, beside] = [await openTestRegistry(), await openTestRegistry()];
    expect(await again.accounts.all()).to.deep.equal([account]);
    expect([again.remarks.value, beside.remarks.value]).to.deep.equal([['registryEmptied:1'], ['registryEmptied:1']]);
    const notified = whenFits(beside.remarks, ({ length }) => length === 0);
    // Another change of the list is not taken for somebody reading it.
    const changed = new Promise<void>((resolve) => beside.accounts.watch(resolve));
    await again.accounts.setSetting('theme', 'sun');
    await changed;
    await beside.accounts.setting('theme');
    expect(beside.remarks.value).to.deep.equal(['registryEmptied:1']);
    let notices = 0;
    again.accounts.watch(() => (notices += 1));
    await again.lossesRead();
    expect(notices, 'stored when the call ends').to.equal(1);
    expect(again.remarks.value).to.deep.equal([]);
    expect(await again.accounts.setting('losses')).to.equal(null);
    await notified;
    expect([again.remarks.value, beside.remarks.value]).to.deep.equal([[], []]);
    closeAll();
    expect((await openTestRegistry()).remarks.value).to.deep.equal([]);
    await (await openTestRegistry()).accounts.remove(account.id);
  });

  it("is restored from the accounts' databases when its copy is lost as well", async () => {
    const account = makeAccount(DRAFT, crypto.randomUUID(), 'live', 1000);
    const first = await openTestRegistry();
    await first.accounts.put(account);
    await openDatabaseOf(account);
    await lose();
    localStorage.clear();
    const again = await openTestRegistry();
    expect(await again.accounts.all()).to.deep.include(account);
    expect(again.remarks.value).to.deep.equal(['registryEmptied:1']);
    closeAll();
    await removeDatabase(`fieldkit-${account.id}`);
  });

  it('is reported with one account where both the copy and the database of the account restore it', async () => {
    const account = makeAccount(DRAFT, crypto.randomUUID(), 'live', 1000);
    await (await openTestRegistry()).accounts.put(account);
    await openDatabaseOf(account);
    closeAll();
    expect((await openTestRegistry()).remarks.value).to.deep.equal([]);
    await lose();
    expect((await openTestRegistry()).remarks.value).to.deep.equal(['registryEmptied:1']);
    closeAll();
    await removeDatabase(`fieldkit-${account.id}`);
  });

  it('is left for a window to restore and report, when the worker opens it first', async () => {
    const account = makeAccount(DRAFT, crypto.randomUUID(), 'live', 1000);
    await (await openTestRegistry()).accounts.put(account);
    await openDatabaseOf(account);
    await lose();
    const worker = await openRegistry({ nowMs: () => 1000, name });
    open.push(worker);
    expect(await worker.accounts.all()).to.deep.equal([]);
    const page = await openTestRegistry();
    expect(await page.accounts.all()).to.deep.include(account);
    expect(page.remarks.value).to.deep.equal(['registryEmptied:1']);
    closeAll();
    await removeDatabase(`fieldkit-${account.id}`);
  });

  it('notifies nobody when a window opens and nothing is missing', async () => {
    const first = await openTestRegistry();
    const notices: string[] = [];
    first.accounts.watch(() => notices.push('change'));
    const second = await openTestRegistry();
    const notified = new Promise<void>((resolve) => first.accounts.watch(resolve));
    await second.accounts.setSetting('theme', 'sun');
    await notified;
    expect(notices).to.deep.equal(['change']);
  });
});

describe('the registry of accounts', () => {
  it('copies a damaged row to quarantine once, as it was first found', async () => {
    for (const odd of ['first', 'second']) {
      const registry = await openTestRegistry();
      const raw = await openDB(name);
      await raw.put('settings', { odd }, 'theme');
      expect(await registry.accounts.setting('theme')).to.equal(null);
      expect(registry.remarks.value).to.deep.equal(['damagedRow:settings:theme']);
      await until(async () => (await raw.count('quarantine')) > 0);
      // Waits for every earlier write to the quarantine.
      await registry.accounts.remove('none');
      expect(((await raw.getAll('quarantine')) as QuarantinedRow[]).map(({ row }) => row)).to.deep.equal([
        { odd: 'first' },
      ]);
      raw.close();
      closeAll();
    }
  });

  it('can no longer be used after it was closed', async () => {
    const registry = await openTestRegistry();
    closeAll();
    expect(await registry.accounts.all().catch((error: unknown) => error)).to.be.instanceOf(StorageError);
  });
});
