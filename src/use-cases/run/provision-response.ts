/** A response in memory and the rows it becomes: whose it is, what its run and its package are afterwards. */
import { isOpenPackage, type CarriedPackage, type PackageState } from '../../domain/carried-package.ts';
import { isSameWish } from '../../domain/commands/same-wish.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { mayLeaveResponse } from '../../domain/provisioning/earlier-runs.ts';
import { dateAfter, newestRows } from '../../domain/row-dates.ts';
import { endWith, filledRow, noteIn, processedAt, stepTo } from '../../domain/provisioning/journal.ts';
import type { After } from '../../domain/provisioning/machine.ts';
import { packageAfterRefusal } from '../../domain/provisioning/after-refusal.ts';
import { matchResponse, type ResponseMatch } from '../../domain/provisioning/response-match.ts';
import { isRefusal } from '../../domain/new-receipt.ts';
import { isOfReading, unsettledValues } from '../../domain/reading.ts';
import type { AttributeValues } from '../../domain/device.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { isUnfinished, type Run } from '../../domain/run.ts';
import type { ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { SkewReading } from './ports.ts';
import type { NewId, RunClock } from '../surroundings.ts';

/** What is stored in one transaction. */
export interface ResponseRows {
  readonly run: Run;
  readonly receipt: Receipt;
  /** Null: nothing is to be said of the package. */
  readonly packageState: PackageState | null;
  /** The row of its package as it was before; null where it is not here. */
  readonly package: CarriedPackage | null;
}

export interface ReadResponse {
  readonly match: ResponseMatch;
  /** The same rows each time: a second try to save them stores nothing twice. */
  rows(after: After): ResponseRows;
}

interface Stores {
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly packages: PackageStore;
}

/** All that a response is compared with and stored with; loaded before it is read, so that nothing comes between the read and its commit. */
interface ResponseContext {
  /** Runs that may still have a response somewhere. */
  readonly open: readonly Run[];
  readonly stored: ReadonlySet<string>;
  readonly filledRows: ReadonlySet<string>;
  readonly packages: ReadonlyMap<string, CarriedPackage>;
  /** The values that the unsettled run of a beacon was to write. */
  unsettled(uniqueId: string): AttributeValues;
  /** When the newest row of each device came (domain/row-dates.ts). */
  readonly newest: ReadonlyMap<string, number>;
}

interface ResponseContextLoader {
  /** Nothing new is loaded where it was loaded within the last second. */
  load(): Promise<ResponseContext>;
  /** As `load`; each is taken once. */
  take(): Promise<ResponseContext>;
}

/** How old it may be when the read of a response is begun: a long wait may have seen other windows at work. */
const FRESH_MS = 1000;

export function createResponseContext(stores: Stores, clock: Pick<RunClock, 'monotonicMs'>): ResponseContextLoader {
  let loaded: { readonly atMs: number; readonly context: Promise<ResponseContext> } | null = null;
  function load(): Promise<ResponseContext> {
    const nowMs = clock.monotonicMs();
    if (loaded === null || nowMs - loaded.atMs > FRESH_MS) loaded = { atMs: nowMs, context: loadContext(stores) };
    return loaded.context;
  }
  return {
    load,
    take() {
      const context = load();
      loaded = null;
      return context;
    },
  };
}

async function loadContext({ runs, receipts, packages }: Stores): Promise<ResponseContext> {
  const [allRuns, allReceipts, allPackages] = await Promise.all([runs.all(), receipts.all(), packages.all()]);
  const filled = allReceipts.filter((receipt) => receipt.responseBase64 !== '');
  const packagesById = new Map(allPackages.map((one) => [one.id, one]));
  return {
    unsettled: (uniqueId) => unsettledValues(uniqueId, allRuns, filled, packagesById),
    open: allRuns.filter(mayLeaveResponse),
    stored: new Set(filled.map((receipt) => receipt.responseBase64)),
    filledRows: new Set(filled.map((receipt) => receipt.id)),
    packages: packagesById,
    newest: newestRows({ runs: allRuns, receipts: filled, packages: allPackages }),
  };
}

interface ReadFacts {
  readonly bytes: Uint8Array;
  readonly run: Run;
  readonly package: CarriedPackage | null;
  readonly accountId: string;
  readonly wroteHere: boolean;
  readonly sameHandle: boolean;
  /** When the Control Point was seen to say ended in this session, Unix ms. */
  readonly endedAtMs: number | null;
  readonly nowMs: number;
  readonly skew: SkewReading;
  readonly newId: NewId;
}

/** Synchronous: it stands between the read and the commit. */
export function readResponse(facts: ReadFacts, around: ResponseContext): ReadResponse {
  const { run, nowMs } = facts;
  const base64 = encodeBase64(facts.bytes);
  const match = matchResponse({ ...facts, base64, open: around.open, stored: around.stored });
  const isOurs = match.run.id === run.id;
  const carried = isOurs
    ? (facts.package ?? around.packages.get(run.packageId) ?? null)
    : (around.packages.get(match.run.packageId) ?? null);
  const whose = processedAt(isOurs ? run : match.run, facts.endedAtMs ?? nowMs, facts.skew.skewMs, facts.skew.trust);
  /** A row that holds a response already is another receipt's. */
  const receiptId = around.filledRows.has(whose.receiptId) ? facts.newId() : whose.receiptId;
  const values = match.isReading
    ? around.unsettled(match.candidates[0] ?? whose.uniqueId)
    : isOfReading(whose)
      ? {}
      : (carried?.values ?? {});
  const dateMs = dateAfter(around.newest, [whose.uniqueId, ...match.candidates], nowMs);
  const receipt: Receipt = filledRow(
    { id: receiptId, accountId: facts.accountId, run: whose, values, nowMs: dateMs },
    match,
    base64,
  );
  const filed = { ...whose, receiptId };
  const rowsOf = (next: Run, state: PackageState | null): ResponseRows => ({
    run: next,
    receipt,
    packageState: state,
    package: carried,
  });

  function unsureRows(after: After): ResponseRows {
    const note = 'unsureOwner';
    // An earlier run that was ended, or one that is to write next, stays where it is; when it was processed is not known yet.
    const stays = after === 'write' || !isUnfinished(match.run);
    const before = isOurs ? run : match.run;
    return rowsOf(stays ? { ...noteIn(before, nowMs, note), receiptId } : stepTo(filed, 'receipt', nowMs, note), null);
  }

  /** One that may be tried again stays what it is; used up by a response that was not its own, it is carried once more. */
  function refusedPackage(result: number): PackageState | null {
    if (packageAfterRefusal(result) === 'dead') return 'dead';
    if (carried?.state !== 'used') return null;
    const isReplaced = [...around.packages.values()].some(
      (other) => isOpenPackage(other) && isSameWish(other, carried),
    );
    return isReplaced ? 'replaced' : 'carried';
  }

  function knownRows(): ResponseRows {
    if (isRefusal(match.result)) {
      const ended = endWith(
        stepTo(filed, 'receipt', nowMs),
        { kind: 'refused', receiptId, result: match.result },
        nowMs,
      );
      return rowsOf(ended, refusedPackage(match.result));
    }
    return rowsOf(endWith(stepTo(filed, 'receipt', nowMs), { kind: 'receipt', receiptId }, nowMs), 'used');
  }

  let rows: ResponseRows | null = null;
  return {
    match,
    rows: (after) => (rows ??= match.owner === 'unsure' ? unsureRows(after) : knownRows()),
  };
}
