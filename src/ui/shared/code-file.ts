/** Converts the text of a file to pages of codes, compressed, and pages back to a file, with a limit on its size. */
import {
  MAX_CODE_PAGES,
  codePageCount,
  joinPages,
  writeCodePages,
  type Gathered,
  type PagedKind,
} from '../../domain/code-pages.ts';
import { MAX_FILE_BYTES } from '../../domain/limits.ts';
import { sha256 } from './sha256.ts';

export type CodesMade =
  { readonly kind: 'pages'; readonly pages: readonly string[] } | { readonly kind: 'tooMany'; readonly count: number };

export async function codesOf(kind: PagedKind, text: string): Promise<CodesMade> {
  const deflated = await gatheredBytes(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate')));
  const count = codePageCount(deflated.length);
  return count > MAX_CODE_PAGES
    ? { kind: 'tooMany', count }
    : { kind: 'pages', pages: await writeCodePages(kind, deflated, sha256) };
}

/** The parts of a file that depend on the time at which it was made, and the checksum that includes them. */
const OF_ITS_MOMENT = /\\?"(?:madeAtMs|exportedAtMs|sha256)\\?":\s*"?[0-9a-f]+/g;

/** True for two files that differ only in their time. Pages of one can be completed with pages of the other. */
export function isSameButTime(one: string, other: string): boolean {
  return one.replaceAll(OF_ITS_MOMENT, '') === other.replaceAll(OF_ITS_MOMENT, '');
}

/** Returns null if the pages are incomplete. A file that is too large is cut off just above the limit of its reader. */
export async function fileOfCodes(pages: Gathered): Promise<File | null> {
  const deflated = await joinPages(pages, sha256);
  if (deflated === null) return null;
  try {
    const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new File([await gatheredBytes(inflated)], `${pages.kind}.json`, { type: 'application/json' });
  } catch {
    return null;
  }
}

async function gatheredBytes(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  // A few pages can expand to "a gigabyte of blanks".
  while (length <= MAX_FILE_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  // Dropping the bytes releases the stream, and a stream that has ended cannot be cancelled.
  void reader.cancel().catch(() => undefined);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
