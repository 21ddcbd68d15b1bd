/** The firmware of the practice beacon as pure functions: the state is plain JSON, and the caller passes the time. */
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import { OPERATION, writePacket } from '../../domain/packet.ts';
import { RESULT } from '../../domain/result-codes.ts';
import { bytesOfHex, hexOf } from '../../domain/hex.ts';
import { deviceKey, open, seal } from '../sealing.ts';
import { decodeValues, encodeValues, type Values } from '../values.ts';
import { takeFault, type BeaconFaults } from './faults.ts';
import type { CharacteristicName } from './profile.ts';

export interface BeaconOptions {
  readonly uniqueId: string;
  /** The backend's seed. Both sides derive the beacon's key from it. */
  readonly seed: string;
  readonly values?: Values;
  /** Processing time of a request, ms. 300 to 900 in the field. Default 600. */
  readonly processingMs?: number;
  /** Whether 81F3 exists. Default true. */
  readonly tokenReadable?: boolean;
  /** Packets older than this are refused with code 9. Null (default): the age alone does not matter. */
  readonly maxAgeSeconds?: number | null;
  /** The value of 81F4 while the beacon is idle. Default 1. */
  readonly idleControlPoint?: 0 | 1;
  readonly faults?: BeaconFaults;
}

export type BeaconMode = 'normal' | 'nonConnectable' | 'bootloader';

export interface BeaconState extends Required<BeaconOptions> {
  readonly lastToken: number;
  readonly mode: BeaconMode;
  /** The request that is being processed. Its result is decided at the write and takes effect at `untilMs`. */
  readonly processing: Processing | null;
  /** True while 81F4 stays 0 although nothing is being processed (fault "neverEnds"). */
  readonly stuck: boolean;
  /** The content of 81F2, hexadecimal. A read empties it. */
  readonly response: string;
  /** Tokens whose values were applied, in order. */
  readonly applied: readonly number[];
  readonly commands: readonly string[];
  /** Its light blinks until this time, Unix ms. */
  readonly blinksUntilMs: number;
  readonly responseReads: number;
}

interface Processing {
  readonly untilMs: number;
  readonly response: string;
  /** Null: the request was refused. */
  readonly apply: Applied | null;
}

/** `values` null: the values were read, not changed. */
interface Applied {
  readonly token: number;
  readonly values: Values | null;
}

/**
 * `notPermitted`: the characteristic does not have this operation, or is locked. `busy`: a request is still being
 * processed.
 */
export type BeaconError = 'notPermitted' | 'busy';

/** The beacon after a write or a read, and its answer. */
export interface Done {
  readonly state: BeaconState;
  /** The bytes of a read. Null for a write. */
  readonly bytes: Uint8Array | null;
  readonly error: BeaconError | null;
  /** True if the beacon drops the link right after its acknowledgement (restart, bootloader, non-connectable). */
  readonly thenDrops: boolean;
}

export function done(state: BeaconState, answer: Partial<Done> = {}): Done {
  return { bytes: null, error: null, thenDrops: false, ...answer, state };
}

export function createBeacon(options: BeaconOptions): BeaconState {
  return {
    values: {},
    processingMs: 600,
    tokenReadable: true,
    maxAgeSeconds: null,
    idleControlPoint: 1,
    faults: [],
    ...options,
    lastToken: 0,
    mode: 'normal',
    processing: null,
    stuck: false,
    response: '',
    applied: [],
    commands: [],
    blinksUntilMs: 0,
    responseReads: 0,
  };
}

/** Applies what was being processed if its time has come. */
export function tick(state: BeaconState, nowMs: number): BeaconState {
  const { processing } = state;
  if (!processing || nowMs < processing.untilMs) return state;
  const { apply, response } = processing;
  const ended: BeaconState = { ...state, processing: null, response };
  if (!apply) return ended;
  if (apply.values === null) return { ...ended, lastToken: apply.token };
  return {
    ...ended,
    lastToken: apply.token,
    values: { ...state.values, ...apply.values },
    applied: [...state.applied, apply.token],
  };
}

/** Returns whether the beacon has taken a packet whose response has not been read. */
export function hasPacket({ processing, stuck, response }: BeaconState): boolean {
  return processing !== null || stuck || response !== '';
}

/** Writes any bytes to one characteristic, with response. */
export function onWrite(
  before: BeaconState,
  characteristic: CharacteristicName,
  bytes: Uint8Array,
  nowMs: number,
): Done {
  const state = tick(before, nowMs);
  if (characteristic !== 'request') return done(state, { error: 'notPermitted' });
  if (state.processing) return done(state, { error: 'busy' });
  const lock = takeFault(state.faults, 'lockedOut');
  if (lock.fault) return done({ ...state, faults: lock.faults }, { error: 'notPermitted' });
  return judge(state, bytes, nowMs);
}

/** Reads one characteristic. 81F2 returns its bytes only once. */
export function onRead(before: BeaconState, characteristic: CharacteristicName, nowMs: number): Done {
  const state = tick(before, nowMs);
  switch (characteristic) {
    case 'controlPoint': {
      const idle = state.applied.length === 0 && state.response === '' ? state.idleControlPoint : 1;
      return done(state, { bytes: Uint8Array.of(state.processing || state.stuck ? 0 : idle) });
    }
    case 'response': {
      if (state.response === '') return done(state, { bytes: new Uint8Array() });
      const emptied = { ...state, response: '', responseReads: state.responseReads + 1 };
      return done(emptied, { bytes: bytesOfHex(state.response) });
    }
    case 'token': {
      if (!state.tokenReadable) return done(state, { error: 'notPermitted' });
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setUint32(0, state.lastToken, true);
      return done(state, { bytes });
    }
    case 'request':
      return done(state, { error: 'notPermitted' });
  }
}

