import { expect } from '@open-wc/testing';
import { deleteDB, openDB } from 'idb';
import { makeAccount } from '../../domain/account.ts';
import { createSession } from '../../use-cases/session/session.ts';
import { matchesKeyMark, makeKeyMark } from './key-mark.ts';
import { makeKeyVerifier, matchesKeyVerifier } from './key-verifier.ts';
import { createScreenLock } from './screen-lock.ts';
import { createScriptedDevice } from '../../../test/support/scripted-device.ts';
import { guessesFor } from './passphrase-guesses.ts';
import { openRegistry } from './registry.ts';
import { commitSample, NOW_MS, openSample, putRaw, rawRows } from '../../../test/support/sample-rows.ts';
import { openSecondWindow } from '../../../test/support/second-window.ts';
import { SCREEN_LOCK_FORMAT } from '../../names.ts';
import { NO_WORK } from '../../domain/undelivered-work.ts';
import { openTestKeys } from '../../../test/support/window-kit.ts';

const API_KEY = 'key-Xq7RtvPa93LmZe51';
const PASSPHRASE = 'ladder on four legs';

let name = '';
let registry: Awaited<ReturnType<typeof openRegistry>>;
beforeEach(async () => {
  name = `registry-${crypto.randomUUID()}`;
  registry = await openRegistry({ nowMs: () => NOW_MS, name });
});
afterEach(() => registry.close());

async function storedVault(): Promise<Record<string, unknown>> {
  return (await rawRows('', 'vault', name))[0]!;
}

/** Replaces the vault's row directly in the database. */
async function replaceVault(row: Record<string, unknown>): Promise<void> {
  const db = await openDB(name);
  await db.put('vault', row);
  db.close();
}

describe("the vault of an account's key", () => {
  it('opens with its passphrase only', async () => {
    const { vault } = registry;
    expect(await vault.open('acc', PASSPHRASE)).to.deep.equal({ kind: 'noVault' });
    await vault.seal('acc', API_KEY, PASSPHRASE);
    expect(await vault.has('acc')).to.equal(true);
    expect(await vault.open('acc', PASSPHRASE)).to.deep.equal({ kind: 'opened', apiKey: API_KEY });
    for (const wrong of ['', 'ladder on four leg', 'Ladder on four legs', `${PASSPHRASE} `]) {
      expect(await vault.open('acc', wrong), wrong).to.deep.equal({ kind: 'wrongPassphrase' });
    }
    expect(await vault.open('another', PASSPHRASE)).to.deep.equal({ kind: 'noVault' });
    await vault.forget('acc');
    expect(await vault.has('acc')).to.equal(false);
    expect(await vault.open('acc', PASSPHRASE)).to.deep.equal({ kind: 'noVault' });
  });

  it('stores at least 600 000 rounds, fresh salt and iv, and nothing that is a key', async () => {
    await registry.vault.seal('acc', API_KEY, PASSPHRASE);
    const first = await storedVault();
    await registry.vault.seal('acc', API_KEY, PASSPHRASE);
    const second = await storedVault();
    expect(first['iterations']).to.be.at.least(600_000);
    expect((first['salt'] as Uint8Array).length).to.be.at.least(16);
    for (const field of ['salt', 'iv', 'ciphertext']) expect(first[field], field).to.not.deep.equal(second[field]);
    for (const value of Object.values(second)) expect(value).to.not.be.instanceOf(CryptoKey);
  });

  it('is bound to its account: moved to another one it does not open', async () => {
    await registry.vault.seal('acc', API_KEY, PASSPHRASE);
    await replaceVault({ ...(await storedVault()), accountId: 'other' });
    expect(await registry.vault.open('other', PASSPHRASE)).to.deep.equal({ kind: 'wrongPassphrase' });
  });

  it('distinguishes damage from a wrong passphrase', async () => {
    await registry.vault.seal('acc', API_KEY, PASSPHRASE);
    const row = await storedVault();
    await replaceVault({
      ...row,
      ciphertext: (row['ciphertext'] as Uint8Array).map((byte, at) => (at === 3 ? byte ^ 1 : byte)),
    });
    expect(await registry.vault.open('acc', PASSPHRASE)).to.deep.equal({ kind: 'noVault' });
    await replaceVault({ ...row, iterations: 1 });
    expect(await registry.vault.has('acc')).to.equal(false);
    expect(registry.remarks.value).to.deep.equal(['damagedRow:vault:acc']);
  });
});

