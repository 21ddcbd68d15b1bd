/** What a resource file offers to the emulated backend, and what it is given with each call. */
import { findDevice, type Access, type AccountName, type FleetDevice } from '../fleet.ts';
import { heardOf, type Heard } from '../telemetry/heard.ts';
import { accessOf } from './ownership.ts';
import type { NamespaceState } from './state.ts';

export interface Call {
  readonly seed: string;
  readonly namespace: NamespaceState;
  readonly account: AccountName;
  readonly url: URL;
  readonly query: URLSearchParams;
  /** The parts of the path that the route names. */
  readonly parts: Readonly<Record<string, string>>;
  /** Fields of a legacy POST: of its form, and of its address. */
  readonly form: URLSearchParams;
  /** The raw body, for v3. */
  readonly body: string;
  /** The backend's clock in Unix seconds. */
  readonly nowSeconds: number;
  /** The same clock, ms. */
  readonly nowMs: number;
  /** Takes one of `most` turns of the account in any `windowMs`; null = it was free, else the seconds to wait. */
  readonly takeTurn: (what: string, most: number, windowMs: number) => number | null;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly api: 'legacy' | 'v3';
  /** After the base address, such as "/config/create"; `{name}` stands for one part, which is in `Call.parts`. */
  readonly path: string;
  readonly handle: (call: Call) => Response;
}

/** The named parts of a path that fits the route's; null for one that does not. */
export function partsOf(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== given[at]) return null;
    if (name !== undefined) parts[name] = decodeURIComponent(given[at]!);
  }
  return parts;
}

export interface FieldError {
  readonly field: string;
  readonly error: string;
  readonly message: string;
  /** What was sent, for the v3 error body; never a secret. */
  readonly invalidValue?: unknown;
}

/** Ends a call with an error status; becomes the error body of its face (field-facts.md 3). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly details: readonly FieldError[] | null = null,
    readonly extra: { readonly headers?: Readonly<Record<string, string>>; readonly bodyless?: boolean } = {},
  ) {
    super(message);
  }
}

export function invalid(field: string, message: string): Refusal {
  return new Refusal(422, 'VALIDATION', `${field}: ${message}`, [{ field, error: 'INVALID', message }]);
}

export function answer(data: unknown, status = 200): Response {
  return new Response(JSON.stringify(data), { status, headers: { 'content-type': 'application/json' } });
}

/** The comma-joined ids of a field; 422 when there is none. */
export function idsIn(fields: URLSearchParams, field = 'uniqueId'): string[] {
  const ids = listIn(fields, field);
  if (ids.length === 0) throw invalid(field, 'is required');
  return ids;
}

/** The items of a field, comma-joined or each in a field of its own, trimmed, their case kept; none when it is absent. */
export function listIn(fields: URLSearchParams, field: string): string[] {
  return fields
    .getAll(field)
    .join(',')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The type of device that is asked for, which clients spell in either case; null = any. */
export function deviceTypeIn(fields: URLSearchParams): string | null {
  return fields.get('deviceType')?.trim().toUpperCase() || null;
}

export interface VisibleDevice {
  readonly device: FleetDevice;
  readonly access: Access;
}

/** Battery and last sign of life of a device, by the backend's clock. */
export function lifeOf(call: Call, device: FleetDevice): Heard {
  return heardOf(call.seed, device, call.nowMs, (call.namespace.orders[device.orderId]?.ready ?? 0) * 1000);
}

/** The device as the account sees it; null for one it does not see, or of another type than asked. */
export function visible(call: Call, uniqueId: string, deviceType: string | null): VisibleDevice | null {
  const device = findDevice(call.seed, uniqueId);
  const access = device ? accessOf(call.namespace, device, call.account, call.nowSeconds) : null;
  if (!device || !access || (deviceType && device.deviceType !== deviceType)) return null;
  return { device, access };
}
