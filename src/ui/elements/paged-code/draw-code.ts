/** Draws a text as the squares of a QR code. */
import { encode } from 'uqr';

export interface DrawnCode {
  /** Squares on a side, with the white around that a camera needs. */
  readonly side: number;
  /** Row by row, 1 where there is ink. */
  readonly ink: Uint8Array<ArrayBuffer>;
}

/** Squares of white on each side, as the standard asks for. */
const QUIET = 4;

export function drawCode(text: string): DrawnCode {
  // The lowest level: a screen has no creases and no dirt, and the squares are the larger for it.
  const { size, data } = encode(text, { ecc: 'L', boostEcc: false, border: QUIET });
  return { side: size, ink: Uint8Array.from(data.flat(), Number) };
}
