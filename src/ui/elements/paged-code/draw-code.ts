/** Draws a text as a QR code. */
import { encode } from 'uqr';

export interface DrawnCode {
  /** Squares on a side, including the white border. */
  readonly side: number;
  /** Row by row, 1 for black. */
  readonly ink: Uint8Array<ArrayBuffer>;
}

/** White border in squares, as the standard requires. */
const QUIET = 4;

export function drawCode(text: string): DrawnCode {
  // The lowest error correction: a screen has no damage, and the squares become larger.
  const { size, data } = encode(text, { ecc: 'L', boostEcc: false, border: QUIET });
  return { side: size, ink: Uint8Array.from(data.flat(), Number) };
}
