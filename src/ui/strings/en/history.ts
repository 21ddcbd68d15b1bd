/** Words of what this phone did with a beacon. */
import type { RunNote, RunOutcome, RunStep } from '../../../domain/run.ts';
import { thisDevice } from '../place.ts';

const here = thisDevice();

export const historyStrings = {
  heading: `History on ${here}`,
  unfinished: 'Unfinished',
  steps: {
    intent: 'Started',
    writing: 'Write started',
    written: 'Written',
    reading: 'Reading started',
    receipt: 'Receipt saved',
  } satisfies Record<RunStep, string>,
  outcomes: {
    receipt: 'Receipt saved',
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
    notVerified: 'The response was not verified.',
    otherBeacon: 'The response was from another beacon.',
    unsureOwner: 'A response was saved that may be from another beacon.',
    writeTakenBack: 'The last write does not count: it was another beacon.',
    plainAnswer: 'The beacon at hand gave an unencrypted response.',
    secondCopy: 'Found in the second copy.',
    secondCopyUnknownStep: 'Found in the second copy. How far it came is not known.',
  } satisfies Record<RunNote, string>,
  answer: (result: number | null, base64: string) => (result === null ? base64 : `Result ${result}: ${base64}`),
  telemetry: 'Telemetry at a glance',
  sharing: 'Shares and ownership',
  noShares: 'The backend lists no shares of this device.',
  share: 'Share',
  move: 'Move',
  mayNot: (access: string) => `Only an OWNER or SUPERVISOR may move or share this device. Your access is ${access}.`,
} as const;
