/** What the stream requests send and how their answers are read, against a server of the test's own. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import type { StreamBackend } from '../use-cases/streams/streams.ts';
import { createStreamCalls } from './streams.ts';

const KEY = 'a-very-secret-key';
const SECRET = 'SK/very+secret="7"';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let seen: Seen[];
let reply: (res: ServerResponse) => void;
let calls: StreamBackend;

const json =
  (value: unknown, status = 200) =>
  (res: ServerResponse) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

beforeEach(async () => {
  seen = [];
  reply = (res) => res.writeHead(204).end();
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    req.on('end', () => {
      seen.push({ method: req.method!, url: req.url!, headers: req.headers, body });
      reply(res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = fixtureAccount({ id: 'a', baseUrl: `${base}/api`, legacyBaseUrl: `${base}/old` });
  calls = createStreamCalls({
    account,
    apiKey: () => KEY,
    fetch: (url, init) => fetch(url, init),
    clock: { nowMs: () => 0 },
  });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('the calls of the stream adapter', () => {
  it('read a stream with GET at its v3 address, with the key, Accept and no other header of ours', async () => {
    reply = json([{ type: 'position', enabled: true, eventHub: { eventHubName: 'h' } }]);
    const answered = await calls.readStreams('position');
    expect(answered).toMatchObject({ ok: true, value: { config: { type: 'position', enabled: true } } });
    expect(seen).toMatchObject([
      {
        method: 'GET',
        url: '/api/v3/streams/position',
        body: '',
        headers: { accept: 'application/json', 'api-key': KEY },
      },
    ]);
    expect(seen[0]!.headers['content-type']).toBeUndefined();
  });

  it('send the body of PUT and PATCH as JSON and accept status 204', async () => {
    const body = { enabled: false, cloudStream: { region: 'eu-west-1' } };
    expect(await calls.putStream('telemetry', body)).toEqual({ ok: true, value: null });
    expect(await calls.patchStream('telemetry', { enabled: true })).toEqual({ ok: true, value: null });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /api/v3/streams/telemetry',
      'PATCH /api/v3/streams/telemetry',
    ]);
    expect(seen.map((one) => JSON.parse(one.body) as unknown)).toEqual([body, { enabled: true }]);
    expect(seen.map(({ headers }) => headers['content-type'])).toEqual(['application/json', 'application/json']);
  });

  it('send DELETE without a body', async () => {
    expect(await calls.deleteStream('telemetry')).toEqual({ ok: true, value: null });
    expect(seen).toMatchObject([{ method: 'DELETE', url: '/api/v3/streams/telemetry', body: '' }]);
    expect(seen[0]!.headers['content-type']).toBeUndefined();
  });
});

describe('the stream adapter', () => {
  it.each<[string, (res: ServerResponse) => void, string]>([
    ['401', json({ message: 'no' }, 401), 'key'],
    ['403', json({ message: 'no' }, 403), 'forbidden'],
    ['404', json({ message: 'no' }, 404), 'notFound'],
    ['429 without a body', (res) => res.writeHead(429).end(), 'rateLimit'],
    ['500', json({}, 500), 'server'],
    ['a web page', (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>hotel</html>'), 'portal'],
    ['a redirect', (res) => res.writeHead(302, { location: '/' }).end(), 'portal'],
    ['a text', (res) => res.writeHead(200, { 'content-type': 'text/plain' }).end('OK'), 'unreadable'],
    [
      'half of some JSON',
      (res) => res.writeHead(200, { 'content-type': 'application/json' }).end('[{"type":'),
      'unreadable',
    ],
    ['nothing, and ends the connection', (res) => res.destroy(), 'offline'],
  ])('reports a failure of reading and of writing when the backend answers: %s', async (_name, answer, kind) => {
    reply = answer;
    expect(await calls.readStreams('telemetry')).toMatchObject({ ok: false, failure: { kind } });
    expect(await calls.patchStream('telemetry', { enabled: true })).toMatchObject({ ok: false, failure: { kind } });
  });

  it('rejects an object in place of the list of streams', async () => {
    reply = json({ type: 'telemetry' });
    expect(await calls.readStreams('telemetry')).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });

  it('returns the fields that the v3 error body names', async () => {
    reply = json(
      { message: 'Not valid', errors: [{ field: 'cloudStream.region', error: 'is not valid', invalidValue: 'x' }] },
      422,
    );
    expect(await calls.putStream('telemetry', {})).toMatchObject({
      failure: { kind: 'invalid', fields: [{ field: 'cloudStream.region', message: 'is not valid' }] },
    });
  });
});

describe('a failed stream call whose body contained secrets', () => {
  const body = { enabled: false, cloudStream: { streamName: 's', accessKey: 'AKIA12345', secretKey: SECRET } };

  it.each([
    ['as it is', SECRET],
    ['as JSON spells it', JSON.stringify(SECRET)],
    ['as a URL spells it', encodeURIComponent(SECRET)],
    ['cut off where messages are cut', `${'x'.repeat(285)} ${SECRET}`],
  ])('returns no message that repeats a secret: %s', async (_name, echoed) => {
    reply = json({ message: echoed, errors: [{ field: echoed, error: `bad ${echoed}`, invalidValue: SECRET }] }, 422);
    const text = JSON.stringify(await calls.putStream('telemetry', body));
    expect(text).toContain('invalid');
    expect(text).not.toContain('very');
    expect(text).not.toContain('SK/');
    expect(text).not.toContain('SK%2F');
  });

  it('returns neither the key nor a secret, which were only in header and body of the request', async () => {
    reply = (res) => res.destroy();
    const answered = await calls.putStream('telemetry', body);
    expect(JSON.stringify(answered)).not.toMatch(/secret-key|AKIA|SK\//);
    expect(seen[0]!.url).toBe('/api/v3/streams/telemetry');
    expect(JSON.parse(seen[0]!.body)).toEqual(body);
  });

  it('does not change a message that repeats no secret', async () => {
    reply = json({ message: 'The stream configuration is not valid' }, 422);
    expect(await calls.putStream('telemetry', body)).toMatchObject({
      failure: { message: 'The stream configuration is not valid' },
    });
  });
});
