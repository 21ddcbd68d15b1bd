/** German words of what each place of the app is for. */
import type * as english from '../en/place-purposes.ts';
import type { Words } from '../words.ts';

export const placePurposes: Words<typeof english> = {
  purposeStrings: {
    overview: 'Was zu klären ist, und der Bestand in Zahlen',
    devices: 'Die Liste: suchen, filtern, vorbereiten, freigeben',
    jobs: 'Die Arbeit eines Tages planen, vorbereiten und Raum für Raum erledigen',
    run: 'Vorbereitetes auf die Beacons schreiben',
    outbox: 'Quittungen und Änderungen auf dem Weg zum Backend',
    telemetry: 'Was Gateways hörten: Batterie, Temperatur, Bewegung',
    streams: 'Datensätze an die eigene Cloud weitergeben',
    inspector: 'Eingefügte Stream-Datensätze prüfen',
    orders: 'Die Geräte einer Bestellung in dieses Konto übernehmen',
    more: 'Konto, Schlüssel, Darstellung, Sprache, Speicher, Einstellungen',
  },
};
