/** Tables at the edges of the reader, and what a person means by each. Written with knowledge of it. */
import type { CorpusTable } from './corpus-table.ts';

const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`;
const TWO = [
  { id: '82TR3V', room: 'Ward 1' },
  { id: 'tB4x', room: 'Ward 2' },
] as const;

export const EDGE_TABLES: CorpusTable[] = [
  {
    name: 'headings again at each printed page',
    text: lines('ID;Raum', '82TR3V;Ward 1', 'Seite 2;', 'ID;Raum', 'tB4x;Ward 2'),
    means: TWO,
  },
  {
    name: 'a beacon that was commented out, the first row too',
    text: lines('ID;Raum', '#5ZPbrLyB;Ward 9', '82TR3V;Ward 1', 'tB4x;Ward 2'),
    means: TWO,
  },
  {
    name: 'a sign of a number before each ID',
    text: lines('ID;Raum', '#82TR3V;Ward 1', '#tB4x;Ward 2'),
    means: TWO,
  },
  {
    name: 'a column with the number of the row, named #',
    text: lines('#;ID;Raum', '1;82TR3V;Ward 1', '2;tB4x;Ward 2'),
    means: TWO,
  },
  {
    name: 'one column of IDs without a heading',
    text: '82TR3V\ntB4x\n5ZPbrLyB',
    means: [{ id: '82TR3V' }, { id: 'tB4x' }, { id: '5ZPbrLyB' }],
  },
  {
    name: 'one row without a heading',
    text: '82TR3V;Ward 1',
    means: [{ id: '82TR3V', room: 'Ward 1' }],
    leaves: ['room'],
  },
  {
    name: 'a title above rows without headings',
    text: lines('Montag;', '82TR3V;Ward 1', 'tB4x;Ward 2'),
    means: TWO,
    leaves: ['room'],
  },
  {
    name: 'two columns with IDs, one of them replaced',
    text: lines('Alt;Neu;Raum', '82TR3V;5ZPbrLyB;Ward 1', 'tB4x;Kf7Qp2;Ward 2'),
    means: TWO,
    asks: 'ID column',
  },
  { name: 'a room as Rm.', text: lines('Asset No.,Serial No.,Rm.', '1,82TR3V,Ward 1', '2,tB4x,Ward 2'), means: TWO },
  { name: 'a room as Rm. No.', text: lines('Site,Rm. No.,SN', 'Bonn,Ward 1,82TR3V', 'Bonn,Ward 2,tB4x'), means: TWO },
  { name: 'a room and a price', text: lines('SN,Location,RM', '82TR3V,Ward 1,12.50', 'tB4x,Ward 2,9'), means: TWO },
  {
    name: 'a room as Raumbez., beside its building',
    text: lines('Standort;Raumbez.;Serien-Nr.', 'Bonn;Ward 1;82TR3V', 'Bonn;Ward 2;tB4x'),
    means: TWO,
  },
  { name: 'a room as Zi.-Nr.', text: lines('Kennung;Zi.-Nr.', '82TR3V;Ward 1', 'tB4x;Ward 2'), means: TWO },
  {
    name: 'a mark for the room above',
    text: lines('ID;Raum', '82TR3V;Ward 1', 'tB4x;"', '5ZPbrLyB;dito', 'Kf7Qp2;-"-', 'Zq81Lm;Ward 2'),
    means: [
      TWO[0],
      { id: 'tB4x', room: 'Ward 1' },
      { id: '5ZPbrLyB', room: 'Ward 1' },
      { id: 'Kf7Qp2', room: 'Ward 1' },
      { id: 'Zq81Lm', room: 'Ward 2' },
    ],
    asks: 'rooms',
  },
  {
    name: 'quotation marks after a space',
    text: lines('"ID" , "Raum"', '"82TR3V" , "Ward 1"', '"tB4x" ,  "Ward 2"'),
    means: TWO,
  },
  {
    name: 'separators in quotation marks after a space',
    text: lines('ID, Room', '82TR3V, "Ward 1, left"', 'tB4x, "Ward 2, right"'),
    means: [
      { id: '82TR3V', room: 'Ward 1, left' },
      { id: 'tB4x', room: 'Ward 2, right' },
    ],
  },
  {
    name: 'the word of a pivot table for an empty cell',
    text: lines('ID;Raum', '82TR3V;(blank)', 'tB4x;(Leer)'),
    means: [{ id: '82TR3V' }, { id: 'tB4x' }],
  },
  {
    name: 'a building, a floor and a room',
    text: lines('Standort;Gebäude;Etage;Zimmer;Beacon', 'Bonn;A;1;Ward 1;82TR3V', 'Bonn;A;2;Ward 2;tB4x'),
    means: TWO,
  },
  {
    name: 'a name beside planned values is that of the beacon',
    text: lines('ID,Name,Major', '82TR3V,East,7'),
    means: [{ id: '82TR3V', values: { name: 'East', major: 7 } }],
  },
  {
    name: 'a name beside an alias is that of the beacon',
    text: lines('ID,Name,Alias', '82TR3V,East,Pump'),
    means: [{ id: '82TR3V', alias: 'Pump', values: { name: 'East' } }],
  },
  {
    name: 'merged cells below a title, with a total after each block',
    text: lines(
      'Plan;;',
      'Raum;Beacon;Anzahl',
      'Ward 1;82TR3V;1',
      ';5ZPbrLyB;1',
      'Summe;;2',
      'Ward 2;tB4x;1',
      'Summe;;1',
    ),
    means: [...TWO, { id: '5ZPbrLyB', room: 'Ward 1' }],
    asks: 'rooms',
  },
  {
    name: 'a room that no formula found, above an empty cell',
    text: lines('ID,Room', '82TR3V,Ward 1', 'Kf7Qp2,#REF!', 'tB4x,Ward 2'),
    means: TWO,
    refused: ['Kf7Qp2'],
  },
  {
    name: 'a quotation mark that is never closed',
    text: lines('ID,Room,Notes', '82TR3V,Ward 1,19" rack', 'tB4x,Ward 2,"left'),
    means: [
      { id: '82TR3V', room: 'Ward 1', note: '19" rack' },
      { id: 'tB4x', room: 'Ward 2', note: '"left' },
    ],
  },
  {
    name: 'a decimal comma in a table with commas',
    text: lines('ID,Room,Height', '82TR3V,Ward 1,2,35', 'tB4x,Ward 2,2.40'),
    means: [{ id: 'tB4x', room: 'Ward 2' }],
    refused: ['82TR3V'],
  },
  {
    name: 'a comma at the end of each row but not of the headings',
    text: lines('ID,Room', '82TR3V,Ward 1,', 'tB4x,Ward 2,'),
    means: TWO,
  },
  {
    name: 'an ID twice',
    text: lines('ID,Room', '82TR3V,Ward 1', '82TR3V,Ward 3', 'tB4x,Ward 2'),
    means: TWO,
  },
  {
    name: 'IDs in capitals',
    text: lines('ID,Room', '82TR3V,Ward 1', 'TB4X,Ward 2'),
    means: [TWO[0]],
    refused: ['TB4X'],
  },
  {
    name: 'addresses in place of IDs',
    text: lines('Beacon,Room', '21:19:5C:48:EE:E1,Ward 1', '21195c48eee2,Ward 2'),
    means: TWO,
  },
  {
    name: 'IDs as formulas that keep their zeros',
    text: lines('ID,Room', '"=""82TR3V""",Ward 1', "'tB4x,Ward 2"),
    means: TWO,
  },
  {
    name: 'rows with invisible characters and unusual spaces',
    text: lines('\u200bID;Raum', '82TR3V\u200b;Ward\u00a01', 'tB4x;Ward 2'),
    means: TWO,
  },
  {
    name: 'fixed widths, no separator',
    text: lines('ID        Raum', '82TR3V    Ward 1', 'tB4x      Ward 2'),
    means: TWO,
    asks: 'ID column',
  },
  {
    name: 'Markdown',
    text: lines('| ID | Room |', '|----|------|', '| 82TR3V | Ward 1 |', '| tB4x | Ward 2 |'),
    means: TWO,
  },
  {
    name: 'DOS letters',
    encoding: 'ibm850',
    text: lines('ID;Raum', '82TR3V;Küche', 'tB4x;Büro'),
    means: [
      { id: '82TR3V', room: 'Küche' },
      { id: 'tB4x', room: 'Büro' },
    ],
    asks: 'encoding',
  },
  {
    name: 'JSON lines',
    text: '{"id":"82TR3V","room":"Ward 1"}\n{"id":"tB4x","room":"Ward 2"}\n',
    means: [],
    isNo: 'json',
  },
  {
    name: 'XML of a spreadsheet',
    text: '<?xml version="1.0"?>\n<Workbook><Row><Cell>82TR3V</Cell></Row></Workbook>',
    means: [],
    isNo: 'webPage',
  },
  { name: 'a workbook', text: 'PK\u0003\u0004xl/workbook.xml', means: [], isNo: 'workbook' },
  {
    name: 'mysql, one row as a column of names',
    text: lines(
      '*** 1. row ***',
      'uniqueId: 82TR3V',
      '    room: Ward 1',
      '*** 2. row ***',
      'uniqueId: tB4x',
      '    room: Ward 2',
    ),
    means: TWO,
    asks: 'ID column',
  },
];
