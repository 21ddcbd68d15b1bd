/** POST /config/create, GET /config, GET /config/encrypt (interface.md 4.4), POST /config/delete (field-facts.md 6). */
import { physicalValues } from '../attribute-rules.ts';
import { addPending, isGatewayType, packagePending } from '../packages.ts';
import {
  Refusal,
  answer,
  deviceFor,
  deviceTypeIn,
  idsIn,
  invalid,
  listIn,
  visible,
  type Call,
  type Route,
} from '../route.ts';
import { listAnswer, pageOf, pendingElement, singlePageMeta } from '../shapes.ts';
import { peekRecord, recordOf } from '../state.ts';
import type { Values } from '../../values.ts';

export const configRoutes: readonly Route[] = [
  { method: 'POST', api: 'legacy', path: '/config/create', handle: create },
  { method: 'GET', api: 'legacy', path: '/config', option: 'configList', handle: list },
  { method: 'GET', api: 'legacy', path: '/config/encrypt', handle: encrypt },
  { method: 'POST', api: 'legacy', path: '/config/delete', option: 'configDelete', handle: remove },
];

/** Answers 201 with the pending records. Devices that this key cannot change are left out. */
function create(call: Call): Response {
  const deviceType = deviceTypeIn(call.form);
  if (!deviceType) throw invalid('deviceType', 'is required');
  const ids = idsIn(call.form);
  // Validation comes first, so that a refused request changes nothing.
  const changes: { id: string; values: Values }[] = [];
  for (const id of ids) {
    const found = visible(call, id, deviceType);
    if (!found || found.access === 'VIEWER') continue;
    if (deviceType !== 'BEACON' && (!isGatewayType(deviceType) || call.namespace.options.gatewayConfig === 'refused'))
      throw new Refusal(409, 'CONFLICT', `A ${deviceType} takes no such configuration`);
    changes.push({ id, values: physicalValues(call.form, found.device.model, call.namespace.options.urlShape) });
  }
  if (changes.some(({ values }) => Object.keys(values).length === 0))
    throw invalid('uniqueId', 'no attribute to change');
  for (const { id, values } of changes) addPending(call, id, values);
  return answer(
    changes.map(({ id }) => pendingElement(call, id)),
    201,
  );
}

function list(call: Call): Response {
  const page = pageOf(call, pendingIds(call), {
    created: (id) => peekRecord(call.namespace, id).pending?.created ?? 0,
    uniqueId: (id) => id,
  });
  return listAnswer(
    call,
    'configs',
    page,
    page.items.map((id) => pendingElement(call, id)),
  );
}

/** Returns the requested devices, or all, for which something is pending and which the account sees. */
function pendingIds(call: Call): string[] {
  const requested = listIn(call.query, 'uniqueId');
  const type = deviceTypeIn(call.query);
  return (requested.length > 0 ? [...new Set(requested)] : Object.keys(call.namespace.devices)).filter(
    (id) => peekRecord(call.namespace, id).pending !== null && visible(call, id, type) !== null,
  );
}

function encrypt(call: Call): Response {
  const { encryptShape, encryptAll, configLists } = call.namespace.options;
  if (encryptAll === 'refused') idsIn(call.query);
  const requested = new Set(listIn(call.query, 'uniqueId'));
  if (configLists === 'refused' && requested.size > 1) throw invalid('uniqueId', 'takes one device');
  const [first] = requested;
  const configs: { uniqueId: string; config: string }[] = [];
  for (const uniqueId of pendingIds(call)) {
    if (configLists === 'firstOnly' && first !== undefined && uniqueId !== first) continue;
    const config = visible(call, uniqueId, null)?.access === 'VIEWER' ? null : packagePending(call, uniqueId);
    if (config !== null) configs.push({ uniqueId, config });
  }
  if (encryptShape === 'list') return answer({ configs, searchMeta: singlePageMeta(call, configs.length) });
  if (!configs[0]) throw new Refusal(404, 'NOT_FOUND', 'Nothing is pending');
  if (encryptShape === 'object') return answer(configs[0]);
  const types = {
    bare: 'text/plain',
    bareAsJson: 'application/vnd.com.sandbox+json;version=10',
    bareAsHtml: 'text/html; charset=utf-8',
  };
  return new Response(configs[0].config, { headers: { 'content-type': types[encryptShape] } });
}

/** Removes the pending values of all the devices, or of none. */
function remove(call: Call): Response {
  const ids = idsIn(call.form);
  for (const id of ids) deviceFor(call, id, null, 'EDITOR');
  for (const id of ids)
    if (peekRecord(call.namespace, id).pending !== null) recordOf(call.namespace, id).pending = null;
  return answer({ message: 'Pending configurations deleted' });
}
