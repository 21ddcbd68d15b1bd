/** Who is connected: accounts, the key in memory, the vault, practice. Receipts stay whatever happens here. */
import { checkAccountDraft, makeAccount, type Account, type AccountDraft } from '../../domain/account.ts';
import { IDLE_LOCK_MINUTES, type IdleLockMinutes } from '../../domain/idle-lock.ts';
import { createLive } from '../../domain/live.ts';
import { judgePassphrase, mayProtect, ownWords, type PassphraseJudgement } from '../../domain/passphrase.ts';
import type { KeyOutcome, KeyState, RemovalOutcome, Session, SessionState } from './offered.ts';
import { createKeyOwners, type Finding } from './session-keys.ts';
import type { SessionPorts } from './ports.ts';
import {
  IDLE_LOCK_SETTING,
  LAST_ACCOUNT_SETTING,
  lockedSetting,
  PRACTICE_ROLE_SETTING,
  removingSetting,
} from '../../names.ts';

/**
 * `badDraft`: `checkAccountDraft` finds a fault, the form shows it · `noKey`: the key is empty or not in memory ·
 * `badPassphrase`: too short, too easy or the key itself · `noAccount`: nothing is connected · `unknownAccount`: no such id.
 */
type SessionErrorCode = 'badDraft' | 'noKey' | 'badPassphrase' | 'noAccount' | 'unknownAccount';

class SessionError extends Error {
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

/** With a passphrase at hand a lock costs little; without one it would ask for the key itself. */
const USUAL_IDLE_LOCK: Record<'withVault' | 'without', IdleLockMinutes> = { withVault: 15, without: 0 };

export function createSession(ports: SessionPorts): RunningSession {
  const { accounts, vault, keys, newId, nowMs } = ports;
  const state = createLive<SessionState>({
    account: null,
    key: 'none',
    hasVault: false,
    accounts: [],
    locked: null,
    idleLockMinutes: 0,
  });
  const owners = createKeyOwners(ports);
  let activeId: string | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One change at a time: two clicks, or a click and a message from another window, must not mix. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  }

  async function refresh(): Promise<void> {
    // One that is being removed is there for nobody: whoever still counted its receipts would make its database anew.
    const all: Account[] = [];
    for (const one of await accounts.all()) {
      const isLeaving = (await accounts.setting(removingSetting(one.id))) !== null;
      // The mark goes with the account: one that was removed since the list was read has none any more.
      if (!isLeaving && (await accounts.get(one.id)) !== null) all.push(one);
    }
    if (!all.some(({ id }) => id === activeId)) activeId = null;
    const active = all.find(({ id }) => id === activeId) ?? null;
    const isLocked = active !== null && (await isLockedId(active.id));
    // Another window may have locked it: the key goes from here too, whether or not that window could say so.
    if (isLocked && keys.get(active.id) !== null) keys.clear(active.id);
    const hasVault = active !== null && (await vault.has(active.id));
    const account = isLocked ? null : active;
    const next: SessionState = {
      account,
      key: keyState(active, hasVault),
      hasVault,
      accounts: all,
      locked: isLocked ? active : null,
      idleLockMinutes: await idleLock(hasVault),
    };
    if (JSON.stringify(next) !== JSON.stringify(state.value)) state.set(next);
  }

  const isLockedId = async (accountId: string): Promise<boolean> =>
    (await accounts.setting(lockedSetting(accountId))) !== null;

  async function idleLock(hasVault: boolean): Promise<IdleLockMinutes> {
    const stored = await accounts.setting(IDLE_LOCK_SETTING);
    return (
      IDLE_LOCK_MINUTES.find((minutes) => String(minutes) === stored) ??
      USUAL_IDLE_LOCK[hasVault ? 'withVault' : 'without']
    );
  }

  function keyState(account: Account | null, hasVault: boolean): KeyState {
    if (account === null) return 'none';
    if (keys.get(account.id) !== null) return 'ready';
    return hasVault ? 'vault' : 'needed';
  }

  async function activate(account: Account | null): Promise<void> {
    activeId = account?.id ?? null;
    await accounts.setSetting(LAST_ACCOUNT_SETTING, activeId);
    await refresh();
  }

  function connected(): Account {
    const { account } = state.value;
    if (account === null) throw new SessionError('noAccount');
    return account;
  }

  /** The one whose key or passphrase is asked for: connected, or locked. */
  function active(): Account {
    const account = state.value.account ?? state.value.locked ?? null;
    if (account === null) throw new SessionError('noAccount');
    return account;
  }

  /** Puts what was found in its place; only now is the key anywhere. */
  async function accept(
    found: Extract<Finding, { kind: 'found' }>,
    key: string,
    passphrase: string | null,
  ): Promise<Account> {
    const keyMark =
      found.newKey || typeof found.account.keyMark !== 'string'
        ? await ports.keyMarks.make(key)
        : found.account.keyMark;
    const account: Account = { ...found.account, keyMark };
    await accounts.put(account);
    if (passphrase !== null) await vault.seal(account.id, key, passphrase);
    // Before the person chooses: an existing vault would keep the old key.
    else if (found.newKey) await vault.forget(account.id);
    keys.set(account.id, key);
    await open(account);
    return account;
  }

  /** Its key or passphrase was given: it may be shown again. */
  async function open(account: Account): Promise<void> {
    await accounts.setSetting(lockedSetting(account.id), null);
    await activate(account);
  }

  async function leave(account: Account): Promise<void> {
    if (account.kind === 'live') await accounts.setSetting(lockedSetting(account.id), '1');
    keys.clear(account.id);
  }

  /** Deletes and proves; what is left is tried again at the next start. */
  async function eraseNow(accountId: string): Promise<readonly string[]> {
    const left = await ports.erase(accountId);
    if (left.length === 0) await accounts.remove(accountId);
    return left;
  }

