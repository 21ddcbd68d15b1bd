/** The next action for a device. Unfinished work comes first, then sending receipts, then something new. */
import { knownOf, type Beacon } from '../../../domain/beacon-table.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import { isUnfinished } from '../../../domain/run.ts';

/**
 * `run`: open the run screen · `send`: send the receipt · `outbox`: a person has to act there · `askOfGateway`: check
 * whether it has applied what is pending · `none`: the access allows nothing.
 */
export type NextAction = 'run' | 'send' | 'outbox' | 'fetch' | 'askOfGateway' | 'configure' | 'none';

interface ActionFacts {
  readonly beacon: Beacon;
  /** The receipt that the track shows while it is open (domain/track.ts). */
  readonly receipt: Receipt | null;
  /** True while the queue is paused. */
  readonly paused: boolean;
}

interface Actions {
  readonly next: NextAction;
  /** Other possible actions, without `next`. */
  readonly others: readonly NextAction[];
}

export function actionsOf({ beacon, receipt, paused }: ActionFacts): Actions {
  const device = knownOf(beacon);
  const isViewer = device?.access === 'VIEWER';
  const { source, track, run } = beacon;
  const carried = beacon.package?.state === 'carried';
  const may: NextAction[] = [];
  const isOpen = run !== null && isUnfinished(run);
  if (carried || isOpen) may.push('run');
  if (receipt !== null && (receipt.state === 'waiting' || receipt.state === 'parked'))
    may.push(receipt.state === 'waiting' && !receipt.held && !paused ? 'send' : 'outbox');
  // An undelivered receipt prevents a new package.
  const isHeld =
    receipt !== null && receipt.state !== 'notVerified' && (receipt.state !== 'sent' || receipt.settledAtMs === null);
  const isPending = device?.pending != null || beacon.package?.state === 'prepared';
  if (source === 'none') {
    if (track.summary === 'waitingForGateway') may.push('askOfGateway');
  } else if (source === 'outbox') {
    if (!may.includes('outbox') && !may.includes('send')) may.push('outbox');
  } else if (!carried && !isViewer && !isHeld && (isPending || (!isOpen && source === 'fetch'))) {
    may.push('fetch');
  }
  if (device !== null && !isViewer) may.push('configure');
  const [next = 'none', ...others] = may;
  return { next, others };
}
