/** GET /config and GET /config/encrypt for several devices in one request, which only some backends answer whole (field-facts.md 3, 6). */
import { recordsIn } from './config.ts';
import { listOf } from './envelope.ts';
import { createHttp, type BackendParts } from './http.ts';
import { readPackages } from './package.ts';
import { encodeFields } from './wire.ts';
import type { ConfigLists } from '../use-cases/prepare/backend-port.ts';

export function createConfigListCalls(parts: BackendParts): ConfigLists {
  const http = createHttp(parts);
  return {
    encryptConfigs: async (uniqueId) =>
      readPackages(await http.get('/config/encrypt', encodeFields({ uniqueId })), uniqueId, ['configs']),
    async readPendings(uniqueId, deviceType) {
      const list = listOf(await http.get('/config', encodeFields({ uniqueId, deviceType })), 'configs');
      return list.ok ? { ok: true, value: recordsIn(list.value) } : list;
    },
  };
}
