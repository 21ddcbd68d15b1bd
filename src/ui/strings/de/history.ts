/** German words of what is known to have happened to a device. */
import { count, number } from '../counting.ts';
import type { Words } from '../words.ts';
import type * as english from '../en/history.ts';

export const history: Words<typeof english> = {
  historyStrings: {
    heading: 'Verlauf',
    none: 'Noch nichts bekannt. Was Sie hier mit diesem Gerät tun, steht dann hier.',
    note: 'Was hier bekannt ist: die eigene Arbeit und was andere sichtbar geändert haben.',
    more: (n) => `${number(n)} weitere zeigen`,
    unfinished: 'Nicht abgeschlossen',
    steps: {
      intent: 'Begonnen',
      writing: 'Schreiben begonnen',
      written: 'Geschrieben',
      reading: 'Lesen begonnen',
      receipt: 'Quittung gespeichert',
    },
    outcomes: {
      receipt: 'Geschrieben, Quittung gespeichert',
      refused: 'Vom Beacon abgelehnt',
      packageDead: 'Paket nicht mehr brauchbar',
      settledLater: 'Durch einen späteren Vorgang geklärt',
      closed: 'Von Hand geschlossen',
      receiptLost: 'Keine Quittung zurückgekommen',
      noAnswer: 'Unklar, nie beantwortet',
      abandoned: 'Aufgegeben',
    },
    prepared: 'Änderung vorbereitet',
    fetched: 'Paket geholt',
    commandFetched: (command) => `${command}: geholt`,
    receiptCame: {
      run: 'Quittung gespeichert',
      mirror: 'Quittung aus der zweiten Kopie wiederhergestellt',
      import: 'Quittung aus einer Datei übernommen',
    },
    refusedHere: 'Vom Beacon abgelehnt',
    receiptAnswered: 'Quittung an das Backend gesendet',
    receiptGivenUp: 'Quittung von Hand aufgegeben',
    edited: (names) => `Hier geändert: ${names}`,
    editSaved: (names) => `Beim Backend gespeichert: ${names}`,
    editRefused: (names) => `Vom Backend abgelehnt: ${names}`,
    othersPending: 'Beim Backend steht eine Änderung an, die nicht hier vorbereitet wurde',
    othersValues: 'Das Backend zeigt andere Werte als die hier bestätigten',
    seenThen: 'So gesehen, als die Liste zuletzt aktualisiert wurde.',
    created: 'Beim Backend angelegt',
    values: (n) => count(n, 'Wert', 'Werte'),
    journal: 'Schritte',
    telemetry: 'Telemetrie auf einen Blick',
    sharing: 'Freigaben und Besitz',
    noShares: 'Das Backend führt keine Freigaben dieses Geräts.',
    share: 'Freigeben',
    move: 'Verschieben',
    mayNot: (access) =>
      `Nur mit dem Zugriff „Besitz“ oder „Aufsicht“ lässt sich dieses Gerät verschieben oder freigeben. Der Zugriff ist „${access}“.`,
  },
};
