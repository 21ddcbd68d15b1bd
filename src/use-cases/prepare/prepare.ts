/**
 * Prepares a device: the backend creates a pending configuration and encrypts it, and the package is stored on this
 * phone (interface.md 4.4, product.md "Receipts").
 */
import { physicalValuesIn, sameValues, withoutSecrets } from '../../domain/attributes/values.ts';
import { compareAnswer, valuesAtBackend, type AnswerDifference } from '../../domain/answer-comparison.ts';
import { type CarriedPackage, isOpenPackage } from '../../domain/carried-package.ts';
import { isWrittenByBluetooth, type AttributeValues } from '../../domain/device.ts';
import { isUnfinished } from '../../domain/run.ts';
import { untilNextChange } from '../../domain/unawaited.ts';
import { checkPackage } from './package-check.ts';
import {
  markPending,
  markReplaced,
  newRow,
  newest,
  readRows,
  readRowsAfterDelivery,
  rowForPending,
  wasNothingPending,
  wasWritten,
} from './package-rows.ts';
import { createPackagesView, type PackagesView } from './packages-view.ts';
import { createPending, readHeldValues, readPendingOnce } from './pending.ts';
import { inOneWindow } from './one-window.ts';
import type { PrepareCalls, PrepareParts } from './prepare-parts.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import { errandOf } from '../../domain/errand.ts';
import { showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import { isRefusalInDoubt } from '../../domain/delivery/rows.ts';
import { storageFailed, type StorageFailed } from '../storage-failed.ts';
import { settleElsewhere } from '../outbox/settle-refused.ts';

export interface PrepareInput {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly values: AttributeValues;
  readonly before: AttributeValues;
}

/**
 * The outcome. `differences`: where the backend's values differ from the requested ones, or are not reported; absent or
 * empty when there are none.
 */
export type PrepareOutcome =
  | {
      readonly kind: 'onThisPhone';
      readonly package: CarriedPackage;
      readonly remarks: readonly string[];
      readonly differences?: readonly AnswerDifference[];
    }
  | {
      readonly kind: 'preparedOnly';
      readonly package: CarriedPackage;
      readonly failure: BackendFailure;
      readonly differences?: readonly AnswerDifference[];
    }
  /** The backend holds the change, and the gateway will fetch it itself: there is no package. */
  | {
      readonly kind: 'waitingForGateway';
      readonly package: CarriedPackage;
      readonly differences?: readonly AnswerDifference[];
    }
  /**
   * The backend has neither a pending change nor a package: a gateway may have applied it (field-facts.md 6).
   * `isApplied`: the device shows the values.
   */
  | { readonly kind: 'noLongerPending'; readonly isApplied: boolean }
  /** The change was withdrawn, and the backend shows that nothing is pending. */
  | { readonly kind: 'withdrawn' }
  /** The backend has accepted the withdrawal, but still shows something pending. */
  | { readonly kind: 'stillPending' }
  /** The backend has no call for a withdrawal. */
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'notAccessible' }
  | { readonly kind: 'blocked'; readonly reason: 'undeliveredReceipt' | 'unfinishedRun' }
  | {
      readonly kind: 'unusable';
      readonly package: CarriedPackage;
      readonly reason: 'notBase64' | 'empty' | 'tooShort' | 'tooLarge' | 'absent' | 'written';
      readonly bytes: number | null;
      readonly differences?: readonly AnswerDifference[];
    }
  | StorageFailed
  /** POST /config/create got no answer: the change may be pending or not. */
  | { readonly kind: 'unknown'; readonly failure: BackendFailure }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

/** What the screens may call. */
export type Prepare = Pick<PrepareService, 'packages' | 'prepare' | 'fetchPackage'>;

export type PrepareService = ReturnType<typeof createPrepare>;

interface Options {
  readonly signal?: AbortSignal;
}

