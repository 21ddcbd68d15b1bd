/** Stores the connected account's key behind the screen lock of this device, and unlocks it again. */
import { SCREEN_LOCK_FORMAT, screenLockSetting } from '../../names.ts';
import type { KeyAcceptance } from './key-acceptance.ts';
import type { ScreenLockRefusal } from './session.ts';
import type { SessionPorts } from './ports.ts';
import type { SessionCore } from './session-core.ts';
import { SessionError } from './session-error.ts';

/**
 * A person may take a minute to answer the prompt, during which the account can be left, locked or removed. So the
 * session's queue is entered after the answer.
 */
export function createScreenLockActs(
  { ports, inTurn, state, refresh, connected, active }: SessionCore,
  { accept, isChecked }: Pick<KeyAcceptance, 'accept' | 'isChecked'>,
) {
  const { accounts, keys, screenLock } = ports;

  return {
    async offersScreenLock(): Promise<boolean> {
      return (await screenLock()).isOffered();
    },
    async setScreenLock(signal?: AbortSignal): Promise<'kept' | ScreenLockRefusal> {
      const account = connected();
      const key = keys.get(account.id);
      // The sandbox's key comes with the sandbox and is never stored.
      if (key === null || account.kind === 'sandbox') throw new SessionError('noKey');
      if (!(await isChecked(account.id, key))) throw new SessionError('keyUnchecked');
      const set = await (await screenLock()).set(account, signal);
      if (set.kind !== 'set') return set.kind;
      return inTurn(async () => {
        if (state.value.account?.id !== account.id || keys.get(account.id) !== key) throw new SessionError('noKey');
        await accounts.setSetting(screenLockSetting(account.id), await set.seal(key));
        await refresh();
        return 'kept' as const;
      });
    },
    async openScreenLock(signal?: AbortSignal): Promise<'opened' | 'noVault' | ScreenLockRefusal> {
      const { id } = active();
      const sealed = await accounts.setting(screenLockSetting(id));
      if (sealed?.startsWith(SCREEN_LOCK_FORMAT) !== true) return 'noVault';
      const opening = await (await screenLock()).open(id, sealed, signal);
      return inTurn(async () => {
        if (opening.kind === 'damaged') {
          await discardScreenLock(ports, id);
          await refresh();
          return 'noVault';
        }
        if (opening.kind !== 'opened') return opening.kind;
        const account = active();
        if (account.id !== id) throw new SessionError('unknownAccount');
        await accept({ kind: 'found', account, standing: 'own' }, opening.apiKey, null);
        return 'opened';
      });
    },
  };
}

/** Removes the stored text first; without it the passkey opens nothing. */
export async function discardScreenLock({ accounts, screenLock }: SessionPorts, accountId: string): Promise<void> {
  const name = screenLockSetting(accountId);
  const sealed = await accounts.setting(name);
  if (sealed === null) return;
  await accounts.setSetting(name, null);
  (await screenLock()).discard(sealed);
}
