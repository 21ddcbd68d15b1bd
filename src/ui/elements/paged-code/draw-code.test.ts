/** Our own reader reads what is drawn for another phone, also tilted and out of focus. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAMPAIGN } from '../../../../test/hostile/campaign.ts';
import { photographOf, type Held } from '../../../../test/support/printed-codes.ts';
import { writeCodePages } from '../../../domain/code-pages.ts';
import { sha256 } from '../../shared/sha256.ts';
import { decodePage } from '../scan-label/decode-frame.ts';
import { drawCode } from './draw-code.ts';

/** A full page of incompressible bytes. */
const fullPage = fc
  .noBias(fc.uint8Array({ minLength: 560, maxLength: 560 }))
  .map((bytes) => writeCodePages('job', Uint8Array.from(bytes), sha256))
  .map(async (pages) => (await pages)[0]!);

/** The text read in one picture. */
function read(text: string, held: Held, width: number, height: number): string | null {
  const { side, ink } = drawCode(text);
  const drawn = { width: side, height: side, ink: (x: number, y: number) => ink[y * side + x] === 1 };
  return decodePage(photographOf(drawn, held, width, height))?.text ?? null;
}

describe('a printed code for one page of a file', () => {
  it('has 81 squares on each side with a white border, however much it contains', async () => {
    const [page] = fc.sample(fullPage, 1);
    expect(drawCode(await page!).side).toBe(81 + 8);
  });

  it.each([4, 4.3, 4.9])(
    'is read from the first camera picture, whatever it holds, at %d pixels a square and not quite upright',
    (modulePx) =>
      fc.assert(
        fc.asyncProperty(fullPage, fc.integer({ min: -8, max: 8 }), async (page, turnDegrees) => {
          const text = await page;
          const sidePx = Math.round(modulePx * 100);
          expect(read(text, { modulePx, turnDegrees }, sidePx, sidePx)).toBe(text);
        }),
        { numRuns: CAMPAIGN.whole ? 40 : 15, endOnFailure: true },
      ),
  );

  it.each([
    ['turned by 25 degrees', { modulePx: 5, turnDegrees: 25 }],
    ['turned by 45 degrees', { modulePx: 5, turnDegrees: 45 }],
    ['turned by 70 degrees', { modulePx: 5, turnDegrees: 70 }],
    ['from further away', { modulePx: 3.4 }],
    ['out of focus', { modulePx: 6, blurPx: 1 }],
  ])('is read by the scanner %s', async (_, held) => {
    const [page] = fc.sample(fullPage, 1);
    const text = await page!;
    expect(read(text, held, 1280, 720)).toBe(text);
  });

  it('replaces a lone surrogate, which no code can contain', () => {
    expect(read('tB4x\ud83d', { modulePx: 5 }, 400, 400)).toBe('tB4x\uFFFD');
  });
});
