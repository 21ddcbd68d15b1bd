/**
 * An inspection of stream records: reads text in chunks, counts records, collects faults by line and reason, and keeps
 * good records for plotting (interface.md 2.2, 2.3).
 */
import { parseRecord } from '../file-json.ts';
import { recordsIn, recordsInBody, recordsWithin, type Container, type Enclosed, type PackedBody } from './envelope.ts';
import { checkRecord, kindOf, type FieldFaultReason, type RawRecord } from './record-check.ts';
import { createRecordColumns } from './record-columns.ts';
import { createRecordSplitter, type BrokenReason, type Piece } from './record-splitter.ts';
import { STREAM_TYPES, type StreamType } from './stream.ts';

export type InspectAs = 'auto' | StreamType;

/** Reasons that concern the whole record: not JSON, not an object, or of an unknown kind. */
type WholeFaultReason = BrokenReason | Container | 'notJson' | 'notAnObject' | 'kindUnclear' | 'notUnpacked';
export type RecordFaultReason = FieldFaultReason | WholeFaultReason;

export interface RecordFault {
  /** The line on which the record begins, from 1. */
  readonly line: number;
  /** Null for a record of an unknown kind. */
  readonly type: StreamType | null;
  /** Empty when the whole record is at fault. */
  readonly field: string;
  readonly reason: RecordFaultReason;
  /** The faulty value, shortened. */
  readonly found: string;
}

/** All faults with the same field and reason. */
interface FaultGroup {
  readonly type: StreamType | null;
  readonly field: string;
  readonly reason: RecordFaultReason;
  readonly count: number;
  readonly firstLine: number;
}

export interface InspectionSummary {
  readonly lines: number;
  /** Number of records without a fault, by kind. */
  readonly good: Readonly<Record<StreamType, number>>;
  /** Number of records with at least one fault, including unreadable ones. */
  readonly faulty: number;
  readonly faults: number;
  /** Most frequent first. */
  readonly groups: readonly FaultGroup[];
  /** Fields that interface.md does not list, most frequent first, 50 at most. */
  readonly unknown: readonly { readonly type: StreamType; readonly field: string; readonly count: number }[];
  /** What a tool wrote around the records, such as a time or a topic: on how many lines, and the first of it, shortened. */
  readonly around: { readonly count: number; readonly first: string };
}

interface PackedRecord {
  readonly body: PackedBody;
  /** The line on which the envelope begins. */
  readonly line: number;
}

export type Inspection = ReturnType<typeof createInspection>;

