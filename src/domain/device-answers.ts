/** Applies a backend's answer to a device, and finds the device in an answer. */
import type { AttributeValues, Device } from './device.ts';

/** Returns the device after the backend has verified these values: applied, and nothing pending (interface.md 3). */
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
 * True when two IDs are equal apart from case and surrounding space. IDs are case-sensitive, so use it only where a
 * match is the safe result ("not verified") or where a single device was requested.
 */
export function isSameId(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * Returns the element of the requested device: the one with exactly its spelling, else the only one that differs in
 * case or surrounding space alone.
 */
export function ofDevice<Element extends { readonly uniqueId: string }>(
  elements: readonly Element[],
  uniqueId: string,
): Element | null {
  const same = elements.filter((element) => isSameId(element.uniqueId, uniqueId));
  return same.find((element) => element.uniqueId === uniqueId) ?? (same.length === 1 ? same[0]! : null);
}