/** Starts a new link. Ends the state that the fault "neverEnds" has left, once the fault is used up. */
export function onConnect(before: BeaconState, nowMs: number): BeaconState {
  const state = tick(before, nowMs);
  const again = state.faults.some(({ name }) => name === 'neverEnds');
  return state.stuck && !again ? { ...state, stuck: false } : state;
}

/** Takes the battery out and puts it back, which is the only way out of the non-connectable mode. */
export function powerCycle(state: BeaconState): BeaconState {
  return { ...state, mode: 'normal', processing: null, stuck: false, response: '', blinksUntilMs: 0 };
}

function judge(state: BeaconState, bytes: Uint8Array, nowMs: number): Done {
  const wrong = takeFault(state.faults, 'wrongBeacon');
  const refuses = takeFault(wrong.faults, 'refuses');
  const current: BeaconState = { ...state, faults: refuses.faults };
  const key = deviceKey(state.seed, wrong.fault ? `${state.uniqueId} neighbour` : state.uniqueId);
  const opened = open(key, bytes);
  const { packet } = opened;
  const operation = packet?.operation ?? OPERATION.write;
  const token = packet?.token ?? 0;
  const refuse = (code: number): Done => begin(current, nowMs, plainResponse(operation, token, code), null);

  if (refuses.fault) return refuse(refuses.fault.code);
  if (!opened.ok) return refuse(opened.reason === 'otherKey' ? RESULT.verificationFailed : codeFor(opened.reason));
  if (opened.packet.kind !== 'encryptedRequest') return refuse(RESULT.invalidFormat);
  if (token <= state.lastToken) return refuse(RESULT.tokenExpired);
  if (state.maxAgeSeconds !== null && token < nowMs / 1000 - state.maxAgeSeconds) return refuse(RESULT.packetExpired);
  const values = decodeValues(opened.plain);
  if (!values) return refuse(RESULT.invalidFormat);
  if (operation === OPERATION.command) return obey(current, token, String(values['command'] ?? ''), nowMs, refuse);
  if (operation === OPERATION.readAll) {
    const whole = seal(key, { kind: 'encryptedResponse', operation, token }, readOut(state.values));
    return whole.length > MAX_PACKET_BYTES
      ? refuse(RESULT.tooMuchData)
      : begin(current, nowMs, whole, { token, values: null });
  }
  if (operation !== OPERATION.write) return refuse(RESULT.operationNotSupported);
  const response = seal(key, { kind: 'encryptedResponse', operation, token }, Uint8Array.of(RESULT.ok));
  return begin(current, nowMs, response, { token, values });
}

/** Returns the content of the response to a read-all request: the result and the values without the password. */
function readOut(held: Values): Uint8Array {
  const { password: _, ...values } = held;
  return Uint8Array.of(RESULT.ok, ...encodeValues(values));
}

function codeFor(reason: 'layout' | 'plain' | 'damaged'): number {
  return reason === 'plain' ? RESULT.authorizationFailed : RESULT.invalidFormat;
}

function begin(before: BeaconState, nowMs: number, response: Uint8Array, apply: Processing['apply']): Done {
  let { faults } = before;
  let [answer, effect, stuck] = [response, apply, false];
  if (apply) {
    const never = takeFault(faults, 'neverEnds');
    const empty = takeFault(never.faults, 'emptyResponse');
    const half = takeFault(empty.faults, 'truncatedResponse');
    faults = half.faults;
    stuck = never.fault !== null;
    if (never.fault?.applies === false) [answer, effect] = [new Uint8Array(), null];
    if (empty.fault) answer = new Uint8Array();
    if (half.fault) answer = answer.slice(0, Math.ceil(answer.length / 2));
  }
  const processing: Processing = { untilMs: nowMs + before.processingMs, response: hexOf(answer), apply: effect };
  return done(tick({ ...before, response: '', faults, stuck, processing }, nowMs));
}

/**
 * Acknowledges and executes a command, without a response and without a change of 81F4 (interface.md 4.4). A restart
 * clears both.
 */
function obey(state: BeaconState, token: number, command: string, nowMs: number, refuse: (code: number) => Done): Done {
  const mode = { RESET: 'normal', NONCONNECTABLE: 'nonConnectable', BOOTLOADER: 'bootloader' } as const;
  const blinks = ['BLINK_10S', 'BLINK_30S', 'SLEEP'].includes(command);
  if (!blinks && !(command in mode)) return refuse(RESULT.operationNotSupported);
  const next = blinks ? state.mode : mode[command as keyof typeof mode];
  const blinksUntilMs =
    command === 'BLINK_10S' ? nowMs + 10_000 : command === 'BLINK_30S' ? nowMs + 30_000 : state.blinksUntilMs;
  const obeyed: BeaconState = {
    ...state,
    lastToken: token,
    mode: next,
    commands: [...state.commands, command],
    blinksUntilMs,
  };
  const restarted = command === 'RESET' ? { response: '', stuck: false, blinksUntilMs: 0 } : {};
  return done({ ...obeyed, ...restarted }, { thenDrops: !blinks });
}

function plainResponse(operation: number, token: number, code: number): Uint8Array {
  return writePacket({ revision: 0, kind: 'plainResponse', operation, token, payload: Uint8Array.of(code) });
}
