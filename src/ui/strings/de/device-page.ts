/** German words of the device page. */
import type * as english from '../en/device-page.ts';
import type { Words } from '../words.ts';
import { form, number } from '../counting.ts';

export const devicePage: Words<typeof english> = {
  devicePageStrings: {
    notHere: (uniqueId) => `${uniqueId} ist nicht in der gespeicherten Liste.`,

    unsaid: 'Vom Backend nicht angegeben',
    neverHeard: 'Laut Backend noch nie',
    notSet: 'Nicht gesetzt',
    facts: 'Über dieses Gerät',
    actions: 'Was möglich ist',
    physical: 'Auf dem Beacon',
    allValues: (n) => `Alle Werte (${number(n)})`,
    noConfiguration: 'Gateways lassen sich nicht über Bluetooth einrichten.',
    cloudBeacon: 'Ein Cloud-Beacon ist ein Gateway früherer Bauart.',
    physicalNote: 'Letzte Werte, die das Backend kennt. Sie lassen sich nur über Bluetooth ändern.',
    noPhysical: 'Das Backend nennt dafür keine Werte.',
    otherValues: 'Weitere Werte',
    readOnly: 'Nur lesbar',
    pendingHeading: 'Anstehende Änderung',
    pendingNote: 'Vorbereitet, noch nicht bestätigt.',
    pendingOthers: 'Sie wurde nicht hier vorbereitet.',
    carriedNote: 'Geholt, noch nicht geschrieben.',
    carriedUnsure: 'Geholt. Der Beacon hat sie vielleicht schon übernommen.',
    packageStates: {
      prepared: 'Vorbereitet, nicht auf diesem Gerät',
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
    goToRun: 'Zum Vorgang',
    send: 'Quittung senden',
    edit: 'Ändern',
    editLong: 'Alias, Tags und Notizen ändern',
    editHeading: 'Alias, Tags und Notizen',
    editNote: 'Nur beim Backend gespeichert, nicht auf dem Beacon.',
    close: 'Schließen',
    restored: (when) => `Nicht gespeicherte Änderungen vom ${when} sind noch da.`,
    goOn: 'Weiter ändern',
    unsentNames: (names) => `Noch nicht gesendet: ${names}`,
    viewerOnly: 'Der Zugriff ist „Ansehen“: Dieses Gerät ist sichtbar, aber nicht änderbar.',

    fields: { alias: 'Alias', tags: 'Tags', notes: 'Notizen' },
    help: { alias: '', tags: 'Durch Kommas getrennt. Bis zu 20 Tags mit bis zu 32 Zeichen.', notes: '' },
    tagFaults: {
      tooMany: 'Zu viele Tags: höchstens 20.',
      tooLong: 'Ein Tag ist länger als 32 Zeichen.',
      controlCharacter: 'Enthält ein unsichtbares Zeichen. Neu eintippen.',
      other: 'Das lässt sich nicht speichern.',
    },
    save: 'Speichern',
    discard: 'Verwerfen',
    cutHere: 'Zu lang, um auf diesem Gerät ganz gespeichert zu werden. Deshalb hier nicht änderbar.',
    savedHere: 'Auf diesem Gerät gespeichert. Wird gesendet, sobald das Backend erreichbar ist.',
    saveFailed: 'Speichern auf diesem Gerät nicht möglich.',
    discarded: 'Die Änderungen sind verworfen.',
    toOutbox: 'Ausgang öffnen',
    editParked: 'Das Backend hat diese Änderungen abgelehnt. Sie bleiben hier erhalten.',
    heardBeacons: 'Gehörte Beacons',
    heardLast: (n) =>
      form(n, {
        one: '1 Beacon wurde zuletzt von diesem Gateway gehört.',
        other: `${number(n)} Beacons wurden zuletzt von diesem Gateway gehört.`,
      }),
    heardNone: 'Die Telemetrie auf diesem Gerät nennt keinen Beacon, den dieses Gateway zuletzt gehört hat.',
    heardMore: 'Telemetrie öffnen',
    meanwhile: (value) =>
      value === '' ? 'Beim Backend inzwischen geleert.' : `Beim Backend inzwischen geändert: ${value}`,

    facets: {
      uniqueId: 'Eindeutige ID',
      deviceType: 'Gerätetyp',
      name: 'Name',
      model: 'Modell',
      mac: 'MAC',
      access: 'Eigener Zugriff',
      firmware: 'Firmware',
      batteryLevel: 'Batterie',
      lastSeen: 'Zuletzt gesehen',
      readAt: 'Hier aktualisiert',
    },
  },
};
