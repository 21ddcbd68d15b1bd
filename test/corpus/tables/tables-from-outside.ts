/**
 * Tables as asset systems, databases, spreadsheets and people write them, and what a person means by each. Written from knowledge
 * of those programs, without knowledge of the reader; what it asks was added later.
 */
import type { CorpusTable } from './corpus-table.ts';

const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`;
const unix = (...rows: string[]): string => `${rows.join('\n')}\n`;

export const TABLES_FROM_OUTSIDE: CorpusTable[] = [
  {
    name: 'ServiceNow, list of assets as CSV',
    text: lines(
      '"display_name","asset_tag","serial_number","location","install_status","comments"',
      '"P1000234 - Infusion pump","P1000234","82TR3V","Ward 3","In use",""',
      '"P1000235 - Infusion pump","P1000235","tB4x","Ward 4","In use","behind ""the"" door"',
    ),
    mayDiffer: ['alias'],
    means: [
      { id: '82TR3V', room: 'Ward 3' },
      { id: 'tB4x', room: 'Ward 4', note: 'behind "the" door' },
    ],
  },
  {
    name: 'Snipe-IT, custom asset report',
    encoding: 'utf-8-bom',
    text: unix(
      'Company,Asset Name,Asset Tag,Model,Serial,Purchased,Cost,Location,Notes',
      '"St. Mary","Wheelchair 7","00017","Tag S22-5","5ZPbrLyB","2024-03-01","39.00","Main entrance","second shelf, left"',
      '"St. Mary","Wheelchair 8","00018","Tag S22-5","Kf7Qp2","2024-03-01","39.00","Main entrance",""',
    ),
    means: [
      { id: '5ZPbrLyB', alias: 'Wheelchair 7', room: 'Main entrance', note: 'second shelf, left' },
      { id: 'Kf7Qp2', alias: 'Wheelchair 8', room: 'Main entrance' },
    ],
  },
  {
    name: 'SAP PM IE05 in German, unconverted list',
    encoding: 'windows-1252',
    text: lines(
      '26.11.2026                    Dynamische Listenanzeige                     1',
      '',
      '-------------------------------------------------------------',
      '|Equipment |Bezeichnung         |Herstellerserialnr.|Raum    |',
      '-------------------------------------------------------------',
      '|10004711  |Bettenwaage Süd     |82TR3V             |A 1.204 |',
      '|10004712  |Bettenwaage Nord    |tB4x               |A 1.205 |',
      '-------------------------------------------------------------',
    ),
    means: [
      { id: '82TR3V', alias: 'Bettenwaage Süd', room: 'A 1.204' },
      { id: 'tB4x', alias: 'Bettenwaage Nord', room: 'A 1.205' },
    ],
  },
  {
    name: 'IBM Maximo, result set download with a tab',
    text: lines(
      'Asset\tDescription\tLocation\tSerial #\tStatus',
      '11430\tBEACON, DOCK 12\tDOCK12\t5ZPbrLyB\tOPERATING',
      '11431\tBEACON, DOCK 13\tDOCK13\tKf7Qp2\tOPERATING',
    ),
    means: [
      { id: '5ZPbrLyB', room: 'DOCK12' },
      { id: 'Kf7Qp2', room: 'DOCK13' },
    ],
  },
  {
    name: 'Planon in German, semicolons',
    encoding: 'windows-1252',
    text: lines(
      'Code;Name;Gebäude;Geschoss;Raumnummer;Seriennummer;Bemerkung',
      '0001;Türmelder;Haus A;EG;0.017;82TR3V;über der Tür',
      '0002;Türmelder;Haus A;1. OG;1.003;tB4x;',
    ),
    means: [
      { id: '82TR3V', alias: 'Türmelder', room: '0.017', note: 'über der Tür' },
      { id: 'tB4x', alias: 'Türmelder', room: '1.003' },
    ],
  },
  {
    name: 'Lansweeper, report export',
    text: lines(
      'AssetID,AssetName,AssetTypename,Mac,Serialnumber,Location,Lastseen',
      '6401,beacon-east-1,Other,21:19:5C:48:EE:E1,82TR3V,East wing,11/26/2026 7:02:11 AM',
      '6402,beacon-east-2,Other,21:19:5C:48:EE:E2,tB4x,East wing,11/26/2026 7:02:13 AM',
    ),
    means: [
      { id: '82TR3V', alias: 'beacon-east-1', room: 'East wing' },
      { id: 'tB4x', alias: 'beacon-east-2', room: 'East wing' },
    ],
  },
  {
    name: 'Excel in German, CSV with semicolons and decimal commas',
    encoding: 'windows-1252',
    text: lines(
      'Beacon-ID;Raum;Höhe (m);Anmerkung',
      '5ZPbrLyB;Küche;2,35;Öffnung links',
      'Kf7Qp2;Büro Müller;2,40;1,5 m neben der Tür',
    ),
    means: [
      { id: '5ZPbrLyB', room: 'Küche', note: 'Öffnung links' },
      { id: 'Kf7Qp2', room: 'Büro Müller', note: '1,5 m neben der Tür' },
    ],
  },
  {
    name: 'Excel, Unicode text (UTF-16 with tabs)',
    encoding: 'utf-16le',
    text: lines('Unique ID\tName\tRoom', '82TR3V\tFridge – blood bank\tLab “C”', 'tB4x\tFridge Ω\tLab D'),
    means: [
      { id: '82TR3V', alias: 'Fridge – blood bank', room: 'Lab “C”' },
      { id: 'tB4x', alias: 'Fridge Ω', room: 'Lab D' },
    ],
  },
  {
    name: "Excel's sep= line",
    encoding: 'utf-8-bom',
    text: lines('sep=;', 'ID;Room', '82TR3V;Ward 1, left', 'tB4x;Ward 2, right'),
    means: [
      { id: '82TR3V', room: 'Ward 1, left' },
      { id: 'tB4x', room: 'Ward 2, right' },
    ],
  },
  {
    name: 'Excel in English, trailing empty columns and rows',
    text: lines('Beacon ID,Room,Comment,,,', '82TR3V,Ward 1,,,,', 'tB4x,Ward 2,new battery,,,', ',,,,,', ',,,,,'),
    means: [
      { id: '82TR3V', room: 'Ward 1' },
      { id: 'tB4x', room: 'Ward 2', note: 'new battery' },
    ],
  },
  {
    name: 'LibreOffice in German, every text quoted, a line break in a cell',
    text: unix('"Kennung";"Raum";"Notiz"', '"5ZPbrLyB";"Saal 1";"Decke,\nMitte"', '"Kf7Qp2";"Saal 2";"Wand"'),
    means: [
      { id: '5ZPbrLyB', room: 'Saal 1', note: 'Decke, Mitte' },
      { id: 'Kf7Qp2', room: 'Saal 2', note: 'Wand' },
    ],
  },
  {
    name: 'Google Sheets, a failed lookup and an empty cell',
    text: lines('beacon,room,notes', '82TR3V,#N/A,check', 'tB4x,Ward 2,'),
    refused: ['82TR3V'],
    means: [
      { id: '82TR3V', note: 'check' },
      { id: 'tB4x', room: 'Ward 2' },
    ],
  },
  {
    name: 'pgAdmin, quoted texts and NULL unquoted',
    text: unix('"unique_id","alias","room"', '"82TR3V","Pump",NULL', '"tB4x",NULL,"Ward 2"'),
    means: [
      { id: '82TR3V', alias: 'Pump' },
      { id: 'tB4x', room: 'Ward 2' },
    ],
  },
  {
    name: 'psql COPY TO as text',
    text: unix('82TR3V\tPump\t\\N', 'tB4x\t\\N\tWard 2'),
    means: [
      { id: '82TR3V', alias: 'Pump' },
      { id: 'tB4x', room: 'Ward 2' },
    ],
    leaves: ['alias', 'room'],
  },
  {
    name: 'psql, aligned output of a query',
    text: unix(
      ' unique_id |  alias   |  room  ',
      '-----------+----------+--------',
      ' 82TR3V    | Pump 1   | Ward 1',
      ' tB4x      | Pump 2   | Ward 2',
      '(2 rows)',
      '',
    ),
    means: [
      { id: '82TR3V', alias: 'Pump 1', room: 'Ward 1' },
      { id: 'tB4x', alias: 'Pump 2', room: 'Ward 2' },
    ],
  },
  {
    name: 'mysql in batch mode',
    text: unix('uniqueId\talias\troom', '82TR3V\tPump 1\tNULL', 'tB4x\tNULL\tWard 2'),
    means: [
      { id: '82TR3V', alias: 'Pump 1' },
      { id: 'tB4x', room: 'Ward 2' },
    ],
  },
  {
    name: 'mysql, a table drawn with lines',
    text: unix(
      '+----------+--------+--------+',
      '| uniqueId | alias  | room   |',
      '+----------+--------+--------+',
      '| 82TR3V   | Pump 1 | Ward 1 |',
      '| tB4x     | Pump 2 | Ward 2 |',
      '+----------+--------+--------+',
      '2 rows in set (0.00 sec)',
    ),
    means: [
      { id: '82TR3V', alias: 'Pump 1', room: 'Ward 1' },
      { id: 'tB4x', alias: 'Pump 2', room: 'Ward 2' },
    ],
  },
  {
    name: 'SQLite, .mode list with headers',
    text: unix('unique_id|alias|room', '82TR3V|Pump 1|Ward 1', 'tB4x|Pump 2|'),
    means: [
      { id: '82TR3V', alias: 'Pump 1', room: 'Ward 1' },
      { id: 'tB4x', alias: 'Pump 2' },
    ],
  },
  {
    name: 'Microsoft Access in German, text export with true and false',
    encoding: 'windows-1252',
    text: lines('"ID";"Beacon";"Raum";"Aktiv"', '1;"82TR3V";"Flur Süd";Wahr', '2;"tB4x";"Flur Nord";Falsch'),
    means: [
      { id: '82TR3V', room: 'Flur Süd' },
      { id: 'tB4x', room: 'Flur Nord' },
    ],
  },
  {
    name: 'Airtable, a linked list in one cell',
    text: unix('Name,Beacon ID,Room,Tags', 'Bed 12,82TR3V,Ward 1,"bed,new"', 'Bed 13,tB4x,Ward 1,bed'),
    means: [
      { id: '82TR3V', alias: 'Bed 12', room: 'Ward 1' },
      { id: 'tB4x', alias: 'Bed 13', room: 'Ward 1' },
    ],
  },
  {
    name: 'Notion, export with a link to a page',
    encoding: 'utf-8-bom',
    text: unix(
      'Name,ID,Room',
      'Crane,82TR3V,Hall 1 (https://www.notion.so/Hall-1-0af3)',
      'Lift,tB4x,Hall 2 (https://www.notion.so/Hall-2-0af4)',
    ),
    means: [
      { id: '82TR3V', alias: 'Crane' },
      { id: 'tB4x', alias: 'Lift' },
    ],
    mayDiffer: ['room'],
  },
  {
    name: 'Jira, issues with a custom field of the beacon',
    text: unix(
      'Summary,Issue key,Issue id,Custom field (Beacon ID),Custom field (Room)',
      'Move the beacon,FAC-12,10012,82TR3V,Ward 1',
      'Move the beacon,FAC-13,10013,tB4x,Ward 2',
    ),
    leaves: ['room'],
    means: [
      { id: '82TR3V', room: 'Ward 1' },
      { id: 'tB4x', room: 'Ward 2' },
    ],
  },
  {
    name: 'panel of the vendor, devices',
    text: lines(
      'Unique ID,Alias,Model,Firmware,Battery,Tx power,Interval',
      '82TR3V,Cart 1,Smart Beacon SB16-2,4.1,86%,3,350',
      'tB4x,Cart 2,Smart Beacon SB16-2,4.1,41%,3,350',
    ),
    means: [
      { id: '82TR3V', alias: 'Cart 1' },
      { id: 'tB4x', alias: 'Cart 2' },
    ],
    mayDiffer: ['values'],
  },
  {
    name: 'Apple Numbers, the name of the table above it',
    text: lines('Table 1,,', 'Beacon,Room,Notes', '82TR3V,Ward 1,top', 'tB4x,Ward 2,'),
    means: [
      { id: '82TR3V', room: 'Ward 1', note: 'top' },
      { id: 'tB4x', room: 'Ward 2' },
    ],
  },
  {
    name: "a phone's notes app, one ID a line with a bullet",
    text: unix('Beacons for Monday', '', '- 82TR3V', '- tB4x', '• 5ZPbrLyB'),
    asks: 'ID column',
    means: [{ id: '82TR3V' }, { id: 'tB4x' }, { id: '5ZPbrLyB' }],
  },
  {
    name: 'a typed list with tabs, no headings',
    text: unix('82TR3V\tWard 1', 'tB4x\tWard 2', '5ZPbrLyB\tWard 2'),
    means: [
      { id: '82TR3V', room: 'Ward 1' },
      { id: 'tB4x', room: 'Ward 2' },
      { id: '5ZPbrLyB', room: 'Ward 2' },
    ],
    leaves: ['room'],
  },
  {
    name: 'merged cells, the room stands in the first row of its block only',
    text: lines(
      'Room,Beacon ID,Notes',
      'Ward 1,82TR3V,',
      ',tB4x,window',
      ',5ZPbrLyB,',
      'Ward 2,Kf7Qp2,',
      ',Zq81Lm,door',
    ),
    asks: 'rooms',
    means: [
      { id: '82TR3V', room: 'Ward 1' },
      { id: 'tB4x', room: 'Ward 1', note: 'window' },
      { id: '5ZPbrLyB', room: 'Ward 1' },
      { id: 'Kf7Qp2', room: 'Ward 2' },
      { id: 'Zq81Lm', room: 'Ward 2', note: 'door' },
    ],
  },
  {
    name: 'title rows above and a total row below',
    encoding: 'windows-1252',
    text: lines(
      'Inventur 2026;;',
      'Stand: 26.11.2026;;',
      ';;',
      'Nr.;Beacon-ID;Raum',
      '1;82TR3V;Saal 1',
      '2;tB4x;Saal 2',
      'Summe;2;',
    ),
    means: [
      { id: '82TR3V', room: 'Saal 1' },
      { id: 'tB4x', room: 'Saal 2' },
    ],
  },
  {
    name: 'blocks with a title row each and the headings repeated',
    text: lines(
      'Ward 1,',
      'Beacon ID,Notes',
      '82TR3V,window',
      'tB4x,door',
      ',',
      'Ward 2,',
      'Beacon ID,Notes',
      '5ZPbrLyB,shelf',
    ),
    means: [
      { id: '82TR3V', room: 'Ward 1', note: 'window' },
      { id: 'tB4x', room: 'Ward 1', note: 'door' },
      { id: '5ZPbrLyB', room: 'Ward 2', note: 'shelf' },
    ],
    leaves: ['room'],
  },
  {
    name: 'comments at the start of lines',
    text: unix(
      '# exported by inventory 2.1',
      '# site: harbour',
      'id,room',
      '82TR3V,Dock 1',
      '# tB4x,Dock 2',
      '5ZPbrLyB,Dock 3',
    ),
    means: [
      { id: '82TR3V', room: 'Dock 1' },
      { id: '5ZPbrLyB', room: 'Dock 3' },
    ],
  },
  {
    name: 'a spreadsheet made a number of an ID',
    text: lines('Beacon ID;Raum', '1,20E+05;Saal 1', 'tB4x;Saal 2'),
    means: [{ id: 'tB4x', room: 'Saal 2' }],
    refused: ['1,20E+05'],
  },
  {
    name: 'leading zeros are part of a room',
    text: lines('Beacon,Room No.', '82TR3V,007', 'tB4x,010'),
    means: [
      { id: '82TR3V', room: '007' },
      { id: 'tB4x', room: '010' },
    ],
  },
  {
    name: 'dates and amounts beside the ID',
    text: lines(
      'Serial No.;Delivered;Price;Place',
      '82TR3V;03.04.2026;1.234,50 €;Lager',
      'tB4x;04.04.2026;1.234,50 €;Werk 2',
    ),
    means: [
      { id: '82TR3V', room: 'Lager' },
      { id: 'tB4x', room: 'Werk 2' },
    ],
  },
  {
    name: 'planned values in German',
    encoding: 'utf-8-bom',
    text: lines('Beacon-ID;Raum;Intervall (ms);Sendeleistung (dBm)', '82TR3V;Saal 1;500;-8', 'tB4x;Saal 2;1000;-12'),
    means: [
      { id: '82TR3V', room: 'Saal 1', values: { interval: 500, txPower: 4 } },
      { id: 'tB4x', room: 'Saal 2', values: { interval: 1000, txPower: 3 } },
    ],
  },
  {
    name: 'a bar inside each quoted cell',
    text: lines('ID,"Room | Floor"', '82TR3V,"Ward 1 | 2"', 'tB4x,"Ward 2 | 2"'),
    means: [{ id: '82TR3V' }, { id: 'tB4x' }],
    mayDiffer: ['room'],
  },
  {
    name: 'a German table with two columns that could be the room',
    text: lines('Beacon;Standort;Raum', '82TR3V;Hamburg;1.01', 'tB4x;Hamburg;1.02'),
    means: [
      { id: '82TR3V', room: '1.01' },
      { id: 'tB4x', room: '1.02' },
    ],
  },
];
