/** At any time of day the sandbox has gateways and beacons whose telemetry can be requested. */
import { describe, expect, it } from 'vitest';
import { fleetOf } from '../../src/sandbox/fleet.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { HOUR_MS } from '../../src/sandbox/telemetry/noise.ts';
import { receptions } from '../../src/sandbox/telemetry/reception.ts';
import { gatewaysOf, traitsOf } from '../../src/sandbox/telemetry/traits.ts';
import { hearingGateways, sendingBeacons } from './telemetry-journey.ts';

/** Every other hour of four days. On the third day the first gateway is away from 16:10 for more than an hour. */
const MOMENTS = Array.from({ length: 4 * 12 }, (_, at) => Date.UTC(2026, 10, 21, 2 * at + 1, 15));

/** Returns how many of the owner's records came through this gateway in the hour before. */
function receivedBy(gateway: string, nowMs: number): number {
  const via = new Set([gateway]);
  return fleetOf(DEFAULT_SEED)
    .filter(({ deviceType, access }) => deviceType === 'BEACON' && access.owner !== undefined)
    .flatMap(({ uniqueId }) => receptions(traitsOf(DEFAULT_SEED, uniqueId)!, nowMs - HOUR_MS, nowMs, via)).length;
}

describe('the telemetry of the test fleet, at any hour,', () => {
  it('contains a gateway whose last hour fills more than one page of 500, even while another one is switched off', () => {
    for (const nowMs of MOMENTS) {
      const [gateway] = hearingGateways(nowMs) as [string];
      expect(receivedBy(gateway, nowMs)).toBeGreaterThan(500);
    }
    const away = MOMENTS.filter((nowMs) => receivedBy(gatewaysOf(DEFAULT_SEED)[0]!, nowMs) <= 500);
    expect(away).toContain(Date.UTC(2026, 10, 23, 17, 15));
  });

  it('contains several beacons near a gateway, with and without a MAC address', () => {
    for (const nowMs of MOMENTS)
      for (const wanted of [true, false])
        expect(sendingBeacons(({ device }) => (device.mac !== null) === wanted, nowMs).length).toBeGreaterThan(5);
  });
});
