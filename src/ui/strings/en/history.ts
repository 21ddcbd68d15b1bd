/** Words of what this phone did with a beacon. */
import type { RunOutcome, RunStep } from '../../../domain/run.ts';
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
  telemetry: 'Telemetry at a glance',
  sharing: 'Shares and ownership',
  noShares: 'The backend lists no shares of this device.',
  share: 'Share',
  move: 'Move',
  mayNot: (access: string) => `Only an OWNER or SUPERVISOR may move or share this device. Your access is ${access}.`,
} as const;
