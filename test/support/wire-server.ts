/** A real HTTP server in place of the backend: it records requests and sends set answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { fixtureAccount } from './fixture-rows.ts';
import { createBackend, type Backend } from '../../src/backend/backend.ts';

export const KEY = 'a-very-secret-key';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawNames: readonly string[];
  readonly body: string;
}

export let server: Server;
export let seen: Seen[];
/** What the server answers, and how far the phone's clock is ahead. */
export const wire: { reply: (res: ServerResponse, request: Seen) => void; laterMs: number } = {
  reply: () => {},
  laterMs: 0,
};
export let backend: Backend;
export let skews: { skewMs: number; trust: string }[];
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

export function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function json(
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): (res: ServerResponse) => void {
  return (res) => res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Registers the setup and teardown that every file of these tests needs. */
export function overTheWire(): void {
  beforeEach(async () => {
    seen = [];
    skews = [];
    wire.laterMs = 0;
    wire.reply = json([]);
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
        wire.reply(res, request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const account = fixtureAccount({ baseUrl: address(), legacyBaseUrl: `${address()}/api`, vendor: 'acme' });
    backend = createBackend({
      account,
      apiKey: () => KEY,
      fetch: (url, init) => fetch(url, init),
      clock: { nowMs: () => NOW + wire.laterMs },
      onSkew: (reading) => skews.push(reading),
    });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}
