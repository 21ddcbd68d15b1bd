/** GET /config/readall, POST /device/decrypt: a request for all values of a beacon, and what its response holds (field-facts.md 6). */
import { recordsIn } from './config.ts';
import { isSameId } from '../domain/device-answers.ts';
import { listIn, otherDevices, unreadable } from './envelope.ts';
import { createHttp, type BackendParts } from './http.ts';
import { readPackage } from './package.ts';
import { encodeFields } from './wire.ts';
import type { ReadingBackend } from '../use-cases/readings/ports.ts';

export function createReadingCalls(parts: BackendParts): ReadingBackend {
  const http = createHttp(parts);
  return {
    async encryptReadAll(uniqueId, signal) {
      const answered = await http.get('/config/readall', encodeFields([['uniqueId', uniqueId]]), signal);
      return answered.ok ? readPackage(answered.value, uniqueId, ['configs']) : answered;
    },
    async decryptReading({ uniqueId, responseBase64 }, signal) {
      const query = encodeFields([
        ['uniqueId', uniqueId],
        ['response', responseBase64],
      ]);
      const answered = await http.send({ method: 'POST', path: '/device/decrypt', query, body: '' }, signal);
      if (!answered.ok) return answered;
      const list = listIn(answered.value.body, 'devices');
      if (list === null || list === 'unreadable') return unreadable(answered.value);
      const record = recordsIn(list).find((one) => isSameId(one.uniqueId, uniqueId));
      return record === undefined ? otherDevices() : { ok: true, value: record.values };
    },
  };
}
