/** Words of orders, moves and shares: who gets what, who loses what, and what came of it for each device. */
import type { BackendFailureKind } from '../../../domain/backend-failure.ts';
import type { DateFault, MailFault, ShareAccess } from '../../../domain/ownership/share.ts';
import type { OwnershipResult } from '../../../use-cases/ownership/offered.ts';
import { number } from '../counting.ts';

const devices = (n: number): string => `${number(n)} ${n === 1 ? 'device' : 'devices'}`;
const orders = (n: number): string => `${number(n)} ${n === 1 ? 'order' : 'orders'}`;

export const offlineText = 'This needs the network: it is done by the backend at once and cannot wait in the outbox.';

export const orderStrings = {
  title: 'Claim orders',
  intro: 'All devices of an order join the connected account, and you become their OWNER.',
  field: 'Order IDs',
  help: 'One or many, separated by commas or lines. Upper and lower case matter.',
  read: (n: number) => (n === 0 ? 'No order ID yet.' : `${orders(n)}:`),
  odd: (ids: string) => `Unusual characters in ${ids}: check the label. It is sent exactly as shown.`,
  repeated: (ids: string) => `Typed twice, sent once: ${ids}.`,
  next: 'Check and claim',
  confirmHeading: (account: string) => `Claim for ${account}?`,
  consequence: (n: number, account: string) =>
    `${n === 1 ? 'This order and all its devices go' : `These ${number(n)} orders and all their devices go`} to the account “${account}”. An order ID can be used once: no other account can claim ${n === 1 ? 'it' : 'them'} afterwards.`,
  action: (n: number) => `Claim ${orders(n)}`,
  asking: 'Claiming',
  reading: 'Reading the list of devices',
  assigned: (found: number) =>
    found === 0
      ? 'Assigned. The backend lists no new device yet: the import may take a while.'
      : `Assigned: ${devices(found)} new in the list.`,
  assignedUnread: 'Assigned. The list of devices could not be read just now.',
  unknown:
    'No answer came, so the orders may be assigned or not. This app does not send them again by itself; the list of devices was read instead.',
  unknownUnread:
    'No answer came, so the orders may be assigned or not. This app does not send them again by itself; look at the list when there is a network.',
  unknownNone:
    'No new device is in the list yet. Look again before you claim these IDs a second time: a used ID is refused, and nothing else happens.',
  unknownFound: (n: number) => `${devices(n)} new in the list, so at least one order was assigned.`,
  refused: 'Refused.',
  refusedNone: 'Refused, and the list shows no new device.',
  refusedUnread:
    'Refused. The list of devices could not be read, so it is not known whether a part of it was assigned.',
  refusedFound: (n: number) =>
    `The last answer was a refusal, but the list shows ${devices(n)} more than before: orders were assigned. A browser repeats a request whose connection drops, and the answer to the repeat is all that it shows.`,
  lookAgain: 'Look again',
  another: 'Claim other orders',
  newDevices: 'New devices',
  toDevices: 'Open the devices',
  more: (n: number) => `and ${number(n)} more`,
} as const;

export const giveStrings = {
  move: {
    title: 'Move devices',
    intro: 'To an account outside your company. The devices leave this account.',
    mail: 'Manager’s e-mail',
    mailHelp: 'Of the manager who gets the devices.',
    next: 'Check and move',
    heading: (n: number) => `Move ${devices(n)}?`,
    consequence: (n: number, mail: string, account: string) =>
      `${n === 1 ? 'The device leaves' : `${number(n)} devices leave`} the account “${account}” and ${n === 1 ? 'goes' : 'go'} to ${mail}. You lose access, and only the new owner can give ${n === 1 ? 'it' : 'them'} back.`,
    action: (n: number) => `Move ${devices(n)}`,
    doing: 'Moving',
    done: 'Moved',
    shown: 'No longer in your account: moved now, or before by somebody else. The last answer did not say.',
  },
  share: {
    title: 'Share devices',
    intro: 'Another manager may use the devices; you stay what you are.',
    mail: 'Manager’s e-mail',
    mailHelp: 'Of the manager who is to see the devices.',
    next: 'Share',
    doing: 'Sharing',
    done: 'Shared',
    shown: 'Shared, it seems: the backend lists it, though the last answer did not say so.',
  },
  access: 'Access',
  accessNames: { VIEWER: 'VIEWER: may look', EDITOR: 'EDITOR: may configure' } satisfies Record<ShareAccess, string>,
  accessOther: 'Another word',
  accessWord: 'Word for the access',
  accessWordHelp: 'As the backend calls it; it decides what the word allows.',
  accessFault: 'One word, without spaces or commas.',
  endless: 'Without an end',
  endlessHelp: 'No end date is sent; the backend decides.',
  ends: 'Ends on',
  endsHelp: 'At the end of this day, in the time of this phone.',
  withMetadata: 'With metadata',
  withMetadataHelp: 'The backend passes on the devices’ metadata too.',
  mailFaults: {
    empty: 'Type an e-mail address.',
    notOneAddress: 'One address only.',
    notAnAddress: 'This is not an e-mail address.',
  } satisfies Record<MailFault, string>,
  dateFaults: {
    unreadable: 'Choose a day.',
    past: 'This day is over.',
    tooFar: 'This day is too far away for the backend.',
  } satisfies Record<DateFault, string>,
  none: 'No device is chosen.',
  toDevices: 'Choose devices',
  chosen: (n: number) => devices(n),
  more: (n: number) => `and ${number(n)} more`,
  notYours: (n: number) => `${devices(n)} left out: your access does not allow it.`,
  access2: (access: string) => `your access is ${access}`,
  unknownAccess: (n: number) => `For ${devices(n)} the backend does not say what your access is: it decides.`,
  receipts: (ids: string) =>
    `Receipts on this phone are not delivered yet for ${ids}. After the move the backend will not take them from this account: send them first.`,
  toOutbox: 'Open the outbox',
  stop: 'Stop after this one',
  results: 'What came of it',
  summary: (done: number, all: number) => `${number(done)} of ${devices(all)}`,
  again: 'Try the others again',
  back: 'Back to the devices',
  resultWords: {
    done: 'Accepted',
    shown: 'Accepted, it seems',
    refused: 'Refused',
    unknown: 'Not known: no answer tells. Look at the device before you try again.',
    notSent: 'Not sent',
  } satisfies Record<OwnershipResult['kind'], string>,
} as const;

/** What stops everything, rather than one device. */
export const stopsAll: ReadonlySet<BackendFailureKind> = new Set([
  'key',
  'noKey',
  'offline',
  'portal',
  'timeout',
  'mediaType',
  'rateLimit',
]);
