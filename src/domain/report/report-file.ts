/**
 * The acceptance report as a file: a CSV table whose last column chains each line to all before it by SHA-256, so that
 * a changed line is detected. The chain contains no secret: it proves that nothing was changed only when its last code,
 * the seal, was noted elsewhere.
 */
import { decodeBase64 } from '../base64.ts';
import { csvCell, csvLine, csvText } from '../csv.ts';
import { hexOf } from '../hex.ts';
import { MARK_WORDS } from '../track-marks.ts';
import type { Change, ReportRow } from './report-row.ts';

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

export interface ReportHead {
  readonly job: string;
  readonly site: string;
  /** The person on site; '' when not given. */
  readonly person: string;
  readonly appVersion: string;
  readonly madeAtMs: number;
}

export interface Report {
  /** With its byte order mark and CRLF. */
  readonly text: string;
  readonly seal: string;
  /** The given rows, with the hash of each receipt; '' without one. */
  readonly rows: readonly HashedRow[];
}

export type HashedRow = ReportRow & { readonly hash: string };

/** The first column names the version of the form, so that a check knows the rules of the file. */
export const REPORT_COLUMNS = [
  'beacon fieldkit report 1',
  'job',
  'site',
  'made',
  'app version',
  'person',
  'beacon',
  'alias',
  'room',
  'change',
  'prepared',
  'on this phone',
  'written',
  'receipt on this phone',
  'sent',
  'verified',
  'writes',
  'posts',
  'verdict',
  'reason',
  'note',
  'receipt sha-256',
  'chain',
] as const;

/** Tells a spreadsheet that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
export const HEAD_LINE = csvLine(REPORT_COLUMNS.map(csvText));

/** Writes the report. Lines are numbered "3/40", so that a missing line is detected too. */
export async function writeReport(head: ReportHead, rows: readonly ReportRow[], sha256: Sha256): Promise<Report> {
  let chain = await firstLink(sha256);
  const lines = [`${BYTE_ORDER_MARK}${HEAD_LINE}`];
  const hashed: HashedRow[] = [];
  for (const [index, row] of rows.entries()) {
    const hash = row.responseBase64 === null ? '' : await hashOf(row.responseBase64, sha256);
    const payload = cells(head, row, `${index + 1}/${rows.length}`, hash).join(',');
    chain = await nextLink(chain, payload, sha256);
    hashed.push({ ...row, hash });
    lines.push(`${payload},${chain}\r\n`);
  }
  return { text: lines.join(''), seal: chain, rows: hashed };
}

export function firstLink(sha256: Sha256): Promise<string> {
  return hashOfText(HEAD_LINE, sha256);
}

/** Returns the next code of the chain. `payload`: the line without its last comma, its code and its end. */
export function nextLink(chain: string, payload: string, sha256: Sha256): Promise<string> {
  return hashOfText(`${chain}\n${payload}`, sha256);
}

/**
 * Comparing 128 bits is necessary: the author of a report chooses its notes, and could find two reports with the same
 * 64 bits within hours.
 */
const SEAL_DIGITS = 32;

/**
 * Returns the seal as people compare it: 32 hexadecimal digits in groups of four. Reports of earlier versions show the
 * first 16.
 */
export function sealText(seal: string): string {
  return (seal.slice(0, SEAL_DIGITS).match(/.{4}/g) ?? []).join(' ');
}

function cells(head: ReportHead, row: ReportRow, position: string, hash: string): string[] {
  return [
    position,
    line(head.job),
    line(head.site),
    isoOf(head.madeAtMs),
    line(head.appVersion),
    line(head.person),
    line(row.uniqueId),
    line(row.alias),
    line(row.place),
    line(row.changes.map(changeText).join('; ')),
    ...MARK_WORDS.map((word) => isoOf(row.times[word])),
    csvCell(row.writes),
    csvCell(row.posts),
    row.verdict,
    line([row.reason, batteryText(row.battery)].filter((part) => part !== '').join('; ')),
    line(row.note),
    hash,
  ];
}

/** Returns for example "interval: 350 -> 500"; "?" when the value before is unset or unknown. */
function changeText({ name, before, after }: Change): string {
  return `${name}: ${before ?? '?'} -> ${after ?? ''}`;
}

/** Returns for example "battery noted as changed 2026-11-29T18:00:00Z by Ada"; '' when it was not to be changed. */
function batteryText(battery: ReportRow['battery']): string {
  if (battery === undefined) return '';
  const { notedAtMs, by = '', confirmedAtMs } = battery;
  if (notedAtMs === undefined) return 'battery to change';
  const noted = `battery noted as changed ${isoOf(notedAtMs)}${by === '' ? ', installer not given' : ` by ${by}`}`;
  return confirmedAtMs === undefined ? noted : `${noted}, confirmed by telemetry ${isoOf(confirmedAtMs)}`;
}

/** A record is one line, so line breaks become blanks. */
function line(text: string): string {
  return csvText(text.replace(/[\r\n\u2028\u2029\u0085\0]+/g, ' ').replace(/\p{Cs}/gu, '\uFFFD'));
}

/** Returns UTC in ISO 8601, to the second. */
function isoOf(ms: number | null): string {
  return ms === null || Math.abs(ms) > 8.64e15 ? '' : `${new Date(ms).toISOString().slice(0, -5)}Z`;
}

async function hashOf(base64: string, sha256: Sha256): Promise<string> {
  return hexOf(await sha256(new Uint8Array(decodeBase64(base64) ?? new TextEncoder().encode(base64))));
}

async function hashOfText(text: string, sha256: Sha256): Promise<string> {
  return hexOf(await sha256(new TextEncoder().encode(text)));
}
