/** The one thing to be done next with a device, by the rules that hold everywhere: what is begun is finished, what is read is sent, then something new. */
import { answerOf } from '../../../domain/beacon-answer.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import { isUnfinished } from '../../../domain/run.ts';
import type { DeviceFacts } from '../../beacon/device-facts.ts';

/**
 * `run`: to the run screen · `send`: the receipt, now · `outbox`: a person has to see to it there · `askOfGateway`: whether it has
 * applied what is pending · `none`: not with this access.
 */
export type NextAction = 'run' | 'send' | 'outbox' | 'fetch' | 'askOfGateway' | 'configure' | 'none';

interface ActionFacts {
  /** Null where it is not in the list. */
  readonly device: CachedDevice | null;
  readonly facts: DeviceFacts;
  /** The one that tells of it now, where it is open (domain/track.ts). */
  readonly receipt: Receipt | null;
  /** The queue is paused. */
  readonly paused: boolean;
}

interface Actions {
  readonly next: NextAction;
  /** What else can be done; `next` is not among them. */
  readonly others: readonly NextAction[];
}

export function actionsOf({ device, facts, receipt, paused }: ActionFacts): Actions {
  const isViewer = device?.access === 'VIEWER';
  const { source, track } = answerOf(device, facts);
  const carried = facts.package?.state === 'carried';
  const may: NextAction[] = [];
  const isOpen = facts.run !== null && isUnfinished(facts.run);
  if (carried || isOpen) may.push('run');
  if (receipt !== null && (receipt.state === 'waiting' || receipt.state === 'parked'))
    may.push(receipt.state === 'waiting' && !receipt.held && !paused ? 'send' : 'outbox');
  // One that is not delivered yet holds a new package back.
  const isHeld =
    receipt !== null && receipt.state !== 'notVerified' && (receipt.state !== 'sent' || receipt.settledAtMs === null);
  const isPending = device?.pending != null || facts.package?.state === 'prepared';
  if (source === 'none') {
    if (track.summary === 'waitingForGateway') may.push('askOfGateway');
  } else if (!carried && !isViewer && !isHeld && (isPending || (!isOpen && source === 'fetch'))) {
    may.push('fetch');
  }
  if (device !== null && !isViewer) may.push('configure');
  const [next = 'none', ...others] = may;
  return { next, others };
}
