/**
 * A file as pages of QR codes: split into pieces that fit into a code, read in any order, joined and checked. A page is
 * a number, because QR codes encode digits most densely. Its bytes are "BFK", the version, the kind of file, the page
 * number and the number of pages (two bytes each), the file's mark, the page's checksum and its piece.
 */
import { bytesOfHex, hexOf } from './hex.ts';
import type { Sha256 } from './report/report-file.ts';

const KINDS = ['job', 'receipts'] as const;
/** The kind of the file. */
export type PagedKind = (typeof KINDS)[number];

export interface CodePage {
  readonly kind: PagedKind;
  /** Identifies the pages of one hand-over: the first bytes of the whole file's checksum, in hex. */
  readonly mark: string;
  /** From 0. */
  readonly at: number;
  readonly of: number;
  readonly piece: Uint8Array;
}

/** `foreign`: a code of something else · `damaged`: one of our pages, wrongly read or written by somebody else. */
export type CodePageProblem = 'foreign' | 'newerVersion' | 'damaged';

type CodePageReading =
  { readonly ok: true; readonly page: CodePage } | { readonly ok: false; readonly problem: CodePageProblem };

/** The pages of one file that were read so far. */
export interface Gathered extends Pick<CodePage, 'kind' | 'mark' | 'of'> {
  readonly pieces: ReadonlyMap<number, Uint8Array>;
}

/** Maximum number of pages of a file: a hundred seconds of scanning at two per second. */
export const MAX_CODE_PAGES = 200;
/**
 * Bytes of a piece. With the header this is a code of 81 × 81 modules, which a camera can read at arm's length from a
 * phone.
 */
const PIECE_BYTES = 560;
const VERSION = 1;
const MAGIC = [0x42, 0x46, 0x4b] as const;
const MARK_AT = 9;
const MARK_BYTES = 8;
const CHECK_AT = MARK_AT + MARK_BYTES;
const CHECK_BYTES = 4;
const HEAD_BYTES = CHECK_AT + CHECK_BYTES;
/** Digits of the longest page; a longer text is not converted to a number. */
const MAX_DIGITS = Math.ceil((HEAD_BYTES + PIECE_BYTES) * 2.41);

export function codePageCount(byteLength: number): number {
  return Math.max(1, Math.ceil(byteLength / PIECE_BYTES));
}

/** Returns the text of each code. All pages except the last have the same length. Check `codePageCount` first. */
export async function writeCodePages(
  kind: PagedKind,
  bytes: Uint8Array<ArrayBuffer>,
  sha256: Sha256,
): Promise<string[]> {
  const of = codePageCount(bytes.length);
  if (of > MAX_CODE_PAGES || bytes.length === 0) throw new Error('no file for codes');
  const each = Math.ceil(bytes.length / of);
  const mark = (await sha256(bytes)).subarray(0, MARK_BYTES);
  return Promise.all(
    Array.from({ length: of }, async (_, at) => {
      const piece = bytes.subarray(at * each, (at + 1) * each);
      const page = new Uint8Array(HEAD_BYTES + piece.length);
      page.set([...MAGIC, VERSION, KINDS.indexOf(kind), at >> 8, at & 0xff, of >> 8, of & 0xff]);
      page.set(mark, MARK_AT);
      page.set(piece, HEAD_BYTES);
      page.set(await checkOf(page, sha256), CHECK_AT);
      return BigInt(`0x${hexOf(page)}`).toString();
    }),
  );
}

/** Reads any text. */
export async function readCodePage(text: string, sha256: Sha256): Promise<CodePageReading> {
  const page = /^[1-9]\d*$/.test(text) && text.length <= MAX_DIGITS ? bytesOf(text) : new Uint8Array();
  if (page.length <= HEAD_BYTES || MAGIC.some((byte, at) => page[at] !== byte))
    return { ok: false, problem: 'foreign' };
  const [version, kindAt, at, of] = [page[3]!, page[4]!, (page[5]! << 8) | page[6]!, (page[7]! << 8) | page[8]!];
  if (version > VERSION) return { ok: false, problem: 'newerVersion' };
  const kind = KINDS[kindAt];
  const isIntact = hexOf(page.subarray(CHECK_AT, HEAD_BYTES)) === hexOf(await checkOf(page, sha256));
  if (!isIntact || version !== VERSION || kind === undefined || at >= of || of > MAX_CODE_PAGES)
    return { ok: false, problem: 'damaged' };
  const mark = hexOf(page.subarray(MARK_AT, CHECK_AT));
  return { ok: true, page: { kind, mark, at, of, piece: page.slice(HEAD_BYTES) } };
}

/**
 * Adds a page. Returns null when the page belongs to another hand-over, and the same object when it was already there.
 */
export function gathered(before: Gathered | null, page: CodePage): Gathered | null {
  const { kind, mark, at, of, piece } = page;
  if (before === null) return { kind, mark, of, pieces: new Map([[at, piece]]) };
  if (before.mark !== mark || before.kind !== kind || before.of !== of) return null;
  return before.pieces.has(at) ? before : { ...before, pieces: new Map(before.pieces).set(at, piece) };
}

/** Returns the ranges of missing pages, first and last of each, from 0. */
export function missingPages({ of, pieces }: Gathered): (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (let at = 0; at < of; at += 1) {
    if (pieces.has(at)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run[1] === at - 1) run[1] = at;
    else runs.push([at, at]);
  }
  return runs;
}

/** Returns the file; null when a page is missing or the checksum of the whole does not match. */
export async function joinPages(
  { of, pieces, mark }: Gathered,
  sha256: Sha256,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (pieces.size !== of) return null;
  const inOrder = Array.from({ length: of }, (_, at) => pieces.get(at)!);
  const whole = new Uint8Array(inOrder.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of inOrder) {
    whole.set(piece, end);
    end += piece.length;
  }
  return hexOf((await sha256(whole)).subarray(0, MARK_BYTES)) === mark ? whole : null;
}

/** Returns the checksum of everything except the checksum itself. */
async function checkOf(page: Uint8Array, sha256: Sha256): Promise<Uint8Array> {
  const rest = Uint8Array.from([...page.subarray(0, CHECK_AT), ...page.subarray(HEAD_BYTES)]);
  return (await sha256(rest)).subarray(0, CHECK_BYTES);
}

function bytesOf(digits: string): Uint8Array {
  const hex = BigInt(digits).toString(16);
  return bytesOfHex(hex.length % 2 === 0 ? hex : `0${hex}`);
}
