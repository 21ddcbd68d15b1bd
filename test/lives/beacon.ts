/**
 * A beacon of a site and the packets that it understands. Written from the interface alone: it shares no code with the
 * app or the sandbox.
 */

/** Identifies a package or a response by the number that its maker has given it. */
export interface PackageMark {
  /** The beacon for which it was sealed. */
  readonly beacon: number;
  /** Unique within a site. */
  readonly serial: number;
  readonly token: number;
  readonly value: number;
}

export type AnswerToken = 'equal' | 'plusOne' | 'unrelated';

export interface BeaconNature {
  /** True when 81F3 exists and can be read. */
  readonly hasToken: boolean;
  /** The token in its encrypted responses, relative to that of the package. */
  readonly answerToken: AnswerToken;
  /** What 81F4 returns while it is idle. */
  readonly idle: 0 | 1;
  /** Its answer to a package that was sealed for another beacon. */
  readonly strangerCode: 3 | 4;
  readonly processingMs: number;
}

export interface Answer {
  readonly bytes: Uint8Array;
  /** The package that it answers; null for a plain answer, which no receipt needs. */
  readonly receiptOf: PackageMark | null;
}

export interface Beacon {
  readonly uniqueId: string;
  readonly index: number;
  readonly nature: BeaconNature;
  value: number;
  lastToken: number;
  /** Serials of the packages that it has applied. */
  readonly took: Set<number>;
  /** Number of commands that it has executed. */
  commands: number;
  /** Serials of the packages that were written to it, for this beacon or not. */
  readonly heard: Set<number>;
  processing: { readonly untilMs: number; readonly answer: Answer } | null;
  /** The content of 81F2, which can be read once. */
  held: Answer | null;
}

const REQUEST = 3;
const RESPONSE = 1;
const PLAIN = 0;
const WRITE = 0x10;
const COMMAND = 0x30;

export function createBeacon(index: number, uniqueId: string, nature: BeaconNature): Beacon {
  return {
    uniqueId,
    index,
    nature,
    value: 0,
    lastToken: 0,
    took: new Set(),
    commands: 0,
    heard: new Set(),
    processing: null,
    held: null,
  };
}

export function packPackage(mark: PackageMark, operation: 'write' | 'command' = 'write'): Uint8Array {
  const payload = [mark.beacon, ...u32(mark.serial), ...u32(mark.value)];
  return pack(REQUEST, mark.token, payload, operation === 'write' ? WRITE : COMMAND);
}

/** Returns the marks of a response's package; null for bytes that no beacon has sealed. */
export function openResponse(bytes: Uint8Array): { readonly beacon: number; readonly serial: number } | null {
  if (bytes.length !== 14 || bytes[1] !== RESPONSE) return null;
  return { beacon: bytes[9]!, serial: read32(bytes, 10) };
}

/** Finishes what the beacon was processing, if its time has come. */
export function settle(beacon: Beacon, nowMs: number): void {
  const { processing } = beacon;
  if (processing === null || nowMs < processing.untilMs) return;
  beacon.processing = null;
  beacon.held = processing.answer;
}

/**
 * Writes a package; false while the beacon is still processing another. Its result is decided at the write, and the
 * earlier `held` is overwritten.
 */
export function write(beacon: Beacon, bytes: Uint8Array, nowMs: number): boolean {
  settle(beacon, nowMs);
  if (beacon.processing !== null) return false;
  const mark = openPackage(bytes);
  if (mark !== null) beacon.heard.add(mark.serial);
  const refuse = (code: number): Answer => ({ bytes: pack(PLAIN, mark?.token ?? 0, [code]), receiptOf: null });
  const { nature } = beacon;
  let answer: Answer;
  if (mark === null) answer = refuse(1);
  else if (mark.beacon !== beacon.index) answer = refuse(nature.strangerCode);
  else if (mark.token <= beacon.lastToken) answer = refuse(7);
  else if (bytes[2] === COMMAND) {
    // A command is executed at once and does not change 81F2.
    beacon.lastToken = mark.token;
    beacon.commands += 1;
    return true;
  } else {
    beacon.took.add(mark.serial);
    beacon.lastToken = mark.token;
    beacon.value = mark.value;
    const token =
      nature.answerToken === 'equal'
        ? mark.token
        : nature.answerToken === 'plusOne'
          ? mark.token + 1
          : 0x1000_0000 + mark.serial;
    answer = { bytes: pack(RESPONSE, token, [beacon.index, ...u32(mark.serial)]), receiptOf: mark };
  }
  beacon.held = null;
  beacon.processing = { untilMs: nowMs + nature.processingMs, answer };
  return true;
}

export function readControlPoint(beacon: Beacon, nowMs: number): Uint8Array {
  settle(beacon, nowMs);
  if (beacon.processing !== null) return Uint8Array.of(0);
  return Uint8Array.of(beacon.held !== null || beacon.heard.size > 0 ? 1 : beacon.nature.idle);
}

export function readToken(beacon: Beacon): Uint8Array {
  return Uint8Array.from(u32(beacon.lastToken));
}

export function takeResponse(beacon: Beacon, nowMs: number): Answer | null {
  settle(beacon, nowMs);
  const { held } = beacon;
  beacon.held = null;
  return held;
}

/** True when the response to this package can still be read from the beacon. */
export function holds(beacon: Beacon, serial: number): boolean {
  return beacon.held?.receiptOf?.serial === serial || beacon.processing?.answer.receiptOf?.serial === serial;
}

/** Returns the receipt that another write would destroy. */
export function unread(beacon: Beacon): PackageMark | null {
  return beacon.held?.receiptOf ?? beacon.processing?.answer.receiptOf ?? null;
}

function openPackage(bytes: Uint8Array): PackageMark | null {
  if (bytes.length !== 18 || bytes[1] !== REQUEST) return null;
  return { token: read32(bytes, 5), beacon: bytes[9]!, serial: read32(bytes, 10), value: read32(bytes, 14) };
}

function pack(flags: number, token: number, payload: readonly number[], operation = WRITE): Uint8Array {
  const length = 4 + payload.length;
  return Uint8Array.of(0, flags, operation, length & 255, length >> 8, ...u32(token), ...payload);
}

function u32(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255];
}

function read32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}
