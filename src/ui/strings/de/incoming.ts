/** German words about a file that another app has handed over. */
import type { Words } from '../words.ts';
import type * as english from '../incoming.ts';

export const incoming: Words<typeof english> = {
  incomingStrings: {
    unknown: (name) =>
      `„${name}“ ist weder ein Einsatz noch eine Datei mit Quittungen, ein Bericht oder eine Tabelle. Nichts wurde geöffnet.`,
    waits: 'Die Datei wird gezeigt, sobald Sie Ihr Konto öffnen.',
    tableHeading: 'Wofür ist diese Tabelle?',
    tableNote: 'Sie sehen, was darin steht, bevor etwas gespeichert wird.',
    forJob: 'Einsatz planen',
    forDevices: 'Alias, Raum, Tags und Notizen ändern',
  },
};
