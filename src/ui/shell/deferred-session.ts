/** A session whose code is fetched when it is first needed: who has never connected an account does not load it to see the first screen. */
import { createRelay } from '../../domain/live.ts';
import type { Session, SessionState } from '../../use-cases/session/offered.ts';

interface DeferredSession extends Session {
  /** Fetches it now. */
  open(): Promise<unknown>;
}

const NOBODY: SessionState = { account: null, key: 'none', hasVault: false, accounts: [] };

/** Each call waits for `open`, which is asked once more after it has failed (no network at a first visit). */
export function deferSession(open: () => Promise<Session>): DeferredSession {
  const state = createRelay(NOBODY);
  let opening: Promise<Session> | null = null;
  function session(): Promise<Session> {
    opening ??= open().then(
      (opened) => {
        state.follow(opened.state);
        return opened;
      },
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  }
  return {
    state,
    open: session,
    test: async (draft, apiKey, signal) => (await session()).test(draft, apiKey, signal),
    connect: async (draft, apiKey, passphrase, decision) =>
      (await session()).connect(draft, apiKey, passphrase, decision),
    practise: async (role) => (await session()).practise(role),
    switchTo: async (accountId) => (await session()).switchTo(accountId),
    giveKey: async (apiKey, decision) => (await session()).giveKey(apiKey, decision),
    openVault: async (passphrase) => (await session()).openVault(passphrase),
    setPassphrase: async (passphrase) => (await session()).setPassphrase(passphrase),
    judgePassphrase: async (passphrase, apiKey) => (await session()).judgePassphrase(passphrase, apiKey),
    forgetVault: async () => (await session()).forgetVault(),
    signOutCheck: async () => (await session()).signOutCheck(),
    signOut: async () => (await session()).signOut(),
    lock: async () => (await session()).lock(),
    setIdleLock: async (minutes) => (await session()).setIdleLock(minutes),
    remove: async (options) => (await session()).remove(options),
    saveSettings: async (settings) => (await session()).saveSettings(settings),
  };
}
