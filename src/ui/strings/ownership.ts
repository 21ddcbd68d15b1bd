/** Words of orders, moves and shares: who gets what, who loses what, and what came of it for each device. */
import type { DateFault, MailFault, ShareAccess } from '../../domain/ownership/share.ts';
import { MAX_TYPED_IDS } from '../../domain/limits.ts';
import type { OwnershipResult } from '../../use-cases/ownership/ownership.ts';
import { count, form, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

const devices = (n: number): string => count(n, 'device', 'devices');
const orders = (n: number): string => count(n, 'order', 'orders');

export const offlineText = inLanguage(
  'offlineText',
  'You must be online for this. It takes effect at once and cannot wait in the outbox.',
);

export const orderStrings = inLanguage('orderStrings', {
  intro: 'Adds all devices of an order to this account. You become their Owner.',
  field: 'Order IDs',
  help: 'One or more, separated by commas or line breaks. Upper and lower case matter.',
  read: (n: number) => (n === 0 ? 'No order ID yet.' : `${orders(n)}:`),
  tooLong: `This list is too long: up to ${number(MAX_TYPED_IDS)} IDs can be claimed at once. Split it first.`,
  odd: (ids: string) => `Unusual characters in ${ids}. Check the label: this is sent exactly as shown.`,
  repeated: (ids: string) => `Entered twice, sent once: ${ids}.`,
  next: 'Continue',
  confirmHeading: (account: string) => `Claim for ${account}?`,
  consequence: (n: number, account: string) =>
    form(n, {
      one: `This order and all its devices go to the account “${account}”. An order ID works only once: no other account can claim it afterwards.`,
      other: `These ${number(n)} orders and all their devices go to the account “${account}”. An order ID works only once: no other account can claim them afterwards.`,
    }),
  action: (n: number) => `Claim ${orders(n)}`,
  preview: {
    button: (n: number) => form(n, { one: 'Show what is in it', other: 'Show what is in them' }),
    unsure: 'The backend may not support this.',
    holds: (n: number) => `${count(n, 'unclaimed device', 'unclaimed devices')}.`,
    none: 'no unclaimed device. The order may have been claimed already, or the ID is wrong.',
    here: (n: number) =>
      form(n, { one: '1 of them is in your list already.', other: `${number(n)} of them are in your list already.` }),
    isHere: 'in your list',
  },
  asking: 'Claiming',
  reading: 'Loading the device list',
  assigned: (found: number) =>
    found === 0
      ? 'Assigned. The backend lists no new device yet; the import may take a while.'
      : `Assigned. New in the list: ${devices(found)}.`,
  assignedUnread: 'Assigned. The device list could not be loaded.',
  unknown:
    'No answer came, so the orders may or may not be assigned. This app does not send them again by itself. It loaded the device list instead.',
  unknownUnread:
    'No answer came, so the orders may or may not be assigned. This app does not send them again by itself. Check the device list when you are online.',
  unknownNone:
    'The list shows no new device yet. Check again before you claim these IDs a second time. A used ID is refused; nothing else happens.',
  unknownFound: (n: number) => `New in the list: ${devices(n)}. So at least one order was assigned.`,
  refused: 'Refused.',
  refusedNone: 'Refused, and the list shows no new device.',
  refusedUnread: 'Refused. The device list could not be loaded, so it is not known whether some orders were assigned.',
  refusedFound: (n: number) =>
    `The last answer was a refusal, but new in the list: ${devices(n)}. Orders were assigned. When a connection drops, the browser repeats the request and shows only the answer to the repeat.`,
  checkAgain: 'Check again',
  another: 'Claim other orders',
  newDevices: 'New devices',
  toDevices: 'Open the devices',
  more: (n: number) => `and ${number(n)} more`,
} as const);

export const giveStrings = inLanguage('giveStrings', {
  move: {
    title: 'Move devices',
    intro: 'To an account outside your company. The devices leave this account.',
    mail: 'Manager’s e-mail',
    mailHelp: 'The manager who will get the devices.',
    next: 'Check and move',
    heading: (n: number) => `Move ${devices(n)}?`,
    consequence: (n: number, mail: string, account: string) =>
      form(n, {
        one: `The device leaves the account “${account}” and goes to ${mail}. You lose access, and only the new owner can give it back.`,
        other: `${number(n)} devices leave the account “${account}” and go to ${mail}. You lose access, and only the new owner can give them back.`,
      }),
    action: (n: number) => `Move ${devices(n)}`,
    doing: 'Moving',
    done: 'Moved',
    shown: 'No longer in your account: moved now, or earlier by someone else. The last answer did not say.',
  },
  share: {
    title: 'Share devices',
    intro: 'Another manager can use the devices. Your own access does not change.',
    mail: 'Manager’s e-mail',
    mailHelp: 'The manager who will get access.',
    next: 'Share',
    doing: 'Sharing',
    done: 'Shared',
    shown: 'Probably shared: the backend lists it, but the last answer did not say so.',
  },
  access: 'Access',
  accessNames: { VIEWER: 'Viewer: can view', EDITOR: 'Editor: can configure' } satisfies Record<ShareAccess, string>,
  accessOther: 'Other access',
  accessWord: 'Name of the access',
  accessWordHelp: 'The name that the backend uses. The backend decides what it allows.',
  accessFault: 'Enter one word, without spaces or commas.',
  endless: 'No end date',
  endlessHelp: 'No end date is sent; the backend decides.',
  ends: 'Ends on',
  endsHelp: 'At the end of this day, in your time zone.',
  withMetadata: 'With metadata',
  withMetadataHelp: 'The backend also passes on the metadata of the devices.',
  mailFaults: {
    empty: 'Enter an e-mail address.',
    notOneAddress: 'Enter only one address.',
    notAnAddress: 'This is not an e-mail address.',
  } satisfies Record<MailFault, string>,
  dateFaults: {
    unreadable: 'Choose a date.',
    past: 'Choose a date in the future.',
    tooFar: 'The backend does not accept a date this far in the future.',
  } satisfies Record<DateFault, string>,
  none: 'No device is chosen.',
  toDevices: 'Choose devices',
  chosen: (n: number) => devices(n),
  more: (n: number) => `and ${number(n)} more`,
  notYours: (n: number) => `${devices(n)} left out: your access does not allow this.`,
  access2: (access: string) => `your access is ${access}`,
  unknownAccess: (n: number) => `The backend does not state your access for ${devices(n)}. It will decide.`,
  receipts: (ids: string) =>
    `Receipts on ${here} are not delivered yet: ${ids}. After the move the backend will not accept them from this account. Send them first.`,
  toOutbox: 'Open the outbox',
  stop: 'Stop after this one',
  results: 'Results',
  summary: (done: number, all: number) => `${number(done)} of ${devices(all)}`,
  again: 'Try the others again',
  back: 'Back to the devices',
  resultWords: {
    done: 'Accepted',
    shown: 'Probably accepted',
    refused: 'Refused',
    unknown: 'Not known: no answer came. Check the device before you try again.',
    notSent: 'Not sent',
  } satisfies Record<OwnershipResult['kind'], string>,
} as const);