export const MAX_LISTED_FAULTS = 1000;
const MAX_UNKNOWN_COUNTED = 200;
const MAX_UNKNOWN = 50;
const MAX_FOUND = 120;
const ESCAPE = String.fromCodePoint(27);
/** Colours of a terminal, and what clears its lines: the escape sign, a bracket, numbers and a letter. */
const COLOUR = /[^\P{Cc}\s]\[[\d;?]*[A-Za-z]/gu;
const LONGEST_COLOUR = 20;
/** Lines without a record that tools write between records. */
const LINES_BETWEEN: readonly RegExp[] = [
  // Server-sent events.
  /^(?:event|id|retry|data)?:/,
  // kcat and its library.
  /^%(?:\d\|| )/,
  // kafka-console-consumer, az iot hub monitor-events.
  /^(?:Processed a total of \d|Starting event monitor)/,
  // aws kinesis get-records as text, and as YAML.
  /^(?:\d+\tAAAA|(?:CHILDSHARDS|HASHKEYRANGE|PARENTSHARDS)\t)/,
  /^(?:- )?(?:MillisBehindLatest|NextShardIterator|Records|ApproximateArrivalTimestamp|EncryptionType|PartitionKey|SequenceNumber):/,
  // mosquitto_sub -d.
  /^(?:Client \S+ (?:sending|received) [A-Z]|Subscribed \(mid: )/,
  // nats sub, wscat, curl -v.
  /^(?:\[#\d+\] Received on "|Connected \(press |[<>*](?: |$))/,
  // docker compose (and psql with a line for each column), kubectl logs, journalctl.
  /^[\w.-]+ +\| [^{"]*$/,
  /^(?:Attaching to |Defaulted container |-- (?:Journal|Logs|Boot|No entries)\b)/,
  // redis-cli: its prompt, and names and numbers in lists within lists.
  /^(?:[\w.-]+:\d+> |Reading messages|\((?:nil|empty array|integer)\b|\d+[)#~] [^{]*$)/,
  // psql, mysql: borders and headings of tables, and their numbers of rows; the headings of a CSV file.
  /^(?:[-+|:=\s\u2500-\u257f]{3,}$|\(?\d+ rows?(?:\)$| in set)|-\[ RECORD \d|\*+ \d+\. row \*)/,
  /^[|│" ]*[A-Za-z_][A-Za-z_" ]*(?:[|│,;\t][A-Za-z_" ]*)+$/,
];

export function createInspection(as: InspectAs) {
  const splitter = createRecordSplitter();
  const columns = createRecordColumns();
  const firstFaults: RecordFault[] = [];
  const groups = new Map<string, { -readonly [Key in keyof FaultGroup]: FaultGroup[Key] }>();
  const unknown = new Map<string, { type: StreamType; field: string; count: number }>();
  const good: Record<StreamType, number> = { telemetry: 0, position: 0 };
  let faulty = 0;
  let faults = 0;
  let packed: PackedRecord[] = [];
  let around = { count: 0, first: '' };
  /** The beginning of a colour at the end of the last chunk. */
  let held = '';

  function note(fault: RecordFault): void {
    faults += 1;
    if (firstFaults.length < MAX_LISTED_FAULTS) firstFaults.push(fault);
    const key = `${fault.type ?? ''}\n${fault.reason}\n${fault.field}`;
    const group = groups.get(key);
    if (group !== undefined) group.count += 1;
    else
      groups.set(key, { type: fault.type, field: fault.field, reason: fault.reason, count: 1, firstLine: fault.line });
  }

  function refuse(line: number, reason: WholeFaultReason, found: string): void {
    // An array that is cut off is a fault of the text, not of a record.
    if (reason !== 'arrayNotClosed') faulty += 1;
    note({ line, type: as === 'auto' ? null : as, field: '', reason, found: shorten(found) });
  }

  function take(piece: Piece): void {
    if (piece.kind === 'broken') return refuse(piece.line, piece.reason, piece.excerpt);
    if (piece.kind === 'other') return takeOther(piece.text, piece.line);
    const read = parsed(piece.text);
    if (!read.ok) return refuse(piece.line, 'notJson', read.message);
    // Text that begins with a bracket is a record only when it is valid JSON.
    takeAll(recordsIn(read.value as RawRecord) ?? [{ record: read.value as RawRecord }], piece.line);
  }

  /** Text that is no record may hold one after what a tool wrote. */
  function takeOther(text: string, line: number): void {
    const { at, found } = recordsWithin(text);
    const isBetween = at === -1 && LINES_BETWEEN.some((one) => one.test(text));
    if (found.length === 0 && !isBetween) return refuse(line, parsed(text).ok ? 'notAnObject' : 'notJson', text);
    const words = (isBetween ? text : text.slice(0, at)).trim();
    if (words !== '') around = { count: around.count + 1, first: around.first || shorten(words) };
    takeAll(found, line);
  }

  function takeAll(found: readonly Enclosed[], line: number): void {
    for (const one of found) {
      if ('record' in one) check(one.record, line);
      else if ('packed' in one) packed.push({ body: one.packed, line });
      else if ('container' in one) refuse(line, one.container, '');
      else refuse(line, parsed(one.text).ok ? 'notAnObject' : 'notJson', one.text);
    }
  }

  /** `line`: where the record or its envelope begins. */
  function check(record: RawRecord, line: number): void {
    const type = as === 'auto' ? kindOf(record) : as;
    if (type === null) return refuse(line, 'kindUnclear', JSON.stringify(record));
    const verdict = checkRecord(record, type);
    for (const field of verdict.unknown) {
      const key = `${type}\n${field}`;
      const previous = unknown.get(key);
      if (previous !== undefined) previous.count += 1;
      else if (unknown.size < MAX_UNKNOWN_COUNTED) unknown.set(key, { type, field: shorten(field), count: 1 });
    }
    if (verdict.faults.length === 0) {
      good[type] += 1;
      columns.add(type, record);
      return;
    }
    faulty += 1;
    for (const fault of verdict.faults) note({ line, type, ...fault });
  }

  return {
    columns,
    /** Never throws, whatever the text. */
    push(chunk: string): void {
      const text = held + chunk;
      const at = text.lastIndexOf(ESCAPE);
      const isCut = at !== -1 && text.length - at < LONGEST_COLOUR && !/[a-z]/i.test(text.slice(at));
      held = isCut ? text.slice(at) : '';
      for (const piece of splitter.push((isCut ? text.slice(0, at) : text).replaceAll(COLOUR, ''))) take(piece);
    },
    end(): void {
      for (const piece of splitter.push(held)) take(piece);
      for (const piece of splitter.end()) take(piece);
    },
    /** Returns the gzip bodies found since the last call. Pass each to `unpacked` after unpacking. */
    takePacked(): readonly PackedRecord[] {
      const taken = packed;
      packed = [];
      return taken;
    },
    /** Continues with the text of a body; null when it could not be unpacked. */
    unpacked({ body, line }: PackedRecord, text: string | null): void {
      if (text === null) refuse(line, 'notUnpacked', '');
      else takeAll(recordsInBody(text, body), line);
    },
    summary: (): InspectionSummary => ({
      lines: splitter.lines,
      good: { ...good },
      faulty,
      faults,
      groups: Array.from(groups.values(), (group) => ({ ...group })).sort(
        (a, b) => b.count - a.count || a.firstLine - b.firstLine,
      ),
      unknown: Array.from(unknown.values(), (one) => ({ ...one }))
        .sort((a, b) => b.count - a.count)
        .slice(0, MAX_UNKNOWN),
      around,
    }),
    /** Returns the faults from this index on; only the first `MAX_LISTED_FAULTS` are stored. */
    faultsFrom: (index: number): readonly RecordFault[] => firstFaults.slice(index),
  };
}

export function goodCount(summary: Pick<InspectionSummary, 'good'>): number {
  return STREAM_TYPES.reduce((sum, type) => sum + summary.good[type], 0);
}

function parsed(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, value: parseRecord(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : '' };
  }
}

function shorten(text: string): string {
  return text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND - 1)}…` : text;
}
