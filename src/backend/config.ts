/** Pending configurations: POST /config/create, GET /config, GET /config/encrypt (interface.md 4.4, field-facts.md 3). */
import * as z from 'zod/mini';
import { isSameId } from '../domain/device-answers.ts';
import { listIn, listOf, otherDevices, unreadable } from './envelope.ts';
import type { Answered, Http } from './http.ts';
import { readPackage } from './package.ts';
import { encodeFields, pendingValues, timeMsOrNull, wireId, wireUrl } from './wire.ts';
import type { CreatedConfigs, PrepareBackend } from '../use-cases/prepare/backend-port.ts';

export type ConfigCalls = Pick<PrepareBackend, 'createConfig' | 'readPending' | 'encryptConfig'>;

const configElement = z.object({ uniqueId: wireId });
const changeTimes = z.catch(z.object({ updated: timeMsOrNull, created: timeMsOrNull }), {
  updated: null,
  created: null,
});

export function createConfigCalls(http: Http): ConfigCalls {
  return {
    async createConfig({ uniqueIds, deviceType, values, isFirst = false }, signal) {
      const form = encodeFields({ uniqueId: uniqueIds, deviceType }, wireUrl(values));
      const answered = await http.post('/config/create', form, signal);
      if (!answered.ok) return answered;
      const list = listIn(answered.value.body, 'configs');
      if (list === 'unreadable') return unreadable(answered.value);
      if (list !== null) reportClock(http, answered.value, list, isFirst);
      return { ok: true, value: { records: list === null ? null : recordsIn(list) } };
    },
    async readPending(uniqueId, deviceType, signal) {
      const list = listOf(await http.get('/config', encodeFields({ uniqueId, deviceType }), signal), 'configs');
      if (!list.ok) return list;
      const record = recordsIn(list.value).find((one) => isSameId(one.uniqueId, uniqueId));
      return record === undefined && list.value.length > 0
        ? otherDevices()
        : { ok: true, value: record?.values ?? null };
    },
    encryptConfig: async (uniqueId, signal) =>
      readPackage(await http.get('/config/encrypt', encodeFields({ uniqueId }), signal), uniqueId, ['configs']),
  };
}

export function recordsIn(list: readonly unknown[]): NonNullable<CreatedConfigs['records']> {
  return list.flatMap((element) => {
    const read = configElement.safeParse(element);
    return read.success ? [{ uniqueId: read.data.uniqueId, values: pendingValues(element) }] : [];
  });
}

/**
 * Derives the backend's clock from the time of the change if the answer has no readable Date. A record that was merged
 * keeps its older `created` and is not used.
 */
function reportClock(http: Http, answered: Answered, list: readonly unknown[], isFirst: boolean): void {
  if (answered.clockRead) return;
  let newestMs = 0;
  for (const element of list) {
    const { updated, created } = changeTimes.parse(element);
    newestMs = Math.max(newestMs, updated ?? (isFirst ? created : null) ?? 0);
  }
  if (newestMs > 0) http.sawTime(newestMs, 'checkedCreated');
}
