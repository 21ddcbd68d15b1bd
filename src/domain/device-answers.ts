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

/** Ids are case-sensitive; where a match would mean "not verified" they compare without case, so that nothing is missed. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** What an answer says of the device that was asked for: under its own spelling, else under the only one that differs in case alone. */
export function ofDevice<Element extends { readonly uniqueId: string }>(
  elements: readonly Element[],
  uniqueId: string,
): Element | null {
  const same = elements.filter((element) => isSameId(element.uniqueId, uniqueId));
  return same.find((element) => element.uniqueId === uniqueId) ?? (same.length === 1 ? same[0]! : null);
}
