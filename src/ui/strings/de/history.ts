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
    telemetry: 'Telemetrie auf einen Blick',
    sharing: 'Freigaben und Besitz',
    noShares: 'Das Backend führt keine Freigaben dieses Geräts.',
    share: 'Freigeben',
    move: 'Verschieben',
    mayNot: (access) =>
      `Nur ein OWNER oder SUPERVISOR darf dieses Gerät verschieben oder freigeben. Der Zugriff ist ${access}.`,
  },
};
