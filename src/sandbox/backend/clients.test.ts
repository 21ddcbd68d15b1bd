/**
 * The answers that the vendor's clients need, and older behaviour that is still available as options. The requests of
 * those clients are in test/contract/clients/.
 */
import { describe, expect, it } from 'vitest';
import { fleetOf } from '../fleet.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { clientFor, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import type { SandboxOptions } from './options.ts';

const ID = 'tB4x';

async function clientWith(options: Partial<SandboxOptions> = {}): Promise<SandboxClient> {
  const { client } = clientFor();
  await client.control('POST', 'options', options);
  return client;
}

async function element(client: SandboxClient, uniqueId = ID): Promise<Record<string, unknown>> {
  const { devices } = (await (await client.get(`/device?uniqueId=${uniqueId}`)).json()) as {
    devices: Record<string, unknown>[];
  };
  return devices[0]!;
}

/** Returns the fields that `shown` names. Absent ones are undefined. */
function named(whole: Record<string, unknown>, shown: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(shown).map((name) => [name, whole[name]]));
}

describe('the technical IDs of practice devices', () => {
  it('are UUIDs, unique, and the same after a restart', async () => {
    const ids = fleetOf(DEFAULT_SEED).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const first = await element(await clientWith());
    expect((await element(await clientWith()))['id']).toBe(first['id']);
  });
});

describe('Eddystone URLs in the practice backend', () => {
  it('are stored in hexadecimal, and shown in hexadecimal and as text', async () => {
    const client = await clientWith();
    const both = { url: '036578616d706c650061', decodedUrl: 'https://example.com/a' };
    const created = await client.create(ID, { url: 'https://example.com/a' });
    expect(await created.json()).toMatchObject([both]);
    expect((await client.snapshot()).devices[ID]).toMatchObject({ pending: { values: { url: both.url } } });
    expect(await element(client)).toMatchObject({ pendingConfig: both });
    await client.control('POST', 'device', { uniqueId: ID, values: { url: both.url } });
    expect(await element(client)).toMatchObject(both);
  });

  it('stored as plain text by an earlier version are shown in hexadecimal and as text', async () => {
    const client = await clientWith();
    await client.control('POST', 'device', { uniqueId: ID, values: { url: 'https://www.example.com' } });
    expect(await element(client)).toMatchObject({ url: '016578616d706c6507', decodedUrl: 'https://www.example.com' });
  });

  it('that fit into no frame are refused, and an empty text removes the address', async () => {
    const client = await clientWith();
    const refused = await client.create(ID, { url: `https://example.com/${'x'.repeat(20)}` });
    expect([refused.status, await refused.json()]).toMatchObject([422, { details: [{ field: 'url' }] }]);
    expect(await (await client.create(ID, { url: '' })).json()).toMatchObject([{ url: '' }]);
  });
});

