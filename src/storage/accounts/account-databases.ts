/** What each account's database says of its account: the last resort when every list of the accounts is gone. */
import type { Account } from '../../domain/account.ts';
import { openAccountDatabase, type AccountDatabase } from '../idb/schema.ts';
import { parseAccount } from '../stores/rows.ts';

const NOTE = 'account';
/** Of all generations (generations.ts); the registry and the telemetry have names of another shape. */
const OF_ACCOUNT = /^fieldkit-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:~\d+)?$/;

/** Holds no credential, as an account never does. */
export async function noteAccount(database: AccountDatabase, account: Account): Promise<void> {
  const text = JSON.stringify(account);
  if ((await database.read(['meta'], (tx) => tx.objectStore('meta').get(NOTE))) === text) return;
  await database.write(['meta'], (tx) => tx.objectStore('meta').put(text, NOTE), 'relaxed');
}

/** Accounts whose databases are stored here although nobody knows them; those that cannot be read are left out. */
export async function accountsOfDatabases(known: ReadonlySet<string>): Promise<Account[]> {
  const names = (await indexedDB.databases?.().catch(() => [])) ?? [];
  const ids = new Set(names.map(({ name = '' }) => OF_ACCOUNT.exec(name)?.[1] ?? ''));
  const found: Account[] = [];
  for (const id of ids) {
    if (id === '' || known.has(id)) continue;
    const account = await noted(id).catch(() => null);
    if (account?.id === id) found.push(account);
  }
  return found;
}

async function noted(accountId: string): Promise<Account | null> {
  const { database } = await openAccountDatabase(accountId, false);
  try {
    const text: unknown = await database.read(['meta'], (tx) => tx.objectStore('meta').get(NOTE));
    const parsed = parseAccount(typeof text === 'string' ? JSON.parse(text) : null);
    return parsed.ok ? parsed.row : null;
  } finally {
    database.close();
  }
}
