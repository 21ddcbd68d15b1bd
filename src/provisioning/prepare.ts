/** Prepare: a pending configuration at the backend, then its encrypted package on this phone (interface.md 4.4, product.md). */
import type { BackendFailure } from '../domain/backend-failure.ts';
import { decodeBase64 } from '../domain/base64.ts';
import type { CarriedPackage } from '../domain/carried-package.ts';
import type { AttributeValues, Device } from '../domain/device.ts';
import { createLive } from '../domain/live.ts';
import { MAX_PACKET_BYTES, readPacket } from '../domain/packet.ts';
import { isUndelivered } from '../domain/receipt.ts';
import { isUnfinished, mayHaveWritten } from '../domain/run.ts';
import type { PrepareBackend } from './backend-port.ts';
import type { Clock, DeviceStore, NewId, PackageStore, ReceiptStore, RunStore } from './ports.ts';
import type { Prepare, PrepareInput, PrepareOutcome } from './services.ts';

export interface PreparePorts {
  readonly backend: PrepareBackend;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly devices: DeviceStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
  /** Sends what the outbox holds, as far as it can; resolves when that is over. */
  readonly drain: () => Promise<void>;
}

export interface PrepareService extends Prepare {
  start(): Promise<void>;
  close(): void;
  /** Keeps a package that came with the answer to a post: the backend still holds it pending. */
  keepOffered(uniqueId: string, base64: string): Promise<void>;
}