describe('the key on the disk', () => {
  /** Returns everything that is stored under this origin, as text and as bytes. */
  async function dumpOrigin(): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    const encoder = new TextEncoder();
    const add = (value: unknown): void => {
      if (value instanceof Uint8Array) parts.push(value);
      else if (value instanceof ArrayBuffer) parts.push(new Uint8Array(value));
      else if (value instanceof CryptoKey) throw new Error('a CryptoKey is stored');
      else if (typeof value === 'object' && value !== null) Object.entries(value).forEach((pair) => pair.forEach(add));
      else parts.push(encoder.encode(`${String(value)}\n`));
    };
    for (const { name: databaseName } of await indexedDB.databases()) {
      const db = await openDB(databaseName!);
      for (const store of db.objectStoreNames) add([databaseName, store, await db.getAll(store)]);
      db.close();
    }
    add({ ...localStorage });
    add({ ...sessionStorage });
    add(location.href);
    async function addFolder(folder: FileSystemDirectoryHandle): Promise<void> {
      for await (const handle of folder.values()) {
        if (handle.kind === 'directory') await addFolder(handle);
        else add(await (await handle.getFile()).arrayBuffer());
      }
    }
    await addFolder(await navigator.storage.getDirectory());
    for (const cacheName of await caches.keys())
      for (const request of await (await caches.open(cacheName)).keys()) add(request.url);
    return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  }

  function contains(dump: Uint8Array, text: string): boolean {
    // Latin-1 keeps all bytes, so that matches in binary data are found too; UTF-16 as V8 writes it has zero bytes in
    // between.
    const asText = new TextDecoder('latin1').decode(dump);
    const wide = [...text].join('\0');
    return asText.includes(text) || asText.includes(wide) || asText.includes(btoa(text).replace(/=+$/, ''));
  }

  /** Deletes what earlier tests have stored, which takes long to read. */
  async function clearOrigin(): Promise<void> {
    for (const { name: old } of await indexedDB.databases()) if (old !== name) await deleteDB(old!);
    for await (const entry of (await navigator.storage.getDirectory()).keys())
      await (await navigator.storage.getDirectory()).removeEntry(entry, { recursive: true });
  }

  it('is never stored, through connect, vault, a run, sign-out and practice', async () => {
    await clearOrigin();
    const keys = openTestKeys(`keys-${name}`);
    const device = createScriptedDevice();
    const session = createSession({
      accounts: registry.accounts,
      vault: registry.vault,
      keys,
      screenLock: async () => createScreenLock(device),
      probe: async () => ({ kind: 'ok', devices: 1 }),
      guesses: guessesFor,
      openPractice: async () => ({
        baseUrl: '/sandbox/v3',
        legacyBaseUrl: '/sandbox/legacy',
        vendor: 'v',
        ownerKey: 'practice-owner-8531',
        editorKey: 'practice-editor-9142',
      }),
      countWork: async () => ({ ...NO_WORK, onlyHere: 1, receiptIds: ['a'] }),
      keyMarks: { make: makeKeyMark, fits: matchesKeyMark },
      keyVerifiers: { make: makeKeyVerifier, matches: matchesKeyVerifier },
      findDevices: async () => ({ ok: true, value: { devices: [], isWhole: true } }),
      savedAccess: async () => new Map(),
      random: Math.random,
      isBusy: async () => false,
      erase: async () => [],
      practiceName: 'Practice',
      newId: () => crypto.randomUUID(),
      nowMs: () => NOW_MS,
    });
    const draft = {
      name: 'Wing',
      baseUrl: 'https://v3.example',
      legacyBaseUrl: 'https://legacy.example',
      vendor: 'acme',
    };
    const outcome = await session.connect(draft, API_KEY, PASSPHRASE);
    if (outcome.kind !== 'connected') throw new Error(outcome.kind);
    const { account } = outcome;
    const storage = await openSample(account.id);
    await commitSample(storage, account.id, '1');
    await session.signOut();
    await session.switchTo(account.id);
    expect(await session.openVault(PASSPHRASE)).to.equal('opened');
    expect(session.apiKey()).to.equal(API_KEY);
    await session.setPassphrase('another passphrase 2');
    expect(await session.setScreenLock()).to.equal('kept');
    expect(await session.openScreenLock()).to.equal('opened');
    await session.practise('editor');
    expect(session.apiKey()).to.equal('practice-editor-9142');

    const dump = await dumpOrigin();
    for (const text of [account.id, 'rcp-1', 'https://legacy.example', 'BFKR', SCREEN_LOCK_FORMAT])
      expect(contains(dump, text), `${text} is in the dump`).to.equal(true);
    for (const secret of [API_KEY, PASSPHRASE, 'another passphrase 2', 'practice-owner-8531', 'practice-editor-9142']) {
      expect(contains(dump, secret), `${secret} is in the dump`).to.equal(false);
    }
    // Checks the search itself: a key that is stored on purpose is found.
    await putRaw(account.id, 'receipts', { id: 'leak', note: `Api-Key: ${API_KEY}` });
    expect(contains(await dumpOrigin(), API_KEY)).to.equal(true);
    session.close();
    keys.close();
    storage.close();
  });
});

describe('the registry of accounts', () => {
  it('stores accounts and settings, and notifies the other window', async () => {
    const other = await openSecondWindow();
    const there = await other.openRegistry({ nowMs: () => NOW_MS, name });
    const notified = new Promise<void>((resolve) => there.accounts.watch(resolve));
    const account = makeAccount(
      { name: 'N', baseUrl: 'https://a.example', legacyBaseUrl: 'https://b.example', vendor: 'v' },
      'id-1',
      'live',
      NOW_MS,
    );
    await registry.accounts.put(account);
    await notified;
    expect(await there.accounts.all()).to.deep.equal([account]);
    expect(await there.accounts.get('none')).to.equal(null);
    await there.accounts.setSetting('theme', 'sun');
    expect(await registry.accounts.setting('theme')).to.equal('sun');
    await registry.accounts.setSetting('theme', null);
    expect(await there.accounts.setting('theme')).to.equal(null);
    there.close();
    other.close();
  });
});
