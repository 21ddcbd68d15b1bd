/** Valid records of both kinds, for tests of the streams and of the inspector. */

export const TELEMETRY_SAMPLE = {
  companyId: '6f0c9c1e-5a1d-4d7a-9d58-0f5f3b1c2a10',
  userId: 'b2a1c1d0-77e4-4f0b-8f0e-2d7f6c9a4e31',
  sourceId: 'GW07',
  sourceType: 'GATEWAY',
  trackingId: 'e0:00:00:00:00:01',
  rssi: -71,
  timestamp: '2026-03-02T10:00:00.000Z',
  beaconTimestamp: 1_772_445_600,
  batteryLevel: 88,
  movementCounter: 255,
  temperature: 21.5,
} as const;

export const POSITION_SAMPLE = {
  companyId: '6f0c9c1e-5a1d-4d7a-9d58-0f5f3b1c2a10',
  userId: 'b2a1c1d0-77e4-4f0b-8f0e-2d7f6c9a4e31',
  trackingId: 'e0:00:00:00:00:01',
  locationId: 7001,
  floorId: 7101,
  zoneId: 7211,
  x: 12.5,
  y: 3.75,
  z: 1.2,
  xe: 0.8,
  ye: 0.9,
  ze: 0.8,
  q: 0.83,
  origin: 'BLE',
  lost: false,
} as const;

/** Returns `count` telemetry records of a few beacons, one second apart, one per line. */
export function telemetryLines(count: number, beacons = 5): string {
  const lines: string[] = [];
  for (let index = 0; index < count; index += 1) {
    lines.push(
      JSON.stringify({
        ...TELEMETRY_SAMPLE,
        trackingId: `e0:00:00:00:00:${String(index % beacons).padStart(2, '0')}`,
        timestamp: new Date(1_772_445_600_000 + index * 1000).toISOString(),
        temperature: 20 + Math.round(50 * Math.sin(index / 60)) / 10,
        movementCounter: index % 256,
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}
