/** Every word of the outbox: what became of each receipt and edit, and what the person can do about it. */
import type { ReceiptState } from '../../../domain/receipt.ts';
import type { VirtualName } from '../../../domain/virtual-edit.ts';
import { count, number } from '../counting.ts';
import { failureWords } from './devices.ts';

/** The last answer in plain words by its code; the backend's own message stands under Details. */
const answers: Record<string, string> = {
  ...Object.fromEntries(Object.entries(failureWords).map(([kind, { says }]) => [kind, says])),
  verified: 'The backend has applied it.',
  notVerified: 'The backend still has a configuration waiting.',
  newerChange: 'The device shows these values, and a newer change is waiting at the backend.',
  replaced: 'A newer change is waiting at the backend: this one was not verified.',
  shown: 'Refused by the backend; the device shows these values.',
  shownNewer: 'Refused by the backend; the device shows these values, and a newer change is waiting.',
  unproven: 'The backend refused the last post. What it shows does not tell whether an earlier one took effect.',
  changedMeanwhile: 'Somebody else has changed this at the backend meanwhile.',
  sent: 'The backend has taken it.',
  saved: 'The backend has saved it.',
  readFirst: 'The answer was not clear: what the backend holds is read before anything is said.',
};

/** What storage found at start and did about it, by its code; `n` is the number it counted. */
const remarks: Record<string, (n: number) => string> = {
  databaseEmptied: () =>
    'The browser or the system has emptied the storage of this account. What the second copies held came back.',
  copiesRestored: (n) =>
    `${count(n, 'receipt', 'receipts')} came back from ${n === 1 ? 'its second copy' : 'their second copies'} and may be ${n === 1 ? 'a repeat' : 'repeats'}.`,
  copiesWritten: (n) => `${count(n, 'second copy was', 'second copies were')} missing and written again.`,
  secondCopyMissing: (n) =>
    `${count(n, 'second copy', 'second copies')} could not be written: export the receipts to be safe.`,
  receiptsMissing: (n) => `${count(n, 'receipt is', 'receipts are')} missing that this phone has counted before.`,
  damagedRow: () => 'One entry cannot be read and is kept aside.',
  rowsRepaired: (n) => `${count(n, 'damaged receipt was', 'damaged receipts were')} rebuilt.`,
  tornCopy: (n) => `${count(n, 'second copy was', 'second copies were')} cut off while being written.`,
  noSecondCopy: () => 'This browser cannot keep second copies: export receipts as a file to be safe.',
};

