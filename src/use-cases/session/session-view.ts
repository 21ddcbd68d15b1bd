/** The shown state of the session: which account is active, whether it is locked, and where its key is. */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Account } from '../../domain/account.ts';
import { IDLE_LOCK_MINUTES, USUAL_IDLE_LOCK, type IdleLockMinutes } from '../../domain/idle-lock.ts';
import {
  IDLE_LOCK_SETTING,
  LAST_ACCOUNT_SETTING,
  lockedSetting,
  removingSetting,
  SCREEN_LOCK_FORMAT,
  screenLockSetting,
} from '../../names.ts';
import type { KeyState, SessionState } from './session.ts';
import type { SessionPorts } from './ports.ts';

export type SessionView = ReturnType<typeof createSessionView>;

export function createSessionView({ accounts, vault, keys }: SessionPorts) {
  const state = signal<SessionState>({
    account: null,
    key: 'unread',
    hasVault: false,
    hasScreenLock: false,
    accounts: [],
    locked: null,
    idleLockMinutes: 0,
  });
  let activeId: string | null = null;
  /** The account whose key was looked for. */
  let soughtId: string | null = null;

  async function refresh(): Promise<void> {
    // Skip accounts that are being removed. Counting their receipts would create their database again.
    const all: Account[] = [];
    for (const one of await accounts.all()) {
      const isLeaving = (await accounts.setting(removingSetting(one.id))) !== null;
      // The mark is removed with the account, so an account that was removed since the list was read has none.
      if (!isLeaving && (await accounts.get(one.id)) !== null) all.push(one);
    }
    if (!all.some(({ id }) => id === activeId)) activeId = null;
    const active = all.find(({ id }) => id === activeId) ?? null;
    // Asked before the lock is read: a key that comes afterwards is from a window that has just opened the account.
    const hadKey = active !== null && keys.get(active.id) !== null;
    const isActiveLocked = active !== null && (await isLocked(active.id));
    // Another window has locked it, and its message may not have arrived. Every window does this for itself, because
    // the account may be open elsewhere again.
    if (isActiveLocked && hadKey) keys.forget(active.id);
    const hasVault = active !== null && (await vault.has(active.id));
    const hasScreenLock =
      active !== null &&
      (await accounts.setting(screenLockSetting(active.id)))?.startsWith(SCREEN_LOCK_FORMAT) === true;
    const isStored = hasVault || hasScreenLock;
    const account = isActiveLocked ? null : active;
    const next: SessionState = {
      account,
      key: keyState(active, isStored),
      hasVault,
      hasScreenLock,
      accounts: all,
      locked: isActiveLocked ? active : null,
      idleLockMinutes: await idleLock(isStored),
    };
    if (JSON.stringify(next) !== JSON.stringify(state.value)) state.value = next;
  }

  const isLocked = async (accountId: string): Promise<boolean> =>
    (await accounts.setting(lockedSetting(accountId))) !== null;

  async function idleLock(isStored: boolean): Promise<IdleLockMinutes> {
    const stored = await accounts.setting(IDLE_LOCK_SETTING);
    return (
      IDLE_LOCK_MINUTES.find((minutes) => String(minutes) === stored) ?? USUAL_IDLE_LOCK[isStored ? 'kept' : 'not']
    );
  }

  function keyState(account: Account | null, isStored: boolean): KeyState {
    if (account === null) return 'none';
    if (keys.get(account.id) !== null) return 'ready';
    if (account.id !== soughtId) return 'unread';
    return isStored ? 'vault' : 'needed';
  }

  async function activate(account: Account | null): Promise<void> {
    activeId = soughtId = account?.id ?? null;
    await accounts.setSetting(LAST_ACCOUNT_SETTING, activeId);
    await refresh();
  }

  return {
    state: state as ReadonlySignal<SessionState>,
    get activeId(): string | null {
      return activeId;
    },
    /** Reads everything again and shows it. */
    refresh,
    /** Shows the account that was connected last. Its key is `unread` until `keySought`. */
    async openLast(): Promise<void> {
      activeId = await accounts.setting(LAST_ACCOUNT_SETTING);
      await refresh();
    },
    /** Called when the key of that account was looked for, also when it was not found. */
    async keySought(): Promise<void> {
      soughtId = activeId;
      await refresh();
    },
    /** Makes this the shown account, whose key was looked for; null for none. */
    activate,
    isLocked,
  };
}
