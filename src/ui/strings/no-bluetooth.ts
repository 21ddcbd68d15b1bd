/** Words of why this browser cannot write to beacons, and of what helps. */
import { inLanguage } from './language.ts';

export const noBluetoothStrings = inLanguage('noBluetoothStrings', {
  why: {
    browser: 'This browser cannot write to beacons: it has no Web Bluetooth.',
    linux: 'This browser cannot write to beacons yet: on Linux, Web Bluetooth is switched off.',
    insecure: 'This page cannot write to beacons or start offline: its address begins with http.',
  },
  next: {
    browser: 'To write to beacons, open this app in Chrome on Android, or in Chrome or Edge on a computer.',
    linux: 'Enter chrome://flags/#enable-web-bluetooth as the address, choose “Enabled”, and restart the browser.',
    insecure: 'Open the same address with https. If that fails, ask whoever runs the website for it.',
  },
} as const);
