/**
 * Parses a package in every known form: in a list, in an object, as a JSON string, or bare under any media type
 * (interface.md 4.4).
 */
import * as z from 'zod/mini';
import type { BackendResult } from '../domain/backend-failure.ts';
import type { OfferedPacket } from '../domain/delivery/answer-types.ts';
import { ofDevice } from '../domain/device-answers.ts';
import { isRecord } from '../domain/record.ts';
import { lenientList } from '../domain/schema.ts';
import type { Body } from './body.ts';
import { listIn, otherDevices, unreadable } from './envelope.ts';
import type { Answered } from './http.ts';
import { wireId } from './wire.ts';

const packageElements = lenientList(
  z.pipe(
    z.object({ uniqueId: wireId, config: z.catch(z.string().check(z.trim()), '') }),
    z.transform(({ uniqueId, config }): OfferedPacket => ({ uniqueId, base64: config })),
  ),
);
const single = z.object({ config: z.string() });

/**
 * Returns the package as the backend spells it, unchecked; null when the answer lists no device. `names`: possible
 * names of the list, most likely first.
 */
export function readPackage(
  answered: BackendResult<Answered>,
  uniqueId: string,
  names: readonly string[],
): BackendResult<string | null> {
  if (!answered.ok) return answered;
  const { body } = answered.value;
  if (body.kind === 'text') return { ok: true, value: body.text };
  if (body.kind === 'broken' && body.isBase64) return { ok: true, value: body.text };
  if (body.kind === 'json' && typeof body.data === 'string') return { ok: true, value: body.data.trim() };
  const list = names.map((name) => listIn(body, name)).find((found) => found !== null) ?? singleIn(body, names);
  if (list === null || list === 'unreadable') return unreadable(answered.value);
  const offered = ofDevice(packagesIn(list).packages, uniqueId);
  return offered === null && list.length > 0 ? otherDevices() : { ok: true, value: offered?.base64 ?? null };
}

/**
 * Packages of several devices, in a list that names them: one that comes without its device could be anybody's and counts as none. Of
 * one device in any spelling.
 */
export function readPackages(
  answered: BackendResult<Answered>,
  uniqueIds: readonly string[],
  names: readonly string[],
): BackendResult<readonly OfferedPacket[]> {
  const [uniqueId] = uniqueIds;
  if (uniqueId !== undefined && uniqueIds.length === 1) {
    const alone = readPackage(answered, uniqueId, names);
    if (!alone.ok) return alone;
    return { ok: true, value: alone.value === null ? [] : [{ uniqueId, base64: alone.value }] };
  }
  if (!answered.ok) return answered;
  const lists = names.map((name) => listIn(answered.value.body, name));
  return { ok: true, value: packagesIn(lists.find((list) => Array.isArray(list)) ?? []).packages };
}

/** Returns the packages in `configs` elements; `odd` counts the elements without a device. */
export function packagesIn(list: readonly unknown[]): { packages: OfferedPacket[]; odd: number } {
  const packages = packageElements.parse(list);
  return { packages, odd: list.length - packages.length };
}

/** Returns a single element where a list is usual. */
function singleIn(body: Body, names: readonly string[]): readonly unknown[] | null {
  if (body.kind !== 'json') return null;
  const { data } = body;
  const named = isRecord(data) ? names.map((name) => data[name]) : [];
  const found = [data, ...named].find((one) => single.safeParse(one).success);
  return found === undefined ? null : [found];
}
