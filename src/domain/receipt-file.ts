/** The file in which receipts leave one phone and reach another: versioned JSON, no credential inside, read with reasons (product.md "Receipts"). */
import { withoutSecrets } from './attributes/values.ts';
import type { AttributeValues, Json } from './device.ts';
import { keptValues, MOST_ID } from './kept-text.ts';
import { newReceipt } from './new-receipt.ts';
import type { Receipt } from './receipt.ts';
import type { ClockTrust } from './run.ts';
import { isRecord } from './record.ts';

const RECEIPT_FILE_FORMAT = 'beacon-fieldkit-receipts';

// A file comes from anywhere, and its rows stay: what is longer than any phone has written would stop the outbox at every start.
/** Characters of an address or an account's id. */
const MOST_HEAD = 2000;
/** Characters of a response; a beacon may answer with far more than it should, and that is kept too. */
const MOST_RESPONSE = 200_000;
const MOST_CANDIDATES = 1000;
/** Of a file with more faults than this the first are named. */
const MOST_PROBLEMS = 1000;
/** The last moment that a date can name, ms. */
const LAST_MOMENT_MS = 8_640_000_000_000_000;

/** What of a receipt another phone needs; how its delivery went here is left behind. */
interface FiledReceipt {
  readonly id: string;
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly owner: Receipt['owner'];
  readonly candidates: readonly string[];
  readonly responseBase64: string;
  readonly token: number | null;
  readonly result: number | null;
  readonly updatedSeconds: number;
  readonly clock: ClockTrust;
  readonly values: AttributeValues;
  readonly createdAtMs: number;
}

export interface ReceiptFile {
  readonly accountId: string;
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  /** '' where the file does not say it. */
  readonly vendor: string;
  /** A mark by which a phone that has the key knows that it is the same; null where the file has none. */
  readonly keyMark: string | null;
  readonly exportedAtMs: number;
  readonly receipts: readonly FiledReceipt[];
}

