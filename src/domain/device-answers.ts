/** What an answer of the backend says of a device, and what it makes of the device. */
import type { AttributeValues, Device } from './device.ts';

/** The device as it stands once the backend has verified these values: applied, and nothing pending (interface.md 3). */
export function withVerified<D extends Device>(device: D, values: AttributeValues): D {
  const { name } = values;
  return {
    ...device,
    name: typeof name === 'string' ? name : device.name,
    attributes: { ...device.attributes, ...values },
    pending: null,
  };
}

/**
 * True when two ids are the same apart from case and surrounding space. Ids are case-sensitive, so this may only be asked where a
 * match is the safe answer ("not verified") or where one device was asked for.
 */
export function isSameId(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * The element for the device that was asked for: the one spelled exactly like it, else the only one that differs in case or
 * surrounding space alone.
 */
export function ofDevice<Element extends { readonly uniqueId: string }>(
  elements: readonly Element[],
  uniqueId: string,
): Element | null {
  const same = elements.filter((element) => isSameId(element.uniqueId, uniqueId));
  return same.find((element) => element.uniqueId === uniqueId) ?? (same.length === 1 ? same[0]! : null);
}
