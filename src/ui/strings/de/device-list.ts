/** German words of the columns and the tools of the device list. */
import type * as english from '../device-list.ts';
import type { Words } from '../words.ts';
import { count } from '../counting.ts';

const filter = (n: number): string => count(n, 'Filter', 'Filter');

const columnWords = {
  uniqueId: 'ID',
  alias: 'Alias',
  room: 'Raum',
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
  heardWord: 'Laut Telemetrie gehört',
  deviceListStrings: {
    view: 'Ansicht',
    viewDone: 'Zurück zur Liste',
    filterCount: filter,
    viewCount: (n) => (n === 0 ? 'Ansicht' : `Ansicht, ${filter(n)}`),
    unsaid: 'Nicht angegeben',
    never: 'Nie gehört',
    widthHint: 'Am Rand ziehen oder Umschalt+Pfeiltaste ändert die Breite. Umschalt+Pos1 setzt sie zurück.',
    state: 'Konfiguration',
    notAsked: 'Nicht geprüft',
    choose: 'Auswählen',
    chooseDone: 'Auswahl beenden',
    isChosen: 'Ausgewählt',
    chooseRow: (id) => `${id} auswählen`,
  },
};
