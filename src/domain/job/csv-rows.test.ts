/** Tables become tasks: IDs stay text, a spreadsheet's spellings are understood or refused, and no row is lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMN_ROLES, columnChoices, columnKeys, guessColumns, openTable, PLANNED_ATTRIBUTES } from './csv-columns.ts';
import {
  cellAtFault,
  errorFile,
  powerIsInDbm,
  readRows,
  withCell,
  type ListedBeacon,
  type RowResult,
} from './csv-rows.ts';
import { readTable } from '../table/read-table.ts';

const beacon = (uniqueId: string, changes: Partial<ListedBeacon> = {}): ListedBeacon => ({
  uniqueId,
  deviceType: 'BEACON',
  access: 'OWNER',
  mac: null,
  ...changes,
});
const LISTED = [
  beacon('007'),
  beacon('1E5'),
  beacon('abCd'),
  beacon('gate', { deviceType: 'GATEWAY' }),
  beacon('seen', { access: 'VIEWER' }),
];
const read = (columns: readonly string[], ...rows: string[][]): RowResult[] =>
  readRows(
    rows.map((cells, at) => ({ line: at + 2, cells })),
    columns,
    LISTED,
  );
const one = (columns: readonly string[], ...cells: string[]): RowResult => read(columns, cells)[0]!;

describe('the columns of a table for a job', () => {
  it.each([
    [
      ['Unique ID', 'Room', 'minor', 'TX power'],
      ['uniqueId', 'place', 'minor', 'txPower'],
    ],
    [
      ['Serial number', 'Position', 'Label', 'UUID', 'Instance', 'Power'],
      ['uniqueId', 'place', 'alias', 'proximity', 'instanceId', 'txPower'],
    ],
    [
      ['Kennung', 'Raum', 'Bemerkung', 'Intervall'],
      ['uniqueId', 'place', 'note', 'interval'],
    ],
    [
      ['ID', 'Device', 'Powersaving.Features'],
      ['uniqueId', '', 'powerSaving.features'],
    ],
    [
      ['password', '', 'MAC'],
      ['', '', ''],
    ],
    [
      ['beacon_ID', 'ZIMMER', 'Kommentar', 'Bezeichnung', 'Sendeleistung (dBm)', 'Intervall [ms]'],
      ['uniqueId', 'place', 'note', 'alias', 'txPower', 'interval'],
    ],
    [
      ['Gerät', 'Standort', 'Hinweis', 'Proximity-UUID', 'local name', 'Interval [ms]'],
      ['uniqueId', 'place', 'note', 'proximity', 'name', 'interval'],
    ],
    [
      ['Serial No.', 'Room No.', 'Remarks'],
      ['uniqueId', 'place', 'note'],
    ],
    [
      ['Serien-Nr.', 'Raum-Nr.', 'Anmerkungen'],
      ['uniqueId', 'place', 'note'],
    ],
    [
      ['Gera\u0308te-Nr.', 'Raumbezeichnung', 'Kommentare'],
      ['uniqueId', 'place', 'note'],
    ],
    [
      ['constructor', '?', 'tags'],
      ['', '', ''],
    ],
  ])('%j are read as %j', (heads, wanted) => expect(guessColumns(heads)).toEqual(wanted));

  it('keep the meanings that a person has chosen before', () => {
    const remembered = { Zone: 'place', ID: 'note', Other: 'password', Minor: '' };
    expect(guessColumns(['Zone', 'ID', 'Other', 'Minor'], remembered)).toEqual(['place', 'note', '', '']);
  });

  it('are remembered separately when two have the same name', () => {
    const heads = ['ID', 'Name', 'Name'];
    const keys = columnKeys(heads);
    expect(new Set(keys).size).toBe(3);
    const remembered = { [keys[1]!]: '', [keys[2]!]: 'place' };
    expect(guessColumns(heads, remembered)).toEqual(['uniqueId', '', 'place']);
    // Written by a version that used heads alone as keys.
    expect(guessColumns(['Zone', 'ID'], { Zone: 'place' })).toEqual(['place', 'uniqueId']);
  });

  it('never have the same meaning twice, or an unknown meaning', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.dictionary(fc.string(), fc.string()), (heads, remembered) => {
        const guess = guessColumns(heads, remembered);
        const roles = guess.filter((role) => role !== '');
        expect(guess).toHaveLength(heads.length);
        expect(new Set(roles).size).toBe(roles.length);
        for (const role of roles) expect([...COLUMN_ROLES, ...PLANNED_ATTRIBUTES]).toContain(role);
      }),
    );
  });
});

describe('the columns of a table of devices', () => {
  it('may name the room, tags and notes, but no attribute', () => {
    expect(columnChoices('devices')).toEqual(['', 'uniqueId', 'alias', 'place', 'tags', 'note']);
    expect(guessColumns(['ID', 'Room', 'Schlagworte', 'minor', 'Notiz'], {}, 'devices')).toEqual([
      'uniqueId',
      'place',
      'tags',
      '',
      'note',
    ]);
    expect(guessColumns(['a'], { a: 'minor' }, 'devices')).toEqual(['']);
  });

  it('may name each attribute that is written if the table is for a job, and no secret', () => {
    expect(columnChoices('job')).toEqual([...COLUMN_ROLES, ...PLANNED_ATTRIBUTES]);
    expect(PLANNED_ATTRIBUTES).toContain('minor');
    for (const name of ['password', 'tags', 'batteryLevel']) expect(PLANNED_ATTRIBUTES).not.toContain(name);
  });
});

describe('a row of a table for a job', () => {
  it('becomes a task, with its ID as it is written', () => {
    expect(one(['uniqueId', 'place', 'note', 'minor'], ' 007 ', 'Room 1', 'ladder', '12')).toEqual({
      line: 2,
      task: { uniqueId: '007', deviceType: 'BEACON', place: 'Room 1', values: { minor: 12 }, note: 'ladder' },
    });
    expect(one(['uniqueId'], '1E5')).toMatchObject({ task: { uniqueId: '1E5' } });
  });

  it.each([
    ['interval', '350,0', 350],
    ['interval', '350.00', 350],
    ['packets', 'ibeacon; KONTAKT', ['IBEACON', 'KONTAKT']],
    ['interval', '+350', 350],
    ['minor', '7,00', 7],
    ['accelerometer.sensitivity', '64.0', 64],
    ['packets', 'IBEACON|KONTAKT', ['IBEACON', 'KONTAKT']],
    ['packets', ' ibeacon,,kontakt ', ['IBEACON', 'KONTAKT']],
    ['name', 'a;b|c', 'a;b|c'],
    ['shuffled', 'Nein', false],
    ['shuffled', 'AUS', false],
    ['shuffled', '0', false],
    ['shuffled', 'ja', true],
    ['shuffled', '1', true],
    ['shuffled', 'Wahr', true],
    ['shuffled', 'on', true],
    ['shuffled', 'AN', true],
    ['shuffled', 'falsch', false],
    ['shuffled', 'off', false],
    ['shuffled', 'x', true],
    ['alias', 'Tür, links', 'Tür, links'],
    ['proximity', 'F7826DA6-4FA2-4E98-8024-BC5B71E0893E', 'f7826da6-4fa2-4e98-8024-bc5b71e0893e'],
  ])('may have in the column %s the cell %j', (name, text, wanted) => {
    expect(one(['uniqueId', name], '007', text)).toMatchObject({ task: { values: { [name]: wanted } } });
  });

  it.each([
    [['uniqueId'], [''], { code: 'noId' }],
    [['place'], ['Room'], { code: 'noId' }],
    [['uniqueId'], ['7'], { code: 'notListed', detail: '' }],
    [['uniqueId'], ['ABCD'], { code: 'notListed', detail: 'abCd' }],
    [['uniqueId'], ['gate'], { code: 'noBeacon' }],
    [['uniqueId'], ['seen'], { code: 'viewer' }],
    [['uniqueId'], ['007', 'x'], { code: 'tooManyCells', detail: 'x' }],
    [['uniqueId'], ['007', ' ', 'y'.repeat(201)], { code: 'tooManyCells', detail: 'y'.repeat(200) }],
    [['uniqueId', 'note'], ['007', 'x'.repeat(201)], { code: 'tooLong', column: 'note', detail: '200' }],
    [
      ['uniqueId', 'shuffled'],
      ['007', 'maybe'],
      { code: 'value', attribute: 'shuffled', fault: 'notTruth', detail: '' },
    ],
    [
      ['uniqueId', 'interval'],
      ['007', '350.5'],
      { code: 'value', attribute: 'interval', fault: 'notWhole', detail: '' },
    ],
    [['uniqueId', 'place'], ['007', 'x'.repeat(201)], { code: 'tooLong', column: 'place', detail: '200' }],
    [
      ['uniqueId', 'interval'],
      ['007', '1.000'],
      { code: 'value', attribute: 'interval', fault: 'notWhole', detail: '' },
    ],
    [
      ['uniqueId', 'minor'],
      ['007', '70000'],
      { code: 'value', attribute: 'minor', fault: 'tooLarge', detail: '65535' },
    ],
  ])('with the columns %j and the cells %j is refused', (columns, cells, fault) =>
    expect(one(columns, ...cells)).toEqual({ line: 2, cells, fault }),
  );

  it('may have a room and a note of 200 characters, empty cells, and blank cells beyond the columns', () => {
    const long = 'x'.repeat(200);
    expect(one(['uniqueId', 'place', 'note', 'minor'], '007', long, long, ' ', ' ', '')).toEqual({
      line: 2,
      task: { uniqueId: '007', deviceType: 'BEACON', place: long, values: {}, note: long },
    });
    expect(one(['uniqueId', 'place', 'minor'], '007')).toMatchObject({ task: { place: '', values: {} } });
  });

  it('plans no value that a device only reports, although a column has its name', () => {
    expect(one(['uniqueId', 'batteryLevel', 'firmware'], '007', '5', '1.0')).toMatchObject({ task: { values: {} } });
  });

  it('may name any device if the table is for names and rooms, but only a room that fits into a tag', () => {
    const table = (...cells: string[]) =>
      readRows([{ line: 2, cells }], ['uniqueId', 'place', 'tags'], LISTED, { purpose: 'devices' })[0];
    expect(table('gate', 'Hall', 'a;b|c')).toMatchObject({
      task: { deviceType: 'GATEWAY', values: { tags: 'a,b,c' } },
    });
    // In quotes, as the file of exported devices has it, a separator is part of the tag.
    expect(table('gate', '', '"a;b", c|d, " |""e"""')).toMatchObject({ task: { values: { tags: 'a;b,c,d,|"e"' } } });
    expect(table('gate', '', '"a";"b", "c"')).toMatchObject({ task: { values: { tags: '"a","b","c"' } } });
    expect(table('seen', 'Hall')).toMatchObject({ fault: { code: 'viewer' } });
    expect(table('007', 'East, left')).toMatchObject({ fault: { code: 'room', fault: 'comma' } });
    expect(table('007', 'x'.repeat(28))).toMatchObject({ fault: { code: 'room', fault: 'tooLong' } });
    expect(one(['uniqueId', 'place'], '007', 'East, left')).toMatchObject({ task: { place: 'East, left' } });
  });

  it('is counted as soon as it is read', () => {
    const done: number[] = [];
    const rows = ['007', '', '1E5'].map((id, at) => ({ line: at + 2, cells: [id] }));
    readRows(rows, ['uniqueId'], LISTED, { onRow: (count) => done.push(count) });
    expect(done).toEqual([1, 2, 3]);
  });

  it('names the line on which its beacon was already listed, unless that line is bad', () => {
    const results = read(['uniqueId', 'minor'], ['007', 'x'], ['007', '1'], ['007', '2']);
    expect(results.map((result) => ('fault' in result ? result.fault : 'task'))).toMatchObject([
      { code: 'value' },
      'task',
      { code: 'twice', detail: '3' },
    ]);
  });

  it('is never lost, whatever it contains, and becomes a task only for a listed device', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('007', '1E5', '1,0', '=1+1', '"', '\u0000'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 })), (rows) => {
        const results = read(['uniqueId', 'minor', 'packets', 'place'], ...rows);
        expect(results.map(({ line }) => line)).toEqual(rows.map((_, at) => at + 2));
        const ids = results.flatMap((result) => ('task' in result ? [result.task.uniqueId] : []));
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(['007', '1E5', 'abCd']).toContain(id);
      }),
    );
  });
});

describe('what spreadsheets put around a cell', () => {
  it.each([
    ['="007"', '007'],
    ["'007", '007'],
    ['\u001f007', '007'],
    ['\u200b007\u00a0', '007'],
    ['\'="007"', '007'],
  ])('is no part of the id in %j', (cell, id) => {
    const result = one(['uniqueId'], cell);
    expect('task' in result ? result.task.uniqueId : null).toBe(id);
  });

  it('is removed from a room and from a name', () => {
    expect(one(['uniqueId', 'place', 'name'], '007', '="1.10"', "'-1.204")).toMatchObject({
      task: { place: '1.10', values: { name: '-1.204' } },
    });
    expect(one(['uniqueId', 'place'], '007', "'s Gravenhage")).toMatchObject({ task: { place: "'s Gravenhage" } });
  });

  it('is removed and named when it is an invisible character', () =>
    expect(one(['uniqueId', 'name'], '007', 'Lobby\u200b\u202e')).toMatchObject({
      task: { values: { name: 'Lobby' } },
      removed: ['U+200B', 'U+202E'],
    }));
});

describe('a column of powers', () => {
  const levels = (heads: readonly string[], ...cells: string[]) =>
    readRows(
      cells.map((cell, at) => ({ line: at + 2, cells: [LISTED[at]!.uniqueId, cell] })),
      ['uniqueId', 'txPower'],
      LISTED,
      { heads },
    ).map((result) => ('task' in result ? result.task.values['txPower'] : result.fault));

  it('is entirely in dBm when one cell is negative', () =>
    expect(levels(['id', 'Leistung'], '-12', '0', '4')).toEqual([3, 6, 7]));
  it('is in dBm when a cell or the heading contains dBm', () => {
    expect(levels(['id', 'txPower'], '4 dBm', '0', '−4')).toEqual([7, 6, 5]);
    expect(levels(['id', 'TX power (dBm)'], '4', '0')).toEqual([7, 6]);
  });
  it('is in levels when nothing in it shows dBm', () =>
    expect(levels(['id', 'txPower'], '0', '4', '7')).toEqual([0, 4, 7]));
  it('reads a power with a sign, a decimal comma, spaces or a unit', () => {
    expect(levels(['id', 'dBm'], '+4', '-12,0', '- 4 dBm')).toEqual([7, 3, 5]);
    expect(levels(['id', 'dBm'], '4dbm', '0.00', '-30')).toEqual([7, 6, 0]);
    expect(levels(['id', 'dBm'], '-12.5')).toMatchObject([{ code: 'value', fault: 'notChoice' }]);
    expect(levels(['id', 'dBm'], 'strong')).toMatchObject([
      { code: 'value', fault: 'notChoice', detail: '-30, -20, -16, -12, -8, -4, 0, 4' },
    ]);
  });
  it('accepts only the powers of a beacon', () =>
    expect(levels(['id', 'txPower'], '-12', '3')).toMatchObject([3, { code: 'value', fault: 'notChoice' }]));
});

describe('a cell that says that there is no value', () => {
  const columns = ['uniqueId', 'place', 'name', 'interval'];
  const read = (cells: readonly string[], takesDoubtful = false): RowResult =>
    readRows([{ line: 2, cells }], columns, [beacon('007'), beacon('None')], { takesDoubtful })[0]!;

  it.each([0, 1, 2, 3])('is a fault where a formula has failed, in column %i', (at) => {
    const cells = ['007', 'Hall', 'Gate', '500'].with(at, '#N/A');
    expect(read(cells)).toMatchObject({
      fault: { code: 'failedFormula', attribute: columns[at], detail: '#N/A' },
    });
  });

  it('is read as empty when a database has written NULL, and the person is told', () => {
    expect(read(['007', 'NULL', '\\N', '(null)'])).toEqual({
      line: 2,
      task: { uniqueId: '007', deviceType: 'BEACON', place: '', values: {}, note: '' },
      noValues: ['NULL', '\\N', '(null)'],
    });
  });

  it('is read as empty, or as text if the person chooses so, when it may be either', () => {
    expect(read(['007', 'n/a', '-', ''])).toMatchObject({ task: { place: '', values: {} }, noValues: ['n/a', '-'] });
    expect(read(['007', 'n/a', '-', ''], true)).toMatchObject({ task: { place: 'n/a', values: { name: '-' } } });
  });

  it('names a beacon of the list when the word is the ID of that beacon', () => {
    expect(read(['None', '', '', ''])).toMatchObject({ task: { uniqueId: 'None' } });
    expect(read(['n/a', '', '', ''])).toMatchObject({ fault: { code: 'noId' } });
  });
});

describe('an ID cell with what is printed on the beacon', () => {
  const listed = [beacon('82TR3V', { mac: '21:19:5c:48:ee:e1' }), beacon('5ZPbrLyB')];
  it.each(['21:19:5c:48:ee:e1', '21195c48eee1', 'https://k.io/b/82TR3V', 'SN:82TR3V', '"82TR3V"', '82TR3V.'])(
    'names the beacon by %s',
    (cell) => {
      expect(readRows([{ line: 2, cells: [cell] }], ['uniqueId'], listed)[0]).toMatchObject({
        task: { uniqueId: '82TR3V' },
      });
    },
  );
  it('is refused when it names two beacons, or a beacon that an earlier row has named', () => {
    const rows = ['82TR3V|5ZPbrLyB', '82TR3V', '21195c48eee1'].map((cell, at) => ({ line: at + 2, cells: [cell] }));
    expect(readRows(rows, ['uniqueId'], listed)).toMatchObject([
      { fault: { code: 'notListed' } },
      { task: { uniqueId: '82TR3V' } },
      { fault: { code: 'twice', detail: '3' } },
    ]);
  });
});

describe('an ID that a spreadsheet has rounded', () => {
  it.each([
    [['uniqueId'], ['12345678901234500000'], 'uniqueId'],
    [['uniqueId'], ['1,23457E+19'], 'uniqueId'],
    [['uniqueId', 'namespace'], ['007', '12345678901234500000'], 'namespace'],
  ])('makes its row faulty: columns %j, cells %j', (columns, cells, attribute) =>
    expect(one(columns, ...cells)).toMatchObject({ fault: { code: 'rounded', attribute, detail: cells.at(-1) } }),
  );
  it('is accepted when all its digits are there', () =>
    expect(one(['uniqueId', 'namespace'], '007', '12345678901234567890')).toHaveProperty('task'));
});

it('a row that a quotation mark may have joined with other rows is refused, with the number of lines', () => {
  const { rows } = readTable('id,place,note\n007,"A1,x\n1E5,A2",y\n');
  expect(readRows(rows, ['uniqueId', 'place', 'note'], LISTED)).toMatchObject([
    { line: 2, fault: { code: 'joined', detail: '2' } },
  ]);
});

describe('the file of bad rows', () => {
  it('keeps its cells unchanged however often it is saved and read', () => {
    const wanted = { task: { place: '-1.204', note: '+49 30 123', values: { name: 'a|-b;=c' } } };
    const words = { line: 'Row', reason: 'Reason', of: () => 'x' };
    const columns = ['', '', 'uniqueId', 'place', 'note', 'name'];
    let text = 'Row,Reason,ID,Raum,Notiz,Name\n2,x,xxxx,-1.204,+49 30 123,"a|-b;=c"\n';
    for (let round = 0; round < 3; round += 1) {
      const { heads, rows } = readTable(text);
      const corrected = rows.map((row) => ({ ...row, cells: row.cells.with(2, '007') }));
      expect(readRows(corrected, columns, LISTED), text).toMatchObject([wanted]);
      const results = readRows(rows, columns, LISTED).map((result) =>
        'fault' in result ? { ...result, cells: result.cells.slice(2) } : result,
      );
      text = [...errorFile(heads.slice(2), results, words)].join('');
    }
  });

  it('lists each bad row with its line, its fault and its cells, and no cell starts a formula', () => {
    const results = read(['uniqueId', 'place'], ['007', 'ok'], ['=cmd', 'a"b'], ['', '']);
    const file = [...errorFile(['ID', 'Room'], results, { line: 'Row', reason: 'Reason', of: ({ code }) => code })];
    expect(file).toEqual(['Row,Reason,ID,Room\r\n', '3,notListed,\'=cmd,"a""b"\r\n', '4,noId,,\r\n']);
  });
});

describe('the cell at fault in a bad row', () => {
  const typed = (columns: readonly string[], ...cells: string[]): string | null => {
    const result = one(columns, ...cells);
    if ('task' in result) throw new Error('The row is good.');
    return cellAtFault(result, columns)?.typed ?? null;
  };

  it.each([
    ['the ID that is not in the list', ['uniqueId', 'minor'], ['abcd', '5'], 'abcd'],
    ['the value that is refused, not the ID', ['uniqueId', 'minor'], ['abCd', '70000'], '70000'],
    ['the note that is too long, not the ID', ['uniqueId', 'note'], ['abCd', 'x'.repeat(201)], 'x'.repeat(201)],
    ['empty where the ID is missing', ['minor', 'uniqueId'], ['5', ''], ''],
    ['none where no column has the ID', ['minor'], ['5'], null],
    ['none where the row has too many cells', ['uniqueId'], ['abCd', 'x'], null],
    ['the room that is too long', ['uniqueId', 'place'], ['abCd', 'x'.repeat(1001)], 'x'.repeat(1000)],
    ['the ID of a gateway', ['place', 'uniqueId'], ['Hall', 'gate'], 'gate'],
    ['the ID of a viewed beacon', ['place', 'uniqueId'], ['Hall', 'seen'], 'seen'],
    ['the rounded value', ['uniqueId', 'namespace'], ['abCd', '12345678901234500000'], '12345678901234500000'],
    ['empty where the cell is missing', ['minor', 'uniqueId'], ['5'], ''],
  ])('is %s', (_what, columns, cells, shown) => expect(typed(columns, ...cells)).toBe(shown));

  it('makes the row good once corrected, and leaves the other rows unchanged', () => {
    const rows = [
      { line: 2, cells: ['nobody'] },
      { line: 3, cells: ['007', '5'] },
    ];
    const columns = ['uniqueId', 'minor'];
    const corrected = withCell(withCell(rows, 2, 0, 'abCd'), 2, 1, '7');
    expect(readRows(corrected, columns, LISTED)).toMatchObject([
      { task: { uniqueId: 'abCd', values: { minor: 7 } } },
      { task: { uniqueId: '007', values: { minor: 5 } } },
    ]);
  });
});

it.each<[string, heads: string[], cells: string[], boolean]>([
  ['by its head', ['ID', 'Power (dBm)'], ['a', '3'], true],
  ['by a cell', ['ID', 'Power'], ['a', '4 dBm'], true],
  ['by a cell without a space', ['ID', 'Power'], ['a', '4DBM'], true],
  ['by a negative cell', ['ID', 'Power'], ['a', '-12'], true],
  ['by a negative cell with a space', ['ID', 'Power'], ['a', '- 12'], true],
  ['not by a hyphen within a cell', ['ID', 'Power'], ['a', '3-5'], false],
  ['not by a hyphen alone', ['ID', 'Power'], ['a', '-'], false],
  ['not by a level', ['ID', 'Power'], ['a', '3'], false],
  ['not by another column', ['ID (dBm)', 'Power'], ['-5', '3'], false],
  ['not where the cell is missing', ['ID', 'Power'], ['a'], false],
])('the reader of a table takes the powers for dBm %s', (_how, heads, cells, expected) => {
  const rows = [{ cells: ['b', '3'] }, { cells }] as unknown as Parameters<typeof powerIsInDbm>[0];
  expect(powerIsInDbm(rows, ['uniqueId', 'txPower'], heads)).toBe(expected);
  expect(powerIsInDbm(rows, ['uniqueId', ''], heads)).toBe(false);
});

it.each([
  ['Plan\nRoom; Unique ID \nA;007\n', ['Room', 'Unique ID']],
  ['Plan\nRoom;Serial number\nA;007\n', ['Room', 'Serial number']],
  ['Note;Room;More\nx;A;y\n', ['Note', 'Room', 'More']],
  // Names that are IDs are no names.
  ['Plan\n007;A\nabCd;B\n', ['', '']],
  // An ID among known names is one of them.
  ['ID;007\nabCd;B\n', ['ID', '007']],
])('the reader of a table finds in %j the headings $1', (source, heads) =>
  expect(openTable(source, new Set(['007', 'abCd'])).table.heads).toEqual(heads),
);

it.each([
  ['ID;Beacon;Raum\n1;007;A\n', ['', 'uniqueId', 'place']],
  ['Beacon-ID;Replaces\nnew;007\n', ['uniqueId', '']],
  ['Key;Place\n007;A\n', ['uniqueId', 'place']],
  ['Old;New\n007;abCd\n', ['', '']],
  ['007;A\nabCd;B\n', ['uniqueId', '']],
])('the reader of a table guesses by the content of %j the columns $1', (source, columns) =>
  expect(openTable(source, new Set(['007', 'abCd'])).columns).toEqual(columns),
);

it('a row without a room has the room of the row above only if the person chooses so', () => {
  const columns = ['place', 'uniqueId'];
  const rows = [
    ['', '007'],
    ['A', 'nobody'],
    ['', '1E5'],
    ['NULL', 'abCd'],
  ].map((cells, at) => ({ line: at + 2, cells }));
  const rooms = (fillsRooms: boolean) =>
    readRows(rows, columns, LISTED, { fillsRooms }).map((row) => 'task' in row && [row.task.place, row.lacksRoom]);
  expect(rooms(false)).toEqual([['', undefined], false, ['', true], ['', undefined]]);
  expect(rooms(true)).toEqual([['', undefined], false, ['A', true], ['', undefined]]);
});

it('the reader of a table tells columns of the same name apart, however many there are', () => {
  expect(new Set(columnKeys(['Name', 'Name', 'Name', 'ID'])).size).toBe(4);
  expect(columnKeys(['Name', 'ID'])).toEqual(['Name', 'ID']);
});

it('a bad row names as the cell at fault the room that no tag can hold, and the ID that is listed twice', () => {
  const rows = (...cells: string[][]) =>
    readRows(
      cells.map((row, at) => ({ line: at + 2, cells: row })),
      ['uniqueId', 'place'],
      LISTED,
      { purpose: 'devices' },
    ).flatMap((result) => ('fault' in result ? [cellAtFault(result, ['uniqueId', 'place'])] : []));
  expect(rows(['007', 'a,b'])).toEqual([{ at: 1, typed: 'a,b' }]);
  expect(rows(['007', 'a'], ['007', 'b'])).toEqual([{ at: 0, typed: '007' }]);
});
