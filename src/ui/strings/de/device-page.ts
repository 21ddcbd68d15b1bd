/** German words of the device page. */
import type * as english from '../device-page.ts';
import type { Words } from '../words.ts';
import { form, number } from '../counting.ts';
import { here } from './place.ts';

export const devicePage: Words<typeof english> = {
  devicePageStrings: {
    notHere: (uniqueId) => `${uniqueId} ist nicht in der gespeicherten Liste.`,

    unsaid: 'Vom Backend nicht angegeben',
    clockUnchecked: 'Uhr ungeprüft',
    neverHeard: 'Laut Backend noch nie',
    notSet: 'Nicht gesetzt',
    facts: 'Über dieses Gerät',
    actions: 'Was möglich ist',
    physical: 'Auf dem Beacon',
    allValues: (n) => `Alle Werte (${number(n)})`,
    fetchesItself:
      'Ein Gateway holt seine Konfiguration selbst beim Backend ab. Über Bluetooth wird nichts geschrieben.',
    cloudBeacon: 'Ein Cloud-Beacon ist ein Gateway früherer Bauart.',
    physicalNote: 'Letzte Werte, die das Backend kennt. Sie lassen sich nur über Bluetooth ändern.',
    noPhysical: 'Das Backend nennt keine Werte dieses Geräts.',
    otherValues: 'Weitere Werte',
    readOnly: 'Nur lesbar',
    pendingHeading: 'Ausstehende Änderung',
    pendingNote: 'Vorbereitet, noch nicht bestätigt.',
    pendingAtGateway: 'Vorbereitet. Das Gateway holt die Änderung selbst ab.',
    pendingOthers: 'Sie wurde nicht hier vorbereitet.',
    carriedNote: 'Geholt, noch nicht geschrieben.',
    carriedUnsure: 'Geholt. Der Beacon hat das Paket vielleicht schon angenommen.',
    packageStates: {
      prepared: `Vorbereitet, nicht auf ${here}`,
      carried: 'Geladen',
      used: 'Geschrieben',
      dead: 'Nicht mehr brauchbar',
      replaced: 'Durch ein neueres ersetzt',
    },
    packageKinds: { configuration: 'Konfiguration', command: 'Befehl' },
    receiptUnsure: 'Diese Quittung gehört vielleicht zu einem anderen Beacon.',

    configure: 'Konfigurieren',
    toDevicePage: 'Gerätedetails',
    fetchPackage: 'Paket holen',
    fetching: 'Paket wird geholt',
    asking: 'Das Backend wird abgefragt',
    withdraw: 'Zurückziehen',
    withdrawQuestion: 'Diese Änderung zurückziehen?',
    goToRun: 'Zum Vorgang',
    send: 'Quittung senden',
    edit: 'Ändern',
    editLong: 'Alias, Tags und Notizen ändern',
    editHeading: 'Alias, Tags und Notizen',
    editNote: 'Nur im Backend gespeichert, nicht auf dem Beacon.',
    close: 'Schließen',
    restored: (when) => `Nicht gespeicherte Änderungen vom ${when} sind noch da.`,
    goOn: 'Weiter bearbeiten',
    unsentNames: (names) => `Noch nicht gesendet: ${names}`,
    viewerOnly: 'Der Zugriff ist „Ansehen“: Dieses Gerät darf nur angesehen, nicht geändert werden.',

    help: {
      alias: '',
      tags: 'Durch Kommas getrennt. Bis zu 20 Tags mit bis zu 32 Zeichen.',
      notes: '',
      'deployment.status': '',
      'deployment.deploymentDate': 'So, wie das Backend es erwartet, zum Beispiel 2026-05-31.',
      'deployment.installerName': '',
      'deployment.installerEmail': '',
      metadata: 'Ein JSON-Objekt, das andere Apps nutzen und überschreiben können.',
    },
    moreFields: 'Montage und Metadaten',
    deploymentStatus: { TO_BE_DEPLOYED: 'Noch zu montieren', DEPLOYED: 'Montiert', END_OF_LIFE: 'Ausgedient' },
    noMetadata: 'Ein JSON-Objekt eingeben, etwa {"floor": 3}, oder leer lassen.',
    room: 'Raum',
    inRoom: (room) => `Raum: ${room}`,
    roomHelp: 'Wird im Tag „room:…“ gespeichert, das auch andere Apps lesen können.',
    roomFaults: {
      tooLong: 'Der Name ist zu lang: höchstens 27 Zeichen.',
      comma: 'Ein Raum darf kein Komma enthalten, weil Kommas Tags trennen.',
    },
    tagFaults: {
      tooMany: 'Zu viele Tags: höchstens 20.',
      tooLong: 'Mindestens eines der Tags hat mehr als 32 Zeichen.',
      controlCharacter: 'Enthält ein unsichtbares Zeichen. Neu eintippen.',
      other: 'Das lässt sich nicht speichern.',
    },
    save: 'Speichern',
    discard: 'Verwerfen',
    cutHere: `Zu lang, um auf ${here} vollständig gespeichert zu werden. Deshalb lässt es sich hier nicht ändern.`,
    savedHere: `Auf ${here} gespeichert. Wird gesendet, sobald das Backend erreichbar ist.`,
    saveFailed: `Das ließ sich auf ${here} nicht speichern.`,
    discarded: 'Die Änderungen sind verworfen.',
    toOutbox: 'Ausgang öffnen',
    editParked: 'Das Backend hat diese Änderungen abgelehnt. Sie bleiben hier erhalten.',
    heardBeacons: 'Gehörte Beacons',
    heardLast: (n) =>
      form(n, {
        one: '1 Beacon wurde zuletzt von diesem Gateway gehört.',
        other: `${number(n)} Beacons wurden zuletzt von diesem Gateway gehört.`,
      }),
    heardNone: `Die Telemetrie auf ${here} nennt keinen Beacon, den dieses Gateway zuletzt gehört hat.`,
    heardMore: 'Telemetrie öffnen',
    meanwhile: (value) =>
      value === '' ? 'Im Backend inzwischen geleert.' : `Im Backend inzwischen geändert: ${value}`,

    power: {
      mains: 'Netzstrom',
      online: 'Online',
      offline: 'Offline',
      offlineFor: (reason) => `Offline: ${reason}`,
      available: (version) => `Update verfügbar: ${version}`,
      scheduled: (version) => `Update geplant: ${version}`,
      failed: (reason) => `Letztes Update fehlgeschlagen: ${reason}`,
    },

    readAt: `Auf ${here} aktualisiert`,
  },
};
