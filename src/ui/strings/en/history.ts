/** Words of what this phone did with a beacon. */
import type { RunOutcome, RunStep } from '../../../domain/run.ts';

export const historyStrings = {
  heading: 'What this phone did',
  unfinished: 'Unfinished',
  steps: {
    intent: 'Begun',
    writing: 'Write begun',
    written: 'Written',
    reading: 'Reading begun',
    receipt: 'Receipt kept',
  } satisfies Record<RunStep, string>,
  outcomes: {
    receipt: 'Receipt kept',
    refused: 'Refused by the beacon',
    packageDead: 'Package no longer usable',
    settledLater: 'Settled by a later run',
    closed: 'Closed by a person',
    receiptLost: 'No receipt came back',
    noAnswer: 'Uncertain, never answered',
    abandoned: 'Given up',
  } satisfies Record<Exclude<RunOutcome['kind'], 'commandSent'>, string>,
  telemetry: 'Telemetry at a glance',
  sharing: 'Shares and ownership',
  noShares: 'The backend lists no share of this device.',
  share: 'Share',
  move: 'Move',
  mayNot: (access: string) => `Only an OWNER or SUPERVISOR may move or share; your access to this device is ${access}.`,
} as const;
