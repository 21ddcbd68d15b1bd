/** German words of why this browser cannot write to beacons, and of what helps. */
import type { Words } from '../words.ts';
import type * as english from '../no-bluetooth.ts';

export const noBluetooth: Words<typeof english> = {
  noBluetoothStrings: {
    why: {
      browser: 'Dieser Browser kann nicht auf Beacons schreiben: Ihm fehlt Web Bluetooth.',
      linux: 'Dieser Browser kann noch nicht auf Beacons schreiben: Unter Linux ist Web Bluetooth ausgeschaltet.',
      insecure: 'Diese Seite kann weder auf Beacons schreiben noch offline starten: Die Adresse beginnt mit http.',
    },
    next: {
      browser: 'Zum Schreiben diese App in Chrome auf Android oder in Chrome oder Edge auf einem Computer öffnen.',
      linux: 'chrome://flags/#enable-web-bluetooth als Adresse eingeben, „Enabled“ wählen und den Browser neu starten.',
      insecure: 'Dieselbe Adresse mit https öffnen. Geht das nicht, die Betreiber der Website darum bitten.',
    },
  },
};
