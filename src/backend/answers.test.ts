/** Answers of the backend: each kind of answer, page and package, and the details of a failure. */
import { type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { lastSeenOf } from '../domain/device.ts';
import { createBackend } from './backend.ts';
import { createTelemetryCalls } from './telemetry.ts';
import { KEY, server, seen, wire, backend, NOW, address, json, overTheWire } from '../../test/support/wire-server.ts';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';

overTheWire();

describe('the backend adapter', () => {
  const update = () =>
    backend.postResponse({ uniqueId: 'aB3x', deviceType: 'BEACON', responseBase64: 'AAAA', updatedSeconds: 1 });
  const raw =
    (status: number, type: string, text: string, headers = {}) =>
    (res: ServerResponse) =>
      res.writeHead(status, { 'content-type': type, ...headers }).end(text);

  it.each([
    ['200, a list without the device', json({ configs: [] }), { kind: 'listing', isWhole: true, packages: [] }],
    [
      '200, an empty list with a message',
      json({ configs: [], searchMeta: { nextResults: '' }, message: 'Device updated' }),
      { kind: 'listing', isWhole: true },
    ],
    [
      '200, a list with a further page',
      json({ configs: [], searchMeta: { nextResults: 'https://x/?startIndex=50' } }),
      { kind: 'listing', isWhole: false },
    ],
    [
      '200, a list beside an error',
      json({ configs: [], error: 'verification failed' }),
      { kind: 'listing', isWhole: false },
    ],
    ['200, a list beside another status', json({ configs: [], status: 422 }), { kind: 'listing', isWhole: false }],
    [
      '200, a list with the device in another case',
      json({ configs: [{ uniqueId: 'AB3X', config: 'QUJD' }, { nothing: 1 }] }),
      { kind: 'listing', isWhole: false },
    ],
    [
      '200, a list with the device',
      json({ configs: [{ uniqueId: 'aB3x', config: 'QUJD' }], searchMeta: null }),
      { kind: 'listing', packages: [{ uniqueId: 'aB3x', base64: 'QUJD' }] },
    ],
    ['200, a list with an unreadable element', json({ configs: [{ nothing: 1 }] }), { kind: 'accepted', status: 200 }],
    ['200, a bare list with the device', json([{ uniqueId: 'aB3x', config: 'QUJD' }]), { kind: 'listing' }],
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
    // The first matching row applies (product.md "What a backend's answer means"). HTML is in the first row: a proxy's
    // page never parks a receipt or asks for a key, whatever its status.
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
      'none, because the connection ends',
      (res: ServerResponse) => res.destroy(),
      { kind: 'failed', failure: { kind: 'offline', status: 0 } },
    ],
  ])('reads the answer to a posted response from its status and body: %s', async (_name, answer, expected) => {
    wire.reply = answer;
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
    [400, 'invalid'],
    [402, 'refused'],
    [413, 'tooLarge'],
    [418, 'refused'],
    [421, 'wrongHost'],
    [431, 'tooLarge'],
    [451, 'legal'],
    [499, 'proxyGaveUp'],
    [500, 'server'],
    [503, 'server'],
  ])('reports status %i as %s, with the message and the fields of the answer', async (status, kind) => {
    wire.reply = json(
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

  it.each([
    ['HTML', raw(200, 'text/html', 'Accept our terms')],
    ['HTML that calls itself JSON', raw(200, 'application/json', '\n<!DOCTYPE html><p>')],
    ['a redirect', raw(302, 'text/plain', '', { location: 'http://portal.invalid/' })],
  ])('recognises the sign-in page of a network in place of telemetry: %s', async (_name, answer) => {
    wire.reply = answer;
    const telemetry = createTelemetryCalls({
      account: fixtureAccount({ baseUrl: address() }),
      apiKey: () => KEY,
      clock: { nowMs: () => NOW },
      fetch: (url, init) => fetch(url, init),
    });
    await expect(telemetry.readTelemetry({ path: '/v3/telemetry', query: 'page=0' })).resolves.toMatchObject({
      failure: { kind: 'portal' },
    });
  });

  it('never returns the key in a failure', async () => {
    wire.reply = json({ message: `The key ${KEY} is wrong`, details: [{ field: KEY, message: KEY }] }, 401);
    expect(JSON.stringify(await update())).not.toContain(KEY);
  });

  it('gives up a request after the time in the settings', async () => {
    wire.reply = () => {};
    const timeout = new AbortController();
    const account = fixtureAccount({ baseUrl: address(), legacyBaseUrl: address(), vendor: 'acme' });
    const { settings } = account;
    const waits: number[] = [];
    const impatient = createBackend({
      account: { ...account, settings: { ...settings, delivery: { ...settings.delivery, timeoutMs: 4000 } } },
      apiKey: () => KEY,
      clock: { nowMs: () => NOW },
      fetch: (url, init) => fetch(url, init).finally(() => {}),
      timeout: (ms) => {
        waits.push(ms);
        return timeout.signal;
      },
    });
    const call = impatient.readDevice('a');
    server.once('request', () => timeout.abort(new DOMException('late', 'TimeoutError')));
    await expect(call).resolves.toMatchObject({ ok: false, failure: { kind: 'timeout' } });
    expect(waits).toEqual([4000]);
  });

  it('sends nothing when a request is cancelled, or when the key is missing or fits into no header', async () => {
    await expect(backend.readDevice('a', AbortSignal.abort())).resolves.toMatchObject({
      failure: { kind: 'cancelled' },
    });
    const account = fixtureAccount({ baseUrl: address(), legacyBaseUrl: address(), vendor: 'acme' });
    const parts = { account, fetch: (url: string, init: RequestInit) => fetch(url, init), clock: { nowMs: () => NOW } };
    await expect(createBackend({ ...parts, apiKey: () => null }).readDevice('a')).resolves.toMatchObject({
      failure: { kind: 'noKey' },
    });
    await expect(createBackend({ ...parts, apiKey: () => 'schlüssel\n' }).readDevice('a')).resolves.toMatchObject({
      failure: { kind: 'key' },
    });
    expect(seen).toEqual([]);
  });

  it('keeps the plain text of a refusal as its message', async () => {
    wire.reply = raw(402, 'text/plain', 'Pay first\n');
    await expect(update()).resolves.toMatchObject({ failure: { kind: 'refused', status: 402, message: 'Pay first' } });
  });

  it.each([
    ['the field mac', { mac: 'AA:BB:CC:DD:EE:01' }, 'AA:BB:CC:DD:EE:01'],
    ['the field macs', { macs: { mainMac: 'AA:BB:CC:DD:EE:01', bleMac: 'AA:BB:CC:DD:EE:03' } }, 'AA:BB:CC:DD:EE:03'],
    [
      'mac and macs, namely the one that gateways hear',
      { mac: 'AA:BB:CC:DD:EE:01', macs: { bleMac: 'AA:BB:CC:DD:EE:03' } },
      'AA:BB:CC:DD:EE:03',
    ],
    ['macs that contains only the main address', { macs: { mainMac: 'AA:BB:CC:DD:EE:01' } }, 'AA:BB:CC:DD:EE:01'],
  ])('takes the MAC address of a device from the answer with %s', async (_, facts, mac) => {
    wire.reply = json({ devices: [{ uniqueId: 'aB3x', deviceType: 'BEACON', ...facts }] });
    expect(await backend.readDevice('aB3x')).toMatchObject({ ok: true, value: { mac } });
  });

  it('reads pages of devices whatever their elements look like, and requests the next page from its own host only', async () => {
    wire.reply = json({
      devices: [
        {
          uniqueId: 'a',
          deviceType: 'BEACON',
          accelerometer: { move: { threshold: 5 } },
          tags: 'x, y',
          alias: null,
          batteryLevel: '?',
          lastSeen: 1_700_000_000,
          pendingConfig: { minor: 1, model: 'BEACON_PRO', created: 5 },
        },
        { uniqueId: 5, deviceType: 'GATEWAY', tags: ['z', 7], lastSeen: '2026-01-01T00:00:00Z' },
        { uniqueId: 'b' },
        null,
        'x',
        { deviceType: 'BEACON' },
      ],
      searchMeta: { nextResults: 'https://elsewhere.example/steal?startIndex=50&maxResult=50#x' },
    });
    const page = await backend.devicePage(0, 50);
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

  it('reads a battery level that is text, also from `status`, and distinguishes "never seen" from no information', async () => {
    const of = (uniqueId: string, rest: object): object => ({ uniqueId, deviceType: 'BEACON', ...rest });
    wire.reply = json({
      devices: [
        of('text', { batteryLevel: '85', lastSeen: null }),
        of('status', { status: { batteryLevel: 64, lastOnlineTimestamp: 1_700_000_000 } }),
        of('both', { batteryLevel: 12, lastSeen: 0, status: { batteryLevel: 64, lastOnlineTimestamp: 1_700_000_000 } }),
        of('odd', { batteryLevel: 'nearly full' }),
        of('mains', { batteryLevel: -1 }),
        of('bare', {}),
      ],
    });
    const page = await backend.devicePage(0, 50);
    if (!page.ok) throw new Error(page.failure.message);
    expect(
      page.value.devices.map((device) => [
        device.uniqueId,
        device.batteryPercent,
        device.lastSeenMs,
        lastSeenOf(device).kind,
      ]),
    ).toEqual([
      ['text', 85, null, 'never'],
      ['status', 64, 1_700_000_000_000, 'at'],
      ['both', 12, 1_700_000_000_000, 'at'],
      ['odd', null, null, 'unsaid'],
      ['mains', null, null, 'unsaid'],
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
  ])('turns nextResults %j into the query %j of the next page', async (nextResults, expected) => {
    wire.reply = json({ devices: [], searchMeta: { nextResults } });
    await expect(backend.devicePage(0, 50)).resolves.toMatchObject({ value: { nextQuery: expected } });
  });

  it('requests no next page when startIndex does not advance', async () => {
    wire.reply = json({ devices: [], searchMeta: { nextResults: 'http://x/device?startIndex=50' } });
    await expect(backend.devicePage('startIndex=50', 50)).resolves.toMatchObject({ value: { nextQuery: null } });
  });

  it('reads a package from JSON and from plain text, but not from HTML', async () => {
    wire.reply = json({
      configs: [
        { uniqueId: 'other', config: 'AAAA' },
        { uniqueId: 'a', config: ' QUJD ' },
      ],
    });
    await expect(backend.encryptConfig('a')).resolves.toEqual({ ok: true, value: 'QUJD' });
    wire.reply = raw(200, 'text/plain', 'QUJD\n');
    await expect(backend.encryptConfig('a')).resolves.toEqual({ ok: true, value: 'QUJD' });
    wire.reply = json({ configs: [] });
    await expect(backend.encryptConfig('a')).resolves.toEqual({ ok: true, value: null });
    wire.reply = raw(200, 'text/html', '<p>QUJD</p>');
    await expect(backend.encryptConfig('a')).resolves.toMatchObject({ ok: false, failure: { kind: 'portal' } });
  });
});
