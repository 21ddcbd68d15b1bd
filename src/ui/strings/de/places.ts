/** German words of the places of the app. */
import type { Words } from '../words.ts';
import type * as english from '../places.ts';
import { count } from '../counting.ts';

export const places: Words<typeof english> = {
  placeStrings: {
    names: {
      overview: 'Übersicht',
      devices: 'Geräte',
      jobs: 'Einsätze',
      run: 'Schreiben',
      outbox: 'Ausgang',
      telemetry: 'Telemetrie',
      streams: 'Streams',
      inspector: 'Inspektor',
      orders: 'Bestellungen',
      more: 'Mehr',
    },
    badges: {
      unfinished: (n) => count(n, 'offener Vorgang', 'offene Vorgänge'),
      parked: (n) => count(n, 'Eintrag zu klären', 'Einträge zu klären'),
    },
    purposes: {
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
  },
};
