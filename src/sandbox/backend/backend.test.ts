import { describe, expect, it } from 'vitest';
import { readPacket } from '../../domain/packet.ts';
import { tokenOf } from '../../../test/support/packet-token.ts';
import { createBeacon, onRead, onWrite, tick, type BeaconState } from '../beacon/beacon.ts';
import { fleetBeacon } from '../beacon/nearby.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { fromBase64 } from '../base64.ts';
import { NEARBY_IDS, fleetOf } from '../fleet.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { clientFor } from '../../../test/support/sandbox-client.ts';

const ID = 'tB4x';

/** Writes the package, waits for the beacon and reads its response. */
function apply(beacon: BeaconState, config: string, nowMs: number): { beacon: BeaconState; response: string } {
  const written = onWrite(beacon, 'request', fromBase64(config)!, nowMs);
  const read = onRead(tick(written.state, nowMs + 1000), 'response', nowMs + 1000);
  return { beacon: read.state, response: encodeBase64(read.bytes!) };
}

describe('the configuration procedure of the practice backend', () => {
  it('ends with the status 204 for the response and the new values in the record', async () => {
    const { client, clock } = clientFor();
    const created = await client.create(ID, { minor: '77', 'powerSaving.features': '' });
    expect(created.status).toBe(201);
    expect(await created.json()).toMatchObject([{ uniqueId: ID, minor: 77, powerSaving: { features: [] } }]);

    const config = await client.package(ID);
    expect(readPacket(fromBase64(config!)!).packet).toMatchObject({ kind: 'encryptedRequest', operation: 0x10 });

    const { beacon, response } = apply(fleetBeacon(DEFAULT_SEED, ID), config!, clock.nowMs);
    expect(beacon.values).toMatchObject({ minor: 77 });
    const posted = await client.post(ID, response);
    expect(posted.status).toBe(204);
    const { devices } = await client.snapshot();
    const token = tokenOf(fromBase64(config!)!)!;
    expect(devices[ID]).toMatchObject({
      pending: null,
      posts: 1,
      stateChanges: 1,
      effects: { [token]: 1 },
      values: { minor: 77 },
    });
    expect(await client.package(ID)).toBeNull();
  });

  it('answers a repeated post with the configured status, without a second effect', async () => {
    for (const repeatAnswer of [204, 200, 409] as const) {
      const { client, clock } = clientFor();
      await client.control('POST', 'options', { repeatAnswer });
      await client.create(ID, { minor: '5' });
      const { response } = apply(fleetBeacon(DEFAULT_SEED, ID), (await client.package(ID))!, clock.nowMs);
      expect((await client.post(ID, response)).status).toBe(204);
      const again = await client.post(ID, response);
      expect(again.status).toBe(repeatAnswer);
      if (repeatAnswer === 200)
        expect(await again.json()).toMatchObject({ configs: [], searchMeta: { nextResults: '' } });
      expect((await client.snapshot()).devices[ID]).toMatchObject({ posts: 2, repeats: 1, stateChanges: 1 });
    }
  });

  it('answers the response to a replaced configuration with the new package', async () => {
    const { client, clock } = clientFor();
    await client.create(ID, { minor: '5' });
    const { response } = apply(fleetBeacon(DEFAULT_SEED, ID), (await client.package(ID))!, clock.nowMs);
    await client.create(ID, { major: '9' });
    const posted = await client.post(ID, response);
    expect(posted.status).toBe(200);
    const { configs } = (await posted.json()) as { configs: { uniqueId: string; config: string }[] };
    const offered = apply(fleetBeacon(DEFAULT_SEED, ID), configs[0]!.config, clock.nowMs).beacon.values;
    expect([configs.length, configs[0]!.uniqueId, offered['minor'], offered['major']]).toEqual([1, ID, 5, 9]);
    expect((await client.snapshot()).devices[ID]).toMatchObject({
      notVerified: 1,
      stateChanges: 0,
      pending: { values: { minor: 5, major: 9 } },
    });
  });

  it('verifies neither garbage nor the response of another beacon', async () => {
    const { client, clock } = clientFor();
    await client.create(ID, { minor: '5' });
    await client.create('m3Rw', { minor: '5' });
    const other = apply(fleetBeacon(DEFAULT_SEED, 'm3Rw'), (await client.package('m3Rw'))!, clock.nowMs).response;
    for (const response of [other, encodeBase64(new Uint8Array(40)), encodeBase64(Uint8Array.of(0))]) {
      expect((await client.post(ID, response)).status).toBe(200);
    }
    expect((await client.post('Kf7Qp2', other)).status).toBe(422);
    expect((await client.post(ID, '***')).status).toBe(422);
    expect((await client.post(ID, other, { updated: '1700000000000' })).status).toBe(422);
    expect((await client.snapshot()).devices[ID]).toMatchObject({ stateChanges: 0, posts: 3 });
  });

  it('gives out tokens that only increase, and accepts the response to an older package of a configuration', async () => {
    const { client, clock } = clientFor();
    await client.create(ID, { minor: '5' });
    const first = (await client.package(ID))!;
    const command = await client.get(`/command/encrypt?uniqueId=${ID}&command=BLINK_10S`);
    const { commands } = (await command.json()) as { commands: { config: string }[] };
    const second = (await client.package(ID))!;
    const tokens = [first, commands[0]!.config, second].map((config) => tokenOf(fromBase64(config)!)!);
    expect(tokens).toEqual([tokens[0], tokens[0]! + 1, tokens[0]! + 2]);
    const { response } = apply(fleetBeacon(DEFAULT_SEED, ID), first, clock.nowMs);
    expect((await client.post(ID, response)).status).toBe(204);
  });

  it('accepts a list of responses in the order of the list of IDs', async () => {
    const { client, clock } = clientFor();
    const created = await client.create(`${ID},m3Rw,nobody,Zz0neighbour`, { minor: '6' });
    expect(((await created.json()) as { uniqueId: string }[]).map(({ uniqueId }) => uniqueId)).toEqual([ID, 'm3Rw']);
    const responses: string[] = [];
    for (const id of [ID, 'm3Rw'])
      responses.push(apply(fleetBeacon(DEFAULT_SEED, id), (await client.package(id))!, clock.nowMs).response);
    expect((await client.post(`${ID},m3Rw`, responses.join(','))).status).toBe(204);
  });

  it('has the same keys and pending values after a restart, and its tokens still increase', async () => {
    const before = clientFor();
    await before.client.create(ID, { minor: '5' });
    const config = (await before.client.package(ID))!;
    const after = clientFor({ state: before.backend.state() });
    expect(tokenOf(fromBase64((await after.client.package(ID))!)!)).toBe(tokenOf(fromBase64(config)!)! + 1);
    const { response } = apply(createBeacon({ uniqueId: ID, seed: DEFAULT_SEED }), config, before.clock.nowMs);
    expect((await after.client.post(ID, response)).status).toBe(204);
  });
});

