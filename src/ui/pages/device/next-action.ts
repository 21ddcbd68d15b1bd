/** The next action for a device. Unfinished work comes first, then sending receipts, then something new. */
import { knownOf, type Beacon } from '../../../domain/beacon-table.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import { isUnfinished } from '../../../domain/run.ts';

/**
 * `run`: open the run screen · `send`: send the receipt · `outbox`: a person has to act there · `askOfGateway`: check
 * whether it has applied what is pending.
 */
export type NextAction = 'run' | 'send' | 'outbox' | 'fetch' | 'askOfGateway' | 'configure';

/**
 * The possible actions, the next one first. `receipt`: the one that the track shows while it is open (domain/track.ts).
 * `paused`: the queue is paused.
 */
export function actionsOf(beacon: Beacon, receipt: Receipt | null, paused: boolean): readonly NextAction[] {
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
  return may;
}
