/** Cells of CSV files: what stays as it is, and what a spreadsheet must not read as a formula. */
import { describe, expect, it } from 'vitest';
import type { Json } from './device.ts';
import { csvCell, csvJson, csvLine, csvText, withoutGuard } from './csv.ts';

it.each<[value: Json, cell: string]>([
  [null, ''],
  [0, '0'],
  [-4.5, '-4.5'],
  [false, 'false'],
  ['', ''],
  ['door', 'door'],
  ['-1', "'-1"],
  [['a', -1], '"[""a"",-1]"'],
  [{ on: true }, '"{""on"":true}"'],
  [{}, '{}'],
])('the value %j is written as the CSV cell %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

describe('a text in a CSV cell', () => {
  it.each([
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['@a', "'@a"],
    ['\uff1d1', "'\uff1d1"],
    ['\uff201', "'\uff201"],
    ['  =1', "'  =1"],
    ['\u200b=1', "'\u200b=1"],
    ['"=1', '"\'""=1"'],
    ['\t1', '"\'\t1"'],
    ['\n1', '"\'\n1"'],
    ['a;=1', '"a;\'=1"'],
    ['a|=1', '"a|\'=1"'],
    ['a,=1', '"a,\'=1"'],
    ['a\t-1', '"a\t\'-1"'],
  ])('%j is marked as text, so that no spreadsheet reads a formula: %j', (text, cell) => {
    expect(csvText(text)).toBe(cell);
    const inside = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    expect(withoutGuard(inside)).toBe(text);
  });

  it.each([
    ['a=1', 'a=1'],
    ['a =1', 'a =1'],
    ['1 - 2', '1 - 2'],
    ["it's", "it's"],
    [' a', ' a'],
    ['a;b', '"a;b"'],
    ['a|b', '"a|b"'],
    ['a\tb', '"a\tb"'],
    ['a\r\nb', '"a\r\nb"'],
    ['say "no"', '"say ""no"""'],
  ])('%j is written without a mark as text: %j', (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  it.each(["'a", "it's", "a;'b", "''", 'a', "a, 'b'"])(
    '%j is read back as it is, because no mark was added',
    (text) => {
      expect(withoutGuard(text)).toBe(text);
    },
  );
});

describe('a list or an object in a CSV cell', () => {
  const read = (cell: string): unknown => JSON.parse(cell.slice(1, -1).replaceAll('""', '"'));
  it('is escaped where a spreadsheet that splits at a semicolon, a tab or a bar would read a formula', () => {
    expect(csvJson(['a;=1'])).toBe('"[""a;\\u003d1""]"');
    expect(csvJson(['a|\uff0b1'])).toBe('"[""a|\\uff0b1""]"');
    expect(read(csvJson(['a;=1', 'a| -1']))).toEqual(['a;=1', 'a| -1']);
  });

  it('is not escaped where nothing would be split, and where no formula follows', () => {
    expect(csvJson(['=1', 'a,-1'])).toBe('"[""=1"",""a,-1""]"');
    expect(csvJson(['a;b', 'a| c'])).toBe('"[""a;b"",""a| c""]"');
    expect(csvJson([1, -1])).toBe('"[1,-1]"');
  });
});

it('the cells of a CSV line are separated by commas, and the line ends with a line break', () => {
  expect(csvLine(['a', '', 'b'])).toBe('a,,b\r\n');
});
