/**
 * A second copy of the accounts outside the database. Receipts could not be sent without the account's ID and
 * addresses.
 */
import type { Account } from '../../domain/account.ts';
import { parseAccount } from '../stores/rows.ts';
import { accountCopyPrefix } from '../../names.ts';
import type { LocalStorage } from '../local-storage.ts';

export type AccountCopy = ReturnType<typeof createAccountCopy>;

/**
 * Stores one entry per account, so that two windows never overwrite each other's. Stores nothing without localStorage.
 */
export function createAccountCopy(localStorage: LocalStorage | null, registryName: string) {
  const prefix = accountCopyPrefix(registryName);
  return {
    /** Stores the account if possible. An account contains no credentials. */
    keep(account: Account): void {
      try {
        localStorage?.setItem(prefix + account.id, JSON.stringify(account));
      } catch {
        // localStorage is full or disabled; the registry still contains the account.
      }
    },
    forget(accountId: string): void {
      try {
        localStorage?.removeItem(prefix + accountId);
      } catch {
        // localStorage is disabled, so there are no copies.
      }
    },
    all(): Account[] {
      try {
        const keys = Array.from({ length: localStorage?.length ?? 0 }, (_, index) => localStorage?.key(index) ?? '');
        return keys
          .filter((key) => key.startsWith(prefix))
          .flatMap((key) => {
            try {
              const parsed = parseAccount(JSON.parse(localStorage?.getItem(key) ?? ''));
              return parsed.ok ? [parsed.row] : [];
            } catch {
              return [];
            }
          });
      } catch {
        return [];
      }
    },
  };
}
