/** Reads the rows of a table as tasks: good rows are tasks, bad ones say why; ids stay text. */
import { findAttribute, type Attribute } from '../attributes/catalogue.ts';
import { checkValue, type ValueFault } from '../attributes/check-value.ts';
import { csvLine, csvText } from '../csv.ts';
import { takesConfiguration, type Json } from '../device.ts';

/** A row of a table as a parser gives it; `line` is its number as a spreadsheet counts, the head being 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

interface RowTask {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly place: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly note: string;
}

export type RowFault =
  | { readonly code: 'noId' | 'noBeacon' | 'viewer' }
  /** `detail`: an id that differs in capitals alone, where there is one; else ''. */
  | { readonly code: 'notListed'; readonly detail: string }
  /** `detail`: the line on which the beacon stands already. */
  | { readonly code: 'twice'; readonly detail: string }
  | { readonly code: 'tooManyCells' | 'tooLong'; readonly detail: string }
  | { readonly code: 'value'; readonly attribute: string; readonly fault: ValueFault; readonly detail: string };

export type RowResult =
  | { readonly line: number; readonly task: RowTask }
  | { readonly line: number; readonly cells: readonly string[]; readonly fault: RowFault };

/** What the list on this phone says of a beacon. */
export interface ListedBeacon {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly access: string | null;
}

/** Letters of a room or a note. */
const MOST = 200;

export function readRows(
  rows: readonly TableRow[],
  columns: readonly string[],
  listed: readonly ListedBeacon[],
): RowResult[] {
  const beacons = new Map(listed.map((device) => [device.uniqueId, device]));
  const byLowerCase = new Map(listed.map(({ uniqueId }) => [uniqueId.toLowerCase(), uniqueId]));
  const lines = new Map<string, number>();
  return rows.map(({ line, cells }) => {
    const bad = (fault: RowFault): RowResult => ({ line, cells, fault });
    const cell = (role: string): string => (cells[columns.indexOf(role)] ?? '').trim();
    const beyond = cells.slice(columns.length).find((text) => text.trim() !== '');
    if (beyond !== undefined) return bad({ code: 'tooManyCells', detail: beyond.slice(0, MOST) });
    const uniqueId = columns.includes('uniqueId') ? cell('uniqueId') : '';
    if (uniqueId === '') return bad({ code: 'noId' });
    const device = beacons.get(uniqueId);
    if (device === undefined) return bad({ code: 'notListed', detail: byLowerCase.get(uniqueId.toLowerCase()) ?? '' });
    const earlier = lines.get(uniqueId);
    if (earlier !== undefined) return bad({ code: 'twice', detail: String(earlier) });
    if (!takesConfiguration(device.deviceType)) return bad({ code: 'noBeacon' });
    if (device.access === 'VIEWER') return bad({ code: 'viewer' });
    const [place, note] = [
      columns.includes('place') ? cell('place') : '',
      columns.includes('note') ? cell('note') : '',
    ];
    const long = [place, note].find((text) => text.length > MOST);
    if (long !== undefined) return bad({ code: 'tooLong', detail: String(MOST) });
    const values: Record<string, Json> = {};
    for (const [at, name] of columns.entries()) {
      const text = (cells[at] ?? '').trim();
      const attribute = name === '' ? null : findAttribute(name);
      // An empty cell plans nothing: to empty a value is said in the form.
      if (text === '' || attribute === null || attribute.kind === 'readOnly') continue;
      const check = checkValue(attribute, spelled(attribute, text));
      if (!check.ok) return bad({ code: 'value', attribute: name, fault: check.reason, detail: check.detail });
      values[name] = check.wire;
    }
    lines.set(uniqueId, line);
    return { line, task: { uniqueId, deviceType: device.deviceType, place, values, note } };
  });
}

/** The bad rows as they came, each with its line and the reason; mended, the file can be read again. */
export function* errorFile(
  heads: readonly string[],
  results: readonly RowResult[],
  words: { readonly line: string; readonly reason: string; readonly of: (fault: RowFault) => string },
): Generator<string> {
  yield csvLine([words.line, words.reason, ...heads].map(csvText));
  for (const result of results)
    if ('fault' in result)
      yield csvLine([String(result.line), csvText(words.of(result.fault)), ...result.cells.map(csvText)]);
}

const YES = ['true', 'yes', 'ja', 'wahr', '1', 'x', 'on', 'an'];
const NO = ['false', 'no', 'nein', 'falsch', '0', 'off', 'aus'];

/** As the checker of a form takes it: whole numbers without a spreadsheet's decimals, lists with commas, truths as words. */
function spelled({ shape }: Attribute, text: string): string {
  switch (shape.type) {
    case 'whole':
    case 'power':
    case 'choice':
      // "350,0" and "350.00" are 350. "1.000" may be one or a thousand: it stays as it is, and is refused.
      return /^[+-]?\d+[.,]0{1,2}$/.test(text) ? text.replace(/[.,]0+$/, '') : text;
    case 'truth':
      if (YES.includes(text.toLowerCase())) return 'true';
      return NO.includes(text.toLowerCase()) ? 'false' : text;
    case 'list':
      return text
        .split(/[\s,;|]+/)
        .filter((word) => word !== '')
        .map((word) => word.toUpperCase())
        .join(',');
    case 'tags':
      return text.replace(/[;|]/g, ',');
    default:
      return text;
  }
}
