/**
 * The meaning of each column of a table: guessed from its head, corrected by a person, remembered for the next table.
 */
import { CATALOGUE } from '../attributes/catalogue.ts';
import { isSecret } from '../attributes/values.ts';
import { folded } from '../clean-text.ts';
import { MAX_COLUMNS } from '../limits.ts';
import { plainCellText } from '../table/cell.ts';
import { readTable, type Table } from '../table/read-table.ts';

/** Meanings of a column other than the name of an attribute; '' leaves it out. */
export const COLUMN_ROLES = ['', 'uniqueId', 'place', 'note', 'alias'] as const;

/** Attributes that a column may plan. Secrets are excluded, because plans are stored. */
export const PLANNED_ATTRIBUTES: readonly string[] = CATALOGUE.filter(
  ({ name, kind }) => kind === 'physical' && !isSecret(name),
).map(({ name }) => name);

/** What a table is imported for: the tasks of a job, or the names, rooms, tags and notes of devices. */
export type TablePurpose = 'job' | 'devices';

/** Returns the meanings that a column may have; '' leaves the column out. `place` is the room. */
export function columnChoices(purpose: TablePurpose): readonly string[] {
  return purpose === 'job'
    ? [...COLUMN_ROLES, ...PLANNED_ATTRIBUTES]
    : ['', 'uniqueId', 'alias', 'place', 'tags', 'note'];
}

/**
 * Other usual headings, in lower case and reduced to letters and digits. Of two that fit, the first counts: a table with
 * a site and a room has the room in the latter.
 */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  uniqueId: [
    'beaconid',
    'beaconno',
    'beaconnumber',
    'beaconserial',
    'beaconnr',
    'beaconnummer',
    'beacon',
    'kennung',
    'serial',
    'serialnumber',
    'serialno',
    'serialnr',
    'serialnummer',
    'seriennr',
    'seriennummer',
    'herstellerserialnr',
    'herstellerseriennr',
    'sn',
    'id',
    'deviceid',
    'deviceno',
    'devicenumber',
    'deviceserial',
    'device',
    'geräteid',
    'gerätenr',
    'gerätenummer',
    'gerät',
  ],
  place: [
    'room',
    'roomno',
    'roomnr',
    'roomnumber',
    'roomname',
    'rmno',
    'raum',
    'raumnr',
    'raumnummer',
    'raumname',
    'raumbezeichnung',
    'raumbez',
    'zimmer',
    'zimmernr',
    'zimmernummer',
    'zinr',
    'spot',
    'stelle',
    'einbauort',
    'einsatzort',
    'aufstellort',
    'aufstellungsort',
    'montageort',
    'installationsort',
    'installationlocation',
    'place',
    'position',
    'ort',
    'location',
    'standort',
    'site',
    // Last, because it also stands for a currency and other things.
    'rm',
  ],
  note: [
    'notes',
    'comment',
    'comments',
    'remark',
    'remarks',
    'memo',
    'notiz',
    'notizen',
    'bemerkung',
    'bemerkungen',
    'anmerkung',
    'anmerkungen',
    'hinweis',
    'kommentar',
    'kommentare',
  ],
  alias: [
    'label',
    'displayname',
    'devicename',
    'assetname',
    'anzeigename',
    'gerätename',
    'gerätebezeichnung',
    'bezeichnung',
    'name',
  ],
  tags: ['tag', 'labels', 'keywords', 'schlagworte', 'schlagwörter'],
  name: ['beaconname', 'localname'],
  txPower: [
    'power',
    'tx',
    'dbm',
    'txpowerdbm',
    'powerdbm',
    'sendeleistung',
    'sendeleistungdbm',
    'leistung',
    'leistungdbm',
  ],
  interval: ['advertisinginterval', 'intervall', 'intervalms', 'intervallms'],
  proximity: ['uuid', 'proximityuuid', 'ibeaconuuid'],
  instanceId: ['instance'],
};

