/** What came as the body of an answer, before anybody asks what it means. */

import { nextTurn, parseInPieces } from './parse-pieces.ts';

/** `text`: neither JSON nor HTML · `broken`: called JSON, or begins like it, and is none. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly data: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'broken'; readonly text: string; readonly isCutOff: boolean; readonly isBase64: boolean };

/** No honest answer is larger; a phone that has to hold one stands still, or falls. */
export const MOST_BODY_BYTES = 50_000_000;

/** Where the network is faster than the phone a body never lets go of the page: after so many bytes the screen has its turn. */
const BYTES_A_TURN = 4_000_000;

/** The bytes of a body, counted while they come, after any decompression; null where there are more than the most, and the rest is discarded. */
export async function readBytes(
  response: Response,
  most = MOST_BODY_BYTES,
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

export async function bodyOf(response: Response, text: string): Promise<Body> {
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

/** Long enough for a package, in either alphabet, with or without line breaks: no word of a person looks like it. */
export function isBase64(text: string): boolean {
  const packed = text.replace(/[\r\n\t ]+/g, '');
  const longest = text
    .trim()
    .split(/\s+/)
    .reduce((most, part) => Math.max(most, part.length), 0);
  return packed.length >= 40 && longest >= 40 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(packed);
}