/** `view`: the packages, if they have been read already. Its creator opens and closes it. */
export function createPrepare(parts: PrepareParts, view: PackagesView = createPackagesView(parts.packages)) {
  const { backend, packages, devices, fetchBlinks } = parts;
  const { load } = view;
  const ownCalls: PrepareCalls = { ...backend, fetchBlinks };

  async function prepare(
    input: PrepareInput,
    signal?: AbortSignal,
    calls: PrepareCalls = ownCalls,
  ): Promise<PrepareOutcome> {
    const { uniqueId, deviceType, values } = input;
    const [rows, cached] = await Promise.all([readRowsAfterDelivery(parts, uniqueId), devices.get(uniqueId)]);
    if (rows.blocked !== null) return { kind: 'blocked', reason: rows.blocked };
    if (signal?.aborted === true)
      return { kind: 'failed', failure: { kind: 'cancelled', status: 0, message: '', fields: [], retryAfterMs: null } };
    // No run may use the old package while the request is in flight, because the backend may already have replaced it.
    const replaced = await markReplaced(parts, rows);
    const isFirst = wasNothingPending(rows, cached, parts.clock.nowMs());
    const outcome = await createPending(backend, input, isFirst, calls, signal);
    if (!('pending' in outcome)) {
      for (const { id } of replaced) await packages.restoreReplaced(id);
      return outcome;
    }
    const { pending, differences } = await readHeldValues(backend, input, outcome.pending, signal);
    const requested = { ...physicalValuesIn(pending), ...valuesAtBackend(values, differences) };
    const change = { uniqueId, deviceType, values: withoutSecrets(requested), before: withoutSecrets(input.before) };
    const row = newRow(parts, change, await readRows(parts, uniqueId));
    // From here on the backend holds the change, so older packages are useless whatever happens to the new one.
    await Promise.all([packages.replace(row), markPending(parts, uniqueId, row.values)]);
    if (!isWrittenByBluetooth(deviceType))
      return { kind: 'waitingForGateway', package: row, ...withDifferences(differences) };
    const blinks = await calls.fetchBlinks(uniqueId, signal);
    const encrypted = await calls.encryptConfig(uniqueId, signal);
    return encrypted.ok
      ? keep(parts, row, encrypted.value, differences, blinks)
      : { kind: 'preparedOnly', package: row, failure: encrypted.failure, ...withDifferences(differences) };
  }

  async function guarded(uniqueId: string, work: () => Promise<PrepareOutcome>): Promise<PrepareOutcome> {
    try {
      return await inOneWindow(parts.locks, [uniqueId], work).catch(storageFailed);
    } finally {
      await untilNextChange(load());
    }
  }

  return {
    packages: view.packages,
    /** POST /config/create, then GET /config/encrypt, then a strict write (interface.md 4.4). */
    prepare: (input: PrepareInput, options?: Options) => guarded(input.uniqueId, () => prepare(input, options?.signal)),
    /**
     * GET /config/encrypt alone, for a device that is already prepared. For a gateway: checks whether it has applied what
     * is pending.
     */
    fetchPackage: (uniqueId: string, options?: Options) =>
      guarded(uniqueId, () => fetchPackage(parts, uniqueId, ownCalls, options?.signal)),
    /**
     * Prepares one of many devices, with these requests instead of the backend's own, while its caller holds the
     * device's lock (one-window.ts). `reload` shows the results of all.
     */
    prepareWithCalls: (input: PrepareInput, calls: PrepareCalls) =>
      prepare(input, undefined, calls).catch(storageFailed),
    /** Like `prepareWithCalls`, for a device that is already prepared. */
    fetchWithCalls: (uniqueId: string, calls: PrepareCalls) =>
      fetchPackage(parts, uniqueId, calls).catch(storageFailed),
    reload: () => untilNextChange(load()),
    /** For services that are opened on request. */
    parts,
    /** Reads the packages and every later change. */
    start: view.open,
    close: view.close,
    /** Stores a package from another answer of the backend; a useless one is ignored. */
    async keepOffered(uniqueId: string, base64: string): Promise<void> {
      if (!checkPackage(base64).ok) return;
      const rows = await readRows(parts, uniqueId);
      const last = newest(rows);
      if ((last?.state === 'carried' && last.base64 === base64) || wasWritten(rows, base64)) return;
      await keep(parts, await rowForPending(parts, uniqueId, rows), base64);
      await load();
    },
    /**
     * Called when the backend has applied these values: a package that would only write them again is no longer carried.
     */
    async retireApplied(uniqueId: string, values: AttributeValues): Promise<void> {
      // Such a package came with an earlier "Not verified" answer, while the beacon still held the right response.
      const rows = (await packages.ofDevice(uniqueId)).filter(
        (row) => errandOf(row).configures && row.state === 'carried' && sameValues(row.values, values),
      );
      const open = (await parts.runs.all()).filter(isUnfinished);
      for (const { id } of rows) if (!open.some(({ packageId }) => packageId === id)) await packages.mark(id, 'used');
    },
  };
}

