/**
 * Counts the receipts of accounts that are not open, on this phone and on beacons, and follows the registry's remarks.
 * Runs after the first page.
 */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Account } from '../domain/account.ts';
import type { UndeliveredWork } from '../domain/undelivered-work.ts';
import type { SessionState } from '../use-cases/session/session.ts';
import { openChanges } from '../storage/idb/changes.ts';
import type { PhoneState } from '../ui/shell/services.ts';
import { accountDatabase } from '../names.ts';

interface PhoneParts {
  readonly session: ReadonlySignal<SessionState>;
  readonly remarks: ReadonlySignal<readonly string[]>;
  /** Counts the work of an account that is not open. */
  count(account: Account): Promise<Pick<UndeliveredWork, 'toSend' | 'unreadAt'>>;
}

/** Keeps `state` up to date. */
export function followPhone(state: Signal<PhoneState>, { session, remarks, count }: PhoneParts): void {
  const watched = new Map<string, () => void>();
  let countsStarted = 0;

  /**
   * Accounts other than the open one. The sandbox's receipts are left out because they can be created again, and its
   * radio reaches no real beacon.
   */
  const others = (): Account[] =>
    session.value.accounts.filter(({ id, kind }) => kind === 'live' && id !== session.value.account?.id);

  async function recount(): Promise<void> {
    const started = ++countsStarted;
    const accounts = others();
    follow(accounts);
    const counts = await Promise.all(
      accounts.map(async (account) => {
        const { toSend, unreadAt } = await count(account);
        return { accountId: account.id, name: account.name, toSend, unreadAt };
      }),
    );
    // Use the result only if no newer count was started.
    if (started === countsStarted) state.value = { ...state.value, receiptsElsewhere: counts };
  }

  /** Another window may have one of them open and change it. */
  function follow(accounts: readonly Account[]): void {
    for (const [id, stop] of watched) {
      if (accounts.some((account) => account.id === id)) continue;
      stop();
      watched.delete(id);
    }
    for (const { id } of accounts) {
      if (watched.has(id)) continue;
      const changes = openChanges<'receipts' | 'runs'>(accountDatabase(id));
      changes.watch('receipts', recountOrClear);
      changes.watch('runs', recountOrClear);
      watched.set(id, () => changes.close());
    }
  }

  // When counting fails the number is unknown, so none is shown.
  const recountOrClear = (): void =>
    void recount().catch(() => void (state.value = { ...state.value, receiptsElsewhere: null }));
  let lastIds = '';
  const update = (): void => {
    const { accounts, account } = session.value;
    const ids = JSON.stringify([accounts.map(({ id, name }) => [id, name]), account?.id]);
    if (ids === lastIds) return;
    lastIds = ids;
    // The previous counts belong to other accounts.
    state.value = { ...state.value, receiptsElsewhere: null };
    recountOrClear();
  };
  const showRemarks = (): void => void (state.value = { ...state.value, remarks: remarks.value });
  remarks.subscribe(showRemarks);
  session.subscribe(update);
}
