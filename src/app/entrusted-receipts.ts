/**
 * Two accounts of this phone may hold the same beacon. A run of one reads what the beacon holds for the other before it
 * writes, and keeps it under the other's ID; the other takes it when it is opened. Loaded only where there is another
 * account.
 */
import type { Account } from '../domain/account.ts';
import { mayHoldResponse } from '../domain/provisioning/earlier-runs.ts';
import { stepTo } from '../domain/provisioning/journal.ts';
import { matchesToken } from '../domain/provisioning/response-match.ts';
import type { Receipt } from '../domain/receipt.ts';
import { runLock } from '../names.ts';
import { openAccountStorage } from '../storage/open-account.ts';
import { createMirror } from '../storage/second-copy/mirror.ts';
import type { UnreadRun } from '../use-cases/run/ports.ts';
import type { Environment } from './environment.ts';
import { readStored } from './undelivered-work.ts';

type EntrustedEnvironment = Pick<
  Environment,
  'account' | 'clock' | 'locks' | 'newId' | 'onTrouble' | 'otherAccounts' | 'storage' | 'trustUrl'
>;

/** Returns the runs of other accounts whose beacon, the one with this ID, may still hold their response. Never rejects. */
export async function unreadRuns(env: EntrustedEnvironment, uniqueId: string): Promise<readonly UnreadRun[]> {
  const found = await Promise.all(
    env.otherAccounts().map(async (account) => {
      try {
        const runs = await readStored({ ...env, account, storage: null }, [], (storage) => storage.runs.all());
        return runs
          .filter((run) => mayHoldResponse([run], uniqueId))
          .map((run): UnreadRun => ({ accountId: account.id, run }));
      } catch (error) {
        // Its database cannot be read now. The run goes on; without its token the response stays with this account.
        env.onTrouble(error);
        return [];
      }
    }),
  );
  return found.flat().toSorted((a, b) => a.run.startedAtMs - b.run.startedAtMs);
}

/** Takes the receipts that other accounts keep for this one. Returns how many were taken. */
export async function takeEntrusted(env: EntrustedEnvironment): Promise<number> {
  let taken = 0;
  for (const other of env.otherAccounts()) {
    const entrusted = await readStored({ ...env, account: other, storage: null }, [], async ({ receipts }) =>
      (await receipts.all()).filter(
        ({ accountId, responseBase64 }) => accountId === env.account.id && responseBase64 !== '',
      ),
    );
    const ids: string[] = [];
    for (const receipt of entrusted) if (await takeReceipt(env, receipt)) ids.push(receipt.id);
    if (ids.length > 0) await removeFrom(other, ids, env);
    taken += ids.length;
  }
  return taken;
}

/** Stores the receipt and its second copy. False while another window carries out its run; the next start tries again. */
async function takeReceipt(
  { storage, locks, clock, newId }: EntrustedEnvironment,
  entrusted: Receipt,
): Promise<boolean> {
  const { receipts, runs, packages, mirror } = storage;
  const stored = await receipts.all();
  // An earlier attempt was interrupted before the other account's row was removed.
  if (stored.some(({ responseBase64 }) => responseBase64 === entrusted.responseBase64)) return true;
  const open = (await runs.all()).filter((run) => mayHoldResponse([run], entrusted.uniqueId));
  const run = open.find((one) => matchesToken(entrusted.token, one)) ?? open.at(-1) ?? null;
  const release = run === null ? null : await locks.tryAcquire(runLock(run.id));
  if (run !== null && release === null) return false;
  try {
    const carried = run === null ? null : await packages.get(run.packageId);
    const isFilled = stored.some(({ id, responseBase64 }) => id === run?.receiptId && responseBase64 !== '');
    const id = run === null || isFilled ? newId() : run.receiptId;
    const receipt: Receipt = {
      ...entrusted,
      id,
      runId: run?.id ?? null,
      values: carried?.values ?? {},
      origin: run === null ? entrusted.origin : 'run',
      mirrored: false,
    };
    if (run === null) await receipts.put(receipt);
    else {
      const filed = stepTo({ ...run, receiptId: id }, 'receipt', clock.nowMs(), 'unsureOwner');
      await runs.commitResponse(filed, receipt, null, { package: carried, again: true });
    }
    if (mirror !== null) {
      await mirror.write({ ...receipt, mirrored: true });
      await receipts.update(id, (row) => ({ ...row, mirrored: true }), 'relaxed');
    }
    return true;
  } finally {
    release?.();
  }
}

/** Removes both copies of what was taken from the account that has kept it. */
async function removeFrom(
  account: Account,
  ids: readonly string[],
  { clock, newId, trustUrl, onTrouble }: EntrustedEnvironment,
): Promise<void> {
  const storage = await openAccountStorage(account.id, {
    nowMs: clock.nowMs,
    newId,
    mirror: createMirror({ accountId: account.id, trustUrl }),
    localStorage,
    keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
    onTrouble,
  });
  try {
    await storage.removeImported(ids);
  } finally {
    storage.close();
  }
}
