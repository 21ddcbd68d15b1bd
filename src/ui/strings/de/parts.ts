/** German words of the elements that the first screen does without. */
import type { Words } from '../words.ts';
import type * as english from '../en/parts.ts';
import { form, number, tenth } from '../counting.ts';

export const parts: Words<typeof english> = {
  partStrings: {
    details: 'Details',
    cancel: 'Abbrechen',
    close: 'Schließen',
    undo: 'Rückgängig',
    dismiss: 'Ausblenden',
    masked: 'Als Punkte angezeigt. Ein Vorleseprogramm liest es vielleicht trotzdem vor.',
    unmasked: 'So angezeigt, wie es ist.',
    required: 'Pflichtfeld',
    removed: (codes) => `Entfernt oder ersetzt: ${codes}`,
    notKnown: 'Nicht bekannt',
    progress: (done, total) => `${number(done)} von ${number(total)}`,
    confirm: {
      type: (last) => `Zum Fortfahren ${last} eingeben`,
      help: (id) =>
        form(Math.min(4, id.length), {
          one: `Das letzte Zeichen von ${id}`,
          other: `Die letzten ${number(Math.min(4, id.length))} Zeichen von ${id}`,
        }),
      mismatch: 'Das sind nicht die letzten Zeichen der ID',
    },
    steps: { waiting: 'Wartet', now: 'Jetzt', done: 'Beendet', failed: 'Angehalten', uncertain: 'Unklar' },
    seconds: (seconds) => `${tenth(seconds)} s`,
    change: { from: 'von', to: 'auf', unset: 'nicht bekannt' },
    copyId: (id) => `${id} kopieren`,
  },
};