describe('GET /device of the practice backend', () => {
  it('lists every device exactly once by nextResults, whatever the page size', async () => {
    const { client } = clientFor();
    const expected = fleetOf(DEFAULT_SEED)
      .filter(({ access }) => access.owner)
      .map(({ uniqueId }) => uniqueId);
    expect(expected.length).toBeGreaterThanOrEqual(230);
    for (const start of [
      '/device',
      `/device?maxResult=${expected.length - 1}`,
      '/device?maxResult=7&order=DESC',
      '/device?maxResult=500&orderBy=alias',
    ]) {
      const seen: string[] = [];
      let next = start;
      while (next !== '') {
        const page = (await (await client.get(next)).json()) as {
          devices: { uniqueId: string }[];
          searchMeta: { nextResults: string };
        };
        seen.push(...page.devices.map(({ uniqueId }) => uniqueId));
        next = page.searchMeta.nextResults;
      }
      expect(seen.length).toBe(expected.length);
      expect(new Set(seen)).toEqual(new Set(expected));
    }
  });

  it('returns the paging block of interface.md 2.6 with links to the previous and the next page', async () => {
    const { client } = clientFor();
    const { searchMeta } = (await (await client.get('/device?startIndex=60&maxResult=50&q=')).json()) as {
      searchMeta: Record<string, string>;
    };
    expect(searchMeta).toMatchObject({
      startIndex: 60,
      maxResult: 50,
      count: null,
      orderBy: 'created',
      queryType: 'NORMAL',
      order: 'ASC',
      filter: '',
    });
    expect(new URL(searchMeta['prevResults']!).searchParams.get('startIndex')).toBe('10');
    expect(new URL(searchMeta['nextResults']!).searchParams.get('startIndex')).toBe('110');
  });

  it('filters by ID, type, access and text, and rejects invalid sorting and paging', async () => {
    const { client } = clientFor();
    const ids = async (query: string): Promise<string[]> => {
      const { devices } = (await (await client.get(`/device?maxResult=500&${query}`)).json()) as {
        devices: { uniqueId: string }[];
      };
      return devices.map(({ uniqueId }) => uniqueId);
    };
    expect(await ids(`uniqueId=${ID},m3Rw`)).toEqual([ID, 'm3Rw']);
    expect(await ids('deviceType=GATEWAY')).toHaveLength(12);
    expect(await ids('q=TB4X')).toEqual([ID]);
    const viewer = await ids('access=VIEWER');
    expect(viewer.length).toBeGreaterThan(0);
    for (const query of ['maxResult=501', 'maxResult=-1', 'startIndex=-1', 'order=UP', 'orderBy=password']) {
      expect((await client.get(`/device?${query}`)).status).toBe(422);
    }
  });

  it('shows the configuration of a gateway as pending until the gateway applies it after a while', async () => {
    const { client, clock } = clientFor();
    const device = async (): Promise<Record<string, unknown>> => {
      const list = await client.get('/device?deviceType=GATEWAY&maxResult=1');
      return ((await list.json()) as { devices: Record<string, unknown>[] }).devices[0]!;
    };
    const uniqueId = String((await device())['uniqueId']);
    const create = () => client.form('/config/create', { uniqueId, deviceType: 'GATEWAY', name: 'Hall' });
    expect((await create()).status).toBe(201);
    expect(await device()).toMatchObject({ pendingConfig: { name: 'Hall' } });
    clock.nowMs += 20_000;
    expect((await device())['pendingConfig'] ?? null).toBeNull();
    expect(await device()).toMatchObject({ name: 'Hall' });
    await client.control('POST', 'options', { gatewayConfig: 'refused' });
    expect((await create()).status).toBe(409);
  });

  it('shows pending values but no password, and writes dotted names and foreign links if options say so', async () => {
    const { client } = clientFor();
    await client.create(ID, { password: '00ff00ff', 'powerSaving.features': 'RTC' });
    await client.control('POST', 'options', { attributeShape: 'flat', foreignLinks: true });
    const page = (await (await client.get(`/device?maxResult=1`)).json()) as {
      devices: unknown[];
      searchMeta: { nextResults: string };
    };
    expect(page.devices[0]).toMatchObject({ uniqueId: ID, pendingConfig: { 'powerSaving.features': ['RTC'] } });
    expect(JSON.stringify(page)).not.toContain('00ff00ff');
    expect(new URL(page.searchMeta.nextResults).host).toBe('elsewhere.example');
  });
});

