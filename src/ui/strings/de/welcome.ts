/** German words of the welcome page. */
import type { Words } from '../words.ts';
import type * as english from '../welcome.ts';
import { here } from './place.ts';

export const welcome: Words<typeof english> = {
  welcomeStrings: {
    lead: 'Bluetooth-Beacons vor Ort konfigurieren, online oder offline.',
    practise: 'In der Sandbox üben',
    practiseNote: 'Ohne Konto und ohne Bluetooth.',
    connect: 'Konto verbinden',
    connectNote: 'Nötig sind die Adressen und ein API-Schlüssel.',
    noBluetoothWorks: 'Alles andere funktioniert hier: Übung, Geräte, Vorbereiten und das Senden von Quittungen.',
    locked: (name) => `„${name}“ ist auf ${here} gesperrt.`,
    unlockByPassphrase: 'Mit der Passphrase öffnen',
    unlockByScreenLock: 'Mit der Bildschirmsperre entsperren',
    unlockByKey: 'Mit dem Schlüssel öffnen',
    back: `Konten auf ${here}`,
    goBack: (name) => `Weiter mit ${name}`,
    practiseFailed: 'Die Sandbox ließ sich nicht laden. Einmal online gehen und erneut versuchen.',
    practiseInsecure: 'Die Sandbox braucht eine Seite mit https. Dieselbe Adresse mit https öffnen.',
    howTitle: 'So wird ein Beacon konfiguriert',
    how: [
      { word: 'Vorbereitet', says: 'Das Backend hat die neue Konfiguration.' },
      { word: 'Geladen', says: 'Das verschlüsselte Paket dazu ist hier gespeichert.' },
      { word: 'Geschrieben', says: 'Der Beacon hat es verarbeitet.' },
      { word: 'Quittung gesichert', says: 'Seine Antwort ist hier gespeichert, in zwei Kopien.' },
      { word: 'Gesendet', says: 'Das Backend hat geantwortet.' },
      { word: 'Bestätigt', says: 'Laut Backend ist es übernommen.' },
    ],
    goBackFailed: `Das Konto ließ sich auf ${here} nicht speichern.`,
  },
};
