/** Cells that say that there is no value. */
import { describe, expect, it } from 'vitest';
import { isAsAbove, noValueOf } from './no-value.ts';

describe('a cell of a table', () => {
  it.each(['#N/A', '#NV', '#REF!', '#BEZUG!', '#WERT!', '#NAME?', '#DIV/0!', '#ÜBERLAUF!', 'Err:508', '#ERROR!'])(
    'with %s holds the error of a formula',
    (text) => expect(noValueOf(text)).toBe('failed'),
  );
  it.each(['NULL', '\\N', '(null)', '[NULL]', '<null>', '<NA>', '(leer)', '(blank)', '<empty>'])(
    'with %s holds a mark for no value',
    (text) => expect(noValueOf(text)).toBe('none'),
  );
  it.each(['null', 'None', 'n/a', 'N/A', 'NA', '-', '–', 'k. A.', 'keine Angabe', 'Unbekannt', '?'])(
    'with %s may hold a value or none',
    (text) => expect(noValueOf(text)).toBe('doubtful'),
  );
  it.each(['', 'Room 3', '#3', '#N/A room', 'Nullgasse', 'Nana', 'none of these', '-1', '#'.repeat(200)])(
    'with %j holds a value',
    (text) => expect(noValueOf(text)).toBeNull(),
  );
});

describe('a cell that repeats the one above', () => {
  it.each([
    '"',
    '″',
    '„',
    "''",
    '-"-',
    '– “ –',
    'dito',
    'Ditto',
    'dto.',
    'do.',
    's.o.',
    's. o.',
    'wie oben',
    'as above',
  ])('may hold %s', (text) => expect(isAsAbove(text)).toBe(true));
  it.each(['', '-', '"A"', 'Do', 'so', '19"', 'Same Street', 'above'])('does not hold %j', (text) =>
    expect(isAsAbove(text)).toBe(false),
  );
});
