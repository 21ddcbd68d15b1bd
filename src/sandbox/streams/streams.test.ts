import { describe, expect, it } from 'vitest';
import { checkRecord } from '../../domain/streams/record-check.ts';
import { clientFor } from '../../../test/support/sandbox-client.ts';
import type { PushedRecord } from './tail.ts';

const CLOUD = {
  endpoint: 'https://streams.example',
  accessKey: 'AK-secret-1',
  secretKey: 'SK-secret-2',
  streamName: 'beacons',
  region: 'eu-west-1',
};
const HUB = {
  endpoint: 'sb://fieldkit.servicebus.windows.net/',
  sharedAccessKeyName: 'send',
  sharedAccessKey: 'HK-secret-3',
  eventHubName: 'hub',
};

function opened() {
  const { backend, client, clock } = clientFor();
  async function call(method: string, path: string, body?: unknown, key = 'sandbox-owner-key'): Promise<Response> {
    const headers = { 'api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    return backend.handle(
      new Request(`http://sandbox.test/sandbox/v3/streams/${path}`, { method, headers, body: text }),
    );
  }
  const shown = async (type: string): Promise<unknown> => (await call('GET', type)).json();
  const states = async (): Promise<Record<string, { state: string; reason: string | null }>> =>
    (await client.control('GET', 'streams')).json() as Promise<
      Record<string, { state: string; reason: string | null }>
    >;
  const tail = async (type: string, after = 0): Promise<PushedRecord[]> =>
    (await client.control('GET', `streams/${type}/tail?after=${after}`)).json() as Promise<PushedRecord[]>;
  return { backend, client, clock, call, shown, states, tail };
}

describe('a stream of the practice backend', () => {
  it('can be created, read, paused, resumed and deleted', async () => {
    const { call, shown, states } = opened();
    expect(await shown('telemetry')).toEqual([]);
    const put = await call('PUT', 'telemetry', {
      enabled: false,
      cloudStream: { ...CLOUD, forcedPartitionKey: 'all' },
    });
    expect([put.status, await put.text()]).toEqual([204, '']);
    const { accessKey: _a, secretKey: _b, ...visible } = CLOUD;
    const expected = { type: 'telemetry', cloudStream: { ...visible, forcedPartitionKey: 'all' } };
    expect(await shown('telemetry')).toEqual([{ ...expected, enabled: false }]);
    expect(await states()).toMatchObject({ telemetry: { state: 'paused' }, position: { state: 'none' } });
    expect((await call('PATCH', 'telemetry', { enabled: true })).status).toBe(204);
    expect(await shown('telemetry')).toEqual([{ ...expected, enabled: true }]);
    expect(await states()).toMatchObject({ telemetry: { state: 'pushing', reason: null } });
    expect((await call('DELETE', 'telemetry')).status).toBe(204);
    expect(await shown('telemetry')).toEqual([]);
    for (const method of ['PATCH', 'DELETE'])
      expect((await call(method, 'telemetry', { enabled: true })).status).toBe(404);
  });

  it('shows its secrets in no stored state, log or answer', async () => {
    const { backend, client, call } = opened();
    await call('PUT', 'telemetry', { cloudStream: CLOUD });
    await call('PUT', 'position', { eventHub: HUB });
    await call('PUT', 'position', '{"eventHub": {"sharedAccessKey": "HK-secret-3"');
    const refused = await call('PATCH', 'position', {
      eventHub: { sharedAccessKey: 'HK-secret-3 with blanks', endpoint: 'http://x' },
    });
    expect(refused.status).toBe(422);
    const log = await (await client.control('GET', 'log')).text();
    expect(log).toContain('***');
    for (const text of [
      backend.state(),
      log,
      await refused.text(),
      await (await client.control('GET', 'snapshot')).text(),
    ]) {
      expect(text).not.toMatch(/[ASH]K-secret/);
    }
  });

  it('loses its secrets and stops pushing when its destination is patched, unless an option keeps them', async () => {
    const { client, call, shown, states } = opened();
    await call('PUT', 'telemetry', { enabled: true, eventHub: HUB });
    expect(
      (await call('PATCH', 'telemetry', { eventHub: { ...HUB, sharedAccessKey: undefined, eventHubName: 'other' } }))
        .status,
    ).toBe(204);
    expect((await states())['telemetry']).toEqual({
      state: 'failing',
      reason: 'the destination lacks eventHub.sharedAccessKey',
    });
    await call('PATCH', 'telemetry', { eventHub: { eventHubName: 'third' } });
    expect(await shown('telemetry')).toEqual([
      { enabled: true, type: 'telemetry', eventHub: { eventHubName: 'third' } },
    ]);
    await client.control('POST', 'options', { streamPatch: 'merges' });
    await call('PUT', 'telemetry', { enabled: true, eventHub: HUB });
    await call('PATCH', 'telemetry', { eventHub: { eventHubName: 'fourth' } });
    expect(await shown('telemetry')).toMatchObject([{ eventHub: { endpoint: HUB.endpoint, eventHubName: 'fourth' } }]);
    expect((await states())['telemetry']).toMatchObject({ state: 'pushing' });
    await call('PATCH', 'telemetry', { cloudStream: CLOUD });
    expect(Object.keys(((await shown('telemetry')) as object[])[0]!)).toEqual(['enabled', 'type', 'cloudStream']);
  });

  it('is refused with the v3 error body if its settings are invalid', async () => {
    const { call } = opened();
    const cases: [string, unknown, number, string | null][] = [
      ['telemetry', {}, 422, 'cloudStream'],
      ['telemetry', { cloudStream: CLOUD, eventHub: HUB }, 422, 'eventHub'],
      ['telemetry', { cloudStream: { ...CLOUD, secretKey: undefined } }, 422, 'cloudStream.secretKey'],
      ['telemetry', { eventHub: { ...HUB, endpoint: 'sb://x.servicebus.windows.net' } }, 422, 'eventHub.endpoint'],
      ['telemetry', { cloudStream: { ...CLOUD, region: 'Europe' } }, 422, 'cloudStream.region'],
      ['telemetry', { kinesis: CLOUD }, 422, 'kinesis'],
      ['telemetry', { enabled: 'yes', eventHub: HUB }, 422, 'enabled'],
      ['telemetry', { eventHub: { ...HUB, accessKey: 'x' } }, 422, 'eventHub.accessKey'],
      ['telemetry', 'no json', 400, null],
      ['telemetry', '[]', 400, null],
      ['weather', { eventHub: HUB }, 404, null],
    ];
    for (const [type, body, status, field] of cases) {
      const answered = await call('PUT', type, body);
      const { message, errors } = (await answered.json()) as { message: unknown; errors: { field: string }[] };
      expect([answered.status, typeof message]).toEqual([status, 'string']);
      if (field)
        expect(errors[0]).toMatchObject({
          field,
          error: expect.any(String),
          invalidValue: expect.toSatisfy(() => true),
        });
    }
    expect((await call('PUT', 'telemetry', { eventHub: HUB }, 'sandbox-editor-key')).status).toBe(403);
    expect((await call('GET', 'telemetry', undefined, 'sandbox-editor-key')).status).toBe(200);
    expect((await call('GET', 'telemetry', undefined, 'wrong')).status).toBe(401);
  });
});

