/** Who is connected: accounts, the key in memory, the vault, practice. Receipts stay whatever happens here. */
import { checkAccountDraft, makeAccount, type Account, type AccountDraft } from '../domain/account.ts';
import { createLive } from '../domain/live.ts';
import { judgePassphrase, mayProtect, ownWords, type PassphraseJudgement } from '../domain/passphrase.ts';
import type { KeyState, Session, SessionState } from './services.ts';
import type { SessionPorts } from './session-ports.ts';

/**
 * `badDraft`: `checkAccountDraft` finds a fault, the form shows it · `noKey`: the key is empty or not in memory ·
 * `badPassphrase`: too short, too easy or the key itself · `noAccount`: nothing is connected · `unknownAccount`: no such id.
 */
export type SessionErrorCode = 'badDraft' | 'noKey' | 'badPassphrase' | 'noAccount' | 'unknownAccount';

export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionErrorCode;
  constructor(code: SessionErrorCode) {
    super(code);
    this.code = code;
  }
}

/** What the composition root needs besides the screens' `Session`. */
export interface RunningSession extends Session {
  /** Brings back the account connected last, with its key from another window or, for practice, from the sandbox. */
  start(): Promise<void>;
  /** The connected account's key; null while it is not in memory. Never to be stored, logged or put in a URL. */
  apiKey(): string | null;
  close(): void;
}

const LAST_ACCOUNT = 'lastAccountId';
const PRACTICE_ROLE = 'practiceRole';

