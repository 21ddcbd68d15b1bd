/** German words of sorting, filtering, choosing and saving devices. */
import type * as english from '../en/device-list.ts';
import type { Words } from '../words.ts';
import { count, number } from '../counting.ts';

const geräte = (n: number): string => count(n, 'Gerät', 'Geräte');
const filter = (n: number): string => count(n, 'Filter', 'Filter');

const columnWords = {
  uniqueId: 'Eindeutige ID',
  alias: 'Alias',
  name: 'Name',
  deviceType: 'Typ',
  model: 'Modell',
  firmware: 'Firmware',
  mac: 'MAC',
  access: 'Eigener Zugriff',
  orderId: 'Bestellung',
  tags: 'Tags',
  batteryPercent: 'Batterie',
  lastSeen: 'Zuletzt gesehen',
  pending: 'Ausstehend',
  notes: 'Notizen',
};

export const deviceList: Words<typeof english> = {
  columnWords,
  heardWord: 'Über Telemetrie gehört',
  orderWords: { ...columnWords, created: 'Anlagedatum' },
  deviceListStrings: {
    view: 'Ansicht',
    viewDone: 'Zurück zur Liste',
    filterCount: filter,
    viewCount: (n) => (n === 0 ? 'Ansicht' : `Ansicht, ${filter(n)}`),
    filters: 'Nur zeigen',
    any: 'Alle',
    unsaid: 'Nicht angegeben',
    never: 'Nie gehört',
    choice: (value, n) => `${value} (${number(n)})`,
    choices: { deviceType: 'Typ', access: 'Eigener Zugriff', model: 'Modell', orderId: 'Bestellung', tag: 'Tag' },
    pending: 'Steht beim Backend an',
    neverHeard: 'Laut Backend nie gehört',
    battery: 'Batterie höchstens',
    clear: 'Alle Geräte zeigen',
    sort: 'Sortieren nach',
    descending: 'Absteigend',
    columns: 'Angaben in der Liste und in Dateien',
    tableColumns: 'Spalten der Tabelle und in Dateien',
    state: 'Konfiguration',
    notAsked: 'Nicht geprüft',
    notHeard: (from, until) => `Nicht gehört von ${from} bis ${until}`,
    ask: {
      heading: 'Teil der Liste laden',
      note: 'Das Ergebnis kommt zur gespeicherten Liste hinzu; nichts wird daraus entfernt.',
      startIndex: 'Beginnen bei',
      maxResult: 'Höchstens',
      orderBy: 'Sortieren nach',
      orderByHelp: 'Ein Feldname des Backends. Nicht jedes Feld ist sortierbar.',
      order: 'Reihenfolge',
      go: 'Laden',
      oneOnly: 'Nur dieser Teil',
    },
    choose: 'Auswählen',
    chooseDone: 'Schließen',
    chooseAllOf: (n) => `Alle ${number(n)} auswählen`,
    chosen: (n) => `${geräte(n)} ausgewählt`,
    hidden: (n) => ` (${number(n)} ausgeblendet)`,
    isChosen: 'Ausgewählt',
    chooseRow: (id) => `${id} auswählen`,
    actions: {
      configure: 'Konfigurieren',
      packages: 'Pakete abrufen',
      tags: 'Tags',
      move: 'Übertragen',
      share: 'Freigeben',
      csv: 'Als CSV speichern',
      clear: 'Auswahl aufheben',
    },
    saved: (n) => `${geräte(n)} in eine Datei gespeichert.`,
    orders: 'Bestellungen übernehmen',
  },
};
