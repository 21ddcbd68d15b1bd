/** Faults of a practice beacon as data, in one queue for the firmware and both forms of the sandbox. */

export type LinkOperation = 'connect' | 'discover' | 'write' | 'poll' | 'readResponse' | 'readToken';
export const LINK_OPERATIONS: readonly LinkOperation[] = [
  'connect',
  'discover',
  'write',
  'poll',
  'readResponse',
  'readToken',
];

/** Why a beacon refuses an operation, or the system in its place. */
export type LinkError = 'notPermitted' | 'notPaired' | 'servicesChanged';

/** `times`: how often it strikes. Null: until it is removed. Default 1. */
interface Repeating {
  readonly times?: number | null;
  /** uniqueId of the only beacon that it strikes. Default: the next one that is used. */
  readonly on?: string;
}

/**
 * `afterWrite`: strikes a read only while the beacon has a packet to answer for, not the reads that precede a write.
 */
interface OfARun {
  readonly afterWrite?: true;
}

/** Faults of the link, found by `nextFault`. */
type LinkFault = Repeating &
  OfARun &
  (
    | { readonly name: 'connectFails' }
    /** connect() is never answered. */
    | { readonly name: 'connectHangs' }
    /**
     * `before`: no effect, then the link drops. `during`: it took effect, the answer is lost. `after`: it is answered,
     * then the link drops. `errorFirst`: the operation fails as if it were refused, and the drop is reported a moment
     * later (field-facts.md 2).
     */
    | {
        readonly name: 'drop';
        readonly when: 'before' | 'during' | 'after';
        readonly operation: LinkOperation;
        readonly errorFirst?: true;
      }
    /**
     * The system keeps the link for `ms` after the app has disconnected, and a connect during that time gets the same
     * link (field-facts.md 2).
     */
    | { readonly name: 'closesSlowly'; readonly ms: number }
    /** The operation takes effect (unless `effect` is false) and is never answered. */
    | { readonly name: 'hang'; readonly operation: LinkOperation; readonly effect?: boolean }
    /**
     * The operation has no effect and is refused, and the link stands. `servicesChanged`: the services that were
     * discovered are gone, and can be discovered again.
     */
    | { readonly name: 'denied'; readonly operation: LinkOperation; readonly error: LinkError }
    /** The read is answered without bytes, and 81F2 keeps what it holds. */
    | { readonly name: 'empty'; readonly operation: 'poll' | 'readResponse' }
    /** The answer is `ms` late. Default: for every operation. */
    | { readonly name: 'slow'; readonly ms: number; readonly operation?: LinkOperation }
  );

/** Faults of the firmware. Each strikes a run, which begins with a write to 81F1. */
type FirmwareFault = Repeating &
  /** 81F4 stays 0. The values are applied unless `applies` is false. Once `times` is used up, a reconnect ends it. */
  (
    | { readonly name: 'neverEnds'; readonly applies?: boolean }
    /** Another beacon answers, which cannot decrypt our packet. */
    | { readonly name: 'wrongBeacon' }
    /** The beacon does not permit the write. */
    | { readonly name: 'lockedOut' }
    /** Applied, but 81F2 stays empty. */
    | { readonly name: 'emptyResponse' }
    /** Applied, but half of the response is missing. */
    | { readonly name: 'truncatedResponse' }
    /** A plain response with this result code. Nothing is applied. */
    | { readonly name: 'refuses'; readonly code: number }
  );

export type BeaconFault = LinkFault | FirmwareFault;
export type BeaconFaults = readonly BeaconFault[];

/**
 * Returns the link fault that strikes this operation, or null, and the queue with it counted down. The first match is
 * used. `isWritten`: the beacon has a packet to answer for.
 */
export function nextFault<State extends { readonly faults: BeaconFaults }>(
  state: State,
  operation: LinkOperation,
  isWritten: boolean,
): { readonly state: State; readonly fault: LinkFault | null } {
  const index = state.faults.findIndex((fault) => strikes(fault, operation, isWritten));
  const fault = state.faults[index];
  if (!fault || !isLinkFault(fault)) return { state, fault: null };
  return { state: { ...state, faults: countDown(state.faults, index) }, fault };
}

/** The same for a fault that does not belong to an operation, by its name. */
export function takeFault<Name extends BeaconFault['name']>(
  faults: BeaconFaults,
  name: Name,
): { readonly faults: BeaconFaults; readonly fault: Extract<BeaconFault, { name: Name }> | null } {
  const index = faults.findIndex((fault) => fault.name === name && left(fault) > 0);
  const fault = faults[index] as Extract<BeaconFault, { name: Name }> | undefined;
  return fault ? { faults: countDown(faults, index), fault } : { faults, fault: null };
}

const LINK_FAULT_NAMES: readonly string[] = ['connectFails', 'connectHangs', 'drop', 'hang', 'denied', 'empty', 'slow'];

function isLinkFault(fault: BeaconFault): fault is LinkFault {
  return LINK_FAULT_NAMES.includes(fault.name);
}

function strikes(fault: BeaconFault, operation: LinkOperation, isWritten: boolean): boolean {
  if (left(fault) <= 0) return false;
  if ('afterWrite' in fault && fault.afterWrite === true && !isWritten) return false;
  if (fault.name === 'connectFails' || fault.name === 'connectHangs') return operation === 'connect';
  if (fault.name === 'slow') return fault.operation === undefined || fault.operation === operation;
  return 'operation' in fault && fault.operation === operation;
}

function left(fault: BeaconFault): number {
  return fault.times === null ? Number.POSITIVE_INFINITY : (fault.times ?? 1);
}

function countDown(faults: BeaconFaults, index: number): BeaconFaults {
  return faults.flatMap((fault, at) => {
    if (at !== index || fault.times === null) return [fault];
    const times = left(fault) - 1;
    return times > 0 ? [{ ...fault, times }] : [];
  });
}
