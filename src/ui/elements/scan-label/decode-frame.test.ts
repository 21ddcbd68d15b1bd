/** Reads printed codes at any angle, and none in a picture without one. */
import { describe, expect, it } from 'vitest';
import { photograph, type Print } from '../../../../test/support/printed-codes.ts';
import { sampled } from '../../../../test/support/sampled.ts';
import { TRIES, decodeFrame } from './decode-frame.ts';
import type { ReadCode } from './label-formats.ts';

/** The code read while the camera shows one picture, and the number of frames needed. */
function decode(print: Print, isInverted = false): { readonly code: ReadCode | null; readonly frames: number } {
  const picture = photograph(print);
  if (isInverted) for (const [at, brightness] of picture.grey.entries()) picture.grey[at] = 255 - brightness;
  for (let frame = 0; frame < TRIES; frame += 1) {
    const code = decodeFrame(picture, frame);
    if (code !== null) return { code, frames: frame + 1 };
  }
  return { code: null, frames: TRIES };
}

const QR = { kind: 'qrcode', text: 'https://example.com/b/Ab3dEf', modulePx: 6 } as const;
const MATRIX = { kind: 'datamatrix', text: 'Ab3dEf', modulePx: 10 } as const;
const BARS = { kind: 'code128', text: 'Ab3dEf', modulePx: 3 } as const;
const EAN = { kind: 'ean13', text: '4006381333931', modulePx: 3 } as const;
const SHORT_EAN = { kind: 'ean8', text: '96385074', modulePx: 4 } as const;

describe('a printed code before the camera', () => {
  it.each([
    [QR, 'qr_code'],
    [MATRIX, 'data_matrix'],
    [BARS, 'code_128'],
    [EAN, 'ean_13'],
    [SHORT_EAN, 'ean_8'],
  ] as const)('is read at once when it is upright: $kind', (print, format) => {
    const { code, frames } = decode(print);
    expect(code).toEqual({ text: print.text, format });
    expect(frames).toBeLessThanOrEqual(2);
  });

  it.each([QR, MATRIX, BARS, EAN, SHORT_EAN])('is read when it is out of focus: $kind', (print) => {
    expect(decode({ ...print, blurPx: 1 }).code?.text).toBe(print.text);
  });

  it.each(
    [QR, MATRIX, BARS, EAN, SHORT_EAN].flatMap((print) =>
      sampled(`turns of ${print.kind}`, [7, 33, 58, 90, 124, 180], 1).map((turnDegrees) => ({ ...print, turnDegrees })),
    ),
  )('is read when it is turned: $kind by $turnDegrees degrees', (print) => {
    expect(decode(print).code?.text).toBe(print.text);
  });

  it.each(sampled('white on dark', [QR, MATRIX, BARS, EAN, SHORT_EAN], 2))(
    'is read when it is white on dark: $kind',
    (print) => {
      expect(decode(print, true).code?.text).toBe(print.text);
      expect(decode({ ...print, turnDegrees: 90 }, true).code?.text).toBe(print.text);
    },
  );

  it('is never found in a picture that shows none', () => {
    expect(decode({ kind: 'qrcode', text: 'x', modulePx: 0.001 }).code).toBeNull();
  });
});
