/** Reads the rows of a table: a good row becomes a task, a bad one gets its reason. IDs stay text. */
import { findAttribute, TX_POWER_DBM, type Attribute } from '../attributes/catalogue.ts';
import { checkValue, type ValueFault } from '../attributes/check-value.ts';
import { csvLine, csvText, withoutGuard } from '../csv.ts';
import { isWrittenByBluetooth, type Json } from '../device.ts';
import { labelIndex, type LabelIndex } from '../label/label.ts';
import { readTypedIds } from '../label/typed-list.ts';
import { roomFault, roomName, type RoomFault } from '../room.ts';
import type { TablePurpose } from './csv-columns.ts';
import { MAX_TYPED_WORDS } from './job.ts';
import { cellText, seemsRounded, plainCellText } from '../table/cell.ts';
import { isAsAbove, noValueOf } from '../table/no-value.ts';
import type { TableRow } from '../table/read-table.ts';

interface RowTask {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly place: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly note: string;
}

export type RowFault =
  | { readonly code: 'noId' | 'noBeacon' | 'viewer' }
  /** `detail`: a listed ID that differs only in upper and lower case; '' when there is none. */
  | { readonly code: 'notListed'; readonly detail: string }
  /** `detail`: the line that already names the beacon. */
  | { readonly code: 'twice'; readonly detail: string }
  | { readonly code: 'tooManyCells'; readonly detail: string }
  /** `detail`: the maximum number of characters. */
  | { readonly code: 'tooLong'; readonly column: 'place' | 'note'; readonly detail: string }
  /** Only with the purpose `devices`: no tag can hold this room. */
  | { readonly code: 'room'; readonly fault: RoomFault }
  /** A quotation mark may have joined several rows. `detail`: the number of lines of the file that they cover. */
  | { readonly code: 'joined'; readonly detail: string }
  /** A spreadsheet has rounded this id. `attribute`: `uniqueId` or the name of the attribute. */
  | { readonly code: 'rounded'; readonly attribute: string; readonly detail: string }
  /** A formula had no result. `attribute`: the role of the column. `detail`: the spreadsheet's word for it. */
  | { readonly code: 'failedFormula'; readonly attribute: string; readonly detail: string }
  | { readonly code: 'value'; readonly attribute: string; readonly fault: ValueFault; readonly detail: string };

export type RowResult =
  | {
      readonly line: number;
      readonly task: RowTask;
      /** Code points of invisible characters that were removed. */
      readonly removed?: readonly string[];
      /** Words for no value that its cells hold. */
      readonly noValues?: readonly string[];
      /** True when the cell with the room is empty, and one above it is not. */
      readonly lacksRoom?: true;
    }
  | { readonly line: number; readonly cells: readonly string[]; readonly fault: RowFault };

/** Returns the position and the text of the cell at fault in a bad row; null when no single cell is at fault. */
export function cellAtFault(
  { cells, fault }: Extract<RowResult, { fault: RowFault }>,
  columns: readonly string[],
): { readonly at: number; readonly typed: string } | null {
  const at = columns.indexOf(columnAtFault(fault));
  return at < 0 ? null : { at, typed: cellText(cells[at] ?? '').text.slice(0, MAX_SHOWN) };
}

/** '' when the whole row is at fault. */
function columnAtFault(fault: RowFault): string {
  if ('attribute' in fault) return fault.attribute;
  if ('column' in fault) return fault.column;
  if (fault.code === 'room') return 'place';
  return fault.code === 'joined' || fault.code === 'tooManyCells' ? '' : 'uniqueId';
}

/** Returns the rows, with the text of one cell replaced in the row at `line`. */
export function withCell(rows: readonly TableRow[], line: number, at: number, text: string): readonly TableRow[] {
  return rows.map((row) => {
    if (row.line !== line) return row;
    // A row may have fewer cells than the table has columns.
    const cells = Array.from({ length: Math.max(row.cells.length, at + 1) }, (_, index) => row.cells[index] ?? '');
    return { ...row, cells: cells.with(at, text) };
  });
}

/** What a row is checked against: one beacon of the device list. */
export interface ListedBeacon {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly access: string | null;
  readonly mac: string | null;
}

/** Maximum number of characters of a cell that are shown for correction. */
const MAX_SHOWN = 1000;

/** What a person says of a table beside the meaning of its columns. */
export interface TableChoices {
  /** True when words that may be a value or say that there is none are values. */
  readonly takesDoubtful: boolean;
  /** True when an empty cell has the room of the cell above it, as in a table with merged cells. */
  readonly fillsRooms: boolean;
}

