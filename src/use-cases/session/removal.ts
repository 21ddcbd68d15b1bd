/** Removes an account with all its data, unless something would be lost. */
import { isOnlyHere } from '../../domain/undelivered-work.ts';
import { removingSetting } from '../../names.ts';
import type { RemovalOutcome, Session } from './session.ts';
import { discardScreenLock } from './screen-lock-acts.ts';
import type { SessionCore } from './session-core.ts';

interface Removal extends Pick<Session, 'remove'> {
  /** Deletes and checks; what is left is tried again at the next start. */
  erase(accountId: string): Promise<readonly string[]>;
}

export function createRemoval({ ports, state, refresh, activate, active }: SessionCore): Removal {
  const { accounts, keys } = ports;

  async function erase(accountId: string): Promise<readonly string[]> {
    const left = await ports.erase(accountId);
    if (left.length > 0) return left;
    await discardScreenLock(ports, accountId);
    await accounts.remove(accountId);
    return left;
  }

  return {
    erase,
    async remove(options): Promise<RemovalOutcome> {
      const { id } = active();
      if (await ports.isBusy()) return { kind: 'busy' };
      const check = await ports.countWork(id);
      const handedOver = new Set(options?.handedOver);
      const isHandedOver = check.receiptIds.every((one) => handedOver.has(one));
      if (check.unfinishedRuns > 0 || !isHandedOver) return { kind: 'refused', check };
      // A stranger with the phone must not destroy what only its owner can export.
      if (state.value.locked?.id === id && isOnlyHere(check)) return { kind: 'refused', check };
      // From here on every window leaves the account, and an interrupted removal continues at the next start.
      await accounts.setSetting(removingSetting(id), '1');
      // Another window may have begun a run in the meantime, whose receipt would have no place to be stored.
      if (await ports.isBusy()) {
        await accounts.setSetting(removingSetting(id), null);
        return { kind: 'busy' };
      }
      keys.clear(id);
      await activate(null);
      const left = await erase(id);
      await refresh();
      return left.length === 0 ? { kind: 'removed' } : { kind: 'left', names: left };
    },
  };
}
