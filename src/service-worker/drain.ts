/**
 * Drains the outbox when the browser wakes the worker, with the same sender as the page. Without a key from an open window it
 * sends nothing. The page sends on its own triggers too, and does not depend on this.
 */
import { createBackend } from '../backend/backend.ts';
import { composeSender } from '../use-cases/outbox/compose.ts';
import { createCachedRows } from '../use-cases/cached-rows.ts';
import { createOutboxView } from '../use-cases/outbox/outbox-view.ts';
import { createPace } from '../use-cases/pace.ts';
import { createPackagesView } from '../use-cases/prepare/packages-view.ts';
import { readReceiptFile } from '../domain/receipt-file-reading.ts';
import { openKeyChannel, type KeyTransport } from '../storage/accounts/key-channel.ts';
import { createLocks } from '../storage/locks.ts';
import { openAccountStorage } from '../storage/open-account.ts';
import { matchesKeyMark } from '../storage/accounts/key-mark.ts';
import { openRegistry } from '../storage/accounts/registry.ts';
import { LAST_ACCOUNT_SETTING, OUTBOX_SYNC_TAG } from '../names.ts';
import { reportTrouble } from './tell-windows.ts';

const nowMs = (): number => Date.now();
/** How long to wait for a window in the background to hand over the key, ms. */
const KEY_WAIT_MS = 1500;
const clock = { nowMs, sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)) };
const newId = (): string => crypto.randomUUID();

/**
 * Sends what is due, once. `transport` reaches the app's windows, which may have the key. Resolves when nothing more can be sent now;
 * rejects when storage or the lock fails. Does nothing for practice, whose backend may run in the page.
 */
export async function drainOutbox(transport: KeyTransport, onTrouble: (error: unknown) => void): Promise<void> {
  const registry = await openRegistry({ nowMs });
  const keys = openKeyChannel({ newId, transport });
  try {
    const accountId = await registry.accounts.setting(LAST_ACCOUNT_SETTING);
    const account = accountId === null ? null : await registry.accounts.get(accountId);
    if (account === null || account.kind === 'sandbox') return;
    if ((await keys.ask(account.id, KEY_WAIT_MS)) === null) return;
    // Read at each call: a new key is used at once, and after a sign-out nothing more is sent.
    const apiKey = (): string | null => keys.get(account.id);
    const signedOut = new AbortController();
    keys.watch(() => void (apiKey() === null && signedOut.abort()));
    const storage = await openAccountStorage(account.id, {
      nowMs,
      newId,
      mirror: null,
      localStorage: null,
      keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
      onTrouble,
    });
    try {
      const pace = createPace({ ...storage, account, clock, onTrouble });
      const { drain } = composeSender({
        account,
        storage,
        cachedReceipts: createCachedRows(storage.receipts),
        pace,
        backend: createBackend({ account, apiKey, clock, pace, fetch: (url, init) => fetch(url, init) }),
        locks: createLocks(navigator.locks),
        clock,
        newId,
        random: Math.random,
        hasKey: () => apiKey() !== null,
        // The worker only keeps the packages that come with an answer.
        fetchBlinks: async () => [],
        // The worker exports nothing.
        keyMark: async () => null,
        readFile: async (text) => readReceiptFile(text),
        isOwnKey: async (mark) => matchesKeyMark(mark, apiKey() ?? ''),
        views: {
          outbox: createOutboxView({ ...storage, account, onTrouble }),
          packages: createPackagesView(storage.packages),
        },
        sources: [],
        onTrouble,
      });
      await drain('transport', signedOut.signal);
    } finally {
      storage.close();
    }
  } finally {
    keys.close();
    registry.close();
  }
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface SyncScope {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

/**
 * Runs `drain` when the browser reports that the network is back. `drain` resolves when nothing more can be sent now, also when
 * there is no key. If it rejects, the windows are notified and the browser tries again later.
 */
export function drainOnBackgroundSync(scope: ServiceWorkerGlobalScope, drain: () => Promise<void>): void {
  const drainAndNotify = async (): Promise<void> => {
    try {
      await drain();
    } catch (error) {
      await reportTrouble(scope, error);
      throw error;
    }
  };
  (scope as unknown as SyncScope).addEventListener('sync', (event) => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drainAndNotify());
  });
}
