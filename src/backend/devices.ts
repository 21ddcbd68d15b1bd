/** GET /device: pages of the list, where the list ends, and devices requested by name (interface.md 2.6, 4.3). */
import { MAX_DEVICES } from '../domain/limits.ts';
import * as z from 'zod/mini';
import type { BackendResult } from '../domain/backend-failure.ts';
import { BATTERY_NAMES, LAST_SEEN_NAMES, type AttributeValues, type Device, type Json } from '../domain/device.ts';
import { listOf, otherDevices } from './envelope.ts';
import { failed, plainFailure } from './failure.ts';
import type { Answered, Http } from './http.ts';
import { MAX_PAGE_SIZE } from '../domain/default-settings.ts';
import { nextTurn } from './parse-pieces.ts';
import { storableDevice } from '../domain/storable-text.ts';
import { isRecord } from '../domain/record.ts';
import {
  encodeFields,
  flatten,
  pendingValues,
  readableUrl,
  textOrNull,
  timeMsOrNull,
  wireId,
  wireList,
} from './wire.ts';
import type { PrepareBackend } from '../use-cases/prepare/backend-port.ts';
import type { DeviceListBackend, FoundDevices, DevicePage } from '../use-cases/devices/ports.ts';

export type DevicesCalls = DeviceListBackend & Pick<PrepareBackend, 'readDevice'>;

/** Maximum number of pages on which a device requested by name is searched. */
const MAX_PAGES = 20;
/** Elements parsed without a pause. */
const AT_ONCE = 1000;
/** Longest query of a next page that is read, longer than a server takes. */
const MAX_QUERY = 10_000;

/** Attributes that have a field of their own in a device. */
const OWN_FIELDS = new Set([
  'uniqueId',
  'deviceType',
  'name',
  'alias',
  'tags',
  'notes',
  'model',
  'mac',
  'access',
  'firmware',
]);

/** The reliable fields of an element; everything else is read from its flattened attributes. */
const deviceElement = z.object({ uniqueId: wireId, deviceType: wireId });
const named = z.object({ uniqueId: wireId });
const tagList = z.union([
  wireList,
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',')),
  ),
]);
const ownFields = z.object({
  name: textOrNull,
  alias: textOrNull,
  tags: z.catch(z.pipe(tagList, z.transform(tagsOf)), []),
  notes: textOrNull,
  model: z.catch(z.nullable(z.union([z.string(), z.pipe(z.number(), z.transform(String))])), null),
  access: textOrNull,
  firmware: textOrNull,
});
/** 0 to 100, as a number or as text. */
const percent = z.union([
  z.number().check(z.gte(0), z.lte(100)),
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,3}(\.\d+)?$/)),
    z.pipe(z.transform(Number), z.number().check(z.lte(100))),
  ),
]);
const percentOrNull = z.catch(z.nullable(percent), null);

const meta = z.catch(z.object({ nextResults: textOrNull, count: z.catch(z.nullable(z.number()), null) }), {
  nextResults: null,
  count: null,
});
const listPage = z.catch(z.object({ searchMeta: meta }), { searchMeta: { nextResults: null, count: null } });

export function createDevicesCalls(http: Http): DevicesCalls {
  const readPage = async (query: string, signal?: AbortSignal): Promise<BackendResult<DevicePage>> =>
    pageOf(await http.get('/device', query, signal), startIndexOf(query) ?? 0, signal);

  /**
   * Reads devices by name. The interface does not document this filter: an answer with other IDs was not filtered, and
   * one with further pages is incomplete.
   */
  async function readDevices(uniqueIds: readonly string[], signal?: AbortSignal): Promise<BackendResult<FoundDevices>> {
    const wanted = new Set(uniqueIds);
    const found = new Map<string, Device>();
    let isWhole = true;
    let query: string | null = encodeFields({
      uniqueId: uniqueIds,
      maxResult: Math.min(MAX_PAGE_SIZE, Math.max(50, uniqueIds.length)),
    });
    for (let pages = 0; query !== null && found.size < wanted.size; pages += 1) {
      if (pages === MAX_PAGES) return { ok: true, value: { devices: [...found.values()], isWhole: false } };
      const page: BackendResult<DevicePage> = await readPage(query, signal);
      if (!page.ok) return page;
      for (const device of page.value.devices) if (wanted.has(device.uniqueId)) found.set(device.uniqueId, device);
      isWhole &&=
        page.value.skipped === 0 &&
        !page.value.breaksOff &&
        !page.value.isCut &&
        page.value.devices.every(({ uniqueId }) => wanted.has(uniqueId));
      query = page.value.nextQuery;
    }
    return { ok: true, value: { devices: [...found.values()], isWhole: isWhole || found.size === wanted.size } };
  }
  return {
    readDevices,
    async devicePage(at, pageSize, signal) {
      const maxResult = Math.min(MAX_PAGE_SIZE, Math.max(1, pageSize));
      const requested =
        typeof at === 'number' ? encodeFields({ startIndex: at, maxResult, orderBy: 'created', order: 'ASC' }) : at;
      return readPage(requested, signal);
    },
    async readDevice(uniqueId, signal) {
      const found = await readDevices([uniqueId], signal);
      if (!found.ok) return found;
      const device = found.value.devices[0] ?? null;
      if (device === null && !found.value.isWhole) return otherDevices();
      return { ok: true, value: device };
    },
  };
}

