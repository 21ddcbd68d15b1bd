/** The connection test: what can be determined about a host, a key and a policy. */
import { describe, expect, it } from 'vitest';
import { createProbe } from './probe.ts';
import { KEY, seen, wire, NOW, address, json, overTheWire } from '../../test/support/wire-server.ts';

overTheWire();

describe('the connection test', () => {
  const probe = () => createProbe({ fetch: (url, init) => fetch(url, init), clock: { nowMs: () => NOW } });
  const draft = () => ({ name: 'x', baseUrl: address(), legacyBaseUrl: `${address()}/api`, vendor: 'acme' });

  it.each([
    [
      'all is well, with the number of devices',
      json({ devices: [], searchMeta: { count: 231 } }),
      { kind: 'ok', devices: 231 },
    ],
    [
      'all is well, without a count that may be that of one page',
      json({
        devices: [{ uniqueId: 'a', deviceType: 'BEACON' }],
        searchMeta: { count: 1, nextResults: '/device?startIndex=1' },
      }),
      { kind: 'ok', devices: null },
    ],
    [
      'all is well, without a number of devices',
      json({ devices: [], searchMeta: { count: null } }),
      { kind: 'ok', devices: null },
    ],
    ['the key is wrong', json({ message: 'no' }, 401), { kind: 'wrongKey' }],
    ['the key has no rights', json({ message: 'no' }, 403), { kind: 'wrongKey' }],
    ['the backend has another version or vendor', json({ message: 'no' }, 415), { kind: 'otherVersion' }],
    [
      'the backend expects the key in another header',
      json({ message: 'no' }, 401, { 'www-authenticate': 'Bearer realm="api"' }),
      { kind: 'otherKeyHeader' },
    ],
    ['another failure, with its status', json({ message: 'no' }, 409), { kind: 'other', failure: { status: 409 } }],
  ])('concludes from the answer of the backend: %s', async (_name, answer, expected) => {
    wire.reply = answer;
    await expect(probe()(draft(), KEY)).resolves.toMatchObject(expected);
  });

  it('finds a host that answers although this page may not read it, and keeps the key out of that request', async () => {
    wire.reply = json({});
    // As in a browser without CORS headers: the readable request fails, the opaque one resolves.
    const blind = createProbe({
      fetch: (url, init) =>
        init.mode === 'no-cors' ? fetch(url, init) : Promise.reject(new TypeError('Failed to fetch')),
      clock: { nowMs: () => NOW },
    });
    await expect(blind(draft(), KEY)).resolves.toEqual({ kind: 'hiddenByCors', v3: { kind: 'hiddenByCors' } });
    expect(seen).toHaveLength(2);
    expect(JSON.stringify(seen)).not.toContain(KEY);
  });

  it('reports a host that does not exist as a wrong host or no connection', async () => {
    await expect(probe()({ ...draft(), legacyBaseUrl: 'http://127.0.0.1:1' }, KEY)).resolves.toMatchObject({
      kind: 'wrongHostOrOffline',
    });
  });

  it('tests the addresses of both interfaces separately', async () => {
    wire.reply = (res, request) =>
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
    wire.reply = (res, request) =>
      request.url.startsWith('/api') ? json({ devices: [] })(res) : json({ message: 'no' }, 401)(res);
    await expect(probe()(draft(), KEY)).resolves.toMatchObject({ kind: 'ok', v3: { kind: 'wrongKey' } });
    // An answer without a stream of this type, or without access, is still an answer.
    wire.reply = (res, request) =>
      request.url.startsWith('/api') ? json({ devices: [] })(res) : json({ message: 'none' }, 404)(res);
    await expect(probe()(draft(), KEY)).resolves.toMatchObject({ v3: { kind: 'ok' } });
  });

  it("recognises an address that this page's policy blocks, and then stops watching for blocked requests", async () => {
    let stopped = 0;
    const blocking = createProbe({
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      clock: { nowMs: () => NOW },
      watchPolicy: () => ({ hasBlocked: async (url) => url.startsWith(address()), stop: () => void (stopped += 1) }),
    });
    await expect(blocking({ ...draft(), baseUrl: 'http://127.0.0.1:1' }, KEY)).resolves.toEqual({
      kind: 'blockedHere',
      v3: { kind: 'wrongHostOrOffline' },
    });
    expect(stopped).toBe(1);
  });
});
