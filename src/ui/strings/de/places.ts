/** German words of the places of the app. */
import type { Words } from '../words.ts';
import type * as english from '../en/places.ts';
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
  },
};
