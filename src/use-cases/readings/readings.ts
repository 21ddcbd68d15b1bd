/** Readings: the request is fetched and carried like a package, and what a beacon answered is looked at (field-facts.md 6). */
import { physicalValuesIn, withoutSecrets } from '../../domain/attributes/values.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import { carriedCommand, type CarriedPackage } from '../../domain/carried-package.ts';
import { shownBy, type Extension, type Offer } from '../../domain/extensions.ts';
import { READ_ALL } from '../../domain/commands/command.ts';
import { ERRANDS } from '../../domain/errand.ts';
import { dateAfter, newestRows } from '../../domain/row-dates.ts';
import type { Extensions } from '../extensions.ts';
import type { PrepareBackend } from '../prepare/backend-port.ts';
import { checkPackage, type UnusableOutcome } from '../prepare/package-check.ts';
import { storageFailed, type StorageFailed } from '../storage-failed.ts';
import type { DeviceStore, PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { Clock, NewId } from '../surroundings.ts';
import type { ReadingBackend } from './ports.ts';
import type { Receipt } from '../../domain/receipt.ts';

/** What is known of the backend's three calls: encrypt the request, take over a reading, show what is in it. */
export interface ReadingOffers {
  readonly readAll: Offer;
  readonly sync: Offer;
  readonly decrypt: Offer;
}

/** The result of asking the backend for a reading's request, or for what is in a reading. */
export type ReadingFailure =
  /** The backend has no such call. */
  | { readonly kind: 'notOffered' }
  /** The answer does not name the device: unknown, or not accessible with this key. */
  | { readonly kind: 'notAccessible' }
  | StorageFailed
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export type ReadingOutcome =
  { readonly kind: 'onThisPhone'; readonly package: CarriedPackage } | UnusableOutcome | ReadingFailure;

export type ValuesOutcome = { readonly kind: 'found'; readonly receipt: Receipt } | ReadingFailure;

export type Readings = ReturnType<typeof createReadings>;

interface ReadingsParts {
  readonly backend: ReadingBackend & Pick<PrepareBackend, 'readDevice'>;
  readonly extensions: Extensions;
  readonly packages: PackageStore;
  readonly runs: Pick<RunStore, 'all'>;
  readonly receipts: Pick<ReceiptStore, 'get' | 'update'>;
  readonly devices: Pick<DeviceStore, 'get'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
}

export function createReadings(parts: ReadingsParts) {
  const { backend, extensions, packages, receipts, devices, clock } = parts;

  /** A 404 may mean that this key does not know the device: the call is missing only where the device is there. */
  async function failureOf(
    extension: Extension,
    uniqueId: string,
    failure: BackendFailure,
    signal?: AbortSignal,
  ): Promise<ReadingFailure> {
    if (shownBy({ ok: false, failure }) !== false) return { kind: 'failed', failure };
    const read = failure.kind === 'notFound' ? await backend.readDevice(uniqueId, signal) : null;
    if (read !== null && (!read.ok || read.value === null)) return { kind: 'failed', failure };
    extensions.learn(extension, false);
    return { kind: 'notOffered' };
  }

  async function fetchRequest(uniqueId: string, signal?: AbortSignal): Promise<ReadingOutcome> {
    if ((await extensions.offer('readAll')) === 'notOffered') return { kind: 'notOffered' };
    const answered = await backend.encryptReadAll(uniqueId, signal);
    if (!answered.ok) return failureOf('readAll', uniqueId, answered.failure, signal);
    extensions.learn('readAll', true);
    if (answered.value === null) return { kind: 'notAccessible' };
    const check = checkPackage(answered.value, ERRANDS.reading);
    if (!check.ok) return { kind: 'unusable', reason: check.reason, bytes: check.bytes };
    const [device, runs, rows] = await Promise.all([
      devices.get(uniqueId),
      parts.runs.all(),
      packages.ofDevice(uniqueId),
    ]);
    const nowMs = dateAfter(newestRows({ runs, receipts: [], packages: rows }), [uniqueId], clock.nowMs());
    const row = carriedCommand(
      {
        id: parts.newId(),
        uniqueId,
        deviceType: device?.deviceType ?? 'BEACON',
        command: READ_ALL,
        values: {},
        base64: answered.value,
        token: check.token,
      },
      nowMs,
    );
    await packages.replace(row);
    return { kind: 'onThisPhone', package: row };
  }

  async function look(receiptId: string, signal?: AbortSignal): Promise<ValuesOutcome> {
    if ((await extensions.offer('decrypt')) === 'notOffered') return { kind: 'notOffered' };
    const receipt = await receipts.get(receiptId);
    if (receipt === null) return { kind: 'storageFailed', detail: 'the reading is not stored' };
    const answered = await backend.decryptReading(receipt, signal);
    if (!answered.ok) return failureOf('decrypt', receipt.uniqueId, answered.failure, signal);
    extensions.learn('decrypt', true);
    const found = { atMs: clock.nowMs(), values: withoutSecrets(physicalValuesIn(answered.value)) };
    const stored = await receipts.update(receiptId, (row) => ({ ...row, found }));
    return { kind: 'found', receipt: stored ?? { ...receipt, found } };
  }

  return {
    /** Never rejects. */
    async offers(): Promise<ReadingOffers> {
      const [readAll, sync, decrypt] = await Promise.all([
        extensions.offer('readAll'),
        extensions.offer('sync'),
        extensions.offer('decrypt'),
      ]);
      return { readAll, sync, decrypt };
    },
    /**
     * Fetches the request for all values of a beacon and stores it on this phone as a package. Its run is started like
     * that of any package. Never rejects.
     */
    fetch: (uniqueId: string, options?: { signal?: AbortSignal }): Promise<ReadingOutcome> =>
      fetchRequest(uniqueId, options?.signal).catch(storageFailed),
    /** Asks the backend what is in a reading and stores it with the receipt. The backend changes nothing. Never rejects. */
    fetchValues: (receiptId: string, options?: { signal?: AbortSignal }): Promise<ValuesOutcome> =>
      look(receiptId, options?.signal).catch(storageFailed),
  };
}
