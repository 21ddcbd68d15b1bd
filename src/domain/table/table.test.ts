/**
 * Tables as spreadsheets save them: every encoding, separator and line end gives the same table, and no row is lost.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsBy } from '../../../test/support/csv-dialects.ts';
import { draws } from '../../../test/support/draws.ts';
import { csvLine, csvText, withoutGuard } from '../csv.ts';
import { cellText as readCell, plainCellText, seemsRounded, shownText } from './cell.ts';
import { decodeTable, type TableEncoding } from './decode-table.ts';
import { readTable, type Table } from './read-table.ts';

const DRAWS = draws(500, 5000);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
};
const isHead = (cells: readonly string[]): boolean => cells.some((cell) => /^id$/i.test(cell.trim()));
const tableOf = (bytes: Uint8Array, chosen: TableEncoding | null = null): Table => {
  const decoded = decodeTable(bytes, chosen);
  if (decoded.kind !== 'text') throw new Error(decoded.what);
  return readTable(decoded.text, isHead);
};
const cellsIn = (text: string): (readonly string[])[] => readTable(text, isHead).rows.map(({ cells }) => cells);

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
    ['with bars', utf8(SEMICOLON.replaceAll(';', '|').replace('b| c', 'b; c'))],
    ['with a byte order mark', utf8(`\ufeff${SEMICOLON}`)],
    ['with two byte order marks', utf8(`\ufeff\ufeff${SEMICOLON}`)],
    ['as "Unicode text"', utf16(`\ufeff${TAB}`, true)],
    ['as UTF-16, the other way around', utf16(`\ufeff${TAB}`, false)],
    ['as UTF-16 without a mark', utf16(TAB, true)],
    ['as UTF-16 without a mark, the other way around', utf16(TAB, false)],
    ['in the old Windows code page', bytesOf(SEMICOLON)],
    ['with a line for Excel that names the separator', utf8(`sep=;\r\n${SEMICOLON}`)],
    ['with columns that have no name', utf8(COMMA.replace('Notiz\r\n', 'Notiz,,\r\n'))],
  ])('is read %s', (_, bytes) => expect(tableOf(bytes)).toMatchObject(WANTED));

  it.each(['\ufeff', '\n\n', ' '])('without any text has no rows: %j', (text) =>
    expect(tableOf(utf8(text))).toMatchObject({ heads: [], rows: [] }),
  );

  it('of one column keeps its IDs unchanged', () =>
    expect(cellsIn('id\n007\n1E5\n0x1F\n')).toEqual([['007'], ['1E5'], ['0x1F']]));

  it.each([';', '\t', '|', ','])('of two columns and few rows is split at %j, whatever empty lines it has', (sign) => {
    const rows = [
      ['82TR3V', 'A1'],
      ['5ZPbrLyB', 'A2'],
      ['6avKPp', 'A3'],
    ];
    const lines = [['ID', 'Raum'], ...rows].map((cells) => cells.join(sign));
    for (const text of [
      lines.join('\r\n'),
      `${lines.join('\r\n')}\r\n`,
      `${lines.join('\n')}\n\n\n\n`,
      lines.join('\n\n'),
      `\n\n${lines.join('\r')}\r`,
    ])
      expect(cellsIn(text), JSON.stringify(text)).toEqual(rows);
    expect(cellsIn(`${lines.slice(0, 2).join('\n')}\n`)).toEqual(rows.slice(0, 1));
  });

  it('with two kinds of line ends is read row by row', () =>
    expect(cellsIn('ID,Raum\r\na,A1\nb,A2\rc,A3\n')).toEqual([
      ['a', 'A1'],
      ['b', 'A2'],
      ['c', 'A3'],
    ]));

  it('with a title above its heading row has the title apart from its rows', () => {
    const table = readTable('Beacons, 3rd floor;;\n\nID;Raum;Notiz\na;A1;\nb;A2;x\n', isHead);
    expect(table).toMatchObject({
      heads: ['ID', 'Raum', 'Notiz'],
      titles: [{ line: 1, cells: ['Beacons, 3rd floor', '', ''] }],
      rows: [{ line: 4 }, { line: 5 }],
      emptyRows: 1,
    });
    expect(readTable('Report\nof today\nKey;Place;More\na;b;c\n').heads).toEqual(['Key', 'Place', 'More']);
  });

  it.each([
    ['a row below it has more cells', 'ID;Raum\na;A1;x\nb;A2;y\n', 1],
    ['a row above it has as many', 'Stand;heute\nID;Raum\na;A1\n', 2],
    ['a wider row above it only mentions the name', 'id;Liste;vom;Montag\nID;Raum\na;A1\n', 1],
    ['it is the 20th row', `${'Titel\n'.repeat(19)}ID;Raum\na;A1\n`, 20],
  ])('has as its headings the row with the known names, also where %s', (_where, text, line) => {
    const { titles } = readTable(text, isHead);
    expect(titles).toHaveLength(line - 1);
  });

  it.each([
    'ID,"Room | Floor"\na,"b | c"\nd,"e | f"\n',
    'ID;"Room, floor"\na;"b, c"\nd;"e, f"\n',
    'ID,"Room\tFloor"\na,"b\tc"\nd,"e\tf"\n',
  ])('is not divided by a sign within its quoted cells: %j', (text) => {
    const { heads, rows } = readTable(text);
    expect([heads.length, ...rows.map(({ cells }) => cells.length)]).toEqual([2, 2, 2]);
    expect(heads[0]).toBe('ID');
  });

  it.each([
    'ID;Size;Weight\na;12";1,5\nb;3";2,5\n',
    'ID;Size;Weight\na;"12"" pipe";1,5\nb;"3"" pipe";2,5\n',
    'ID;Size;Weight\na;12" or 3";1,5\nb;"4"";",5\n',
  ])('with inch marks keeps its separator: %j', (text) => {
    expect(readTable(text)).toMatchObject({ separator: ';', heads: ['ID', 'Size', 'Weight'] });
  });

  it('without known names begins at the first row that fills half of it', () => {
    expect(readTable('Report\nA;B\nc;d;e;f\n').heads).toEqual(['A', 'B']);
    expect(readTable('Report;;;\nA;B;C;D;E\n1;2;3;4;5\n').heads).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(readTable('Report\nof today\n').heads).toEqual(['Report']);
  });

  it('does not take a decimal comma in a cell for a separator', () =>
    expect(cellsIn('ID;Value\na;1,5\nb;2,5\nc;3\n')).toEqual([
      ['a', '1,5'],
      ['b', '2,5'],
      ['c', '3'],
    ]));
});

describe('a quotation mark in a table without a closing one', () => {
  it.each([
    ['one at the start of a cell', 'a,"A1,x\nb,A2,y\nc,A3,z\nd,A4,w\n', '"A1'],
    ['a word in marks and more after it', 'a,"North" wing,x\nb,A2,y\nc,A3,z\nd,A4,w\n', '"North" wing'],
    ['one, and a cell in quotes further down', 'a,"A1,x\nb,A2,y\nc,A3,z\nd,"A4",w\n', '"A1'],
    ['one for inches', 'a,19" Rack,x\nb,A2,y\nc,A3,z\nd,A4,w\n', '19" Rack'],
  ])('counts as a letter, and no row is lost: %s', (_, text, cell) => {
    const rows = cellsIn(`ID,Raum,Notiz\n${text}`);
    expect(rows.map(([id]) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(rows[0]![1]).toBe(cell);
  });

  it('leaves inch marks within a quoted cell', () =>
    expect(cellsIn('ID,Raum\na,"19" Rack"\nb,"x" \n')).toEqual([
      ['a', '19" Rack'],
      ['b', 'x'],
    ]));

  it('is reported with the joined lines when another mark two rows later closes it', () => {
    const [row, next] = readTable('ID,Raum,Notiz\na,"A1,x\nb,A2,y\nc,A3",z\nd,A4,w\n').rows;
    expect(row).toMatchObject({ line: 2, joinedLines: 3 });
    expect(next).toMatchObject({ line: 3, cells: ['d', 'A4', 'w'] });
  });
});

describe('a file that is not a table', () => {
  it.each([
    ['a workbook', bytesOf('PK\u0003\u0004xl/workbook.xml'), 'workbook'],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'oldWorkbook'],
    ['a PDF', bytesOf('%PDF-1.7\n'), 'pdf'],
    ['a web page', utf8('\ufeff<!DOCTYPE html><html><table>'), 'webPage'],
    ['a table as XML', utf8('<?xml version="1.0"?><Workbook>'), 'webPage'],
    ['a text document', bytesOf('{\\rtf1\\ansi'), 'richText'],
    ['an archive', Uint8Array.of(0x1f, 0x8b, 8), 'archive'],
    ['a 7-Zip archive', Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27), 'archive'],
    ['a RAR archive', bytesOf('Rar!'), 'archive'],
    ['a web page that begins with a comment', utf8('  <!-- saved --><p>'), 'webPage'],
    ['a bare table of a web page', utf8('\n<table border=1>'), 'webPage'],
    ['XML without a first line', utf8('<devices>\n  <device id="a">'), 'webPage'],
    ['JSON', utf8('[\n  {"id": "a"}\n]'), 'json'],
    ['JSON lines', utf8('{"id":"a"}\n{"id":"b"}\n'), 'json'],
    ['a vCard', utf8('BEGIN:VCARD\r\nVERSION:4.0\r\n'), 'contacts'],
    ['a calendar', utf8('BEGIN:VCALENDAR\r\n'), 'contacts'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), 'binary'],
    ['nothing at all', new Uint8Array(), 'empty'],
  ])('is named: %s', (_, bytes, what) => expect(decodeTable(bytes)).toEqual({ kind: 'notATable', what }));
});

it.each(['[ID];[Room]\na;b\n', '<ID>,<Room>\na,b\n', '{ID},{Room}\na,b\n'])(
  'a table with signs around its headings is a table: %j',
  (text) => expect(decodeTable(utf8(text))).toMatchObject({ kind: 'text', text }),
);

it.each([
  ['one byte of each mark', [0x50, 0x4b], 'PK'],
  ['an angle bracket', [0x3c, 0x74, 0x31], '<t1'],
])('a table that begins with %s is a table', (_what, bytes, text) =>
  expect(decodeTable(Uint8Array.from(bytes))).toEqual({
    kind: 'text',
    text,
    encoding: 'utf-8',
    isCertain: true,
    choices: [],
    mixedLines: 0,
  }),
);

describe('an encoding that a person has chosen for a table', () => {
  it('is used whatever the bytes suggest', () => {
    expect(decodeTable(utf8('Tür'), 'windows-1252')).toMatchObject({
      text: 'TÃ¼r',
      encoding: 'windows-1252',
      isCertain: true,
    });
    expect(decodeTable(bytesOf('Tür'), 'utf-8')).toEqual({
      kind: 'text',
      text: 'T\ufffdr',
      encoding: 'utf-8',
      isCertain: true,
      choices: [],
      mixedLines: 0,
    });
    expect(decodeTable(bytesOf('abcd'), 'utf-16be')).toMatchObject({ encoding: 'utf-16be', text: '\u6162\u6364' });
    expect(decodeTable(utf16('ab', true), 'utf-8')).toEqual({ kind: 'notATable', what: 'binary' });
  });

  it('is not offered when all encodings give the same words', () => {
    const decoded = decodeTable(bytesOf('ID;Raum\na;5 m²\n'));
    expect(decoded.kind === 'text' && new Set(decoded.choices.map(({ sample }) => sample)).size).toBe(
      decoded.kind === 'text' && decoded.choices.length,
    );
  });
});

describe('the line of a table that names the separator for Excel', () => {
  it.each([
    ['written in quotes', '"sep=;"\na;b,c\n', [['a', 'b,c']]],
    ['followed by separators', 'sep=,;;\na;b,c\n', [['a;b', 'c']]],
    ['naming an unusual separator', 'sep=#\na#b\n', [['a', 'b']]],
    ['written in capitals', 'SEP=;\r\na;b,c\r\n', [['a', 'b,c']]],
    [
      'no such line, because a letter follows',
      'sep=;x\na;b\n',
      [
        ['sep=', 'x'],
        ['a', 'b'],
      ],
    ],
  ])('is recognised or not, when it is %s', (_where, text, rows) => {
    const { heads, rows: below } = readTable(text);
    expect([heads, ...below.map(({ cells }) => cells)]).toEqual(rows);
  });

  it('may be the only line of the table', () =>
    expect(readTable('sep=;')).toMatchObject({ heads: [], rows: [], separator: ';' }));
});

it('the separator of a table is found in its first forty rows', () => {
  const rows = ['ID;Raum', ...Array.from({ length: 39 }, (_, at) => `${at};A`)];
  const later = Array.from({ length: 100 }, (_, at) => `${at},B,C`);
  expect(readTable([...rows, ...later].join('\n'), isHead).separator).toBe(';');
});

it('a quoted cell of a table may have 99,999 characters', () => {
  const rows = (length: number) => cellsIn(`ID,Raum\na,"${'x,'.repeat(length / 2)}${'x'.repeat(length % 2)}"\nb,y\n`);
  expect(rows(99_999)[0]).toHaveLength(2);
  expect(rows(100_000)[0]!.length).toBeGreaterThan(2);
});

it('a cell with line breaks in a table of one column joins no rows', () => {
  const [row] = readTable('ID\n"a\nb"\nc\n', isHead).rows;
  expect(row).toEqual({ line: 2, cells: ['a\nb'] });
});

describe('a table with an ambiguous encoding', () => {
  const text = (word: number[]): Uint8Array => Uint8Array.from([...bytesOf('ID;Raum\na;'), ...word, ...bytesOf('\n')]);
  it.each<[string, number[], TableEncoding, string]>([
    ['DOS 850', [0x54, 0x81, 0x72], 'ibm850', 'Tür'],
    ['Mac Roman', [0x54, 0x9f, 0x72], 'macintosh', 'Tür'],
    ['Mac Roman, another word', [0x4b, 0x8a, 0x73, 0x65], 'macintosh', 'Käse'],
    ['DOS 850, another word', [0x4b, 0x84, 0x73, 0x65], 'ibm850', 'Käse'],
  ])('makes the app offer encodings, first the one that gives a word: %s', (_, word, encoding, wanted) => {
    const decoded = decodeTable(text(word));
    expect(decoded).toMatchObject({ kind: 'text', isCertain: false, encoding });
    if (decoded.kind !== 'text') return;
    expect(decoded.choices[0]).toEqual({ encoding, sample: wanted });
    expect(decoded.choices.length).toBeGreaterThan(1);
    expect(tableOf(text(word), encoding).rows[0]!.cells).toEqual(['a', wanted]);
  });

  it.each<[what: string, word: number[], isCertain: boolean]>([
    ['a symbol between letters', [0x54, 0xb1, 0x72], false],
    ['a symbol before letters', [0xa6, 0x61], false],
    ['a capital within a word', [0x61, 0xc4, 0x62], false],
    ['a letter that other code pages are used for', [0x9a, 0x61], false],
    ['a byte without a character', [0x61, 0x8d], false],
    ['a capital at its beginning', [0xc4, 0x62], true],
    ['capitals only', [0x54, 0xdc, 0x52], true],
    ['a sign of degrees', [0x35, 0xb0, 0x43], true],
    ['an opening question mark', [0xbf, 0x71, 0x75, 0x65], true],
    ['a registered name', [0xae, 0x61], true],
    ['a symbol alone', [0xa6], true],
  ])('is taken for certain when a word has %s: $2', (_what, word, isCertain) => {
    expect(decodeTable(text(word))).toMatchObject({ kind: 'text', isCertain });
  });

  it('is read as Windows-1252 when its words are then ordinary words', () => {
    const decoded = decodeTable(bytesOf('ID;Raum\na;Tür – „Süd“\nb;Größe 5 m²\n'.replace(/[–„“]/g, '-')));
    expect(decoded).toMatchObject({ kind: 'text', isCertain: true, encoding: 'windows-1252' });
  });

  it('is read row by row when one row is in Windows-1252 and the others are in UTF-8', () => {
    const bytes = Uint8Array.from([...utf8('ID;Raum\na;Tür\n'), ...bytesOf('b;Küche\n')]);
    expect(decodeTable(bytes)).toMatchObject({ kind: 'text', mixedLines: 1, isCertain: true });
    expect(tableOf(bytes).rows.map(({ cells }) => cells[1])).toEqual(['Tür', 'Küche']);
  });
});

describe('a cell of a table', () => {
  it.each([
    ['="007"', '007'],
    [' = "00""7" ', '00"7'],
    ["'=1+1", '=1+1'],
    // Guarded, so a person typed the formula sign.
    [`'="007"`, '="007"'],
    ['  Tür 1 ', 'Tür 1'],
    ['="007', '="007'],
  ])('%j is read as %j', (raw, text) => expect(readCell(raw).text).toBe(text));

  it.each([
    ["'007", '007'],
    ["'", "'"],
    ["' 7", "' 7"],
    ['="007"', '007'],
    ["7'", "7'"],
  ])('with an ID, %j, is read as %j', (raw, text) => expect(plainCellText(raw).text).toBe(text));

  it('is reported with each kind of removed character once', () =>
    expect(plainCellText('a\u200bb\u200bc–d')).toEqual({ text: 'abc-d', removed: ['U+200B', 'U+2013'] }));

  it.each([
    ['123456789012345000', true],
    ['12345678901234500', false],
    ['123456789012345001', false],
    ['012345678901234000', false],
    ['1,23E+17', true],
    ['1.23e+5', true],
    ['1E+5', true],
    ['1.2E5', true],
    ['1E5', false],
    ['12.3E+5', false],
    ['007', false],
  ])('with %s was turned into a number: %s', (text, isRounded) => expect(seemsRounded(text)).toBe(isRounded));
});

/** Cells as people and programs write them. */
const cellText = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'Z', '0', 'ü', 'é', ' ', '-', '.', "'", '=', '+', '@'), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '|', '\n', '\r', "'", '=', '-', ' '), maxLength: 8 }),
  fc.constantFrom('', '-1.204', "'-1", '=A1', '="007"', "'007", '\t', "'\t", 'a|-b', "x;'-1", '19" Rack', '"', '""'),
);
const ends = fc.constantFrom('\r\n', '\n', '\r');
/** Encodings that contain all letters of the cells, and the person's answer when the bytes are ambiguous. */
const encodings: readonly (readonly [TableEncoding, (text: string) => Uint8Array])[] = [
  ['utf-8', utf8],
  ['utf-8', (text) => utf8(`\ufeff${text}`)],
  ['utf-16le', (text) => utf16(`\ufeff${text}`, true)],
  ['utf-16be', (text) => utf16(`\ufeff${text}`, false)],
  ['windows-1252', bytesOf],
];

