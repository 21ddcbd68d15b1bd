/** What GET /device says of a device's last sign of life, in agreement with its telemetry. */
import type { FleetDevice } from '../fleet.ts';
import { DAY_MS, HOUR_MS } from './noise.ts';
import { receptions } from './reception.ts';
import { batteryAt } from './record.ts';
import { traitsOf } from './traits.ts';

export interface Heard {
  /** Percent. */
  readonly batteryLevel: number;
  /** Unix seconds, null when it was never heard. */
  readonly lastSeen: number | null;
}

const LOOK_BACK_MS = [HOUR_MS, DAY_MS, 14 * DAY_MS];

/** `sinceMs`: when the device joined the account; what it sent before is nobody's business. */
export function heardOf(seed: string, device: FleetDevice, nowMs: number, sinceMs: number): Heard {
  const { batteryLevel, lastSeen } = device;
  // Gateways report by the minute.
  if (device.deviceType === 'GATEWAY') return { batteryLevel, lastSeen: Math.floor(nowMs / 60_000) * 60 };
  const traits = traitsOf(seed, device.uniqueId);
  if (!traits || traits.silent === 'never') return { batteryLevel, lastSeen };
  for (const backMs of LOOK_BACK_MS) {
    const arrived = receptions(traits, Math.max(sinceMs, nowMs - backMs), nowMs + 1, null).filter(
      ({ cloudMs }) => cloudMs <= nowMs,
    );
    const last = arrived.at(-1);
    if (last)
      return {
        batteryLevel: traits.has.battery ? batteryAt(traits, last.sentMs) : batteryLevel,
        lastSeen: Math.floor(last.timestampMs / 1000),
      };
  }
  return { batteryLevel, lastSeen };
}
