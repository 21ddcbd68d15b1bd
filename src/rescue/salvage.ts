/** Reads what is stored here without the app's stores: all databases by name, and the second copies in the private file system. */
import type { Account } from '../domain/account.ts';
import { encodeBase64 } from '../domain/base64.ts';
import type { Receipt } from '../domain/receipt.ts';
import { isUnfinished, type Run } from '../domain/run.ts';
import { decodeRecord } from '../storage/second-copy/mirror-record.ts';
import { hasResponse, parseStoredReceipt } from '../storage/stores/receipt-row.ts';
import { salvageReceipt } from '../storage/stores/salvage-receipt.ts';
import { createAccountCopy } from '../storage/accounts/account-copy.ts';
import { parseAccount, parseRun } from '../storage/stores/rows.ts';
import {
  accountOfDatabase,
  isOwnDatabase,
  isReceiptFile,
  lockedSetting,
  MIRROR_FOLDER,
  REGISTRY_DATABASE,
} from '../names.ts';

export interface Salvaged {
  readonly accountId: string;
  /** Null if only rows of the account are left. */
  readonly account: Account | null;
  /** False also if it is not known. */
  readonly isOpen: boolean;
  /** Receipts that have a response, each once, from the better of the two copies. */
  readonly receipts: readonly Receipt[];
  readonly unfinishedRuns: readonly Run[];
  /** Rows and files that could not be read. */
  readonly unreadable: readonly unknown[];
}

interface Salvage {
  readonly accounts: readonly Salvaged[];
  /** Places that could not be opened, with the browser's messages. */
  readonly troubles: readonly string[];
}

/** Runs `work`. A failure is recorded under the name of the place, and the salvage goes on. */
type Attempt = (what: string, work: () => Promise<void>) => Promise<void>;

/** How long to wait for a database, ms: one that another window is deleting or upgrading may never open. */
const PATIENCE_MS = 10_000;

interface Pile {
  readonly receipts: Map<string, Receipt>;
  readonly runs: Map<string, Run>;
  readonly unreadable: unknown[];
}

/** Reads everything. Never rejects: places that cannot be read are listed in the result. */
export async function salvage(nowMs: number): Promise<Salvage> {
  const piles = new Map<string, Pile>();
  const accounts = new Map<string, Account>();
  const openIds = new Set<string>();
  const troubles: string[] = [];
  const attempt: Attempt = async (what, work) => {
    await work().catch((error: unknown) => troubles.push(`${what}: ${String(error)}`));
  };
  const pileOf = (accountId: string): Pile => {
    const pile = piles.get(accountId) ?? { receipts: new Map(), runs: new Map(), unreadable: [] };
    piles.set(accountId, pile);
    return pile;
  };
  await attempt('localStorage', async () => {
    for (const account of createAccountCopy(localStorage, REGISTRY_DATABASE).all()) accounts.set(account.id, account);
  });
  await attempt('IndexedDB', async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (!isOwnDatabase(name)) continue;
      await attempt(name, async () => {
        await fromDatabase(name, attempt, accounts, pileOf, nowMs);
        if (name === REGISTRY_DATABASE) await addOpen(openIds, accounts);
      });
    }
  });
  await attempt('Files', () => fromFiles(attempt, pileOf, nowMs));
  return {
    troubles,
    accounts: Array.from(piles, ([accountId, pile]) => ({
      accountId,
      account: accounts.get(accountId) ?? null,
      isOpen: openIds.has(accountId),
      receipts: [...pile.receipts.values()].filter(hasResponse),
      unfinishedRuns: [...pile.runs.values()].filter(isUnfinished),
      unreadable: pile.unreadable,
    })).filter(
      ({ receipts, unfinishedRuns, unreadable }) => receipts.length + unfinishedRuns.length + unreadable.length > 0,
    ),
  };
}

async function fromDatabase(
  name: string,
  attempt: Attempt,
  accounts: Map<string, Account>,
  pileOf: (id: string) => Pile,
  nowMs: number,
): Promise<void> {
  const database = await answered(indexedDB.open(name));
  try {
    const eachRow = (store: string, take: (row: unknown) => void): Promise<void> =>
      attempt(`${name}, ${store}`, async () => {
        if (!database.objectStoreNames.contains(store)) return;
        for (const row of await answered(database.transaction(store).objectStore(store).getAll())) take(row);
      });
    await eachRow('accounts', (row) => {
      const parsed = parseAccount(row);
      if (parsed.ok) accounts.set(parsed.row.id, parsed.row);
    });
    if (!database.objectStoreNames.contains('receipts')) return;
    const accountId = accountOfDatabase(name);
    const pile = pileOf(accountId);
    await eachRow('receipts', (row) => addReceipt(pile, row, accountId, nowMs));
    await eachRow('quarantine', (entry) => {
      const { store, row } = (entry ?? {}) as { store?: unknown; row?: unknown };
      if (store === 'receipts') addReceipt(pile, row, accountId, nowMs);
    });
    await eachRow('runs', (row) => {
      const parsed = parseRun(row);
      if (parsed.ok) pile.runs.set(parsed.row.id, parsed.row);
      else pile.unreadable.push(row);
    });
  } finally {
    database.close();
  }
}

/** Adds the IDs of the accounts that are not locked. */
async function addOpen(openIds: Set<string>, accounts: ReadonlyMap<string, Account>): Promise<void> {
  const database = await answered(indexedDB.open(REGISTRY_DATABASE));
  try {
    const settings = await answered(database.transaction('settings').objectStore('settings').getAllKeys());
    for (const id of accounts.keys()) if (!settings.includes(lockedSetting(id))) openIds.add(id);
  } finally {
    database.close();
  }
}

async function fromFiles(attempt: Attempt, pileOf: (id: string) => Pile, nowMs: number): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle(MIRROR_FOLDER).catch((error: DOMException) => {
    if (error.name === 'NotFoundError') return null;
    throw error;
  });
  if (all === null) return;
  for await (const [folderName, folder] of all.entries()) {
    if (!(folder instanceof FileSystemDirectoryHandle)) continue;
    await attempt(`Files, ${folderName}`, async () => {
      const accountId = decodeURIComponent(folderName);
      for await (const [fileName, file] of folder.entries()) {
        if (!isReceiptFile(fileName) || !(file instanceof FileSystemFileHandle)) continue;
        await attempt(`Files, ${folderName}, ${fileName}`, async () => {
          const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
          const record = await decodeRecord(bytes);
          if (record.kind === 'record') addReceipt(pileOf(accountId), JSON.parse(record.json), accountId, nowMs);
          else if (record.kind === 'torn')
            pileOf(accountId).unreadable.push({ file: fileName, detail: record.detail, base64: encodeBase64(bytes) });
        });
      }
    });
  }
}

/** Keeps the first copy that has a response. A different response under the same ID is kept as well. */
function addReceipt(pile: Pile, raw: unknown, accountId: string, nowMs: number): void {
  const parsed = parseStoredReceipt(raw);
  const receipt = parsed.ok ? parsed.row : salvageReceipt(raw, accountId, nowMs);
  if (receipt === null) {
    pile.unreadable.push(raw);
    return;
  }
  const earlier = pile.receipts.get(receipt.id);
  if (earlier === undefined || !hasResponse(earlier)) pile.receipts.set(receipt.id, receipt);
  else if (hasResponse(receipt) && earlier.responseBase64 !== receipt.responseBase64)
    pile.receipts.set(`${receipt.id}#${pile.receipts.size}`, receipt);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
    setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
  });
}
