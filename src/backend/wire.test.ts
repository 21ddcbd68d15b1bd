import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '../domain/account.ts';
import { saidLastSeen } from '../domain/device.ts';
import { createBackend, createProbe, type Backend } from './backend.ts';
import { readRetryAfterMs } from './retry-after.ts';
import { encodeFields, flatten, readTimeMs } from './wire.ts';

const KEY = 'a-very-secret-key';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawNames: readonly string[];
  readonly body: string;
}

let server: Server;
let seen: Seen[];
let reply: (res: ServerResponse, request: Seen) => void;
let backend: Backend;
let laterMs = 0;
let skews: { skewMs: number; trust: string }[];
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function json(value: unknown, status = 200, headers: Record<string, string> = {}): (res: ServerResponse) => void {
  return (res) => res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

beforeEach(async () => {
  seen = [];
  skews = [];
  laterMs = 0;
  reply = json([]);
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    req.on('end', () => {
      const request = {
        method: req.method!,
        url: req.url!,
        headers: req.headers,
        rawNames: req.rawHeaders.filter((_, index) => index % 2 === 0),
        body,
      };
      seen.push(request);
      res.sendDate = false;
      reply(res, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const account = makeAccount(
    { name: 'x', baseUrl: address(), legacyBaseUrl: `${address()}/api`, vendor: 'acme' },
    'id',
    'live',
    NOW,
  );
  backend = createBackend({
    account,
    apiKey: () => KEY,
    fetch: (url, init) => fetch(url, init),
    nowMs: () => NOW + laterMs,
    onSkew: (reading) => skews.push(reading),
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('what goes over the wire (interface.md 4.4)', () => {
  it('POST /config/create', async () => {
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

  it('POST /device/update with a response', async () => {
    reply = (res) => res.writeHead(204).end();
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

  it('POST /device/update with virtual values', async () => {
    reply = json({ message: 'ok' });
    await expect(
      backend.postVirtual({
        uniqueId: 'aB3x',
        deviceType: 'BEACON',
        values: { alias: 'Tür 3', tags: 'a,b', notes: '' },
      }),
    ).resolves.toEqual({ ok: true, value: 200 });
    expect(seen[0]!.body).toBe('uniqueId=aB3x&deviceType=BEACON&alias=T%C3%BCr+3&tags=a%2Cb&notes=');
  });

  it('GET requests', async () => {
    await backend.readPending('aB3x', 'BEACON');
    await backend.encryptConfig('aB3x');
    await backend.devicePage(null, 50);
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

  it('sends no header of its own beside the three that CORS allows', async () => {
    await backend.devicePage(null, 50);
    reply = (res) => res.writeHead(204).end();
    await backend.postResponse({ uniqueId: 'a', deviceType: 'B', responseBase64: 'AAAA', updatedSeconds: 1 });
    // What the transport adds by itself, in any client.
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

describe('what comes back', () => {
  const update = () =>
    backend.postResponse({ uniqueId: 'aB3x', deviceType: 'BEACON', responseBase64: 'AAAA', updatedSeconds: 1 });
  const raw =
    (status: number, type: string, text: string, headers = {}) =>
    (res: ServerResponse) =>
      res.writeHead(status, { 'content-type': type, ...headers }).end(text);

  it.each([
    ['200, a list without it', json({ configs: [] }), { kind: 'listing', isWhole: true, packages: [] }],
    [
      '200, a list that says nothing more',
      json({ configs: [], searchMeta: { nextResults: '' }, message: 'Device updated' }),
      { kind: 'listing', isWhole: true },
    ],
    [
      '200, a list that goes on',
      json({ configs: [], searchMeta: { nextResults: 'https://x/?startIndex=50' } }),
      { kind: 'listing', isWhole: false },
    ],
    [
      '200, a list with an error beside it',
      json({ configs: [], error: 'verification failed' }),
      { kind: 'listing', isWhole: false },
    ],
    ['200, a list with a status beside it', json({ configs: [], status: 422 }), { kind: 'listing', isWhole: false }],
    [
      '200, a list with it in another case',
      json({ configs: [{ uniqueId: 'AB3X', config: 'QUJD' }, { nothing: 1 }] }),
      { kind: 'listing', isWhole: false },
    ],
    [
      '200, a list with it',
      json({ configs: [{ uniqueId: 'aB3x', config: 'QUJD' }], searchMeta: null }),
      { kind: 'listing', packages: [{ uniqueId: 'aB3x', base64: 'QUJD' }] },
    ],
    ['200, a list with an odd element', json({ configs: [{ nothing: 1 }] }), { kind: 'accepted', status: 200 }],
    ['200, a bare list with it', json([{ uniqueId: 'aB3x', config: 'QUJD' }]), { kind: 'listing' }],
    ['200, a bare empty list', json([]), { kind: 'accepted' }],
    ['200 {}', json({}), { kind: 'accepted' }],
    ['200 null', json(null), { kind: 'accepted' }],
    ['200, configs: null', json({ configs: null }), { kind: 'accepted' }],
    ['202, empty', (res: ServerResponse) => res.writeHead(202).end(), { kind: 'accepted', status: 202 }],
    ['200, HTML', raw(200, 'text/html', '<p>Accept our terms</p>'), { kind: 'failed', failure: { kind: 'portal' } }],
    [
      '200, HTML that calls itself JSON',
      raw(200, 'application/json', '<!DOCTYPE html><p>'),
      { kind: 'failed', failure: { kind: 'portal' } },
    ],
    ['200, plain text', raw(200, 'text/plain', 'OK'), { kind: 'failed', failure: { kind: 'portal' } }],
    [
      '200, cut off',
      raw(200, 'application/json', '{"configs":[{"uni'),
      { kind: 'failed', failure: { kind: 'unreadable' } },
    ],
    [
      '302',
      raw(302, 'text/plain', '', { location: 'http://portal.invalid/' }),
      { kind: 'failed', failure: { kind: 'portal' } },
    ],
    // Of product.md's rows the first that fits wins, and HTML is in the first: no page of a proxy parks a receipt or asks for a key, whatever its status.
    ['401, HTML', raw(401, 'text/html', '<html>'), { kind: 'failed', failure: { kind: 'portal', status: 401 } }],
    ['403, HTML', raw(403, 'text/html', '<html>'), { kind: 'failed', failure: { kind: 'portal', status: 403 } }],
    ['404, HTML', raw(404, 'text/html', '<html>'), { kind: 'failed', failure: { kind: 'portal', status: 404 } }],
    [
      '404, HTML that calls itself JSON',
      raw(404, 'application/json', '<!doctype html>'),
      { kind: 'failed', failure: { kind: 'portal', status: 404 } },
    ],
    ['502, HTML', raw(502, 'text/html', '<html>'), { kind: 'failed', failure: { kind: 'server', status: 502 } }],
    ['511', raw(511, 'text/plain', ''), { kind: 'failed', failure: { kind: 'portal' } }],
    [
      'the connection goes away',
      (res: ServerResponse) => res.destroy(),
      { kind: 'failed', failure: { kind: 'offline', status: 0 } },
    ],
  ])('%s', async (_name, answer, expected) => {
    reply = answer;
    await expect(update()).resolves.toMatchObject(expected);
  });

  it.each([
    [401, 'key'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [408, 'server'],
    [409, 'conflict'],
    [415, 'mediaType'],
    [422, 'invalid'],
    [425, 'server'],
    [429, 'rateLimit'],
    [418, 'invalid'],
    [500, 'server'],
    [503, 'server'],
  ])("%i is %s, with the backend's words", async (status, kind) => {
    reply = json(
      {
        id: 'x',
        status,
        cause: 'C',
        message: 'No such thing',
        details: [{ field: 'minor', error: 'RANGE', message: 'too large' }, 7, null],
      },
      status,
    );
    await expect(update()).resolves.toEqual({
      kind: 'failed',
      failure: {
        kind,
        status,
        message: 'No such thing',
        fields: [{ field: 'minor', message: 'too large' }],
        retryAfterMs: null,
      },
    });
  });

  it('never lets the key into a failure', async () => {
    reply = json({ message: `The key ${KEY} is wrong`, details: [{ field: KEY, message: KEY }] }, 401);
    expect(JSON.stringify(await update())).not.toContain(KEY);
  });

  it('gives up after the time of the settings', async () => {
    reply = () => {};
    const timeout = new AbortController();
    const account = makeAccount(
      { name: 'x', baseUrl: address(), legacyBaseUrl: address(), vendor: 'acme' },
      'id',
      'live',
      NOW,
    );
    const asked: number[] = [];
    const impatient = createBackend({
      account,
      apiKey: () => KEY,
      nowMs: () => NOW,
      fetch: (url, init) => fetch(url, init).finally(() => {}),
      timeout: (ms) => {
        asked.push(ms);
        return timeout.signal;
      },
    });
    const call = impatient.readDevice('a');
    server.once('request', () => timeout.abort(new DOMException('late', 'TimeoutError')));
    await expect(call).resolves.toMatchObject({ ok: false, failure: { kind: 'timeout' } });
    expect(asked).toEqual([15_000]);
  });

  it('says when it was stopped, and sends nothing without a key', async () => {
    await expect(backend.readDevice('a', AbortSignal.abort())).resolves.toMatchObject({
      failure: { kind: 'cancelled' },
    });
    const account = makeAccount(
      { name: 'x', baseUrl: address(), legacyBaseUrl: address(), vendor: 'acme' },
      'id',
      'live',
      NOW,
    );
    const parts = { account, fetch: (url: string, init: RequestInit) => fetch(url, init), nowMs: () => NOW };
    await expect(createBackend({ ...parts, apiKey: () => null }).readDevice('a')).resolves.toMatchObject({
      failure: { kind: 'noKey' },
    });
    await expect(createBackend({ ...parts, apiKey: () => 'schlüssel\n' }).readDevice('a')).resolves.toMatchObject({
      failure: { kind: 'key' },
    });
    expect(seen).toEqual([]);
  });

  it('reads pages whatever the elements look like, and keeps to its own host', async () => {
    reply = json({
      devices: [
        {
          uniqueId: 'a',
          deviceType: 'BEACON',
          accelerometer: { move: { threshold: 5 } },
          tags: 'x, y',
          alias: null,
          batteryLevel: '?',
          lastSeen: 1_700_000_000,
          pendingConfig: { minor: 1, created: 5 },
        },
        { uniqueId: 5, deviceType: 'GATEWAY', tags: ['z', 7], lastSeen: '2026-01-01T00:00:00Z' },
        { uniqueId: 'b' },
        null,
        'x',
        { deviceType: 'BEACON' },
      ],
      searchMeta: { nextResults: 'https://elsewhere.example/steal?startIndex=50&maxResult=50#x' },
    });
    const page = await backend.devicePage(null, 50);
    expect(page).toMatchObject({
      ok: true,
      value: { skipped: 4, nextQuery: 'startIndex=50&maxResult=50', count: null },
    });
    if (!page.ok) return;
    expect(page.value.devices).toMatchObject([
      {
        uniqueId: 'a',
        tags: ['x', 'y'],
        alias: null,
        batteryPercent: null,
        lastSeenMs: 1_700_000_000_000,
        pending: { minor: 1 },
        attributes: { 'accelerometer.move.threshold': 5, batteryLevel: '?' },
      },
      { uniqueId: '5', deviceType: 'GATEWAY', tags: ['z'], lastSeenMs: 1_767_225_600_000, pending: null },
    ]);
  });

  it('reads the battery as text, takes both from `status` too, and tells "never" from nothing said', async () => {
    const of = (uniqueId: string, rest: object): object => ({ uniqueId, deviceType: 'BEACON', ...rest });
    reply = json({
      devices: [
        of('text', { batteryLevel: '85', lastSeen: null }),
        of('status', { status: { batteryLevel: 64, lastOnlineTimestamp: 1_700_000_000 } }),
        of('both', { batteryLevel: 12, lastSeen: 0, status: { batteryLevel: 64, lastOnlineTimestamp: 1_700_000_000 } }),
        of('odd', { batteryLevel: 'nearly full' }),
        of('bare', {}),
      ],
    });
    const page = await backend.devicePage(null, 50);
    if (!page.ok) throw new Error(page.failure.message);
    expect(
      page.value.devices.map((device) => [
        device.uniqueId,
        device.batteryPercent,
        device.lastSeenMs,
        saidLastSeen(device).kind,
      ]),
    ).toEqual([
      ['text', 85, null, 'never'],
      ['status', 64, 1_700_000_000_000, 'at'],
      ['both', 12, 1_700_000_000_000, 'at'],
      ['odd', null, null, 'unsaid'],
      ['bare', null, null, 'unsaid'],
    ]);
    expect(page.value.devices[3]!.attributes).toEqual({ batteryLevel: 'nearly full' });
  });

  it.each([
    ['', null],
    ['not an address', null],
    ['http://x/?maxResult=50', null],
    ['http://x/?startIndex=0', null],
    ['?startIndex=50', 'startIndex=50'],
    ['/device?startIndex=51&q=%20', 'startIndex=51&q=+'],
  ])('nextResults %j leads to %j', async (nextResults, expected) => {
    reply = json({ devices: [], searchMeta: { nextResults } });
    await expect(backend.devicePage(null, 50)).resolves.toMatchObject({ value: { nextQuery: expected } });
  });

  it('stops where startIndex does not move on', async () => {
    reply = json({ devices: [], searchMeta: { nextResults: 'http://x/device?startIndex=50' } });
    await expect(backend.devicePage('startIndex=50', 50)).resolves.toMatchObject({ value: { nextQuery: null } });
  });

  it('takes a package in either spelling', async () => {
    reply = json({
      configs: [
        { uniqueId: 'other', config: 'AAAA' },
        { uniqueId: 'a', config: ' QUJD ' },
      ],
    });
    await expect(backend.encryptConfig('a')).resolves.toEqual({ ok: true, value: 'QUJD' });
    reply = raw(200, 'text/plain', 'QUJD\n');
    await expect(backend.encryptConfig('a')).resolves.toEqual({ ok: true, value: 'QUJD' });
    reply = json({ configs: [] });
    await expect(backend.encryptConfig('a')).resolves.toEqual({ ok: true, value: null });
    reply = raw(200, 'text/html', '<p>QUJD</p>');
    await expect(backend.encryptConfig('a')).resolves.toMatchObject({ ok: false, failure: { kind: 'portal' } });
  });
});

describe('the clock', () => {
  it('is told by Date where it can be read, and once only while it stays the same', async () => {
    reply = json([], 200, { date: new Date(NOW + 90_000).toUTCString() });
    await backend.devicePage(null, 1);
    await backend.devicePage(null, 1);
    expect(skews).toEqual([{ skewMs: 90_500, trust: 'checkedDate' }]);
  });

  it.each([[Math.floor(NOW / 1000) - 600], [NOW - 600_000], [new Date(NOW - 600_000).toISOString()]])(
    'is told by the newest time of the create answer else: %j',
    async (updated) => {
      reply = json([{ uniqueId: 'a', minor: 1, created: 1_500_000_000, updated }], 201);
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

  it('is told by `created` alone only where nothing was pending before: a merged record keeps its old one', async () => {
    reply = json([{ uniqueId: 'a', minor: 1, created: Math.floor(NOW / 1000) - 259_200 }], 201);
    await backend.createConfig({ uniqueIds: ['a'], deviceType: 'BEACON', values: { minor: 1 }, isFirst: false });
    expect(skews).toEqual([]);
    reply = json([{ uniqueId: 'a', minor: 1, created: Math.floor(NOW / 1000) - 600 }], 201);
    await backend.createConfig({ uniqueIds: ['a'], deviceType: 'BEACON', values: { minor: 1 }, isFirst: true });
    expect(skews).toEqual([{ skewMs: -600_000, trust: 'checkedCreated' }]);
  });

  it('is told again after an hour, so that a reading has its age', async () => {
    reply = json([], 200, { date: new Date(NOW).toUTCString() });
    await backend.devicePage(null, 1);
    laterMs = 3_600_001;
    reply = json([], 200, { date: new Date(NOW + laterMs).toUTCString() });
    await backend.devicePage(null, 1);
    expect(skews).toHaveLength(2);
  });

  it('is not told by a portal', async () => {
    reply = (res) => res.writeHead(200, { 'content-type': 'text/html', date: new Date(0).toUTCString() }).end('<html>');
    await backend.devicePage(null, 1);
    expect(skews).toEqual([]);
  });
});

describe('the connection test', () => {
  const probe = () => createProbe({ fetch: (url, init) => fetch(url, init), nowMs: () => NOW });
  const draft = () => ({ name: 'x', baseUrl: address(), legacyBaseUrl: `${address()}/api`, vendor: 'acme' });

  it.each([
    ['ok', json({ devices: [], searchMeta: { count: 231 } }), { kind: 'ok', devices: 231 }],
    ['wrong key', json({ message: 'no' }, 401), { kind: 'wrongKey' }],
    ['a key without rights', json({ message: 'no' }, 403), { kind: 'wrongKey' }],
    ['something else', json({ message: 'no' }, 415), { kind: 'other', failure: { kind: 'mediaType' } }],
  ])('%s', async (_name, answer, expected) => {
    reply = answer;
    await expect(probe()(draft(), KEY)).resolves.toMatchObject(expected);
  });

  it('finds a host that answers, although this page may not read it, and keeps the key out of that question', async () => {
    reply = json({});
    // As a browser does without CORS headers: the readable call fails, the blind one resolves.
    const blind = createProbe({
      fetch: (url, init) =>
        init.mode === 'no-cors' ? fetch(url, init) : Promise.reject(new TypeError('Failed to fetch')),
      nowMs: () => NOW,
    });
    await expect(blind(draft(), KEY)).resolves.toEqual({ kind: 'hiddenByCors', v3: { kind: 'hiddenByCors' } });
    expect(seen).toHaveLength(2);
    expect(JSON.stringify(seen)).not.toContain(KEY);
  });

  it('can say no more of a host that is not there', async () => {
    await expect(probe()({ ...draft(), legacyBaseUrl: 'http://127.0.0.1:1' }, KEY)).resolves.toMatchObject({
      kind: 'wrongHostOrOffline',
    });
  });

  it('asks both addresses and tells them apart', async () => {
    reply = (res, request) =>
      json(request.url.startsWith('/api') ? { devices: [], searchMeta: { count: 3 } } : [])(res);
    await expect(probe()(draft(), KEY)).resolves.toEqual({ kind: 'ok', devices: 3, v3: { kind: 'ok', devices: null } });
    expect(new Set(seen.map(({ url }) => url.split('?')[0]))).toEqual(
      new Set(['/api/device', '/v3/streams/telemetry']),
    );
    await expect(probe()({ ...draft(), baseUrl: 'http://127.0.0.1:1' }, KEY)).resolves.toEqual({
      kind: 'ok',
      devices: 3,
      v3: { kind: 'wrongHostOrOffline' },
    });
    reply = (res, request) =>
      request.url.startsWith('/api') ? json({ devices: [] })(res) : json({ message: 'no' }, 401)(res);
    await expect(probe()(draft(), KEY)).resolves.toMatchObject({ kind: 'ok', v3: { kind: 'wrongKey' } });
    // No stream of this type, or no right to see it, is an answer all the same.
    reply = (res, request) =>
      request.url.startsWith('/api') ? json({ devices: [] })(res) : json({ message: 'none' }, 404)(res);
    await expect(probe()(draft(), KEY)).resolves.toMatchObject({ v3: { kind: 'ok' } });
  });

  it('tells an address that the policy of this page blocks, and forgets its watch', async () => {
    let stopped = 0;
    const blocking = createProbe({
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      nowMs: () => NOW,
      watchPolicy: () => ({ hasBlocked: async (url) => url.startsWith(address()), stop: () => void (stopped += 1) }),
    });
    await expect(blocking({ ...draft(), baseUrl: 'http://127.0.0.1:1' }, KEY)).resolves.toEqual({
      kind: 'blockedHere',
      v3: { kind: 'wrongHostOrOffline' },
    });
    expect(stopped).toBe(1);
  });
});

describe('spellings', () => {
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
  ])('Retry-After %j', (header, waitMs) => {
    expect(readRetryAfterMs(header, NOW)).toBe(waitMs);
  });

  it('flattens whatever is nested, lists apart', () => {
    expect(flatten({ a: { b: { c: [1] } }, 'x.y': 2, n: null })).toEqual({ 'a.b.c': [1], 'x.y': 2, n: null });
    expect(flatten('x')).toEqual({});
    expect(Object.getPrototypeOf(flatten(JSON.parse('{"__proto__":{"z":1}}')))).toBe(Object.prototype);
  });

  it('reads times in seconds, ms and ISO', () => {
    expect([
      readTimeMs(1_700_000_000),
      readTimeMs('1700000000'),
      readTimeMs(1_700_000_000_000),
      readTimeMs('x'),
      readTimeMs(0),
      readTimeMs(null),
    ]).toEqual([1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_000, null, null, null]);
  });

  it('takes no time without a zone: it may be any hour', () => {
    expect(['2026-01-02T03:04:05', '2026-01-02', '2026-01-02 03:04', 'Jan 2 2026 03:04'].map(readTimeMs)).toEqual([
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
      ].map(readTimeMs),
    ).toEqual([at, at, at, at]);
  });

  it('leaves out what is nothing and keeps what is empty', () => {
    expect(
      encodeFields([
        ['a', null],
        ['b', undefined],
        ['c', ''],
        ['d', []],
      ]),
    ).toBe('c=&d=');
  });
});
