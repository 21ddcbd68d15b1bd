/** German words of the telemetry page. */
import { REQUESTS_PER_MINUTE } from '../../../domain/limits.ts';
import type * as english from '../telemetry.ts';
import type { Words } from '../words.ts';
import { count, form, number, size } from '../counting.ts';
import { here } from './place.ts';

const records = (n: number): string => count(n, 'Datensatz', 'Datensätze');
const beacons = (n: number): string => count(n, 'Beacon', 'Beacons');
/** After "von" and "nach". */
const ofRecords = (n: number): string => count(n, 'Datensatz', 'Datensätzen');

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

function lasting(ms: number): string {
  if (ms >= DAY_MS)
    return `${count(Math.floor(ms / DAY_MS), 'Tag', 'Tage')} ${Math.floor((ms % DAY_MS) / HOUR_MS)} Std.`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} Std. ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} Min.`;
  return ms >= MINUTE_MS ? `${Math.floor(ms / MINUTE_MS)} Min.` : `${Math.round(ms / 1000)} s`;
}

/** A time that is known only as a least: minutes would claim more than anybody knows. */
function wholeHours(ms: number): string {
  return ms >= DAY_MS || ms < HOUR_MS ? lasting(ms) : `${Math.floor(ms / HOUR_MS)} Std.`;
}

const fields: Readonly<Record<string, string>> = {
  trackingId: 'Tracking-ID',
  sourceId: 'Gateway',
  heardAt: 'Gehört',
  timestamp: 'Zeitstempel',
  beaconTimestamp: 'Beacon-Zeit',
  gatewayTimestamp: 'Gateway-Zeit',
  cloudTimestamp: 'Cloud-Zeit',
  accelerometerSensitivity: 'Empfindlichkeit des Beschleunigungssensors',
  accelerometerX: 'Beschleunigung X',
  accelerometerY: 'Beschleunigung Y',
  accelerometerZ: 'Beschleunigung Z',
  batteryLevel: 'Batterie',
  channel: 'Kanal',
  clickCounter: 'Klicks',
  humidity: 'Luftfeuchte',
  lightIntensity: 'Licht',
  movementCounter: 'Bewegungen',
  rssi: 'Signal',
  temperature: 'Temperatur',
  timeSinceClick: 'Seit Klick',
  timeSinceDoubleClick: 'Seit Doppelklick',
  timeSinceMovement: 'Seit Bewegung',
  timeSinceTap: 'Seit Tippen',
  timeSinceDoubleTap: 'Seit Doppeltippen',
  firmware: 'Firmware',
  model: 'Modellnummer',
  txPowerDbm: 'Sendeleistung',
  uniqueId: 'ID',
  calibratedRssi1m: 'Kalibriertes Signal bei 1 m',
  calibratedRssi0m: 'Kalibriertes Signal bei 0 m',
  eddystoneNamespace: 'Eddystone-Namespace',
  eddystoneInstanceId: 'Eddystone-Instanz-ID',
  eddystoneEphemeralId: 'Eddystone-Wechsel-ID',
  iBeaconProximity: 'iBeacon-Proximity',
  iBeaconMajor: 'iBeacon-Major',
  iBeaconMinor: 'iBeacon-Minor',
  moving: 'In Bewegung',
  secondsSincePirMotion: 'Seit PIR-Bewegung',
  secondButtonClickCounter: 'Klicks der zweiten Taste',
  airQuality: 'Luftgüte (0 gut, 255 schlecht)',
  roomNumber: 'Raumnummer',
  numberOfPeopleDetected: 'Erkannte Personen',
  secondsSincePeopleDetection: 'Seit Personen erkannt wurden',
};

export const telemetry: Words<typeof english> = {
  telemetryStrings: {
    field: (name) => (Object.hasOwn(fields, name) ? fields[name]! : name),
    increments: (label) => `${label}, seit dem vorigen Messwert`,
    views: {
      label: 'Telemetrie-Ansichten',
      fleet: 'Bestand',
      hours: 'Aktivität',
      compare: 'Verläufe',
      gateways: 'Gateways',
      charts: 'Diagramme',
      records: 'Datensätze',
      alarms: 'Alarme',
    },
    loading: 'Telemetrie wird geladen',
    clockUnchecked: 'Uhr ungeprüft',
    inList: {
      notLoaded: (from, until) => `Nicht in den geladenen Datensätzen, ${from} bis ${until}`,
      noRecord: 'Das Backend hat keinen Datensatz',
      undated: 'Gehört, Zeit nicht lesbar',
      unchecked: (time) => `${time} · Uhr ungeprüft`,
    },
    codeFailed: {
      text: `Diese Seite ist noch nicht auf ${here} und konnte nicht geladen werden.`,
      again: 'Erneut versuchen',
    },
    storageFailed: 'Die gespeicherte Telemetrie ist nicht lesbar.',
    readFailed: 'Dieser Teil der Telemetrie konnte nicht gelesen werden.',
    offline: 'Kein Netz. Gespeicherte Telemetrie wird weiter gezeigt.',
    first: 'Noch keine Telemetrie gespeichert.',
    firstNoDevices: 'Keine Telemetrie gespeichert, und kein Beacon bekannt, für den sie geladen werden kann.',
    loadFirst: 'Laden',
    chooseQuery: 'Auswählen, was geladen wird',
    loadAgain: 'Erneut laden',
    lasting,

    fleet: {
      beacon: 'Beacon',
      lastHeard: 'Zuletzt gehört',
      battery: 'Batterie',
      temperature: 'Temperatur',
      moving: 'In Bewegung',
      state: 'Gehört',
      choose: (name) => `${name} auswählen`,
      find: 'Beacon suchen',
      order: 'Reihenfolge',
      orders: {
        silent: 'Stumme zuerst',
        heard: 'Zuletzt gehörte zuerst',
        battery: 'Schwache Batterie zuerst',
        temperature: 'Wärmste zuerst',
        name: 'Nach Namen',
      },
      onlySilent: 'Nur stumme',
      hearing: {
        heard: 'Gehört',
        silent: 'Stumm',
        neverHeard: 'Kein Datensatz',
        notLoaded: 'Nicht in den geladenen Datensätzen',
        unasked: 'Nicht geprüft',
      },
      silentFor: (ms) => `Stumm: ${lasting(ms)}`,
      silentAtLeast: (ms) => `Stumm: mindestens ${wholeHours(ms)}`,
      silentNote: (since, until) => `Zuletzt gehört am ${since}. Geprüft bis ${until}.`,
      notLoadedNote: (from, until) =>
        `Geladen sind die Datensätze von ${from} bis ${until}. Zu anderen Zeiten wurde er vielleicht gehört.`,
      unaskedNote: 'Sein neuester Datensatz wurde nicht geladen; ob er stumm ist, ist nicht bekannt.',
      counts: (shown, silent) => `${beacons(shown)}${silent === 0 ? '' : `, ${number(silent)} stumm`}`,
      noneFound: 'Kein Beacon passt.',
      others: (n) =>
        form(n, {
          one: '1 Beacon dieses Kontos wurde nicht geprüft.',
          other: `${number(n)} Beacons dieses Kontos wurden nicht geprüft.`,
        }),
      more: (n) => `${count(n, 'weiteren', 'weitere')} anzeigen`,
      charts: (n) => (n === 0 ? 'Diagramme' : `Diagramme (${number(n)})`),
      records: (n) => (n === 0 ? 'Datensätze' : `Datensätze (${number(n)})`),
      clear: 'Auswahl aufheben',
      yes: 'Ja',
      no: 'Nein',
      nothing: '–',
      caption: 'Beacons und ihre letzten Messwerte',
    },

    show: {
      range: 'Gezeigter Zeitraum',
      from: 'Von',
      to: 'Bis',
      zone: 'Zeitzone',
      utc: 'UTC',
      here: (name) => `${name} (auf ${here})`,
      allBeacons: 'Alle Beacons',
      someBeacons: (n) => `${beacons(n)} ausgewählt`,
      change: 'Beacons auswählen',
      all: 'Alle Beacons anzeigen',
      someGateways: (n) =>
        form(n, { one: 'von 1 ausgewählten Gateway gehört', other: `von ${number(n)} ausgewählten Gateways gehört` }),
      changeGateways: 'Gateways auswählen',
      anyGateway: 'Alle Gateways anzeigen',
    },
    presets: {
      lastHour: 'Letzte Stunde',
      last24Hours: 'Letzte 24 Stunden',
      last7Days: 'Letzte 7 Tage',
      last30Days: 'Letzte 30 Tage',
      own: 'Eigener Zeitraum',
      allTimes: 'Alle Zeiten',
      undated: 'Ohne Zeit',
    },

    table: {
      caption: (n) => `${count(n, 'gespeicherter Datensatz', 'gespeicherte Datensätze')}, neueste zuerst`,
      label: 'Datensätze',
      empty: 'Keine gespeicherten Datensätze in diesem Zeitraum.',
      columns: 'Spalten',
      columnsTitle: 'Spalten auswählen',
      columnsDone: 'Schließen',
      usual: 'Übliche Spalten',
      other: 'Andere Felder',
      faults: (names) => `Falscher Typ: ${names}`,
      newer: 'Neuere',
      older: 'Ältere',
      yes: 'ja',
      no: 'nein',
      noTime: 'keine Zeit',
      mainsPower: 'Netzstrom',
      timeUnreadable: 'Zeit nicht lesbar',
    },

    files: {
      csv: 'Als CSV speichern',
      ndjson: 'Als NDJSON speichern',
      saving: 'Wird gespeichert',
      rows: (n) => `${records(n)} geschrieben`,
      saved: (n) => `${records(n)} gespeichert.`,
      none: 'Kein Datensatz passt, also keine Datei.',
      failed: 'Die Datei konnte nicht gespeichert werden.',
      stopped: 'Speichern abgebrochen.',
    },

    charts: {
      metrics: 'Messgrößen',
      metricsChange: 'Messgrößen',
      metricsTitle: 'Messgrößen',
      done: 'Schließen',
      none: 'Beacons für das Diagramm hier oder unter „Bestand“ auswählen.',
      latest: (n: number) =>
        n === 1 ? 'Zuletzt gehörten Beacon anzeigen' : `Die ${number(n)} zuletzt gehörten Beacons anzeigen`,
      noMetric: 'Mindestens eine Messgröße auswählen.',
      tooMany: (most) => `Nur die ersten ${number(most)} Beacons werden gezeigt.`,
      empty: 'Keine gespeicherten Messwerte dieser Beacons in diesem Zeitraum.',
      without: (names) => `Keine Messwerte für: ${names}.`,
      summary: {
        gauge: (label, least, most, mean, n) =>
          `${label}: ${least} bis ${most}, Mittel ${mean}, ${count(n, 'Messwert', 'Messwerte')}.`,
        flat: (label, value, n) => `${label}: immer ${value}, ${count(n, 'Messwert', 'Messwerte')}.`,
        counter: (label, total, n) => `${label}: insgesamt ${total}, ${count(n, 'Messwert', 'Messwerte')}.`,
        counterAtLeast: (label, total, n) =>
          `${label}: insgesamt mindestens ${total}, ${count(n, 'Messwert', 'Messwerte')}. Der Zähler kann in einer Lücke von vorn begonnen haben.`,
        flag: (label, share, n) => `${label}: ja in ${share} von ${count(n, 'Messwert', 'Messwerten')}.`,
        gaps: (n, longest) =>
          form(n, { one: `1 Lücke: ${longest}.`, other: `${number(n)} Lücken, die längste ${longest}.` }),
        extremes: (least, most) => `Kleinster am ${least}, größter am ${most}.`,
      },
    },

    query: {
      title: 'Telemetrie laden',
      by: 'Laden nach',
      byDevices: 'Beacons',
      byGateways: 'Gateways',
      what: { devices: 'Beacons', gateways: 'Gateways' },
      find: { devices: 'Beacons suchen', gateways: 'Gateways suchen' },
      chosen: (n) => `${number(n)} ausgewählt`,
      all: (n) => `Alle ${number(n)} auswählen`,
      allKnown: (n) => `Die ${number(n)} mit Tracking-ID auswählen`,
      none: 'Auswahl aufheben',
      shown: (shown, of) => `${number(shown)} von ${number(of)} gezeigt. Die übrigen findet die Suche.`,
      unknown:
        'Die Tracking-ID ist nicht bekannt. Nach einem Gateway laden, das den Beacon hört, oder die ID eintippen.',
      type: 'Tracking-ID eintippen',
      typed: 'Tracking-ID',
      typedHelp: 'Meist die MAC-Adresse in Kleinbuchstaben, zum Beispiel 01:23:45:67:89:ab.',
      keep: 'Speichern',
      extra: { devices: 'Andere Tracking-IDs', gateways: 'Andere Gateway-IDs' },
      extraHelp: 'Eine je Zeile oder durch Leerzeichen getrennt.',
      range: 'Zeitraum',
      latest: 'Nur neueste Messwerte',
      latestHelp:
        'Bietet das Backend das nicht an, wird die letzte Stunde geladen, dann bis zu 24 Stunden für nicht gehörte Beacons.',
      more: 'Seitengröße und Reihenfolge',
      size: 'Datensätze je Seite',
      sizeHelp: `1 bis ${number(2000)}. Bis zu ${number(REQUESTS_PER_MINUTE)} Seiten je Minute werden geladen.`,
      sort: (n) => `Reihenfolge ${number(n)}`,
      sortBy: 'nach',
      sortNone: 'Vorgabe des Backends',
      asc: 'aufsteigend',
      desc: 'absteigend',
      go: 'Laden',
      cancel: 'Abbrechen',
      faults: {
        'ids none': 'Mindestens einen auswählen.',
        'ids tooMany': `Höchstens ${number(1000)} auf einmal auswählen.`,
        'ids comma': 'Eine ID darf kein Komma enthalten.',
        'range notATime': 'Beide Zeiten eingeben.',
        'range endBeforeStart': 'Das Ende muss nach dem Anfang liegen.',
        'range tooLong': 'Höchstens 92 Tage auf einmal auswählen.',
        'size outOfRange': `Eine ganze Zahl von 1 bis ${number(2000)} eingeben.`,
      },
    },

    progress: {
      label: 'Telemetrie wird geladen',
      pages: (n) => count(n, 'Seite', 'Seiten'),
      atMost: (n) => `Telemetrie wird geladen, höchstens ${count(n, 'Anfrage', 'Anfragen')}`,
      heard: (heard, of) => `${number(heard)} von ${beacons(of)} gehört`,
      asking: (got) => `bisher ${records(got)}`,
      storing: (got) => `${records(got)} werden gespeichert`,
      waiting: {
        budget: (seconds) => `${number(seconds)} s warten: höchstens ${number(REQUESTS_PER_MINUTE)} Anfragen je Minute`,
        backend: (seconds) => `${number(seconds)} s warten: Das Backend bittet um eine Pause`,
        retry: (seconds) => `Keine Antwort, neuer Versuch in ${number(seconds)} s`,
      },
    },

    outcome: {
      done: (got, added) =>
        got === 0
          ? 'Das Backend hat dazu keine Datensätze geliefert. Beacons senden Telemetrie nur, wenn diese eingeschaltet und ein Gateway in Reichweite ist.'
          : added === null
            ? `${records(got)} geladen.`
            : `${records(got)} geladen, ${number(added)} neu.`,
      fellBack:
        'Dieses Backend bietet die neuesten Messwerte nicht einzeln an. Die letzte Stunde wurde geladen, dann bis zu 6 und 24 Stunden für nicht gehörte Beacons.',
      unheard: (n, of) => `In dieser Zeit nicht gehört: ${number(n)} von ${beacons(of)}.`,
      stoppedEarly: 'Das Laden endete dort, weil weitere Seiten keine neuen Beacons enthielten.',
      smallerPages: (pageSize) => `Das Backend hat größere Seiten abgelehnt. Datensätze je Seite: ${number(pageSize)}.`,
      endUnsaid:
        'Die letzte Seite war voll, und das Backend sagt nicht, ob es mehr gibt. Zur Sicherheit einen kürzeren Zeitraum laden.',
      undated: (n) =>
        form(n, {
          one: '1 Datensatz hat keine Zeit. Siehe „Ohne Zeit“ unter „Datensätze“.',
          other: `${number(n)} Datensätze haben keine Zeit. Siehe „Ohne Zeit“ unter „Datensätze“.`,
        }),
      split: 'Der Zeitraum wurde Tag für Tag geladen.',
      skipped: (n) =>
        form(n, {
          one: '1 Element der Antwort war kein Datensatz und wurde ausgelassen.',
          other: `${number(n)} Elemente der Antworten waren keine Datensätze und wurden ausgelassen.`,
        }),
      faulty: (n) =>
        form(n, {
          one: '1 Datensatz hatte ein Feld vom falschen Typ. Er ist gespeichert und wird gezeigt wie empfangen.',
          other: `${number(n)} Datensätze hatten ein Feld vom falschen Typ. Sie sind gespeichert und werden gezeigt wie empfangen.`,
        }),
      cut: (field, trackingId, at, more) => {
        const place = `\u2068${field}\u2069 von \u2068${trackingId}\u2069${at === '' ? '' : ` (${at})`}`;
        return more === 0
          ? `Das Feld ${place} war zu tief verschachtelt oder zu lang, um vollständig gespeichert zu werden.`
          : `Das Feld ${place} und ${count(more, 'weiteres', 'weitere')} waren zu tief verschachtelt oder zu lang, um vollständig gespeichert zu werden.`;
      },
      bounded: (got) => `Wie gewählt nach den neuesten beendet: ${records(got)} geladen. Es kann mehr geben.`,
      rest: 'Den Rest laden',
      cancelled: (got) => `Nach ${ofRecords(got)} abgebrochen. Was geladen wurde, ist gespeichert.`,
      savedSoFar: (got) =>
        got === 0
          ? ''
          : form(got, {
              one: ' 1 vorher eingetroffener Datensatz ist gespeichert.',
              other: ` ${number(got)} vorher eingetroffene Datensätze sind gespeichert.`,
            }),
      storageFull: `Auf ${here} ist nicht genug Platz für mehr Telemetrie.`,
      storage: `Die Telemetrie konnte nicht auf ${here} gespeichert werden.`,
      dismiss: 'Ausblenden',
    },

    stored: {
      title: 'Gespeicherte Telemetrie',
      text: (n, bytes) => `${records(n)}, etwa ${size(bytes)}.`,
      swept: (until) => `Datensätze bis ${until} wurden entfernt, um Platz zu schaffen.`,
      limit: 'Platz für Telemetrie',
      limitHelp:
        'Ist er voll, werden die ältesten Datensätze zuerst entfernt. Sie lassen sich wieder vom Backend laden.',
      megabytes: size,
      remove: `Von ${here} löschen`,
      removeTitle: 'Gespeicherte Telemetrie löschen',
      removeText: (n) =>
        form(n, {
          one: `1 Datensatz wird von ${here} gelöscht. Im Backend wird nichts gelöscht.`,
          other: `${number(n)} Datensätze werden von ${here} gelöscht. Im Backend wird nichts gelöscht.`,
        }),
      removeGo: 'Löschen',
      removed: 'Die gespeicherte Telemetrie ist gelöscht.',
    },

    glance: {
      none: 'Von diesem Beacon ist keine Telemetrie gespeichert.',
      noTrackingId: 'Die Tracking-ID ist nicht bekannt; die Telemetrie kann nicht geladen werden.',
      ask: 'Letzte 24 Stunden laden',
      open: 'Gesamte Telemetrie dieses Beacons',
      lastHeard: 'Zuletzt gehört',
      gateway: 'Gehört von',
      day: (field) => `${field}, gespeicherte Messwerte der letzten 24 Stunden`,
    },
  },
};