describe('the practice backend', () => {
  it('lists fewer devices for the editor key, and lets a viewer change nothing', async () => {
    const { client } = clientFor();
    const editor = client.as('sandbox-editor-key');
    const { devices } = (await (await editor.get('/device?maxResult=500')).json()) as { devices: unknown[] };
    expect(devices.length).toBeGreaterThan(10);
    expect(devices.length).toBeLessThan(120);
    const viewed = NEARBY_IDS[3];
    expect(await (await editor.create(viewed, { minor: '1' })).json()).toEqual([]);
    expect((await editor.form('/device/update', { uniqueId: viewed, deviceType: 'BEACON', alias: 'x' })).status).toBe(
      403,
    );
    expect(
      (await editor.form('/device/update', { uniqueId: NEARBY_IDS[4], deviceType: 'BEACON', alias: 'x' })).status,
    ).toBe(404);
  });

  it('saves the values that only the backend stores, within their limits', async () => {
    const { client } = clientFor();
    const saved = await client.form('/device/update', {
      uniqueId: ID,
      deviceType: 'BEACON',
      alias: 'Tür 3',
      tags: 'a, b',
      notes: '',
    });
    expect([saved.status, await saved.json()]).toEqual([200, { message: 'Device updated' }]);
    expect((await client.snapshot()).devices[ID]).toMatchObject({
      values: { alias: 'Tür 3', tags: ['a', 'b'], notes: '' },
      virtualPosts: 1,
      posts: 0,
    });
    const long = await client.form('/device/update', { uniqueId: ID, deviceType: 'BEACON', tags: 'x'.repeat(33) });
    expect(await long.json()).toMatchObject({ status: 422, details: [{ field: 'tags' }] });
  });

  it('answers 401, 404, 405, 409, 415 and 422 with the legacy error body', async () => {
    const { client } = clientFor();
    const cases: [Promise<Response>, number][] = [
      [client.as('wrong').get('/device'), 401],
      [client.get('/nothing'), 404],
      [client.get('/config/create'), 405],
      [client.get('/device', { accept: 'application/json' }), 415],
      [client.get('/device', { accept: 'application/vnd.com.acme+json;version=9' }), 415],
      [client.create(ID, { minor: '65536' }), 422],
      [client.create(ID, { model: 'x' }), 422],
      [client.create(ID, {}), 422],
      [client.create(ID, { url: 'x'.repeat(600) }), 422],
      [client.create(ID, { customConfiguration: 'x'.repeat(600) }), 409],
    ];
    for (const [call, status] of cases) {
      const response = await call;
      expect(response.status).toBe(status);
      const body: unknown = await response.json();
      expect(Object.keys(body as object)).toEqual(['id', 'status', 'cause', 'message', 'details']);
    }
    expect(
      (await client.get('/device', { accept: 'application/vnd.com.another-vendor+json; version=10' })).status,
    ).toBe(200);
  });

  it('keeps the data of two namespaces apart, and deletes the data of a namespace on a reset', async () => {
    const { backend, client } = clientFor();
    const { client: other } = clientFor({ backend, namespace: 'two' });
    await client.create(ID, { minor: '5' });
    expect(await other.package(ID)).toBeNull();
    await client.control('POST', 'reset');
    expect(await client.package(ID)).toBeNull();
  });

  it('leaves the key out of its log of requests', async () => {
    const { client } = clientFor();
    await client.create(ID, { minor: '5' });
    const log: unknown = await (await client.control('GET', 'log')).json();
    expect(log).toMatchObject([{ method: 'POST', path: '/legacy/config/create', key: 'owner', outcome: 201 }]);
    expect(JSON.stringify(log)).not.toContain('sandbox-owner-key');
  });
});

