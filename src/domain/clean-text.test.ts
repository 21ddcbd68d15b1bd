/** Invisible characters are removed from text that comes in, visible ones stay, and the removed ones are named. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanKey, cleanText, comparable, hiddenIn, plainText } from './clean-text.ts';

describe('text that is cleaned when it comes in', () => {
  it.each([
    ['Lobby\u200b', 'Lobby', ['U+200B']],
    ['\u202eLobby\u202c', 'Lobby', ['U+202E', 'U+202C']],
    ['T\u0081r', 'Tr', ['U+0081']],
    ['\ufeffa\u00adb', 'ab', ['U+FEFF', 'U+00AD']],
    ['a\u00a0b', 'a b', ['U+00A0']],
    ['Halle 1–3, “Süd”', 'Halle 1–3, “Süd”', []],
    ['line\nnext\tcell', 'line\nnext\tcell', []],
    // An emoji of several parts, and a Persian word with a joiner.
    ['👩\u200d🔧', '👩\u200d🔧', []],
    ['می\u200cخواهم', 'می\u200cخواهم', []],
    ['a\u200db', 'ab', ['U+200D']],
    ['', '', []],
    ['🔧\u200da', '🔧a', ['U+200D']],
    ['a\u200d🔧', 'a🔧', ['U+200D']],
    ['👨🏽\u200d🔧', '👨🏽\u200d🔧', []],
    ['❤️\u200d🔥', '❤️\u200d🔥', []],
    ['🔧\u200c🔧', '🔧🔧', ['U+200C']],
    ['क्\u200dष', 'क्\u200dष', []],
    ['a\u200c\u0301b', 'a\u200c\u0301b', []],
    ['\u200da', 'a', ['U+200D']],
    ['a\u3164b\u115f', 'ab', ['U+3164', 'U+115F']],
    ['a\u2028b\u2003c', 'a b c', ['U+2028', 'U+2003']],
    ['a\u{e0001}b', 'ab', ['U+E0001']],
    ['a\u200b\u200bb', 'ab', ['U+200B']],
  ])('is, for %j, the text %j', (text, wanted, removed) => expect(cleanText(text)).toEqual({ text: wanted, removed }));

  it.each([
    ['key–1', 'key-1', ['U+2013']],
    ['“key”', '"key"', ['U+201C', 'U+201D']],
    ['key’s', "key's", ['U+2019']],
    [' key\u00a0', 'key', ['U+00A0']],
    ['AKIA−1', 'AKIA-1', ['U+2212']],
  ])('becomes, where %j is typed as a key, the key %j', (text, wanted, removed) =>
    expect(cleanKey(text)).toEqual({ text: wanted, removed }),
  );

  it('counts as equal to text with other quotes, dashes and capitals', () => {
    for (const text of ['Müller’s “Ward” 1–3', 'MÜLLER\'S "WARD" 1-3', ' Müller‘s „Ward“ 1—3\u200b'])
      expect(comparable(text)).toBe('müller\'s "ward" 1-3');
  });

  it.each([
    ['Tür', 'Tu\u0308r'],
    ['straße', 'STRASSE'],
    ['istanbul', 'İSTANBUL'],
    ['ilk', 'ıLK'],
    ['hall 3', 'Ｈａｌｌ\u3000３'],
    ['Οδός', 'ΟΔΌΣ'],
    ['ﬁre', 'fire'],
    ['Ward  3', 'ward\t3'],
  ])('counts as the same in the spellings %s and %s', (one, other) => {
    expect(comparable(one)).toBe(comparable(other));
  });

  it('does not change when it is cleaned again, nor when there is nothing to clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: once, removed } = cleanText(text);
        expect(cleanText(once)).toEqual({ text: once, removed: [] });
        expect(hiddenIn(once)).toEqual([]);
        if (removed.length === 0) expect(once).toBe(text);
        const plain = plainText(text).text;
        expect(plainText(plain)).toEqual({ text: plain, removed: [] });
      }),
      { numRuns: 500 },
    );
  });
});

it('the invisible characters named for a text include no unusual space', () => {
  expect(hiddenIn('a\u00a0b\u2003c')).toEqual([]);
  expect(hiddenIn('a\u00a0\u200bb')).toEqual(['U+200B']);
});
