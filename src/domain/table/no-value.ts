/** Words in a cell of a table that say that there is no value, as spreadsheets and databases write them. */

/**
 * `failed`: a formula had no result, so the value is not known · `none`: a database's mark for no value · `doubtful`: a
 * word that people write for no value, and that may also be a value.
 */
export type NoValue = 'failed' | 'none' | 'doubtful';

/** The errors of Excel, LibreOffice, Google Sheets and Numbers, in English and German. */
const FAILED =
  /^#(?:N\/A|N\/V|NV|NA|REF!|BEZUG!|VALUE!|WERT!|NAME\?|DIV\/0!|NUM!|ZAHL!|NULL!|SPILL!|ÜBERLAUF!|CALC!|KALK!|FIELD!|FELD!|BLOCKED!|BLOCKIERT!|UNKNOWN!|UNBEKANNT!|CONNECT!|VERBINDEN!|BUSY!|EXTERNAL!|PYTHON!|ERROR!|FEHLER!|GETTING_DATA|DATEN_ABRUFEN|LOADING\.{0,3})$/i;
const FAILED_IN_CALC = /^(?:Err|Fehler):\d{3}$/i;
const NONE = /^(?:\\N|[(<[{](?:null|none|nil|blank|empty|leer)[)>\]}]|<NA>|DBNull|System\.DBNull|pd\.NA|NaT)$/i;
const NONE_IN_CAPITALS = 'NULL';
const DOUBTFUL = new Set([
  'null',
  'nil',
  'none',
  'nan',
  'undefined',
  'n/a',
  'n.a.',
  'n. a.',
  'na',
  '-',
  '--',
  '---',
  '–',
  '—',
  '?',
  'k.a.',
  'k. a.',
  'k/a',
  'keine angabe',
  'keine',
  'ohne',
  'n/v',
  'n.v.',
  'n. v.',
  'nicht vorhanden',
  'unbekannt',
  'unknown',
  'not available',
  'not applicable',
  'entfällt',
  'leer',
  'empty',
  'tbd',
  'n.n.',
  'n. n.',
]);
/** What people write for the value of the cell above. */
const AS_ABOVE =
  /^(?:["″“”„〃]|''|,,|[-–—] ?["″“”„] ?[-–—]|↑|dito|ditto|dt?o\.|s\. ?o\.|(?:siehe|wie|s\.) oben|(?:same )?as above|same|idem)$/i;
/** The longest of these words. */
const MAX_LENGTH = 100;

/** True for a cell that repeats the one above it. `text`: the cell without marks around it. */
export function isAsAbove(text: string): boolean {
  return AS_ABOVE.test(text);
}

/** Returns what a cell says about its value; null when it holds one. `text`: the cell without marks around it. */
export function noValueOf(text: string): NoValue | null {
  if (text === '' || text.length > MAX_LENGTH) return null;
  if (FAILED.test(text) || FAILED_IN_CALC.test(text)) return 'failed';
  // In lower case the word may be a name.
  if (text.toUpperCase() === NONE_IN_CAPITALS) return text === NONE_IN_CAPITALS ? 'none' : 'doubtful';
  if (NONE.test(text)) return 'none';
  return DOUBTFUL.has(text.toLowerCase()) ? 'doubtful' : null;
}
