/** GET /device/{uniqueId}/access and DELETE /device/{uniqueId}/access/{email} (field-facts.md 6). */
import * as z from 'zod/mini';
import type { AccessHolder } from '../domain/ownership/access.ts';
import { listOf, statusOf } from './envelope.ts';
import { createHttp, type BackendParts } from './http.ts';
import { textOrNull, timeMsOrNull } from './wire.ts';
import type { AccessBackend } from '../use-cases/ownership/access.ts';

const holderElement = z.object({
  email: textOrNull,
  firstName: textOrNull,
  lastName: textOrNull,
  role: textOrNull,
  expirationDate: timeMsOrNull,
});

export function createAccessCalls(parts: BackendParts): AccessBackend {
  const http = createHttp(parts);
  const pathOf = (uniqueId: string): string => `/device/${encodeURIComponent(uniqueId)}/access`;
  return {
    async readAccess(uniqueId) {
      const list = listOf(await http.get(pathOf(uniqueId), ''), 'managers');
      return list.ok ? { ok: true, value: list.value.flatMap(holderIn) } : list;
    },
    async takeAccess(uniqueId, email) {
      const path = `${pathOf(uniqueId)}/${encodeURIComponent(email)}`;
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
