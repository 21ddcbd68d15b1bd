/** JSON shapes of the legacy answers: device elements, pending configurations, the paging block (interface.md 2.6). */
import { decodeUrl, encodeUrl } from '../../domain/attributes/eddystone-url.ts';
import { memoizeLast } from '../../domain/memoize.ts';
import { findDevice, macFrom, uuidFrom, type FleetDevice } from '../fleet.ts';
import { drawFrom } from '../seed.ts';
import type { Values } from '../values.ts';
import { sharesOf } from './ownership.ts';
import { answer, invalid, lifeOf, type Call, type VisibleDevice } from './route.ts';
import type { SandboxOptions } from './options.ts';
import { peekRecord } from './state.ts';

/** Returns dotted names as nested objects, or unchanged if the shape is flat. */
function shapeValues(
  values: Readonly<Record<string, unknown>>,
  shape: SandboxOptions['attributeShape'],
): Record<string, unknown> {
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

/**
 * Returns values as answers show them: an Eddystone URL in both spellings, metadata as an object, and never the
 * password.
 */
export function shownValues(call: Call, values: Values): Record<string, unknown> {
  const { attributeShape, urlShape } = call.namespace.options;
  const { password: _secret, url, metadata, ...others } = values;
  return shapeValues(
    {
      ...others,
      ...(typeof url === 'string' ? shownUrl(url, urlShape) : {}),
      ...(typeof metadata === 'string' ? { metadata: objectIn(metadata) ?? metadata } : {}),
    },
    attributeShape,
  );
}

/** Returns the fields of an Eddystone URL, whichever way it is stored. */
function shownUrl(storedUrl: string, shape: SandboxOptions['urlShape']): Record<string, unknown> {
  const plain = decodeUrl(storedUrl);
  if (shape === 'plain') return { url: plain ?? storedUrl };
  const hex = plain === null ? encodeUrl(storedUrl) : storedUrl;
  return hex === null ? { url: storedUrl } : { url: hex, decodedUrl: plain ?? storedUrl };
}

function objectIn(text: string): object | null {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' ? data : null;
  } catch {
    return null;
  }
}

/** Returns one element of `devices`. A bare record contains only the fields that the interface guarantees. */
export function deviceElement(call: Call, seen: VisibleDevice): Record<string, unknown> {
  return Object.assign({}, ...elementParts(call, seen).map((part) => part())) as Record<string, unknown>;
}

/** Returns the same element for a filter, which reads few of its fields: the others are not made. */
export function elementToFilter(call: Call, seen: VisibleDevice): Readonly<Record<string, unknown>> {
  const { device } = seen;
  const get = (_: object, name: string): unknown => {
    const { virtual, physical } = peekRecord(call.namespace, device.uniqueId);
    for (const values of isBare(call, device) ? [] : [virtual, device.virtual, physical, device.physical])
      if (Object.hasOwn(values, name) && !SHOWN_OTHERWISE.has(name)) return values[name];
    for (const part of elementParts(call, seen)) {
      const fields = part();
      if (Object.hasOwn(fields, name)) return fields[name];
    }
    return undefined;
  };
  return new Proxy({}, { get });
}

const SHOWN_OTHERWISE: ReadonlySet<string> = new Set(['password', 'url', 'metadata']);

function isBare(call: Call, { bare }: FleetDevice): boolean {
  return bare && call.namespace.options.recordGaps === 'some';
}

/** Returns what makes the parts of an element. */
function elementParts(call: Call, { device, access }: VisibleDevice): (() => Record<string, unknown>)[] {
  const { options } = call.namespace;
  const { uniqueId, deviceType } = device;
  const pendingConfig = (): Record<string, unknown> => {
    const pending = pendingElement(call, uniqueId);
    return pending ? { pendingConfig: pending } : {};
  };
  if (isBare(call, device)) return [() => ({ uniqueId, deviceType }), pendingConfig];
  const values = (): Values => {
    const record = peekRecord(call.namespace, uniqueId);
    const usual: Values = options.deviceFacts === 'few' ? {} : { tags: [], 'deployment.status': deployment(device) };
    return { ...usual, ...device.physical, ...record.physical, ...device.virtual, ...record.virtual };
  };
  return [
    () => ({
      id: options.deviceIds === 'uuid' ? device.id : `sandbox-${uniqueId}`,
      uniqueId,
      deviceType,
      model: device.model,
      product: device.make.product,
    }),
    () => (options.deviceFacts === 'few' ? {} : vendorFacts(call, device)),
    () => ({
      ...macsOf(call, device),
      access,
      shares: sharesOf(call.namespace, uniqueId, call.nowSeconds),
      orderId: device.orderId,
      created: timeOf(call, device.created),
      firmware: device.firmware,
    }),
    () => healthOf(call, device),
    () => shownValues(call, values()),
    pendingConfig,
  ];
}

