/**
 * Cells of CSV files: with any separator of a spreadsheet no formula starts in one, and every text is read back whole.
 */
import { describe, expect, it } from 'vitest';
import { DIALECTS, cellsBy } from './csv-dialects.ts';
import { csvJson, csvLine, csvText } from '../../src/domain/csv.ts';

const mayBeFormula = (cell: string): boolean => /^[\s\p{Cf}\p{Cc}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(cell);

const NASTY = [
  "x;=cmd|' /C calc'!A0;",
  'x;+1',
  'x\t=1+1',
  'x|=1',
  'x,=1',
  'a;;-1;b',
  'x; @SUM(A1)',
  'x;"=1+1',
  '";=1+1',
  "';=1+1",
  'x;\u200b=1',
  'a\r\n=1',
  'a\n=1;+2',
  ';=1',
  '|=1',
  '\t=1',
  'x;\uff1d1',
  '";"=HYPERLINK("http://evil.example")";"',
  '"\t"=1',
  'a"";=1',
  "x;'=1",
  'x;"\'=1',
];

describe.each(DIALECTS)('a spreadsheet that splits at %j', (separators) => {
  it.each(NASTY)('finds no formula in %j, in any cell', (text) => {
    for (const cells of [[text], ['a', text, 'b'], ['"', text], [text, text], ['a;"b', text, 'c"']]) {
      const line = csvLine(cells.map(csvText));
      for (const cell of cellsBy(separators, line).flat())
        if (mayBeFormula(cell)) expect.fail(`${JSON.stringify(line)} has the cell ${JSON.stringify(cell)}`);
    }
  });
});

it('the guard against formulas leaves usual texts unchanged', () => {
  for (const text of [
    'North wing',
    'a-b',
    'a, b',
    'x; y',
    '5 + 3 = 8',
    'a@b.example',
    '10:00-12:00',
    'one|two',
    'say "hello"',
  ]) {
    expect(cellsBy(',', csvText(text))).toEqual([[text]]);
  }
});

it('the guard against formulas only adds apostrophes, so guarded texts are restored', () => {
  for (const text of NASTY)
    expect(cellsBy(',', csvText(text))[0]![0]!.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
});

it('the guard against formulas writes JSON that can be parsed again, including negative numbers', () => {
  for (const value of [[1, -2], { 'x;=1': '|@y', n: -1.5e-7, deep: [['\t+1', 'a;-b']] }, NASTY]) {
    const [[cell]] = cellsBy(',', csvJson(value)) as [[string]];
    expect(JSON.parse(cell)).toEqual(value);
    for (const separators of DIALECTS)
      for (const read of cellsBy(separators, csvJson(value)).flat()) expect(mayBeFormula(read), read).toBe(false);
  }
});

it('the guard against formulas takes time in proportion to the text', () => {
  for (const unit of ['\t', ';', ' ', '"', '\u200b'])
    expect(csvText(unit.repeat(1_000_000)).length).toBeGreaterThan(999_999);
});
