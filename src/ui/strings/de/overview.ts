/** German words of the overview. */
import { LOW_BATTERY_PERCENT } from '../../../domain/low-battery.ts';
import type { Words } from '../words.ts';
import type * as english from '../overview.ts';
import { count, form, number, percent } from '../counting.ts';
import { here } from './place.ts';

const devices = (n: number): string => count(n, 'Gerät', 'Geräte');
const outbox = 'Ausgang öffnen';
const runs = 'Vorgänge anzeigen';
const list = 'Geräte anzeigen';

export const overview: Words<typeof english> = {
  overviewStrings: {
    loading: 'Gespeicherte Daten werden geöffnet',
    counting: (done, total) =>
      `${number(done)} von ${form(total, { one: '1 Gerät', other: `${number(total)} Geräten` })} gezählt`,
    asOf: (total) => `${devices(total)}, Liste aktualisiert`,
    notLoaded: 'Die Geräteliste ist noch nicht geladen.',
    partial: 'Die Liste wurde nicht vollständig geladen: Diese Zahlen können zu niedrig sein.',
    offline: 'Offline. Diese Zahlen stammen aus der gespeicherten Liste.',
    refresh: 'Aktualisieren',
    refreshing: 'Die Geräte werden geladen',
    readSoFar: (n) => `bisher ${devices(n)}`,
    load: 'Geräte laden',
    empty: 'Dieses Konto hat noch keine Geräte. Geräte kommen mit einer Bestellung.',
    claim: 'Bestellung übernehmen',
    needsYou: 'Zu klären',
    nothingNeedsYou: 'Nichts zu klären.',
    tasks: {
      losses: {
        says: () => 'Gespeicherte Daten gingen verloren oder wurden wiederhergestellt. Der Hinweis oben erklärt es.',
        action: runs,
      },
      key: { says: () => 'Ohne den Schlüssel ist das Backend nicht erreichbar.', action: 'Schlüssel eingeben' },
      notMirrored: {
        says: (n) => `${count(n, 'Quittung hat', 'Quittungen haben')} noch keine zweite Kopie.`,
        action: outbox,
      },
      uncertainRuns: {
        says: (n) =>
          form(n, {
            one: '1 Vorgang ist unklar: Sein Beacon hat vielleicht eine Quittung.',
            other: `${number(n)} Vorgänge sind unklar: Die Beacons haben vielleicht noch Quittungen.`,
          }),
        action: runs,
      },
      parked: {
        says: (n) => `${count(n, 'Quittung wurde', 'Quittungen wurden')} vom Backend abgelehnt.`,
        action: outbox,
      },
      unsureNotVerified: {
        says: (n) => `${count(n, 'Quittung gehört', 'Quittungen gehören')} vielleicht zu einem anderen Beacon.`,
        action: outbox,
      },
      notVerified: {
        says: (n) =>
          `${count(n, 'Beacon ist', 'Beacons sind')} nicht bestätigt: Im Backend steht die Änderung noch aus.`,
        action: outbox,
      },
      refused: {
        says: (n) => `${count(n, 'Beacon hat', 'Beacons haben')} die Änderung abgelehnt.`,
        action: outbox,
      },
      editsParked: {
        says: (n) =>
          `${count(n, 'Änderung an Alias, Tags oder Notizen wurde', 'Änderungen an Alias, Tags oder Notizen wurden')} abgelehnt.`,
        action: outbox,
      },
      unfinishedRuns: {
        says: (n) => `${count(n, 'Vorgang wurde', 'Vorgänge wurden')} begonnen, geschrieben ist noch nichts.`,
        action: runs,
      },
      interrupted: {
        says: (n) =>
          `${count(n, 'Befehl oder Auslesevorgang wurde', 'Befehle oder Auslesevorgänge wurden')} unterbrochen.`,
        action: runs,
      },
      deadPackages: {
        says: (n) => `${count(n, 'Paket ist', 'Pakete sind')} überholt: Der Beacon hat ein neueres angenommen.`,
        action: runs,
      },
      oldPackages: {
        says: (n) => `${count(n, 'Paket wurde', 'Pakete wurden')} vor mehr als einer Woche geholt.`,
        action: runs,
      },
      needPackage: {
        says: (n) => `Für ${devices(n)} ist eine Änderung vorbereitet, aber kein Paket auf ${here}.`,
        action: list,
      },
      alarms: {
        says: (n) => `${devices(n)} ${form(n, { one: 'hat', other: 'haben' })} einen Telemetrie-Alarm.`,
        action: 'Alarme anzeigen',
      },
      silent: {
        says: (n) =>
          `${devices(n)} ${form(n, { one: 'war', other: 'waren' })} beim letzten Laden der Telemetrie stumm.`,
        action: list,
      },
      batteryLow: {
        says: (n) =>
          `${devices(n)} ${form(n, { one: 'hat', other: 'haben' })} höchstens noch ${percent(LOW_BATTERY_PERCENT)} Batterie.`,
        action: list,
      },
    },
    state: 'Konfiguration',
    stateHint: 'Stand der Konfiguration',
    battery: 'Batterie',
    batteryHint: 'Geräte nach Batteriestand',
    batteryBand: (from, to) => `${number(from)}–${percent(to)}`,
    batteryUnsaid: (n) => `${number(n)} ohne Angabe`,
    weeks: {
      title: (weeks) => `Die letzten ${number(weeks)} Wochen`,
      hint: `Aus der Telemetrie, die auf ${here} gespeichert ist, ein Punkt je Woche.`,
      battery: 'Batterie im Durchschnitt',
      heard: 'Gehörte Beacons',
      line: (what, first, last) => `${what}: von ${first} auf ${last}`,
      toEmpty: 'Wochen bis leer',
      weeksLeft: (weeks) => (weeks === 0 ? 'weniger als eine Woche' : `etwa ${count(weeks, 'Woche', 'Wochen')}`),
    },
    heardTitle: 'Laut Telemetrie gehört',
    heard: { heard: 'Gehört', silent: 'Stumm', unasked: 'Nicht bekannt' },
    heardHint: (until) => `Stand ${until}, als zuletzt Telemetrie geladen wurde`,
    heardNever: 'Es wurde noch keine Telemetrie geladen. Welche Beacons stumm sind, ist deshalb nicht bekannt.',
    heardOpening: 'Die gespeicherte Telemetrie wird geöffnet',
    heardFailed: 'Die gespeicherte Telemetrie ließ sich nicht öffnen.',
    loadTelemetry: 'Telemetrie öffnen',
    neverSeen: (n) => `${number(n)} laut Backend nie gesehen`,
    models: 'Modell',
    firmwares: 'Firmware',
    accesses: 'Eigener Zugriff',
    types: 'Typ',
    tags: 'Tags',
    unsaid: 'Nicht angegeben',
    packages: `Pakete auf ${here}`,
    packagesNone: `Auf ${here} ist kein Paket.`,
    packageAges: { today: 'Heute geholt', week: 'Diese Woche', older: 'Älter als eine Woche' },
    packagesOldest: 'Ältestes:',
    receipts: `Quittungen auf ${here}`,
    receiptsNone: `Auf ${here} ist keine Quittung.`,
    receiptGroups: {
      waiting: 'Noch zu senden',
      parked: 'Vom Backend abgelehnt',
      notVerified: 'Nicht bestätigt',
      sent: 'Gesendet',
      refused: 'Vom Beacon abgelehnt',
      verified: 'Bestätigt',
      aside: 'Aufgegeben oder geklärt',
    },
    streams: 'Streams',
    streamsNotRead: 'Noch nicht geladen',
    streamsRead: 'Laden',
    streamsReading: 'Wird geladen',
    streamsFailed: 'Die Streams ließen sich nicht laden.',
    streamStandings: { on: 'Aktiv', paused: 'Pausiert', none: 'Nicht eingerichtet', unsaid: 'Nicht angegeben' },
    columns: { value: 'Wert', devices: 'Geräte', share: 'Anteil', receipts: 'Quittungen', packages: 'Pakete' },
    share: (part, all) =>
      all === 0 ? '' : part > 0 && part / all < 0.01 ? `< ${percent(1)}` : percent(Math.round((100 * part) / all)),
    showAll: (n) => `Alle ${number(n)} anzeigen`,
    showMost: (n) => `Die ${number(n)} häufigsten anzeigen`,
    showFewer: 'Weniger anzeigen',
  },
};
