/** German words of the practice guide. */
import type { Words } from '../words.ts';
import type * as english from '../en/guide.ts';

export const guide: Words<typeof english> = {
  guideStrings: {
    lead: (uniqueId) => `Drei Schritte mit dem Übungs-Beacon ${uniqueId}. Nichts davon erreicht einen echten.`,
    leadDrop: (uniqueId) => `Dasselbe mit ${uniqueId}, nur reißt diesmal beim Schreiben die Verbindung ab.`,
    steps: {
      change: 'Einen Wert ändern',
      changeSays: 'Wie weit soll er zu hören sein?',
      prepare: 'Vorbereiten',
      prepareSays: 'Das Backend macht ein verschlüsseltes Paket, das hier gespeichert wird.',
      write: 'Schreiben',
      writeSays: 'Verbinden, den Beacon auswählen, seine Quittung aufheben.',
      writeSaysDrop:
        'Reißt die Verbindung ab, sagt der Vorgang „Unklar“. Erneut verbinden: Die App liest, was der Beacon hat.',
    },
    reached: 'erledigt',
    ranges: { near: 'Nah', middle: 'Mittel', far: 'Weit' },
    power: (dBm) => `${dBm < 0 ? '−' : '+'}${Math.abs(dBm)} dBm`,
    now: 'jetzt',
    preparing: 'Wird vorbereitet',
    write: 'Zum Beacon',
    goOn: 'Vorgang fortsetzen',
    verified: 'Bestätigt: Das Backend sagt, dass die Änderung übernommen ist.',
    verifiedDrop: 'Bestätigt, trotz abgerissener Verbindung: Die Quittung kam vom Beacon, verloren ging nichts.',
    drop: 'Jetzt mit abgerissener Verbindung',
    again: 'Noch einmal',
    connect: 'Konto verbinden',
    skip: 'Anleitung überspringen',
    toOverview: 'Zur Übersicht',
    notPractice: 'Die Anleitung gehört zur Übung. Gerade ist ein eigenes Konto verbunden.',
    opening: 'Die Übung wird geöffnet',
  },
};