export function createPrepare(ports: PreparePorts): PrepareService {
  const { backend, packages, runs, receipts, devices, clock, newId } = ports;
  const shown = createLive<readonly CarriedPackage[]>([]);
  const show = async (): Promise<void> => shown.set(await packages.all());
  const stopWatching = packages.watch(() => void show().catch(() => undefined));

  /** What the backend could still verify would be replaced by a new configuration. */
  async function inTheWay(uniqueId: string): Promise<'undeliveredReceipt' | 'unfinishedRun' | null> {
    const [openRuns, rows] = await Promise.all([runs.all(), receipts.all()]);
    if (rows.some((row) => isUndelivered(row) && (row.uniqueId === uniqueId || row.candidates.includes(uniqueId)))) return 'undeliveredReceipt';
    // A run that has touched nothing holds nothing back.
    return openRuns.some((run) => run.uniqueId === uniqueId && isUnfinished(run) && mayHaveWritten(run)) ? 'unfinishedRun' : null;
  }

  async function blocked(uniqueId: string): Promise<PrepareOutcome | null> {
    if ((await inTheWay(uniqueId)) === null) return null;
    await ports.drain();
    const reason = await inTheWay(uniqueId);
    return reason === null ? null : { kind: 'blocked', reason };
  }

  async function create(input: PrepareInput, signal?: AbortSignal): Promise<PrepareOutcome> {
    const way = await blocked(input.uniqueId);
    if (way !== null) return way;
    const created = await backend.createConfig({ uniqueIds: [input.uniqueId], deviceType: input.deviceType, values: input.values }, signal);
    if (created.ok) {
      const { records } = created.value;
      if (records !== null && !records.some(({ uniqueId }) => uniqueId === input.uniqueId)) return { kind: 'notAccessible' };
    } else {
      if (!mayHaveArrived(created.failure)) return { kind: 'failed', failure: created.failure };
      const pending = await pendingOf(input.uniqueId, input.deviceType);
      if (pending === 'unknown' || !carries(pending, input.values)) return { kind: 'unknown', failure: created.failure };
    }
    const prepared = packageRow(input);
    await packages.replace(prepared);
    await markPending(input.uniqueId, input.values);
    return fetchInto(prepared, signal);
  }

  /** What the backend holds pending, asked for when an answer was lost. */
  async function pendingOf(uniqueId: string, deviceType: string): Promise<AttributeValues | null | 'unknown'> {
    const pending = await backend.readPending(uniqueId, deviceType);
    if (pending.ok) return pending.value;
    if (pending.failure.kind !== 'notFound') return 'unknown';
    const device = await backend.readDevice(uniqueId);
    return device.ok ? (device.value?.pending ?? null) : 'unknown';
  }

  async function fetchInto(row: CarriedPackage, signal?: AbortSignal): Promise<PrepareOutcome> {
    const encrypted = await backend.encryptConfig(row.uniqueId, signal);
    if (!encrypted.ok) return { kind: 'preparedOnly', package: row, failure: encrypted.failure };
    return keep(row, encrypted.value);
  }

  async function keep(row: CarriedPackage, base64: string | null): Promise<PrepareOutcome> {
    if (base64 === null) return { kind: 'unusable', package: row, reason: 'absent', bytes: null };
    const bytes = decodeBase64(base64);
    if (bytes === null) return { kind: 'unusable', package: row, reason: 'notBase64', bytes: null };
    if (bytes.length === 0) return { kind: 'unusable', package: row, reason: 'empty', bytes: 0 };
    if (bytes.length > MAX_PACKET_BYTES) return { kind: 'unusable', package: row, reason: 'tooLarge', bytes: bytes.length };
    const { packet, remarks } = readPacket(bytes);
    const carried: CarriedPackage = { ...row, state: 'carried', base64, token: packet?.token ?? null, fetchedAtMs: clock.nowMs() };
    await packages.replace(carried);
    return { kind: 'onThisPhone', package: carried, remarks };
  }

  async function fetchAgain(uniqueId: string, signal?: AbortSignal): Promise<PrepareOutcome> {
    const way = await blocked(uniqueId);
    if (way !== null) return way;
    const known = (await packages.ofDevice(uniqueId)).filter(({ kind }) => kind === 'configuration').toSorted((a, b) => b.preparedAtMs - a.preparedAtMs)[0];
    const device = await devices.get(uniqueId);
    const encrypted = await backend.encryptConfig(uniqueId, signal);
    if (!encrypted.ok) return { kind: 'failed', failure: encrypted.failure };
    return keep(freshRow(uniqueId, known, device), encrypted.value);
  }

  /** A row for a package of what is pending already: the one that waits for it, else a new one with the values known of it. */
  function freshRow(uniqueId: string, known: CarriedPackage | undefined, device: Device | null): CarriedPackage {
    if (known?.state === 'prepared') return known;
    const values = device?.pending ?? known?.values ?? {};
    return packageRow({ uniqueId, deviceType: device?.deviceType ?? known?.deviceType ?? 'BEACON', values, before: beforeOf(values, known, device) });
  }

  function packageRow(input: PrepareInput): CarriedPackage {
    return {
      id: newId(), uniqueId: input.uniqueId, deviceType: input.deviceType, kind: 'configuration', state: 'prepared', values: input.values,
      before: input.before, base64: null, token: null, preparedAtMs: clock.nowMs(), fetchedAtMs: null,
    };
  }

  /** The list shows it as pending without waiting for the next refresh. */
  async function markPending(uniqueId: string, values: AttributeValues): Promise<void> {
    const device = await devices.get(uniqueId);
    if (device !== null) await devices.putMany([{ ...device, pending: { ...device.pending, ...values } }]);
  }

  return {
    packages: shown,
    start: show,
    close: stopWatching,
    prepare: (input, { signal } = {}) => guarded(() => create(input, signal)),
    fetchPackage: (uniqueId, { signal } = {}) => guarded(() => fetchAgain(uniqueId, signal)),
    async keepOffered(uniqueId, base64) {
      const known = (await packages.ofDevice(uniqueId)).toSorted((a, b) => b.preparedAtMs - a.preparedAtMs)[0];
      await keep(freshRow(uniqueId, known, await devices.get(uniqueId)), base64);
    },
  };
}

/** Only storage rejects here; the backend port does not. */
async function guarded(work: () => Promise<PrepareOutcome>): Promise<PrepareOutcome> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'storageFailed', detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

/** A failure after which the request may have been carried out all the same. */
function mayHaveArrived(failure: BackendFailure): boolean {
  return ['offline', 'timeout', 'portal', 'server', 'unreadable', 'cancelled'].includes(failure.kind);
}

function carries(pending: AttributeValues | null, values: AttributeValues): boolean {
  return pending !== null && Object.keys(values).every((name) => name in pending);
}

function beforeOf(values: AttributeValues, known: CarriedPackage | undefined, device: Device | null): AttributeValues {
  const shown = device?.attributes ?? known?.before ?? {};
  return Object.fromEntries(Object.entries(shown).filter(([name]) => name in values));
}
