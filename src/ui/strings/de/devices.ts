/** German words of the device list and the device page. */
import type * as english from '../en/devices.ts';
import type { Words } from '../words.ts';
import { count, form, number, percent } from '../counting.ts';

const geräte = (n: number): string => count(n, 'Gerät', 'Geräte');

export const devices: Words<typeof english> = {
  deviceStrings: {
    search: 'Suchen',
    searchHint: 'ID, Alias, Name, MAC, Tag',
    listLabel: 'Geräte',
    count: (shown, all) =>
      shown === all
        ? geräte(all)
        : `${number(shown)} von ${form(all, { one: '1 Gerät', other: `${number(all)} Geräten` })}`,
    read: 'Aktualisiert',
    refresh: 'Aktualisieren',
    refreshing: 'Geräte werden geladen',
    readSoFar: (done) => `bisher ${number(done)}`,
    lookingForMissing: 'Geräte, die in der Liste fehlten, werden geprüft',
    loading: 'Gespeicherte Liste wird geöffnet',
    partial: 'Die Liste wurde nicht vollständig geladen; es können Geräte fehlen.',
    leftOut: (n) =>
      form(n, {
        one: 'Die Liste des Backends hat 1 Eintrag ohne Gerät. Er wird ausgelassen.',
        other: `Die Liste des Backends hat ${number(n)} Einträge ohne Gerät. Sie werden ausgelassen.`,
      }),
    offlineList: 'Das ist die gespeicherte Liste.',
    offlineAsk: 'Ohne Netz ist keine Anfrage an das Backend möglich.',
    empty: 'Dieses Konto hat noch keine Geräte. Geräte kommen mit einer Bestellung.',
    emptyClaim: 'Bestellung übernehmen',
    emptyAction: 'Aktualisieren',
    never: 'Die Geräte sind noch nicht geladen.',
    nothingFound: (query) => `Kein Gerät passt zu „${query}“.`,
    nothingFits: 'Kein Gerät passt zu diesen Filtern.',
    clearSearch: 'Alle Geräte zeigen',
    pending: 'Steht beim Backend an',
    unsent: 'Noch nicht gesendet',
    notHere: (uniqueId) => `${uniqueId} ist nicht in der gespeicherten Liste.`,
    unnamed: 'Kein Alias',
    battery: (level) => `Batterie ${percent(level)}`,

    unsaid: 'Vom Backend nicht angegeben',
    neverHeard: 'Laut Backend noch nie',
    notSet: 'Nicht gesetzt',
    facts: 'Über dieses Gerät',
    physical: 'Auf dem Beacon',
    physicalOther: 'Auf dem Gerät',
    noConfiguration: 'Gateways lassen sich nicht über Bluetooth einrichten.',
    physicalNote: 'Letzte Werte, die das Backend kennt. Sie lassen sich nur über Bluetooth ändern.',
    noPhysical: 'Das Backend nennt dafür keine Werte.',
    virtual: 'Nur beim Backend',
    readOnly: 'Nur lesbar',
    pendingHeading: 'Steht beim Backend an',
    pendingNote: 'Vorbereitet, noch nicht bestätigt: aktuell → neu.',
    packages: 'Pakete auf diesem Gerät',
    receipts: 'Quittungen dieses Beacons',
    packageStates: {
      prepared: 'Vorbereitet, nicht auf diesem Gerät',
      carried: 'Auf diesem Gerät',
      used: 'Geschrieben',
      dead: 'Nicht mehr brauchbar',
      replaced: 'Durch ein neueres ersetzt',
    },
    packageKinds: { configuration: 'Konfiguration', command: 'Befehl' },
    fetched: 'geholt',
    prepared: 'vorbereitet',
    values: (n) => count(n, 'Wert', 'Werte'),
    receiptStates: {
      reserved: 'Platz reserviert',
      waiting: 'Quittung auf diesem Gerät',
      sent: 'Gesendet',
      verified: 'Bestätigt',
      notVerified: 'Nicht bestätigt',
      parked: 'Vom Backend abgelehnt, aufbewahrt',
      refused: 'Vom Beacon abgelehnt',
    },
    receiptUnsure: 'Diese Quittung gehört vielleicht zu einem anderen Beacon.',

    configure: 'Konfigurieren',
    toDevicePage: 'Gerätedetails',
    fetchPackage: 'Paket holen',
    fetching: 'Paket wird geholt',
    goToRun: 'Zum Vorgang',
    viewerOnly: 'Zugriff VIEWER: Dieses Gerät ist sichtbar, aber nicht änderbar.',

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
