/** Words around the key: giving it, the passphrase that locks it, whose it is. */
import { count } from '../counting.ts';
import { thisDevice } from '../place.ts';

const here = thisDevice();

export const keyStrings = {
  key: {
    heading: 'Your key',
    why: 'The key stays in memory only and is gone when you close the app.',
    waiting: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} for your key.`,
    account: (name: string) => `Account ${name}`,
    label: 'API key',
    use: 'Use this key',
    openHeading: 'Open with your passphrase',
    passphrase: 'Passphrase',
    open: 'Open',
    wrong: 'Wrong passphrase.',
    noVault: `No key is saved on ${here}. Enter the key instead.`,
    typeInstead: 'Enter the key instead',
    passphraseInstead: 'Use the passphrase instead',
    empty: 'Enter the key first.',
    failed: 'The key could not be used.',
    offerHeading: `Remember the key on ${here}?`,
    offer: `A passphrase locks the key on ${here}, so you do not have to type it again.`,
    remember: 'Remember the key',
    notNow: 'Not now',
    remembered: `The key is saved on ${here}, locked by your passphrase.`,
    accepted: 'The key is in use.',
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
    ask: `These addresses are known on ${here} with another key. Nothing has been sent or shown yet.`,
    same: (name: string) => `A new key for “${name}”`,
    waits: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} there.`,
    sameMeans: 'The backend has to accept the key first. Then the key is used to send what waits.',
    endsVault: 'The key remembered there is the old one and will be removed.',
    other: 'Another account',
    otherMeans: 'It gets its own storage. What is stored for the other account stays there.',
    notProven: {
      wrongKey: 'The backend does not accept this key, so nothing was opened.',
      unreached: 'The backend could not be reached to check this key, so nothing was opened. Try again when online.',
    },
  },
} as const;