describe('the records that a stream pushes', () => {
  it('do not exist without a stream or while it is paused, and are pushed once each while it runs', async () => {
    const { clock, call, tail } = opened();
    clock.nowMs = Date.UTC(2026, 4, 12, 11);
    expect(await tail('telemetry')).toEqual([]);
    await call('PUT', 'telemetry', { enabled: false, eventHub: HUB });
    clock.nowMs += 60_000;
    expect(await tail('telemetry')).toEqual([]);
    await call('PATCH', 'telemetry', { enabled: true });
    const startMs = clock.nowMs;
    const seen: PushedRecord[] = [];
    for (let step = 0; step < 12; step += 1) {
      clock.nowMs += 5000;
      seen.push(...(await tail('telemetry', seen.at(-1)?.sequence)));
    }
    expect(seen.length).toBeGreaterThan(50);
    expect(seen).toEqual(await tail('telemetry'));
    const sequences = seen.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    for (const { at, partitionKey, payload } of seen) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(startMs);
      expect(payload).toMatchObject({
        companyId: expect.any(String),
        userId: expect.any(String),
        sourceId: expect.any(String),
        sourceType: 'GATEWAY',
        trackingId: partitionKey,
        rssi: expect.any(Number),
        timestamp: at,
      });
    }
    await call('PATCH', 'telemetry', { enabled: false });
    clock.nowMs += 60_000;
    expect(await tail('telemetry', seen.at(-1)!.sequence)).toEqual([]);
    await call('DELETE', 'telemetry');
    expect(await tail('telemetry')).toEqual([]);
  });

  it('are positions of moving beacons with the constant partition key', async () => {
    const { clock, call, tail } = opened();
    clock.nowMs = Date.UTC(2026, 4, 12, 11);
    await call('PUT', 'position', { enabled: true, cloudStream: { ...CLOUD, forcedPartitionKey: 'one' } });
    clock.nowMs += 120_000;
    const seen = await tail('position');
    expect(seen.length).toBeGreaterThan(20);
    const places = new Map<unknown, Set<string>>();
    for (const { partitionKey, payload } of seen) {
      expect(partitionKey).toBe('one');
      expect(payload).toMatchObject({
        companyId: expect.any(String),
        userId: expect.any(String),
        floorId: expect.any(Number),
        lost: expect.any(Boolean),
      });
      const { x, y, q, trackingId } = payload as { x: number; y: number; q: number; trackingId: string };
      expect([x >= 0 && x <= 60, y >= 0 && y <= 40, q >= 0 && q <= 1]).toEqual([true, true, true]);
      places.set(trackingId, (places.get(trackingId) ?? new Set()).add(`${x} ${y}`));
    }
    expect([...places.values()].some((spots) => spots.size > 3)).toBe(true);
  });

  it('pass the checks of the app’s own inspector at any hour', async () => {
    const { clock, call, tail } = opened();
    for (const type of ['telemetry', 'position'] as const) {
      await call('PUT', type, { enabled: true, eventHub: HUB });
      for (let hour = 0; hour < 24; hour += 3) {
        clock.nowMs += 3 * 3_600_000;
        const faulty = (await tail(type)).filter(({ payload }) => {
          const { faults, unknown } = checkRecord(payload, type);
          return faults.length > 0 || unknown.length > 0;
        });
        expect(faulty).toEqual([]);
      }
    }
  });

  it('are the same after a restart of the backend, and their number stays limited', async () => {
    const { backend, clock, call, tail } = opened();
    await call('PUT', 'telemetry', { enabled: true, eventHub: HUB });
    clock.nowMs += 3 * 86_400_000;
    const seen = await tail('telemetry');
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.length).toBeLessThanOrEqual(1000);
    const other = clientFor({ state: backend.state() });
    other.clock.nowMs = clock.nowMs;
    expect(await (await other.client.control('GET', 'streams/telemetry/tail')).json()).toEqual(seen);
  });
});
