/** German words of the shared elements. */
import type { MarkWord } from '../../../domain/track-marks.ts';
import type { Words } from '../words.ts';
import type * as english from '../en/elements.ts';
import { count, form, number, tenth } from '../counting.ts';

const words: Record<MarkWord, string> = {
  prepared: 'Vorbereitet',
  onThisPhone: 'Auf diesem Gerät',
  written: 'Geschrieben',
  receipt: 'Quittung auf diesem Gerät',
  sent: 'Gesendet',
  verified: 'Bestätigt',
};

export const elements: Words<typeof english> = {
  elementStrings: {
    track: {
      words,
      summaries: {
        ...words,
        nothing: 'Nichts vorbereitet',
        uncertain: 'Unklar',
        refused: 'Abgelehnt',
        notVerified: 'Nicht bestätigt',
      },
      sentences: {
        nothing: 'Für diesen Beacon ist nichts vorbereitet.',
        prepared: 'Vorbereitet, noch nicht auf diesem Gerät.',
        onThisPhone: 'Auf diesem Gerät, noch nicht auf den Beacon geschrieben.',
        written: 'Geschrieben, aber die Quittung ist noch nicht auf diesem Gerät.',
        receipt: 'Quittung auf diesem Gerät, noch nicht gesendet.',
        sent: 'Gesendet, noch nicht bestätigt.',
        verified: 'Vom Backend bestätigt.',
        uncertain: 'Unklar: Der Beacon hat sich vielleicht geändert, vielleicht nicht.',
        refused: 'Abgelehnt, mit Grund.',
        notVerified: 'Nicht bestätigt: Im Backend steht noch eine Konfiguration aus.',
      },
      reached: 'erreicht',
      empty: 'nicht bekannt',
      uncertain: 'Unklar',
      refused: 'Abgelehnt',
      notVerified: 'Nicht bestätigt',
    },
    receipts: {
      none: 'Keine Quittungen offen',
      counting: 'Quittungen werden gezählt',
      onlyHereOfOthers: (n) => `${count(n, 'Quittung', 'Quittungen')} eines anderen Kontos nur auf diesem Gerät`,
      withOthers: (text, others) => `${text} (${number(others)} von einem anderen Konto)`,
      onlyHere: (n) => `${count(n, 'Quittung', 'Quittungen')} nur auf diesem Gerät`,
      waitForKey: (n) => `${count(n, 'Quittung wartet', 'Quittungen warten')} auf den Schlüssel`,
      open: 'Anzeigen',
    },
    busy: 'Bitte warten',
    details: 'Details',
    cancel: 'Abbrechen',
    close: 'Schließen',
    undo: 'Rückgängig',
    dismiss: 'Ausblenden',
    loading: 'Wird geladen',
    masked: 'Als Punkte angezeigt. Ein Vorleseprogramm liest es vielleicht trotzdem vor.',
    unmasked: 'So angezeigt, wie es ist.',
    required: 'Pflichtfeld',
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
    nav: { label: 'Bereiche' },
    header: {
      back: 'Zurück',
      offline: 'Offline',
      practice: 'Übung',
      practiceNote: 'Übung: eine erfundene Flotte mit erfundenen Beacons. Nichts erreicht ein echtes Gerät.',
      toGuide: 'Zur Anleitung',
      toAccount: 'Übung verlassen',
    },
    age: {
      justNow: 'gerade eben',
      never: 'nie',
      ahead: 'in der Zukunft',
      minutes: (n) => `vor ${count(n, 'Minute', 'Minuten')}`,
      hours: (n) => `vor ${count(n, 'Stunde', 'Stunden')}`,
      days: (n) => `vor ${count(n, 'Tag', 'Tagen')}`,
    },
  },
};
