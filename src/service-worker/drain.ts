/** Drains the outbox from the worker with the page's own drainer; without a key from an open window it leaves the queue alone. */
import { createBackend } from '../backend/backend.ts';
import { withVerified } from '../domain/device.ts';
import { openKeyChannel } from '../storage/key-channel.ts';
import { createLocks } from '../storage/locks.ts';
import { openAccountStorage } from '../storage/open-account.ts';
import { openRegistry } from '../storage/registry.ts';
import { createDrainer } from '../sync/drainer.ts';
import { workerKeyTransport } from './key-relay.ts';

const nowMs = (): number => Date.now();
/** A window in the background may take its time to answer; nobody waits for the worker. */
const KEY_WAIT_MS = 1500;
const newId = (): string => crypto.randomUUID();

/** Resolves when nothing more can be sent now. Practice is the page's affair: its backend may live there. */
export async function drainOutbox(scope: ServiceWorkerGlobalScope): Promise<void> {
  const registry = await openRegistry({ nowMs });
  const keys = openKeyChannel({ newId, transport: workerKeyTransport(scope) });
  try {
    const accountId = await registry.accounts.setting('lastAccountId');
    const account = accountId === null ? null : await registry.accounts.get(accountId);
    if (account === null || account.kind === 'sandbox') return;
    const apiKey = await keys.ask(account.id, KEY_WAIT_MS);
    if (apiKey === null) return;
    const storage = await openAccountStorage(account.id, {
      nowMs, newId, mirror: null, localStorage: null, keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
    });
    try {
      const { receipts, edits, queue, devices } = storage;
      const backend = createBackend({ account, apiKey: () => apiKey, nowMs, fetch: (url, init) => fetch(url, init) });
      const drainer = createDrainer({
        account, receipts, edits, queue, devices, backend,
        locks: createLocks(navigator.locks),
        clock: { nowMs },
        random: Math.random,
        keyKnown: () => true,
        onVerified: async ({ uniqueId, values }) => {
          const device = await devices.get(uniqueId);
          if (device !== null) await devices.putMany([withVerified(device, values)]);
        },
      });
      await drainer.drain('transport');
    } finally {
      storage.close();
    }
  } finally {
    keys.close();
    registry.close();
  }
}
