/** Files that hold records in binary form are recognised by their first bytes. */
import { expect, it } from 'vitest';
import { containerOf, isContainer, isGzip } from './envelope.ts';

it.each<[string, number[], string | null]>([
  ['avro', [0x4f, 0x62, 0x6a, 1], 'avro'],
  ['parquet', [0x50, 0x41, 0x52, 0x31], 'parquet'],
  ['zip', [0x50, 0x4b, 3, 4, 9], 'zip'],
  ['another version of avro', [0x4f, 0x62, 0x6a, 2], null],
  ['part of a parquet mark', [0x50, 0x41, 0x52], null],
  ['an empty zip', [0x50, 0x4b, 5, 6], null],
  ['text', [0x7b, 0x22], null],
  ['nothing', [], null],
])('the first bytes of a file show its container, or that it has none: %s', (_which, bytes, expected) => {
  expect(containerOf(Uint8Array.from(bytes))).toBe(expected);
  expect(isContainer(expected ?? 'text')).toBe(expected !== null);
});

it.each<[number[], boolean]>([
  [[0x1f, 0x8b, 8], true],
  [[0x1f, 0x8c], false],
  [[0x1e, 0x8b], false],
  [[], false],
])('bytes %o are gzip: %s', (bytes, expected) => {
  expect(isGzip(Uint8Array.from(bytes))).toBe(expected);
});
