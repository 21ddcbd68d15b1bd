/** A backend over real HTTP on another origin that answers every list with given devices of any size. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxControl } from './app-server.ts';

export interface HostileBackend extends Pick<SandboxControl, 'baseUrl' | 'legacyBaseUrl'> {
  /** Sets the elements of `devices` in later answers. */
  list(devices: readonly object[]): void;
  /** Returns how often the list was requested. */
  requestCount(): number;
  close(): Promise<void>;
}

export async function startHostileBackend(): Promise<HostileBackend> {
  let body = Buffer.from('{"devices":[]}');
  let requests = 0;
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Accept, Api-Key, Content-Type');
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (!request.url!.startsWith('/legacy/device?')) return response.writeHead(404).end();
    requests += 1;
    return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: origin,
    legacyBaseUrl: `${origin}/legacy`,
    list(devices) {
      body = Buffer.from(JSON.stringify({ devices }));
    },
    requestCount: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