/**
 * Returns the fields that the vendor's description promises for every device beyond those of the interface
 * (field-facts.md 6).
 */
function vendorFacts(call: Call, { make, firmware, deviceType }: FleetDevice): Record<string, unknown> {
  const owner = ownerOf(call.seed);
  return {
    category: make.category,
    productCode: make.productCode,
    managerId: owner,
    ownerId: owner,
    federation: { federated: false },
    firmwareInfo: {
      firmwareName: make.firmwareName,
      firmwareVersion: firmware,
      upgrade: {
        nextAvailableVersion: firmware === NEWEST_FIRMWARE ? null : NEWEST_FIRMWARE,
        ...(deviceType === 'GATEWAY' && firmware !== NEWEST_FIRMWARE ? { scheduledVersion: NEWEST_FIRMWARE } : {}),
      },
    },
  };
}

const ownerOf = memoizeLast((seed: string) => uuidFrom(drawFrom(`${seed} owner`)));
const NEWEST_FIRMWARE = '2.4';

/** Returns the default deployment status: a device that was ever received counts as deployed. */
function deployment({ lastSeen }: FleetDevice): string {
  return lastSeen === null ? 'TO_BE_DEPLOYED' : 'DEPLOYED';
}

/** Returns the MAC address that answers show; null: the record has none. */
export function macOf(call: Call, { mac, uniqueId }: FleetDevice): string | null {
  return mac ?? (call.namespace.options.recordGaps === 'some' ? null : macFrom(drawFrom(`${call.seed} ${uniqueId}`)));
}

function macsOf(call: Call, device: FleetDevice): Record<string, unknown> {
  const mac = macOf(call, device);
  const shape = call.namespace.options.macShape;
  if (mac === null) return {};
  const macs = { mainMac: mac, bleMac: device.deviceType === 'BEACON' ? mac : null };
  return { ...(shape === 'macs' ? {} : { mac }), ...(shape === 'mac' ? {} : { macs }) };
}

/**
 * Returns battery and last sign of life in the configured spelling. The time is null if the device was never received.
 */
function healthOf(call: Call, device: FleetDevice): Record<string, unknown> {
  const { deviceHealth, deviceFacts } = call.namespace.options;
  const { batteryLevel, lastSeen } = lifeOf(call, device);
  const power = deviceFacts === 'few' ? {} : powerOf(device);
  if (deviceHealth === 'status')
    return {
      status: { batteryLevel, lastOnlineTimestamp: lastSeen === null ? null : timeOf(call, lastSeen), ...power },
    };
  return {
    batteryLevel: deviceHealth === 'text' ? String(batteryLevel) : batteryLevel,
    lastSeen,
    ...(Object.keys(power).length === 0 ? {} : { status: power }),
  };
}

/**
 * Returns the power state. Gateways and USB beacons run on mains power. Gateways of orders that end in "c" are offline.
 */
function powerOf({ deviceType, model, orderId }: FleetDevice): Record<string, unknown> {
  if (deviceType !== 'GATEWAY') return model === 'USB_BEACON' ? { externalPower: true } : {};
  const offline = orderId.endsWith('c');
  return { externalPower: true, online: !offline, ...(offline ? { offlineReason: 'NO_NETWORK' } : {}) };
}

function timeOf(call: Call, seconds: number): string | number {
  return call.namespace.options.timeSpelling === 'iso' ? new Date(seconds * 1000).toISOString() : seconds;
}

/** Returns the answer of a call that changes ownership: a 2xx with or without a body (field-facts.md 3). */
export function writeAnswer(spelling: 'empty' | 'message', message: string): Response {
  return spelling === 'message' ? answer({ message }) : new Response(null, { status: 204 });
}

/** Returns the pending configuration of a device. Null: there is none. */
export function pendingElement(call: Call, uniqueId: string): Record<string, unknown> | null {
  const { pending } = peekRecord(call.namespace, uniqueId);
  if (!pending) return null;
  const model = findDevice(call.seed, uniqueId, call.namespace.options.fleetSize)?.model;
  return {
    uniqueId,
    ...(call.namespace.options.deviceFacts === 'few' ? {} : { model }),
    ...shownValues(call, pending.values),
    ...timesOf(call, pending),
  };
}

function timesOf(call: Call, { created, updated }: { created: number; updated: number }): Record<string, unknown> {
  const { recordTimes } = call.namespace.options;
  const zoneless = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
  if (recordTimes === 'zoneless') return { created: zoneless(created), updated: zoneless(updated) };
  return {
    created: timeOf(call, created),
    ...(recordTimes === 'createdOnly' ? {} : { updated: timeOf(call, updated) }),
  };
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly searchMeta: Readonly<Record<string, unknown>>;
}