interface ReadOptions extends Partial<TableChoices> {
  /** For `devices` a row may name any device, not only a beacon. */
  readonly purpose?: TablePurpose;
  readonly heads?: readonly string[];
  /** Called after each row with the number of rows done. */
  readonly onRow?: (done: number) => void;
}

/** Returns one result for each row. `columns` holds the meaning of each column (csv-columns.ts). */
export function readRows(
  rows: readonly TableRow[],
  columns: readonly string[],
  listed: readonly ListedBeacon[],
  { purpose = 'job', heads = [], takesDoubtful = false, fillsRooms = false, onRow }: ReadOptions = {},
): RowResult[] {
  const beacons = new Map(listed.map((device) => [device.uniqueId, device]));
  const byLowerCase = new Map(listed.map(({ uniqueId }) => [uniqueId.toLowerCase(), uniqueId]));
  const lines = new Map<string, number>();
  let labels: LabelIndex | null = null;
  const isInDbm = powerIsInDbm(rows, columns, heads);
  const placeAt = columns.indexOf('place');
  let roomAbove = '';

  function readRow({ line, cells, joinedLines }: TableRow): RowResult {
    const bad = (fault: RowFault): RowResult => ({ line, cells, fault });
    const removed = new Set<string>();
    const noValues = new Set<string>();
    const cell = (at: number, read: typeof cellText, isValue: (text: string) => boolean): string => {
      const clean = read(cells[at] ?? '');
      for (const code of clean.removed) removed.add(code);
      const noValue = noValueOf(clean.text);
      if (noValue === null || isValue(clean.text)) return clean.text;
      noValues.add(clean.text);
      return noValue === 'doubtful' && takesDoubtful ? clean.text : '';
    };
    const roleText = (role: string): string =>
      columns.includes(role)
        ? cell(columns.indexOf(role), role === 'uniqueId' ? plainCellText : cellText, (text) => beacons.has(text))
        : '';
    const roomCell = cellText(cells[placeAt] ?? '').text;
    const isBlank = placeAt >= 0 && (roomCell === '' || isAsAbove(roomCell));
    const ownRoom = isBlank ? '' : roomName(roleText('place'));
    const lacksRoom = isBlank && roomAbove !== '';
    if (isBlank && roomAbove === '' && roomCell !== '') noValues.add(roomCell);
    if (!isBlank) roomAbove = ownRoom;
    if (joinedLines !== undefined) return bad({ code: 'joined', detail: String(joinedLines) });
    const beyond = cells.slice(columns.length).find((text) => text.trim() !== '');
    if (beyond !== undefined) return bad({ code: 'tooManyCells', detail: beyond.slice(0, MAX_TYPED_WORDS) });
    const failed = columns.findIndex(
      (role, at) => role !== '' && noValueOf(cellText(cells[at] ?? '').text) === 'failed',
    );
    if (failed >= 0)
      return bad({ code: 'failedFormula', attribute: columns[failed]!, detail: cellText(cells[failed]!).text });
    const typedId = roleText('uniqueId');
    if (typedId === '') return bad({ code: 'noId' });
    const device = beacons.get(typedId) ?? beaconOfLabel(typedId);
    if (device === undefined && seemsRounded(typedId))
      return bad({ code: 'rounded', attribute: 'uniqueId', detail: typedId.slice(0, MAX_TYPED_WORDS) });
    if (device === undefined) return bad({ code: 'notListed', detail: byLowerCase.get(typedId.toLowerCase()) ?? '' });
    const { uniqueId } = device;
    const earlier = lines.get(uniqueId);
    if (earlier !== undefined) return bad({ code: 'twice', detail: String(earlier) });
    if (purpose === 'job' && !isWrittenByBluetooth(device.deviceType)) return bad({ code: 'noBeacon' });
    if (device.access === 'VIEWER') return bad({ code: 'viewer' });
    const [place, note] = [lacksRoom && fillsRooms ? roomAbove : ownRoom, roleText('note')];
    const long = place.length > MAX_TYPED_WORDS ? 'place' : note.length > MAX_TYPED_WORDS ? 'note' : null;
    if (long !== null) return bad({ code: 'tooLong', column: long, detail: String(MAX_TYPED_WORDS) });
    const wrongRoom = purpose === 'devices' ? roomFault(place) : null;
    if (wrongRoom !== null) return bad({ code: 'room', fault: wrongRoom });
    const values: Record<string, Json> = {};
    for (const [at, name] of columns.entries()) {
      const attribute = name === '' ? null : findAttribute(name);
      if (attribute === null || attribute.kind === 'readOnly') continue;
      const { type } = attribute.shape;
      const isFree = type === 'text' || type === 'any' || type === 'tags';
      const text = cell(
        at,
        isFree ? cellText : plainCellText,
        (typed) => !isFree && checkValue(attribute, spelled(attribute, typed)).ok,
      );
      // An empty cell plans nothing; a value is emptied in the form only.
      if (text === '') continue;
      if ((type === 'hex' || type === 'uuid') && seemsRounded(text))
        return bad({ code: 'rounded', attribute: name, detail: text.slice(0, MAX_TYPED_WORDS) });
      const level = type === 'power' && isInDbm ? levelOf(text) : null;
      if (level === -1)
        return bad({ code: 'value', attribute: name, fault: 'notChoice', detail: TX_POWER_DBM.join(', ') });
      const check = checkValue(attribute, level === null ? spelled(attribute, text) : String(level));
      if (!check.ok) return bad({ code: 'value', attribute: name, fault: check.reason, detail: check.detail });
      values[name] = check.wire;
    }
    lines.set(uniqueId, line);
    const task = { uniqueId, deviceType: device.deviceType, place, values, note };
    return {
      line,
      task,
      ...(removed.size === 0 ? {} : { removed: [...removed] }),
      ...(noValues.size === 0 ? {} : { noValues: [...noValues] }),
      ...(lacksRoom ? { lacksRoom } : {}),
    };
  }

  /** A cell may hold what is printed on the beacon: its address, or its ID with something around it. */
  function beaconOfLabel(text: string): ListedBeacon | undefined {
    labels ??= labelIndex(listed.map(({ uniqueId, mac }) => ({ uniqueId, mac, attributes: {} })));
    const { found, unknown } = readTypedIds(labels, text);
    return found.length === 1 && unknown.length === 0 ? beacons.get(found[0]!) : undefined;
  }

  return rows.map((row, at) => {
    const result = readRow(row);
    onRow?.(at + 1);
    return result;
  });
}

