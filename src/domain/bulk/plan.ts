/** Plans one change for many devices before any request: which are sent, left out, or need a warning. */
import { isSecret, sameValue } from '../attributes/values.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { isWrittenByBluetooth, type AttributeValues, type CachedDevice, type Json } from '../device.ts';
import { isForeign } from '../provisioning/changed-at-backend.ts';
import type { HeldBack } from '../provisioning/held-back.ts';
import { shownValue } from './common.ts';
import { isWithin, lockedOf } from './needs-package.ts';

/**
 * Why a device is left out: it may not be changed, has these values already, has their package here, is a gateway for which they are
 * pending already (`waits`) or which fetches them itself (`gateway`), or waits for nothing. What is written already is not taken back.
 */
export type LeftOut = 'viewer' | 'same' | 'here' | 'waits' | 'gateway' | 'nothingPending' | HeldBack;

export interface PlanLine {
  readonly device: CachedDevice;
  readonly values: AttributeValues;
  readonly before: AttributeValues;
  /** null: it is left out, for the reason beside it. */
  readonly kind: 'prepare' | 'fetch' | 'withdraw' | null;
  readonly leftOut: LeftOut | null;
  /** A pending change that would be replaced, `foreign` if it was not prepared here; or a receipt or run that comes first. */
  readonly warning: 'pending' | 'foreign' | HeldBack | null;
}

/** What is done for a device of a plan. */
export interface PlannedWork extends Pick<PlanLine, 'values' | 'before'> {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly kind: NonNullable<PlanLine['kind']>;
}

/** Returns the work of those that are not left out. */
export function workOf(lines: readonly PlanLine[]): PlannedWork[] {
  return lines.flatMap(({ device: { uniqueId, deviceType }, kind, values, before }) =>
    kind === null ? [] : { uniqueId, deviceType, kind, values, before },
  );
}

export interface PlanParts {
  readonly devices: readonly CachedDevice[];
  /** The newest open configuration package of a device. */
  readonly packageOf: (uniqueId: string) => CarriedPackage | null;
  readonly heldOf: (uniqueId: string) => HeldBack | null;
}

const NONE: ReadonlySet<string> = new Set();

/** `again`: attributes that are sent although the device shows the same value. */
export function planChange(
  { devices, packageOf, heldOf }: PlanParts,
  values: AttributeValues,
  again: ReadonlySet<string> = NONE,
): PlanLine[] {
  return devices.map((device) => {
    const open = openOf(device, packageOf(device.uniqueId));
    const verdict = changeVerdict(device, values, open, again);
    const line = { device, values, before: beforeOf(device, values), ...verdict };
    if (verdict.kind === null) return { ...line, warning: null };
    const replaced = verdict.kind === 'prepare' ? replacedBy(device, values, open) : null;
    return { ...line, warning: heldOf(device.uniqueId) ?? replaced };
  });
}

function replacedBy(
  { pending }: CachedDevice,
  values: AttributeValues,
  open: CarriedPackage | null,
): 'pending' | 'foreign' | null {
  if (pending === null) return open === null ? null : 'pending';
  // A pending change that contains the planned values is not foreign.
  if (!isWithin(values, pending) && isForeign(pending, open === null ? [values] : [values, open.values]))
    return 'foreign';
  return 'pending';
}

type Verdict = Pick<PlanLine, 'kind' | 'leftOut'>;

/**
 * The effect of a change on one device, without its plan, for counting thousands. `open`: as `packageOf` of the parts.
 */
export function changeVerdict(
  device: CachedDevice,
  values: AttributeValues,
  open: CarriedPackage | null,
  again: ReadonlySet<string> = NONE,
): Verdict {
  const locked = lockedOf(device);
  if (locked !== null) return { kind: null, leftOut: locked };
  const pending = device.pending !== null || open !== null;
  if (!pending && showsAll(device, values, again)) return { kind: null, leftOut: 'same' };
  if (open === null || !isWithin(values, open.values)) return { kind: 'prepare', leftOut: null };
  if (open.state === 'carried') return { kind: null, leftOut: 'here' };
  return isWrittenByBluetooth(device.deviceType) ? { kind: 'fetch', leftOut: null } : { kind: null, leftOut: 'waits' };
}

/** Plans fetching the packages of pending configurations. */
export function planFetch({ devices, packageOf, heldOf }: PlanParts): PlanLine[] {
  return devices.map((device) => {
    const open = packageOf(device.uniqueId);
    const values = open?.values ?? device.pending ?? {};
    const verdict = fetchVerdict(device, open);
    const warning = verdict.kind === null ? null : heldOf(device.uniqueId);
    return { device, values, before: beforeOf(device, values), ...verdict, warning };
  });
}

/** What waits is taken back. */
export function planWithdraw({ devices, packageOf, heldOf }: PlanParts): PlanLine[] {
  return devices.map((device) => {
    const open = openOf(device, packageOf(device.uniqueId));
    const values = device.pending ?? open?.values ?? {};
    const isPending = device.pending !== null || open !== null;
    const leftOut = lockedOf(device) ?? (isPending ? null : 'nothingPending') ?? heldOf(device.uniqueId);
    const kind = leftOut === null ? 'withdraw' : null;
    return { device, values, before: beforeOf(device, values), kind, leftOut, warning: null };
  });
}

/** As `changeVerdict`, for the package of what waits. */
export function fetchVerdict(device: CachedDevice, open: CarriedPackage | null): Verdict {
  const locked = lockedOf(device);
  if (locked !== null) return { kind: null, leftOut: locked };
  if (!isWrittenByBluetooth(device.deviceType)) return { kind: null, leftOut: 'gateway' };
  if (open?.state === 'carried') return { kind: null, leftOut: 'here' };
  if (open === null && device.pending === null) return { kind: null, leftOut: 'nothingPending' };
  return { kind: 'fetch', leftOut: null };
}

/** A gateway's package is finished as soon as nothing is pending. */
function openOf({ deviceType, pending }: CachedDevice, open: CarriedPackage | null): CarriedPackage | null {
  return pending === null && !isWrittenByBluetooth(deviceType) ? null : open;
}

function beforeOf(device: CachedDevice, values: AttributeValues): AttributeValues {
  const before: Record<string, Json> = {};
  for (const name of Object.keys(values)) {
    const now = shownValue(device, name);
    if (now !== undefined && now !== null) before[name] = now;
  }
  return before;
}

/** True when a device shows all of these values. False for values in `again` and for secrets. */
export function showsAll(device: CachedDevice, values: AttributeValues, again: ReadonlySet<string> = NONE): boolean {
  return Object.entries(values).every(([name, value]) => {
    const now = shownValue(device, name);
    return !again.has(name) && !isSecret(name) && now !== undefined && now !== null && sameValue(name, value, now);
  });
}
