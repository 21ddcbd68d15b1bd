/** Turns a response into the rows that are stored: to which run it belongs, and how that run and its package change. */
import { isOpenPackage, type CarriedPackage, type PackageState } from '../../domain/carried-package.ts';
import { isSameCommand } from '../../domain/commands/same-command.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { mayLeaveResponse } from '../../domain/provisioning/earlier-runs.ts';
import { dateAfter, newestRows } from '../../domain/row-dates.ts';
import { endWith, filledRow, noteIn, processedAt, stepTo } from '../../domain/provisioning/journal.ts';
import type { After } from '../../domain/provisioning/run-state.ts';
import { packageAfterRefusal } from '../../domain/provisioning/after-refusal.ts';
import { matchesToken, matchResponse, type ResponseMatch } from '../../domain/provisioning/response-match.ts';
import { isRefusal } from '../../domain/new-receipt.ts';
import { unsettledValues } from '../../domain/reading.ts';
import type { AttributeValues } from '../../domain/device.ts';
import { errandOf } from '../../domain/errand.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../../domain/run.ts';
import type { ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { SkewReading, UnreadRun } from './ports.ts';
import type { NewId, RunClock } from '../surroundings.ts';

/** The rows that are stored in one transaction. */
export interface ResponseRows {
  readonly run: Run;
  readonly receipt: Receipt;
  /** Null: the package is not changed. */
  readonly packageState: PackageState | null;
  /** The row of the package before the change. Null: it is not on this phone. */
  readonly package: CarriedPackage | null;
}

export interface ReadResponse {
  readonly match: ResponseMatch;
  /** Returns the same rows each time, so that a second attempt to save them stores nothing twice. */
  rows(after: After): ResponseRows;
}

interface Stores {
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly packages: PackageStore;
}

/**
 * Everything that a response is compared and stored with. It is loaded before the read, so that no wait occurs between
 * the read and the commit.
 */
interface ResponseContext {
  /** Runs whose response may still be unread. */
  readonly open: readonly Run[];
  readonly stored: ReadonlySet<string>;
  readonly filledRows: ReadonlySet<string>;
  readonly packages: ReadonlyMap<string, CarriedPackage>;
  /** Returns the values that the unsettled run of a beacon was to write. */
  unsettled(uniqueId: string): AttributeValues;
  /** The date of the newest row of each device (domain/row-dates.ts). */
  readonly newest: ReadonlyMap<string, number>;
}

/** Largest age of the context when a read begins, ms. Other windows may have changed the rows during a longer wait. */
const FRESH_MS = 1000;

export function createResponseContext(stores: Stores, clock: Pick<RunClock, 'monotonicMs'>) {
  let loaded: { readonly atMs: number; readonly context: Promise<ResponseContext> } | null = null;
  function load(): Promise<ResponseContext> {
    const nowMs = clock.monotonicMs();
    if (loaded === null || nowMs - loaded.atMs > FRESH_MS) loaded = { atMs: nowMs, context: loadContext(stores) };
    return loaded.context;
  }
  return {
    /** Returns the context that was loaded within the last second, or loads it. */
    load,
    /** As `load`, but returns each context only once. */
    take(): Promise<ResponseContext> {
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
  /** When the Control Point reported the end in this session, Unix ms. Null: it has not. */
  readonly endedAtMs: number | null;
  readonly nowMs: number;
  readonly skew: SkewReading;
  readonly newId: NewId;
  readonly elsewhere: readonly UnreadRun[];
}

/** Synchronous, because no wait may occur between the read and the commit. */
export function readResponse(facts: ReadFacts, around: ResponseContext): ReadResponse {
  const { run, nowMs } = facts;
  const base64 = encodeBase64(facts.bytes);
  const match = matchResponse({ ...facts, base64, open: around.open, stored: around.stored });
  const theirs = ownerElsewhere(facts, match, around.open);
  if (theirs !== null) return entrustedTo(theirs, facts, match, base64);
  const isOurs = match.run.id === run.id;
  const carried = isOurs
    ? (facts.package ?? around.packages.get(run.packageId) ?? null)
    : (around.packages.get(match.run.packageId) ?? null);
  const whose = processedAt(isOurs ? run : match.run, facts.endedAtMs ?? nowMs, facts.skew.skewMs, facts.skew.trust);
  /** A row that already contains a response belongs to another receipt. */
  const receiptId = around.filledRows.has(whose.receiptId) ? facts.newId() : whose.receiptId;
  const values = match.isReading
    ? around.unsettled(match.candidates[0] ?? whose.uniqueId)
    : errandOf(whose).name === 'reading'
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
    // An earlier run that has ended, or one that is to write next, keeps its step. Its processing time is not known
    // yet.
    const stays = after === 'write' || !isUnfinished(match.run);
    const before = isOurs ? run : match.run;
    return rowsOf(stays ? { ...noteIn(before, nowMs, note), receiptId } : stepTo(filed, 'receipt', nowMs, note), null);
  }

  /**
   * Returns the state of the package after a refusal. Null: unchanged. A package that may be tried again keeps its
   * state. If the response of another run had marked it as used, it is carried again, or replaced if a newer one is on
   * this phone.
   */
  function refusedPackage(result: number): PackageState | null {
    if (packageAfterRefusal(result) === 'dead') return 'dead';
    if (carried?.state !== 'used') return null;
    const isReplaced = [...around.packages.values()].some(
      (other) => isOpenPackage(other) && isSameCommand(other, carried),
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

/**
 * Returns the run of another account that a response belongs to, which was read before this run has written. By the
 * token, else the latest one, unless a run of this account may have left it. Null when it is not another account's.
 */
function ownerElsewhere(
  { run, elsewhere }: ReadFacts,
  { owner, token }: ResponseMatch,
  open: readonly Run[],
): UnreadRun | null {
  if (owner !== 'unsure' || mayHaveWritten(run)) return null;
  const matching = elsewhere.filter((one) => matchesToken(token, one.run));
  if (matching.length === 1) return matching[0]!;
  const mayBeOurs = open.some((one) => one.id !== run.id && one.uniqueId === run.uniqueId);
  return mayBeOurs ? null : (elsewhere.at(-1) ?? null);
}

/**
 * The rows of a response that is kept for another account. Nothing of this account is sent with it; the other account
 * takes it when it is opened (app/entrusted-receipts.ts). This run keeps its reserved row.
 */
function entrustedTo(
  { accountId, run: theirs }: UnreadRun,
  facts: ReadFacts,
  match: ResponseMatch,
  base64: string,
): ReadResponse {
  const { run, nowMs } = facts;
  const id = facts.newId();
  const read = processedAt(theirs, facts.endedAtMs ?? nowMs, facts.skew.skewMs, facts.skew.trust);
  const row = filledRow(
    { id, accountId, run: read, values: {}, nowMs },
    { ...match, run: theirs, candidates: [theirs.uniqueId] },
    base64,
  );
  const rows: ResponseRows = {
    run: noteIn(run, nowMs, 'unsureOwner'),
    // To this account it is like a receipt of a file: no run of its own has read it, and it may be removed.
    receipt: { ...row, runId: null, origin: 'import' },
    packageState: null,
    package: null,
  };
  return { match: { ...match, run }, rows: () => rows };
}
