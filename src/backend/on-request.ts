/**
 * The calls of the legacy interface that most visits do without: commands, lists of several devices, readings, withdrawing
 * what is pending, orders, sharing and accesses (interface.md 3, 4.4, field-facts.md 3, 6). Not every backend has all of them.
 */
import * as z from 'zod/mini';
import type { AccessHolder } from '../domain/ownership/access.ts';
import { isSameId } from '../domain/device-answers.ts';
import { isRecord } from '../domain/record.ts';
import { lenientList } from '../domain/schema.ts';
import type { CommandBackend } from '../use-cases/commands/commands.ts';
import type { AccessBackend } from '../use-cases/ownership/access.ts';
import type { OwnershipBackend } from '../use-cases/ownership/ownership.ts';
import type { ConfigLists } from '../use-cases/prepare/backend-port.ts';
import type { BlinkBackend } from '../use-cases/prepare/blink-packets.ts';
import type { WithdrawBackend } from '../use-cases/prepare/withdraw.ts';
import type { ReadingBackend } from '../use-cases/readings/ports.ts';
import { recordsIn } from './config.ts';
import { listOf, otherDevices, statusOf } from './envelope.ts';
import { createHttp, type BackendParts } from './http.ts';
import { readPackage, readPackages } from './package.ts';
import { encodeFields, textOrNull, timeMsOrNull, wireId } from './wire.ts';

export type BackendOnRequest = AccessBackend &
  BlinkBackend &
  CommandBackend &
  ConfigLists &
  Omit<OwnershipBackend, 'readDevice'> &
  ReadingBackend &
  WithdrawBackend;

/** The answer of /config/encrypt has the same shape under another name. */
const COMMANDS = ['commands', 'configs'];
const CONFIGS = ['configs'];

const holderElement = z.object({
  email: textOrNull,
  firstName: textOrNull,
  lastName: textOrNull,
  role: textOrNull,
  expirationDate: timeMsOrNull,
});

export function createBackendOnRequest(parts: BackendParts): BackendOnRequest {
  const http = createHttp(parts);
  const accessPath = (uniqueId: string): string => `/device/${encodeURIComponent(uniqueId)}/access`;
  return {
    async encryptCommand(uniqueId, command, signal) {
      const answered = await http.get('/command/encrypt', encodeFields({ uniqueId, command }), signal);
      return readPackage(answered, uniqueId, COMMANDS);
    },
    async encryptCommands(uniqueId, command, signal) {
      const answered = await http.get('/command/encrypt', encodeFields({ uniqueId, command }), signal);
      return readPackages(answered, uniqueId, COMMANDS);
    },
    encryptConfigs: async (uniqueId) =>
      readPackages(await http.get('/config/encrypt', encodeFields({ uniqueId })), uniqueId, CONFIGS),
    async readPendings(uniqueId, deviceType) {
      const list = listOf(await http.get('/config', encodeFields({ uniqueId, deviceType })), 'configs');
      return list.ok ? { ok: true, value: recordsIn(list.value) } : list;
    },
    encryptReadAll: async (uniqueId, signal) =>
      readPackage(await http.get('/config/readall', encodeFields({ uniqueId }), signal), uniqueId, CONFIGS),
    async decryptReading({ uniqueId, responseBase64 }, signal) {
      const query = encodeFields({ uniqueId, response: responseBase64 });
      const answered = await http.send({ method: 'POST', path: '/device/decrypt', query, body: '' }, signal);
      const list = listOf(answered, 'devices');
      if (!list.ok) return list;
      const record = recordsIn(list.value).find((one) => isSameId(one.uniqueId, uniqueId));
      return record === undefined ? otherDevices() : { ok: true, value: record.values };
    },
    async deletePending(uniqueId) {
      const query = encodeFields({ uniqueId });
      return statusOf(await http.send({ method: 'POST', path: '/config/delete', query, body: '' }));
    },
    assignOrders: async (orderId) => statusOf(await http.post('/order/assign', encodeFields({ orderId }))),
    async unclaimedOf(orderId) {
      const list = listOf(await http.get('/order', encodeFields({ orderId })), 'devices');
      if (!list.ok) return list;
      const spelled = list.value.map((element) => (isRecord(element) ? element['uniqueId'] : element));
      return { ok: true, value: [...new Set(lenientList(wireId).parse(spelled))] };
    },
    // The two spell the manager's mail address differently.
    moveDevice: async (uniqueId, managerEmail) =>
      statusOf(await http.post('/device/move', encodeFields({ uniqueId, managerEmail }))),
    async shareDevice(uniqueId, { managerMail, access, expirationSeconds, withMetadata }) {
      const form = encodeFields({ uniqueId, managerMail, access, expirationDate: expirationSeconds, withMetadata });
      return statusOf(await http.post('/device/share', form));
    },
    async readAccess(uniqueId) {
      const list = listOf(await http.get(accessPath(uniqueId), ''), 'managers');
      return list.ok ? { ok: true, value: list.value.flatMap(holderIn) } : list;
    },
    async takeAccess(uniqueId, email) {
      const path = `${accessPath(uniqueId)}/${encodeURIComponent(email)}`;
      return statusOf(await http.send({ method: 'DELETE', path }));
    },
  };
}

/** An element without address, name and role says nothing of anybody. */
function holderIn(element: unknown): AccessHolder[] {
  const read = holderElement.safeParse(element);
  if (!read.success) return [];
  const { email, firstName, lastName, role, expirationDate } = read.data;
  const name = [firstName, lastName].flatMap((part) => part?.trim() || []).join(' ');
  if (email === null && name === '' && role === null) return [];
  return [{ email: email ?? '', name, role: role ?? '', expiresAtMs: expirationDate }];
}
