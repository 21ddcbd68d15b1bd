/** What an answer of the backend proves: packages in every spelling, and devices requested by name. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import { createBackend, type Backend } from './backend.ts';
import { createBackendOnRequest, type BackendOnRequest } from './on-request.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
let server: Server;
let seen: { readonly url: string }[];
let reply: (res: ServerResponse, request: { readonly url: string }) => void;
let backend: Backend;
let commandCalls: BackendOnRequest;
const commands = (): BackendOnRequest => commandCalls;
const raw = (status: number, type: string, text: string) => (res: ServerResponse) =>
  res.writeHead(status, { 'content-type': type }).end(text);

function json(value: unknown): (res: ServerResponse) => void {
  return raw(200, 'application/json', JSON.stringify(value));
}

beforeEach(async () => {
  seen = [];
  server = createServer((req, res) => {
    const request = { url: req.url! };
    seen.push(request);
    reply(res, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = fixtureAccount({ baseUrl: address, legacyBaseUrl: `${address}/api`, vendor: 'acme' });
  const parts = {
    account,
    apiKey: () => 'a-very-secret-key',
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    clock: { nowMs: () => NOW },
  };
  backend = createBackend(parts);
  commandCalls = createBackendOnRequest(parts);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('the backend adapter', () => {
  const PACKAGE = `AAMQ${'x1Y+'.repeat(16)}AA==`;
  it.each([
    ['the media type of the interface', raw(200, 'application/vnd.com.acme+json;version=10', PACKAGE)],
    ['application/json', raw(200, 'application/json', PACKAGE)],
    ['text/plain', raw(200, 'text/plain', PACKAGE)],
    ['application/octet-stream', raw(200, 'application/octet-stream', PACKAGE)],
    ['text/html', raw(200, 'text/html; charset=utf-8', PACKAGE)],
    ['no media type', (res: ServerResponse) => res.writeHead(200).end(PACKAGE)],
    ['an object of one device', json({ uniqueId: 'a', config: PACKAGE })],
    ['an object of one device in the place of the list', json({ configs: { uniqueId: 'a', config: PACKAGE } })],
    ['a JSON string', json(PACKAGE)],
  ])('accepts a single package, for configurations and commands alike, in this form: %s', async (_name, answer) => {
    reply = answer;
    await expect(backend.encryptConfig('a')).resolves.toEqual({ ok: true, value: PACKAGE });
    await expect(commands().encryptCommand('a', 'IDENTIFY')).resolves.toEqual({ ok: true, value: PACKAGE });
  });

  it('reports a package as cut off only if the answer contains the beginning of a package', async () => {
    reply = raw(200, 'application/json', `{"configs":[{"uniqueId":"a","config":"${PACKAGE}`);
    await expect(backend.encryptConfig('a')).resolves.toMatchObject({
      ok: false,
      failure: { kind: 'unreadable', note: 'cutOff' },
    });
    reply = raw(200, 'application/json', 'Service is down');
    await expect(backend.encryptConfig('a')).resolves.toMatchObject({
      ok: false,
      failure: { kind: 'unreadable', note: 'otherAnswer' },
    });
  });

  it('reports that a device has no package only when the list is empty', async () => {
    reply = json({ configs: [] });
    await expect(backend.encryptConfig('a')).resolves.toEqual({ ok: true, value: null });
    const notProven = { ok: false, failure: { kind: 'otherDevices', status: 200 } };
    for (const answer of [
      { uniqueId: 'other', config: PACKAGE },
      { configs: [{ uniqueId: 'a\u200b', config: PACKAGE }] },
      { configs: [{ config: PACKAGE }] },
    ]) {
      reply = json(answer);
      await expect(backend.encryptConfig('a')).resolves.toMatchObject(notProven);
    }
  });

  it('finds the package of the requested device, whatever the case and space of its ID', async () => {
    const offered = (uniqueId: string, config = PACKAGE) => ({ uniqueId, config });
    reply = json({ configs: [offered('AB3X')] });
    await expect(backend.encryptConfig('aB3x')).resolves.toEqual({ ok: true, value: PACKAGE });
    // IDs are case-sensitive: two that differ in case alone are two devices.
    reply = json({ configs: [offered('AB3X', 'other'), offered('aB3x')] });
    await expect(backend.encryptConfig('aB3x')).resolves.toEqual({ ok: true, value: PACKAGE });
    reply = json({ configs: [offered(' aB3x\u00a0')] });
    await expect(backend.encryptConfig('aB3x')).resolves.toEqual({ ok: true, value: PACKAGE });
    reply = json({ configs: [offered('AB3X'), offered('ab3x')] });
    await expect(backend.encryptConfig('aB3x')).resolves.toMatchObject({
      ok: false,
      failure: { kind: 'otherDevices' },
    });
  });

  it('finds the pending configuration of the requested device, whatever the case and space of its ID', async () => {
    for (const uniqueId of ['AB3X', ' aB3x ', 'aB3x\u00a0']) {
      reply = json({ configs: [{ uniqueId, minor: 5 }] });
      await expect(backend.readPending('aB3x', 'BEACON')).resolves.toEqual({ ok: true, value: { minor: 5 } });
    }
  });

  it('reports that a device has no pending configuration only when the list is empty', async () => {
    reply = json({ configs: [] });
    await expect(backend.readPending('aB3x', 'BEACON')).resolves.toEqual({ ok: true, value: null });
    for (const element of [{ uniqueId: 'other', minor: 5 }, { uniqueId: 'aB3\u200bx', minor: 5 }, { minor: 5 }]) {
      reply = json({ configs: [element] });
      await expect(backend.readPending('aB3x', 'BEACON')).resolves.toMatchObject({
        ok: false,
        failure: { kind: 'otherDevices' },
      });
    }
  });

  describe('for devices requested by ID', () => {
    const element = (uniqueId: string) => ({ uniqueId, deviceType: 'BEACON' });
    it('reports a device as absent only when the answer proves the absence', async () => {
      reply = json({ devices: [] });
      await expect(backend.readDevice('gone')).resolves.toEqual({ ok: true, value: null });
      // A backend that ignores the filter: nothing is known about a device that it did not happen to name.
      reply = json({ devices: [element('other')] });
      await expect(backend.readDevice('gone')).resolves.toMatchObject({ ok: false, failure: { status: 200 } });
      await expect(backend.readDevices(['gone', 'other'])).resolves.toMatchObject({
        ok: true,
        value: { isWhole: true, devices: [{ uniqueId: 'other' }] },
      });
      await expect(backend.readDevices(['gone'])).resolves.toMatchObject({
        ok: true,
        value: { isWhole: false, devices: [] },
      });
      // An unreadable element may be the requested one.
      reply = json({ devices: [{ deviceType: 'BEACON' }] });
      await expect(backend.readDevice('gone')).resolves.toMatchObject({ ok: false });
    });

    it('searches the following pages for the missing devices', async () => {
      const names = ['a', 'b', 'c'];
      reply = (res, request) => {
        const at = Number(new URL(request.url, 'http://x').searchParams.get('startIndex') ?? 0);
        const nextResults =
          at + 1 < names.length ? `http://elsewhere/device?uniqueId=a%2Cb%2Cc&startIndex=${at + 1}` : '';
        json({ devices: [element(names[at]!)], searchMeta: { nextResults } })(res);
      };
      await expect(backend.readDevices(names)).resolves.toMatchObject({
        ok: true,
        value: { isWhole: true, devices: names.map((uniqueId) => ({ uniqueId })) },
      });
      expect(seen).toHaveLength(3);
      await expect(backend.readDevice('c')).resolves.toMatchObject({ ok: true, value: { uniqueId: 'c' } });
    });

    it('stops the search when the pages do not end', async () => {
      reply = (res, request) => {
        const at = Number(new URL(request.url, 'http://x').searchParams.get('startIndex') ?? 0);
        json({ devices: [element(`x${at}`)], searchMeta: { nextResults: `?startIndex=${at + 1}` } })(res);
      };
      await expect(backend.readDevice('gone')).resolves.toMatchObject({ ok: false });
      expect(seen.length).toBeLessThanOrEqual(20);
    });
  });
});
