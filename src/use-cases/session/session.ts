/**
 * Which account is connected: accounts, the key in memory, the vault, practice. Receipts are kept whatever happens
 * here.
 */
import { handledElsewhere, ifPossible } from '../../domain/unawaited.ts';
import type { Account } from '../../domain/account.ts';
import { onDemand } from '../../domain/on-demand.ts';
import { createAcceptedKey } from './accepted-key.ts';
import type { Session } from './offered.ts';
import { SessionError } from './session-error.ts';
import type { SessionPorts } from './ports.ts';
import { createSessionView } from './session-view.ts';
import { lockedSetting, removingSetting } from '../../names.ts';

/** What the composition root needs in addition to the screens' `Session`. */
export interface RunningSession extends Session {
  /**
   * Restores the account that was connected last, with its key from another window or, for practice, from the sandbox.
   */
  start(): Promise<void>;
  /**
   * Called when the backend has answered with this key. The first time for the connected account, the acceptance is
   * stored, and an account of an earlier version gets the verifier with which a locked account is opened.
   */
  keyAccepted(accountId: string, apiKey: string): Promise<void>;
  /**
   * Sends a request with the key of an open account of an earlier version, so that it gets its verifier. Does nothing
   * if it has one.
   */
  checkKey(): Promise<void>;
  /**
   * Returns the connected account's key; null while it is not in memory. Must not be stored, logged or put in a URL.
   */
  apiKey(): string | null;
  close(): void;
}

export function createSession(ports: SessionPorts): RunningSession {
  const { accounts, vault, keys } = ports;
  const view = createSessionView(ports);
  const { state, refresh, activate } = view;
  const acts = onDemand(async () =>
    (await import('./session-acts.ts')).createSessionActs({ ports, inTurn, state, refresh, activate }),
  );
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one change at a time, so that two clicks, or a click and a message from another window, do not interleave. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work, work);
    last = handledElsewhere(result);
    return result;
  }

  async function leave(account: Account): Promise<void> {
    if (account.kind === 'live') await accounts.setSetting(lockedSetting(account.id), '1');
    keys.clear(account.id);
  }

  async function findKey(account: Account): Promise<void> {
    if (account.kind === 'sandbox') await (await acts()).findPracticeKey();
    else await keys.ask(account.id);
  }

  const stops = [
    accounts.watch(() => void inTurn(refresh)),
    vault.watch(() => void inTurn(refresh)),
    keys.watch(() => void inTurn(refresh)),
  ];

  return {
    state,
    apiKey: () => (view.activeId === null ? null : keys.get(view.activeId)),
    start: () =>
      inTurn(async () => {
        for (const { id } of await accounts.all()) {
          if ((await accounts.setting(removingSetting(id))) === null) continue;
          // What is left is tried again at the next start.
          await ifPossible(acts().then((one) => one.erase(id)));
        }
        await view.openLast();
        const { account } = state.value;
        // Without the sandbox's code (first start offline) its account is still shown, with its key missing.
        if (account !== null) await ifPossible(findKey(account));
        await view.keySought();
      }),
    ...createAcceptedKey({
      ports,
      view,
      inTurn,
      keepAccepted: async (account, apiKey) => (await acts()).keepAccepted(account, apiKey),
    }),
    test: (draft, apiKey, signal) => ports.probe(draft, apiKey, signal),
    connect: (...parameters) => inTurn(async () => (await acts()).connect(...parameters)),
    practise: (role) => inTurn(async () => (await acts()).practise(role)),
    switchTo: (accountId) =>
      inTurn(async () => {
        const account = await accounts.get(accountId);
        if (account === null) throw new SessionError('unknownAccount');
        const isLocked = await view.isLocked(accountId);
        if (!isLocked) await ifPossible(findKey(account));
        await activate(account);
        return isLocked ? 'locked' : 'open';
      }),
    giveKey: (...parameters) => inTurn(async () => (await acts()).giveKey(...parameters)),
    openVault: (passphrase) => inTurn(async () => (await acts()).openVault(passphrase)),
    setPassphrase: (passphrase) => inTurn(async () => (await acts()).setPassphrase(passphrase)),
    judgePassphrase: async (...parameters) => (await acts()).judgePassphrase(...parameters),
    offersScreenLock: async () => (await acts()).offersScreenLock(),
    setScreenLock: async (signal) => (await acts()).setScreenLock(signal),
    openScreenLock: async (signal) => (await acts()).openScreenLock(signal),
    removeStoredKey: () => inTurn(async () => (await acts()).removeStoredKey()),
    signOutCheck: async () => (await acts()).signOutCheck(),
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
    setIdleLock: (minutes) => inTurn(async () => (await acts()).setIdleLock(minutes)),
    remove: (options) => inTurn(async () => (await acts()).remove(options)),
    saveSettings: (settings) => inTurn(async () => (await acts()).saveSettings(settings)),
    close() {
      for (const stop of stops) stop();
    },
  };
}
