/** Words of the welcome page. */
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export const welcomeStrings = inLanguage('welcomeStrings', {
  lead: 'Configure Bluetooth beacons on site, online or offline.',
  practise: 'Practice in the sandbox',
  practiseNote: 'Needs no account and no Bluetooth.',
  connect: 'Connect your account',
  connectNote: 'You need its addresses and an API key.',
  noBluetoothWorks: 'Everything else works here: practice, devices, preparing and sending receipts.',
  locked: (name: string) => `“${name}” is locked on ${here}.`,
  unlockByPassphrase: 'Open with the passphrase',
  unlockByScreenLock: `Unlock with ${here}’s screen lock`,
  unlockByKey: 'Open with the key',
  back: `Accounts on ${here}`,
  goBack: (name: string) => `Continue with ${name}`,
  practiseFailed: 'The sandbox could not be loaded. Go online once and try again.',
  practiseInsecure: 'The sandbox needs a page on https. Open the same address with https.',
  howTitle: 'How a beacon is configured',
  how: [
    { word: 'Prepared', says: 'The backend holds the new configuration.' },
    { word: 'Downloaded', says: 'Its encrypted package is stored here.' },
    { word: 'Written', says: 'The beacon has processed it.' },
    { word: 'Receipt saved', says: 'Its reply is saved here, in two copies.' },
    { word: 'Sent', says: 'The backend has answered.' },
    { word: 'Verified', says: 'The backend says it is applied.' },
  ],
  goBackFailed: `The account could not be saved on ${here}.`,
} as const);
