/** Checks the file of an acceptance report: whole and as it was written, or what in it was changed. */
import { BYTE_ORDER_MARK, HEAD_LINE, REPORT_COLUMNS, firstLink, nextLink, type Sha256 } from './report-file.ts';

export type ReportCheck =
  /** Each line fits the chain. Whether the whole file is the one that was handed over, the seal says. */
  | { readonly kind: 'whole'; readonly rows: number; readonly seal: string }
  /** Lines of the file, from 1, the head being the first; at most MOST_NAMED of them. */
  | { readonly kind: 'changed'; readonly lines: readonly number[]; readonly more: number }
  /** Lines were taken away or added, or stand in another order. */
  | { readonly kind: 'miscounted'; readonly rows: number; readonly says: number | null }
  | { readonly kind: 'noReport' }
  /** Of a version of the form that this app does not know. */
  | { readonly kind: 'unknownVersion' }
  | { readonly kind: 'tooLarge' };

export const MOST_REPORT_BYTES = 50_000_000;
const MOST_NAMED = 20;
const NAME = 'beacon fieldkit report ';
const CHAIN = /^[0-9a-f]{64}$/;

/** Total: any bytes get an answer. Not one byte may differ: a spreadsheet that saves the file anew changes it. */
export async function checkReport(bytes: Uint8Array, sha256: Sha256): Promise<ReportCheck> {
  if (bytes.length > MOST_REPORT_BYTES) return { kind: 'tooLarge' };
  const text = decoded(bytes);
  const name = beginOf(text);
  if (!isReport(text)) return { kind: 'noReport' };
  if (!name.startsWith(REPORT_COLUMNS[0]) || /^\d/.test(name.slice(REPORT_COLUMNS[0].length)))
    return { kind: 'unknownVersion' };
  const stranger = firstDifference(bytes, new TextEncoder().encode(text));
  if (stranger !== null) return { kind: 'changed', lines: [lineAt(bytes, stranger)], more: 0 };
  if (!text.startsWith(`${BYTE_ORDER_MARK}${HEAD_LINE}`)) return { kind: 'changed', lines: [1], more: 0 };
  const lines = text.slice(BYTE_ORDER_MARK.length + HEAD_LINE.length).split('\r\n');
  const changed: number[] = [];
  const rest = lines.pop();
  // Behind the last end of a line there is nothing.
  if (rest !== '') lines.push(rest ?? '');
  let chain = await firstLink(sha256);
  for (const [index, line] of lines.entries()) {
    const comma = line.lastIndexOf(',');
    const said = line.slice(comma + 1);
    const fits = comma > 0 && said === (await nextLink(chain, line.slice(0, comma), sha256));
    if (!fits || (index === lines.length - 1 && rest !== '')) changed.push(index + 2);
    // From the next line on the chain is asked for as it is said here: only lines that were changed are named.
    if (CHAIN.test(said)) chain = said;
  }
  const says = totalOf(lines[0] ?? '');
  const isInOrder = lines.length > 0 && lines.every((line, index) => line.startsWith(`${index + 1}/${lines.length},`));
  if (changed.length > 0 && (isInOrder || says === lines.length))
    return { kind: 'changed', lines: changed.slice(0, MOST_NAMED), more: Math.max(0, changed.length - MOST_NAMED) };
  if (!isInOrder) return { kind: 'miscounted', rows: lines.length, says };
  return { kind: 'whole', rows: lines.length, seal: chain };
}

/** True if the text begins as a report of any version does. */
export function isReport(text: string): boolean {
  return beginOf(text).startsWith(NAME);
}

/** What a spreadsheet saves anew begins the same, perhaps in quotes and without the mark. */
function beginOf(text: string): string {
  return text
    .slice(0, 2 * NAME.length)
    .replace(BYTE_ORDER_MARK, '')
    .replace(/^"/, '');
}

/** Bytes that are no UTF-8 become a letter of their own, and do not come back as they were. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function firstDifference(one: Uint8Array, other: Uint8Array): number | null {
  // A loop: a callback for each byte of 20 MB would hold the screen up.
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? null : 0;
}

function lineAt(bytes: Uint8Array, end: number): number {
  return bytes.subarray(0, end).reduce((lines, byte) => lines + Number(byte === 0x0a), 1);
}

function totalOf(line: string): number | null {
  const total = /^\d+\/(\d+),/.exec(line)?.[1];
  return total === undefined ? null : Number(total);
}
