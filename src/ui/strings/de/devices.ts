/** German words of the device list. */
import type * as english from '../devices.ts';
import type { Words } from '../words.ts';
import { count, form, number, percent } from '../counting.ts';

const geräte = (n: number): string => count(n, 'Gerät', 'Geräte');

export const devices: Words<typeof english> = {
  deviceStrings: {
    search: 'Suchen',
    searchHint: 'ID, Name, MAC, Tag',
    scan: 'Etikett scannen',
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
    short: (read, counted) =>
      counted === null
        ? 'Es können Geräte fehlen: Die Liste des Backends hat sich während des Ladens geändert.'
        : `Nur ${number(read)} von ${form(counted, { one: '1 Gerät', other: `${number(counted)} Geräten` })} sind angekommen: Die Liste des Backends hat sich während des Ladens geändert.`,
    leftOut: (n) =>
      form(n, {
        one: 'Die Liste des Backends hat 1 Eintrag ohne Gerät. Er wird ausgelassen.',
        other: `Die Liste des Backends hat ${number(n)} Einträge ohne Gerät. Sie werden ausgelassen.`,
      }),
    offlineList: 'Das ist die gespeicherte Liste.',
    offlineAsk: 'Ohne Netz lässt sich nichts laden.',
    empty: 'Dieses Konto hat noch keine Geräte. Geräte kommen mit einer Bestellung.',
    emptyClaim: 'Bestellung übernehmen',
    emptyAction: 'Aktualisieren',
    never: 'Die Geräte sind noch nicht geladen.',
    nothingFound: (query) => `Kein Gerät passt zu „${query}“.`,
    nothingFits: 'Kein Gerät passt zu diesen Filtern.',
    clearSearch: 'Alle Geräte anzeigen',
    unsent: 'Noch nicht gesendet',
    unnamed: 'Kein Alias',
    battery: (level) => `Batterie ${percent(level)}`,
    accessNames: { OWNER: 'Besitz', SUPERVISOR: 'Aufsicht', EDITOR: 'Bearbeiten', VIEWER: 'Ansehen' },
    typeNames: { BEACON: 'Beacon', GATEWAY: 'Gateway', CLOUD_BEACON: 'Cloud-Beacon' },
  },
};
