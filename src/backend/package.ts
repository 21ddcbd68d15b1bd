/** A package in every spelling that was seen: in a list, in an object, as a JSON string, or bare under any media type (interface.md 4.4). */
import type { BackendResult } from '../domain/backend-failure.ts';
import { ofDevice } from '../domain/device-answers.ts';
import type { Body } from './body.ts';
import { listIn, otherDevices, unreadable } from './config.ts';
import type { Answered } from './http.ts';
import { isRecord } from '../domain/record.ts';
import { readId } from './wire.ts';

/** The package as the backend spells it, unchecked; null when the answer lists no device at all. `names` of the list, the likeliest first. */
export function readPackage(
  answered: Answered,
  uniqueId: string,
  names: readonly string[],
): BackendResult<string | null> {
  const { body } = answered;
  if (body.kind === 'text') return { ok: true, value: body.text };
  if (body.kind === 'broken' && body.isBase64) return { ok: true, value: body.text };
  if (body.kind === 'json' && typeof body.data === 'string') return { ok: true, value: body.data.trim() };
  const list = names.map((name) => listIn(body, name)).find((found) => found !== null) ?? singleIn(body, names);
  if (list === null || list === 'unreadable') return unreadable(answered);
  const offered = ofDevice(packagesIn(list).packages, uniqueId);
  return offered === null && list.length > 0 ? otherDevices() : { ok: true, value: offered?.base64 ?? null };
}

/** Packages in `configs` elements; `odd` counts the elements that name no device. */
export function packagesIn(list: readonly unknown[]): {
  packages: { uniqueId: string; base64: string }[];
  odd: number;
} {
  const packages = list.flatMap((element) => {
    const uniqueId = isRecord(element) ? readId(element['uniqueId']) : null;
    if (!isRecord(element) || uniqueId === null) return [];
    return [{ uniqueId, base64: typeof element['config'] === 'string' ? element['config'].trim() : '' }];
  });
  return { packages, odd: list.length - packages.length };
}

/** One element where a list is usual. */
function singleIn(body: Body, names: readonly string[]): readonly unknown[] | null {
  if (body.kind !== 'json' || !isRecord(body.data)) return null;
  const { data } = body;
  const single = [data, ...names.map((name) => data[name])].find(
    (element) => isRecord(element) && typeof element['config'] === 'string',
  );
  return single === undefined ? null : [single];
}
