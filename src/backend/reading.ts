/** GET /config/readall, POST /device/decrypt: a request for all values of a beacon, and what its response holds (field-facts.md 6). */
import { recordsIn } from './config.ts';
import { isSameId } from '../domain/device-answers.ts';
import { listOf, otherDevices } from './envelope.ts';
import { createHttp, type BackendParts } from './http.ts';
import { readPackage } from './package.ts';
import { encodeFields } from './wire.ts';
import type { ReadingBackend } from '../use-cases/readings/ports.ts';

export function createReadingCalls(parts: BackendParts): ReadingBackend {
  const http = createHttp(parts);
  return {
    encryptReadAll: async (uniqueId, signal) =>
      readPackage(await http.get('/config/readall', encodeFields({ uniqueId }), signal), uniqueId, ['configs']),
    async decryptReading({ uniqueId, responseBase64 }, signal) {
      const query = encodeFields({ uniqueId, response: responseBase64 });
      const answered = await http.send({ method: 'POST', path: '/device/decrypt', query, body: '' }, signal);
      const list = listOf(answered, 'devices');
      if (!list.ok) return list;
      const record = recordsIn(list.value).find((one) => isSameId(one.uniqueId, uniqueId));
      return record === undefined ? otherDevices() : { ok: true, value: record.values };
    },
  };
}
