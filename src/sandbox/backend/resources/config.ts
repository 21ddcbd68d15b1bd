/** POST /config/create, GET /config, GET /config/encrypt (interface.md 4.4). */
import { physicalValues } from '../attribute-rules.ts';
import { addPending, packagePending } from '../packages.ts';
import { Refusal, answer, idsIn, invalid, visible, type Call, type Route } from '../route.ts';
import { pendingElement, wholeMeta } from '../shapes.ts';
import type { Values } from '../../values.ts';

export const configRoutes: readonly Route[] = [
  { method: 'POST', face: 'legacy', path: '/config/create', handle: create },
  { method: 'GET', face: 'legacy', path: '/config', handle: list },
  { method: 'GET', face: 'legacy', path: '/config/encrypt', handle: encrypt },
];

/** 201 and the pending records; a device that this key cannot change is simply absent. */
function create(call: Call): Response {
  const deviceType = call.form.get('deviceType');
  if (!deviceType) throw invalid('deviceType', 'is required');
  const ids = idsIn(call.form);
  // Validation comes first, so that a refused request changes nothing.
  const changes: { id: string; values: Values }[] = [];
  for (const id of ids) {
    const found = visible(call, id, deviceType);
    if (!found || found.access === 'VIEWER') continue;
    if (deviceType !== 'BEACON')
      throw new Refusal(409, 'CONFLICT', `A ${deviceType} takes no such configuration`, null);
    changes.push({ id, values: physicalValues(call.form, found.device.model) });
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
  if (!call.namespace.options.configList) throw new Refusal(404, 'NOT_FOUND', 'There is no such call', null);
  const asked = call.query.get('uniqueId') ? idsIn(call.query) : Object.keys(call.namespace.devices);
  const seen = asked.filter((id) => visible(call, id, call.query.get('deviceType')));
  const configs = seen.map((id) => pendingElement(call, id)).filter((element) => element !== null);
  return answer({ configs, searchMeta: wholeMeta(call) });
}

function encrypt(call: Call): Response {
  const configs: { uniqueId: string; config: string }[] = [];
  for (const uniqueId of idsIn(call.query)) {
    const found = visible(call, uniqueId, null);
    const config = found && found.access !== 'VIEWER' ? packagePending(call, uniqueId) : null;
    if (config !== null) configs.push({ uniqueId, config });
  }
  const { encryptShape } = call.namespace.options;
  if (encryptShape === 'list') return answer({ configs, searchMeta: wholeMeta(call) });
  if (!configs[0]) throw new Refusal(404, 'NOT_FOUND', 'Nothing is pending', null);
  if (encryptShape === 'object') return answer(configs[0]);
  const types = {
    bare: 'text/plain',
    bareAsJson: 'application/vnd.com.sandbox+json;version=10',
    bareAsHtml: 'text/html; charset=utf-8',
  };
  return new Response(configs[0].config, { headers: { 'content-type': types[encryptShape] } });
}
