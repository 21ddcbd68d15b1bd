/** Words of what is known to have happened to a device. */
import type { RunNote, RunOutcome, RunStep } from '../../domain/run.ts';
import { count, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

export const historyStrings = inLanguage('historyStrings', {
  heading: 'History',
  none: `Nothing is known yet. What you do with this device on ${here} is listed here.`,
  note: `What ${here} knows: its own work, and what it saw others change.`,
  more: (n: number) => `Show ${number(n)} more`,
  unfinished: 'Unfinished',
  steps: {
    intent: 'Started',
    writing: 'Write started',
    written: 'Written',
    reading: 'Reading started',
    receipt: 'Receipt saved',
  } satisfies Record<RunStep, string>,
  outcomes: {
    receipt: 'Written, receipt saved',
    refused: 'Refused by the beacon',
    packageDead: 'Package no longer usable',
    settledLater: 'Settled by a later run',
    closed: 'Closed by hand',
    receiptLost: 'No receipt came back',
    noAnswer: 'Uncertain, never answered',
    abandoned: 'Given up',
  } satisfies Record<Exclude<RunOutcome['kind'], 'commandSent'>, string>,
  notes: {
    sameConnection: 'Back on the same connection.',
    pickedAgain: 'A beacon was picked in the chooser.',
    openedAgain: 'Opened again.',
    taken: 'The beacon took the package. Its response is read next.',
    notVerified: 'The response was not verified.',
    otherBeacon: 'The response was from another beacon.',
    unsureOwner: 'A response was saved that may be from another beacon.',
    writeTakenBack: 'The last write does not count: it was another beacon.',
    plainAnswer: 'The beacon at hand gave an unencrypted response.',
    secondCopy: 'Found in the second copy.',
    secondCopyUnknownStep: 'Found in the second copy. How far it came is not known.',
  } satisfies Record<RunNote, string>,
  answer: (result: number | null, base64: string) => (result === null ? base64 : `Result ${result}: ${base64}`),
  prepared: 'Change prepared',
  fetched: 'Package fetched',
  commandFetched: (command: string) => `${command}: fetched`,
  receiptCame: { run: 'Receipt saved', mirror: 'Receipt restored from its second copy', import: 'Receipt imported' },
  refusedHere: 'Refused by the beacon',
  receiptAnswered: 'Receipt sent to the backend',
  receiptGivenUp: 'Receipt given up by hand',
  edited: (names: string) => `${names} changed on ${here}`,
  editSaved: (names: string) => `${names} saved at the backend`,
  editRefused: (names: string) => `${names}: refused by the backend`,
  othersPending: `The backend has a change pending that was not prepared on ${here}`,
  othersValues: `The backend shows other values than those verified on ${here}`,
  seenThen: 'Seen when the list was last updated.',
  created: 'Registered at the backend',
  values: (n: number) => count(n, 'value', 'values'),
  journal: 'Steps',
  telemetry: 'Telemetry at a glance',
  sharing: 'Shares and ownership',
  noShares: 'The backend lists no shares of this device.',
  share: 'Share',
  move: 'Move',
  mayNot: (access: string) => `Only an Owner or Supervisor may move or share this device. Your access is ${access}.`,
} as const);
