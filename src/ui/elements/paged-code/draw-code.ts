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
  // As few squares as possible, so that they are large; within that number as much correction as fits, for damaged paper.
  // A lone surrogate would be an error.
  const { size, data } = encode(text.replace(/\p{Cs}/gu, '\uFFFD'), { ecc: 'L', boostEcc: true, border: QUIET });
  return { side: size, ink: Uint8Array.from(data.flat(), Number) };
}
