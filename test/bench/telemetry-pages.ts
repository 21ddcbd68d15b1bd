/** Any number of telemetry pages: 50 beacons that send every 40 s, page after page in order of time. */

const BEACONS = 50;

export function telemetryPage(
  page: number,
  { size, pages, startMs }: { size: number; pages: number; startMs: number },
): object {
  const content = Array.from({ length: size }, (_, at) => {
    const n = page * size + at;
    const time = new Date(startMs + n * 800).toISOString();
    return {
      trackingId: `aa:bb:cc:00:00:${(n % BEACONS).toString(16).padStart(2, '0')}`,
      sourceId: `gw${n % 4}`,
      timestamp: time,
      beaconTimestamp: time,
      cloudTimestamp: time,
      temperature: 20 + (n % 90) / 10,
      batteryLevel: 80,
      humidity: 40 + (n % 11),
      rssi: -60 - (n % 30),
      movementCounter: n % 256,
      moving: n % 3 === 0,
      firmware: '2.4',
      uniqueId: `u${n % BEACONS}`,
    };
  });
  const next =
    page + 1 < pages
      ? [{ rel: 'next', href: `https://backend.example/v3/telemetry?page=${page + 1}&size=${size}` }]
      : [];
  return {
    links: [{ rel: 'self', href: `https://backend.example/v3/telemetry?page=${page}` }, ...next],
    content,
    page: { size, hasNext: page + 1 < pages },
  };
}
