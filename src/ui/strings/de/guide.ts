/** German words of the practice guide. */
import type { Words } from '../words.ts';
import type * as english from '../guide.ts';

export const guide: Words<typeof english> = {
  guideStrings: {
    lead: (uniqueId) => `Drei Schritte mit dem Übungs-Beacon ${uniqueId}. Nichts davon erreicht einen echten Beacon.`,
    leadDrop: (uniqueId) => `Dasselbe mit ${uniqueId}, nur reißt diesmal beim Schreiben die Verbindung ab.`,
    steps: {
      change: 'Einen Wert ändern',
      changeSays: 'Wie weit soll er zu hören sein?',
      prepare: 'Vorbereiten',
      prepareSays: 'Das Backend erstellt ein verschlüsseltes Paket, das hier gespeichert wird.',
      write: 'Schreiben',
      writeSays: 'Verbinden, den Beacon auswählen, seine Quittung sichern.',
      writeSaysDrop:
        'Reißt die Verbindung ab, steht beim Vorgang „Unklar“. Erneut verbinden: Die App liest, was der Beacon enthält.',
    },
    reached: 'erledigt',
    ranges: { near: 'Nah', middle: 'Mittel', far: 'Weit' },
    power: (dBm) => `${dBm < 0 ? '−' : '+'}${Math.abs(dBm)} dBm`,
    now: 'jetzt',
    preparing: 'Wird vorbereitet',
    write: 'Zum Beacon',
    goOn: 'Vorgang fortsetzen',
    verified: 'Bestätigt: Laut Backend ist die Änderung übernommen.',
    verifiedDrop: 'Bestätigt, trotz abgerissener Verbindung: Die Quittung kam vom Beacon, verloren ging nichts.',
    drop: 'Jetzt mit abgerissener Verbindung',
    again: 'Noch einmal',
    job: {
      start: 'Einen ganzen Einsatz üben: 12 Beacons, 5 Minuten',
      name: 'Übungseinsatz',
      site: 'Übungsort',
      room: (n) => `Raum ${n}`,
      failed: 'Der Übungseinsatz ließ sich nicht anlegen. Es wurde nichts geändert.',
    },
    lessons: {
      first:
        'Er ist schon „Vorbereitet“ und „Geladen“. Verbinden und auswählen: „Geschrieben“ und „Quittung gesichert“ folgen von selbst.',
      marks:
        'Auf die sechs Schritte achten. Die letzten zwei kommen vom Backend: Nur „Bestätigt“ heißt, dass die Änderung übernommen ist.',
      connects:
        'Der erste Verbindungsversuch schlägt hier fehl, wie vor Ort etwa 3 von 10. Die App versucht es von selbst noch einmal.',
      drops:
        'Beim Schreiben reißt die Verbindung ab. Der Stand ist „Unklar“: Vielleicht hat sich der Beacon geändert. Erneut verbinden, dann sieht die App nach.',
      slow: 'Dieser ist langsam. Einfach auf ihn warten.',
      locked:
        'Dieser lehnt das Schreiben ab, wie ein gesperrter Beacon. Parken: Er kommt am Ende wieder oder zu einer selbst gewählten Zeit.',
      reads: 'Die Verbindung reißt ab, bevor seine Quittung gelesen ist. Erneut verbinden: Die Quittung ist noch da.',
      wrong: 'Ein anderer Beacon antwortet. Nichts hat sich geändert: noch einmal auswählen.',
      skip: 'Angenommen, die Tür ist verschlossen: „Auslassen“ antippen und weitergehen.',
      plain: 'Hier geht nichts schief.',
      last: 'Der letzte. Danach zu den geparkten gehen und den Einsatz ansehen: was „Bestätigt“ ist und was nicht.',
    },
    connect: 'Konto verbinden',
    skip: 'Anleitung überspringen',
    toOverview: 'Zur Übersicht',
    notPractice: 'Die Anleitung gehört zur Übung. Verbunden ist jetzt das eigene Konto.',
    opening: 'Die Übung wird geöffnet',
  },
};
