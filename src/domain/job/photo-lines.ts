/**
 * The photos in the file of a job: a list after the plan, one photo a line, each with a checksum of its own. The file stays
 * JSON, so that an earlier version says that it is of a newer one, and a damaged photo costs nothing but itself.
 */
import * as z from 'zod/mini';
import { decodeBase64, encodeBase64 } from '../base64.ts';
import { parseFileJson } from '../file-json.ts';
import { hexOf } from '../hex.ts';
import { MAX_FILE_BYTES } from '../limits.ts';
import type { Sha256 } from '../report/report-file.ts';
import { textUpTo } from '../schema.ts';
import { MAX_ID } from '../storable-text.ts';
import { MAX_PHOTO_BYTES, type Photo } from './photo.ts';

/** A photo of the job in the file. */
export interface FilePhoto extends Pick<Photo, 'uniqueId' | 'addedAtMs'> {
  readonly jpeg: Uint8Array;
}

/** The version of a file with photos. */
export const PHOTO_FILE_VERSION = 2;
/** No text in JSON contains a line break, so this stands only where it was written. */
const BEFORE = ',\n"photos":[\n';
const AFTER = '\n]}\n';
const BETWEEN = ',\n';

const lineSchema = z.object({
  uniqueId: textUpTo(MAX_ID),
  addedAtMs: z.int().check(z.gte(0)),
  sha256: textUpTo(64),
  jpeg: textUpTo(2 * MAX_PHOTO_BYTES),
});

/**
 * Returns the file of a job with as many of these photos as it may hold. `file`: one without photos. `leftOut`: the
 * beacons of those that did not fit.
 */
export async function withPhotos(
  file: string,
  photos: readonly Photo[],
  sha256: Sha256,
): Promise<{ readonly text: string; readonly leftOut: readonly string[] }> {
  const lines: string[] = [];
  const leftOut = new Set<string>();
  // A hundred characters for what stands before and after the lines.
  let length = file.length + 100;
  for (const { uniqueId, addedAtMs, file: photo } of photos) {
    const about = { uniqueId, addedAtMs, jpeg: encodeBase64(new Uint8Array(await photo.arrayBuffer())) };
    const line = JSON.stringify({ ...about, sha256: await sumOf(about, sha256) });
    if (length + line.length + BETWEEN.length > MAX_FILE_BYTES) {
      leftOut.add(uniqueId);
      continue;
    }
    lines.push(line);
    length += line.length + BETWEEN.length;
  }
  if (lines.length === 0) return { text: file, leftOut: [...leftOut] };
  const head = file.trimEnd().replace('"version":1', `"version":${PHOTO_FILE_VERSION},"photoCount":${lines.length}`);
  return { text: head.slice(0, -1) + BEFORE + lines.join(BETWEEN) + AFTER, leftOut: [...leftOut] };
}

/** Returns the file without its photos, and their lines. */
export function splitPhotos(file: string): { readonly plain: string; readonly lines: readonly string[] } {
  const at = file.indexOf(BEFORE);
  if (at === -1) return { plain: file, lines: [] };
  const lines = file.slice(at + BEFORE.length).split('\n');
  return {
    plain: `${file.slice(0, at)}}`,
    lines: lines.map((line) => line.replace(/,$/, '')).filter((line) => line !== '' && line !== ']}'),
  };
}

/** Returns null for a line that is damaged or is no photo that this app would store. */
export async function readPhotoLine(line: string, sha256: Sha256): Promise<FilePhoto | null> {
  let data: unknown;
  try {
    data = parseFileJson(line);
  } catch {
    // It is counted as damaged, like every line that cannot be read.
    return null;
  }
  const { data: photo } = lineSchema.safeParse(data);
  if (photo === undefined || photo.sha256 !== (await sumOf(photo, sha256))) return null;
  const { uniqueId, addedAtMs } = photo;
  const jpeg = decodeBase64(photo.jpeg);
  return jpeg === null || jpeg.length > MAX_PHOTO_BYTES || !isJpeg(jpeg) ? null : { uniqueId, addedAtMs, jpeg };
}

function isJpeg([first, second, third]: Uint8Array): boolean {
  return first === 0xff && second === 0xd8 && third === 0xff;
}

/** The checksum includes whose photo it is. */
async function sumOf(
  { uniqueId, addedAtMs, jpeg }: Pick<z.infer<typeof lineSchema>, 'uniqueId' | 'addedAtMs' | 'jpeg'>,
  sha256: Sha256,
): Promise<string> {
  return hexOf(await sha256(new TextEncoder().encode(`${JSON.stringify([uniqueId, addedAtMs])}${jpeg}`)));
}
