/**
 * Withdraws prepared changes: the backend drops the pending configuration, and its packages become useless
 * (field-facts.md 6).
 */
import {
  isRefusal,
  mayHaveTakenEffect,
  type BackendFailure,
  type BackendResult,
} from '../../domain/backend-failure.ts';
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import { showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import { isWrittenByBluetooth, type AttributeValues, type Device } from '../../domain/device.ts';
import { errandOf } from '../../domain/errand.ts';
import { shownBy } from '../../domain/extensions.ts';
import type { DeviceListBackend } from '../devices/ports.ts';
import type { PrepareBackend } from './backend-port.ts';
import type { Extensions } from '../extensions.ts';
import type { Pass } from '../request-gate.ts';
import { storageFailed } from '../storage-failed.ts';
import type { PrepareOutcome } from './prepare.ts';
import { markReplaced, newest, readRows, readRowsAfterDelivery } from './package-rows.ts';
import { readPendingNow } from './pending.ts';
import { inOneWindow } from './one-window.ts';
import type { PrepareParts } from './prepare-parts.ts';

/** What the screens may call. */
export type Withdrawals = Omit<WithdrawalService, 'withdrawMany'>;

export type WithdrawalService = ReturnType<typeof createWithdrawals>;

export interface WithdrawBackend {
  /** POST /config/delete: any 2xx accepts it. What is pending afterwards has to be read. */
  deletePending(uniqueIds: readonly string[]): Promise<BackendResult<number>>;
}

interface WithdrawalsParts extends PrepareParts {
  readonly backend: PrepareBackend & WithdrawBackend & Pick<DeviceListBackend, 'readDevices'>;
  readonly extensions: Extensions;
}

export function createWithdrawals(parts: WithdrawalsParts) {
  const { backend, devices, extensions } = parts;

  /** Reads what is pending and returns the outcome. */
  async function settle(
    uniqueId: string,
    replaced: readonly CarriedPackage[],
    answered: BackendResult<number>,
    device: Device | null,
    pass: Pass,
  ): Promise<PrepareOutcome> {
    const failure = answered.ok ? null : answered.failure;
    if (failure !== null && !isRefusal(failure) && !mayHaveTakenEffect(failure)) {
      await restoreReplaced(parts, replaced);
      return { kind: 'failed', failure };
    }
    const cached = await devices.get(uniqueId);
    const last = newest(await readRows(parts, uniqueId));
    const deviceType = device?.deviceType ?? cached?.deviceType ?? last?.deviceType ?? 'BEACON';
    const read = await pass(() => readPendingNow(backend, uniqueId, deviceType));
    if (read.ok && cached !== null)
      await devices.putMany([
        {
          ...cached,
          ...device,
          order: cached.order,
          pending: read.value,
          readAtMs: (await readRows(parts, uniqueId)).nextAtMs,
        },
      ]);
    if (!read.ok || read.value !== null) {
      // The withdrawal was accepted, but its result is unknown. The packages may be useless, so they are not carried to
      // the beacon.
      if (answered.ok && !read.ok) await retire(parts, uniqueId, replaced, 'dead');
      else await restoreReplaced(parts, replaced);
      return stillThere(read, failure);
    }
    if (answered.ok) extensions.learn('withdraw', true);
    const isOurs = failure === null || !isRefusal(failure);
    const isApplied = failure !== null && shows(device, last);
    // Another manager has withdrawn it, or a gateway may have applied it. The packages on this phone can still be
    // written.
    if (!isOurs && !isApplied) await restoreReplaced(parts, replaced);
    // A gateway never had a package, so nothing has to be fetched again.
    else {
      const state = isApplied || !isWrittenByBluetooth(deviceType) ? 'used' : 'dead';
      await retire(parts, uniqueId, replaced, state, isOurs && !isApplied ? parts.clock.nowMs() : undefined);
    }
    return isOurs && !isApplied ? { kind: 'withdrawn' } : { kind: 'noLongerPending', isApplied };
  }

  function stillThere(read: BackendResult<AttributeValues | null>, failure: BackendFailure | null): PrepareOutcome {
    if (!read.ok) return { kind: 'unknown', failure: failure ?? read.failure };
    if (failure === null) return { kind: 'stillPending' };
    // A request that is still in flight cannot be distinguished from one that was never sent.
    if (!isRefusal(failure)) return { kind: 'unknown', failure };
    // The device exists and its change is pending, so the call itself is missing.
    if (shownBy({ ok: false, failure }) !== false) return { kind: 'failed', failure };
    extensions.learn('withdraw', false);
    return { kind: 'notOffered' };
  }

  async function withdraw(uniqueIds: readonly string[], pass: Pass): Promise<ReadonlyMap<string, PrepareOutcome>> {
    if ((await extensions.offer('withdraw')) === 'notOffered')
      return new Map(uniqueIds.map((uniqueId) => [uniqueId, { kind: 'notOffered' }]));
    const outcomes = new Map<string, PrepareOutcome>();
    const each = (ids: readonly string[], work: (uniqueId: string, at: number) => Promise<void>): Promise<unknown> =>
      Promise.all(ids.map((id, at) => work(id, at).catch((error: unknown) => outcomes.set(id, storageFailed(error)))));
    const replaced = new Map<string, readonly CarriedPackage[]>();
    await each(uniqueIds, async (uniqueId) => {
      const begun = await begin(parts, uniqueId);
      if ('kind' in begun) outcomes.set(uniqueId, begun);
      else replaced.set(uniqueId, begun);
    });
    const ids = [...replaced.keys()];
    if (ids.length === 0) return outcomes;
    const answerAt = await deletePending(backend, ids, pass);
    const read = await pass(() => backend.readDevices(ids));
    const found = new Map((read.ok ? read.value.devices : []).map((device) => [device.uniqueId, device]));
    await each(ids, async (id, at) => {
      outcomes.set(id, await settle(id, replaced.get(id)!, answerAt(at), found.get(id) ?? null, pass));
    });
    return outcomes;
  }

  return {
    /** Returns whether the backend has the call, as far as its answers have shown. Never rejects. */
    offer: () => extensions.offer('withdraw'),
    /** Leaves a change alone that a run may have written, or whose receipt is not delivered. Never rejects. */
    withdraw: (uniqueId: string): Promise<PrepareOutcome> =>
      inOneWindow(parts.locks, [uniqueId], async () =>
        (await withdraw([uniqueId], (request) => request())).get(uniqueId)!,
      ),
    /**
     * Withdraws several changes in one request, or each alone if that is refused. Reports a change as withdrawn only
     * when the backend shows that nothing is pending. `pass` delays each request until it may be sent. Never rejects.
     */
    withdrawMany: withdraw,
  };
}

/**
 * Marks the carried packages of a device as replaced, so that no run uses one from here on. Returns them, or why that
 * is not possible.
 */
async function begin(parts: PrepareParts, uniqueId: string): Promise<PrepareOutcome | readonly CarriedPackage[]> {
  const rows = await readRowsAfterDelivery(parts, uniqueId);
  if (rows.blocked !== null) return { kind: 'blocked', reason: rows.blocked };
  const replaced = await markReplaced(parts, rows);
  // A run may have begun before they were marked.
  const { blocked } = await readRows(parts, uniqueId);
  if (blocked === null) return replaced;
  await restoreReplaced(parts, replaced);
  return { kind: 'blocked', reason: blocked };
}

async function restoreReplaced({ packages }: PrepareParts, rows: readonly CarriedPackage[]): Promise<void> {
  for (const { id } of rows) await packages.restoreReplaced(id);
}

async function retire(
  parts: PrepareParts,
  uniqueId: string,
  replaced: readonly CarriedPackage[],
  state: 'used' | 'dead',
  withdrawnAtMs?: number,
): Promise<void> {
  const rows = (await parts.packages.ofDevice(uniqueId)).filter(
    (row) => errandOf(row).configures && (isOpenPackage(row) || replaced.some(({ id }) => id === row.id)),
  );
  for (const { id } of rows) await parts.packages.mark(id, state, withdrawnAtMs);
}

/**
 * Deletes all in one request. A refusal of several devices may concern only one of them, so each is requested alone, unless the backend has no
 * such call.
 */
async function deletePending(
  backend: WithdrawBackend,
  uniqueIds: readonly string[],
  pass: Pass,
): Promise<(at: number) => BackendResult<number>> {
  const together = await pass(() => backend.deletePending(uniqueIds));
  if (together.ok || uniqueIds.length === 1 || !isRefusal(together.failure)) return () => together;
  const [first, ...others] = uniqueIds;
  const alone = await pass(() => backend.deletePending([first!]));
  if (shownBy(together) === false && shownBy(alone) === false) return () => alone;
  const answers = [alone, ...(await Promise.all(others.map((id) => pass(() => backend.deletePending([id])))))];
  return (at) => answers[at]!;
}

function shows(device: Device | null, row: CarriedPackage | null): boolean {
  return device !== null && row !== null && showsValues(valuesOf(device), row.values);
}
