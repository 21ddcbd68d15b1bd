/**
 * Reads printed codes in a grey picture: QR, DataMatrix, Code 128 and EAN, also rotated and slightly out of focus.
 */
import {
  BarcodeFormat,
  BinaryBitmap,
  Code128Reader,
  DataMatrixReader,
  DecodeHintType,
  EAN13Reader,
  HybridBinarizer,
  RGBLuminanceSource,
  type Result,
} from '@zxing/library';
// The library's index does not export it; its multi-format readers would add ten more formats.
import EAN8Reader from '@zxing/library/esm/core/oned/EAN8Reader';
import type { LabelFormat, ReadCode } from './label-formats.ts';
import { QrReader } from './qr-reader.ts';

/** Brightness 0 to 255, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8ClampedArray;
}

const FORMATS = new Map<BarcodeFormat, LabelFormat>([
  [BarcodeFormat.QR_CODE, 'qr_code'],
  [BarcodeFormat.DATA_MATRIX, 'data_matrix'],
  [BarcodeFormat.CODE_128, 'code_128'],
  [BarcodeFormat.EAN_13, 'ean_13'],
  [BarcodeFormat.EAN_8, 'ean_8'],
]);
const HARDER = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]]);
const pages = [new QrReader()] as const;
const squares = [...pages, new DataMatrixReader()] as const;
const bars = [new Code128Reader(), new EAN13Reader(), new EAN8Reader()] as const;

/**
 * Rotations tried in addition to the upright picture, one for each frame, some inverted. The readers tolerate about 12
 * degrees, and a square code looks the same after a quarter turn. Labels are mostly upright, so that is tried in every
 * frame.
 */
const TURNS: readonly { readonly degrees: number; readonly of: 'squares' | 'bars'; readonly inverted?: boolean }[] = [
  { degrees: 90, of: 'bars' },
  { degrees: 45, of: 'squares' },
  { degrees: 0, of: 'squares', inverted: true },
  { degrees: 0, of: 'bars', inverted: true },
  { degrees: 22, of: 'squares' },
  { degrees: 67, of: 'squares' },
  { degrees: 22, of: 'bars' },
  { degrees: 157, of: 'bars' },
  { degrees: 67, of: 'bars' },
  { degrees: 112, of: 'bars' },
  { degrees: 45, of: 'bars' },
  { degrees: 135, of: 'bars' },
  { degrees: 45, of: 'squares', inverted: true },
  { degrees: 90, of: 'bars', inverted: true },
];
/** Frames after which every rotation was tried. */
export const TRIES = TURNS.length;

/** Rows averaged into one: bars are the same in each, noise is not. */
const ROWS_IN_ONE = 4;
/** Half the width of a bar's surroundings in pixels, and the gain of the difference. */
const EDGE_REACH = 3;
const EDGE_GAIN = 2;

/** `frameNumber` counts the frames. Null when no code was found. */
export function decodeFrame(picture: GreyPicture, frameNumber: number): ReadCode | null {
  const { degrees, of, inverted = false } = TURNS[frameNumber % TRIES]!;
  const result = readSquares(picture) ?? readBars(picture);
  if (result !== null) return result;
  const other = inverted ? invert(picture) : picture;
  const upright = degrees === 0 ? other : turned(other, degrees);
  return of === 'squares' ? readSquares(upright) : readBars(upright);
}

/** Reads only QR codes, upright or rotated: the pages of a file on another screen. */
export function decodePage(picture: GreyPicture): ReadCode | null {
  return firstOf(pages, picture) ?? firstOf(pages, turned(picture, 45));
}

function readSquares(picture: GreyPicture): ReadCode | null {
  return firstOf(squares, picture);
}

/** Tries the picture, then a sharpened one against lens blur. */
function readBars(picture: GreyPicture): ReadCode | null {
  const flat = flattened(picture);
  return firstOf(bars, flat) ?? firstOf(bars, sharpened(flat));
}

function firstOf(
  readers: typeof pages | typeof squares | typeof bars,
  { grey, width, height }: GreyPicture,
): ReadCode | null {
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
  for (const reader of readers) {
    const result = attempt(() => reader.decode(bitmap, HARDER));
    const format = result === null ? undefined : FORMATS.get(result.getBarcodeFormat());
    const text = result?.getText() ?? '';
    if (format !== undefined && text !== '') return { text, format };
  }
  return null;
}

/** The library throws when it finds nothing, and for some unusual pictures. */
function attempt(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Rotated around its centre and cropped to a square of its shorter side. */
function turned({ grey, width, height }: GreyPicture, degrees: number): GreyPicture {
  const side = Math.min(width, height);
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const out = new Uint8ClampedArray(side * side).fill(255);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [dx, dy] = [x - side / 2, y - side / 2];
      const [u, v] = [cos * dx + sin * dy + width / 2, cos * dy - sin * dx + height / 2];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
      const [right, down, at] = [u - left, v - top, top * width + left];
      out[y * side + x] =
        (grey[at]! * (1 - right) + grey[at + 1]! * right) * (1 - down) +
        (grey[at + width]! * (1 - right) + grey[at + width + 1]! * right) * down;
    }
  }
  return { grey: out, width: side, height: side };
}

/** Makes white-on-dark codes, as on black housings and engraved plates, dark on white. */
function invert({ grey, width, height }: GreyPicture): GreyPicture {
  return { grey: grey.map((brightness) => 255 - brightness), width, height };
}

function flattened({ grey, width, height }: GreyPicture): GreyPicture {
  const rows = Math.floor(height / ROWS_IN_ONE);
  const out = new Uint8ClampedArray(width * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let one = 0; one < ROWS_IN_ONE; one += 1) sum += grey[(row * ROWS_IN_ONE + one) * width + x]!;
      out[row * width + x] = sum / ROWS_IN_ONE;
    }
  }
  return { grey: out, width, height: rows };
}

function sharpened({ grey, width, height }: GreyPicture): GreyPicture {
  const out = new Uint8ClampedArray(grey.length);
  for (let row = 0; row < height; row += 1) {
    const begin = row * width;
    for (let x = 0; x < width; x += 1) {
      const from = Math.max(0, x - EDGE_REACH);
      const to = Math.min(width - 1, x + EDGE_REACH);
      let sum = 0;
      for (let one = from; one <= to; one += 1) sum += grey[begin + one]!;
      const here = grey[begin + x]!;
      out[begin + x] = here + EDGE_GAIN * (here - sum / (to - from + 1));
    }
  }
  return { grey: out, width, height };
}
