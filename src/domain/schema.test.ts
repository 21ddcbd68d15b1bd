/** The building blocks of the schemas: what is kept of a row, and what is dropped from a file. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  attributeValues,
  droppedFields,
  jsonOf,
  lenientList,
  lenientRecord,
  rowObject,
  textUpTo,
  valuesUpTo,
} from './schema.ts';

it('the schema of stored data keeps fields that only a newer version knows, also in nested objects', () => {
  const schema = rowObject({ id: z.string(), mark: z.nullable(rowObject({ kind: z.string() })) });
  const newer = { id: 'a', colour: 'red', mark: { kind: 'b', by: 'c' } };
  expect(schema.parse(newer)).toEqual(newer);
});

it('the dropped fields of stored data are listed once each, by their paths, and at most 20', () => {
  const input = { a: 1, b: [{ c: 1, d: 2 }, { d: 3 }], e: { f: null, g: 1 } };
  expect(droppedFields(input, { a: 1, b: [{ c: 1 }, {}], e: { f: null } })).toEqual(['b[].d', 'e.g']);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}`.repeat(200), 1]));
  const names = droppedFields({ many }, { many: {} });
  expect(names).toHaveLength(20);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThan(120);
});

it('the list of dropped fields of stored data is empty when nothing is dropped, whatever the value', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => droppedFields(value, structuredClone(value)).length === 0));
});

it('the lenient schemas of lists and objects return the valid parts of any value', () => {
  const list = lenientList(z.string());
  const texts = lenientRecord(z.string());
  expect(list.parse(['a', 1, null, 'b'])).toEqual(['a', 'b']);
  expect(texts.parse({ a: 'x', b: 2, c: null })).toEqual({ a: 'x' });
  fc.assert(
    fc.property(fc.anything(), (input) => {
      expect(Array.isArray(list.parse(input))).toBe(true);
      expect(typeof texts.parse(input)).toBe('object');
    }),
  );
  expect(list.parse(null)).not.toBe(list.parse(null));
});

it('the schemas of stored texts and values refuse more characters than their limit', () => {
  expect([textUpTo(3).safeParse('abc').success, textUpTo(3).safeParse('abcd').success]).toEqual([true, false]);
  const values = valuesUpTo('{"a":1}'.length);
  expect(values.safeParse({ a: 1 }).success).toBe(true);
  expect(values.safeParse({ a: 10 }).success).toBe(false);
  for (const other of [[], null, 'x', 7, undefined]) expect(attributeValues.safeParse(other).success).toBe(false);
});

it('a value that refers to itself has no JSON and is refused', () => {
  const circle: Record<string, unknown> = {};
  circle['circle'] = circle;
  expect([jsonOf({ a: 1 }), jsonOf(undefined), jsonOf(circle), jsonOf(null)]).toEqual(['{"a":1}', null, null, 'null']);
  expect(valuesUpTo(1000).safeParse(circle).success).toBe(false);
});

it('the dropped fields of stored data are listed up to a given number, with shortened names', () => {
  const names = (most: number) =>
    droppedFields({ a: 1, b: [{ c: 1 }, { d: 1 }], e: 1 }, { b: [{}, {}] }, { most, mostCharacters: 2 });
  expect([names(1), names(2), names(9)]).toEqual([['a'], ['a', 'b[].c'], ['a', 'b[].c', 'b[].d', 'e']]);
  expect(droppedFields({ long: 1 }, {}, { most: 9, mostCharacters: 2 })).toEqual(['lo']);
  expect(droppedFields({ a: 1 }, null)).toEqual([]);
});
