/** Faults that a schema finds, as codes with a text in every language. */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { faultsOf, notJson } from './file-faults.ts';
import { MAX_DEPTH, TooDeepError } from './file-json.ts';

const schema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(3)),
  count: z.int().check(z.gte(1), z.lte(9)),
  kind: z.enum(['a', 'b']),
  tags: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  bytes: z.stringFormat('base64', (text) => text === 'AA=='),
  values: z.record(z.string(), z.number()),
});
const good = { name: 'a', count: 1, kind: 'a', tags: ['x'], bytes: 'AA==', values: {} };

it.each<readonly [object, string, number | null]>([
  [{ name: undefined }, 'name missing', null],
  [{ name: '' }, 'name missing', null],
  [{ name: 7 }, 'name notText', null],
  [{ name: 'abcd' }, 'name tooLong', 3],
  [{ count: '1' }, 'count notNumber', null],
  [{ count: 1.5 }, 'count notWhole', null],
  [{ count: 0 }, 'count tooSmall', 1],
  [{ count: 10 }, 'count tooLarge', 9],
  [{ kind: 'c' }, 'kind unknownValue', null],
  [{ kind: undefined }, 'kind missing', null],
  [{ tags: {} }, 'tags notList', null],
  [{ tags: [] }, 'tags tooFew', 1],
  [{ tags: ['a', 'b', 'c'] }, 'tags tooMany', 2],
  [{ tags: ['a', null] }, 'tags.1 notText', null],
  [{ bytes: 'AA' }, 'bytes notBase64', null],
  [{ values: [] }, 'values notObject', null],
  [{ values: { x: 'y' } }, 'values.x notNumber', null],
])('the file %j is reported with the fault: %s', (change, message, limit) => {
  const input = { ...good, ...change };
  const parsed = schema.safeParse(input);
  const faults = faultsOf(parsed.error?.issues ?? [], input);
  expect(faults.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([message]);
  expect(faults[0]!.limit).toBe(limit);
});

it('a part of a file that is no object is reported with its position in the file', () => {
  expect(faultsOf(schema.safeParse([]).error!.issues, [], ['rows', 4])).toEqual([
    { path: ['rows', 4], code: 'notObject', limit: null },
  ]);
});

it('a fault of a file has its field shortened if the file contains a field with a very long name', () => {
  const input = { ...good, values: { ['x'.repeat(10_000)]: 'y' } };
  const [fault] = faultsOf(schema.safeParse(input).error!.issues, input);
  expect(String(fault!.path.at(-1))).toHaveLength(100);
});

it('the fault of a file with broken JSON names the line', () => {
  const text = '{\n"a": 1,\nb }';
  let thrown: unknown;
  try {
    JSON.parse(text);
  } catch (error) {
    thrown = error;
  }
  expect(notJson(text, thrown)).toEqual({ code: 'notJson', line: 3 });
});

it.each([
  ['line 7 column 2', 7],
  ['at position 2', 2],
  ['at position 0', 1],
  ['unexpected end', 3],
])('the line of a fault in JSON is found by the message %j of a browser: %i', (message, line) => {
  expect(notJson('{\n1\n2', new SyntaxError(message))).toEqual({ code: 'notJson', line });
});

it('the fault of a text that is nested too deep names the limit', () => {
  expect(notJson('[', new TooDeepError())).toEqual({ path: [], code: 'tooDeep', limit: MAX_DEPTH });
});

it('a value of an unforeseen kind in a file is called wrong, and a text in an unforeseen form unusable', () => {
  const odd = z.object({ on: z.boolean(), at: z.iso.date(), even: z.number().check(z.refine((n) => n % 2 === 0)) });
  const input = { on: 'x', at: 'soon', even: 3 };
  expect(faultsOf(odd.safeParse(input).error!.issues, input).map(({ path, code }) => `${path.join()} ${code}`)).toEqual(
    ['on wrongType', 'at unusable', 'even unusable'],
  );
});

it('the faults of a file are named up to a thousand', () => {
  const input = Array.from({ length: 1001 }, () => 'x');
  expect(faultsOf(z.array(z.number()).safeParse(input).error!.issues, input)).toHaveLength(1000);
});

it('a value in a file is called missing when a part of its path is missing', () => {
  const nested = z.object({ a: z.object({ b: z.string() }) });
  for (const [input, fault] of [
    [{}, 'a missing'],
    [{ a: null }, 'a notObject'],
    [{ a: {} }, 'a.b missing'],
    [{ a: { b: null } }, 'a.b notText'],
  ] as const) {
    const [found] = faultsOf(nested.safeParse(input).error!.issues, input);
    expect(`${found!.path.join('.')} ${found!.code}`).toBe(fault);
  }
});