async function fetchPackage(
  parts: PrepareParts,
  uniqueId: string,
  calls: PrepareCalls,
  signal?: AbortSignal,
): Promise<PrepareOutcome> {
  // An unfinished run does not block this, because a newer package of the same change settles it, and its run reads
  // first.
  const rows = await readRowsAfterDelivery(parts, uniqueId);
  if (rows.blocked === 'undeliveredReceipt') return { kind: 'blocked', reason: rows.blocked };
  const last = newest(rows);
  const requested = last?.state === 'prepared' ? last.values : null;
  const { readPending } = calls;
  const row = await rowForPending({ ...parts, backend: { ...parts.backend, readPending } }, uniqueId, rows, signal);
  if (!isWrittenByBluetooth(row.deviceType)) return whyNoPackage(parts, row, signal);
  const blinks = await calls.fetchBlinks(uniqueId, signal);
  const encrypted = await calls.encryptConfig(uniqueId, signal);
  // Keep what is already carried until there is a replacement.
  if (!encrypted.ok) return { kind: 'failed', failure: encrypted.failure };
  if (encrypted.value === null) return whyNoPackage(parts, row, signal);
  return keep(parts, row, encrypted.value, requested === null ? [] : compareAnswer(requested, row.values), blinks);
}

/** Stores the encrypted package, unless it is useless. */
async function keep(
  parts: PrepareParts,
  row: CarriedPackage,
  base64: string | null,
  differences: readonly AnswerDifference[] = [],
  blinks: readonly CarriedPackage[] = [],
): Promise<PrepareOutcome> {
  const unusable = { kind: 'unusable', package: row, ...withDifferences(differences) } as const;
  if (base64 === null) return { ...unusable, reason: 'absent', bytes: null };
  const check = checkPackage(base64);
  if (!check.ok) return { ...unusable, reason: check.reason, bytes: check.bytes };
  // A beacon accepts a package once, so what a run has written is never offered again.
  const rows = await readRows(parts, row.uniqueId);
  if (wasWritten(rows, base64)) return { ...unusable, reason: 'written', bytes: null };
  const carried: CarriedPackage = {
    ...row,
    state: 'carried',
    base64,
    token: check.token,
    fetchedAtMs: rows.nextAtMs,
  };
  // A newer one would invalidate the configuration (product.md "Tokens that only go up").
  const older = blinks.filter(({ token }) => token! < (check.token ?? 0));
  for (const one of [...older, carried]) await parts.packages.replace(one);
  return { kind: 'onThisPhone', package: carried, remarks: check.remarks, ...withDifferences(differences) };
}

/** Returns the field of an outcome that contains the differences, or none. */
function withDifferences(differences: readonly AnswerDifference[]): {
  readonly differences?: readonly AnswerDifference[];
} {
  return differences.length === 0 ? {} : { differences };
}

/**
 * Returns `noLongerPending` if the device's record says that nothing is pending. This is no failure: a gateway in range
 * may have applied a beacon's change (field-facts.md 6), and a gateway applies its own. Packages that are no longer
 * useful are then marked. Otherwise returns `unusable`, or `waitingForGateway` for a gateway.
 */
async function whyNoPackage(
  { backend, devices, packages, runs, receipts, clock }: PrepareParts,
  row: CarriedPackage,
  signal?: AbortSignal,
): Promise<PrepareOutcome> {
  const isGateway = !isWrittenByBluetooth(row.deviceType);
  const stillPending: PrepareOutcome = isGateway
    ? { kind: 'waitingForGateway', package: row }
    : { kind: 'unusable', package: row, reason: 'absent', bytes: null };
  const read = await backend.readDevice(row.uniqueId, signal);
  const device = read.ok ? read.value : null;
  if (isGateway && device === null)
    return read.ok ? { kind: 'notAccessible' } : { kind: 'failed', failure: read.failure };
  if (device === null || device.pending !== null) return stillPending;
  if ((await readPendingOnce(backend, row.uniqueId, row.deviceType, signal)) !== null) return stillPending;
  const cached = await devices.get(row.uniqueId);
  if (cached !== null) await devices.putMany([{ ...device, order: cached.order, readAtMs: clock.nowMs() }]);
  const isApplied = showsValues(valuesOf(device), row.values);
  const running = (await runs.all()).filter(isUnfinished);
  for (const own of await packages.ofDevice(row.uniqueId)) {
    // A package on this phone can still be written unless the device shows its values.
    const isOver = isApplied ? isOpenPackage(own) : own.state === 'prepared';
    // A gateway never had a package, so nothing has to be fetched again.
    if (errandOf(own).configures && isOver && !running.some(({ packageId }) => packageId === own.id))
      await packages.mark(own.id, isApplied || isGateway ? 'used' : 'dead');
  }
  const refused = isApplied ? (await receipts.all()).filter((one) => one.uniqueId === row.uniqueId) : [];
  for (const receipt of refused)
    if (isRefusalInDoubt(receipt) && showsValues(valuesOf(device), receipt.values))
      await settleElsewhere({ packages, receipts, clock }, receipt);
  return { kind: 'noLongerPending', isApplied };
}