describe('the practice backend', () => {
  it.each<[Partial<SandboxOptions>, Record<string, unknown>]>([
    [{ deviceIds: 'text' }, { id: 'sandbox-tB4x' }],
    [{ timeSpelling: 'seconds' }, { created: fleetOf(DEFAULT_SEED)[0]!.created }],
    [
      { deviceFacts: 'few' },
      { category: undefined, deployment: undefined, firmwareInfo: undefined, federation: undefined },
    ],
    [{ macShape: 'mac' }, { mac: fleetOf(DEFAULT_SEED)[0]!.mac, macs: undefined }],
    [{ macShape: 'macs' }, { mac: undefined, macs: { mainMac: fleetOf(DEFAULT_SEED)[0]!.mac } }],
    [{ attributeShape: 'flat' }, { 'deployment.status': expect.any(String) as unknown }],
    [{ deviceHealth: 'status' }, { status: { lastOnlineTimestamp: expect.stringMatching(/Z$/) as unknown } }],
    [
      { deviceHealth: 'status', timeSpelling: 'seconds' },
      { status: { lastOnlineTimestamp: expect.any(Number) as unknown } },
    ],
  ])('shows a device as the options %j require', async (options, shown) => {
    expect(named(await element(await clientWith(options)), shown)).toMatchObject(shown);
  });

  it.each<[Partial<SandboxOptions>, Record<string, unknown>]>([
    [{}, { created: '2026-01-01T00:00:00.000Z', updated: '2026-01-01T00:00:00.000Z' }],
    [{ timeSpelling: 'seconds' }, { created: 1_767_225_600, updated: 1_767_225_600 }],
    [{ recordTimes: 'createdOnly' }, { created: '2026-01-01T00:00:00.000Z', updated: undefined }],
    [{ recordTimes: 'zoneless' }, { created: '2026-01-01T00:00:00', updated: '2026-01-01T00:00:00' }],
    [{ urlShape: 'plain' }, { url: 'https://example.com/an/address/of/any/length', decodedUrl: undefined }],
    [{ deviceFacts: 'few' }, { model: undefined }],
  ])('shows a pending configuration as the options %j require', async (options, shown) => {
    const client = await clientWith(options);
    const url = options.urlShape === 'plain' ? 'https://example.com/an/address/of/any/length' : 'https://example.com';
    const [created] = (await (await client.create(ID, { url })).json()) as [Record<string, unknown>];
    expect(named(created, shown)).toEqual(shown);
  });

  it.each([
    ['vendor', 'application/vnd.com.acme+json;version=10'],
    ['json', 'application/json'],
  ] as const)('answers with the media type that the option answerType %s requires', async (answerType, type) => {
    const client = await clientWith({ answerType });
    expect((await client.get('/device?maxResult=1')).headers.get('content-type')).toBe(type);
    expect((await client.get('/device?order=UP')).headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['addedDevices', 200, '{"addedDevices":1}'],
    ['empty', 204, ''],
    ['message', 200, '{"message":"Orders assigned"}'],
  ] as const)('answers an assignment as the option assignAnswer %s requires', async (assignAnswer, status, body) => {
    const answered = await (await clientWith({ assignAnswer })).form('/order/assign', { orderId: 'FK-NEW-01' });
    expect([answered.status, await answered.text()]).toEqual([status, body]);
  });

  it('refuses, if options say so, requests without a version, form fields, an ID or a device type', async () => {
    const { backend, client } = clientFor();
    const unversioned = (): Promise<Response> => client.get('/device', { accept: 'application/vnd.com.acme+json' });
    const inAddress = (): Promise<Response> =>
      backend.handle(
        new Request(`http://sandbox.test/sandbox/legacy/config/create?uniqueId=${ID}&deviceType=BEACON&minor=1`, {
          method: 'POST',
          headers: { accept: 'application/vnd.com.acme+json;version=10', 'api-key': 'sandbox-owner-key' },
        }),
      );
    const statuses = async (): Promise<number[]> => {
      const answers = [
        unversioned(),
        inAddress(),
        client.get('/config/encrypt'),
        client.form('/device/update', { uniqueId: ID, response: 'AAAA', updated: '1' }),
      ];
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 201, 200, 200]);
    await client.control('POST', 'options', {
      acceptVersion: 'required',
      postFields: 'formOnly',
      encryptAll: 'refused',
      updateDeviceType: 'required',
    });
    expect(await statuses()).toEqual([415, 415, 422, 422]);
  });
});

describe('GET /config/encrypt of the practice backend', () => {
  it('returns packages for pending devices of the requested type that the key may change', async () => {
    const { client } = clientFor();
    for (const id of [ID, 'm3Rw']) await client.create(id, { minor: '1' });
    const ids = async (who: SandboxClient, query = ''): Promise<string[]> => {
      const { configs } = (await (await who.get(`/config/encrypt${query}`)).json()) as {
        configs: { uniqueId: string }[];
      };
      return configs.map(({ uniqueId }) => uniqueId);
    };
    expect(await ids(client)).toEqual([ID, 'm3Rw']);
    expect(await ids(client, '?uniqueId=m3Rw&uniqueId=nobody')).toEqual(['m3Rw']);
    expect(await ids(client, '?deviceType=gateway')).toEqual([]);
    expect(await ids(client.as('sandbox-editor-key'))).toEqual(
      [ID, 'm3Rw'].filter(
        (id) => fleetOf(DEFAULT_SEED).find(({ uniqueId }) => uniqueId === id)!.access.editor === 'EDITOR',
      ),
    );
  });
});

describe('a practice state of an earlier version', () => {
  it('keeps its pending values and its options, and is answered in the form of the current version', async () => {
    const before = clientFor();
    await before.client.create(ID, { minor: '5' });
    const state = JSON.parse(before.backend.state()) as {
      namespaces: Record<string, { options: object; devices: Record<string, { pending: { values: object } }> }>;
    };
    const namespace = state.namespaces['']!;
    namespace.options = { repeatAnswer: 409, recordTimes: 'both', attributeShape: 'flat', writeAnswer: 'empty' };
    namespace.devices[ID]!.pending.values = { minor: 5, url: 'https://example.com' };
    const { client } = clientFor({ state: JSON.stringify(state) });
    expect(await element(client)).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      pendingConfig: {
        minor: 5,
        url: '036578616d706c6507',
        decodedUrl: 'https://example.com',
        created: '2026-01-01T00:00:00.000Z',
      },
    });
    expect(await client.package(ID)).not.toBeNull();
    expect(await (await client.form('/order/assign', { orderId: 'FK-NEW-02' })).json()).toEqual({ addedDevices: 5 });
    expect(await (await client.control('GET', 'options')).json()).toMatchObject({ repeatAnswer: 409 });
  });
});
