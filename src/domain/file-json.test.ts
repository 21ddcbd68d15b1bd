import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  DoubledMemberError,
  MAX_DEPTH,
  TooDeepError,
  parseExactly,
  parseFileJson,
  parseRecord,
  roundedNumber,
} from './file-json.ts';
import { readJobFile } from './job/job-file.ts';
import { readTemplateFile } from './job/template-file.ts';
import { readReceiptFile } from './receipt-file-reading.ts';
import { checkReport } from './report/check-report.ts';

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
/** Returns a number as a whole multiple of 10 to the -400. */
const scaled = (text: string): bigint => {
  const [, sign = '', whole = '', part = '', exponent = '0'] = /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text)!;
  return BigInt(`${sign}${whole}${part}`) * 10n ** BigInt(400 + Number(exponent) - part.length);
};
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('the JSON of a file', () => {
  it('equals the result of JSON.parse, whatever brackets and quotes are in its texts', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        expect(parseFileJson(text)).toEqual(JSON.parse(text));
        expect(parseFileJson(`\uFEFF${text}`)).toEqual(JSON.parse(text));
      }),
    );
    const tricky = [`${'['.repeat(500)}"`, '\\', '\\"[', '{'.repeat(500)];
    expect(parseFileJson(JSON.stringify(tricky))).toEqual(tricky);
  });

  it('is refused before it is parsed when it is nested too deep', () => {
    expect(parseFileJson(nested(MAX_DEPTH))).toBeInstanceOf(Array);
    expect(() => parseFileJson(nested(MAX_DEPTH + 1))).toThrow(TooDeepError);
    expect(() => parseFileJson('{"a":'.repeat(MAX_DEPTH + 1))).toThrow(TooDeepError);
    expect(() => parseFileJson('"[[[')).toThrow(SyntaxError);
  });
});