/**
 * Returns the meaning of each column, one of `columnChoices(purpose)`. No two columns have the same meaning.
 * `remembered` holds the last choices of a person, by the keys of `columnKeys`; `listed`, how many cells of each column
 * are IDs of the list.
 */
export function guessColumns(
  heads: readonly string[],
  remembered: Readonly<Record<string, string>> = {},
  purpose: TablePurpose = 'job',
  listed: readonly number[] = [],
): string[] {
  const columns = heads.map(() => '');
  const keys = columnKeys(heads);
  const plain = heads.map(plainOf);
  const guess = (role: string): boolean => {
    const words = wordsOf(role);
    /** -1 where the column does not fit. */
    const rankOf = (at: number): number =>
      Object.hasOwn(remembered, keys[at]!) ? (remembered[keys[at]!] === role ? 0 : -1) : words.indexOf(plain[at]!);
    const countOf = (at: number): number => (role === 'uniqueId' ? (listed[at] ?? 0) : 0);
    const [best] = columns
      .map((taken, at) => ({ at, rank: taken === '' ? rankOf(at) : -1 }))
      .filter(({ rank }) => rank >= 0)
      .toSorted((a, b) => countOf(b.at) - countOf(a.at) || a.rank - b.rank);
    if (best !== undefined) columns[best.at] = role;
    return best !== undefined;
  };
  const roles = columnChoices(purpose).filter((role) => role !== '');
  if (!guess('uniqueId')) {
    const withIds = columns.flatMap((_, at) => ((listed[at] ?? 0) > 0 ? [at] : []));
    // Of two such columns, one may hold the IDs that are replaced.
    if (withIds.length === 1) columns[withIds[0]!] = 'uniqueId';
  }
  // A “Name” is the name of the thing, except beside an alias or other values of the beacon.
  const first = roles.filter((role) => !['uniqueId', 'alias', 'name'].includes(role));
  const plans = first.filter(guess).some((role) => PLANNED_ATTRIBUTES.includes(role));
  for (const role of plans ? ['name', 'alias'] : ['alias', 'name']) if (roles.includes(role)) guess(role);
  return columns;
}

/** Rows in which IDs are looked for. */
const SAMPLE_ROWS = 40;

/** Reads a table with its guessed columns. `ids`: the list of devices, which tells an ID from a heading. */
export function openTable(
  text: string,
  ids: ReadonlySet<string>,
  remembered: Readonly<Record<string, string>> = {},
  purpose: TablePurpose = 'job',
): { readonly table: Table; readonly columns: string[] } {
  const isListed = (cell: string): boolean => ids.has(plainCellText(cell).text);
  const table = readTable(text, isColumnHead, (cells) => !isColumnHead(cells) && cells.some(isListed));
  // A table with so many columns is refused, and guessing their meanings would take seconds.
  if (table.heads.length > MAX_COLUMNS) return { table, columns: table.heads.map(() => '') };
  const sample = table.rows.slice(0, SAMPLE_ROWS);
  const listed = table.heads.map((_, at) => sample.filter(({ cells }) => isListed(cells[at] ?? '')).length);
  return { table, columns: guessColumns(table.heads, remembered, purpose, listed) };
}

/**
 * Returns the keys under which choices for the columns are remembered: the head, with a number for later columns of the
 * same name.
 */
export function columnKeys(heads: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return heads.map((head) => {
    const nth = (seen.get(head) ?? 0) + 1;
    seen.set(head, nth);
    return nth === 1 ? head : `${head}\u0000${nth}`;
  });
}

/** True when the row is a head: one of its cells names the ID of a beacon. */
function isColumnHead(cells: readonly string[]): boolean {
  const words = wordsOf('uniqueId');
  return cells.some((cell) => words.includes(plainOf(cell)));
}

/** The headings of a column in the form of `plainOf`, its own name first. */
function wordsOf(role: string): readonly string[] {
  return [plainOf(role), ...(Object.hasOwn(OTHER_WORDS, role) ? OTHER_WORDS[role]! : [])];
}

function plainOf(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, '');
}