/** Items that are made when they are needed, or an array of them. */
export type Sequence<Item> = Pick<readonly Item[], 'length' | 'at'>;

const MAX_PAGE_SIZE = 500;
const QUERY_TYPES = ['NORMAL', 'COUNTED', 'SEARCH_META'];

/**
 * Returns one page of the items with links to the pages before and after it (interface.md 2.6, 4.3). `later` has
 * items that were created after `all`, in order of creation. Throws a `Refusal` with 422 for parameters out of range.
 */
export function pageOf<Item>(
  call: Call,
  all: readonly Item[],
  sortable: Readonly<Record<string, (item: Item) => string | number>>,
  later: Sequence<Item> = [],
): Page<Item> {
  const startIndex = wholeNumber(call.query, 'startIndex', 0, 0, Number.MAX_SAFE_INTEGER);
  const maxResult = Math.min(
    wholeNumber(call.query, 'maxResult', 50, 0, MAX_PAGE_SIZE),
    call.namespace.options.devicePageMost ?? MAX_PAGE_SIZE,
  );
  const orderBy = call.query.get('orderBy') || 'created';
  const order = (call.query.get('order') || 'ASC').toUpperCase();
  const key = sortable[orderBy];
  if (!key) throw invalid('orderBy', 'cannot be sorted by');
  if (order !== 'ASC' && order !== 'DESC') throw invalid('order', 'is not ASC or DESC');
  const sign = order === 'ASC' ? 1 : -1;
  const isCreated = orderBy === 'created';
  const keyed = (isCreated ? all : [...all, ...slice(later)]).map((item) => ({ item, by: key(item) }));
  const sorted = keyed.sort((a, b) => sign * compare(a.by, b.by)).map(({ item }) => item);
  const rest: Sequence<Item> = isCreated ? later : [];
  const found = sorted.length + rest.length;
  const ordered: Sequence<Item> = {
    length: found,
    at: (index) => {
      if (order === 'ASC') return index < sorted.length ? sorted[index] : rest.at(index - sorted.length);
      return index < rest.length ? rest.at(rest.length - 1 - index) : sorted[index - rest.length];
    },
  };
  const address = (to: number): string => addressWith(call, { startIndex: to, maxResult });
  const more = maxResult > 0 && startIndex + maxResult < found;
  return {
    items: slice(ordered, startIndex, startIndex + maxResult),
    searchMeta: {
      filter: call.query.get('q') ?? '',
      startIndex,
      maxResult,
      prevResults: startIndex > 0 ? address(Math.max(0, startIndex - maxResult)) : '',
      nextResults: more ? address(startIndex + maxResult) : '',
      ...countOf(call, found),
      orderBy,
      order,
    },
  };
}

function slice<Item>(items: Sequence<Item>, start = 0, end = items.length): Item[] {
  return Array.from({ length: Math.max(0, Math.min(end, items.length) - start) }, (_, index) =>
    items.at(start + index)!,
  );
}

/** Returns the number of items on all pages if the query asks for it, otherwise null. */
function countOf(call: Call, found: number): { readonly count: number | null; readonly queryType: string } {
  const queryType = (call.query.get('queryType') || 'NORMAL').toUpperCase();
  if (!QUERY_TYPES.includes(queryType)) throw invalid('queryType', `is not one of ${QUERY_TYPES.join(', ')}`);
  return { count: queryType === 'NORMAL' ? null : found, queryType };
}

/** Returns a page under the plural name of its elements, or only the paging block if nothing else is requested. */
export function listAnswer<Item>(
  call: Call,
  name: string,
  { searchMeta }: Page<Item>,
  elements: readonly unknown[],
): Response {
  const { queryType } = countOf(call, 0);
  return answer(queryType === 'SEARCH_META' ? { searchMeta } : { [name]: elements, searchMeta });
}

/** Returns the paging block of a list that has only one page. */
export function singlePageMeta(call: Call, count: number): Readonly<Record<string, unknown>> {
  return { ...pageOf(call, [], { created: () => 0 }).searchMeta, ...countOf(call, count) };
}

/** Returns the address of the call with these parameters, for a link to another page. */
export function addressWith(call: Call, parameters: Readonly<Record<string, string | number>>): string {
  const url = new URL(call.url);
  if (call.namespace.options.foreignLinks) [url.protocol, url.hostname, url.port] = ['https:', 'elsewhere.example', ''];
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url.href;
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number, least: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  if (!/^\d+$/.test(text)) throw invalid(name, 'is no number');
  const value = Number(text);
  if (value < least || value > most) throw invalid(name, `is not between ${least} and ${most}`);
  return value;
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
