/** Tables as spreadsheets of different tongues save them are one and the same table. */
import { describe, expect, it } from 'vitest';
import { parseTable } from './csv-table.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, little: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * (text.length + 1)));
  [...`\ufeff${text}`].forEach((letter, at) => view.setUint16(2 * at, letter.charCodeAt(0), little));
  return new Uint8Array(view.buffer);
};
const WANTED = {
  heads: ['ID', 'Raum', 'Notiz'],
  rows: [
    { line: 2, cells: ['007', 'Tür 1', 'a, b; c\n"d"'] },
    { line: 4, cells: ['1E5', '', 'x'] },
  ],
};
const COMMA = 'ID,Raum,Notiz\r\n007,Tür 1,"a, b; c\n""d"""\r\n,,\r\n1E5,,x\r\n';
const SEMICOLON = 'ID;Raum;Notiz\r\n007;Tür 1;"a, b; c\n""d"""\r\n;;\r\n1E5;;x';
const TAB = 'ID\tRaum\tNotiz\n007\tTür 1\t"a, b; c\n""d"""\n\t\t\n1E5\t\tx\n';

describe('a table', () => {
  it.each([
    ['with commas', utf8(COMMA)],
    ['with semicolons', utf8(SEMICOLON)],
    ['with tabs', utf8(TAB)],
    ['with a byte order mark', utf8(`\ufeff${SEMICOLON}`)],
    ['as "Unicode text"', utf16(TAB, true)],
    ['as UTF-16, the other way around', utf16(TAB, false)],
    ['in the old Windows code page', Uint8Array.from(SEMICOLON, (letter) => letter.charCodeAt(0))],
    ['with columns that have no name', utf8(COMMA.replace('Notiz\r\n', 'Notiz,,\r\n'))],
  ])('%s is read', (_, bytes) => expect(parseTable(bytes)).toEqual(WANTED));

  it.each(['', '\ufeff', '\n\n'])('of nothing has nothing: %j', (text) =>
    expect(parseTable(utf8(text))).toEqual({ heads: [], rows: [] }),
  );

  it('of one column keeps its ids as they are', () => {
    expect(parseTable(utf8('id\n007\n1E5\n0x1F\n')).rows.map(({ cells }) => cells)).toEqual([
      ['007'],
      ['1E5'],
      ['0x1F'],
    ]);
  });
});
