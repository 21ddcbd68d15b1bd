/** Drains the outbox from the worker with the page's own drainer; without a key from an open window it leaves the queue alone. */
import { createBackend } from '../backend/backend.ts';
import { withVerified } from '../domain/device-answers.ts';
import { createPrepare } from '../use-cases/prepare/prepare.ts';
import { runningRuns } from '../use-cases/run/run-views.ts';
import { openKeyChannel, type KeyTransport } from '../storage/accounts/key-channel.ts';
import { createLocks } from '../storage/locks.ts';
import { openAccountStorage } from '../storage/open-account.ts';
import { openRegistry } from '../storage/accounts/registry.ts';
import { createDrainer } from '../use-cases/outbox/drainer.ts';
import { LAST_ACCOUNT_SETTING } from '../names.ts';

const nowMs = (): number => Date.now();
/** A window in the background may take its time to answer; nobody waits for the worker. */
const KEY_WAIT_MS = 1500;
const newId = (): string => crypto.randomUUID();

/** `transport` reaches the app's windows, which may know the key. Resolves when nothing more can be sent now. Practice is the page's affair: its backend may live there. */
export async function drainOutbox(transport: KeyTransport): Promise<void> {
  const registry = await openRegistry({ nowMs });
  const keys = openKeyChannel({ newId, transport });
  try {
    const accountId = await registry.accounts.setting(LAST_ACCOUNT_SETTING);
    const account = accountId === null ? null : await registry.accounts.get(accountId);
    if (account === null || account.kind === 'sandbox') return;
    if ((await keys.ask(account.id, KEY_WAIT_MS)) === null) return;
    // Read at each call: a key that was given meanwhile holds at once, and after a sign-out nothing more is sent.
    const apiKey = (): string | null => keys.get(account.id);
    const signedOut = new AbortController();
    keys.watch(() => void (apiKey() === null && signedOut.abort()));
    const storage = await openAccountStorage(account.id, {
      nowMs,
      newId,
      mirror: null,
      localStorage: null,
      keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
    });
    try {
      const { receipts, edits, queue, devices, packages, runs } = storage;
      const backend = createBackend({ account, apiKey, nowMs, fetch: (url, init) => fetch(url, init) });
      const locks = createLocks(navigator.locks);
      const prepare = createPrepare({
        backend,
        packages,
        runs,
        receipts,
        devices,
        clock: { nowMs },
        newId,
        drain: async () => undefined,
        running: () => runningRuns(locks),
      });
      const drainer = createDrainer({
        account,
        receipts,
        edits,
        queue,
        devices,
        backend,
        locks,
        clock: { nowMs },
        random: Math.random,
        keyKnown: () => apiKey() !== null,
        onNewPackage: (uniqueId, base64) => prepare.keepOffered(uniqueId, base64),
        onVerified: async ({ uniqueId, values }) => {
          const device = await devices.get(uniqueId);
          if (device !== null) await devices.putMany([withVerified(device, values)]);
          await prepare.retireApplied(uniqueId, values);
        },
      });
      await drainer.drain('transport', signedOut.signal);
    } finally {
      storage.close();
    }
  } finally {
    keys.close();
    registry.close();
  }
}
