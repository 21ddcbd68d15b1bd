/** Composition of what concerns the phone as a whole: receipts of the accounts that are not open now, and what the registry found out of order. Runs with the session; counts after the first page. */
import type { Account } from '../domain/account.ts';
import { createLive, type Live } from '../domain/live.ts';
import type { SessionState } from '../use-cases/session/offered.ts';
import { openChanges } from '../storage/idb/changes.ts';
import type { PhoneState } from '../ui/shell/services.ts';
import { accountDatabase } from '../names.ts';

interface PhoneParts {
  readonly session: Live<SessionState>;
  readonly remarks: Live<readonly string[]>;
  /** Receipts of an account that is not open now. */
  count(account: Account): Promise<number>;
  /** Nothing is counted before it has resolved. */
  readonly begin: Promise<void>;
}

export function openPhone({ session, remarks, count, begin }: PhoneParts): Live<PhoneState> {
  const state = createLive<PhoneState>({ receiptsElsewhere: null, remarks: remarks.value });
  const watched = new Map<string, () => void>();
  let turn = 0;

  /** The sandbox's receipts can be made again at any time: they are no work that could be lost. */
  const others = (): Account[] =>
    session.value.accounts.filter(({ id, kind }) => kind === 'live' && id !== session.value.account?.id);

  async function recount(): Promise<void> {
    const mine = ++turn;
    const accounts = others();
    follow(accounts);
    const counts = await Promise.all(
      accounts.map(async (account) => ({ accountId: account.id, name: account.name, onlyHere: await count(account) })),
    );
    // Somebody may have changed to another account meanwhile: then the next count is the true one.
    if (mine === turn) state.set({ ...state.value, receiptsElsewhere: counts });
  }

  /** Another window may have one of them open. */
  function follow(accounts: readonly Account[]): void {
    for (const [id, stop] of watched) {
      if (accounts.some((account) => account.id === id)) continue;
      stop();
      watched.delete(id);
    }
    for (const { id } of accounts) {
      if (watched.has(id)) continue;
      const changes = openChanges<'receipts'>(accountDatabase(id));
      changes.watch('receipts', again);
      watched.set(id, () => changes.close());
    }
  }

  // What could not be counted is not known: nothing is said then.
  const again = (): void => void recount().catch(() => state.set({ ...state.value, receiptsElsewhere: null }));
  let asked = '';
  const look = (): void => {
    const { accounts, account } = session.value;
    const now = JSON.stringify([accounts.map(({ id, name }) => [id, name]), account?.id]);
    if (now === asked) return;
    asked = now;
    // The earlier count is of other accounts.
    state.set({ ...state.value, receiptsElsewhere: null });
    again();
  };
  remarks.subscribe(() => state.set({ ...state.value, remarks: remarks.value }));
  void begin.then(() => {
    session.subscribe(look);
    look();
  });
  return state;
}
