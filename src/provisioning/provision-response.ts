/** A response in memory and the rows it becomes: whose it is, what its run and its package are afterwards. */
import type { CarriedPackage, PackageState } from '../domain/carried-package.ts';
import { encodeBase64 } from '../domain/base64.ts';
import { endWith, filledRow, processedAt, stepTo } from '../domain/provisioning/journal.ts';
import type { After } from '../domain/provisioning/machine.ts';
import { isRefusal, matchResponse, packageAfterRefusal, type ResponseMatch } from '../domain/provisioning/response-match.ts';
import type { Receipt } from '../domain/receipt.ts';
import { isUnfinished, type Run } from '../domain/run.ts';
import type { NewId, PackageStore, ReceiptStore, RunStore, SkewReading } from './ports.ts';

/** What is stored in one transaction. */
export interface ResponseRows {
  readonly run: Run;
  readonly receipt: Receipt;
  readonly packageState: PackageState;
}

export interface ReadResponse {
  readonly match: ResponseMatch;
  /** The same rows each time: a second try to save them stores nothing twice. */
  rows(after: After): ResponseRows;
}

/** All that a response is compared with; loaded before it is read, so that nothing lies between the read and its commit. */
export interface Surroundings {
  readonly unfinished: readonly Run[];
  readonly stored: ReadonlySet<string>;
  readonly filledRows: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, CarriedPackage['values']>;
}

/** The answer to a write over the same connection needs no comparing. */
export const NO_SURROUNDINGS: Surroundings = { unfinished: [], stored: new Set(), filledRows: new Set(), values: new Map() };

export async function lookAround(runs: RunStore, receipts: ReceiptStore, packages: PackageStore): Promise<Surroundings> {
  const [allRuns, allReceipts, allPackages] = await Promise.all([runs.all(), receipts.all(), packages.all()]);
  const filled = allReceipts.filter((receipt) => receipt.responseBase64 !== '');
  return {
    unfinished: allRuns.filter(isUnfinished),
    stored: new Set(filled.map((receipt) => receipt.responseBase64)),
    filledRows: new Set(filled.map((receipt) => receipt.id)),
    values: new Map(allPackages.map((one) => [one.id, one.values])),
  };
}

export interface ReadFacts {
  readonly bytes: Uint8Array;
  readonly run: Run;
  readonly package: CarriedPackage | null;
  readonly accountId: string;
  readonly wroteHere: boolean;
  readonly newChooser: boolean;
  /** Read on the way back, before the package may be written once more. */
  readonly before: boolean;
  /** When the Control Point was seen to say ended in this session, Unix ms. */
  readonly endedAtMs: number | null;
  readonly nowMs: number;
  readonly skew: SkewReading;
  readonly newId: NewId;
}

/** Synchronous: it stands between the read and the commit. */
export function readResponse(facts: ReadFacts, around: Surroundings): ReadResponse {
  const { run, nowMs } = facts;
  const base64 = encodeBase64(facts.bytes);
  const match = matchResponse({ ...facts, base64, unfinished: around.unfinished, stored: around.stored });
  const timed = (whose: Run): Run => processedAt(whose, facts.endedAtMs ?? nowMs, facts.skew.skewMs, facts.skew.trust);
  const ownValues = facts.package?.values ?? {};
  const filled = (id: string, whose: Run, values: CarriedPackage['values']): Receipt => (
    filledRow({ id, accountId: facts.accountId, run: whose, values, nowMs }, match, base64)
  );

  function unsureRows(after: After): ResponseRows {
    const whose = timed(run);
    const receipt = filled(run.receiptId, whose, ownValues);
    // Nobody will judge a refusal: where nothing is written any more it is the end.
    if (after === 'unsure' && isRefusal(match.result)) return refused(whose, receipt, match.result);
    const note = 'a response of unsure owner is stored';
    // Going on to write again the journal stays where it is, and when it was processed is not known yet.
    const next = after === 'writeAgain' ? { ...run, journal: [...run.journal, { step: run.step, atMs: nowMs, note }] } : stepTo(whose, 'receipt', nowMs, note);
    return { run: next, receipt, packageState: facts.package?.state ?? 'carried' };
  }

  function knownRows(): ResponseRows {
    const isOurs = match.run.id === run.id;
    const whose = timed(isOurs ? run : match.run);
    const id = !isOurs && around.filledRows.has(whose.receiptId) ? facts.newId() : whose.receiptId;
    const receipt = filled(id, whose, isOurs ? ownValues : (around.values.get(whose.packageId) ?? {}));
    const filed = { ...whose, receiptId: id };
    if (isRefusal(match.result)) return refused(filed, receipt, match.result);
    return { run: endWith(stepTo(filed, 'receipt', nowMs), { kind: 'receipt', receiptId: id }, nowMs), receipt, packageState: 'used' };
  }

  function refused(whose: Run, receipt: Receipt, result: number): ResponseRows {
    const ended = endWith(stepTo(whose, 'receipt', nowMs), { kind: 'refused', receiptId: receipt.id, result }, nowMs);
    return { run: ended, receipt, packageState: packageAfterRefusal(result) };
  }

  let rows: ResponseRows | null = null;
  return {
    match,
    rows: (after) => (rows ??= match.owner === 'unsure' ? unsureRows(after) : knownRows()),
  };
}
