/** GET /config/readall, POST /device/sync, POST /device/decrypt: what a beacon really holds (field-facts.md 6). */
import { packageReadAll, readValues, syncValues } from '../packages.ts';
import { answer, deviceFor, idsIn, invalid, visible, type Call, type Route } from '../route.ts';
import { shownValues, singlePageMeta } from '../shapes.ts';
import type { Access } from '../../fleet.ts';

export const readingRoutes: readonly Route[] = [
  { method: 'GET', api: 'legacy', path: '/config/readall', option: 'configReadAll', handle: readAll },
  { method: 'POST', api: 'legacy', path: '/device/sync', option: 'deviceSync', handle: sync },
  { method: 'POST', api: 'legacy', path: '/device/decrypt', option: 'deviceDecrypt', handle: decrypt },
];

function readAll(call: Call): Response {
  const configs = idsIn(call.query)
    .filter((id) => (visible(call, id, 'BEACON')?.access ?? 'VIEWER') !== 'VIEWER')
    .map((uniqueId) => ({ uniqueId, config: packageReadAll(call, uniqueId) }));
  return answer({ configs, searchMeta: singlePageMeta(call, configs.length) });
}

function sync(call: Call): Response {
  const { uniqueId, values } = readingIn(call, call.form, 'EDITOR');
  const updated = call.form.get('updated') ?? '';
  if (!/^\d+$/.test(updated) || Number(updated) > 0xffff_ffff) throw invalid('updated', 'is not a time in seconds');
  syncValues(call, uniqueId, values, Number(updated));
  return answer({ message: 'Device synchronized' });
}

function decrypt(call: Call): Response {
  const { uniqueId, deviceType, values } = readingIn(call, call.query, 'VIEWER');
  const devices = [{ uniqueId, deviceType, ...shownValues(call, values) }];
  return answer({ devices, searchMeta: singlePageMeta(call, devices.length) });
}

function readingIn(call: Call, fields: URLSearchParams, least: Access) {
  const { uniqueId, deviceType } = deviceFor(call, idsIn(fields)[0]!, null, least).device;
  const values = readValues(call, uniqueId, fields.get('response') ?? '');
  if (values === null) throw invalid('response', 'does not hold the values of this device');
  return { uniqueId, deviceType, values };
}
