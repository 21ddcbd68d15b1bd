/**
 * The meaning of each column of a table: guessed from its head, corrected by a person, remembered for the next table.
 */
import { CATALOGUE } from '../attributes/catalogue.ts';
import { isSecret } from '../attributes/values.ts';
import { folded } from '../clean-text.ts';

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

/** Other usual headings, in lower case and reduced to letters and digits. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  uniqueId: [
    'id',
    'beacon',
    'beaconid',
    'device',
    'deviceid',
    'serial',
    'serialnumber',
    'serialno',
    'serialnr',
    'sn',
    'beaconno',
    'beaconnumber',
    'beaconserial',
    'deviceno',
    'devicenumber',
    'deviceserial',
    'kennung',
    'gerät',
    'geräteid',
    'gerätenr',
    'gerätenummer',
    'beaconnr',
    'beaconnummer',
    'seriennr',
    'seriennummer',
  ],
  place: [
    'room',
    'roomno',
    'roomnr',
    'roomnumber',
    'roomname',
    'spot',
    'place',
    'location',
    'position',
    'site',
    'installationlocation',
    'raum',
    'raumnr',
    'raumnummer',
    'raumname',
    'raumbezeichnung',
    'zimmer',
    'zimmernr',
    'zimmernummer',
    'ort',
    'stelle',
    'standort',
    'einbauort',
    'montageort',
    'installationsort',
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
  alias: ['label', 'name', 'displayname', 'devicename', 'bezeichnung', 'anzeigename', 'gerätename'],
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
 * `remembered` holds the last choices of a person, by the keys of `columnKeys`.
 */
export function guessColumns(
  heads: readonly string[],
  remembered: Readonly<Record<string, string>> = {},
  purpose: TablePurpose = 'job',
): string[] {
  const choices = columnChoices(purpose);
  const taken = new Set<string>();
  const keys = columnKeys(heads);
  return heads.map((head, at) => {
    const guess = Object.hasOwn(remembered, keys[at]!)
      ? choiceOf(remembered[keys[at]!]!, choices)
      : guessOf(head, choices);
    if (guess === '' || taken.has(guess)) return '';
    taken.add(guess);
    return guess;
  });
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
export function isColumnHead(cells: readonly string[]): boolean {
  return cells.some((cell) => guessOf(cell.trim(), ['uniqueId']) === 'uniqueId');
}

function guessOf(head: string, choices: readonly string[]): string {
  const plain = plainOf(head);
  if (plain === '') return '';
  const all = choices.filter((role) => role !== '');
  return (
    all.find((name) => plainOf(name) === plain) ??
    all.find((name) => Object.hasOwn(OTHER_WORDS, name) && OTHER_WORDS[name]!.includes(plain)) ??
    ''
  );
}

/** Another version may have stored a meaning that this one does not offer. */
function choiceOf(role: string, choices: readonly string[]): string {
  return choices.includes(role) ? role : '';
}

function plainOf(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, '');
}