describe('JSON with the numbers NaN and Infinity, which JSON does not have,', () => {
  it.each([
    ['{"a":NaN,"b":-Infinity}', { a: 'NaN', b: '-Infinity' }],
    ['[Infinity, "NaN, \\" Infinity", 1]', ['Infinity', 'NaN, " Infinity', 1]],
    ['{"NaN":1}', { NaN: 1 }],
  ])('in %s keeps these numbers as texts', (text, value) => {
    expect(parseRecord(text)).toEqual(value);
    expect(parseExactly(text)).toEqual(value);
  });

  it('in a record of a stream is refused when it is nested too deep', () => {
    expect(() => parseRecord(nested(MAX_DEPTH + 1))).toThrow(TooDeepError);
    expect(parseRecord(nested(MAX_DEPTH))).toBeInstanceOf(Array);
  });

  it.each(['{"a":Nan}', '[1,]', 'NaNa', '{"a":NaN'])('in %s is refused because something else is wrong', (text) =>
    expect(() => parseExactly(text)).toThrow(SyntaxError),
  );

  it('is read as JSON.parse reads it where no such number occurs', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseRecord(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});

it.each(['nan', '-nan', 'inf', '-inf', '+Infinity'])(
  'the number %s, which JSON does not have, is returned as a text',
  (number) => {
    expect(parseExactly(`[${number},"${number}"]`)).toEqual([number, number]);
  },
);

describe('JSON with numbers of many digits', () => {
  it.each([
    ['{"a":1234567890123456789,"b":-1234567890123456789}', { a: '1234567890123456789', b: '-1234567890123456789' }],
    ['[9007199254740991,1234567890123456789]', [9_007_199_254_740_991, '1234567890123456789']],
    ['["1234567890123456789",12345678901234567890]', ['1234567890123456789', '12345678901234567890']],
    [
      '{"lat":59.91386880000000001, "lng":-0.12345678901234567890}',
      { lat: '59.91386880000000001', lng: '-0.12345678901234567890' },
    ],
    ['[1e400,-1.5e1234567890123456789,1E-400]', ['1e400', '-1.5e1234567890123456789', '1E-400']],
    ['1234567890123456789', '1234567890123456789'],
  ])('in %s keeps each digit', (text, value) => expect(parseExactly(text)).toEqual(value));

  it.each([
    '1.0',
    '-0',
    '1E5',
    '59.9138688',
    '1.00000000000000000000',
    '0.00000000000000000000',
    '100000000000000000000',
    '0.1e-7',
    '1e300',
    '5e-324',
  ])('in %s has a plain number, because a double has its value', (text) => {
    expect(parseExactly(`[${text}]`)).toEqual([Number(text)]);
    expect(parseExactly(`[${text}, 1234567890123456789]`)).toEqual([Number(text), '1234567890123456789']);
  });

  it('returns each number as a double or with the digits that were sent, never as another value', () => {
    const digits = fc.stringMatching(/^[0-9]{0,24}$/);
    const numbers = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.stringMatching(/^(?:0|[1-9][0-9]{0,24})$/),
        digits,
        fc.constantFrom('', 'e5', 'E-9', 'e+40', 'e-330'),
      )
      .map(([sign, whole, part, exponent]) => `${sign}${whole}${part === '' ? '' : `.${part}`}${exponent}`);
    fc.assert(
      fc.property(numbers, (text) => {
        const value = parseExactly(`{"a": ${text}}`) as { readonly a: number | string };
        if (typeof value.a === 'string') expect(value.a).toBe(text);
        else expect(scaled(String(value.a))).toBe(scaled(text));
        expect(roundedNumber(value.a)).toBe(Number(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('equals the result of JSON.parse where a double holds each digit', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const withLong = `[${text},"1234567890123456789"]`;
        expect(parseExactly(text)).toEqual(JSON.parse(text));
        expect(parseExactly(withLong)).toEqual(JSON.parse(withLong));
      }),
    );
    for (const text of ['[1234567890123456789', '{-1234567890123456789:1}', '[01234567890123456789]'])
      expect(() => parseExactly(text)).toThrow(SyntaxError);
  });
});

describe('a file with two members of one name', () => {
  it.each<[string, readonly (string | number)[]]>([
    ['{"a":1,"a":1}', ['a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['\ufeff{"list":["x,",{"a":[1,{}]},{"b":"{","c":"a","b":"c"}]}', ['list', 2, 'b']],
    ['[[],[{"__proto__":1, "" : 2, "":3}]]', [1, 0, '']],
  ])('is refused, and the member is named: %s', (text, path) => {
    expect(() => parseFileJson(text)).toThrow(new DoubledMemberError(path));
  });

  it.each(['{"a":{"a":["a","a",{"a":1}]},"b":"a"}', '[{"a":1},{"a":1}]', '{"a":["a"],"A":",\\"a"}'])(
    'is not refused when the names are in different objects, or in texts: %s',
    (text) => expect(parseFileJson(text)).toEqual(JSON.parse(text)),
  );

  it('is refused as a job, as a template and as receipts', async () => {
    const text = '{"format":"x","version":1,"version":2}';
    const doubled = [{ path: ['version'], code: 'doubled', limit: null }];
    expect(await readJobFile(text, sha256)).toMatchObject({ ok: false, problem: 'unreadable', faults: doubled });
    expect(readTemplateFile(text)).toMatchObject({ ok: false, problem: 'damaged', faults: doubled });
    expect(readReceiptFile(text)).toEqual({ ok: false, problems: doubled });
  });
});

describe('a file of 49,000,000 brackets', () => {
  const brackets = '['.repeat(49_000_000);
  const tooDeep = [{ path: [], code: 'tooDeep', limit: MAX_DEPTH }];

  it('is refused as a job, as a template and as receipts, and is not a report', async () => {
    expect(await readJobFile(brackets, sha256)).toMatchObject({ ok: false, problem: 'unreadable', faults: tooDeep });
    expect(readTemplateFile('['.repeat(150_000))).toMatchObject({ ok: false, problem: 'damaged', faults: tooDeep });
    expect(readReceiptFile(brackets)).toEqual({ ok: false, problems: tooDeep });
    expect(await checkReport(new TextEncoder().encode(brackets), sha256)).toEqual({ kind: 'noReport' });
  });
});