describe('any table', () => {
  it('is read as it was written, with every separator, line end and encoding', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cellText, { minLength: 2, maxLength: 4 }), { maxLength: 8 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.array(ends, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...encodings),
        (rows, sign, breaks, [encoding, encode]) => {
          const heads = ['ID', 'Raum', 'Notiz', 'Alias'];
          const full = rows.map((cells) => heads.map((_, at) => cells[at] ?? ''));
          const quoted = (cell: string): string =>
            /["\r\n,;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
          const text = [heads, ...full]
            .map((cells, at) => `${cells.map(quoted).join(sign)}${breaks[at % breaks.length]!}`)
            .join('');
          const bytes = encode(text);
          const decoded = decodeTable(bytes);
          if (decoded.kind !== 'text') return expect(decoded).toBe('text');
          const table = readTable(
            decoded.isCertain ? decoded.text : (decodeTable(bytes, encoding) as { text: string }).text,
            isHead,
          );
          const filled = full.filter((cells) => cells.some((cell) => cell.trim() !== ''));
          expect(table.rows.map(({ cells }) => cells)).toEqual(filled);
          expect(table.rows.length + table.emptyRows).toBe(full.length);
          expect(table.titles).toEqual([]);
        },
      ),
      { numRuns: DRAWS },
    );
  });

  it('loses no row of a file with stray quotes: every letter is in a row or a title', () => {
    const stray = fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', ' ', '7'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(stray, { maxLength: 12 }), ends, (lines, end) => {
        const text = ['ID,Raum,Notiz', ...lines].join(end);
        const table = readTable(text, isHead);
        const lettersOf = (cells: readonly string[]): string => cells.join('').replace(/[^ab7]/g, '');
        const read = [...table.titles, ...table.rows].flatMap(({ cells }) => cells);
        expect(lettersOf(read)).toBe(lettersOf(lines));
        const breaks = read.reduce((sum, cell) => sum + cell.split(end).length - 1, 0);
        const joined = table.rows.reduce((sum, { joinedLines }) => sum + Math.max(0, (joinedLines ?? 1) - 1), 0);
        expect(joined).toBeLessThanOrEqual(breaks);
      }),
      { numRuns: DRAWS },
    );
  });

  it('counts each row once: as headings, title, data or an empty row', () => {
    const cells = fc.array(fc.constantFrom('', 'ID', 'Raum', '#', '# a', '#N/A', 'a', 'b', '7'), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 30 }), fc.constantFrom(...',;\t|'), (all, separator) => {
        const lines = all.map((row) => row.join(separator));
        const isData = (row: readonly string[]): boolean => row.includes('7');
        const { heads, titles, rows, emptyRows } = readTable(lines.join('\n'), isHead, isData);
        const headRows = heads.some((head) => head !== '') ? 1 : 0;
        // The last line has no end of its own: without text it is none.
        const count = lines.length - (lines.at(-1) === '' ? 1 : 0);
        expect(titles.length + rows.length + emptyRows + headRows).toBe(count);
        const numbers = [...titles, ...rows].map(({ line }) => line);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
      { numRuns: DRAWS },
    );
  });

  it('agrees with another parser for an ordinary file', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'B', '"', ',', '\n', '1', ' x'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(plain, plain, plain), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = [['ID', 'b', 'c'], ...rows].map((cells) => csvLine(cells.map(csvText))).join('');
        const other = cellsBy(',', text);
        expect(cellsIn(text)).toEqual(other.slice(1).filter((cells) => cells.some((cell) => cell.trim() !== '')));
      }),
      { numRuns: DRAWS },
    );
  });

  it('is unchanged when read back from a file of our own, including guards', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cellText, { minLength: 3, maxLength: 3 }), { maxLength: 8 }), (rows) => {
        const text = [['ID', 'Raum', 'Notiz'], ...rows].map((cells) => csvLine(cells.map(csvText))).join('');
        const back = tableOf(utf8(`\ufeff${text}`)).rows.map(({ cells }) => cells.map(withoutGuard));
        const filled = (all: readonly (readonly string[])[]) =>
          all.filter((cells) => cells.some((cell) => cell.trim() !== ''));
        // A row of spaces is kept when its guard was one of our marks.
        expect(filled(back)).toEqual(filled(rows));
      }),
      { numRuns: DRAWS },
    );
  });
});

it.each([
  ['', ''],
  ['a'.repeat(200), 'a'.repeat(200)],
  ['a'.repeat(1_000_000), `${'a'.repeat(200)}…`],
  [`${'a'.repeat(199)}😀`, `${'a'.repeat(199)}…`],
])(
  'a cell of a table with more than 200 characters is shown as its beginning with a mark, and a shorter cell unchanged',
  (text, shown) => expect(shownText(text)).toBe(shown),
);
