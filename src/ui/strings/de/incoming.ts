/** German words about files that another app has handed over. */
import { MAX_FILE_BYTES } from '../../../domain/limits.ts';
import type { Words } from '../words.ts';
import { number, size } from '../counting.ts';
import type * as english from '../incoming.ts';

export const incoming: Words<typeof english> = {
  incomingStrings: {
    unknown: (name) =>
      `„${name}“ ist kein Einsatz, kein Protokoll, keine Tabelle und keine Datei mit Quittungen. Nichts wurde geöffnet.`,
    empty: (name) => `„${name}“ ist leer: Die Datei hat 0 Byte. Nichts wurde geöffnet.`,
    waits: 'Die Datei wird gezeigt, sobald das Konto geöffnet ist.',
    tableHeading: 'Wofür ist diese Tabelle?',
    tableNote: 'Was darin steht, wird gezeigt, bevor etwas gespeichert wird.',
    forJob: 'Einsatz planen',
    forDevices: 'Alias, Raum, Tags und Notizen ändern',
    more: (n, next) =>
      n === 1 ? `1 weitere Datei: „${next}“.` : `${number(n)} weitere Dateien, als nächste „${next}“.`,
    open: 'Nächste Datei öffnen',
    dismiss: 'Ausblenden',
    lost: (name) => `„${name}“ wurde nicht geöffnet, weil die App neu geladen wurde. Noch einmal teilen.`,
    refused: {
      tooLarge: (name) => `„${name}“ ist größer als ${size(MAX_FILE_BYTES)}. Nichts wurde geöffnet.`,
      tooMany: (name) =>
        `„${name}“ wurde ausgelassen, weil zu viele Dateien auf einmal geteilt wurden. Noch einmal teilen.`,
      noSpace: (name) => `Für „${name}“ ist kein Platz. Nichts wurde geöffnet.`,
      unreadable: (name) => (name === '' ? 'Eine geteilte Datei war nicht lesbar.' : `„${name}“ war nicht lesbar.`),
    },
  },
};
