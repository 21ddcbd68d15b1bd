/** German words of the elements. */
import type { MarkWord } from '../../../domain/track-marks.ts';
import type { Words } from '../words.ts';
import type * as english from '../elements.ts';
import { count, form, number, tenth } from '../counting.ts';

const words: Record<MarkWord, string> = {
  prepared: 'Vorbereitet',
  onThisPhone: 'Geladen',
  written: 'Geschrieben',
  receipt: 'Quittung gesichert',
  sent: 'Gesendet',
  verified: 'Bestätigt',
  applied: 'Übernommen',
};

export const elements: Words<typeof english> = {
  elementStrings: {
    track: {
      words,
      summaries: {
        ...words,
        nothing: 'Nichts vorbereitet',
        waitingForGateway: 'Wartet auf das Gateway',
        uncertain: 'Unklar',
        refused: 'Abgelehnt',
        notVerified: 'Nicht bestätigt',
      },
      sentences: {
        nothing: 'Für diesen Beacon ist nichts vorbereitet.',
        prepared: 'Vorbereitet, noch nicht geladen.',
        onThisPhone: 'Geladen, noch nicht auf den Beacon geschrieben.',
        written: 'Geschrieben, aber die Quittung ist noch nicht gesichert.',
        receipt: 'Quittung gesichert, noch nicht gesendet.',
        sent: 'Gesendet, noch nicht bestätigt.',
        verified: 'Vom Backend bestätigt.',
        waitingForGateway: 'Wartet auf das Gateway.',
        applied: 'Vom Gateway übernommen.',
        uncertain: 'Unklar: Der Beacon hat sich vielleicht geändert, vielleicht nicht.',
        refused: 'Abgelehnt, mit Angabe des Grundes.',
        notVerified: 'Nicht bestätigt: Im Backend steht noch eine Konfiguration aus.',
      },
      next: (word) => `als Nächstes: ${word}`,
      reached: 'erreicht',
      empty: 'nicht bekannt',
    },
    busy: 'Bitte warten',
    loading: 'Wird geladen',
    header: {
      back: 'Zurück',
      states: {
        storage: 'Speicherfehler',
        offline: 'Offline',
        key: 'Schlüssel fehlt',
        update: 'Neue Version',
        practice: 'Übung',
      },
      notes: {
        storage: 'Speicherfehler: Gespeichertes lässt sich nicht öffnen oder schreiben.',
        offline: 'Offline: Was das Backend braucht, wartet. Beacons lassen sich schreiben.',
        key: 'Schlüssel fehlt: Bis er eingegeben ist, wird das Backend nichts gefragt.',
        update: 'Neue Version: Sie ist bereit und startet auf Wunsch.',
        practice: 'Übung: Alle Beacons sind erfunden. Nichts erreicht ein echtes Gerät.',
      },
      acts: { storage: 'App neu laden', key: 'Schlüssel eingeben', update: 'Jetzt aktualisieren' },
      toGuide: 'Zur Anleitung',
      toAccount: 'Übung verlassen',
      help: 'Hilfe',
    },
    receipts: {
      none: 'Ausgang, nichts zu senden',
      counting: 'Quittungen werden gezählt',
      onlyHereOfOthers: (n) => `${count(n, 'Quittung', 'Quittungen')} eines anderen Kontos zu senden`,
      withOthers: (text, others) => `${text} (${number(others)} von einem anderen Konto)`,
      onlyHere: (n) => `${count(n, 'Quittung', 'Quittungen')} zu senden`,
      waitForKey: (n) => `${count(n, 'Quittung wartet', 'Quittungen warten')} auf den Schlüssel`,
      open: 'Anzeigen',
    },
    nav: { label: 'Bereiche' },
    age: {
      justNow: 'gerade eben',
      never: 'nie',
      ahead: 'in der Zukunft',
      minutes: (n) => `vor ${count(n, 'Minute', 'Minuten')}`,
      hours: (n) => `vor ${count(n, 'Stunde', 'Stunden')}`,
      days: (n) => `vor ${count(n, 'Tag', 'Tagen')}`,
    },
    details: 'Details',
    cancel: 'Abbrechen',
    close: 'Schließen',
    undo: 'Rückgängig',
    dismiss: 'Ausblenden',
    masked: 'Als Punkte angezeigt. Ein Screenreader liest die Eingabe vielleicht trotzdem vor.',
    unmasked: 'Im Klartext angezeigt.',
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
    steps: { waiting: 'Wartet', now: 'Jetzt', done: 'Erledigt', failed: 'Angehalten', uncertain: 'Unklar' },
    seconds: (seconds) => `${tenth(seconds)} s`,
    change: { from: 'von', to: 'auf', unset: 'nicht bekannt' },
    copyId: (id) => `${id} kopieren`,
  },
};
