/** The sheets of labels: what is on a label is on the paper, and every beacon gets one label. */
import { describe, expect, it } from 'vitest';
import { LABEL_SHEETS, insidesOf, labelPortions, labelsOn } from './sheet.ts';

const [FIRST] = LABEL_SHEETS;

describe('the table of label sheets', () => {
  it.each(LABEL_SHEETS)('has labels that fit on their paper: $id', (sheet) => {
    const { widthMm, heightMm, columns, rows, labelWidthMm, labelHeightMm, gapMm } = sheet;
    expect(columns * labelWidthMm + (columns - 1) * gapMm).toBeLessThanOrEqual(widthMm);
    expect(rows * labelHeightMm).toBeLessThanOrEqual(heightMm);
  });

  it.each(LABEL_SHEETS)(
    'leaves the edge that printers cannot reach, and space for a readable code and a name: $id',
    (sheet) => {
      const { insetMm, codeMm } = insidesOf(sheet);
      const leftMm = (sheet.widthMm - sheet.columns * sheet.labelWidthMm - (sheet.columns - 1) * sheet.gapMm) / 2;
      const topMm = (sheet.heightMm - sheet.rows * sheet.labelHeightMm) / 2;
      expect(Math.min(leftMm, topMm) + insetMm).toBeGreaterThanOrEqual(4.5);
      // 37 squares of 0.45 mm: a code of 53 characters, at any level of correction that fits.
      expect(codeMm).toBeGreaterThanOrEqual(17);
      expect(codeMm + 2 * insetMm).toBeLessThanOrEqual(sheet.labelHeightMm + 1e-9);
      expect(sheet.labelWidthMm - codeMm - 2 * insetMm).toBeGreaterThan(20);
    },
  );

  it('has a name of its own for each sheet', () => {
    expect(new Set(LABEL_SHEETS.map(({ id }) => id)).size).toBe(LABEL_SHEETS.length);
  });
});

describe('the print jobs into which many labels are divided', () => {
  it('are only one for 20 labels, also on a sheet that was begun', () => {
    expect(labelPortions(FIRST, 20, 10)).toEqual([{ from: 0, to: 20, skipped: 9, sheets: 2 }]);
  });

  it('are none without labels', () => {
    expect(labelPortions(FIRST, 0, 1)).toEqual([]);
  });

  it.each(
    LABEL_SHEETS.flatMap((sheet) => [1, 5, 477, 480, 481, 2000].map((count) => ({ sheet, count, id: sheet.id }))),
  )('print each of $count labels once, on full sheets up to the last: $id', ({ sheet, count }) => {
    const each = labelsOn(sheet);
    for (const start of [1, Math.ceil(each / 2), each]) {
      const portions = labelPortions(sheet, count, start);
      expect(portions.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))).toEqual(
        Array.from({ length: count }, (_, at) => at),
      );
      for (const { from, to, skipped } of portions.slice(0, -1)) expect((skipped + to - from) % each).toBe(0);
      for (const { from, to } of portions) expect(to - from).toBeLessThanOrEqual(500);
      const sheets = portions.reduce((sum, one) => sum + one.sheets, 0);
      expect(sheets).toBe(Math.ceil((start - 1 + count) / each));
    }
  });
});
