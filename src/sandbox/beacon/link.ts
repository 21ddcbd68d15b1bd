/** Performs one operation against a practice beacon, including its faults, for both forms of the sandbox. */
import {
  done,
  hasPacket,
  onConnect,
  onRead,
  onWrite,
  tick,
  type BeaconError,
  type BeaconState,
  type Done,
} from './beacon.ts';
import { nextFault, type LinkError, type LinkOperation } from './faults.ts';
import type { CharacteristicName } from './profile.ts';

export type LinkRequest =
  | { readonly operation: 'connect' | 'discover' | 'poll' | 'readResponse' | 'readToken' }
  | { readonly operation: 'write'; readonly bytes: Uint8Array };

/** Store its `state` before the answer is returned: a response is gone from the beacon once it has been read. */
export interface LinkAnswer extends Omit<Done, 'error'> {
  /**
   * `ok`: answer the operation. `error`: refuse it (`error`; null for a failed connect). `drop`: end the link without
   * an answer. `hang`: never answer.
   */
  readonly outcome: 'ok' | 'error' | 'drop' | 'hang';
  readonly error: BeaconError | LinkError | null;
  /** Time to wait before the answer, ms, in addition to the latency of the link. */
  readonly delayMs: number;
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
  const result = perform(state, request, nowMs);
  const isRefused = result.error !== null || (request.operation === 'connect' && state.mode !== 'normal');
  const answer = { ...result, delayMs, outcome: isRefused ? 'error' : 'ok' } as const;
  if (fault?.name === 'hang') return { ...answer, bytes: null, outcome: 'hang' };
  if (fault?.name === 'drop' && fault.when === 'during') return { ...answer, ...order, bytes: null, outcome: 'drop' };
  return fault?.name === 'drop' ? { ...answer, thenDrops: true } : answer;
}

const CHARACTERISTIC = { poll: 'controlPoint', readResponse: 'response', readToken: 'token' } as const;

function perform(state: BeaconState, request: LinkRequest, nowMs: number): Done {
  switch (request.operation) {
    case 'connect':
      return done(state.mode === 'normal' ? onConnect(state, nowMs) : state);
    case 'discover':
      return done(state);
    case 'write':
      return onWrite(state, 'request', request.bytes, nowMs);
    default:
      return onRead(state, CHARACTERISTIC[request.operation], nowMs);
  }
}
