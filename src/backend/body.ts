/** The body of an answer before it is interpreted. */

import { MAX_BODY_BYTES } from '../domain/limits.ts';
import { nextTurn, parseInPieces } from './parse-pieces.ts';

/** `text`: neither JSON nor HTML · `broken`: declared as JSON, or begins like it, but invalid. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly data: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'broken'; readonly text: string; readonly isCutOff: boolean; readonly isBase64: boolean };

/** Bytes after which the page gets a turn, because on a fast network reading a body would block it. */
const BYTES_A_TURN = 4_000_000;

/**
 * Returns the bytes of a body, counted after decompression while they arrive; null when there are too many, and the
 * rest is discarded.
 */
export async function readBytes(
  response: Response,
  most = MAX_BODY_BYTES,
  rest = nextTurn,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { body } = response;
  if (body === null) return new Uint8Array();
  if (Number(response.headers.get('content-length')) > most) {
    await body.cancel();
    return null;
  }
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let inThisTurn = 0;
  async function took(bytes: number): Promise<void> {
    inThisTurn += bytes;
    if (inThisTurn < BYTES_A_TURN) return;
    inThisTurn = 0;
    await rest();
  }
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      return null;
    }
    pieces.push(value);
    await took(value.byteLength);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
    await took(piece.byteLength);
  }
  return bytes;
}

export async function bodyOf(response: Response, bytes: Uint8Array): Promise<Body> {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return { kind: 'none' };
  try {
    return { kind: 'json', data: await parseInPieces(text) };
  } catch {
    const beginsSo = /^\s*[[{]/.test(text);
    if (!beginsSo && !/json/i.test(response.headers.get('content-type') ?? ''))
      return { kind: 'text', text: text.trim() };
    return { kind: 'broken', text: text.trim(), isCutOff: beginsSo || /^\s*"/.test(text), isBase64: isBase64(text) };
  }
}

/**
 * True for Base64 that is long enough for a package, in either alphabet, with or without line breaks. No message in
 * words looks like it.
 */
export function isBase64(text: string): boolean {
  const packed = text.replace(/[\r\n\t ]+/g, '');
  const longest = text
    .trim()
    .split(/\s+/)
    .reduce((most, part) => Math.max(most, part.length), 0);
  return packed.length >= 40 && longest >= 40 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(packed);
}
