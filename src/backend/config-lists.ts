/** GET /config and GET /config/encrypt for several devices in one request, which only some backends answer whole (field-facts.md 3, 6). */
import { recordsIn } from './config.ts';
import { listIn, unreadable } from './envelope.ts';
import { createHttp, type BackendParts } from './http.ts';
import { readPackages } from './package.ts';
import { encodeFields } from './wire.ts';
import type { ConfigLists } from '../use-cases/prepare/backend-port.ts';

export function createConfigListCalls(parts: BackendParts): ConfigLists {
  const http = createHttp(parts);
  return {
    async encryptConfigs(uniqueIds) {
      const answered = await http.get('/config/encrypt', encodeFields([['uniqueId', [...uniqueIds]]]));
      return answered.ok ? readPackages(answered.value, uniqueIds, ['configs']) : answered;
    },
    async readPendings(uniqueIds, deviceType) {
      const answered = await http.get(
        '/config',
        encodeFields([
          ['uniqueId', [...uniqueIds]],
          ['deviceType', deviceType],
        ]),
      );
      if (!answered.ok) return answered;
      const list = listIn(answered.value.body, 'configs');
      return list === null || list === 'unreadable' ? unreadable(answered.value) : { ok: true, value: recordsIn(list) };
    },
  };
}
