/** Deutsche Wörter für den Abend nach einem Tag vor Ort: was jemanden braucht, und ob die Beacons gehört werden. */
import type * as english from '../evening.ts';
import { count, form, number } from '../counting.ts';
import type { Words } from '../words.ts';

const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');
const receipts = (n: number): string => count(n, 'Quittung', 'Quittungen');

export const evening: Words<typeof english> = {
  eveningStrings: {
    needs: {
      why: {
        notMirrored: (n) => `Nur eine Kopie auf diesem Gerät: ${receipts(n)}`,
        noAccess: (n) => `Dieser Schlüssel hat keinen Zugriff auf ${beacons(n)}`,
        refusedPost: (n) => `Vom Backend abgelehnt: ${number(n)}`,
        choose: (n) => `${receipts(n)}: Es ist nicht sicher, von welchem Beacon`,
        notVerified: (n) => `Beim Backend wartet noch eine Konfiguration für ${beacons(n)}`,
        refused: (n) =>
          form(n, { one: '1 Beacon hat das Paket abgelehnt', other: `${number(n)} Beacons haben das Paket abgelehnt` }),
      },
      helps: {
        notMirrored: (n) => `${receipts(n)} exportieren`,
        noAccess: (n) => `${receipts(n)} an jemand anderen geben`,
        refusedPost: (n) =>
          form(n, { one: 'Den abgelehnten Eintrag erneut senden', other: `${number(n)} abgelehnte erneut senden` }),
        notVerified: () => 'Neue Pakete holen',
        refused: () => 'Neue Pakete holen',
      },
      toOutbox: 'Im Ausgang wählen',
    },
    alive: {
      heading: 'Signale prüfen',
      note: (n) => `Sucht in der Telemetrie nach ${beacons(n)}: Wurde jeder seit dem Schreiben gehört?`,
      check: 'Prüfen',
      again: 'Noch einmal nachfragen',
      asking: 'Das Backend wird gefragt',
      busy: 'Die Telemetrie wird gerade nach etwas anderem gefragt. Danach noch einmal versuchen.',
      bounded: 'Das Backend wurde nicht nach allem gefragt.',
      failed: 'Die Telemetrie ließ sich nicht öffnen.',
      counts: {
        heard: (n) => `${number(n)} seit dem Schreiben gehört`,
        silent: (n) => `${number(n)} seit dem Schreiben stumm`,
        noGateway: (n) => `${number(n)} nicht gehört, kein Gateway in der Nähe bekannt`,
        noTelemetry: (n) => `${number(n)} senden laut Einstellung keine Telemetrie`,
        early: (n) => `${number(n)} noch nicht gehört, weniger als eine Stunde nach dem Schreiben gefragt`,
        unasked: (n) => `${number(n)} seit dem Schreiben nicht abgefragt`,
      },
      lastHeard: (time) => `zuletzt gehört ${time}`,
      neverHeard: 'kein Datensatz geladen',
      heardUnchecked: (n) => `Uhr ungeprüft bei ${number(n)}`,
      clockUnchecked: 'Uhr ungeprüft',
      phoneClockUnchecked: 'Uhr ungeprüft: Die Zeit dieses Geräts wurde nicht mit der des Backends verglichen.',
      more: (n) => `${number(n)} weitere`,
      nextJob: (n) =>
        form(n, { one: 'Einsatz für den stummen anlegen', other: `Einsatz für die ${number(n)} stummen anlegen` }),
      jobName: (name) => `Stumm: ${name}`,
      jobNote: (time) => `Nicht gehört, seit er geschrieben wurde: ${time}`,
    },
  },
};
