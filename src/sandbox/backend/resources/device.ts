/** GET /device and POST /device/update (interface.md 4.3, 4.4). */
import { fromBase64 } from '../../base64.ts';
import { deviceAt, deviceCount, positionOf, storedCount, type FleetDevice } from '../../fleet.ts';
import type { Values } from '../../values.ts';
import { virtualValues } from '../attribute-rules.ts';
import { readFilter } from '../filter.ts';
import { judgeResponse, packagePending, settleResponse } from '../packages.ts';
import {
  Refusal,
  answer,
  asSeen,
  deviceFor,
  deviceTypeIn,
  idsIn,
  invalid,
  lifeOf,
  listIn,
  visible,
  type Call,
  type Route,
  type VisibleDevice,
} from '../route.ts';
import { deviceElement, elementToFilter, listAnswer, macOf, pageOf, singlePageMeta, type Sequence } from '../shapes.ts';
import { peekRecord, recordOf } from '../state.ts';

export const deviceRoutes: readonly Route[] = [
  { method: 'GET', api: 'legacy', path: '/device', handle: list },
  { method: 'GET', api: 'legacy', path: '/device/{uniqueId}', option: 'deviceByPath', handle: one },
  { method: 'POST', api: 'legacy', path: '/device/update', handle: update },
];

type Key<Item> = (item: Item) => string | number;

/** Returns what a list can be sorted by, of the device at a position. */
function sortable(call: Call): Readonly<Record<string, Key<number>>> {
  const text =
    (name: string) =>
    (device: FleetDevice): string =>
      String(valuesOf(call, device)[name] ?? '');
  const number =
    (name: string) =>
    (device: FleetDevice): number =>
      Number(valuesOf(call, device)[name] ?? 0);
  const keys: Readonly<Record<string, Key<FleetDevice>>> = {
    created: (device) => device.created,
    updated: (device) => peekRecord(call.namespace, device.uniqueId).updated ?? device.created,
    id: (device) => device.id,
    uniqueId: (device) => device.uniqueId,
    deviceType: (device) => device.deviceType,
    model: (device) => device.model,
    product: (device) => device.make.product,
    orderId: (device) => device.orderId,
    batteryLevel: (device) => lifeOf(call, device).batteryLevel,
    lastSeen: (device) => lifeOf(call, device).lastSeen ?? 0,
    alias: text('alias'),
    name: text('name'),
    major: number('major'),
    minor: number('minor'),
    interval: number('interval'),
    txPower: number('txPower'),
  };
  return Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name, (position: number) => key(deviceAt(call.seed, position))]),
  );
}

function list(call: Call): Response {
  const inCase = (field: string): string[] => listIn(call.query, field).map((word) => word.toUpperCase());
  const [types, levels, macs] = [inCase('deviceType'), inCase('access'), inCase('mac')];
  const ids = call.namespace.options.deviceFilter === 'served' ? listIn(call.query, 'uniqueId') : [];
  const q = (call.query.get('q') ?? '').trim();
  const filter = readFilter(q);
  const { seed, namespace } = call;
  const { fleetSize } = namespace.options;
  const isWanted = (deviceType: string, access: string): boolean =>
    (types.length === 0 || types.includes(deviceType)) && (levels.length === 0 || levels.includes(access));
  const fits = (position: number): boolean => {
    const seen = asSeen(call, deviceAt(seed, position));
    if (!seen || !isWanted(seen.device.deviceType, seen.access)) return false;
    if (macs.length > 0 && !macs.includes((macOf(call, seen.device) ?? '').toUpperCase())) return false;
    return filter === null ? searchable(call, seen).includes(q.toLowerCase()) : filter(elementToFilter(call, seen));
  };
  const positionsOf = (uniqueIds: readonly string[]): number[] => [
    ...new Set(uniqueIds.flatMap((uniqueId) => positionOf(seed, uniqueId, fleetSize) ?? [])),
  ];

  /** Type and access of the devices made on demand are the same, except for those that were moved or shared. */
  function furtherPositions(): Sequence<number> {
    const first = storedCount(seed);
    const { moves, shares, revoked } = namespace;
    const handedOver = new Set(positionsOf([moves, shares, revoked].flatMap(Object.keys)));
    const areOthersWanted = call.account === 'owner' && isWanted('BEACON', 'OWNER');
    const hasNoText = q === '' && macs.length === 0;
    const length = deviceCount(seed, fleetSize) - first;
    if (handedOver.size === 0 && hasNoText)
      return { length: areOthersWanted ? length : 0, at: (index) => first + index };
    const found: number[] = [];
    for (let position = first; position < first + length; position += 1)
      if (handedOver.has(position) || (areOthersWanted && !hasNoText) ? fits(position) : areOthersWanted)
        found.push(position);
    return found;
  }

  const named = ids.length > 0 ? ids : (filter?.ids ?? null);
  const first = named === null ? [...Array(storedCount(seed)).keys()] : positionsOf(named).sort((a, b) => a - b);
  const page = pageOf(call, first.filter(fits), sortable(call), named === null ? furtherPositions() : []);
  const selected = listIn(call.query, 'selector');
  return listAnswer(
    call,
    'devices',
    page,
    page.items.map((position) => selectedOf(deviceElement(call, asSeen(call, deviceAt(seed, position))!), selected)),
  );
}

