/** Parts of an address: any text is escaped and read back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressPart, pathPart, textOfPathPart } from './address-part.ts';

it('an ID in an address has its characters with a meaning there escaped', () => {
  expect(addressPart('a/b?c#d e&f,g')).toBe('a%2Fb%3Fc%23d%20e%26f%2Cg');
  expect(addressPart('\u{1f468}')).toBe('%F0%9F%91%A8');
});

it('half a surrogate pair in an ID is replaced in an address, like forms do', () => {
  expect(addressPart('\ud83dx')).toBe('%EF%BF%BDx');
  const halves = fc.string({ unit: fc.constantFrom('a', '/', '\ud83d', '\udc68', '\u{1f468}') });
  fc.assert(
    fc.property(halves, (text) => {
      expect(decodeURIComponent(addressPart(text))).toBe(new TextDecoder().decode(new TextEncoder().encode(text)));
    }),
  );
});

it('an ID that consists of dots is changed in an address, because a browser would go up the path', () => {
  for (const id of ['.', '..']) {
    expect(new URL(`/devices/${pathPart(id)}`, 'https://app.example').pathname).toBe(`/devices/${pathPart(id)}`);
    expect(new URL(`/devices/${pathPart(id)}/configure`, 'https://app.example').pathname).toBe(
      `/devices/${pathPart(id)}/configure`,
    );
    expect(textOfPathPart(pathPart(id))).toBe(id);
  }
});

it('any text is read back unchanged from a segment of an address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[.~%]{0,5}$/)), (text) => {
      expect(textOfPathPart(pathPart(text))).toBe(text);
    }),
  );
  expect(textOfPathPart('%')).toBeNull();
});

it.each([
  ['.', '~.'],
  ['..', '~..'],
  ['~.', '~~.'],
  ['...', '...'],
  ['~', '~'],
  ['a.', 'a.'],
])('the ID %j is written into an address as the segment %j, and read back', (id, part) => {
  expect([pathPart(id), textOfPathPart(part)]).toEqual([part, id]);
});

it('a tilde at the beginning of a segment of an address is part of the ID unless one or two dots alone follow', () => {
  expect([textOfPathPart('~a'), textOfPathPart('~...'), textOfPathPart('~')]).toEqual(['~a', '~...', '~']);
});
