/** The known history of one device, newest first: packages, runs, receipts, commands, edits, and changes by others. */
import { sameValue, sameValues, comparableNames } from '../attributes/values.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { shownValues } from '../delivery/edits.ts';
import { GONE, UNPROVEN } from '../delivery/verdict.ts';
import { valueIn, type AttributeValues, type CachedDevice } from '../device.ts';
import { errandOf } from '../errand.ts';
import { readTimeMs } from '../telemetry/moment.ts';
import { mayHaveWritten, type Run } from '../run.ts';
import type { Receipt } from '../receipt.ts';
import type { TrackSummary } from '../track-marks.ts';
import type { VirtualEdit, VirtualValues } from '../virtual-edit.ts';

export interface HistoryFacts {
  /** Null when the list on this phone does not contain it. */
  readonly device: CachedDevice | null;
  readonly packages: readonly CarriedPackage[];
  readonly runs: readonly Run[];
  readonly receipts: readonly Receipt[];
  readonly edit: VirtualEdit | null;
}

/** Changed values, with the old ones as far as they are known. */
interface Change {
  readonly from: AttributeValues;
  readonly to: AttributeValues;
}

interface Happened {
  /** Unique among the entries of a device. */
  readonly id: string;
  readonly atMs: number;
  /** The state of the track that it stands for; null for none. */
  readonly word: Exclude<TrackSummary, 'nothing'> | null;
}

export type HistoryEntry = Happened &
  (
    | { readonly kind: 'package' | 'withdrawn'; readonly row: CarriedPackage; readonly change: Change }
    | { readonly kind: 'run'; readonly run: Run }
    | { readonly kind: 'receipt'; readonly row: Receipt; readonly what: 'came' | 'answered' | 'givenUp' }
    | { readonly kind: 'edit'; readonly edit: VirtualEdit; readonly values: VirtualValues; readonly saved: boolean }
    /** Pending in the backend and not prepared here; `atMs` is when this phone last read it. */
    | { readonly kind: 'othersPending'; readonly change: Change }
    /** The backend shows values that differ from those it verified for us. */
    | { readonly kind: 'othersValues'; readonly change: Change }
    /** The backend created the device's record. */
    | { readonly kind: 'created' }
  );

/** `facts` are those of one device. At the same time the later step comes first. */
export function historyOf(facts: HistoryFacts): HistoryEntry[] {
  const entries = [
    ...created(facts),
    ...facts.packages.filter((row) => errandOf(row).isAskedFor).map(ofPackage),
    ...facts.packages.flatMap(ofWithdrawal),
    ...facts.runs.map(ofRun),
    ...facts.receipts.flatMap((row) => ofReceipt(row, facts.runs)),
    ...ofEdit(facts.edit),
    ...othersPending(facts),
    ...othersValues(facts),
  ];
  return entries.toReversed().sort((one, other) => other.atMs - one.atMs);
}

function ofPackage(row: CarriedPackage): HistoryEntry {
  const { fetchedAtMs } = row;
  return {
    id: `package ${row.id}`,
    kind: 'package',
    atMs: fetchedAtMs ?? row.preparedAtMs,
    word: fetchedAtMs === null ? 'prepared' : 'onThisPhone',
    row,
    change: { from: row.before, to: row.values },
  };
}

function ofWithdrawal(row: CarriedPackage): HistoryEntry[] {
  const { withdrawnAtMs } = row;
  if (withdrawnAtMs === undefined) return [];
  const change = { from: row.before, to: row.values };
  return [{ id: `withdrawn ${row.id}`, kind: 'withdrawn', atMs: withdrawnAtMs, word: null, row, change }];
}

function ofRun(run: Run): HistoryEntry {
  return {
    id: `run ${run.id}`,
    kind: 'run',
    atMs: run.endedAtMs ?? run.journal.at(-1)?.atMs ?? run.startedAtMs,
    word: wordOfRun(run),
    run,
  };
}

/** The outcome of a run. A sent command has no state, because the states belong to configurations. */
function wordOfRun(run: Run): HistoryEntry['word'] {
  switch (run.outcome?.kind) {
    case 'receipt':
      return 'receipt';
    case 'refused':
      return 'refused';
    case 'commandSent':
    case 'settledLater':
    case 'packageDead':
    case 'abandoned':
      return null;
    case 'noAnswer':
    case 'receiptLost':
    case 'closed':
    case undefined:
      return mayHaveWritten(run) && errandOf(run).name !== 'reading' ? 'uncertain' : null;
  }
}