/** Parses one element of `devices`, with limits for storing it; null when it lacks a reliable field. */
function readDeviceElement(element: unknown): Device | null {
  const read = deviceElement.safeParse(element);
  if (!read.success) return null;
  const { uniqueId, deviceType } = read.data;
  const { pendingConfig, metadata, ...rest } = element as Readonly<Record<string, unknown>>;
  const flat = flatten(rest);
  // Metadata is one value: other clients' entries are sent back unchanged.
  const attributes = readableUrl(metadata == null ? flat : { ...flat, metadata: metadata as Json });
  const battery = firstRead(attributes, BATTERY_NAMES, percentOrNull);
  const lastSeen = firstRead(attributes, LAST_SEEN_NAMES, timeMsOrNull);
  return storableDevice({
    uniqueId,
    deviceType,
    ...ownFields.parse(attributes),
    mac: textOrNull.parse(attributes['macs.bleMac'] ?? attributes['mac'] ?? attributes['macs.mainMac']),
    batteryPercent: battery?.value ?? null,
    lastSeenMs: lastSeen?.value ?? null,
    pending: pendingOf(pendingConfig, uniqueId),
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(
        ([name]) => !OWN_FIELDS.has(name) && name !== battery?.name && name !== lastSeen?.name,
      ),
    ),
  });
}

/** Returns the first of `names` with a readable value; an unreadable one stays among the attributes. */
function firstRead(
  attributes: AttributeValues,
  names: readonly string[],
  schema: z.ZodMiniType<number | null>,
): { readonly name: string; readonly value: number } | null {
  for (const name of names) {
    const value = schema.parse(attributes[name]);
    if (value !== null) return { name, value };
  }
  return null;
}

/**
 * Parses a list that is much longer than requested in batches, so that the screen stays responsive and it can be
 * stopped.
 */
async function pageOf(
  answered: BackendResult<Answered>,
  startIndex: number,
  signal: AbortSignal | undefined,
): Promise<BackendResult<DevicePage>> {
  if (!answered.ok) return answered;
  const whole = listOf(answered, 'devices');
  if (!whole.ok) return whole;
  const { body } = answered.value;
  const list = whole.value.slice(0, MAX_DEVICES);
  const devices: Device[] = [];
  for (let at = 0; at < list.length; at += AT_ONCE) {
    if (at > 0) await nextTurn();
    if (signal?.aborted === true) return failed(plainFailure('cancelled'));
    for (const element of list.slice(at, at + AT_ONCE)) {
      const device = readDeviceElement(element);
      if (device !== null) devices.push(device);
    }
  }
  const { nextResults, count } = listPage.parse(body.kind === 'json' ? body.data : null).searchMeta;
  const nextQuery = nextQueryOf(nextResults, startIndex);
  const breaksOff = nextQuery === null && nextResults !== null && nextResults !== '';
  return {
    ok: true,
    value: {
      devices,
      startIndex,
      nextQuery,
      breaksOff,
      skipped: list.length - devices.length,
      isCut: list.length < whole.value.length,
      count,
    },
  };
}

/**
 * Returns the query of the next page; null at the end of the list. Uses only the query of the link: an address in a
 * body must not send the key to another host or path (product.md "Lists that move").
 */
export function nextQueryOf(nextResults: string | null, startIndex: number): string | null {
  const mark = nextResults?.indexOf('?') ?? -1;
  if (nextResults === null || mark < 0) return null;
  const query = new URLSearchParams(nextResults.slice(mark + 1, mark + 1 + MAX_QUERY).split('#', 1)[0]).toString();
  const next = startIndexOf(query);
  return next !== null && next > startIndex ? query : null;
}

function startIndexOf(query: string): number | null {
  const text = new URLSearchParams(query).get('startIndex');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * Returns the pending values in a device's record. A list without IDs belongs to the device too, because it is in the
 * device's record.
 */
function pendingOf(data: unknown, uniqueId: string): AttributeValues | null {
  const list = wireList.safeParse(data);
  const record = list.success ? (list.data.find((element) => isOf(element, uniqueId)) ?? list.data[0]) : data;
  return isRecord(record) && Object.keys(record).length > 0 ? pendingValues(record) : null;
}

function isOf(element: unknown, uniqueId: string): boolean {
  const read = named.safeParse(element);
  return read.success && read.data.uniqueId === uniqueId;
}

function tagsOf(items: readonly unknown[]): string[] {
  return items
    .filter((item): item is string => typeof item === 'string')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
