/** Draws a text as the squares of a QR code. */
import { QRCodeDecoderErrorCorrectionLevel, QRCodeEncoder } from '@zxing/library';

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
  const matrix = QRCodeEncoder.encode(text, QRCodeDecoderErrorCorrectionLevel.L).getMatrix();
  const inner = matrix.getWidth();
  const side = inner + 2 * QUIET;
  const ink = new Uint8Array(side * side);
  for (let y = 0; y < inner; y += 1)
    for (let x = 0; x < inner; x += 1) ink[(y + QUIET) * side + x + QUIET] = matrix.get(x, y);
  return { side, ink };
}
