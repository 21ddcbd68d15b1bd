/** What is known to have happened to one device, newest first: packages, runs, receipts, commands, edits, and what others changed. */
import { sameValue, sameValues, comparableNames } from '../attributes/values.ts';
import { isOfCommand, isSpare } from '../commands/of-command.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { UNPROVEN } from '../delivery/verdict.ts';
import { valueIn, type AttributeValues, type CachedDevice } from '../device.ts';
import { readTimeMs } from '../telemetry/moment.ts';
import { mayHaveWritten, type Run } from '../run.ts';
import type { Receipt } from '../receipt.ts';
import type { TrackSummary } from '../track-marks.ts';
import type { VirtualEdit, VirtualValues } from '../virtual-edit.ts';

export interface HistoryFacts {
  /** Null where it is not in the list on this phone. */
  readonly device: CachedDevice | null;
  readonly packages: readonly CarriedPackage[];
  readonly runs: readonly Run[];
  readonly receipts: readonly Receipt[];
  readonly edit: VirtualEdit | null;
}

/** Values that changed: what stood there before where it is known, and what they became. */
interface Change {
  readonly from: AttributeValues;
  readonly to: AttributeValues;
}

interface Happened {
  /** Of its own among the entries of a device. */
  readonly id: string;
  readonly atMs: number;
  /** The word of the track that it stands for; null where it is none of them. */
  readonly word: Exclude<TrackSummary, 'nothing'> | null;
}

export type HistoryEntry = Happened &
  (
    | { readonly kind: 'package'; readonly row: CarriedPackage; readonly change: Change }
    | { readonly kind: 'run'; readonly run: Run }
    | { readonly kind: 'receipt'; readonly row: Receipt; readonly what: 'came' | 'answered' | 'givenUp' }
    | { readonly kind: 'edit'; readonly edit: VirtualEdit; readonly values: VirtualValues; readonly saved: boolean }
    /** Pending at the backend, and not prepared here; `atMs` is when this phone last saw it. */
    | { readonly kind: 'othersPending'; readonly change: Change }
    /** The backend shows other values than those that it verified for us. */
    | { readonly kind: 'othersValues'; readonly change: Change }
    /** The record of the device was made at the backend. */
    | { readonly kind: 'created' }
  );

/** `facts` are of one device. Of two things at the same moment the later step comes first. */
export function historyOf(facts: HistoryFacts): HistoryEntry[] {
  const entries = [
    ...created(facts),
    ...facts.packages.filter((row) => !isSpare(row)).map(ofPackage),
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

function ofRun(run: Run): HistoryEntry {
  return {
    id: `run ${run.id}`,
    kind: 'run',
    atMs: run.endedAtMs ?? run.journal.at(-1)?.atMs ?? run.startedAtMs,
    word: wordOfRun(run),
    run,
  };
}

/** What it came to. That a command was sent is none of the six words: they are of a configuration. */
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
      if (run.outcome === null && isOfCommand(run) && !mayHaveWritten(run)) return null;
      return mayHaveWritten(run) ? 'uncertain' : null;
  }
}

function ofReceipt(row: Receipt, runs: readonly Run[]): HistoryEntry[] {
  if (row.state === 'reserved') return [];
  const entries: HistoryEntry[] = [];
  const told = runs.some(({ id, outcome }) => id === row.runId && outcome !== null && 'receiptId' in outcome);
  // The run that read it says so already.
  if (!told)
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
  const { pending, attributes, readAtMs } = device;
  // Prepared here at some time: it may be pending still or again, and nobody else need have done it.
  if (packages.some((row) => row.kind === 'configuration' && sameValues(row.values, pending))) return [];
  return [
    {
      id: 'othersPending',
      kind: 'othersPending',
      atMs: readAtMs,
      word: 'prepared',
      change: { from: attributes, to: pending },
    },
  ];
}

/** Only what both sides say: a value that the backend does not list has not changed as far as anybody knows. */
function othersValues({ device, receipts }: HistoryFacts): HistoryEntry[] {
  if (device === null) return [];
  const verified = new Map<string, { readonly from: Receipt; readonly atMs: number }>();
  for (const row of receipts) {
    if (row.state !== 'verified') continue;
    const atMs = row.settledAtMs ?? row.createdAtMs;
    for (const name of comparableNames(row.values))
      if ((verified.get(name)?.atMs ?? 0) <= atMs) verified.set(name, { from: row, atMs });
  }
  const from: Record<string, AttributeValues[string]> = {};
  const to: Record<string, AttributeValues[string]> = {};
  for (const [name, { from: row, atMs }] of verified) {
    const ours = valueIn(row.values, name)!;
    const theirs = name === 'name' ? device.name : valueIn(device.attributes, name);
    if (theirs === undefined || theirs === null || atMs >= device.readAtMs || sameValue(name, ours, theirs)) continue;
    from[name] = ours;
    to[name] = theirs;
  }
  return Object.keys(to).length === 0
    ? []
    : [{ id: 'othersValues', kind: 'othersValues', atMs: device.readAtMs, word: null, change: { from, to } }];
}

/** When the record of the device was made at the backend; null where it does not say (interface.md 4.3). */
export function createdAtMs({ attributes }: Pick<CachedDevice, 'attributes'>): number | null {
  const value = valueIn(attributes, 'created');
  const atMs = readTimeMs(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
  return atMs === 0 ? null : atMs;
}

function created({ device }: HistoryFacts): HistoryEntry[] {
  const atMs = device === null ? null : createdAtMs(device);
  return atMs === null ? [] : [{ id: 'created', kind: 'created', atMs, word: null }];
}
