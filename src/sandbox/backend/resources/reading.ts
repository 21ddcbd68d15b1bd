/** GET /config/readall, POST /device/sync, POST /device/decrypt: what a beacon really holds (field-facts.md 6). */
import { packageReadAll, readValues, syncValues } from '../packages.ts';
import { Refusal, answer, idsIn, invalid, visible, type Call, type Route } from '../route.ts';
import { shownValues, singlePageMeta } from '../shapes.ts';
import type { Values } from '../../values.ts';

export const readingRoutes: readonly Route[] = [
  { method: 'GET', api: 'legacy', path: '/config/readall', handle: readAll },
  { method: 'POST', api: 'legacy', path: '/device/sync', handle: sync },
  { method: 'POST', api: 'legacy', path: '/device/decrypt', handle: decrypt },
];

function readAll(call: Call): Response {
  checkServed(call, 'configReadAll');
  const configs = idsIn(call.query)
    .filter((id) => (visible(call, id, 'BEACON')?.access ?? 'VIEWER') !== 'VIEWER')
    .map((uniqueId) => ({ uniqueId, config: packageReadAll(call, uniqueId) }));
  return answer({ configs, searchMeta: singlePageMeta(call, configs.length) });
}

function sync(call: Call): Response {
  checkServed(call, 'deviceSync');
  const { id, values } = readingIn(call, call.form);
  const updated = call.form.get('updated') ?? '';
  if (!/^\d+$/.test(updated) || Number(updated) > 0xffff_ffff) throw invalid('updated', 'is not a time in seconds');
  if (visible(call, id, null)?.access === 'VIEWER') throw new Refusal(403, 'FORBIDDEN', `No right to change ${id}`);
  syncValues(call, id, values, Number(updated));
  return answer({ message: 'Device synchronized' });
}

function decrypt(call: Call): Response {
  checkServed(call, 'deviceDecrypt');
  const { id, values } = readingIn(call, call.query);
  const { deviceType } = visible(call, id, null)!.device;
  const devices = [{ uniqueId: id, deviceType, ...shownValues(call, values) }];
  return answer({ devices, searchMeta: singlePageMeta(call, devices.length) });
}

function readingIn(call: Call, fields: URLSearchParams): { readonly id: string; readonly values: Values } {
  const [id = ''] = idsIn(fields);
  if (visible(call, id, null) === null) throw new Refusal(404, 'NOT_FOUND', `Unknown device ${id}`);
  const values = readValues(call, id, fields.get('response') ?? '');
  if (values === null) throw invalid('response', 'does not hold the values of this device');
  return { id, values };
}

function checkServed(call: Call, option: 'configReadAll' | 'deviceSync' | 'deviceDecrypt'): void {
  if (call.namespace.options[option] === 'notFound') throw new Refusal(404, 'NOT_FOUND', 'There is no such call');
}
