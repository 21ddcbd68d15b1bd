/** German words of what the shell says now and then. */
import type { Words } from '../words.ts';
import type * as english from '../notices.ts';
import { count, form, number } from '../counting.ts';
import { here } from './place.ts';

export const notices: Words<typeof english> = {
  noticeStrings: {
    lost: {
      emptied: 'Der Browser oder das System hat den Speicher dieses Kontos geleert.',
      registry: `Die Liste der Konten auf ${here} ging verloren und wurde neu aufgebaut.`,
      receipts: (n) =>
        form(n, {
          one: '1 Quittung wurde aus ihrer zweiten Kopie wiederhergestellt.',
          other: `${number(n)} Quittungen wurden aus ihren zweiten Kopien wiederhergestellt.`,
        }),
      missing: (n) =>
        form(n, {
          one: '1 zuvor gezählte Quittung fehlt.',
          other: `${number(n)} zuvor gezählte Quittungen fehlen.`,
        }),
      runs: (n) =>
        form(n, {
          one: '1 offener Vorgang wurde wiederhergestellt. Sein Beacon hat vielleicht eine Quittung.',
          other: `${number(n)} offene Vorgänge wurden wiederhergestellt. Die Beacons haben vielleicht noch Quittungen.`,
        }),
      packages: 'Die hier gespeicherten Pakete sind weg. Sie müssen neu geholt werden.',
      runHere:
        'Gespeicherte Daten gingen verloren. Der Vorgang an diesem Beacon wurde aus seiner zweiten Kopie wiederhergestellt. Wie weit er kam, ist nicht bekannt, und der Beacon hat vielleicht seine Quittung. Zuerst mit ihm verbinden, dann erst etwas anderes vorbereiten.',
      beaconHere:
        'Gespeicherte Daten gingen verloren, vielleicht auch die dieses Beacons. Wurde ein offener Vorgang nicht wiederhergestellt, sieht es so aus, als gäbe es keinen.',
      toRuns: 'Vorgänge anzeigen',
      understood: 'Verstanden',
    },
    sender: {
      storageFull: `Nichts kann gesendet werden, weil auf ${here} kein Speicherplatz frei ist. Nicht benötigte Dateien oder Apps löschen; das Senden geht dann von selbst weiter. Zur Sicherheit die Quittungen exportieren.`,
      storageFailed: `Nichts kann gesendet werden, weil die App auf ${here} nicht auf ihren Speicher zugreifen kann. Die App neu laden. Hilft das nicht, die Quittungen exportieren.`,
      reload: 'Neu laden',
    },
    unread: {
      text: 'Die gespeicherte Geräteliste konnte nicht gelesen werden. Quittungen und Vorgänge liegen woanders und sind da.',
      again: 'Liste neu lesen',
    },
    manyHere: {
      text: (n) =>
        form(n, {
          one: `1 Quittung ist nur auf ${here}. Bei Verlust ist auch sie weg. Bis zum Senden eine Datei davon woanders aufbewahren.`,
          other: `${number(n)} Quittungen sind nur auf ${here}. Bei Verlust sind auch sie weg. Bis zum Senden eine Datei davon woanders aufbewahren.`,
        }),
      export: 'Quittungen exportieren',
      saved: (n) => `${count(n, 'Quittung', 'Quittungen')} als Datei exportiert.`,
      failed: 'Die Datei ließ sich nicht erstellen.',
      later: 'Jetzt nicht',
    },
    leaveRun: {
      heading: 'Ein Vorgang läuft',
      running: (uniqueId) =>
        `Der Vorgang an ${uniqueId} läuft weiter. Für den nächsten Schritt zu seiner Anzeige zurückkehren.`,
      saving: (uniqueId) =>
        `Auf diesem Bildschirm bleiben: Die Quittung von ${uniqueId} ist noch nicht zweimal gespeichert.`,
      stay: 'Hier bleiben',
      leave: 'Bildschirm verlassen',
    },
  },
};
