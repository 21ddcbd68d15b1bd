/** Words around the key: giving it, the passphrase that locks it, whose it is. */
import { count } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export const keyStrings = inLanguage('keyStrings', {
  key: {
    heading: 'Your key',
    why: 'The key stays in memory only and is gone when you close the app.',
    unchecked:
      'The backend has not accepted this key yet, so it was not saved. Load the device list online, then try again.',
    waiting: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} for your key.`,
    account: (name: string) => `Account ${name}`,
    label: 'API key',
    use: 'Use this key',
    openHeading: 'Open with your passphrase',
    passphrase: 'Passphrase',
    open: 'Open',
    wrong: 'Wrong passphrase.',
    noVault: `No key is saved on ${here}. Enter the key instead.`,
    instead: {
      screenLock: 'Use the screen lock instead',
      passphrase: 'Use the passphrase instead',
      key: 'Enter the key instead',
    },
    empty: 'Enter the key first.',
    unsendable: (sign: string) =>
      sign.trim() === ''
        ? 'There is a space in this key. Copy the key again.'
        : `“${sign}” cannot be part of a key. Copy the key again.`,
    failed: 'The key could not be used.',
    offerHeading: `Remember the key on ${here}?`,
    offer: `A passphrase locks the key on ${here}, so you do not have to type it again.`,
    remember: 'Remember the key',
    notNow: 'Not now',
    remembered: `The key is saved on ${here}, locked by your passphrase.`,
    accepted: 'The key is in use.',
  },
  screenLock: {
    heading: 'Unlock your key',
    openText: `${here === 'this phone' ? 'Fingerprint, face or PIN' : 'Fingerprint, face, PIN or password'}: unlock the key as you unlock ${here}. This works offline too.`,
    open: `Unlock with ${here}’s screen lock`,
    offer: `Next time you unlock it as you unlock ${here}: with your fingerprint, face or PIN. The key is stored encrypted, and this works offline too.`,
    use: `Use ${here}’s screen lock`,
    saved: `The key is saved on ${here}, behind its screen lock.`,
    failed: 'The key could not be saved. Try again under More.',
    notSaved: 'This was not confirmed, so the key is not saved. Try again, or use a passphrase.',
    refusals: {
      notConfirmed:
        'This was not confirmed. Try again or use another way. If the passkey of this app was deleted, only another way works.',
      noPrf: `The screen lock of ${here} can recognize you, but cannot encrypt a key for this browser. Use a passphrase.`,
      unavailable: `This browser cannot use a screen lock on ${here}. If none is set up, set one up in the settings of the device. Or use another way.`,
      damaged:
        'The key behind the screen lock could not be read and was removed. Open the account another way, then save the key again.',
    },
  },
  passphrase: {
    label: 'Passphrase',
    repeat: 'Passphrase again',
    help: 'At least 12 characters that nobody would guess: several words that do not belong together. It cannot be recovered later.',
    short: (n: number) => `${count(n, 'more character', 'more characters')} needed.`,
    sameAsKey: 'The passphrase must not be the key itself.',
    guessable: 'Too easy to guess. Add words that do not belong together.',
    notJudged: 'The passphrase could not be checked. Go online once and try again.',
    differs: 'The passphrases do not match.',
    good: 'Good enough.',
    strong: 'Strong.',
  },
  otherKey: {
    heading: 'Whose key is this?',
    ask: `This key does not open what is stored for these addresses on ${here}. Nothing has been sent or shown yet. If you mistyped it, close this and enter it again.`,
    same: (name: string) => `A new key for “${name}”`,
    waits: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} there.`,
    sameMeans:
      'The backend first has to show that this key reaches the devices of that account. Then it replaces the old key and is used to send what waits.',
    endsVault: 'The key remembered there is the old one and will be removed.',
    other: 'Another account',
    otherMeans: 'It gets its own storage. What is stored for the other account stays there.',
    passphraseOnly: (name: string) =>
      `“${name}” was locked by an earlier version of the app. Only its passphrase opens it. Once the backend has then accepted the key, the key opens it as well.`,
    noWayIn: (name: string) =>
      `“${name}” was locked by an earlier version of the app and has no passphrase, so no key can open it. Its receipts can be saved on the rescue page and imported into another account.`,
    toRescue: 'Open the rescue page',
    notProven: {
      wrongKey: 'The backend does not accept this key, so nothing was opened.',
      unchecked: 'This key could not be checked with the backend, so nothing was opened. Try again when online.',
      otherAccount:
        'The backend accepts this key, but does not return all devices of that account with the same access. Nothing was opened. Connect it as another account.',
      noDevices: `No devices of that account are saved on ${here}, so this key cannot be checked. Nothing was opened. Connect it as another account.`,
      needsPassphrase: 'No key can open that account, so nothing was opened.',
    },
  },
} as const);
