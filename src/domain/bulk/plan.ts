/** What one change would do to each of many devices: sent, left out or warned of, before anything is asked of the backend. */
import { isSecret, sameValue } from '../attributes/values.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { takesConfiguration, type AttributeValues, type CachedDevice, type Json } from '../device.ts';
import type { HeldBack } from '../provisioning/held-back.ts';
import { shownValue } from './common.ts';

/** Why a device is left out: it may not be changed, takes no configuration, has these values already, has their package here, or waits for nothing. */
const LEFT_OUT = ['viewer', 'noBeacon', 'same', 'here', 'nothingPending'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export interface PlanLine {
  readonly device: CachedDevice;
  readonly values: AttributeValues;
  readonly before: AttributeValues;
  /** null: it is left out, for the reason beside it. */
  readonly kind: 'prepare' | 'fetch' | null;
  readonly leftOut: LeftOut | null;
  /** Something is pending that would be replaced; a receipt or a run that comes first. */
  readonly warning: 'pending' | HeldBack | null;
}

export interface PlanParts {
  readonly devices: readonly CachedDevice[];
  /** The newest configuration of a device that is open on this phone. */
  readonly packageOf: (uniqueId: string) => CarriedPackage | null;
  readonly held: ReadonlyMap<string, HeldBack>;
}

/** `again`: attributes that are sent although a device shows the same value. */
export function planChange(
  { devices, packageOf, held }: PlanParts,
  values: AttributeValues,
  again: ReadonlySet<string> = new Set(),
): PlanLine[] {
  return devices.map((device) => {
    const before = beforeOf(device, values);
    const line = { device, values, before, kind: null, warning: null } as const;
    const locked = lockedOf(device);
    if (locked !== null) return { ...line, leftOut: locked };
    const open = packageOf(device.uniqueId);
    const pending = device.pending !== null || open !== null;
    if (!pending && showsAll(device, values, again)) return { ...line, leftOut: 'same' };
    if (open !== null && isWithin(values, open.values)) {
      if (open.state === 'carried') return { ...line, leftOut: 'here' };
      return { ...line, kind: 'fetch', leftOut: null, warning: held.get(device.uniqueId) ?? null };
    }
    const warning = held.get(device.uniqueId) ?? (pending ? 'pending' : null);
    return { ...line, kind: 'prepare', leftOut: null, warning };
  });
}

/** The packages of what waits at the backend already. */
export function planFetch({ devices, packageOf, held }: PlanParts): PlanLine[] {
  return devices.map((device) => {
    const open = packageOf(device.uniqueId);
    const values = open?.values ?? device.pending ?? {};
    const line = { device, values, before: beforeOf(device, values), kind: null, warning: null } as const;
    const locked = lockedOf(device);
    if (locked !== null) return { ...line, leftOut: locked };
    if (open?.state === 'carried') return { ...line, leftOut: 'here' };
    if (open === null && device.pending === null) return { ...line, leftOut: 'nothingPending' };
    return { ...line, kind: 'fetch', leftOut: null, warning: held.get(device.uniqueId) ?? null };
  });
}

function lockedOf({ access, deviceType }: CachedDevice): LeftOut | null {
  if (!takesConfiguration(deviceType)) return 'noBeacon';
  return access === 'VIEWER' ? 'viewer' : null;
}

function beforeOf(device: CachedDevice, values: AttributeValues): AttributeValues {
  const before: Record<string, Json> = {};
  for (const name of Object.keys(values)) {
    const now = shownValue(device, name);
    if (now !== undefined && now !== null) before[name] = now;
  }
  return before;
}

/** Whether a device shows all of these values already; what was asked for `again`, and a secret, is never known to be shown. */
export function showsAll(
  device: CachedDevice,
  values: AttributeValues,
  again: ReadonlySet<string> = new Set(),
): boolean {
  return Object.entries(values).every(([name, value]) => {
    const now = shownValue(device, name);
    return !again.has(name) && !isSecret(name) && now !== undefined && now !== null && sameValue(name, value, now);
  });
}

/** Whether `of` holds all of these values. A secret cannot be compared: it is sent again. */
export function isWithin(values: AttributeValues, of: AttributeValues): boolean {
  return Object.entries(values).every(
    ([name, value]) => !isSecret(name) && Object.hasOwn(of, name) && sameValue(name, value, of[name]),
  );
}
