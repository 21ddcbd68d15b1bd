/** Performs one operation against a practice beacon, including its faults, for both forms of the sandbox. */
import { hasPacket, onConnect, onRead, onWrite, tick, type BeaconError, type BeaconState } from './beacon.ts';
import { nextFault, type LinkError, type LinkOperation } from './faults.ts';
import type { CharacteristicName } from './profile.ts';

export type LinkRequest =
  | { readonly operation: 'connect' | 'discover' | 'poll' | 'readResponse' | 'readToken' }
  | { readonly operation: 'write'; readonly bytes: Uint8Array };

export interface LinkAnswer {
  /** Store it before the answer is returned, because a response is gone from the beacon once it has been read. */
  readonly state: BeaconState;
  /**
   * `ok`: answer the operation. `error`: refuse it (`error`; null for a failed connect). `drop`: end the link without
   * an answer. `hang`: never answer.
   */
  readonly outcome: 'ok' | 'error' | 'drop' | 'hang';
  readonly error: BeaconError | LinkError | null;
  /** The bytes of a read. Null for other operations. */
  readonly bytes: Uint8Array | null;
  /** Time to wait before the answer, ms, in addition to the latency of the link. */
  readonly delayMs: number;
  /** True if the link drops after the answer. */
  readonly thenDrops: boolean;
  /** True if a dropped operation fails first, and the drop is reported a moment later. */
  readonly errorFirst?: boolean;
}

/** Returns the operation for a read or write of a characteristic. Null if the characteristic does not support it. */
export function operationOf(characteristic: CharacteristicName, access: 'read' | 'write'): LinkOperation | null {
  if (access === 'write') return characteristic === 'request' ? 'write' : null;
  const reads = { controlPoint: 'poll', response: 'readResponse', token: 'readToken', request: null } as const;
  return reads[characteristic];
}

/** Performs the operation at `nowMs` and returns the beacon's new state and how to answer. */
export function exchange(before: BeaconState, request: LinkRequest, nowMs: number): LinkAnswer {
  const current = tick(before, nowMs);
  const isWritten = hasPacket(current);
  let { state, fault } = nextFault(current, request.operation, isWritten);
  let delayMs = 0;
  while (fault?.name === 'slow') {
    delayMs += fault.ms;
    // A slow link can also fail, so the search continues without the faults that delay.
    const others = nextFault(
      { faults: state.faults.filter(({ name }) => name !== 'slow') },
      request.operation,
      isWritten,
    );
    const slow = state.faults.filter(({ name }) => name === 'slow');
    state = { ...state, faults: [...slow, ...others.state.faults] };
    fault = others.fault;
  }
  const silent = { state, error: null, bytes: null, delayMs, thenDrops: false };
  if (fault?.name === 'connectFails') return { ...silent, outcome: 'error' };
  if (fault?.name === 'denied') return { ...silent, outcome: 'error', error: fault.error };
  if (fault?.name === 'empty') return { ...silent, outcome: 'ok', bytes: new Uint8Array() };
  if (fault?.name === 'connectHangs' || (fault?.name === 'hang' && fault.effect === false))
    return { ...silent, outcome: 'hang' };
  const order = fault?.name === 'drop' && fault.errorFirst === true ? { errorFirst: true } : {};
  if (fault?.name === 'drop' && fault.when === 'before') return { ...silent, ...order, outcome: 'drop' };
  const done = { ...perform(state, request, nowMs), delayMs };
  if (fault?.name === 'hang') return { ...done, bytes: null, outcome: 'hang' };
  if (fault?.name === 'drop' && fault.when === 'during') return { ...done, ...order, bytes: null, outcome: 'drop' };
  return fault?.name === 'drop' ? { ...done, thenDrops: true } : done;
}

function perform(state: BeaconState, request: LinkRequest, nowMs: number): Omit<LinkAnswer, 'delayMs'> {
  switch (request.operation) {
    case 'connect':
      if (state.mode !== 'normal') return { state, outcome: 'error', error: null, bytes: null, thenDrops: false };
      return { state: onConnect(state, nowMs), outcome: 'ok', error: null, bytes: null, thenDrops: false };
    case 'discover':
      return { state, outcome: 'ok', error: null, bytes: null, thenDrops: false };
    case 'write': {
      const written = onWrite(state, 'request', request.bytes, nowMs);
      const outcome = written.ok ? 'ok' : 'error';
      return { state: written.state, outcome, error: written.error, bytes: null, thenDrops: written.dropsLink };
    }
    case 'poll':
    case 'readResponse':
    case 'readToken': {
      const characteristic = ({ poll: 'controlPoint', readResponse: 'response', readToken: 'token' } as const)[
        request.operation
      ];
      const read = onRead(state, characteristic, nowMs);
      return {
        state: read.state,
        outcome: read.error ? 'error' : 'ok',
        error: read.error,
        bytes: read.bytes,
        thenDrops: false,
      };
    }
  }
}
