/** German words about a file that another app has handed over. */
import type { Words } from '../words.ts';
import type * as english from '../incoming.ts';

export const incoming: Words<typeof english> = {
  incomingStrings: {
    unknown: (name) =>
      `„${name}“ ist kein Einsatz, kein Protokoll, keine Tabelle und keine Datei mit Quittungen. Nichts wurde geöffnet.`,
    waits: 'Die Datei wird gezeigt, sobald das Konto geöffnet ist.',
    tableHeading: 'Wofür ist diese Tabelle?',
    tableNote: 'Was darin steht, wird gezeigt, bevor etwas gespeichert wird.',
    forJob: 'Einsatz planen',
    forDevices: 'Alias, Raum, Tags und Notizen ändern',
  },
};
