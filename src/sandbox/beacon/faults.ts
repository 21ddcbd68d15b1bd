/** Faults of a practice beacon, by name and as data: one queue that the reactor and both of its faces consult. */

export type LinkOperation = 'connect' | 'discover' | 'write' | 'poll' | 'readResponse' | 'readToken';
export const LINK_OPERATIONS: readonly LinkOperation[] = [
  'connect',
  'discover',
  'write',
  'poll',
  'readResponse',
  'readToken',
];

/** `times`: how often it strikes; null = until it is cleared. Default 1. */
interface Repeating {
  readonly times?: number | null;
  /** uniqueId of the only beacon that it strikes; absent: whichever is used next. */
  readonly on?: string;
}

/** Faults of the radio link, found by `nextFault`. */
type LinkFault = Repeating &
  (
    | { readonly name: 'connectFails' }
    /** connect() is never answered. */
    | { readonly name: 'connectHangs' }
    /**
     * before: no effect, then the link drops. during: it took effect, the answer is lost. after: answered, then it drops.
     * `errorFirst`: the operation fails as if it were refused, and the drop is reported a moment later (field-facts.md 2).
     */
    | {
        readonly name: 'drop';
        readonly when: 'before' | 'during' | 'after';
        readonly operation: LinkOperation;
        readonly errorFirst?: true;
      }
    /** After the app has disconnected the system keeps the link for `ms`, and a connect meanwhile gets it (field-facts.md 2). */
    | { readonly name: 'closesSlowly'; readonly ms: number }
    /** The operation took effect (unless `effect` is false) and is never answered. */
    | { readonly name: 'hang'; readonly operation: LinkOperation; readonly effect?: boolean }
    /** Answered `ms` late; every operation when none is named. */
    | { readonly name: 'slow'; readonly ms: number; readonly operation?: LinkOperation }
  );

/** Faults of the firmware; each strikes a run, which begins with a write to 81F1. */
type FirmwareFault = Repeating &
  /** 81F4 stays 0; applied all the same unless `applies` is false. With `times` used up a reconnect ends it. */
  (
    | { readonly name: 'neverEnds'; readonly applies?: boolean }
    /** Another beacon answers: its key does not open our packet. */
    | { readonly name: 'wrongBeacon' }
    /** The write itself is not permitted. */
    | { readonly name: 'lockedOut' }
    /** Applied, but 81F2 stays empty. */
    | { readonly name: 'emptyResponse' }
    /** Applied, but half of the response is missing. */
    | { readonly name: 'truncatedResponse' }
    /** A plain response with this result code; nothing is applied. */
    | { readonly name: 'refuses'; readonly code: number }
  );

export type BeaconFault = LinkFault | FirmwareFault;
export type BeaconFaults = readonly BeaconFault[];

/** The link fault that strikes this operation, if one does, and the queue with it counted down. The first match wins. */
export function nextFault<State extends { readonly faults: BeaconFaults }>(
  state: State,
  operation: LinkOperation,
): { readonly state: State; readonly fault: LinkFault | null } {
  const index = state.faults.findIndex((fault) => strikes(fault, operation));
  const fault = state.faults[index];
  if (!fault || !isLinkFault(fault)) return { state, fault: null };
  return { state: { ...state, faults: countDown(state.faults, index) }, fault };
}

/** The same for a fault that strikes no single operation, by its name. */
export function takeFault<Name extends BeaconFault['name']>(
  faults: BeaconFaults,
  name: Name,
): { readonly faults: BeaconFaults; readonly fault: Extract<BeaconFault, { name: Name }> | null } {
  const index = faults.findIndex((fault) => fault.name === name && left(fault) > 0);
  const fault = faults[index] as Extract<BeaconFault, { name: Name }> | undefined;
  return fault ? { faults: countDown(faults, index), fault } : { faults, fault: null };
}

const LINK_FAULT_NAMES: readonly string[] = ['connectFails', 'connectHangs', 'drop', 'hang', 'slow'];

function isLinkFault(fault: BeaconFault): fault is LinkFault {
  return LINK_FAULT_NAMES.includes(fault.name);
}

function strikes(fault: BeaconFault, operation: LinkOperation): boolean {
  if (left(fault) <= 0) return false;
  if (fault.name === 'connectFails' || fault.name === 'connectHangs') return operation === 'connect';
  if (fault.name === 'drop' || fault.name === 'hang') return fault.operation === operation;
  return fault.name === 'slow' && (fault.operation === undefined || fault.operation === operation);
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