export const outboxStrings = {
  loading: 'Loading the outbox',
  needsYou: 'Needs you',
  waiting: 'Waiting',
  aside: 'Put aside',
  delivered: (days: number) => `Delivered in the last ${count(days, 'day', 'days')}`,
  empty: 'The outbox is empty: receipts and edits appear here until they are delivered.',
  emptyAction: 'Go to the runs',
  noneFound: (text: string) => `Nothing in the outbox fits “${text}”.`,
  nothingWaits: 'Nothing waits: everything has been delivered.',
  find: 'Find by id',
  sendNow: 'Send now',
  sending: 'Sending',
  onlyHere: (n: number) => `${count(n, 'receipt', 'receipts')} only on this phone`,
  select: 'Select',
  selectDone: 'Stop selecting',
  selectOne: (id: string) => `Select ${id}`,
  exportAll: 'Export all',
  exportSome: (n: number) => `Export ${number(n)}`,
  exported: (n: number) => `${count(n, 'receipt', 'receipts')} exported as a file.`,
  exportFailed: 'The export file could not be made.',
  import: 'Import a file',
  drop: 'Drop the file to import its receipts',
  more: (n: number) => `Show ${number(n)} more`,
  retryParked: (n: number) => (n === 1 ? 'Try the refused one again' : `Try the ${number(n)} refused ones again`),
  actionFailed: 'That could not be done; nothing was changed.',

  pause: {
    key: (n: number) =>
      n === 0
        ? 'The queue waits for your key.'
        : n === 1
          ? '1 receipt waits for your key.'
          : `${number(n)} receipts wait for your key.`,
    keyRefused: 'The backend did not accept the key. Nothing is lost: give a key and sending goes on.',
    giveKey: 'Give the key',
    same: 'Three devices in a row were refused the same way: check the address and the key, then resume.',
    status: (status: number) => `HTTP status ${status}`,
    resume: 'Resume',
  },
  offline: 'No network at the moment: sending starts by itself when there is one.',
  remark: (remark: string) => {
    const [code = '', detail = ''] = remark.split(':');
    return (
      (Object.hasOwn(remarks, code) ? remarks[code]?.(Number(detail) || 0) : null) ??
      'The storage of this phone reported something unusual.'
    );
  },
  knownRemarks: Object.keys(remarks),

  imported: (added: number, known: number) =>
    known === 0
      ? `${count(added, 'receipt', 'receipts')} imported.`
      : `${count(added, 'receipt', 'receipts')} imported, ${number(known)} already here.`,
  removeImported: (n: number) => `Remove ${n === 1 ? 'the imported receipt' : `${number(n)} imported receipts`}`,
  removeOne: 'Remove from this phone',
  removed: (n: number) =>
    `${count(n, 'imported receipt', 'imported receipts')} removed. The file has ${n === 1 ? 'it' : 'them'} still.`,
  noneRemoved: 'Nothing was removed: it is being sent, or delivered already.',
  importInvalid: 'This file holds no receipts that can be imported.',
  importPartly: 'Some receipts of this file are damaged and were left out; the others are here.',
  importUnreadable: 'The file could not be read.',
  importDialog: {
    title: 'Receipts in this file',
    text: (n: number, beacons: number) =>
      `${count(n, 'receipt', 'receipts')} of ${count(beacons, 'beacon', 'beacons')}, from this account. Imported, ${n === 1 ? 'it is' : 'they are'} sent like your own; the other phone may send ${n === 1 ? 'it' : 'them'} too.`,
    exported: 'Exported',
    damaged: 'Some rows of the file are damaged and are left out.',
    go: (n: number) => `Import ${count(n, 'receipt', 'receipts')}`,
    titleOther: 'From another account',
    textOther: (n: number) =>
      `${count(n, 'receipt', 'receipts')} in this file ${n === 1 ? 'belongs' : 'belong'} to another account. Imported here, ${n === 1 ? 'it is' : 'they are'} sent with the key of this account.`,
    from: 'File from',
    account: 'Account',
    here: 'This account',
    goOther: 'Import here all the same',
    cancel: 'Do not import',
  },

  receipt: 'Receipt',
  edit: 'Edit',
  editStates: { waiting: 'Not sent yet', parked: 'Refused', saved: 'Saved' },
  editNames: { alias: 'Alias', tags: 'Tags', notes: 'Notes' } satisfies Record<VirtualName, string>,
  editCleared: 'cleared',
  answer: (code: string) =>
    Object.hasOwn(answers, code) ? answers[code]! : 'The backend gave an answer this app does not know.',
  knownAnswers: Object.keys(answers),
  notTried: 'Not tried yet.',
  unanswered: 'The last try was cut off: the backend may have it already.',
  tries: (n: number) => (n === 0 ? 'Not tried' : count(n, 'try', 'tries')),
  nextNow: 'Next try soon',
  nextIn: (text: string) => `Next try in ${text}`,
  seconds: (n: number) => `${n} s`,
  minutes: (n: number, seconds: number) => (seconds === 0 ? `${n} min` : `${n} min ${seconds} s`),
  inFlight: 'Sending now',
  held: 'Held by you',
  repeat: 'May be a repeat',
  clockUnchecked: 'Clock unchecked',
  why: {
    unsure: 'It is not certain which beacon gave this receipt.',
    notMirrored: 'Its second copy is missing: export it to be safe.',
    unsureNotVerified: 'The backend did not verify it for this beacon: it may belong to another one.',
    refused: 'The beacon refused and said why in plain; this is not a receipt.',
    notVerified: 'The backend still has a configuration waiting for this beacon.',
  },

  retry: 'Try now',
  postAgain: 'Post again',
  giveUp: 'Give up',
  gaveUp: (id: string) => `The receipt of ${id} was given up.`,
  givenUp: 'Given up by you: it is kept and not counted.',
  takeUp: 'Take up again',
  settledByLater: 'Settled: the backend has verified a later receipt of this beacon.',
  asked: (time: string, seconds: number, mayPress: boolean) =>
    `The backend asked to wait until ${time} (${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}).${mayPress ? '' : ' It was tried once in between; now this is waited out.'}`,
  unverified: (n: number) => `${count(n, 'receipt was', 'receipts were')} taken by the backend and not verified yet.`,
  hold: 'Hold',
  release: 'Release',
  details: 'Details',
  sendAnyway: 'Send anyway',
  sendAnywayHelp: 'Posts the plain refusal to the backend all the same.',
  toDevice: 'Open the device',
  toRun: 'Open the run',
  candidates: 'Beacons it may belong to',
  choose: 'Choose the beacon',
  give: (id: string) => `Give to ${id}`,
  likeliest: 'Likeliest',
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
    copies: 'Copies on this phone',
    origin: 'Came from',
    tries: 'Tries',
    unanswered: 'Tries without an answer',
    status: 'HTTP status',
    message: 'What the backend said',
    code: 'Technical name',
    settled: 'Delivered',
    id: 'Row',
    deviceType: 'Device type',
    values: 'Values',
  },
  clocks: {
    checkedDate: 'checked with the backend',
    checkedCreated: 'checked when the configuration was prepared',
    unchecked: 'clock unchecked',
  },
  origins: { run: 'a run on this phone', mirror: 'its second copy', import: 'an imported file' },
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
} as const;
