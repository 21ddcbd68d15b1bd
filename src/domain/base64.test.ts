/** Bytes as Base64 and as hex, and the characters that a key may have. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unsendableIn } from './api-key.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { hexOf } from './hex.ts';

it.each([
  ['', []],
  ['AA==', [0]],
  ['AA', [0]],
  [' A A\n= =', [0]],
  ['AQI=', [1, 2]],
  ['AQID', [1, 2, 3]],
  ['-_8=', [0xfb, 0xff]],
  ['+/8=', [0xfb, 0xff]],
])('the Base64 %j is the bytes %j', (text, bytes) => {
  expect([...decodeBase64(text)!]).toEqual(bytes);
});

it.each(['A', 'AAAAA', 'AA?=', 'A=A', 'ä'])('%j is no Base64', (text) => {
  expect(decodeBase64(text)).toBeNull();
});

it('any bytes are written as Base64 so that they are read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect([...decodeBase64(encodeBase64(bytes))!]).toEqual([...bytes]);
      expect(hexOf(bytes)).toBe(Buffer.from(bytes).toString('hex'));
    }),
  );
});

it.each([
  ['!~Kx81-', ''],
  ['', ''],
  ['a b', ' '],
  ['schlüssel', 'ü'],
  ['a\u007f', '\u007f'],
  ['a\n', '\n'],
  ['a🔑b', '🔑'],
])('the key %j has as its first unsendable character %j', (key, character) => {
  expect(unsendableIn(key)).toBe(character);
});