/** True when the power column is in dBm: its head or one of its cells says so, or one of its values is negative. */
export function powerIsInDbm(rows: readonly TableRow[], columns: readonly string[], heads: readonly string[]): boolean {
  const at = columns.findIndex((name) => name !== '' && findAttribute(name)?.shape.type === 'power');
  if (at < 0) return false;
  return (
    /dbm/i.test(heads[at] ?? '') ||
    rows.some(({ cells }) => /^-\s*\d|\d\s*dbm/i.test(plainCellText(cells[at] ?? '').text))
  );
}

/** Returns the level of a power in dBm; -1 when no level has that power. */
function levelOf(text: string): number {
  const number = /^([+-]?)\s*(\d+)(?:[.,]0+)?\s*(?:dbm)?$/i.exec(text);
  if (number === null) return -1;
  const dBm = Number(number[2]) * (number[1] === '-' ? -1 : 1);
  return TX_POWER_DBM.findIndex((one) => one === dBm);
}

/**
 * Yields the lines of a CSV file with the bad rows unchanged, each with its line and the reason. The corrected file can
 * be imported again; the guard against formulas is never added twice.
 */
export function* errorFile(
  heads: readonly string[],
  results: readonly RowResult[],
  words: { readonly line: string; readonly reason: string; readonly of: (fault: RowFault) => string },
): Generator<string> {
  yield csvLine([words.line, words.reason, ...heads].map(csvText));
  for (const result of results)
    if ('fault' in result)
      yield csvLine([
        String(result.line),
        csvText(words.of(result.fault)),
        ...result.cells.map((cell) => csvText(withoutGuard(cell))),
      ]);
}

const YES = ['true', 'yes', 'ja', 'wahr', '1', 'x', 'on', 'an'];
const NO = ['false', 'no', 'nein', 'falsch', '0', 'off', 'aus'];

/**
 * Returns the text as the form's check expects it: whole numbers without a spreadsheet's decimals, lists with commas,
 * true and false as words.
 */
function spelled({ shape }: Attribute, text: string): string {
  switch (shape.type) {
    case 'whole':
    case 'power':
    case 'choice':
      // "350,0" and "350.00" are 350. "1.000" may be one or a thousand: it stays unchanged and is refused.
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
      // No tag has a comma. One with another separator stands in quotes in the file of exported devices.
      return text
        .split(',')
        .map((part) => {
          const quoted = /^\s*"((?:[^"]|"")*)"\s*$/.exec(part)?.[1];
          return quoted !== undefined && /[;|]/.test(quoted)
            ? quoted.replaceAll('""', '"')
            : part.replace(/[;|]/g, ',');
        })
        .join(',');
    default:
      return text;
  }
}
