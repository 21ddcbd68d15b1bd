/** Whatever the clock says when telemetry is tested, the sandbox has gateways and beacons to ask for. */
import { describe, expect, it } from 'vitest';
import { fleetOf } from '../../src/sandbox/fleet.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { HOUR_MS } from '../../src/sandbox/telemetry/noise.ts';
import { receptions } from '../../src/sandbox/telemetry/reception.ts';
import { gatewaysOf, traitsOf } from '../../src/sandbox/telemetry/traits.ts';
import { hearingGateways, sendingBeacons } from './telemetry-journey.ts';

/** Every other hour of four days. On the third the first gateway is away from 16:10 on, for more than an hour. */
const MOMENTS = Array.from({ length: 4 * 12 }, (_, at) => Date.UTC(2026, 10, 21, 2 * at + 1, 15));

/** How much of what the owner sees came by this gateway in the hour before. */
function heardBy(gateway: string, nowMs: number): number {
  const via = new Set([gateway]);
  return fleetOf(DEFAULT_SEED)
    .filter(({ deviceType, access }) => deviceType === 'BEACON' && access.owner !== undefined)
    .flatMap(({ uniqueId }) => receptions(traitsOf(DEFAULT_SEED, uniqueId)!, nowMs - HOUR_MS, nowMs, via)).length;
}

describe('at any hour', () => {
  it('there is a gateway whose last hour fills more than one page of 500, also while the first is away', () => {
    for (const nowMs of MOMENTS) {
      const [gateway] = hearingGateways(nowMs) as [string];
      expect(heardBy(gateway, nowMs)).toBeGreaterThan(500);
    }
    const away = MOMENTS.filter((nowMs) => heardBy(gatewaysOf(DEFAULT_SEED)[0]!, nowMs) <= 500);
    expect(away).toContain(Date.UTC(2026, 10, 23, 17, 15));
  });

  it('several beacons are near, with a MAC and without', () => {
    for (const nowMs of MOMENTS)
      for (const wanted of [true, false])
        expect(sendingBeacons(({ device }) => (device.mac !== null) === wanted, nowMs).length).toBeGreaterThan(5);
  });
});
