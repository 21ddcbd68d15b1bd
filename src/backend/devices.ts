/** GET /device: pages of the list, and devices asked for by name (interface.md 2.6, 4.3). */
import * as z from 'zod/mini';
import type { BackendResult } from '../domain/backend-failure.ts';
import { BATTERY_NAMES, LAST_SEEN_NAMES, type AttributeValues, type Device, type Json } from '../domain/device.ts';
import { listIn, unreadable } from './config.ts';
import type { Answered, Http } from './http.ts';
import { encodeFields, flatten, isRecord, pendingValues, readId, readTimeMs } from './wire.ts';

export interface DevicesPage {
  readonly devices: readonly Device[];
  readonly startIndex: number;
  /** Query of the next page taken from `nextResults`; null at the end, or where `startIndex` does not move on. */
  readonly nextQuery: string | null;
  /** Elements without a uniqueId or a deviceType, left out. */
  readonly skipped: number;
  /** `count` of searchMeta, where the backend says it. */
  readonly count: number | null;
}

export interface DevicesCalls {
  /** The first page when `query` is null; oldest first, so that new devices come at the end. */
  devicePage(query: string | null, pageSize: number, signal?: AbortSignal): Promise<BackendResult<DevicesPage>>;
  /** null when the device is not in the list. */
  readDevice(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<Device | null>>;
  /** Those of the ids that exist and are accessible. */
  readDevices(uniqueIds: readonly string[], signal?: AbortSignal): Promise<BackendResult<readonly Device[]>>;
}

/** `maxResult` goes up to here (field-facts 3). */
const MOST = 500;

/** Attributes that a device has a field for. */
const OWN_FIELDS = new Set(['uniqueId', 'deviceType', 'name', 'alias', 'tags', 'notes', 'model', 'mac', 'access', 'firmware']);

const textOrNull = z.catch(z.nullable(z.string()), null);
const meta = z.catch(z.object({ nextResults: textOrNull, count: z.catch(z.nullable(z.number()), null) }), { nextResults: null, count: null });

export function createDevicesCalls(http: Http): DevicesCalls {
  async function readDevices(uniqueIds: readonly string[], signal?: AbortSignal): Promise<BackendResult<readonly Device[]>> {
    const query = encodeFields([['uniqueId', [...uniqueIds]], ['maxResult', Math.min(MOST, Math.max(50, uniqueIds.length))]]);
    const answered = await http.get('/device', query, signal);
    if (!answered.ok) return answered;
    const page = pageOf(answered.value, 0);
    return page.ok ? { ok: true, value: page.value.devices.filter((device) => uniqueIds.includes(device.uniqueId)) } : page;
  }
  return {
    readDevices,
    async devicePage(query, pageSize, signal) {
      const first = encodeFields([['startIndex', 0], ['maxResult', Math.min(MOST, Math.max(1, pageSize))], ['orderBy', 'created'], ['order', 'ASC']]);
      const asked = query ?? first;
      const answered = await http.get('/device', asked, signal);
      return answered.ok ? pageOf(answered.value, startIndexOf(asked) ?? 0) : answered;
    },
    async readDevice(uniqueId, signal) {
      const found = await readDevices([uniqueId], signal);
      return found.ok ? { ok: true, value: found.value[0] ?? null } : found;
    },
  };
}

/** Reads one element of `devices`; null when it lacks what may be relied on. */
export function readDeviceElement(element: unknown): Device | null {
  if (!isRecord(element)) return null;
  const uniqueId = readId(element['uniqueId']);
  const deviceType = readId(element['deviceType']);
  if (uniqueId === null || deviceType === null) return null;
  const { pendingConfig, ...rest } = element;
  const attributes = flatten(rest);
  const text = (name: string): string | null => (typeof attributes[name] === 'string' ? attributes[name] : null);
  const battery = firstRead(attributes, BATTERY_NAMES, readPercent);
  const lastSeen = firstRead(attributes, LAST_SEEN_NAMES, readTimeMs);
  return {
    uniqueId,
    deviceType,
    name: text('name'),
    alias: text('alias'),
    tags: tagsOf(attributes['tags']),
    notes: text('notes'),
    model: typeof attributes['model'] === 'number' ? String(attributes['model']) : text('model'),
    mac: text('mac'),
    access: text('access'),
    firmware: text('firmware'),
    batteryPercent: battery?.value ?? null,
    lastSeenMs: lastSeen?.value ?? null,
    pending: pendingOf(pendingConfig, uniqueId),
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !OWN_FIELDS.has(name) && name !== battery?.name && name !== lastSeen?.name)),
  };
}

/** The first of `names` whose value can be read; one that cannot stays among the attributes, as it came. */
function firstRead(attributes: AttributeValues, names: readonly string[], read: (value: Json | undefined) => number | null): { readonly name: string; readonly value: number } | null {
  for (const name of names) {
    const value = read(attributes[name]);
    if (value !== null) return { name, value };
  }
  return null;
}

/** 0 to 100, as a number or as text. */
function readPercent(value: Json | undefined): number | null {
  const percent = typeof value === 'string' && /^\d{1,3}(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent : null;
}

function pageOf(answered: Answered, startIndex: number): BackendResult<DevicesPage> {
  const list = listIn(answered.body, 'devices');
  if (list === null || list === 'unreadable') return unreadable(answered);
  const devices = list.map(readDeviceElement).filter((device) => device !== null);
  const data = answered.body.kind === 'json' && isRecord(answered.body.data) ? answered.body.data : {};
  const { nextResults, count } = meta.parse(data['searchMeta'] ?? null);
  return { ok: true, value: { devices, startIndex, nextQuery: nextQueryOf(nextResults, startIndex), skipped: list.length - devices.length, count } };
}

/** The query alone: an address in a body must not send the key to another host or path (product.md "Lists that move"). */
function nextQueryOf(nextResults: string | null, startIndex: number): string | null {
  const mark = nextResults?.indexOf('?') ?? -1;
  if (nextResults === null || mark < 0) return null;
  const query = new URLSearchParams(nextResults.slice(mark + 1).replace(/#.*$/, '')).toString();
  const next = startIndexOf(query);
  return next !== null && next > startIndex ? query : null;
}

function startIndexOf(query: string): number | null {
  const text = new URLSearchParams(query).get('startIndex');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function pendingOf(data: unknown, uniqueId: string): AttributeValues | null {
  const record: unknown = Array.isArray(data) ? data.find((element) => !isRecord(element) || (readId(element['uniqueId']) ?? uniqueId) === uniqueId) : data;
  return isRecord(record) && Object.keys(record).length > 0 ? pendingValues(record) : null;
}

function tagsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return items.filter((item): item is string => typeof item === 'string').map((item) => item.trim()).filter((item) => item !== '');
}
