/**
 * The splitter of records: accepted layouts, how little a broken record may cost, and that chunk boundaries never
 * matter.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordSplitter, type Piece } from './record-splitter.ts';

function split(text: string, cuts: readonly number[] = [], maxRecord?: number): Piece[] {
  const splitter = createRecordSplitter(maxRecord);
  const pieces: Piece[] = [];
  let from = 0;
  for (const cut of [...cuts, text.length]) {
    pieces.push(...splitter.push(text.slice(from, Math.max(from, cut))));
    from = Math.max(from, cut);
  }
  return [...pieces, ...splitter.end()];
}

const objects = (pieces: readonly Piece[]): unknown[] =>
  pieces.flatMap((piece) => (piece.kind === 'object' ? [JSON.parse(piece.text) as unknown] : []));
const textsOf = (pieces: readonly Piece[]): string[] =>
  pieces.map((piece) => `${piece.line} ${piece.kind === 'broken' ? piece.reason : piece.kind}`);

/** JSON objects, nested, with texts full of brackets, quotes and line breaks. */
const anyObject = fc
  .dictionary(
    fc.string(),
    fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('{', '}', '[', ']', '"', '\\', '\n', '},{', '{"a":1}')),
    { minKeys: 1 },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

describe('splitting a text into records', () => {
  it.each([
    ['one record on each line', '{"a":1}\n{"a":2}\n{"a":3}'],
    ['an array in one line', '[{"a":1},{"a":2},{"a":3}]'],
    ['an indented array', JSON.stringify([{ a: 1 }, { a: 2 }, { a: 3 }], null, 2)],
    ['records one after the other', '{"a":1}{"a":2} {"a":3}'],
    ['indented records one after the other', [1, 2, 3].map((a) => JSON.stringify({ a }, null, 4)).join('\n')],
    ['an array on each line', '[{"a":1},{"a":2}]\n[{"a":3}]\n'],
    ['a byte order mark, Windows line ends and empty lines', '\ufeff{"a":1}\r\n\r\n{"a":2}\r\n{"a":3}\r\n'],
    ['lines that end with a comma', '{"a":1},\n{"a":2},\n{"a":3},\n'],
    ['records laid out over lines without indentation', '{\n"a":1\n}\n{\n"a":2\n}\n{\n"a":3\n}'],
  ])('accepts %s', (_name, text) => {
    const pieces = split(text);
    expect(objects(pieces)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(pieces).toHaveLength(3);
  });

  it('reports the line on which each record begins', () => {
    expect(split('{"a":1}\n\n  {"a":\n    2}\n{"a":3}').map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('finds nothing in empty text', () => {
    expect(split('')).toEqual([]);
    expect(split(' \r\n\t\n')).toEqual([]);
    expect(split('[]')).toEqual([]);
  });
});

describe('splitting a text with broken records', () => {
  it.each([
    ['a record cut after a value', '{"a":1', '1 notClosed'],
    ['a record cut after a colon', '{"a":', '1 notClosed'],
    ['a record cut after a comma', '{"a":1,', '1 notClosed'],
    ['a record cut in a literal', '{"a":tr', '1 notClosed'],
    ['a record cut in a text', '{"a":"x', '1 lineBreak'],
    ['a record cut after a backslash', '{"a":"x\\', '1 lineBreak'],
    ['a record cut in a list', '{"a":[', '1 notClosed'],
    ['a record cut in a nested object', '{"a":{"b":', '1 notClosed'],
    ['a list closed by a brace', '{"a":[1,2}', '1 notClosed'],
    ['a line that is no record', 'hello {world}', '1 other'],
    ['a number', '42', '1 other'],
    ['the rest of a record', '"rssi":-70}', '1 other'],
    ['an additional brace', '}', '1 other'],
  ])('leaves out %s, but not the next line', (_name, line, expected) => {
    const pieces = split(`${line}\n{"b":2}\n{"b":3}\n`);
    expect(textsOf(pieces)).toEqual([expected, '2 object', '3 object']);
    expect(objects(pieces)).toEqual([{ b: 2 }, { b: 3 }]);
  });

  it('accepts a byte order mark before a record, right after a line that was cut', () => {
    expect(objects(split('{"a":1,"b":\n\ufeff{"b":2}\n{"b":3}'))).toEqual([{ b: 2 }, { b: 3 }]);
  });

  it('separates a cut record from the line after it', () => {
    expect(textsOf(split('{"a":\nnot a record\n{"a":1,\n42\n{"b":2}'))).toEqual([
      '1 notClosed',
      '2 other',
      '3 notClosed',
      '4 other',
      '5 object',
    ]);
  });

  it.each<[what: string, lines: string, found: string[]]>([
    ['a text that follows a list', '{"a":[1,\n"b":2}', ['1 notClosed', '2 other']],
    ['a text that follows a value', '{"a":1\n"b":2}', ['1 notClosed', '2 other']],
    ['a text that follows a colon', '{"a":\n"b":2}', ['1 notClosed', '2 other']],
    ['a comma, a name and a brace at the start of a line', '{"a":1\n,\n"b":2\n}', ['1 object']],
    ['a bracket at the start of a line', '{"a":[1\n]\n}', ['1 object']],
    ['a list closed by another record', '{"a":[1 {"b":1}', ['1 notClosed', '1 object']],
    ['an object closed by a list', '{"a":{"b":1]}}', ['1 notClosed']],
    ['two lists closed by a brace', '{"a":[[1}', ['1 notClosed']],
  ])('separates from a record what does not belong to it: %s', (_what, lines, found) => {
    const next = lines.split('\n').length + 1;
    expect(textsOf(split(`${lines}\n{"c":3}`))).toEqual([...found, `${next} object`]);
  });

  it('accepts a record of the maximum length, and shows the first 200 characters of a longer one', () => {
    const text = `{"a":"${'x'.repeat(300)}"}`;
    expect(textsOf(split(text, [], text.length))).toEqual(['1 object']);
    expect(split(text, [50], text.length - 1)).toEqual([
      { kind: 'broken', line: 1, reason: 'tooLarge', excerpt: text.slice(0, 200) },
    ]);
    expect(split('word '.repeat(100), [], 100)).toEqual([
      { kind: 'broken', line: 1, reason: 'tooLarge', excerpt: 'word '.repeat(40).trim() },
    ]);
  });

  it('begins a record after text between two records of one line', () => {
    expect(split('{"a":1} then {"b":2}')).toEqual([
      { kind: 'object', line: 1, text: '{"a":1}' },
      { kind: 'other', line: 1, text: 'then' },
      { kind: 'object', line: 1, text: '{"b":2}' },
    ]);
    // Text on another line ends with its line.
    expect(textsOf(split('{"a":1}\nthen {"b":2}'))).toEqual(['1 object', '2 other']);
  });

  it.each([
    '[INFO] {"a":1}',
    '[pod/a/b] {"a":1}',
    '[2026-11-28 10:00:00,123] x',
    '[0] [main] {"a":1}',
    '[null]',
    '[',
    '[ {',
  ])('takes a bracket at the start of a line for a list only where a list begins: %s', (line) => {
    const isList = line === '[' || line === '[ {';
    const pieces = split(`${line}\n{"b":2}`, [1]);
    expect(pieces[0]).toEqual(isList ? expect.anything() : { kind: 'other', line: 1, text: line });
    expect(textsOf(pieces).includes('2 arrayNotClosed')).toBe(isList);
    expect(objects(pieces)).toEqual([{ b: 2 }]);
  });

  it('continues line by line after text that only begins like a list', () => {
    expect(textsOf(split('[7 {"a":1}]\n{"b":2}'))).toEqual(['1 other', '2 object']);
    expect(textsOf(split('["x" {"a":1}]\n{"b":2}'))).toEqual(['1 other', '1 object', '2 object']);
    expect(textsOf(split('['))).toEqual(['1 arrayNotClosed']);
    expect(textsOf(split('[7]\n8, 9'))).toEqual(['1 other', '2 other']);
  });

  it('continues in an array after a record that does not close', () => {
    const text = '[\n  {"a": 1},\n  {"a": 2,\n  {"a": 3},\n  {"a": "4\n  },\n  {"a": 5}\n]';
    const pieces = split(text);
    expect(objects(pieces)).toEqual([{ a: 1 }, { a: 3 }, { a: 5 }]);
    expect(textsOf(pieces).filter((one) => !one.endsWith('object'))).toEqual(['3 notClosed', '5 lineBreak']);
  });

  it('reports text between the records of an array', () => {
    expect(textsOf(split('[{"a":1}, 7, "x, {y}", null, {"a":2}]'))).toEqual([
      '1 object',
      '1 other',
      '1 other',
      '1 other',
      '1 object',
    ]);
  });

  it('reports an array that was cut off', () => {
    expect(textsOf(split('[{"a":1},\n{"a":2}'))).toEqual(['1 object', '2 object', '2 arrayNotClosed']);
  });

  it('skips a record that is too long, and finds the next', () => {
    const pieces = split(`{"a":"${'x'.repeat(500)}"}\n{"b":2}`, [100, 200, 300], 100);
    expect(textsOf(pieces)).toEqual(['1 tooLarge', '2 object']);
  });

  it('does not split objects that are laid out within objects', () => {
    const record = { a: { b: [{ c: 1 }, { c: { d: 2 } }] }, e: [{ f: [] }] };
    expect(objects(split(JSON.stringify([record, record], null, 2)))).toEqual([record, record]);
    expect(objects(split(`${JSON.stringify(record, null, 1)}\n${JSON.stringify(record, null, '\t')}`))).toEqual([
      record,
      record,
    ]);
  });
});

describe('splitting any text into records', () => {
  it('returns each record of every layout', () => {
    const shapes: ((all: readonly unknown[]) => string)[] = [
      (all) => all.map((one) => JSON.stringify(one)).join('\n'),
      (all) => JSON.stringify(all),
      (all) => JSON.stringify(all, null, 2),
      (all) => all.map((one) => JSON.stringify(one, null, 2)).join('\r\n'),
      (all) => all.map((one) => JSON.stringify(one)).join(''),
    ];
    fc.assert(
      fc.property(fc.array(anyObject, { maxLength: 8 }), fc.constantFrom(...shapes), (all, shape) => {
        const pieces = split(shape(all));
        expect(objects(pieces)).toEqual(all);
        expect(pieces).toHaveLength(all.length);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same result for any chunk boundaries', () => {
    const fragments = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      '\n',
      '\r\n',
      ' ',
      '  ',
      'a',
      '1',
      '{"a":1}',
      '{"a":"b',
      '\n{"c":[{',
      'x | ',
      'x | {\nx |  ',
      'null',
      '\ufeff',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 60 }), fc.array(fc.nat(200), { maxLength: 6 }), (parts, cuts) => {
        const text = parts.join('');
        const sorted = cuts.filter((cut) => cut <= text.length).sort((a, b) => a - b);
        expect(split(text, sorted)).toEqual(split(text));
        // The same with one chunk for each character.
        expect(
          split(
            text,
            Array.from({ length: text.length }, (_, at) => at),
          ),
        ).toEqual(split(text));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every good line whatever the lines between them contain', () => {
    // A line of arbitrary brackets and quotes. Only one that opens an array changes how the next lines are read, and
    // even then they are found.
    const rubbish = fc.oneof(
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', ' ', 'a', '1') }),
      anyObject.chain((one) =>
        fc.nat(JSON.stringify(one).length - 1).map((length) => JSON.stringify(one).slice(0, length)),
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(rubbish, fc.nat(1_000_000)), { maxLength: 12 }), (rows) => {
        const text = rows.map(([bad, id]) => `${bad}\n${JSON.stringify({ id, text: 'a {b} "c"' })}`).join('\n');
        const found = split(text).flatMap((piece) =>
          piece.kind === 'object' && piece.text.startsWith('{"id":') ? [Number(/\d+/.exec(piece.text)![0])] : [],
        );
        expect(found).toEqual(rows.map(([, id]) => id));
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void split(text, [7, 19])),
      { numRuns: 150 },
    );
  });
});
