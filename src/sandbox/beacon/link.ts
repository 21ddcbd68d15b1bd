/** One operation over the air against a practice beacon, faults included: both forms of the beacon act by this answer. */
import { onConnect, onRead, onWrite, tick, type BeaconError, type BeaconState } from './beacon.ts';
import { nextFault, type LinkOperation } from './faults.ts';
import type { CharacteristicName } from './profile.ts';

export type LinkRequest =
  | { readonly operation: 'connect' | 'discover' | 'poll' | 'readResponse' | 'readToken' }
  | { readonly operation: 'write'; readonly bytes: Uint8Array };

export interface LinkAnswer {
  /** Store it before the answer is handed out: a response is gone from the beacon once it has been read. */
  readonly state: BeaconState;
  /** ok: answer it. error: refuse it (`error`; null for a failed connect). drop: the link goes, unanswered. hang: never answer. */
  readonly outcome: 'ok' | 'error' | 'drop' | 'hang';
  readonly error: BeaconError | null;
  /** What was read; null for the other operations. */
  readonly bytes: Uint8Array | null;
  /** To be waited before the answer, on top of the link's own latency. */
  readonly delayMs: number;
  /** After the answer has been given the link drops. */
  readonly thenDrops: boolean;
  /** Of a drop: the operation fails first, and the drop is reported a moment later. */
  readonly errorFirst?: boolean;
}

/** The operation that a read or write of a characteristic is; null when the characteristic does not know it. */
export function operationOf(characteristic: CharacteristicName, access: 'read' | 'write'): LinkOperation | null {
  if (access === 'write') return characteristic === 'request' ? 'write' : null;
  const reads = { controlPoint: 'poll', response: 'readResponse', token: 'readToken', request: null } as const;
  return reads[characteristic];
}

/** Performs the operation at `nowMs` and says what the face has to do. */
export function exchange(before: BeaconState, request: LinkRequest, nowMs: number): LinkAnswer {
  let { state, fault } = nextFault(tick(before, nowMs), request.operation);
  let delayMs = 0;
  while (fault?.name === 'slow') {
    delayMs += fault.ms;
    // A slow link can fail as well: look on behind the slowness, which is not to be found twice.
    const others = nextFault({ faults: state.faults.filter(({ name }) => name !== 'slow') }, request.operation);
    const slow = state.faults.filter(({ name }) => name === 'slow');
    state = { ...state, faults: [...slow, ...others.state.faults] };
    fault = others.fault;
  }
  const silent = { state, error: null, bytes: null, delayMs, thenDrops: false };
  if (fault?.name === 'connectFails') return { ...silent, outcome: 'error' };
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
