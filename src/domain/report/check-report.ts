/** Checks the file of an acceptance report: complete and unchanged, or which part of it was changed. */
import { MAX_FILE_BYTES } from '../limits.ts';
import { BYTE_ORDER_MARK, HEAD_LINE, REPORT_COLUMNS, firstLink, nextLink, type Sha256 } from './report-file.ts';

export type ReportCheck =
  /**
   * Each line fits the chain. Comparing the seal with the one noted at the hand-over shows that the whole file is the
   * same.
   */
  | { readonly kind: 'whole'; readonly rows: number; readonly seal: string }
  /** Line numbers in the file, from 1 for the head; at most MAX_NAMED of them. */
  | { readonly kind: 'changed'; readonly lines: readonly number[]; readonly more: number }
  /** Lines were removed, added or reordered. `says`: the total that the file states. */
  | { readonly kind: 'miscounted'; readonly rows: number; readonly says: number | null }
  | { readonly kind: 'noReport' }
  /** Written by an unknown version of the form. */
  | { readonly kind: 'unknownVersion' }
  | { readonly kind: 'tooLarge' };

const MAX_NAMED = 20;
const NAME = 'beacon fieldkit report ';
const CHAIN = /^[0-9a-f]{64}$/;

/** Checks any bytes without throwing. Every byte counts: a spreadsheet that saves the file changes it. */
export async function checkReport(bytes: Uint8Array, sha256: Sha256): Promise<ReportCheck> {
  if (bytes.length > MAX_FILE_BYTES) return { kind: 'tooLarge' };
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
  // The file ends with the last line's end.
  if (rest !== '') lines.push(rest ?? '');
  let chain = await firstLink(sha256);
  for (const [index, line] of lines.entries()) {
    const comma = line.lastIndexOf(',');
    const statedLink = line.slice(comma + 1);
    const fits = comma > 0 && statedLink === (await nextLink(chain, line.slice(0, comma), sha256));
    if (!fits || (index === lines.length - 1 && rest !== '')) changed.push(index + 2);
    // Continues with the chain as the file states it, so that only changed lines are reported.
    if (CHAIN.test(statedLink)) chain = statedLink;
  }
  const stated = totalOf(lines[0] ?? '');
  const isInOrder = lines.length > 0 && lines.every((line, index) => line.startsWith(`${index + 1}/${lines.length},`));
  if (changed.length > 0 && (isInOrder || stated === lines.length))
    return { kind: 'changed', lines: changed.slice(0, MAX_NAMED), more: Math.max(0, changed.length - MAX_NAMED) };
  if (!isInOrder) return { kind: 'miscounted', rows: lines.length, says: stated };
  return { kind: 'whole', rows: lines.length, seal: chain };
}

/** True when the text begins like a report of any version. */
export function isReport(text: string): boolean {
  return beginOf(text).startsWith(NAME);
}

/** A file saved by a spreadsheet begins the same, perhaps in quotes and without the byte order mark. */
function beginOf(text: string): string {
  return text
    .slice(0, 2 * NAME.length)
    .replace(BYTE_ORDER_MARK, '')
    .replace(/^"/, '');
}

/** Invalid UTF-8 becomes a replacement character, so encoding the text again shows the difference. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function firstDifference(one: Uint8Array, other: Uint8Array): number | null {
  // A loop, because a callback for each byte of 20 MB would block the page.
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? null : one.length;
}

function lineAt(bytes: Uint8Array, end: number): number {
  return bytes.subarray(0, end).reduce((lines, byte) => lines + Number(byte === 0x0a), 1);
}

function totalOf(line: string): number | null {
  const total = /^\d+\/(\d+),/.exec(line)?.[1];
  return total === undefined ? null : Number(total);
}
