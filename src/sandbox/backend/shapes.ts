/** JSON shapes of the legacy answers: device elements, pending configurations, the paging block (interface.md 2.6). */
import type { Values } from '../values.ts';
import { sharesOf } from './ownership.ts';
import { Refusal, answer, invalid, lifeOf, type Call, type VisibleDevice } from './route.ts';
import { peekRecord, type SandboxOptions } from './state.ts';

/** Dotted names as they are, or as objects within objects. */
function shapeValues(values: Values, shape: SandboxOptions['attributeShape']): Record<string, unknown> {
  if (shape === 'flat') return { ...values };
  const whole: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const parts = name.split('.');
    let inner = whole;
    for (const part of parts.slice(0, -1)) inner = (inner[part] ??= {}) as Record<string, unknown>;
    inner[parts.at(-1)!] = value;
  }
  return whole;
}

/** One element of `devices`; bare records carry what may be relied on and nothing else. */
export function deviceElement(call: Call, { device, access }: VisibleDevice): Record<string, unknown> {
  const { uniqueId, deviceType } = device;
  const pending = pendingElement(call, uniqueId);
  if (device.bare) return { uniqueId, deviceType, ...(pending ? { pendingConfig: pending } : {}) };
  const record = peekRecord(call.namespace, uniqueId);
  const life = lifeOf(call, device);
  const { password: _secret, ...physical } = { ...device.physical, ...record.physical };
  const values = shapeValues(
    { ...physical, ...device.virtual, ...record.virtual },
    call.namespace.options.attributeShape,
  );
  return {
    id: `sandbox-${uniqueId}`,
    uniqueId,
    deviceType,
    model: device.model,
    product: device.product,
    ...(device.mac ? { mac: device.mac } : {}),
    access,
    shares: sharesOf(call.namespace, uniqueId, call.nowSeconds),
    orderId: device.orderId,
    created: device.created,
    firmware: device.firmware,
    ...healthOf(life, call.namespace.options.deviceHealth),
    ...values,
    ...(pending ? { pendingConfig: pending } : {}),
  };
}

/** Battery and last sign of life, in the spellings that backends have for them; null for a device that was never heard. */
function healthOf(
  { batteryLevel, lastSeen }: ReturnType<typeof lifeOf>,
  spelling: SandboxOptions['deviceHealth'],
): Record<string, unknown> {
  if (spelling === 'status') return { status: { batteryLevel, lastOnlineTimestamp: lastSeen } };
  return { batteryLevel: spelling === 'text' ? String(batteryLevel) : batteryLevel, lastSeen };
}

/** The answer of a call that changes ownership: a 2xx, with or without a body (field-facts.md 3). */
export function writeAnswer(call: Call, message: string): Response {
  return call.namespace.options.writeAnswer === 'message' ? answer({ message }) : new Response(null, { status: 204 });
}

/** What is pending for a device; null when nothing is. */
export function pendingElement(call: Call, uniqueId: string): Record<string, unknown> | null {
  const { pending } = peekRecord(call.namespace, uniqueId);
  if (!pending) return null;
  const { password: _secret, ...values } = pending.values;
  return {
    uniqueId,
    ...shapeValues(values, call.namespace.options.attributeShape),
    ...timesOf(pending, call.namespace.options.recordTimes),
  };
}

function timesOf(
  { created, updated }: { created: number; updated: number },
  spelled: SandboxOptions['recordTimes'],
): Record<string, unknown> {
  const zoneless = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
  if (spelled === 'zoneless') return { created: zoneless(created), updated: zoneless(updated) };
  return spelled === 'createdOnly' ? { created } : { created, updated };
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly searchMeta: Readonly<Record<string, unknown>>;
}

const MOST = 500;

/** One page of the items, with the addresses of its neighbours (interface.md 2.6, 4.3). 422 for parameters out of range. */
export function pageOf<Item>(
  call: Call,
  all: readonly Item[],
  sortable: Readonly<Record<string, (item: Item) => string | number>>,
): Page<Item> {
  const startIndex = wholeNumber(call.query, 'startIndex', 0, 0, Number.MAX_SAFE_INTEGER);
  const maxResult = Math.min(
    wholeNumber(call.query, 'maxResult', 50, 1, MOST),
    call.namespace.options.devicePageMost ?? MOST,
  );
  const orderBy = call.query.get('orderBy') || 'created';
  const order = (call.query.get('order') || 'ASC').toUpperCase();
  const key = sortable[orderBy];
  if (!key) throw invalid('orderBy', 'cannot be sorted by');
  if (order !== 'ASC' && order !== 'DESC') throw invalid('order', 'is not ASC or DESC');
  const sign = order === 'ASC' ? 1 : -1;
  const keyed = all.map((item) => ({ item, by: key(item) }));
  const sorted = keyed.sort((a, b) => sign * compare(a.by, b.by)).map(({ item }) => item);
  const more = startIndex + maxResult < sorted.length;
  return {
    items: sorted.slice(startIndex, startIndex + maxResult),
    searchMeta: {
      filter: call.query.get('q') ?? '',
      startIndex,
      maxResult,
      prevResults: startIndex > 0 ? address(call, Math.max(0, startIndex - maxResult), maxResult) : '',
      nextResults: more ? address(call, startIndex + maxResult, maxResult) : '',
      count: null,
      orderBy,
      queryType: 'NORMAL',
      order,
    },
  };
}

/** The block that ends a list which is not paged. */
export function wholeMeta(call: Call): Readonly<Record<string, unknown>> {
  return pageOf(call, [], { created: () => 0 }).searchMeta;
}

function address(call: Call, startIndex: number, maxResult: number): string {
  const url = new URL(call.url);
  if (call.namespace.options.foreignLinks) [url.protocol, url.hostname, url.port] = ['https:', 'elsewhere.example', ''];
  url.searchParams.set('startIndex', String(startIndex));
  url.searchParams.set('maxResult', String(maxResult));
  return url.href;
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number, least: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  if (!/^\d+$/.test(text))
    throw new Refusal(422, 'VALIDATION', `${name} is no number`, [
      { field: name, error: 'INVALID', message: 'no number' },
    ]);
  const value = Number(text);
  if (value < least || value > most) throw invalid(name, `is not between ${least} and ${most}`);
  return value;
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