function one(call: Call): Response {
  const seen = visible(call, call.parts['uniqueId']!, null);
  if (seen === null) throw new Refusal(404, 'NOT_FOUND', 'There is no such resource');
  return answer(deviceElement(call, seen));
}

/**
 * Returns the fields that `selector` names, also parts of objects, and always the uniqueId. All fields if it names
 * none.
 */
function selectedOf(element: Record<string, unknown>, selected: readonly string[]): Record<string, unknown> {
  if (selected.length === 0) return element;
  const selection: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(element)) {
    const isWhole = ['uniqueId', ...selected].some(
      (field) => field === name || name.startsWith(`${field}.`) || (field === 'mac' && name === 'macs'),
    );
    const inner = selected.filter((field) => field.startsWith(`${name}.`)).map((field) => field.slice(name.length + 1));
    if (isWhole) selection[name] = value;
    else if (inner.length > 0 && typeof value === 'object' && value !== null)
      selection[name] = Object.fromEntries(Object.entries(value).filter(([part]) => inner.includes(part)));
  }
  return selection;
}

function valuesOf(call: Call, device: FleetDevice): Values {
  const record = peekRecord(call.namespace, device.uniqueId);
  return { ...device.physical, ...record.physical, ...device.virtual, ...record.virtual };
}

function searchable(call: Call, { device }: VisibleDevice): string {
  const values = valuesOf(call, device);
  const parts = [device.uniqueId, device.mac, values['name'], values['alias'], values['tags']];
  return parts
    .flat()
    .filter((part) => part !== null && part !== undefined)
    .join('\n')
    .toLowerCase();
}

function update(call: Call): Response {
  const ids = idsIn(call.form);
  const deviceType = deviceTypeIn(call.form);
  const response = call.form.get('response');
  const isOptional = response !== null && call.namespace.options.updateDeviceType === 'optional';
  if (!deviceType && !isOptional) throw invalid('deviceType', 'is required');
  const virtual = virtualValues(call.form);
  if (response === null && Object.keys(virtual).length === 0)
    throw invalid('response', 'neither a response nor a virtual value');
  for (const id of ids) deviceFor(call, id, deviceType, 'EDITOR');
  for (const id of Object.keys(virtual).length > 0 ? ids : []) {
    const record = recordOf(call.namespace, id);
    record.virtual = { ...record.virtual, ...virtual };
    record.virtualPosts += 1;
  }
  return response === null ? answer({ message: 'Device updated' }) : takeResponses(call, ids, response);
}

/**
 * Answers 204 when all are applied, 200 with packages while something is pending, 422 when nothing is pending for a
 * response, and as the option `repeatAnswer` says when all are repeats.
 */
function takeResponses(call: Call, ids: readonly string[], field: string): Response {
  const responses = field.split(',').map((text) => text.trim());
  if (responses.length !== ids.length) throw invalid('response', 'is not as long a list as uniqueId');
  if (responses.some((text) => text === '' || fromBase64(text) === null)) throw invalid('response', 'is not Base64');
  const times = listIn(call.form, 'updated');
  // In seconds, and at most 32 bits, like a token.
  if (!times.every((time) => /^\d+$/.test(time) && Number(time) <= 0xffff_ffff))
    throw invalid('updated', 'is not a time in seconds');
  if (times.length !== 1 && times.length !== ids.length) throw invalid('updated', 'is not as long a list as uniqueId');

  const judgements = ids.map((id, index) => ({ id, ...judgeResponse(call, id, responses[index]!) }));
  const orphan = judgements.some(({ verdict }) => verdict === 'nothingPending');
  // A list with an invalid response is refused as a whole: its posts count, but have no effect.
  for (const [index, { id, verdict, token }] of judgements.entries()) {
    const settled = { verdict: orphan && verdict === 'applied' ? 'notVerified' : verdict, token } as const;
    settleResponse(call, id, settled, Number(times[index] ?? times[0]));
  }
  if (orphan) throw new Refusal(422, 'VERIFICATION', 'The response was not verified');
  const configs = ids.flatMap((uniqueId) => {
    const config = packagePending(call, uniqueId);
    return config === null ? [] : [{ uniqueId, config }];
  });
  const repeated = judgements.every(({ verdict }) => verdict === 'repeat');
  const { repeatAnswer } = call.namespace.options;
  if (repeated && repeatAnswer >= 400) throw new Refusal(repeatAnswer, 'CONFLICT', 'This response was applied before');
  if (configs.length > 0) return answer({ configs, searchMeta: singlePageMeta(call, configs.length) });
  if (repeated && repeatAnswer === 200) return answer({ configs: [], searchMeta: singlePageMeta(call, 0) });
  return new Response(null, { status: 204 });
}
