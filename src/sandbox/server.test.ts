import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BackendFault } from './backend/faults.ts';
import { createSandboxBackend, sandboxMiddleware } from './server.ts';

let server: Server;
let origin: string;
/** Changes a request before the sandbox handles it. */
let meet: (request: IncomingMessage) => void;

beforeEach(async () => {
  meet = () => undefined;
  const serve = sandboxMiddleware(createSandboxBackend({ now: Date.now }));
  server = createServer((request, response) => {
    meet(request);
    serve(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function setFaults(...faults: readonly BackendFault[]): Promise<void> {
  const { ok } = await fetch(`${origin}/sandbox/control/faults`, { method: 'PUT', body: JSON.stringify(faults) });
  expect(ok).toBe(true);
}

const devices = (): Promise<Response> =>
  fetch(`${origin}/sandbox/legacy/device`, {
    headers: { 'Api-Key': 'sandbox-owner-key', Accept: 'application/vnd.com.acme+json;version=10' },
  });
const GET = 'GET /sandbox/legacy/device HTTP/1.1\r\nHost: here\r\nApi-Key: sandbox-owner-key\r\n\r\n';

/** Opens a raw client connection. Resolves when all its requests have reached the server. */
async function clientWith(requests: number): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  let met = 0;
  const allMet = new Promise<void>((resolve) => {
    meet = () => {
      met += 1;
      if (met === requests) resolve();
    };
  });
  client.write(GET.repeat(requests));
  await allMet;
  return client;
}

it('the practice server stays usable when a client resets the connection before its answer', async () => {
  await setFaults({ name: 'hang', match: { path: '/device' } });
  // The second request is queued behind the first, so its answer has no connection yet.
  const client = await clientWith(2);
  client.resetAndDestroy();
  await once(client, 'close');
  await setFaults();
  expect((await devices()).status).toBe(200);
});

it('the practice server closes the connection for a lost answer also while an answer is queued behind another', async () => {
  await setFaults({ name: 'lost', match: { path: '/device' } });
  const client = await clientWith(3);
  await once(client, 'close');
  expect(client.bytesRead).toBe(0);
});

it('the practice server closes no other connection when a request has already lost its socket', async () => {
  await setFaults({ name: 'lost', match: { path: '/device' }, times: 1 });
  meet = (request) => Object.defineProperty(request, 'socket', { value: null });
  await expect(devices()).rejects.toThrow('fetch failed');
  expect((await devices()).status).toBe(200);
});

it('the practice server compresses a long answer for a client that accepts compression', async () => {
  const answer = await devices();
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
  await expect(answer.json()).resolves.toHaveProperty('devices');
  meet = (request) => delete request.headers['accept-encoding'];
  expect((await devices()).headers.has('Content-Encoding')).toBe(false);
});
