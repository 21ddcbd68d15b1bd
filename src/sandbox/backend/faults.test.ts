import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../domain/base64.ts';
import { fromBase64 } from '../base64.ts';
import { onRead, onWrite } from '../beacon/beacon.ts';
import { fleetBeacon } from '../beacon/nearby.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { createSandboxBackend, sandboxMiddleware } from '../server.ts';
import { clientFor, clientOver, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { ConnectionDropped, type BackendFault } from './faults.ts';

const ID = 'tB4x';

async function prepared(): Promise<ReturnType<typeof clientFor> & { response: string }> {
  const made = clientFor();
  return { ...made, response: await respond(made.client, made.clock.nowMs) };
}

async function respond(client: SandboxClient, nowMs: number): Promise<string> {
  await client.create(ID, { minor: '7' });
  const config = (await client.package(ID))!;
  const written = onWrite(fleetBeacon(DEFAULT_SEED, ID), 'request', fromBase64(config)!, nowMs);
  return encodeBase64(onRead(written.state, 'response', nowMs + 2000).bytes!);
}

async function changes(client: SandboxClient): Promise<number> {
  return (await client.snapshot()).devices[ID]!.stateChanges;
}

describe('faults of the practice backend', () => {
  it.each([401, 403, 404, 409, 422, 500, 503])(
    'answer with status %i and the legacy error body, and leave the device unchanged',
    async (status) => {
      const { client, response } = await prepared();
      await client.control('POST', 'faults', {
        name: 'status',
        status,
        times: 1,
        match: { method: 'POST', path: '/device/update' },
      });
      expect((await client.get('/device?maxResult=1')).status).toBe(200);
      const struck = await client.post(ID, response);
      expect([struck.status, await struck.json()]).toMatchObject([status, { status, details: null }]);
      expect(await changes(client)).toBe(0);
      expect((await client.post(ID, response)).status).toBe(204);
    },
  );

  it.each([
    ['none', null],
    ['seconds', '3'],
    ['date', 'Thu, 01 Jan 2026 00:00:03 GMT'],
    ['joined', 'Thu, 01 Jan 2026 00:00:03 GMT, 3'],
  ] as const)('spell the Retry-After header of a 429 as they are set: %s', async (retryAfter, spelled) => {
    const { client } = clientFor();
    await client.control('POST', 'faults', { name: 'status', status: 429, retryAfter, seconds: 3 });
    const struck = await client.get('/device');
    expect([struck.status, struck.headers.get('retry-after')]).toEqual([429, spelled]);
  });

  it.each([
    [{ name: 'captivePortal' }, 200, 'text/html; charset=utf-8', 0],
    [{ name: 'redirect' }, 302, null, 0],
    [{ name: 'truncated' }, 200, 'application/json', 1],
    [{ name: 'notJson' }, 200, 'text/plain', 1],
    [{ name: 'accepted' }, 202, null, 1],
    [{ name: 'emptyObject' }, 200, 'application/json', 1],
    [{ name: 'status', status: 503, effect: true }, 503, 'application/json', 1],
    [{ name: 'accepted', effect: false }, 202, null, 0],
  ] as const)(
    'answer, when set to %j, with the status $1 after $3 changes of the device',
    async (fault, status, type, effects) => {
      const { client, response } = await prepared();
      await client.control('PUT', 'faults', [fault]);
      const struck = await client.post(ID, response);
      expect([struck.status, struck.headers.get('content-type')]).toEqual([status, type]);
      expect(await changes(client)).toBe(effects);
      if (fault.name === 'truncated') await expect(struck.json()).rejects.toThrow(SyntaxError);
    },
  );

  it.each([
    ['offline', 0],
    ['lost', 1],
  ] as const)('leave the request unanswered: %s', async (name, effects) => {
    const { client, response } = await prepared();
    await client.control('PUT', 'faults', { name, times: 1 });
    await expect(client.post(ID, response)).rejects.toBeInstanceOf(ConnectionDropped);
    expect(await changes(client)).toBe(effects);
    expect((await client.post(ID, response)).status).toBe(204);
  });

  it('stop delaying a request when the caller aborts it', async () => {
    const { backend, client } = clientFor();
    for (const fault of [{ name: 'hang' }, { name: 'slow', ms: 60_000 }] satisfies BackendFault[]) {
      await client.control('PUT', 'faults', [fault]);
      const giveUp = new AbortController();
      const patient = clientOver(
        (request) => backend.handle(new Request(request, { signal: giveUp.signal })),
        'http://x/sandbox',
        'sandbox-owner-key',
      );
      const waiting = patient.get('/device');
      giveUp.abort();
      await expect(waiting).rejects.toThrow(/abort/i);
    }
    await client.control('PUT', 'faults', [{ name: 'slow', ms: 1 }]);
    expect((await client.get('/device')).status).toBe(200);
    await client.control('DELETE', 'faults');
    expect(await (await client.control('GET', 'faults')).json()).toEqual([]);
  });

  it('answer with status 429 when requests exceed the rate limit that an option sets', async () => {
    const { client, clock } = clientFor();
    await client.control('POST', 'options', { rateLimitPerSecond: 2 });
    const statuses = [1, 2, 3].map(async () => (await client.get('/device?maxResult=1')).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 429]);
    clock.nowMs += 1001;
    expect((await client.get('/device?maxResult=1')).status).toBe(200);
  });
});

