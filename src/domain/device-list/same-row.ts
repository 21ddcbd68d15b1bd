/** Compares a device with its stored row, so that an unchanged one is not written. */
import type { CachedDevice } from '../device.ts';

/** Ignores the time of reading and the order of fields; a field that is not set equals a missing one. */
export function isSameRow(cached: CachedDevice, read: CachedDevice): boolean {
  return isSame({ ...cached, readAtMs: 0 }, { ...read, readAtMs: 0 });
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isSame(item, other[at]))
    );
  const [a, b] = [one, other] as Readonly<Record<string, unknown>>[];
  const isIn = (name: string, fields: object): boolean => Object.hasOwn(fields, name);
  const valueOf = (fields: Readonly<Record<string, unknown>>, name: string): unknown =>
    isIn(name, fields) ? fields[name] : undefined;
  return [...Object.keys(a!), ...Object.keys(b!).filter((name) => !isIn(name, a!))].every((name) =>
    isSame(valueOf(a!, name), valueOf(b!, name)),
  );
}