export function createSession(ports: SessionPorts): RunningSession {
  const { accounts, vault, keys, newId, nowMs } = ports;
  const state = createLive<SessionState>({ account: null, key: 'none', hasVault: false, accounts: [] });
  let activeId: string | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One change at a time: two clicks, or a click and a message from another window, must not mix. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  }

  async function refresh(): Promise<void> {
    const all = await accounts.all();
    const account = all.find(({ id }) => id === activeId) ?? null;
    const hasVault = account !== null && (await vault.has(account.id));
    const next: SessionState = { account, key: keyState(account, hasVault), hasVault, accounts: all };
    if (JSON.stringify(next) !== JSON.stringify(state.value)) state.set(next);
  }

  function keyState(account: Account | null, hasVault: boolean): KeyState {
    if (account === null) return 'none';
    if (keys.get(account.id) !== null) return 'ready';
    return hasVault ? 'vault' : 'needed';
  }

  async function activate(account: Account | null): Promise<void> {
    activeId = account?.id ?? null;
    await accounts.setSetting(LAST_ACCOUNT, activeId);
    await refresh();
  }

  function connected(): Account {
    const { account } = state.value;
    if (account === null) throw new SessionError('noAccount');
    return account;
  }

  async function judge(passphrase: string, key: string | null, ...known: readonly (string | null)[]): Promise<PassphraseJudgement> {
    return judgePassphrase(passphrase, key, await ports.guesses(passphrase, ownWords(key, ...known)));
  }

  /** The sandbox's account; its addresses follow the sandbox, which may answer elsewhere than last time. */
  async function openPractice(role: 'owner' | 'editor'): Promise<Account> {
    const practice = await ports.openPractice();
    const draft: AccountDraft = { name: ports.practiceName, baseUrl: practice.baseUrl, legacyBaseUrl: practice.legacyBaseUrl, vendor: practice.vendor };
    const known = (await accounts.all()).find(({ kind }) => kind === 'sandbox');
    const fresh = makeAccount(draft, known?.id ?? newId(), 'sandbox', known?.createdAtMs ?? nowMs());
    const account: Account = known === undefined ? fresh : { ...known, ...fresh, settings: known.settings };
    if (JSON.stringify(known) !== JSON.stringify(account)) await accounts.put(account);
    await accounts.setSetting(PRACTICE_ROLE, role);
    keys.set(account.id, role === 'owner' ? practice.ownerKey : practice.editorKey);
    return account;
  }

  async function findKey(account: Account): Promise<void> {
    if (account.kind === 'sandbox') {
      await openPractice((await accounts.setting(PRACTICE_ROLE)) === 'editor' ? 'editor' : 'owner');
    } else {
      await keys.ask(account.id);
    }
  }

  const stops = [
    accounts.watch(() => void inTurn(refresh)),
    vault.watch(() => void inTurn(refresh)),
    keys.watch(() => void inTurn(refresh)),
  ];

  return {
    state,
    apiKey: () => (activeId === null ? null : keys.get(activeId)),
    start: () =>
      inTurn(async () => {
        activeId = await accounts.setting(LAST_ACCOUNT);
        await refresh();
        const { account } = state.value;
        if (account === null) return;
        // Without the sandbox's code (first start offline) its account is shown all the same, with its key missing.
        await findKey(account).catch(() => undefined);
        await refresh();
      }),
    test: (draft, apiKey, signal) => ports.probe(draft, apiKey, signal),
    connect: (draft, apiKey, passphrase) =>
      inTurn(async () => {
        if (checkAccountDraft(draft).length > 0) throw new SessionError('badDraft');
        const key = apiKey.trim();
        if (key === '') throw new SessionError('noKey');
        if (passphrase !== null && !mayProtect(await judge(passphrase, key, draft.name, draft.baseUrl))) throw new SessionError('badPassphrase');
        const fresh = makeAccount(draft, newId(), 'live', nowMs());
        // The same name and addresses are the same account: what waits in its database is to be sent, not orphaned.
        const known = (await accounts.all()).find((account) => isSame(account, fresh));
        const account: Account = known === undefined ? fresh : { ...known, settings: draft.settings ?? known.settings };
        await accounts.put(account);
        if (passphrase !== null) await vault.seal(account.id, key, passphrase);
        // A vault of before would go on to hold the key of before.
        else await vault.forget(account.id);
        keys.set(account.id, key);
        await activate(account);
        return account;
      }),
    practise: (role = 'owner') =>
      inTurn(async () => {
        const account = await openPractice(role);
        await activate(account);
        return account;
      }),
    switchTo: (accountId) =>
      inTurn(async () => {
        const account = await accounts.get(accountId);
        if (account === null) throw new SessionError('unknownAccount');
        await findKey(account).catch(() => undefined);
        await activate(account);
      }),
    giveKey: (apiKey) =>
      inTurn(async () => {
        const key = apiKey.trim();
        if (key === '') throw new SessionError('noKey');
        keys.set(connected().id, key);
        await refresh();
      }),
    openVault: (passphrase) =>
      inTurn(async () => {
        const { id } = connected();
        const opening = await vault.open(id, passphrase);
        if (opening.kind !== 'opened') return opening.kind;
        keys.set(id, opening.apiKey);
        await refresh();
        return 'opened';
      }),
    setPassphrase: (passphrase) =>
      inTurn(async () => {
        const { id, kind } = connected();
        const key = keys.get(id);
        // The sandbox's key comes with the sandbox and is never stored.
        if (key === null || kind === 'sandbox') throw new SessionError('noKey');
        if (!mayProtect(await judge(passphrase, key, connected().name, connected().baseUrl))) throw new SessionError('badPassphrase');
        await vault.seal(id, key, passphrase);
        await refresh();
      }),
    judgePassphrase(passphrase, apiKey) {
      const { account } = state.value;
      const key = apiKey?.trim() ?? (account === null ? null : keys.get(account.id));
      return judge(passphrase, key, account?.name ?? null, account?.baseUrl ?? null);
    },
    forgetVault: () =>
      inTurn(async () => {
        await vault.forget(connected().id);
        await refresh();
      }),
    signOutCheck: () => ports.countWork(connected().id),
    signOut: () =>
      inTurn(async () => {
        const { account } = state.value;
        if (account === null) return;
        keys.clear(account.id);
        await activate(null);
      }),
    saveSettings: (settings) =>
      inTurn(async () => {
        await accounts.put({ ...connected(), settings });
        await refresh();
      }),
    close() {
      for (const stop of stops) stop();
    },
  };
}

function isSame(a: Account, b: Account): boolean {
  return a.kind === b.kind && a.name === b.name && a.baseUrl === b.baseUrl && a.legacyBaseUrl === b.legacyBaseUrl && a.vendor === b.vendor;
}
