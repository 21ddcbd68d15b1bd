/** German words of the streams page. */
import type { DraftOddityReason } from '../../../domain/streams/draft.ts';
import type { SecretField, ShownField, StreamType } from '../../../domain/streams/stream.ts';
import type * as english from '../streams.ts';
import type { Words } from '../words.ts';
import { allOf, count, number } from '../counting.ts';
import { here } from './place.ts';

const types: Record<StreamType, string> = { telemetry: 'Telemetrie', position: 'Position' };
const stream: Record<StreamType, string> = { telemetry: 'Telemetrie-Stream', position: 'Positions-Stream' };

const labels: Record<ShownField | SecretField, string> = {
  endpoint: 'Endpunkt',
  streamName: 'Name des Streams',
  region: 'Region',
  forcedPartitionKey: 'Fester Partitionsschlüssel',
  sharedAccessKeyName: 'Name des Shared Access Key',
  eventHubName: 'Name des Event Hub',
  accessKey: 'Zugriffsschlüssel',
  secretKey: 'Geheimer Schlüssel',
  sharedAccessKey: 'Shared Access Key',
};

const oddities: Record<DraftOddityReason, string> = {
  leftEmpty: 'leer gelassen, das Backend entscheidet.',
  emptied: 'geleert, das Backend entscheidet.',
  notAnAddress: 'sieht nicht wie eine Adresse oder ein Hostname aus.',
  notHttps: 'nur https hält die Datensätze vertraulich.',
  hasQuery: 'nach dem Pfad steht noch etwas.',
  notSb: 'beginnt meist mit sb://',
  wrongHost: 'hat meist die Form sb://<namespace>.servicebus.windows.net/',
  noEndSlash: 'endet meist mit einem Schrägstrich.',
  badName: 'enthält ein Zeichen, das in Namen unüblich ist.',
  badRegion: 'meist Kleinbuchstaben, Ziffern und Bindestriche, zum Beispiel eu-west-1.',
  tooLong: 'sehr lang.',
  spaces: 'enthält ein Leerzeichen, vielleicht vom Kopieren.',
  quoted: 'steht in Anführungszeichen, vielleicht vom Kopieren.',
  swapped: 'sieht nach dem anderen der beiden Schlüssel aus.',
};

