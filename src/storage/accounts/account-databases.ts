/** Each account's database also contains its account: the last resort when every list of the accounts is lost. */
import type { Account } from '../../domain/account.ts';
import { openAccountDatabase, type AccountDatabase } from '../idb/schema.ts';
import { parseAccount } from '../stores/rows.ts';

const ACCOUNT_KEY = 'account';
/** Matches all generations (generations.ts). The registry and the telemetry have other names. */
const OF_ACCOUNT = /^fieldkit-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:~\d+)?$/;

/** Stores the account in its own database. An account contains no credentials. */
export async function storeAccount(database: AccountDatabase, account: Account): Promise<void> {
  const text = JSON.stringify(account);
  if ((await database.read(['meta'], (tx) => tx.objectStore('meta').get(ACCOUNT_KEY))) === text) return;
  await database.write(['meta'], (tx) => tx.objectStore('meta').put(text, ACCOUNT_KEY), 'relaxed');
}

/** Returns accounts that have a database here but are missing in the registry. Unreadable ones are left out. */
export async function accountsOfDatabases(known: ReadonlySet<string>): Promise<Account[]> {
  const names = await indexedDB.databases().catch(() => []);
  const ids = new Set(names.map(({ name = '' }) => OF_ACCOUNT.exec(name)?.[1] ?? ''));
  const found: Account[] = [];
  for (const id of ids) {
    if (id === '' || known.has(id)) continue;
    const account = await readStoredAccount(id).catch(() => undefined);
    if (account?.id === id) found.push(account);
  }
  return found;
}

async function readStoredAccount(accountId: string): Promise<Account | null> {
  const { database } = await openAccountDatabase(accountId, false);
  try {
    const text: unknown = await database.read(['meta'], (tx) => tx.objectStore('meta').get(ACCOUNT_KEY));
    const parsed = parseAccount(typeof text === 'string' ? JSON.parse(text) : null);
    return parsed.ok ? parsed.row : null;
  } finally {
    database.close();
  }
}
