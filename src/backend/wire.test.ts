/** What goes over the wire, the spelling of times and nested values, and how the clock is read. */
import { describe, expect, it } from 'vitest';
import { readRetryAfterMs } from './failure.ts';
import { readTimeMs } from '../domain/telemetry/moment.ts';
import { encodeFields, flatten, readZonedTimeMs, readableUrl, wireUrl } from './wire.ts';
import { KEY, seen, wire, backend, skews, NOW, json, overTheWire } from '../../test/support/wire-server.ts';

overTheWire();

describe('requests to the legacy interface (interface.md 4.4)', () => {
  it('have every value in the form of POST /config/create, and the headers of that interface', async () => {
    await backend.createConfig({
      uniqueIds: ['aB3x'],
      deviceType: 'BEACON',
      values: {
        minor: 7,
        'powerSaving.features': [],
        'accelerometer.doubleTap.detectionFlags': ['X_AXIS', 'Y_AXIS'],
        name: 'Süd & 1+1',
        shuffled: false,
      },
    });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/config/create' });
    expect(seen[0]!.body).toBe(
      'uniqueId=aB3x&deviceType=BEACON&minor=7&powerSaving.features=&accelerometer.doubleTap.detectionFlags=X_AXIS%2CY_AXIS&name=S%C3%BCd+%26+1%2B1&shuffled=false',
    );
    expect(seen[0]!.headers).toMatchObject({
      accept: 'application/vnd.com.acme+json;version=10',
      'api-key': KEY,
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    });
  });

  it('have the response, its time and the device type in POST /device/update', async () => {
    wire.reply = (res) => res.writeHead(204).end();
    const answer = await backend.postResponse({
      uniqueId: 'aB3x',
      deviceType: 'BEACON',
      responseBase64: 'AB+/cd==',
      updatedSeconds: 1_700_000_000,
    });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/device/update',
      body: 'uniqueId=aB3x&response=AB%2B%2Fcd%3D%3D&updated=1700000000&deviceType=BEACON',
    });
    expect(answer).toEqual({ kind: 'nothingPending', status: 204 });
  });

  it('have the values that only the backend stores, empty ones too, in POST /device/update', async () => {
    wire.reply = json({ message: 'ok' });
    await expect(
      backend.postVirtual({
        uniqueId: 'aB3x',
        deviceType: 'BEACON',
        values: { alias: 'Tür 3', tags: 'a,b', notes: '', 'deployment.status': 'DEPLOYED', metadata: '{"floor":3}' },
      }),
    ).resolves.toEqual({ ok: true, value: 200 });
    expect(seen[0]!.body).toBe(
      'uniqueId=aB3x&deviceType=BEACON&alias=T%C3%BCr+3&tags=a%2Cb&notes=&deployment.status=DEPLOYED&metadata=%7B%22floor%22%3A3%7D',
    );
  });

  it('have the parameters of GET in the address', async () => {
    await backend.readPending('aB3x', 'BEACON');
    await backend.encryptConfig('aB3x');
    await backend.devicePage(0, 50);
    await backend.devicePage('startIndex=50&maxResult=50', 50);
    await backend.readDevice('aB3x');
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/config?uniqueId=aB3x&deviceType=BEACON',
      'GET /api/config/encrypt?uniqueId=aB3x',
      'GET /api/device?startIndex=0&maxResult=50&orderBy=created&order=ASC',
      'GET /api/device?startIndex=50&maxResult=50',
      'GET /api/device?uniqueId=aB3x&maxResult=50',
    ]);
  });

  it('have no header of our own except the three that CORS allows', async () => {
    await backend.devicePage(0, 50);
    wire.reply = (res) => res.writeHead(204).end();
    await backend.postResponse({ uniqueId: 'a', deviceType: 'B', responseBase64: 'AAAA', updatedSeconds: 1 });
    // Headers that every transport adds.
    const transport = [
      'host',
      'connection',
      'accept-language',
      'sec-fetch-mode',
      'user-agent',
      'accept-encoding',
      'content-length',
      'cache-control',
      'pragma',
    ];
    for (const { rawNames } of seen) {
      const own = rawNames
        .map((name) => name.toLowerCase())
        .filter((name) => !transport.includes(name))
        .sort();
      expect(own).toEqual(own.includes('content-type') ? ['accept', 'api-key', 'content-type'] : ['accept', 'api-key']);
    }
  });
});

it('a form with a repeated field is refused, because the second could name another device', () => {
  expect(() => encodeFields({ uniqueId: '39zARdRZ', minor: 1 }, { uniqueId: '2ibzM7' })).toThrow(
    'uniqueId is given twice',
  );
});

describe('an Eddystone URL', () => {
  it.each([
    [{ url: '016578616d706c6507' }, { url: 'https://www.example.com' }],
    [
      { url: '016578616d706c6507', decodedUrl: 'https://www.example.com', minor: 1 },
      { url: 'https://www.example.com', minor: 1 },
    ],
    [{ decodedUrl: 'http://kontakt.io' }, { url: 'http://kontakt.io' }],
    [{ url: 'https://example.com/a' }, { url: 'https://example.com/a' }],
    [
      { url: null, minor: 1 },
      { url: null, minor: 1 },
    ],
    [{ minor: 1 }, { minor: 1 }],
  ])('is read as an address if the backend returns %j', (wire, read) => {
    expect(readableUrl(wire)).toEqual(read);
  });

  it.each([
    [
      { url: 'http://kontakt.io', minor: 1 },
      { url: '026b6f6e74616b742e696f', minor: 1 },
    ],
    [{ url: '' }, { url: '' }],
    [
      { url: 'https://an-address-that-fits-no-frame.example' },
      { url: 'https://an-address-that-fits-no-frame.example' },
    ],
    [{ minor: 1 }, { minor: 1 }],
  ])('is sent in hexadecimal if it fits into a frame: %j', (values, wire) => {
    expect(wireUrl(values)).toEqual(wire);
  });
});

