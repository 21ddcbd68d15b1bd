/**
 * POST /device/update: a beacon's secure response, or raw virtual values; never both in one post (interface.md 4.4).
 * POST /device/sync: the response to a request for all values (field-facts.md 6).
 */
import type { PostAnswer } from '../domain/delivery/answer-types.ts';
import { isSameId } from '../domain/device-answers.ts';
import { VIRTUAL_NAMES } from '../domain/virtual-edit.ts';
import { listIn, readableStatusOf, unreadable } from './envelope.ts';
import type { Answered, Http } from './http.ts';
import { packagesIn } from './package.ts';
import { isRecord } from '../domain/record.ts';
import { encodeFields } from './wire.ts';
import type { DeliveryBackend } from '../use-cases/outbox/ports.ts';

export type DeviceUpdateCalls = Pick<DeliveryBackend, 'postResponse' | 'postReading' | 'postVirtual'>;

export function createDeviceUpdateCalls(http: Http): DeviceUpdateCalls {
  return {
    async postResponse({ uniqueId, deviceType, responseBase64, updatedSeconds }, signal) {
      const form = encodeFields({ uniqueId, response: responseBase64, updated: updatedSeconds, deviceType });
      const answered = await http.post('/device/update', form, signal);
      return answered.ok ? meaning(answered.value, uniqueId) : { kind: 'failed', failure: answered.failure };
    },
    async postReading({ uniqueId, responseBase64, updatedSeconds }, signal) {
      const form = encodeFields({ uniqueId, response: responseBase64, updated: updatedSeconds });
      const read = readableStatusOf(await http.post('/device/sync', form, signal));
      return read.ok ? { kind: 'accepted', status: read.value } : { kind: 'failed', failure: read.failure };
    },
    async postVirtual({ uniqueId, deviceType, values }, signal) {
      const virtual = Object.fromEntries(VIRTUAL_NAMES.map((name) => [name, values[name]]));
      const form = encodeFields({ uniqueId, deviceType }, virtual);
      return readableStatusOf(await http.post('/device/update', form, signal));
    },
  };
}

function meaning(answered: Answered, uniqueId: string): PostAnswer {
  const { status, body } = answered;
  if (status === 204) return { kind: 'nothingPending', status };
  const list = listIn(body, 'configs');
  if (list === 'unreadable') return { kind: 'failed', failure: unreadable(answered).failure };
  if (status !== 200 || list === null) return { kind: 'accepted', status };
  const { packages, odd } = packagesIn(list);
  const names = packages.some((offered) => isSameId(offered.uniqueId, uniqueId));
  const isNamed = body.kind === 'json' && !Array.isArray(body.data);
  const isWhole = isNamed && odd === 0 && endsWell(body.data);
  // Verified requires a list of configurations that was read completely.
  return names || (isNamed && odd === 0)
    ? { kind: 'listing', status, isWhole, packages }
    : { kind: 'accepted', status };
}

/** True when no other page follows and the list carries no error. */
function endsWell(data: unknown): boolean {
  if (!isRecord(data)) return false;
  const meta = isRecord(data['searchMeta']) ? data['searchMeta'] : {};
  const goesOn = [meta['nextResults'], data['nextResults']].some((next) => typeof next === 'string' && next !== '');
  const status = Number(data['status'] ?? 200);
  const hasError = ['error', 'errors', 'cause', 'fault', 'failures'].some((name) => !isNothing(data[name]));
  return !goesOn && !hasError && data['success'] !== false && !(status >= 400);
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}
