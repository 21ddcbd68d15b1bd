/** The interface between the emulated backend and its resource files. */
import { findDevice, type Access, type AccountName, type FleetDevice } from '../fleet.ts';
import { heardOf, type Heard } from '../telemetry/heard.ts';
import type { SandboxOptions } from './options.ts';
import { accessOf, isAtLeast } from './ownership.ts';
import type { NamespaceState } from './state.ts';

export interface Call {
  readonly seed: string;
  readonly namespace: NamespaceState;
  readonly account: AccountName;
  readonly url: URL;
  readonly query: URLSearchParams;
  /** The parts of the path that the route names. */
  readonly parts: Readonly<Record<string, string>>;
  /** Fields of a legacy POST, from its form and its address. */
  readonly form: URLSearchParams;
  /** The raw body, for v3. */
  readonly body: string;
  /** The backend's clock, Unix seconds. */
  readonly nowSeconds: number;
  /** The same clock, Unix ms. */
  readonly nowMs: number;
  /**
   * Counts a request of the account if fewer than `most` were made in the last `windowMs`. Null: it was accepted;
   * otherwise the seconds to wait.
   */
  readonly takeTurn: (what: string, most: number, windowMs: number) => number | null;
}

/** Which of the two interfaces (interface.md 4). */
export type Api = 'legacy' | 'v3';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly api: Api;
  /** The path after the base address, such as "/config/create". `{name}` matches one part, which is in `Call.parts`. */
  readonly path: string;
  /** The option that can say that the backend lacks this call. */
  readonly option?: keyof SandboxOptions;
  readonly handle: (call: Call) => Response;
}

/** Returns the named parts of a path that matches the pattern, as they are encoded. Null: it does not match. */
export function partsOf(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== given[at]) return null;
    if (name !== undefined) parts[name] = given[at]!;
  }
  return parts;
}

export interface FieldError {
  readonly field: string;
  readonly error: string;
  readonly message: string;
  /** The sent value, for the v3 error body. Never a secret. */
  readonly invalidValue?: unknown;
}

/** Ends a call with an error status. It becomes the error body of the API (field-facts.md 3). */
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

/** Parameters that remember which of them were read. */
export class ReadFields extends URLSearchParams {
  readonly #read = new Set<string>();

  override get(name: string): string | null {
    this.#read.add(name);
    return super.get(name);
  }

  override getAll(name: string): string[] {
    this.#read.add(name);
    return super.getAll(name);
  }

  override has(name: string): boolean {
    this.#read.add(name);
    return super.has(name);
  }

  /** A call that goes through all parameters reads them all. */
  override [Symbol.iterator](): ReturnType<URLSearchParams['entries']> {
    for (const name of super.keys()) this.#read.add(name);
    return super[Symbol.iterator]();
  }

  /** Returns the names that nobody has read: the call ignored them. */
  unread(): string[] {
    return [...new Set(super.keys())].filter((name) => !this.#read.has(name));
  }
}

/**
 * Returns the fields of a legacy call from its address, its form or both. A repeated field becomes a list
 * (field-facts.md 6).
 */
export function fieldsOf(...sources: readonly URLSearchParams[]): ReadFields {
  const values = new Map<string, string[]>();
  for (const [name, value] of sources.flatMap((source) => [...source]))
    values.set(name, [...(values.get(name) ?? []), value]);
  return new ReadFields(Array.from(values, ([name, all]): [string, string] => [name, all.join(',')]));
}

/** Returns the comma-separated IDs of a field. Throws a `Refusal` with 422 if there are none. */
export function idsIn(fields: URLSearchParams, field = 'uniqueId'): string[] {
  const ids = listIn(fields, field);
  if (ids.length === 0) throw invalid(field, 'is required');
  return ids;
}

/**
 * Returns the trimmed items of a field, comma-separated or in repeated fields, in their case. Empty if the field is
 * absent.
 */
export function listIn(fields: URLSearchParams, field: string): string[] {
  return fields
    .getAll(field)
    .join(',')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Returns the requested device type, which clients spell in either case. Null: any. */
export function deviceTypeIn(fields: URLSearchParams): string | null {
  return fields.get('deviceType')?.trim().toUpperCase() || null;
}

export interface VisibleDevice {
  readonly device: FleetDevice;
  readonly access: Access;
}

/** Returns battery and last sign of life of a device, by the backend's clock. */
export function lifeOf(call: Call, device: FleetDevice): Heard {
  return heardOf(call.seed, device, call.nowMs, (call.namespace.orders[device.orderId]?.ready ?? 0) * 1000);
}

/**
 * Returns the device as the account sees it. Null if the account does not see it, or if it has another type than
 * requested.
 */
export function visible(call: Call, uniqueId: string, deviceType: string | null): VisibleDevice | null {
  const device = findDevice(call.seed, uniqueId, call.namespace.options.fleetSize);
  return device && (!deviceType || device.deviceType === deviceType) ? asSeen(call, device) : null;
}

/** Returns a device of which the account has at least this access. Throws a `Refusal`: 404 for an unseen device, else 403. */
export function deviceFor(call: Call, uniqueId: string, deviceType: string | null, least: Access): VisibleDevice {
  const seen = visible(call, uniqueId, deviceType);
  if (seen === null) throw new Refusal(404, 'NOT_FOUND', `Unknown device ${uniqueId}`);
  if (!isAtLeast(seen.access, least))
    throw new Refusal(403, 'FORBIDDEN', `This call needs ${least}; this key is ${seen.access} of ${uniqueId}`);
  return seen;
}

/** Returns a device as the account sees it. Null: the account does not see it. */
export function asSeen(call: Call, device: FleetDevice): VisibleDevice | null {
  const access = accessOf(call.namespace, device, call.account, call.nowSeconds);
  return access && { device, access };
}