describe('the clock of the backend', () => {
  it('is read from the Date header if there is one, and reported once while the difference does not change', async () => {
    wire.reply = json([], 200, { date: new Date(NOW + 90_000).toUTCString() });
    await backend.devicePage(0, 1);
    await backend.devicePage(0, 1);
    expect(skews).toEqual([{ skewMs: 90_500, trust: 'checkedDate' }]);
  });

  it.each([[Math.floor(NOW / 1000) - 600], [NOW - 600_000], [new Date(NOW - 600_000).toISOString()]])(
    'is read from the newest time in the answer to POST /config/create if there is no Date header: %j',
    async (updated) => {
      wire.reply = json([{ uniqueId: 'a', minor: 1, created: 1_500_000_000, updated }], 201);
      const created = await backend.createConfig({
        uniqueIds: ['a'],
        deviceType: 'BEACON',
        values: { minor: 1 },
        isFirst: false,
      });
      expect(created).toEqual({ ok: true, value: { records: [{ uniqueId: 'a', values: { minor: 1 } }] } });
      expect(skews).toEqual([{ skewMs: -600_000, trust: 'checkedCreated' }]);
    },
  );

  it('is read from `created` only if nothing was pending before, because a pending record keeps its old time', async () => {
    wire.reply = json([{ uniqueId: 'a', minor: 1, created: Math.floor(NOW / 1000) - 259_200 }], 201);
    await backend.createConfig({ uniqueIds: ['a'], deviceType: 'BEACON', values: { minor: 1 }, isFirst: false });
    expect(skews).toEqual([]);
    wire.reply = json([{ uniqueId: 'a', minor: 1, created: Math.floor(NOW / 1000) - 600 }], 201);
    await backend.createConfig({ uniqueIds: ['a'], deviceType: 'BEACON', values: { minor: 1 }, isFirst: true });
    expect(skews).toEqual([{ skewMs: -600_000, trust: 'checkedCreated' }]);
  });

  it('is reported again after an hour, so that the age of a measurement is known', async () => {
    wire.reply = json([], 200, { date: new Date(NOW).toUTCString() });
    await backend.devicePage(0, 1);
    wire.laterMs = 3_600_001;
    wire.reply = json([], 200, { date: new Date(NOW + wire.laterMs).toUTCString() });
    await backend.devicePage(0, 1);
    expect(skews).toHaveLength(2);
  });

  it('is not read from the sign-in page of a network', async () => {
    wire.reply = (res) =>
      res.writeHead(200, { 'content-type': 'text/html', date: new Date(0).toUTCString() }).end('<html>');
    await backend.devicePage(0, 1);
    expect(skews).toEqual([]);
  });
});

describe('the conversion of requests and answers', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1500],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
    ['Fri, 02 Jan 2026 03:05:05 GMT, 90', 90_000],
    ['30, Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
    ['Friday, 02-Jan-26 03:05:05 GMT', 60_000],
    ['2026-01-02T03:05:05Z', 60_000],
    ['Fri, 02 Jan 2026 03:04:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('reads the Retry-After header %j as a wait of $1 ms', (header, waitMs) => {
    expect(readRetryAfterMs(header, NOW)).toBe(waitMs);
  });

  it('flattens nested objects but not lists', () => {
    expect(flatten({ a: { b: { c: [1] } }, 'x.y': 2, n: null })).toEqual({ 'a.b.c': [1], 'x.y': 2, n: null });
    expect(flatten('x')).toEqual({});
    expect(Object.getPrototypeOf(flatten(JSON.parse('{"__proto__":{"z":1}}')))).toBe(Object.prototype);
  });

  it('reads times in seconds, ms and ISO', () => {
    expect([
      readZonedTimeMs(1_700_000_000),
      readZonedTimeMs('1700000000'),
      readZonedTimeMs(1_700_000_000_000),
      readZonedTimeMs('x'),
      readZonedTimeMs(0),
      readZonedTimeMs(null),
    ]).toEqual([1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_000, null, null, null]);
  });

  it.each([
    [1_571_234_567, 1_571_234_567_000],
    [1_571_234_567_890, 1_571_234_567_890],
    [1_571_234_567_890_123, 1_571_234_567_890],
    [1_571_234_567_890 * 1e6, 1_571_234_567_890],
    [1e10, null],
    [1e12 * 9, null],
    [-1_571_234_567, null],
    [Number.NaN, null],
    [12, null],
  ])('reads the number %d in the unit that makes it a plausible time', (value, ms) => {
    expect([readZonedTimeMs(value), readTimeMs(value)]).toEqual([ms, ms]);
  });

  it('rejects a time without a zone, because its hour is unknown', () => {
    expect(['2026-01-02T03:04:05', '2026-01-02', '2026-01-02 03:04', 'Jan 2 2026 03:04'].map(readZonedTimeMs)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    const at = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect(
      [
        '2026-01-02T03:04:05Z',
        '2026-01-02T04:04:05+01:00',
        '2026-01-02T03:04:05.000+0000',
        'Fri, 02 Jan 2026 03:04:05 GMT',
      ].map(readZonedTimeMs),
    ).toEqual([at, at, at, at]);
  });

  it('leaves missing values out of a form and keeps empty ones', () => {
    expect(encodeFields({ a: null, b: undefined, c: '', d: [] })).toBe('c=&d=');
  });
});
