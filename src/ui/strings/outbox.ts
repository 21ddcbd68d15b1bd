/** Every word of the outbox: what became of each receipt and edit, and what the person can do about it. */
import type { ReceiptState } from '../../domain/receipt.ts';
import { count, form, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { failureWords } from './failures.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

/** The last answer in plain words by its code; the backend's own message stands under Details. */
const answers: Record<string, string> = {
  ...Object.fromEntries(Object.entries(failureWords).map(([kind, { says }]) => [kind, says])),
  verified: 'The backend has applied it.',
  notVerified: 'The backend still has a configuration waiting.',
  newerChange: 'The device shows these values. A newer change is pending.',
  replaced: 'A newer change is pending, so this one was not verified.',
  shown: 'Refused by the backend, but the device shows these values.',
  shownNewer: 'Refused by the backend, but the device shows these values. A newer change is pending.',
  unproven: 'The backend refused the last attempt. Its data does not show whether an earlier one took effect.',
  changedMeanwhile: 'Someone else has changed this since.',
  sent: 'The backend has received it.',
  saved: 'The backend has saved it.',
  notSupported: 'This backend cannot be brought up to date with a reading. The reading stays here.',
  readFirst: 'The answer was unclear, so the app checks with the backend first.',
};

/** What storage found at start and did about it, by its code; `n` is the number it counted. */
const remarks: Record<string, (n: number) => string> = {
  databaseEmptied: () => 'After the loss of stored data, everything that had a second copy was restored.',
  copiesRestored: (n) =>
    form(n, {
      one: '1 receipt was restored from its second copy and may be a repeat.',
      other: `${number(n)} receipts were restored from their second copies and may be repeats.`,
    }),
  copiesWritten: (n) => `${count(n, 'missing second copy was', 'missing second copies were')} written again.`,
  secondCopyMissing: (n) =>
    `${count(n, 'second copy', 'second copies')} could not be saved. Export the receipts to be safe.`,
  receiptsMissing: (n) => `${count(n, 'receipt is', 'receipts are')} missing that ${here} had counted before.`,
  damagedRow: () => 'One entry cannot be read. It is kept separately.',
  rowsRepaired: (n) => `${count(n, 'damaged receipt was', 'damaged receipts were')} rebuilt.`,
  tornCopy: (n) => `${count(n, 'second copy was', 'second copies were')} cut off while being saved.`,
  noSecondCopy: () => 'This browser cannot keep second copies. Export receipts as a file to be safe.',
};

export const outboxStrings = inLanguage('outboxStrings', {
  loading: 'Loading the outbox',
  needsYou: 'Needs attention',
  waiting: 'Waiting',
  aside: 'Given up or settled',
  delivered: (days: number) => `Delivered in the last ${count(days, 'day', 'days')}`,
  empty: 'The outbox is empty. Receipts and edits stay here until they are delivered.',
  emptyAction: 'Go to runs',
  noneFound: (text: string) => `Nothing in the outbox matches “${text}”.`,
  nothingWaits: 'Everything has been delivered.',
  find: 'Find by ID',
  sendNow: 'Send now',
  sending: 'Sending',
  syncing: 'Answered by the backend',
  onlyHere: (n: number) => `${count(n, 'receipt', 'receipts')} to send`,
  select: 'Select',
  selectDone: 'Stop selecting',
  selectOne: (id: string) => `Select ${id}`,
  exportAll: 'Export all',
  exportSome: (n: number) => `Export ${number(n)}`,
  exported: (n: number) => `${count(n, 'receipt', 'receipts')} exported as a file.`,
  shared: (n: number) => `${count(n, 'receipt', 'receipts')} handed to another app.`,
  handedOver: (n: number) => `${count(n, 'receipt', 'receipts')} handed to another phone.`,
  exportFailed: 'The export file could not be made.',
  import: 'Import a file',
  drop: 'Drop the file to import its receipts',
  more: (n: number) => `Show ${number(n)} more`,
  actionFailed: 'That did not work. Nothing was changed.',

  pause: {
    key: (n: number) =>
      n === 0 ? 'Sending waits for your key.' : `${count(n, 'receipt waits', 'receipts wait')} for your key.`,
    keyRefused: 'The backend did not accept your key. Nothing is lost. Enter a key and sending continues.',
    giveKey: 'Enter key',
    same: 'The backend refused three devices in a row the same way. Check the address and the key, then resume.',
    status: (status: number) => `HTTP status ${status}`,
    resume: 'Resume',
  },
  offline: 'No network. Sending starts automatically when you are online.',
  remark: (remark: string) => {
    const [code = '', detail = ''] = remark.split(':');
    return (
      (Object.hasOwn(remarks, code) ? remarks[code]?.(Number(detail) || 0) : null) ??
      `The storage on ${here} reported something unusual.`
    );
  },
  knownRemarks: Object.keys(remarks),

  imported: (added: number, known: number) =>
    known === 0
      ? `${count(added, 'receipt', 'receipts')} imported.`
      : `${count(added, 'receipt', 'receipts')} imported, ${number(known)} already here.`,
  removeImported: (n: number) =>
    form(n, { one: 'Remove the imported receipt', other: `Remove ${number(n)} imported receipts` }),
  removeOne: `Remove from ${here}`,
  removed: (n: number) =>
    form(n, {
      one: '1 imported receipt removed. It is still in the file.',
      other: `${number(n)} imported receipts removed. They are still in the file.`,
    }),
  noneRemoved: 'Nothing was removed, because it is being sent or is already delivered.',
  importInvalid: 'This file has no receipts that can be imported.',
  importReading: 'Reading the file',
  importTooLarge: 'The file is larger than 50 MB. Export fewer receipts at a time on the other phone or laptop.',
  importPartly: 'Some receipts in this file are damaged and were left out. The others are here.',
  importUnreadable: 'The file could not be read.',
  importDialog: {
    title: 'Receipts in this file',
    text: (n: number, beacons: number) =>
      form(n, {
        one: `1 receipt of ${count(beacons, 'beacon', 'beacons')}, from this account. Once imported, it is sent like your own. The phone or laptop that exported it may send it too.`,
        other: `${number(n)} receipts of ${count(beacons, 'beacon', 'beacons')}, from this account. Once imported, they are sent like your own. The phone or laptop that exported them may send them too.`,
      }),
    exported: 'Exported',
    damaged: 'Some rows in the file are damaged and will be left out.',
    go: (n: number) => `Import ${count(n, 'receipt', 'receipts')}`,
    titleOther: 'From another account',
    textOther: (n: number) =>
      form(n, {
        one: '1 receipt in this file belongs to another account. If you import it here, it is sent with the key of this account.',
        other: `${number(n)} receipts in this file belong to another account. If you import them here, they are sent with the key of this account.`,
      }),
    from: 'File from',
    account: 'Account',
    here: 'This account',
    goOther: 'Import here anyway',
    cancel: 'Do not import',
  },

  receipt: 'Receipt',
  reading: 'Reading',
  readingStates: {
    held: 'Not sent: you decide',
    waiting: 'Waiting to be sent',
    sent: 'Sent',
    taken: 'Backend is up to date',
    parked: 'Refused by the backend',
    verified: 'Verified',
    refused: 'Refused by the beacon',
    outdated: 'Out of date: written since',
  },
  readingHelp: 'All values of the beacon. Bring the backend up to date with them, or give the reading up.',
  bringUpToDate: 'Bring the backend up to date',
  doNotSend: 'Do not send',
  edit: 'Edit',
  editStates: { waiting: 'Not sent yet', parked: 'Refused', saved: 'Saved' },
  editCleared: 'cleared',
  answer: (code: string) => (Object.hasOwn(answers, code) ? answers[code]! : 'The backend gave an unknown answer.'),
  knownAnswers: Object.keys(answers),
  notTried: 'Not tried yet.',
  unanswered: 'The last try was interrupted. The backend may already have it.',
  tries: (n: number) => (n === 0 ? 'Not tried' : count(n, 'try', 'tries')),
  nextNow: 'Next try soon',
  nextIn: (text: string) => `Next try in ${text}`,
  seconds: (n: number) => `${number(n)} s`,
  minutes: (n: number, seconds: number) =>
    seconds === 0 ? `${number(n)} min` : `${number(n)} min ${number(seconds)} s`,
  inFlight: 'Sending now',
  beaconNow: (word: string) => `The beacon now: ${word}`,
  held: 'Held by you',
  repeat: 'May be a repeat',
  clockUnchecked: 'Clock not checked',
  why: {
    unsure: 'This receipt may belong to another beacon.',
    notMirrored: 'Its second copy is missing. Export it to be safe.',
    unsureNotVerified: 'The backend did not verify it for this beacon. It may belong to another one.',
    refused: 'Rejected by the beacon. Nothing to send.',
    notVerified: 'The backend still has a configuration waiting for this beacon.',
  },

  retry: 'Try now',
  postAgain: 'Send again',
  giveUp: 'Give up',
  gaveUp: (id: string) => `The receipt of ${id} was given up.`,
  givenUp: 'You gave this up. It is kept but not counted.',
  appliedElsewhere:
    'Nothing is pending any more, and the device shows these values. Another phone or a gateway may have applied them.',
  takeUp: 'Pick up again',
  settledByLater: 'Settled: the backend has verified another receipt of this beacon.',
  requestedWait: (time: string, seconds: number, mayPress: boolean) =>
    [
      `The backend asked to wait until ${time} (${seconds < 90 ? `${number(seconds)} s` : `${number(Math.ceil(seconds / 60))} min`}).`,
      ...(mayPress ? [] : ['It was already tried once before that time. Now the app waits.']),
    ].join(' '),
  unverified: (n: number) =>
    `${count(n, 'receipt was', 'receipts were')} received by the backend but not verified yet.`,
  hold: 'Hold',
  release: 'Release',
  details: 'Details',
  sendAnyway: 'Send anyway',
  sendAnywayHelp: 'Sends the refusal to the backend anyway.',
  toDevice: 'Open the device',
  toRun: 'Open the run',
  candidates: 'Beacons it may belong to',
  choose: 'Choose the beacon',
  give: (id: string) => `Assign to ${id}`,
  likeliest: 'Most likely',
  discard: 'Discard',
  discarded: (id: string) => `The edit of ${id} was discarded.`,
  fields: {
    state: 'State',
    created: 'Read from the beacon',
    createdEdit: 'Edited',
    updated: 'Processed at (updated)',
    clock: 'Clock',
    bytes: 'Response',
    token: 'Token',
    result: 'Result',
    copies: `Copies on ${here}`,
    origin: 'Source',
    tries: 'Tries',
    unanswered: 'Tries without an answer',
    status: 'HTTP status',
    message: 'What the backend said',
    code: 'Technical name',
    settled: 'Delivered',
    id: 'Entry',
    values: 'Values',
  },
  clocks: {
    checkedDate: 'checked with the backend',
    checkedCreated: 'checked when the configuration was prepared',
    unchecked: 'not checked',
  },
  origins: { run: `a run on ${here}`, mirror: 'its second copy', import: 'an imported file' },
  encrypted: 'encrypted, for the backend only',
  plain: (result: number, name: string) => `${result} (${name})`,
  bytes: (n: number) => count(n, 'byte', 'bytes'),
  copies: (mirrored: boolean) => (mirrored ? 'two' : 'one'),
  stateNames: {
    reserved: 'reserved',
    waiting: 'to be sent',
    sent: 'sent',
    verified: 'verified',
    notVerified: 'not verified',
    parked: 'refused by the backend',
    refused: 'refused by the beacon',
  } satisfies Record<ReceiptState, string>,
} as const);
