/** German words of the elements that the first screen shows. */
import type { MarkWord } from '../../../domain/track-marks.ts';
import type { Words } from '../words.ts';
import type * as english from '../en/elements.ts';

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
    busy: 'Bitte warten',
    loading: 'Wird geladen',
    header: {
      back: 'Zurück',
      offline: 'Offline',
      practice: 'Übung',
      practiceNote: 'Übung: eine erfundene Flotte mit erfundenen Beacons. Nichts erreicht ein echtes Gerät.',
      toGuide: 'Zur Anleitung',
      toAccount: 'Übung verlassen',
    },
  },
};
