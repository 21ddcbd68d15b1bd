/** Parts of an address: escaped as ever, and total. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressPart, pathPart, textOfPathPart } from './address-part.ts';

it('escapes what has a meaning in an address', () => {
  expect(addressPart('a/b?c#d e&f,g')).toBe('a%2Fb%3Fc%23d%20e%26f%2Cg');
  expect(addressPart('\u{1f468}')).toBe('%F0%9F%91%A8');
});

it('takes half of a character for one that cannot be read, as forms do', () => {
  expect(addressPart('\ud83dx')).toBe('%EF%BF%BDx');
  const halves = fc.string({ unit: fc.constantFrom('a', '/', '\ud83d', '\udc68', '\u{1f468}') });
  fc.assert(
    fc.property(halves, (text) => {
      expect(decodeURIComponent(addressPart(text))).toBe(new TextDecoder().decode(new TextEncoder().encode(text)));
    }),
  );
});

it('gives an id that is only dots a part of its own: a browser would walk up the path at a bare one', () => {
  for (const id of ['.', '..']) {
    expect(new URL(`/devices/${pathPart(id)}`, 'https://app.example').pathname).toBe(`/devices/${pathPart(id)}`);
    expect(new URL(`/devices/${pathPart(id)}/configure`, 'https://app.example').pathname).toBe(
      `/devices/${pathPart(id)}/configure`,
    );
    expect(textOfPathPart(pathPart(id))).toBe(id);
  }
});

it('is read back whole, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[.~%]{0,5}$/)), (text) => {
      expect(textOfPathPart(pathPart(text))).toBe(text);
    }),
  );
  expect(textOfPathPart('%')).toBeNull();
});
