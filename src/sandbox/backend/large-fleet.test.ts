/** GET /device and the other calls with a fleet of up to a million devices, which are made on demand. */
import { expect, it } from 'vitest';
import { deviceAt, deviceCount } from '../fleet.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { clientFor, type SandboxClient } from '../../../test/support/sandbox-client.ts';

interface List {
  readonly devices: readonly {
    readonly uniqueId: string;
    readonly created: string;
    readonly mac?: string;
    readonly alias?: string;
  }[];
  readonly searchMeta: { readonly count: number | null; readonly nextResults: string };
}

async function clientWith(fleetSize: number | null): Promise<SandboxClient> {
  const { client } = clientFor();
  await client.control('POST', 'options', { fleetSize });
  return client;
}

async function list(client: SandboxClient, query: string): Promise<List> {
  return (await (await client.get(`/device?${query}`)).json()) as List;
}

const idsOf = async (client: SandboxClient, query: string): Promise<string[]> =>
  (await list(client, query)).devices.map(({ uniqueId }) => uniqueId);
const countOf = async (client: SandboxClient, query: string): Promise<number | null> =>
  (await list(client, `maxResult=0&queryType=COUNTED&${query}`)).searchMeta.count;
/** The last device of a fleet, or the one `before` it. */
const idAt = (fleetSize: number, before = 0): string =>
  deviceAt(DEFAULT_SEED, deviceCount(DEFAULT_SEED, fleetSize) - 1 - before).uniqueId;

it('the practice backend lists each of 2,000 devices once by nextResults, in either order', async () => {
  const client = await clientWith(2000);
  const read = async (order: string): Promise<List['devices']> => {
    const all: List['devices'][number][] = [];
    for (let next = `/device?maxResult=300&order=${order}`; next !== '';) {
      const page = (await (await client.get(next)).json()) as List;
      all.push(...page.devices);
      next = page.searchMeta.nextResults;
    }
    return all;
  };
  const [up, down] = [await read('ASC'), await read('DESC')];
  // The neighbour's beacon belongs to another account.
  expect(up).toHaveLength(1999);
  expect(new Set(up.map(({ uniqueId }) => uniqueId)).size).toBe(1999);
  expect(down.slice(0, 1700)).toEqual(up.slice(-1700).toReversed());
  expect(new Set(down.map(({ uniqueId }) => uniqueId)).size).toBe(1999);
  expect(await idsOf(client, 'orderBy=uniqueId&maxResult=500&startIndex=1600')).toEqual(
    up
      .map(({ uniqueId }) => uniqueId)
      .sort()
      .slice(1600),
  );
});

it('the practice backend returns a late page, or devices by ID, of a million devices without making the others', async () => {
  const client = await clientWith(1_000_000);
  const ids = Array.from({ length: 50 }, (_, index) => idAt(1_000_000, index * 19_000)).toReversed();
  const requests = [
    'startIndex=900000&maxResult=500&queryType=COUNTED',
    `uniqueId=${ids.join(',')}`,
    `q=uniqueId==${ids[0]!}`,
    `q=${encodeURIComponent(`(uniqueId==${ids[0]!} || uniqueId==${ids[1]!}) && deviceType==BEACON`)}`,
  ];
  const began = performance.now();
  const [late, named, one, two] = await Promise.all(requests.map((query) => list(client, query)));
  // A scan of all devices takes seconds.
  expect(performance.now() - began).toBeLessThan(1000);
  expect([late!.devices.length, late!.searchMeta.count]).toEqual([500, 999_999]);
  expect(named!.devices.map(({ uniqueId }) => uniqueId)).toEqual(ids);
  expect(one!.devices.map(({ uniqueId }) => uniqueId)).toEqual([ids[0]]);
  expect(two!.devices.map(({ uniqueId }) => uniqueId)).toEqual(ids.slice(0, 2));
});

it('the practice backend filters devices made on demand by type, access, address, text and comparison', async () => {
  const client = await clientWith(3000);
  const before = clientFor().client;
  const more = 3000 - 255;
  for (const query of ['deviceType=GATEWAY', 'access=VIEWER', 'deviceType=GATEWAY&access=OWNER', 'q=nobody'])
    expect(await countOf(client, query)).toBe(await countOf(before, query));
  for (const query of ['deviceType=BEACON', 'access=OWNER', 'deviceType=BEACON&access=OWNER', 'q='])
    expect(await countOf(client, query)).toBe((await countOf(before, query))! + more);
  const { devices } = await list(client, 'startIndex=2900&maxResult=500');
  const { uniqueId, mac, alias } = devices.find((device) => device.mac !== undefined && device.alias !== undefined)!;
  for (const query of [`mac=${mac!}`, `q=${uniqueId}`, `q=alias=="${alias!}"`, `q=uniqueId==${uniqueId.slice(0, 6)}*`])
    expect(await idsOf(client, query)).toEqual([uniqueId]);
  expect(await countOf(client, 'q=batteryLevel>=0')).toBeGreaterThan(more * 0.9);
  expect(await countOf(client, 'q=pendingConfig.minor==7')).toBe(0);
  await client.create(uniqueId, { minor: '7' });
  expect(await idsOf(client, 'q=pendingConfig.minor==7')).toEqual([uniqueId]);
});

it('a practice device made on demand can be prepared, edited, shared and moved as any other', async () => {
  const client = await clientWith(5000);
  const [id, other] = [idAt(5000), idAt(5000, 1)];
  expect((await client.create(id, { minor: '5' })).status).toBe(201);
  expect(await client.package(id)).not.toBeNull();
  await client.form('/device/update', { uniqueId: id, deviceType: 'BEACON', alias: 'Hall' });
  expect((await list(client, `uniqueId=${id}`)).devices).toMatchObject([
    { alias: 'Hall', pendingConfig: { minor: 5 } },
  ]);
  expect((await client.snapshot()).devices[id]).toMatchObject({ values: { alias: 'Hall' }, virtualPosts: 1 });

  const editor = client.as('sandbox-editor-key');
  const seenByEditor = (await countOf(editor, ''))!;
  const mail = 'editor@sandbox.example';
  await client.form('/device/share', { uniqueId: id, managerMail: mail, access: 'VIEWER' });
  await client.form('/device/move', { uniqueId: other, managerEmail: mail });
  expect(await countOf(client, '')).toBe(4998);
  expect(await idsOf(client, 'startIndex=4990')).not.toContain(other);
  expect(await idsOf(editor, `startIndex=${seenByEditor}`)).toEqual([other, id]);
});

it('the practice backend knows no device beyond the size of the fleet', async () => {
  for (const fleetSize of [null, 4999]) {
    const client = await clientWith(fleetSize);
    expect(await idsOf(client, `uniqueId=${idAt(5000)}`)).toEqual([]);
    expect(await (await client.create(idAt(5000), { minor: '5' })).json()).toEqual([]);
  }
});

it('a practice device made on demand has telemetry under its tracking ID', async () => {
  const client = await clientWith(5000);
  const { devices } = await list(client, 'startIndex=4900&maxResult=20');
  const ids = devices.map(({ mac }) => mac!).join(',');
  const answered = await client.get(`http://sandbox.test/sandbox/v3/telemetry/latest?trackingId=${ids}&size=50`);
  const { content } = (await answered.json()) as { content: { trackingId: string }[] };
  expect(content.length).toBeGreaterThan(10);
});
