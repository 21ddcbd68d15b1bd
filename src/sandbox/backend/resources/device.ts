/** GET /device and POST /device/update (interface.md 4.3, 4.4). */
import { fromBase64 } from '../../base64.ts';
import { fleetOf, warehouseOf } from '../../fleet.ts';
import { virtualValues } from '../attribute-rules.ts';
import { judgeResponse, packagePending, settleResponse } from '../packages.ts';
import {
  Refusal,
  answer,
  idsIn,
  invalid,
  lifeOf,
  listIn,
  visible,
  type Call,
  type Route,
  type VisibleDevice,
} from '../route.ts';
import { deviceElement, pageOf } from '../shapes.ts';
import { peekRecord, recordOf } from '../state.ts';

export const deviceRoutes: readonly Route[] = [
  { method: 'GET', face: 'legacy', path: '/device', handle: list },
  { method: 'POST', face: 'legacy', path: '/device/update', handle: update },
];

const SORTABLE = (call: Call) => ({
  created: ({ device }: VisibleDevice) => device.created,
  uniqueId: ({ device }: VisibleDevice) => device.uniqueId,
  deviceType: ({ device }: VisibleDevice) => device.deviceType,
  model: ({ device }: VisibleDevice) => device.model,
  batteryLevel: ({ device }: VisibleDevice) => lifeOf(call, device).batteryLevel,
  lastSeen: ({ device }: VisibleDevice) => lifeOf(call, device).lastSeen ?? 0,
  alias: ({ device }: VisibleDevice) => String(device.virtual['alias'] ?? ''),
});

function list(call: Call): Response {
  const types = listIn(call.query, 'deviceType');
  const levels = listIn(call.query, 'access');
  const ids = call.namespace.options.deviceFilter === 'served' ? listIn(call.query, 'uniqueId') : [];
  const q = (call.query.get('q') ?? '').trim().toLowerCase();
  const found: VisibleDevice[] = [];
  for (const { uniqueId } of [...fleetOf(call.seed), ...warehouseOf(call.seed)]) {
    const seen = visible(call, uniqueId, null);
    if (!seen) continue;
    if (types.length > 0 && !types.includes(seen.device.deviceType)) continue;
    if (levels.length > 0 && !levels.includes(seen.access)) continue;
    if (ids.length > 0 && !ids.includes(uniqueId)) continue;
    if (q === '' || searchable(call, seen).includes(q)) found.push(seen);
  }
  const page = pageOf(call, found, SORTABLE(call));
  return answer({ devices: page.items.map((item) => deviceElement(call, item)), searchMeta: page.searchMeta });
}

function searchable(call: Call, { device }: VisibleDevice): string {
  const record = peekRecord(call.namespace, device.uniqueId);
  const values = { ...device.physical, ...record.physical, ...device.virtual, ...record.virtual };
  const parts = [device.uniqueId, device.mac, values['name'], values['alias'], values['tags']];
  return parts
    .flat()
    .filter((part) => part !== null && part !== undefined)
    .join('\n')
    .toLowerCase();
}

function update(call: Call): Response {
  const ids = idsIn(call.form);
  const deviceType = call.form.get('deviceType');
  if (!deviceType) throw invalid('deviceType', 'is required');
  const response = call.form.get('response');
  const virtual = virtualValues(call.form);
  if (response === null && Object.keys(virtual).length === 0)
    throw invalid('response', 'neither a response nor a virtual value');
  for (const id of ids) {
    const found = visible(call, id, deviceType);
    if (!found) throw new Refusal(404, 'NOT_FOUND', `Unknown device ${id}`, null);
    if (found.access === 'VIEWER') throw new Refusal(403, 'FORBIDDEN', `No right to change ${id}`, null);
  }
  for (const id of Object.keys(virtual).length > 0 ? ids : []) {
    const record = recordOf(call.namespace, id);
    record.virtual = { ...record.virtual, ...virtual };
    record.virtualPosts += 1;
  }
  return response === null ? answer({ message: 'Device updated' }) : takeResponses(call, ids, response);
}

/** 204: applied. 200 with packages: still pending. 409, 422: there is nothing this could belong to. */
function takeResponses(call: Call, ids: readonly string[], field: string): Response {
  const responses = field.split(',').map((text) => text.trim());
  if (responses.length !== ids.length) throw invalid('response', 'is not as long a list as uniqueId');
  if (responses.some((text) => text === '' || fromBase64(text) === null)) throw invalid('response', 'is not Base64');
  const updated = Number(call.form.get('updated'));
  // Seconds, not milliseconds: the largest token is the largest time the containers know.
  if (!/^\d+$/.test(call.form.get('updated') ?? '') || updated > 0xffff_ffff)
    throw invalid('updated', 'is not a time in seconds');

  const judgements = ids.map((id, index) => ({ id, ...judgeResponse(call, id, responses[index]!) }));
  const orphan = judgements.some(({ verdict }) => verdict === 'nothingPending');
  // A list that cannot be judged whole is refused whole: its posts count, its effects do not happen.
  for (const { id, verdict, token } of judgements) {
    settleResponse(call, id, { verdict: orphan && verdict === 'applied' ? 'notVerified' : verdict, token }, updated);
  }
  if (orphan) throw new Refusal(422, 'VERIFICATION', 'The response was not verified', null);
  const configs = ids.flatMap((uniqueId) => {
    const config = packagePending(call, uniqueId);
    return config === null ? [] : [{ uniqueId, config }];
  });
  const repeated = judgements.every(({ verdict }) => verdict === 'repeat');
  const { repeatAnswer } = call.namespace.options;
  if (repeated && repeatAnswer >= 400)
    throw new Refusal(repeatAnswer, 'CONFLICT', 'This response was applied before', null);
  if (configs.length > 0) return answer({ configs });
  if (repeated && repeatAnswer === 200) return answer({ configs: [] });
  return new Response(null, { status: 204 });
}