describe('the request counts of the practice backend', () => {
  it('are kept by key, call and outcome, until the log is cleared or the sandbox is reset', async () => {
    const { client } = clientFor();
    const counts = async (): Promise<unknown> => (await client.control('GET', 'counts')).json();
    expect(await counts()).toEqual({});
    await client.get('/device?maxResult=1');
    await client.get(`/device?uniqueId=${ID}`);
    await client.get('/device?order=UP');
    await client.as('sandbox-owner-key-2').get(`/device/${ID}/access`);
    await client.as('sandbox-owner-key-2').get(`/device/nobody/access/`);
    await client.as('sandbox-editor-key').get('/nothing/%zz');
    await client.as('sandbox-owner-key-10').get('/device');
    await client.control('POST', 'faults', { name: 'lost', times: 1 });
    await expect(client.create(ID, { minor: '5' })).rejects.toThrow();
    expect(await counts()).toEqual({
      owner: { 'GET /legacy/device': { 200: 2, 422: 1 }, 'POST /legacy/config/create': { lost: 1 } },
      'owner-2': { 'GET /legacy/device/{uniqueId}/access': { 200: 1, 404: 1 } },
      editor: { 'GET /legacy/nothing/%zz': { 404: 1 } },
      unknown: { 'GET /legacy/device': { 401: 1 } },
    });
    await client.control('DELETE', 'log');
    expect(await counts()).toEqual({});
    await client.get('/device');
    await client.control('POST', 'reset');
    expect(await counts()).toEqual({});
  });
});

describe('the further keys of the owner of the practice backend', () => {
  it('open the same account and share its rate limit', async () => {
    const { client } = clientFor();
    await client.create(ID, { minor: '5' });
    await client.control('POST', 'options', { rateLimitPerSecond: 2 });
    const phones = ['sandbox-owner-key-2', 'sandbox-owner-key-9', 'sandbox-owner-key'].map((key) => client.as(key));
    const answers = await Promise.all(phones.map((phone) => phone.get(`/config?uniqueId=${ID}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(await answers[1]!.json()).toMatchObject({ configs: [{ uniqueId: ID, minor: 5 }] });
  });
});
