/** Parsing in pieces gives the same result as parsing the whole text, for any text. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactly } from '../domain/file-json.ts';
import { parseInPieces } from './parse-pieces.ts';

async function both(text: string, piece: number): Promise<[unknown, unknown]> {
  let plain: unknown;
  try {
    plain = { parsed: parseExactly(text) };
  } catch {
    plain = 'not JSON';
  }
  const pieces = await parseInPieces(text, piece, async () => undefined).then(
    (parsed) => ({ parsed }),
    () => 'not JSON',
  );
  return [pieces, plain];
}

const lists = fc.array(fc.jsonValue(), { maxLength: 12 });
const names = fc.oneof(fc.string(), fc.constantFrom('devices', 'configs', '__proto__', 'a"b', '\\'));
const documents = fc.oneof(lists, fc.dictionary(names, fc.oneof(lists, fc.jsonValue())), fc.jsonValue());

it('parsing JSON in pieces gives the same value as parsing the whole text', async () => {
  await fc.assert(
    fc.asyncProperty(documents, fc.integer({ min: 1, max: 30 }), fc.boolean(), async (data, piece, spaced) => {
      const [pieces, plain] = await both(JSON.stringify(data, null, spaced ? 2 : 0), piece);
      expect(pieces).toEqual(plain);
    }),
    { numRuns: 500 },
  );
});

it('parsing damaged JSON in pieces gives the same value or error as parsing the whole text', async () => {
  const damage = fc.constantFrom('', ',', '"', '[', ']', '{', '}', ':', '\\', '1', ' ', '[]', ',"devices":[1,2]');
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.integer({ min: 1, max: 30 }),
      fc.nat(),
      fc.nat({ max: 3 }),
      damage,
      async (data, piece, at, cut, put) => {
        const text = JSON.stringify(data);
        const from = at % (text.length + 1);
        const [pieces, plain] = await both(text.slice(0, from) + put + text.slice(from + cut), piece);
        expect(pieces).toEqual(plain);
      },
    ),
    { numRuns: 1500 },
  );
});

it.each([
  '[1,]',
  '[1,,2]',
  '[1}',
  '{"a":[1,2],"a":3}',
  '{"a":3,"a":[1,2]}',
  '[1] [2]',
  '[1,2]x',
  '{"a":[1,2]',
  '["\\\\",2]',
])('parsing the JSON %s in pieces gives the same value or error as JSON.parse', async (text) => {
  const [pieces, plain] = await both(text, 1);
  expect(pieces).toEqual(plain);
});

it('parsing a long list of JSON in pieces pauses between the pieces, and loses no element', async () => {
  const text = JSON.stringify({
    devices: Array.from({ length: 5000 }, (_, n) => ({ n })),
    searchMeta: { count: 5000 },
  });
  let turns = 0;
  const count = setInterval(() => (turns += 1));
  const parsed = (await parseInPieces(text, 1000)) as { devices: unknown[]; searchMeta: object };
  clearInterval(count);
  expect(parsed.devices).toHaveLength(5000);
  expect(parsed.searchMeta).toEqual({ count: 5000 });
  expect(turns).toBeGreaterThan(5);
});
