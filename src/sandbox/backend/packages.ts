/**
 * The backend's half of the configuration procedure: makes encrypted packages and verifies secure responses
 * (interface.md 4.4).
 */
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import { OPERATION } from '../../domain/packet.ts';
import { RESULT } from '../../domain/result-codes.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { fromBase64 } from '../base64.ts';
import { findDevice } from '../fleet.ts';
import { deviceKey, open, seal } from '../sealing.ts';
import { decodeValues, encodeValues, type Values } from '../values.ts';
import { Refusal, type Call } from './route.ts';
import { peekRecord, recordOf, type DeviceRecord, type NamespaceState } from './state.ts';

/**
 * Returns the Base64 package of the pending values. Null: nothing is pending. Each call makes a package with a newer
 * token (unless `samePackage` is set), so fetching again replaces one that the beacon would refuse.
 */
export function packagePending(call: Call, uniqueId: string): string | null {
  if (!peekRecord(call.namespace, uniqueId).pending) return null;
  const record = recordOf(call.namespace, uniqueId);
  const pending = record.pending!;
  if (call.namespace.options.samePackage && pending.package !== undefined) return pending.package;
  const token = nextToken(record, call.nowSeconds);
  pending.tokens.push(token);
  pending.package = encodeBase64(sealFor(call.seed, uniqueId, OPERATION.write, token, pending.values));
  return pending.package;
}

/** Returns the Base64 packet of a command. Commands are never pending and have no response. */
export function packageCommand(call: Call, uniqueId: string, command: string): string {
  const token = nextToken(recordOf(call.namespace, uniqueId), call.nowSeconds);
  return encodeBase64(sealFor(call.seed, uniqueId, OPERATION.command, token, { command }));
}

/** Returns the Base64 request for all values of a beacon. */
export function packageReadAll(call: Call, uniqueId: string): string {
  const token = nextToken(recordOf(call.namespace, uniqueId), call.nowSeconds);
  return encodeBase64(sealFor(call.seed, uniqueId, OPERATION.readAll, token, {}));
}

/** Returns the values in the response to a read-all request. Null for anything else. Changes nothing. */
export function readValues(call: Call, uniqueId: string, base64: string): Values | null {
  const bytes = fromBase64(base64);
  const opened = bytes ? open(deviceKey(call.seed, uniqueId), bytes) : null;
  if (opened?.ok !== true) return null;
  const { packet, plain } = opened;
  const isReading = packet.kind === 'encryptedResponse' && packet.operation === OPERATION.readAll;
  return isReading && plain[0] === RESULT.ok ? decodeValues(plain.slice(1)) : null;
}

/**
 * Sets the record to the values that were read. Clears the pending configuration if the beacon shows all of its values.
 */
export function syncValues(call: Call, uniqueId: string, values: Values, updated: number): void {
  const record = recordOf(call.namespace, uniqueId);
  record.physical = { ...record.physical, ...values };
  record.updated = updated;
  const { password: _, ...pending } = record.pending?.values ?? {};
  if (Object.entries(pending).every(([name, value]) => String(values[name]) === String(value))) record.pending = null;
}

/**
 * Adds values to the pending configuration. Responses to earlier packages of the device are not verified after that.
 * Throws a `Refusal` with 409 if the values do not fit into a packet.
 */
export function addPending(call: Call, uniqueId: string, values: Values): void {
  const pending = peekRecord(call.namespace, uniqueId).pending;
  const merged = { ...pending?.values, ...values };
  if (sealFor(call.seed, uniqueId, OPERATION.write, 0, merged).length > MAX_PACKET_BYTES) {
    throw new Refusal(409, 'CONFLICT', 'The device has no room for so large a configuration');
  }
  const created = pending?.created ?? call.nowSeconds;
  recordOf(call.namespace, uniqueId).pending = { values: merged, created, updated: call.nowSeconds, tokens: [] };
}

/** True for gateways and for cloud beacons, which are an older kind of gateway. */
export function isGatewayType(deviceType: string | undefined): boolean {
  return deviceType === 'GATEWAY' || deviceType === 'CLOUD_BEACON';
}

/**
 * Applies the pending values of each gateway whose delay has passed. Gateways fetch them over the network, and no
 * response is posted.
 */
export function applyAtGateways(namespace: NamespaceState, seed: string, nowSeconds: number): void {
  for (const [uniqueId, record] of Object.entries(namespace.devices)) {
    const { pending } = record;
    if (pending === null || pending.updated + namespace.options.gatewayApplySeconds > nowSeconds) continue;
    if (!isGatewayType(findDevice(seed, uniqueId)?.deviceType)) continue;
    record.physical = { ...record.physical, ...pending.values };
    record.pending = null;
  }
}

type Verdict = 'applied' | 'repeat' | 'notVerified' | 'nothingPending';

interface Judgement {
  readonly verdict: Verdict;
  /** The token of a genuine response. Null for anything else. */
  readonly token: number | null;
}

/** Checks a posted response. Changes nothing. */
export function judgeResponse(call: Call, uniqueId: string, base64: string): Judgement {
  const bytes = fromBase64(base64);
  const opened = bytes ? open(deviceKey(call.seed, uniqueId), bytes) : null;
  const genuine = opened?.ok === true && opened.packet.kind === 'encryptedResponse' && opened.plain[0] === RESULT.ok;
  const token = genuine ? appliedToken(opened.packet.token, opened.plain) : null;
  const record = peekRecord(call.namespace, uniqueId);
  if (token !== null && record.applied.includes(token)) return { verdict: 'repeat', token };
  if (!record.pending) return { verdict: 'nothingPending', token };
  return { verdict: token !== null && record.pending.tokens.includes(token) ? 'applied' : 'notVerified', token };
}

/**
 * Returns the token of the packet that a response answers: the one sealed behind its result if there is one, otherwise
 * the token in its header, which is not always the packet's.
 */
function appliedToken(token: number, plain: Uint8Array): number {
  return plain.length < 5 ? token : new DataView(plain.buffer, plain.byteOffset).getUint32(1, true);
}

/** Counts the post. Applies the pending values if the response is the expected one, once for each token. */
export function settleResponse(call: Call, uniqueId: string, { verdict, token }: Judgement, updated: number): void {
  const record = recordOf(call.namespace, uniqueId);
  record.posts += 1;
  if (verdict === 'repeat') record.repeats += 1;
  if (verdict === 'notVerified' || verdict === 'nothingPending') record.notVerified += 1;
  if (verdict !== 'applied' || token === null || !record.pending) return;
  record.physical = { ...record.physical, ...record.pending.values };
  record.pending = null;
  record.applied.push(token);
  record.effects[token] = (record.effects[token] ?? 0) + 1;
  record.updated = updated;
}

function nextToken(record: DeviceRecord, nowSeconds: number): number {
  record.lastToken = Math.max(nowSeconds, record.lastToken + 1);
  return record.lastToken;
}

function sealFor(seed: string, uniqueId: string, operation: number, token: number, values: Values): Uint8Array {
  return seal(deviceKey(seed, uniqueId), { kind: 'encryptedRequest', operation, token }, encodeValues(values));
}