  async function judge(
    passphrase: string,
    key: string | null,
    ...known: readonly (string | null)[]
  ): Promise<PassphraseJudgement> {
    return judgePassphrase(passphrase, key, await ports.guesses(passphrase, ownWords(key, ...known)));
  }

  /** The sandbox's account; its addresses follow the sandbox, which may answer elsewhere than last time. */
  async function openPractice(role: 'owner' | 'editor'): Promise<Account> {
    const practice = await ports.openPractice();
    const draft: AccountDraft = {
      name: ports.practiceName,
      baseUrl: practice.baseUrl,
      legacyBaseUrl: practice.legacyBaseUrl,
      vendor: practice.vendor,
    };
    const known = (await accounts.all()).find(({ kind }) => kind === 'sandbox');
    const fresh = makeAccount(draft, known?.id ?? newId(), 'sandbox', known?.createdAtMs ?? nowMs());
    const account: Account = known === undefined ? fresh : { ...known, ...fresh, settings: known.settings };
    if (JSON.stringify(known) !== JSON.stringify(account)) await accounts.put(account);
    await accounts.setSetting(PRACTICE_ROLE_SETTING, role);
    keys.set(account.id, role === 'owner' ? practice.ownerKey : practice.editorKey);
    return account;
  }

  async function findKey(account: Account): Promise<void> {
    if (account.kind === 'sandbox') {
      await openPractice((await accounts.setting(PRACTICE_ROLE_SETTING)) === 'editor' ? 'editor' : 'owner');
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
        for (const { id } of await accounts.all()) {
          if ((await accounts.setting(removingSetting(id))) !== null) await eraseNow(id).catch(() => undefined);
        }
        activeId = await accounts.setting(LAST_ACCOUNT_SETTING);
        await refresh();
        const { account } = state.value;
        if (account === null) return;
        // Without the sandbox's code (first start offline) its account is still shown, with its key missing.
        await findKey(account).catch(() => undefined);
        await refresh();
      }),
    test: (draft, apiKey, signal) => ports.probe(draft, apiKey, signal),
    connect: (draft, apiKey, passphrase, decision) =>
      inTurn(async (): Promise<KeyOutcome> => {
        if (checkAccountDraft(draft).length > 0) throw new SessionError('badDraft');
        const key = apiKey.trim();
        if (key === '') throw new SessionError('noKey');
        if (passphrase !== null && !mayProtect(await judge(passphrase, key, draft.name, draft.baseUrl)))
          throw new SessionError('badPassphrase');
        const finding = await owners.ofDraft(draft, key, decision);
        return finding.kind === 'found'
          ? { kind: 'connected', account: await accept(finding, key, passphrase) }
          : finding;
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
        const isLocked = await isLockedId(accountId);
        if (!isLocked) await findKey(account).catch(() => undefined);
        await activate(account);
        return isLocked ? 'locked' : 'open';
      }),
    giveKey: (apiKey, decision) =>
      inTurn(async (): Promise<KeyOutcome> => {
        const key = apiKey.trim();
        if (key === '') throw new SessionError('noKey');
        const finding = await owners.ofAccount(active(), key, decision);
        return finding.kind === 'found' ? { kind: 'connected', account: await accept(finding, key, null) } : finding;
      }),
    openVault: (passphrase) =>
      inTurn(async () => {
        const account = active();
        const opening = await vault.open(account.id, passphrase);
        if (opening.kind !== 'opened') return opening.kind;
        await accept({ kind: 'found', account, isKnown: true, newKey: false }, opening.apiKey, null);
        return 'opened';
      }),
    setPassphrase: (passphrase) =>
      inTurn(async () => {
        const { id, kind } = connected();
        const key = keys.get(id);
        // The sandbox's key comes with the sandbox and is never stored.
        if (key === null || kind === 'sandbox') throw new SessionError('noKey');
        if (!mayProtect(await judge(passphrase, key, connected().name, connected().baseUrl)))
          throw new SessionError('badPassphrase');
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
        await vault.forget(active().id);
        await refresh();
      }),
    signOutCheck: () => ports.countWork(active().id),
    signOut: () =>
      inTurn(async () => {
        const { account } = state.value;
        if (account === null) return;
        await leave(account);
        await activate(null);
      }),
    lock: () =>
      inTurn(async () => {
        const { account } = state.value;
        if (account === null || account.kind === 'sandbox') return 'locked';
        if (await ports.isBusy()) return 'busy';
        await leave(account);
        await refresh();
        return 'locked';
      }),
    setIdleLock: (minutes) =>
      inTurn(async () => {
        await accounts.setSetting(IDLE_LOCK_SETTING, String(minutes));
        await refresh();
      }),
    remove: (options) =>
      inTurn(async (): Promise<RemovalOutcome> => {
        const { id } = active();
        if (await ports.isBusy()) return { kind: 'busy' };
        const check = await ports.countWork(id);
        const handedOver = new Set(options?.handedOver);
        const isHandedOver = check.receiptIds.every((one) => handedOver.has(one));
        if (check.unfinishedRuns > 0 || !isHandedOver) return { kind: 'refused', check };
        // From here on every window leaves it, and a removal that is cut off goes on at the next start.
        await accounts.setSetting(removingSetting(id), '1');
        // A run that another window has begun meanwhile: its receipt would have no place to be kept.
        if (await ports.isBusy()) {
          await accounts.setSetting(removingSetting(id), null);
          return { kind: 'busy' };
        }
        keys.clear(id);
        await activate(null);
        const left = await eraseNow(id);
        await refresh();
        return left.length === 0 ? { kind: 'removed' } : { kind: 'left', names: left };
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
