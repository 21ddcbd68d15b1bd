/** Battery and last sign of life of a device in GET /device, in agreement with its telemetry. */
import type { FleetDevice } from '../fleet.ts';
import { DAY_MS } from './noise.ts';
import { lastReception } from './reception.ts';
import { batteryAt } from './record.ts';
import { traitsOf } from './traits.ts';

export interface Heard {
  /** Percent. */
  readonly batteryLevel: number;
  /** Unix seconds. Null if the device was never received. */
  readonly lastSeen: number | null;
}

/** Returns both at `nowMs`. `sinceMs`: when the device joined the account, which sees nothing from before. */
export function heardOf(seed: string, device: FleetDevice, nowMs: number, sinceMs: number): Heard {
  const { batteryLevel, lastSeen } = device;
  // Gateways report once a minute.
  if (device.deviceType === 'GATEWAY') return { batteryLevel, lastSeen: Math.floor(nowMs / 60_000) * 60 };
  const traits = traitsOf(seed, device.uniqueId, device);
  const last = traits && lastReception(traits, Math.max(sinceMs, nowMs - 14 * DAY_MS), nowMs);
  if (!last) return { batteryLevel, lastSeen };
  return {
    batteryLevel: traits.has.battery ? batteryAt(traits, last.sentMs) : batteryLevel,
    lastSeen: Math.floor(last.timestampMs / 1000),
  };
}