describe('the controls of the practice backend', () => {
  const backend = createSandboxBackend({ now: Date.now });
  const call = (action: string, origin: string | null, method = 'GET', body?: object) =>
    backend.handle(
      new Request(`http://localhost:4173/sandbox/control/${action}`, {
        method,
        headers: origin === null ? {} : { origin },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );

  it('are closed to pages of other origins unless these are allowed', async () => {
    const foreign = 'https://elsewhere.example';
    for (const origin of [foreign, 'null', 'http://localhost:9999']) {
      for (const [action, method] of [
        ['log', 'GET'],
        ['reset', 'POST'],
        ['faults', 'PUT'],
        ['hello', 'OPTIONS'],
      ] as const) {
        const answered = await call(action, origin, method, method === 'PUT' ? [] : undefined);
        expect([origin, action, answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([
          origin,
          action,
          403,
          null,
        ]);
      }
    }
    expect((await call('log', null)).status).toBe(200);
    expect((await call('log', 'http://localhost:4173')).status).toBe(200);
    await call('options', null, 'PUT', { controlFrom: 'anyOrigin' });
    const answered = await call('log', foreign);
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });
});

describe('the CORS headers of the practice backend', () => {
  it('are absent, unless an option adds the headers that real backends send', async () => {
    const { client, backend } = clientFor();
    const cors = (response: Response): string[] =>
      [...response.headers.keys()].filter((name) => name.startsWith('access-control'));
    const preflight = (): Promise<Response> =>
      backend.handle(
        new Request('http://x/sandbox/legacy/device', { method: 'OPTIONS', headers: { origin: 'http://y' } }),
      );
    expect([(await preflight()).status, cors(await client.get('/device'))]).toEqual([405, []]);
    await client.control('POST', 'options', { cors: 'public', corsOn401: false });
    const answered = await preflight();
    expect(answered.status).toBe(204);
    expect(cors(answered)).toEqual(['access-control-allow-headers', 'access-control-allow-origin']);
    expect(answered.headers.get('access-control-allow-headers')).toBe('Content-Type, Api-Key, Accept, Authorization');
    expect(cors(await client.get('/device'))).toHaveLength(2);
    expect(cors(await client.as('wrong').get('/device'))).toEqual([]);
  });
});

describe('the practice backend over HTTP', () => {
  let server: Server | null = null;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('serves the whole configuration procedure, and closes the connection when a fault loses the answer', async () => {
    const { backend } = clientFor();
    server = createServer(sandboxMiddleware(backend));
    await new Promise<void>((resolve) => {
      server!.listen(0, '127.0.0.1', resolve);
    });
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/~http`;
    const client = clientOver((request) => fetch(request), base, 'sandbox-owner-key');
    expect(await (await client.control('GET', 'hello')).json()).toEqual({ sandbox: 'beacon-fieldkit' });
    const response = await respond(client, Date.UTC(2026, 0, 1));
    await client.control('PUT', 'faults', { name: 'lost', times: 1 });
    await expect(client.post(ID, response)).rejects.toThrow('fetch failed');
    const again = await client.post(ID, response);
    expect([again.status, again.headers.get('date')]).toEqual([204, 'Thu, 01 Jan 2026 00:00:00 GMT']);
    expect((await client.snapshot()).devices[ID]).toMatchObject({ posts: 2, repeats: 1, stateChanges: 1 });

    await client.control('PUT', 'faults', { name: 'hang' });
    const pending = fetch(`${base}/legacy/device`, { signal: AbortSignal.timeout(50) });
    await expect(pending).rejects.toThrow();
    expect((await fetch(`${base}/../elsewhere`)).status).toBe(404);
  });
});