function ofReceipt(row: Receipt, runs: readonly Run[]): HistoryEntry[] {
  if (row.state === 'reserved') return [];
  const entries: HistoryEntry[] = [];
  const isInRun = runs.some(({ id, outcome }) => id === row.runId && outcome !== null && 'receiptId' in outcome);
  // The run that read it shows this already.
  if (!isInRun)
    entries.push({
      id: `came ${row.id}`,
      kind: 'receipt',
      atMs: row.createdAtMs,
      word: row.state === 'refused' ? 'refused' : row.owner === 'unsure' ? 'uncertain' : 'receipt',
      row,
      what: 'came',
    });
  const answered = wordOfAnswer(row);
  const answeredAtMs = row.settledAtMs ?? row.lastAnswer?.atMs ?? null;
  if (answered !== null && answeredAtMs !== null)
    entries.push({
      id: `answered ${row.id}`,
      kind: 'receipt',
      atMs: answeredAtMs,
      word: answered,
      row,
      what: 'answered',
    });
  if (row.givenUpAtMs !== undefined)
    entries.push({
      id: `givenUp ${row.id}`,
      kind: 'receipt',
      atMs: row.givenUpAtMs,
      word: null,
      row,
      what: 'givenUp',
    });
  return entries;
}

function wordOfAnswer({ state, lastAnswer }: Receipt): HistoryEntry['word'] {
  if (state === 'parked') return lastAnswer?.code === UNPROVEN ? 'uncertain' : 'refused';
  if (state === 'notVerified' && lastAnswer?.code === GONE) return 'refused';
  return state === 'verified' || state === 'sent' || state === 'notVerified' ? state : null;
}

function ofEdit(edit: VirtualEdit | null): HistoryEntry[] {
  if (edit === null || Object.keys(edit.values).length === 0) return [];
  const saved = edit.state === 'saved';
  const atMs = (saved ? edit.lastAnswer?.atMs : null) ?? edit.changedAtMs;
  return [
    {
      id: `edit ${edit.changedAtMs}`,
      kind: 'edit',
      atMs,
      word: edit.state === 'parked' ? 'refused' : null,
      edit,
      values: edit.values,
      saved,
    },
  ];
}

function othersPending({ device, packages }: HistoryFacts): HistoryEntry[] {
  if (device === null || device.pending === null) return [];
  const { pending, readAtMs } = device;
  // Prepared here at some time, so it need not be somebody else's.
  if (packages.some((row) => errandOf(row).configures && sameValues(row.values, pending))) return [];
  return [
    {
      id: 'othersPending',
      kind: 'othersPending',
      atMs: readAtMs,
      word: 'prepared',
      change: { from: shownValues(device), to: pending },
    },
  ];
}

/** Compares only values that both sides have; a value that the backend does not list may be unchanged. */
function othersValues({ device, receipts }: HistoryFacts): HistoryEntry[] {
  if (device === null) return [];
  const verified = new Map<string, { readonly from: Receipt; readonly atMs: number }>();
  for (const row of receipts) {
    if (row.state !== 'verified') continue;
    const atMs = row.settledAtMs ?? row.createdAtMs;
    for (const name of comparableNames(row.values))
      if ((verified.get(name)?.atMs ?? 0) <= atMs) verified.set(name, { from: row, atMs });
  }
  const shown = shownValues(device);
  const from: Record<string, AttributeValues[string]> = {};
  const to: Record<string, AttributeValues[string]> = {};
  for (const [name, { from: row, atMs }] of verified) {
    const ours = valueIn(row.values, name)!;
    const theirs = valueIn(shown, name);
    if (theirs === undefined || theirs === null || atMs >= device.readAtMs || sameValue(name, ours, theirs)) continue;
    from[name] = ours;
    to[name] = theirs;
  }
  return Object.keys(to).length === 0
    ? []
    : [{ id: 'othersValues', kind: 'othersValues', atMs: device.readAtMs, word: null, change: { from, to } }];
}

/** When the backend created the device's record; null when it does not report it (interface.md 4.3). */
export function createdAtMs({ attributes }: Pick<CachedDevice, 'attributes'>): number | null {
  const value = valueIn(attributes, 'created');
  const atMs = readTimeMs(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
  return atMs === 0 ? null : atMs;
}

function created({ device }: HistoryFacts): HistoryEntry[] {
  const atMs = device === null ? null : createdAtMs(device);
  return atMs === null ? [] : [{ id: 'created', kind: 'created', atMs, word: null }];
}
