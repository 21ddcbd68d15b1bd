/** A second copy of the accounts outside the database: without an account's id and addresses its receipts could not be sent. */
import type { Account } from '../../domain/account.ts';
import { parseAccount } from '../stores/rows.ts';
import { accountCopyPrefix } from '../../names.ts';
import type { LocalStorage } from '../local-storage.ts';

export interface AccountCopy {
  /** Best effort; an account holds no credential. */
  keep(account: Account): void;
  all(): Account[];
  forget(accountId: string): void;
}

/** One entry an account, so that two windows never write over each other's. Without localStorage it keeps nothing. */
export function createAccountCopy(localStorage: LocalStorage | null, registryName: string): AccountCopy {
  const prefix = accountCopyPrefix(registryName);
  return {
    keep(account) {
      try {
        localStorage?.setItem(prefix + account.id, JSON.stringify(account));
      } catch {
        // Full or switched off: the registry has it.
      }
    },
    forget(accountId) {
      try {
        localStorage?.removeItem(prefix + accountId);
      } catch {
        // Switched off: it holds nothing.
      }
    },
    all() {
      try {
        const keys = Array.from({ length: localStorage?.length ?? 0 }, (_, index) => localStorage?.key(index) ?? '');
        return keys
          .filter((key) => key.startsWith(prefix))
          .flatMap((key) => {
            const parsed = parseAccount(parseJson(localStorage?.getItem(key) ?? ''));
            return parsed.ok ? [parsed.row] : [];
          });
      } catch {
        return [];
      }
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
