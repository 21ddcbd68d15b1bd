/** The list of accounts after it was lost: how it is restored, and how long the loss is reported. */
import { expect } from '@open-wc/testing';
import { makeAccount, type Account } from '../../domain/account.ts';
import { removeDatabase } from '../../../test/support/sample-rows.ts';
import { openAccountStorage } from '../open-account.ts';
import { openRegistry, type Registry } from './registry.ts';

const DRAFT = { name: 'Site', baseUrl: 'https://v3.example', legacyBaseUrl: 'https://legacy.example', vendor: 'acme' };

let name = '';
let open: Registry[] = [];
beforeEach(() => {
  name = `registry-${crypto.randomUUID()}`;
});
afterEach(async () => {
  closeAll();
  await removeDatabase(name);
});

async function openTestRegistry(): Promise<Registry> {
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
    const notified = new Promise<void>((resolve) => {
      beside.remarks.subscribe(() => resolve());
    });
    await again.lossesRead();
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
});
