/** Who is connected: accounts, the key in memory, the vault, practice. Receipts stay whatever happens here. */
import { handledElsewhere, ifPossible } from '../../domain/unawaited.ts';
import type { Account } from '../../domain/account.ts';
import { IDLE_LOCK_MINUTES, type IdleLockMinutes } from '../../domain/idle-lock.ts';
import { createLive } from '../../domain/live.ts';
import { onDemand } from '../../domain/on-demand.ts';
import type { KeyState, Session, SessionState } from './offered.ts';
import { SessionError } from './session-error.ts';
import type { SessionPorts } from './ports.ts';
import {
  IDLE_LOCK_SETTING,
  keyAcceptedSetting,
  keyVerifierSetting,
  LAST_ACCOUNT_SETTING,
  lockedSetting,
  removingSetting,
} from '../../names.ts';

/** What the composition root needs besides the screens' `Session`. */
export interface RunningSession extends Session {
  /** Brings back the account connected last, with its key from another window or, for practice, from the sandbox. */
  start(): Promise<void>;
  /**
   * The backend has answered with this key. The first time that key is the connected account's, this is stored, and an account from
   * an earlier version gets the verifier that a locked account is opened by.
   */
  keyAccepted(accountId: string, apiKey: string): Promise<void>;
  /** Asks the backend with the key of an open account from an earlier version, so that it gets its verifier. Does nothing where there is one. */
  checkKey(): Promise<void>;
  /** The connected account's key; null while it is not in memory. Never to be stored, logged or put in a URL. */
  apiKey(): string | null;
  close(): void;
}

/** With a passphrase at hand a lock costs little; without one it would ask for the key itself. */
const USUAL_IDLE_LOCK: Record<'withVault' | 'without', IdleLockMinutes> = { withVault: 15, without: 0 };

export function createSession(ports: SessionPorts): RunningSession {
  const { accounts, vault, keys } = ports;
  const state = createLive<SessionState>({
    account: null,
    key: 'none',
    hasVault: false,
    accounts: [],
    locked: null,
    idleLockMinutes: 0,
  });
  const acts = onDemand(async () =>
    (await import('./session-acts.ts')).createSessionActs({ ports, state, refresh, activate, connected, active }),
  );
  let activeId: string | null = null;
  /** The last key that was stored as accepted, or found to be: a list of many pages says it for each. */
  let accepted: { readonly accountId: string; readonly apiKey: string } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One change at a time: two clicks, or a click and a message from another window, must not mix. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work, work);
    last = handledElsewhere(result);
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

  async function leave(account: Account): Promise<void> {
    if (account.kind === 'live') await accounts.setSetting(lockedSetting(account.id), '1');
    keys.clear(account.id);
  }

  async function findKey(account: Account): Promise<void> {
    if (account.kind === 'sandbox') await (await acts()).findPracticeKey();
    else await keys.ask(account.id);
  }

  async function keyAccepted(accountId: string, apiKey: string): Promise<void> {
    if (accepted?.accountId === accountId && accepted.apiKey === apiKey) return;
    await inTurn(async () => {
      if ((await accounts.setting(keyAcceptedSetting(accountId))) === null) {
        await refresh();
        const { account } = state.value;
        // Locked, left or given another key while the backend was asked.
        if (account?.id !== accountId || account.kind === 'sandbox' || keys.get(accountId) !== apiKey) return;
        await (await acts()).keepAccepted(account, apiKey);
      }
      accepted = { accountId, apiKey };
    });
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
          if ((await accounts.setting(removingSetting(id))) === null) continue;
          // What is left is tried again at the next start.
          await ifPossible(acts().then((one) => one.erase(id)));
        }
        activeId = await accounts.setting(LAST_ACCOUNT_SETTING);
        await refresh();
        const { account } = state.value;
        if (account === null) return;
        // Without the sandbox's code (first start offline) its account is still shown, with its key missing.
        await ifPossible(findKey(account));
        await refresh();
      }),
    keyAccepted,
    async checkKey() {
      const { account } = state.value;
      const apiKey = account === null ? null : keys.get(account.id);
      if (account === null || account.kind === 'sandbox' || apiKey === null) return;
      if ((await accounts.setting(keyVerifierSetting(account.id))) !== null) return;
      const verdict = await ports.probe(account, apiKey);
      if (verdict.kind === 'ok') await keyAccepted(account.id, apiKey);
    },
    test: (draft, apiKey, signal) => ports.probe(draft, apiKey, signal),
    connect: (...given) => inTurn(async () => (await acts()).connect(...given)),
    practise: (role) => inTurn(async () => (await acts()).practise(role)),
    switchTo: (accountId) =>
      inTurn(async () => {
        const account = await accounts.get(accountId);
        if (account === null) throw new SessionError('unknownAccount');
        const isLocked = await isLockedId(accountId);
        if (!isLocked) await ifPossible(findKey(account));
        await activate(account);
        return isLocked ? 'locked' : 'open';
      }),
    giveKey: (...given) => inTurn(async () => (await acts()).giveKey(...given)),
    openVault: (passphrase) => inTurn(async () => (await acts()).openVault(passphrase)),
    setPassphrase: (passphrase) => inTurn(async () => (await acts()).setPassphrase(passphrase)),
    judgePassphrase: async (...given) => (await acts()).judgePassphrase(...given),
    forgetVault: () =>
      inTurn(async () => {
        await vault.forget(connected().id);
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
    remove: (options) => inTurn(async () => (await acts()).remove(options)),
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