type ReceiptFileReading =
  /** `problems` names the receipts of the file that could not be read; the others can be imported. */
  | { readonly ok: true; readonly file: ReceiptFile; readonly problems: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Whose receipts they are. An account's id is another on each phone; its addresses, vendor and the mark of its key are not. */
interface FiledAccount {
  readonly id: string;
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  readonly vendor?: string;
  readonly keyMark?: string | null;
}

export function writeReceiptFile(from: FiledAccount, receipts: readonly Receipt[], nowMs: number): string {
  const file = {
    format: RECEIPT_FILE_FORMAT,
    version: 1,
    accountId: from.id,
    baseUrl: from.baseUrl,
    legacyBaseUrl: from.legacyBaseUrl,
    vendor: from.vendor ?? '',
    keyMark: from.keyMark ?? null,
    exportedAtMs: nowMs,
    receipts: receipts.filter(({ responseBase64 }) => responseBase64 !== '').map(filed),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads any text; never throws. */
export function readReceiptFile(text: string): ReceiptFileReading {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { ok: false, problems: [`line ${lineOf(text, String(error))}: this is not JSON`] };
  }
  if (!isRecord(data) || data['format'] !== RECEIPT_FILE_FORMAT)
    return { ok: false, problems: [`format: this is not a file of receipts ("${RECEIPT_FILE_FORMAT}")`] };
  if (data['version'] !== 1)
    return { ok: false, problems: [`version: ${versionWord(data['version'])} is not known, only 1 is`] };
  const problems: string[] = [];
  const head = {
    accountId: textIn(data, 'accountId', problems, '', MOST_HEAD),
    baseUrl: textIn(data, 'baseUrl', problems, '', MOST_HEAD),
    legacyBaseUrl: textIn(data, 'legacyBaseUrl', problems, '', MOST_HEAD),
    vendor: shortOr(data['vendor']) ?? '',
    keyMark: shortOr(data['keyMark']),
    exportedAtMs: momentOrNull(data['exportedAtMs']) ?? 0,
  };
  if (!Array.isArray(data['receipts'])) problems.push('receipts: is not a list');
  if (problems.length > 0) return { ok: false, problems };
  const receipts: FiledReceipt[] = [];
  (data['receipts'] as unknown[]).forEach((element, index) => {
    const found: string[] = [];
    const receipt = readFiled(element, `receipt ${index + 1}: `, found);
    if (found.length === 0) receipts.push(receipt);
    if (problems.length < MOST_PROBLEMS) problems.push(...found);
  });
  if (receipts.length === 0 && problems.length > 0) return { ok: false, problems };
  return { ok: true, file: { ...head, receipts }, problems };
}

/** The row of an imported receipt: to be posted like any other; the other phone may post it too. */
export function importedReceipt(filed: FiledReceipt, id: string, accountId: string): Receipt {
  return newReceipt({ ...filed, id, accountId, runId: null, origin: 'import' });
}

function filed(receipt: Receipt): FiledReceipt {
  const {
    id,
    uniqueId,
    deviceType,
    owner,
    candidates,
    responseBase64,
    token,
    result,
    updatedSeconds,
    clock,
    values,
    createdAtMs,
  } = receipt;
  return {
    id,
    uniqueId,
    deviceType,
    owner,
    candidates,
    responseBase64,
    token,
    result,
    updatedSeconds,
    clock,
    values: withoutSecrets(values),
    createdAtMs,
  };
}

function readFiled(element: unknown, where: string, problems: string[]): FiledReceipt {
  if (!isRecord(element)) {
    problems.push(`${where}is not an object`);
    return {} as FiledReceipt;
  }
  const uniqueId = textIn(element, 'uniqueId', problems, where, MOST_ID);
  const responseBase64 = textIn(element, 'responseBase64', problems, where, MOST_RESPONSE);
  if (responseBase64 !== '' && !isBase64(responseBase64)) problems.push(`${where}responseBase64 is not Base64`);
  const updatedSeconds = element['updatedSeconds'];
  if (
    !Number.isSafeInteger(updatedSeconds) ||
    (updatedSeconds as number) < 0 ||
    (updatedSeconds as number) > 0xffff_ffff
  ) {
    problems.push(`${where}updatedSeconds is not a time in seconds`);
  }
  const clocks: readonly unknown[] = ['checkedDate', 'checkedCreated', 'unchecked'];
  const candidates = Array.isArray(element['candidates'])
    ? element['candidates']
        .filter((id): id is string => typeof id === 'string' && id !== '' && id.length <= MOST_ID)
        .slice(0, MOST_CANDIDATES)
    : [];
  const values = isRecord(element['values']) ? (element['values'] as Record<string, Json>) : {};
  return {
    id: shortOr(element['id']) ?? '',
    uniqueId,
    deviceType: textIn(element, 'deviceType', problems, where, MOST_ID),
    owner: element['owner'] === 'unsure' ? 'unsure' : 'known',
    candidates: candidates.length > 0 ? candidates : [uniqueId],
    responseBase64,
    token: wholeOrNull(element['token']),
    result: wholeOrNull(element['result']),
    updatedSeconds: updatedSeconds as number,
    clock: clocks.includes(element['clock']) ? (element['clock'] as ClockTrust) : 'unchecked',
    values: keptValues(values),
    createdAtMs:
      momentOrNull(element['createdAtMs']) ??
      (Number.isSafeInteger(updatedSeconds) ? (updatedSeconds as number) * 1000 : 0),
  };
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

function wholeOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

/** Whole milliseconds that a date can show. */
function momentOrNull(value: unknown): number | null {
  const whole = wholeOrNull(value);
  return whole !== null && whole >= 0 && whole <= LAST_MOMENT_MS ? whole : null;
}

/** A text as long as ids and marks are; null for any other. */
function shortOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MOST_ID ? value : null;
}

/** What stands in the place of the version may be anything, of any size. */
function versionWord(value: unknown): string {
  return typeof value === 'number' || (typeof value === 'string' && value.length < 20)
    ? JSON.stringify(value)
    : 'what stands there';
}

function textIn(
  record: Record<string, unknown>,
  field: string,
  problems: string[],
  where: string,
  most: number,
): string {
  const value = record[field];
  if (typeof value !== 'string' || value === '') problems.push(`${where}${field} is missing`);
  else if (value.length > most) problems.push(`${where}${field} is too long`);
  else return value;
  return '';
}

/** The line a JSON error speaks of, from 1. */
function lineOf(text: string, message: string): number {
  const line = /line (\d+)/.exec(message);
  if (line !== null) return Number(line[1]);
  const position = /position (\d+)/.exec(message);
  const upTo = position === null ? text : text.slice(0, Number(position[1]));
  return upTo.split('\n').length;
}
