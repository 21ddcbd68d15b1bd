/** Prepare: the backend makes a pending configuration, encrypts it, and the package is kept on this phone (interface.md 4.4, product.md "Receipts"). */
import { untilNextChange } from '../../domain/unawaited.ts';
import { sameValues, withoutSecrets } from '../../domain/attributes/values.ts';
import { findAttribute } from '../../domain/attributes/catalogue.ts';
import { compareAnswer, valuesHeld, type AnswerDifference } from '../../domain/answer-comparison.ts';
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import { isOfCommand } from '../../domain/commands/of-command.ts';
import { isRefusal, mayHaveTakenEffect } from '../../domain/delivery/answer-types.ts';
import { matchPending, showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import type { AttributeValues } from '../../domain/device.ts';
import { ofDevice } from '../../domain/device-answers.ts';
import { dateAfter, newestRows } from '../../domain/order.ts';
import { heldBack, type HeldBack } from '../../domain/provisioning/held-back.ts';
import { isUnfinished, mayHaveWritten } from '../../domain/run.ts';
import type { PrepareBackend } from './backend-port.ts';
import { checkPackage } from './package-check.ts';
import type { DeviceStore, ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { Clock, NewId } from '../surroundings.ts';
import type { Prepare, PrepareInput, PrepareOutcome } from './offered.ts';
import { createPackagesView, type PackagesView } from './packages-view.ts';
import { NOT_SENT } from './request-gate.ts';

interface PrepareParts {
  readonly backend: PrepareBackend;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly devices: DeviceStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
  /** Ids of the runs that are being carried out now, in any window: they may write at any moment. */
  readonly running: () => Promise<ReadonlySet<string>>;
  /** Sends what waits in the outbox; resolves when nothing more can be sent now. */
  readonly drain: () => Promise<void>;
}

/** The two calls of which many devices make many. */
type PrepareCalls = Pick<PrepareBackend, 'createConfig' | 'encryptConfig'>;

export interface PrepareService extends Prepare {
  /** One among many: as `prepare`, with these calls in the place of the backend's own; `reload` shows what came of them all. */
  prepareAmong(input: PrepareInput, calls: PrepareCalls): Promise<PrepareOutcome>;
  /** As `prepareAmong`, for a device that is prepared already. */
  fetchAmong(uniqueId: string, calls: PrepareCalls): Promise<PrepareOutcome>;
  reload(): Promise<void>;
  /** Reads the packages and follows them from then on. */
  start(): Promise<void>;
  close(): void;
  /** Keeps a package that the backend has handed over with another answer; a useless one is left where it is. */
  keepOffered(uniqueId: string, base64: string): Promise<void>;
  /** The backend has applied these values: a package that would only write them again is carried no more. */
  retireApplied(uniqueId: string, values: AttributeValues): Promise<void>;
}

/** `view`: the packages, where somebody has read them already; opened and closed by whoever has made it. */
export function createPrepare(
  parts: PrepareParts,
  view: PackagesView = createPackagesView(parts.packages),
): PrepareService {
  const { backend, packages, devices, clock } = parts;
  const { load } = view;

  async function prepare(
    input: PrepareInput,
    signal?: AbortSignal,
    calls: PrepareCalls = backend,
  ): Promise<PrepareOutcome> {
    const { uniqueId, deviceType, values } = input;
    const reason = await whyBlocked(uniqueId);
    if (reason !== null) return { kind: 'blocked', reason };
    if (signal?.aborted === true)
      return { kind: 'failed', failure: { kind: 'cancelled', status: 0, message: '', fields: [], retryAfterMs: null } };
    const isFirst = await wasNothingPending(uniqueId);
    // No run takes up the old package while the request is on the wire: once the backend has it, that one is dead weight.
    const aside = await setAside(uniqueId);
    const outcome = await createPending(input, isFirst, calls, signal);
    if (!('pending' in outcome)) {
      for (const { id } of aside) await packages.bringBack(id);
      return outcome;
    }
    const { pending, differences } = await heldAtBackend(input, outcome.pending, signal);
    const row = await newRow(
      uniqueId,
      deviceType,
      withoutSecrets({ ...ownEcho(pending), ...valuesHeld(values, differences) }),
      withoutSecrets(input.before),
    );
    // From here on the backend holds it pending: an older package is dead weight at once, whatever becomes of the new one.
    await packages.replace(row);
    await markPending(uniqueId, row.values);
    const encrypted = await calls.encryptConfig(uniqueId, signal);
    return encrypted.ok
      ? keep(row, encrypted.value, differences)
      : { kind: 'preparedOnly', package: row, failure: encrypted.failure, ...some(differences) };
  }

  /** What the backend says it holds, and where that differs from what was asked for. An answer without values is looked up once. */
  async function heldAtBackend(
    { uniqueId, deviceType, values }: PrepareInput,
    answered: AttributeValues | null,
    signal?: AbortSignal,
  ): Promise<{ readonly pending: AttributeValues; readonly differences: readonly AnswerDifference[] }> {
    let pending = answered ?? {};
    if (differencesOf(values, pending).some(({ kind }) => kind === 'notSaid')) {
      const found = await lookForPending(uniqueId, deviceType, signal);
      if (found !== 'unreadable' && found !== null) pending = found;
    }
    return { pending, differences: differencesOf(values, pending) };
  }

  async function createPending(
    { uniqueId, deviceType, values }: PrepareInput,
    isFirst: boolean,
    calls: PrepareCalls,
    signal?: AbortSignal,
  ): Promise<PrepareOutcome | { readonly pending: AttributeValues | null }> {
    const created = await calls.createConfig({ uniqueIds: [uniqueId], deviceType, values, isFirst }, signal);
    if (created.ok) {
      const { records } = created.value;
      const pending = ofDevice(records ?? [], uniqueId)?.values ?? null;
      return records !== null && pending === null ? { kind: 'notAccessible' } : { pending };
    }
    // A refusal may answer a repeat that the browser made itself, and a lost answer says nothing: look before anything is said.
    const { failure } = created;
    const isWord = isRefusal(failure);
    if (failure === NOT_SENT || (!isWord && !mayHaveTakenEffect(failure))) return { kind: 'failed', failure };
    const found = await lookForPending(uniqueId, deviceType);
    if (found === 'unreadable') return { kind: 'unknown', failure };
    if (found !== null && holds(found, values)) return { pending: found };
    // A request that is still on its way cannot be told from one that never left.
    return isWord ? { kind: 'failed', failure } : { kind: 'unknown', failure };
  }

  async function setAside(uniqueId: string): Promise<CarriedPackage[]> {
    const rows = (await packages.ofDevice(uniqueId)).filter(
      ({ kind, state }) => kind === 'configuration' && state === 'carried',
    );
    for (const { id } of rows) await packages.mark(id, 'replaced');
    return rows;
  }

  /** As far as this phone knows, and has known for an hour at most. */
  async function wasNothingPending(uniqueId: string): Promise<boolean> {
    const cached = await devices.get(uniqueId);
    const last = await newest(uniqueId);
    return (
      cached !== null &&
      cached.pending === null &&
      clock.nowMs() - cached.readAtMs < 3_600_000 &&
      (last === null || !isOpenPackage(last))
    );
  }

  async function fetchPackage(
    uniqueId: string,
    signal?: AbortSignal,
    calls: PrepareCalls = backend,
  ): Promise<PrepareOutcome> {
    // An unfinished run does not hold it back: a newer package of the same change is what settles one, and its run reads first.
    const reason = await whyBlocked(uniqueId);
    if (reason === 'undeliveredReceipt') return { kind: 'blocked', reason };
    const last = await newest(uniqueId);
    const asked = last?.state === 'prepared' ? last.values : null;
    const row = await rowForPending(uniqueId, signal);
    const encrypted = await calls.encryptConfig(uniqueId, signal);
    // What is carried already stays until there is something better.
    if (!encrypted.ok) return { kind: 'failed', failure: encrypted.failure };
    if (encrypted.value === null) return whyNoPackage(row, signal);
    return keep(row, encrypted.value, asked === null ? [] : differencesOf(asked, row.values));
  }

  /** A gateway in range may have applied what was pending: the list says so, and that is no failure (field-facts.md 6). */
  async function whyNoPackage(row: CarriedPackage, signal?: AbortSignal): Promise<PrepareOutcome> {
    const absent: PrepareOutcome = { kind: 'unusable', package: row, reason: 'absent', bytes: null };
    const device = await backend.readDevice(row.uniqueId, signal);
    if (!device.ok || device.value === null || device.value.pending !== null) return absent;
    if ((await lookForPending(row.uniqueId, row.deviceType, signal)) !== null) return absent;
    const cached = await devices.get(row.uniqueId);
    if (cached !== null) await devices.putMany([{ ...device.value, order: cached.order, readAtMs: clock.nowMs() }]);
    const isApplied = showsValues(valuesOf(device.value), row.values);
    const running = (await parts.runs.all()).filter(isUnfinished);
    for (const { id, kind, state } of await packages.ofDevice(row.uniqueId)) {
      // A package that is here can still be written, as long as the device does not show its values.
      const isOver = isApplied ? isOpenPackage({ state }) : state === 'prepared';
      if (kind === 'configuration' && isOver && !running.some(({ packageId }) => packageId === id))
        await packages.mark(id, isApplied ? 'used' : 'dead');
    }
    return { kind: 'noLongerPending', isApplied };
  }

  async function keep(
    row: CarriedPackage,
    base64: string | null,
    differences: readonly AnswerDifference[] = [],
  ): Promise<PrepareOutcome> {
    const unusable = { kind: 'unusable', package: row, ...some(differences) } as const;
    if (base64 === null) return { ...unusable, reason: 'absent', bytes: null };
    const check = checkPackage(base64);
    if (!check.ok) return { ...unusable, reason: check.reason, bytes: check.bytes };
    // A beacon takes a package once: what a run has written is never offered again.
    if (await wasWritten(row.uniqueId, base64)) return { ...unusable, reason: 'written', bytes: null };
    const carried: CarriedPackage = {
      ...row,
      state: 'carried',
      base64,
      token: check.token,
      fetchedAtMs: await dateOfNext(row.uniqueId),
    };
    await packages.replace(carried);
    return { kind: 'onThisPhone', package: carried, remarks: check.remarks, ...some(differences) };
  }

  async function wasWritten(uniqueId: string, base64: string): Promise<boolean> {
    return (await parts.runs.all()).some(
      (run) => run.uniqueId === uniqueId && !isOfCommand(run) && mayHaveWritten(run) && run.packageBase64 === base64,
    );
  }

  /** The row for a package of what is pending at the backend, which may have been prepared elsewhere or be more than was asked for here. */
  async function rowForPending(uniqueId: string, signal?: AbortSignal): Promise<CarriedPackage> {
    const cached = await devices.get(uniqueId);
    const last = await newest(uniqueId);
    const deviceType = cached?.deviceType ?? last?.deviceType ?? 'BEACON';
    const pending = await lookForPending(uniqueId, deviceType, signal);
    if (pending === 'unreadable' || pending === null) {
      return last?.state === 'prepared'
        ? last
        : await newRow(uniqueId, deviceType, last?.values ?? cached?.pending ?? {}, last?.before ?? {});
    }
    const known = last !== null && holds(pending, last.values) ? last : null;
    const values = withoutSecrets({ ...ownEcho(pending), ...hiddenOf(known) });
    const row = await newRow(uniqueId, deviceType, values, known?.before ?? beforeOf(values, cached?.attributes ?? {}));
    return known?.state === 'prepared' ? { ...row, id: known.id, preparedAtMs: known.preparedAtMs } : row;
  }

  async function dateOfNext(uniqueId: string): Promise<number> {
    const [runs, receipts, rows] = await Promise.all([
      parts.runs.all(),
      parts.receipts.all(),
      packages.ofDevice(uniqueId),
    ]);
    return dateAfter(newestRows({ runs, receipts, packages: rows }), [uniqueId], clock.nowMs());
  }

  async function newRow(
    uniqueId: string,
    deviceType: string,
    values: AttributeValues,
    before: AttributeValues,
  ): Promise<CarriedPackage> {
    return {
      id: parts.newId(),
      uniqueId,
      deviceType,
      kind: 'configuration',
      state: 'prepared',
      values,
      before,
      base64: null,
      token: null,
      preparedAtMs: await dateOfNext(uniqueId),
      fetchedAtMs: null,
    };
  }

  /** A new packet would replace what the backend can verify: first try to deliver, then refuse. A run that has touched nothing holds nothing back. */
  async function whyBlocked(uniqueId: string): Promise<HeldBack | null> {
    const reason = await inTheWay(uniqueId);
    if (reason === null) return null;
    await parts.drain();
    return inTheWay(uniqueId);
  }

  async function inTheWay(uniqueId: string): Promise<HeldBack | null> {
    const [runs, receipts, running] = await Promise.all([parts.runs.all(), parts.receipts.all(), parts.running()]);
    return heldBack(runs, receipts, running).get(uniqueId) ?? null;
  }

  /** Not stopped with the call that was: the question is what became of it. */
  async function lookForPending(
    uniqueId: string,
    deviceType: string,
    signal?: AbortSignal,
  ): Promise<AttributeValues | null | 'unreadable'> {
    const listed = await backend.readPending(uniqueId, deviceType, signal);
    if (listed.ok) return listed.value;
    if (listed.failure.kind !== 'notFound') return 'unreadable';
    const device = await backend.readDevice(uniqueId, signal);
    if (!device.ok) return 'unreadable';
    return device.value?.pending ?? null;
  }

  async function newest(uniqueId: string): Promise<CarriedPackage | null> {
    const rows = (await packages.ofDevice(uniqueId)).filter(({ kind }) => kind === 'configuration');
    // There is one open row at most, and it is the newest whatever the clock says.
    return (
      rows.sort(
        (one, other) =>
          Number(isOpenPackage(other)) - Number(isOpenPackage(one)) || other.preparedAtMs - one.preparedAtMs,
      )[0] ?? null
    );
  }

  /** The list shows what is pending without being read anew. */
  async function markPending(uniqueId: string, values: AttributeValues): Promise<void> {
    const cached = await devices.get(uniqueId);
    if (cached !== null) await devices.putMany([{ ...cached, pending: values }]);
  }

  /** Only storage rejects here: the backend port does not. */
  function told(error: unknown): PrepareOutcome {
    return {
      kind: 'storageFailed',
      detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }

  async function guarded(work: () => Promise<PrepareOutcome>): Promise<PrepareOutcome> {
    try {
      return await work().catch(told);
    } finally {
      await untilNextChange(load());
    }
  }

  return {
    packages: view.packages,
    prepare: (input, options) => guarded(() => prepare(input, options?.signal)),
    fetchPackage: (uniqueId, options) => guarded(() => fetchPackage(uniqueId, options?.signal)),
    prepareAmong: (input, calls) => prepare(input, undefined, calls).catch(told),
    fetchAmong: (uniqueId, calls) => fetchPackage(uniqueId, undefined, calls).catch(told),
    reload: () => untilNextChange(load()),
    start: view.open,
    close: view.close,
    async keepOffered(uniqueId, base64) {
      if (!checkPackage(base64).ok) return;
      const last = await newest(uniqueId);
      if ((last?.state === 'carried' && last.base64 === base64) || (await wasWritten(uniqueId, base64))) return;
      await keep(await rowForPending(uniqueId), base64);
      await load();
    },
    async retireApplied(uniqueId, values) {
      // It came with an earlier "Not verified", when the true response was still in the beacon.
      const rows = (await packages.ofDevice(uniqueId)).filter(
        (row) => row.kind === 'configuration' && row.state === 'carried' && sameValues(row.values, values),
      );
      const open = (await parts.runs.all()).filter(isUnfinished);
      for (const { id } of rows) if (!open.some(({ packageId }) => packageId === id)) await packages.mark(id, 'used');
    },
  };
}

function differencesOf(asked: AttributeValues, answered: AttributeValues): readonly AnswerDifference[] {
  const compared = compareAnswer(asked, answered);
  return compared === 'rejected' ? [] : compared;
}

function some(differences: readonly AnswerDifference[]): { readonly differences?: readonly AnswerDifference[] } {
  return differences.length === 0 ? {} : { differences };
}

/** Whether what is pending has all that was asked for; a backend may have merged it with what was pending before. */
function holds(pending: AttributeValues, values: AttributeValues): boolean {
  const match = matchPending(pending, values);
  return match === 'ours' || match === 'merged' || sameValues(pending, values);
}

/** Of what the backend says is pending, the physical attributes it names; the rest may be book-keeping. */
function ownEcho(pending: AttributeValues): AttributeValues {
  return Object.fromEntries(Object.entries(pending).filter(([name]) => findAttribute(name)?.kind === 'physical'));
}

/** What only this phone knows was set: values that no backend shows, and attributes the catalogue does not know. */
function hiddenOf(last: CarriedPackage | null): AttributeValues {
  return Object.fromEntries(
    Object.entries(last?.values ?? {}).filter(
      ([name]) => findAttribute(name)?.writeOnly === true || findAttribute(name) === null,
    ),
  );
}

function beforeOf(values: AttributeValues, shown: AttributeValues): AttributeValues {
  return Object.fromEntries(
    Object.keys(values).flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]] as const])),
  );
}