export const streams: Words<typeof english> = {
  streamStrings: {
    loading: 'Stream wird geladen',
    types,
    typesLabel: 'Datentyp',
    about: {
      telemetry: 'Ein Datensatz wird gesendet, sooft die Cloud Telemetrie eines Beacons empfängt.',
      position: 'Ein Datensatz wird gesendet, sooft sich die Position eines Geräts ändert.',
    },
    standing: { none: 'Nicht eingerichtet', paused: 'Pausiert', on: 'Aktiv', unsaid: 'Eingerichtet' },
    notRead: 'Noch nicht geladen',
    standingText: {
      paused: 'Bis zum Fortsetzen wird nichts gesendet.',
      on: 'Datensätze gehen beim Eintreffen an das Ziel.',
      unsaid: 'Das Backend gibt nicht an, ob er pausiert ist.',
    },
    readAt: 'Aktualisiert',
    readAgain: 'Aktualisieren',
    none: (type) => `Noch kein ${stream[type]}.`,
    noneOr404: (type) => `Das Backend fand keinen ${stream[type]}, oder der Schlüssel hat keinen Zugriff darauf.`,
    create: 'Stream anlegen',
    change: 'Ändern',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    remove: 'Löschen',
    offline: `Kein Netz. Streams werden nur im Backend gespeichert; auf ${here} liegt nichts davon.`,
    offlineStale: 'Kein Netz. Das sind die zuletzt bekannten Einstellungen; jetzt lässt sich nichts ändern.',
    staleText: 'Das sind die zuletzt bekannten Einstellungen.',
    several: (n) => `Das Backend nennt ${count(n, 'Stream', 'Streams')} dieses Typs. Der erste wird gezeigt.`,
    odd: 'Das Backend hat Felder gesendet, die diese App nicht kennt.',
    unshown: (fields) =>
      `Das Backend zeigt für diesen Stream nicht: ${allOf(fields)}. Nur wenn keine Datensätze ankommen, die ganze Konfiguration neu eingeben.`,
    noDestination:
      'Das Backend zeigt kein Ziel, das diese App kennt. Nur wenn keine Datensätze ankommen, die ganze Konfiguration neu eingeben.',
    typeAgain: 'Neu eingeben',

    destination: 'Ziel',
    kinds: { cloudStream: 'Cloud-Datenstrom', eventHub: 'Event Hub' },
    fields: labels,
    help: {
      cloudEndpoint: 'Wie von der Cloud angezeigt: eine https-Adresse oder ein Hostname.',
      hubEndpoint: 'sb://<namespace>.servicebus.windows.net/',
      streamName: 'Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.',
      region: 'Zum Beispiel eu-west-1.',
      forcedPartitionKey: 'Leer lassen, damit die Datensätze eines Beacons zusammenbleiben.',
      eventHubName: 'Der Name des Hubs, nicht der des Namespace.',
      sharedAccessKeyName: 'Der Schlüssel braucht das Recht zum Senden.',
      secretNew: 'Wird einmal gesendet und kann nicht wieder gezeigt werden.',
      secretStored: 'Gespeichert, nicht anzeigbar. Zum Behalten leer lassen.',
    },
    notShown: 'Vom Backend nicht gezeigt',
    secretShown: 'Gespeichert, nicht anzeigbar',
    secretUnshown: 'Nicht anzeigbar',
    otherKindSecrets: 'Eine andere Art von Ziel ersetzt den ganzen Stream. Auch die geheimen Werte eingeben.',
    otherRegion: (named) => `Der Endpunkt enthält die Region ${named}. Prüfen, ob beide zusammenpassen.`,
    faults: {
      empty: 'Pflichtfeld.',
      hasUser: 'Enthält einen Benutzernamen, den alle sehen könnten. Alles bis zum @ entfernen.',
      connectionString:
        'Das ist eine Verbindungszeichenfolge. Kopieren und neu einfügen: Die Teile kommen dann in die richtigen Felder.',
      holdsSecret: 'Das sieht nach einem Schlüssel aus. Hier würden ihn alle sehen, die den Stream sehen.',
      controlCharacter: 'Enthält ein unsichtbares Zeichen. Neu eintippen.',
    },
    oddities,
    filled: (fields) =>
      `Aus dem Eingefügten ausgefüllt: ${allOf(fields.map((field) => labels[field]))}. Die Felder prüfen.`,
    pastedDoubt: {
      iotHub:
        'Das ist die Zeichenfolge eines IoT Hub. Datensätze gehen an seinen Event-Hub-kompatiblen Endpunkt, im Portal unter „Integrierte Endpunkte“.',
      token:
        'Eine Shared Access Signature läuft ab und ist hier nicht verwendbar. Den Shared Access Key selbst eingeben.',
    },
    lookAgain: 'Vor dem Senden prüfen:',
    sendAsItIs: 'Trotzdem senden',
    oddity: (of, reason) => `${of.map((field) => labels[field]).join(', ')}: ${oddities[reason]}`,
    fixFirst: (n) => `${count(n, 'Feld', 'Felder')} korrigieren.`,

    createHeading: (type) => `Neuer ${stream[type]}`,
    changeHeading: (type) => `${stream[type]} ändern`,
    replaceHeading: (type) => `Ganzen ${stream[type]} neu eingeben`,
    createNote: 'Der Stream ist zu Beginn pausiert. Fortsetzen, sobald das Ziel bereit ist.',
    changeNote: 'Nur Änderungen werden gesendet.',
    replaceNote: 'Die ganze Konfiguration wird mit ihren geheimen Werten gesendet und ersetzt, was das Backend hat.',
    createAction: 'Anlegen',
    changeAction: 'Änderungen senden',
    replaceAction: 'Alles senden',
    cancel: 'Abbrechen',

    partition: 'Partitions\u00ADschlüssel',
    partitionDefault: 'trackingId',
    partitionText: 'Alle Datensätze eines Beacons haben seine trackingId als Schlüssel und behalten ihre Reihenfolge.',
    partitionForced: (key) =>
      `Jeder Datensatz hat den Schlüssel „${key}“ statt seiner trackingId; alle teilen sich eine Partition.`,
    partitionHub: 'Der Schlüssel ist die trackingId. Nur Cloud-Datenströme können einen festen Schlüssel haben.',
    permissions: 'Nötige Rechte des Zielkontos',
    permissionNames: ['Put a record', 'Put records', 'Publish metric data'],
    permissionsText: 'Ein Cloud-Datenstrom arbeitet nur mit allen dreien.',

    done: {
      create: 'Der Stream ist eingerichtet und pausiert.',
      change: 'Der Stream ist geändert.',
      pause: 'Der Stream ist pausiert.',
      resume: 'Der Stream ist aktiv.',
      delete: 'Der Stream ist gelöscht.',
    },
    secretsUnseen:
      'Geändert. Das Backend zeigt nicht, ob es die nicht eingegebenen geheimen Werte behalten hat. Nur wenn keine Datensätze ankommen, die ganze Konfiguration neu eingeben.',
    doneUnread: 'Das Backend hat es angenommen, aber der Stream konnte nicht wieder geladen werden.',
    dropped: (fields) =>
      `Das Backend hat die Änderung angenommen und zeigt nicht mehr: ${allOf(fields)}. Vielleicht sind auch die geheimen Werte verloren. Die ganze Konfiguration neu eingeben.`,
    unshownAfter: (fields) =>
      `Das Backend hat es angenommen, zeigt aber nicht: ${allOf(fields)}. Ob es sie gespeichert hat, ist hier nicht zu sehen.`,
    notTaken: 'Das Backend hat es angenommen, zeigt den Stream aber noch wie vorher.',
    unanswered:
      'Keine Antwort: Die Änderung kann erfolgt sein oder nicht. Das sind die jetzigen Einstellungen im Backend.',
    unansweredUnread:
      'Keine Antwort: Die Änderung kann erfolgt sein oder nicht. Vor einem neuen Versuch den Stream aktualisieren.',
    secretsGone: 'Die geheimen Werte wurden aus diesem Formular entfernt. Zum Senden neu eingeben.',
    nothingChanged: 'Nichts geändert, also nichts gesendet.',
    exists:
      'Jemand anders hat diesen Stream eingerichtet. Nichts wurde gesendet. Das sind seine jetzigen Einstellungen.',
    changedMeanwhile:
      'Jemand anders hat diesen Stream geändert. Nichts wurde gesendet. Das sind seine jetzigen Einstellungen.',
    gone: 'Den Stream gibt es nicht mehr. Nichts wurde gesendet.',

    deleteHeading: (type) => `${stream[type]} löschen`,
    deleteText: (type, destination) =>
      `Datensätze vom Typ ${types[type]} gehen nicht mehr an ${destination}. Was in der Zwischenzeit anfällt, wird nicht nachgesendet, und ein neuer Stream braucht die geheimen Werte noch einmal.`,
    deleteAction: 'Stream löschen',

    tail: {
      heading: 'Eintreffende Datensätze',
      note: 'Nur zur Übung: die neuesten Datensätze, die die Sandbox an dieses Ziel gesendet hat.',
      hold: 'Liste anhalten',
      follow: 'Liste fortsetzen',
      inspect: 'Im Inspektor öffnen',
      state: {
        none: 'Es gibt keinen Stream, also wird nichts gesendet.',
        paused: 'Der Stream ist pausiert: Nichts wird gesendet.',
        pushing: 'Warten auf den nächsten Datensatz.',
        failing: (reason) => `Senden nicht möglich: ${reason}.`,
        away: 'Die Sandbox ist jetzt nicht erreichbar.',
      },
      count: (n) => count(n, 'Datensatz', 'Datensätze'),
      more: (n) => `${number(n)} weitere anzeigen`,
      list: 'Datensätze, neueste zuerst',
      at: 'Zeit',
      key: 'Schlüssel',
      payload: 'Inhalt',
    },
    toInspector: 'Datensätze von Streams prüfen',
    fieldList: allOf,
  },
};
