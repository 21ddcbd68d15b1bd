/** Deutsche Wörter für den Abend nach einem Tag vor Ort: was jemanden braucht, und ob die Beacons gehört werden. */
import type * as english from '../evening.ts';
import { count, form, number } from '../counting.ts';
import type { Words } from '../words.ts';
import { here } from './place.ts';

const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');
const receipts = (n: number): string => count(n, 'Quittung', 'Quittungen');

export const evening: Words<typeof english> = {
  eveningStrings: {
    needs: {
      why: {
        notMirrored: (n) => `Nur eine Kopie auf ${here}: ${receipts(n)}`,
        noAccess: (n) => `Dieser Schlüssel hat keinen Zugriff auf ${beacons(n)}`,
        refusedPost: (n) => `Vom Backend abgelehnt: ${number(n)}`,
        choose: (n) =>
          form(n, {
            one: '1 Quittung kann zu mehreren Beacons gehören',
            other: `${number(n)} Quittungen können zu mehreren Beacons gehören`,
          }),
        notVerified: (n) => `Im Backend steht noch eine Konfiguration für ${beacons(n)} aus`,
        refused: (n) =>
          form(n, { one: '1 Beacon hat das Paket abgelehnt', other: `${number(n)} Beacons haben das Paket abgelehnt` }),
      },
      helps: {
        notMirrored: (n) => `${receipts(n)} exportieren`,
        noAccess: (n) => `${receipts(n)} an jemand anderen weitergeben`,
        refusedPost: (n) =>
          form(n, {
            one: 'Den abgelehnten Eintrag erneut senden',
            other: `${number(n)} abgelehnte Einträge erneut senden`,
          }),
        notVerified: () => 'Neue Pakete holen',
        refused: () => 'Neue Pakete holen',
      },
      toOutbox: 'Im Ausgang wählen',
    },
    alive: {
      heading: 'Signale prüfen',
      note: (n) => `Sucht in der Telemetrie nach ${beacons(n)}: Wurde jeder seit dem Schreiben gehört?`,
      check: 'Prüfen',
      again: 'Erneut prüfen',
      asking: 'Wird geprüft',
      busy: 'Gerade wird andere Telemetrie geladen. Danach erneut versuchen.',
      bounded: 'Die Telemetrie wurde nicht vollständig geladen.',
      failed: 'Die Telemetrie ließ sich nicht öffnen.',
      counts: {
        heard: (n) => `${number(n)} seit dem Schreiben gehört`,
        silent: (n) => `${number(n)} seit dem Schreiben stumm`,
        noGateway: (n) => `${number(n)} nicht gehört, kein Gateway in der Nähe bekannt`,
        noTelemetry: (n) => `${number(n)} laut Einstellung ohne Telemetrie`,
        early: (n) => `${number(n)} noch nicht gehört, weniger als eine Stunde nach dem Schreiben geprüft`,
        unasked: (n) => `${number(n)} seit dem Schreiben nicht geprüft`,
      },
      lastHeard: (time) => `zuletzt gehört ${time}`,
      neverHeard: 'kein Datensatz geladen',
      heardUnchecked: (n) => `Uhr ungeprüft bei ${number(n)}`,
      clockUnchecked: 'Uhr ungeprüft',
      phoneClockUnchecked: `Uhr ungeprüft: Die Uhrzeit auf ${here} wurde nicht mit der des Backends verglichen.`,
      more: (n) => count(n, 'weiterer', 'weitere'),
      nextJob: (n) =>
        form(n, {
          one: 'Einsatz für den stummen Beacon planen',
          other: `Einsatz für die ${number(n)} stummen Beacons planen`,
        }),
      jobName: (name) => `Stumm: ${name}`,
      jobNote: (time) => `Seit dem Schreiben nicht gehört (${time})`,
    },
  },
};
