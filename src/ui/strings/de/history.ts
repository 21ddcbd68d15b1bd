/** German words of what this device did with a beacon. */
import type { Words } from '../words.ts';
import type * as english from '../en/history.ts';

export const history: Words<typeof english> = {
  historyStrings: {
    heading: 'Verlauf auf diesem Gerät',
    unfinished: 'Nicht abgeschlossen',
    steps: {
      intent: 'Begonnen',
      writing: 'Schreiben begonnen',
      written: 'Geschrieben',
      reading: 'Lesen begonnen',
      receipt: 'Quittung gespeichert',
    },
    outcomes: {
      receipt: 'Quittung gespeichert',
      refused: 'Vom Beacon abgelehnt',
      packageDead: 'Paket nicht mehr brauchbar',
      settledLater: 'Durch einen späteren Vorgang geklärt',
      closed: 'Von Hand geschlossen',
      receiptLost: 'Keine Quittung zurückgekommen',
      noAnswer: 'Unklar, nie beantwortet',
      abandoned: 'Aufgegeben',
    },
    notes: {
      sameConnection: 'Zurück auf derselben Verbindung.',
      pickedAgain: 'Ein Beacon wurde in der Auswahl gewählt.',
      openedAgain: 'Wieder geöffnet.',
      notVerified: 'Die Antwort wurde nicht bestätigt.',
      otherBeacon: 'Die Antwort war von einem anderen Beacon.',
      unsureOwner: 'Eine Antwort ist gespeichert, die von einem anderen Beacon sein kann.',
      writeTakenBack: 'Das letzte Schreiben zählt nicht: Es war ein anderer Beacon.',
      plainAnswer: 'Der Beacon gab eine unverschlüsselte Antwort.',
      secondCopy: 'In der zweiten Kopie gefunden.',
      secondCopyUnknownStep: 'In der zweiten Kopie gefunden. Wie weit der Vorgang kam, ist nicht bekannt.',
    },
    answer: (result, base64) => (result === null ? base64 : `Ergebnis ${result}: ${base64}`),
    telemetry: 'Telemetrie auf einen Blick',
    sharing: 'Freigaben und Besitz',
    noShares: 'Das Backend führt keine Freigaben dieses Geräts.',
    share: 'Freigeben',
    move: 'Verschieben',
    mayNot: (access) =>
      `Nur ein OWNER oder SUPERVISOR darf dieses Gerät verschieben oder freigeben. Der Zugriff ist ${access}.`,
  },
};
