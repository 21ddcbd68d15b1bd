/** What a beacon really holds, asked of the emulated backend: the request, the values in its response, and the backend's record made equal. */
import { beforeEach, describe, expect, it } from 'vitest';
import { clientFor, type SandboxClient } from '../../test/support/sandbox-client.ts';
import { AT_SANDBOX, fixtureAccount } from '../../test/support/fixture-rows.ts';
import { decodeBase64, encodeBase64 } from '../domain/base64.ts';
import { OPERATION, readPacket } from '../domain/packet.ts';
import { shownBy } from '../domain/extensions.ts';
import { onRead, onWrite, type BeaconState } from '../sandbox/beacon/beacon.ts';
import { fleetBeacon } from '../sandbox/beacon/nearby.ts';
import { DEFAULT_SEED } from '../sandbox/seed.ts';
import { createBackend, type Backend } from './backend.ts';
import { createBackendOnRequest } from './on-request.ts';
import type { ReadingBackend } from '../use-cases/readings/ports.ts';

const ID = 'tB4x';
let client: SandboxClient;
let backend: Backend & ReadingBackend;
let beacon: BeaconState;
let requests: string[];

beforeEach(() => {
  const made = clientFor();
  client = made.client;
  requests = [];
  const account = fixtureAccount(AT_SANDBOX);
  const parts = {
    account,
    apiKey: () => 'sandbox-owner-key',
    fetch: (url: string, init: RequestInit) => {
      requests.push(`${init.method} ${new URL(url).pathname.replace('/sandbox/legacy', '')}`);
      return made.backend.handle(new Request(url, init));
    },
    clock: { nowMs: () => made.clock.nowMs },
    timeout: () => new AbortController().signal,
  };
  backend = { ...createBackend(parts), ...createBackendOnRequest(parts) };
  beacon = fleetBeacon(DEFAULT_SEED, ID, { values: { minor: 77, name: 'Ward 3', password: 'secret' } });
});

/** Writes a packet to the beacon and returns its response. */
function written(base64: string, atMs: number): string {
  const taken = onWrite(beacon, 'request', decodeBase64(base64)!, atMs);
  const read = onRead(taken.state, 'response', atMs + 2000);
  beacon = read.state;
  return encodeBase64(read.bytes!);
}

async function reading(): Promise<string> {
  const encrypted = await backend.encryptReadAll(ID);
  if (!encrypted.ok || encrypted.value === null) throw new Error('there is no request');
  return written(encrypted.value, 0);
}

const post = (responseBase64: string) => ({ uniqueId: ID, responseBase64, updatedSeconds: 1_767_225_600 });

describe('reading all values of a beacon', () => {
  it('changes no value of the beacon, and uses a token as any packet does', async () => {
    const before = beacon.values;
    const { packet } = readPacket(decodeBase64(await reading())!);
    expect(packet).toMatchObject({ kind: 'encryptedResponse', operation: OPERATION.readAll });
    expect(beacon).toMatchObject({ values: before, applied: [], lastToken: packet!.token });
  });

  it('shows the values in the response and does not change the record of the backend', async () => {
    const response = await reading();
    const before = (await client.snapshot()).devices[ID];
    const shown = await backend.decryptReading(post(response));
    expect(shown).toEqual({ ok: true, value: { minor: 77, name: 'Ward 3' } });
    expect((await client.snapshot()).devices[ID]).toEqual(before);
  });

  it('makes the record of the backend equal to the beacon, and ends a pending configuration that the beacon has applied', async () => {
    await client.create(ID, { minor: '77' });
    expect(await backend.postReading(post(await reading()))).toEqual({ kind: 'accepted', status: 200 });
    expect((await client.snapshot()).devices[ID]).toMatchObject({
      pending: null,
      values: { minor: 77, name: 'Ward 3' },
    });
  });

  it('leaves a configuration pending that the beacon has not applied', async () => {
    await client.create(ID, { minor: '78' });
    await backend.postReading(post(await reading()));
    expect((await client.snapshot()).devices[ID]).toMatchObject({ pending: { values: { minor: 78 } } });
  });

  it('does not accept the response to a configuration in place of a reading', async () => {
    await client.create(ID, { minor: '78' });
    const response = written((await client.package(ID))!, 0);
    expect(await backend.postReading(post(response))).toMatchObject({ kind: 'failed', failure: { status: 422 } });
    expect(await backend.decryptReading(post(response))).toMatchObject({ ok: false, failure: { status: 422 } });
    expect((await client.snapshot()).devices[ID]).toMatchObject({ pending: { values: { minor: 78 } } });
  });

  it.each([
    ['configReadAll', 'GET /config/readall', () => backend.encryptReadAll(ID)],
    ['deviceDecrypt', 'POST /device/decrypt', () => backend.decryptReading(post('AAAA'))],
  ] as const)(
    'is reported as not offered when the practice backend has %s switched off',
    async (option, request, ask) => {
      await client.control('PUT', 'options', { [option]: 'notFound' });
      expect(shownBy(await ask())).toBe(false);
      expect(requests).toEqual([request]);
    },
  );

  it('fails with status 404 when the backend has no POST /device/sync', async () => {
    await client.control('PUT', 'options', { deviceSync: 'notFound' });
    expect(await backend.postReading(post('AAAA'))).toMatchObject({ kind: 'failed', failure: { status: 404 } });
    expect(requests).toEqual(['POST /device/sync']);
  });

  it('gets no package for a device that this key may not change', async () => {
    expect(await backend.encryptReadAll('Zz0neighbour')).toEqual({ ok: true, value: null });
  });
});
