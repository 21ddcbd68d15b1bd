import { describe, expect, it } from 'vitest';
import { NEW_ORDERS, fleetOf, warehouseOf } from '../fleet.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { clientFor, type SandboxClient } from '../../../test/support/sandbox-client.ts';

const ID = 'tB4x';

interface Element {
  readonly uniqueId: string;
  readonly access?: string;
  readonly shares?: readonly unknown[];
}

async function devices(client: SandboxClient, query = ''): Promise<readonly Element[]> {
  const answered = await client.get(`/device?maxResult=500${query}`);
  return ((await answered.json()) as { devices: Element[] }).devices;
}

async function find(client: SandboxClient, uniqueId: string): Promise<Element | undefined> {
  return (await devices(client, `&uniqueId=${uniqueId}`))[0];
}

describe('POST /order/assign of the practice backend', () => {
  it('adds all devices of the order with the caller as OWNER, once', async () => {
    const { client } = clientFor();
    const before = await devices(client);
    const assigned = await client.form('/order/assign', { orderId: ' FK-NEW-02 ' });
    expect([assigned.status, await assigned.json()]).toEqual([200, { addedDevices: 5 }]);
    const brought = (await devices(client)).filter(
      ({ uniqueId }) => !before.some((device) => device.uniqueId === uniqueId),
    );
    expect(brought).toHaveLength(5);
    expect(brought).toEqual(brought.map((device) => ({ ...device, access: 'OWNER', orderId: 'FK-NEW-02' })));
    const again = await client.as('sandbox-editor-key').form('/order/assign', { orderId: 'FK-NEW-02' });
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { status: 409, details: [{ field: 'orderId', error: 'USED' }] },
    ]);
    expect(await devices(client)).toHaveLength(before.length + 5);
  });

  it('refuses used order IDs and IDs in another case, and takes a list as a whole or not at all', async () => {
    const { client } = clientFor();
    const before = (await devices(client)).length;
    const used = fleetOf(DEFAULT_SEED)[0]!.orderId;
    await client.control('POST', 'options', { usedOrderStatus: 422 });
    const cases: [string, number][] = [
      [used, 422],
      ['fk-new-01', 404],
      ['FK-NEW-01,nothing', 404],
      [`FK-NEW-01,${used}`, 422],
      ['', 422],
      ['FK-NEW-01,FK-NEW-01', 422],
    ];
    for (const [orderId, status] of cases)
      expect((await client.form('/order/assign', { orderId })).status).toBe(status);
    expect(await devices(client)).toHaveLength(before);
    await client.control('POST', 'options', { assignAnswer: 'message' });
    const answered = await client.form('/order/assign', { orderId: 'FK-NEW-03,fk-new-03' });
    expect([answered.status, await answered.json()]).toEqual([200, { message: 'Orders assigned' }]);
    expect(await devices(client)).toHaveLength(before + 11);
  });

  it('adds the devices after a delay if an option says so', async () => {
    const { client, clock } = clientFor();
    await client.control('POST', 'options', { orderImportSeconds: 30 });
    await client.form('/order/assign', { orderId: 'FK-NEW-01' });
    const { uniqueId } = warehouseOf(DEFAULT_SEED)[0]!;
    expect(await find(client, uniqueId)).toBeUndefined();
    clock.nowMs += 30_000;
    expect(await find(client, uniqueId)).toMatchObject({ access: 'OWNER' });
    expect(await client.package(uniqueId)).toBeNull();
    expect((await client.create(uniqueId, { minor: '1' })).status).toBe(201);
  });

  it('is shown in the controls of the sandbox, which list for each new order whether it is assigned', async () => {
    const { client } = clientFor();
    await client.form('/order/assign', { orderId: 'FK-NEW-01' });
    const orders = (await (await client.control('GET', 'orders')).json()) as { orderId: string; assigned: unknown }[];
    expect(orders.map(({ orderId }) => orderId)).toEqual(NEW_ORDERS.map(([orderId]) => orderId));
    expect(orders.filter(({ assigned }) => assigned).map(({ orderId }) => orderId)).toEqual(['FK-NEW-01']);
  });
});

describe('POST /device/move of the practice backend', () => {
  it('moves devices from the list of one account to the list of another', async () => {
    const { client } = clientFor();
    const ids = `${ID},m3Rw`;
    expect((await client.form('/device/move', { uniqueId: ids, managerEmail: 'Editor@Sandbox.example' })).status).toBe(
      204,
    );
    expect(await devices(client, `&uniqueId=${ids}`)).toEqual([]);
    expect(await devices(client.as('sandbox-editor-key'), `&uniqueId=${ids}`)).toMatchObject([
      { access: 'OWNER' },
      { access: 'OWNER' },
    ]);
    const back = await client
      .as('sandbox-editor-key')
      .form('/device/move', { uniqueId: ID, managerEmail: 'someone@elsewhere.example' });
    expect(back.status).toBe(204);
    expect(await devices(client.as('sandbox-editor-key'), `&uniqueId=${ids}`)).toMatchObject([{ uniqueId: 'm3Rw' }]);
    expect(await (await client.create(ID, { minor: '1' })).json()).toEqual([]);
  });

  it('needs OWNER or SUPERVISOR and the field managerEmail, and moves all devices or none', async () => {
    const { client } = clientFor();
    const editor = client.as('sandbox-editor-key');
    const all = await devices(client);
    const supervised = all.find(({ access }) => access === 'SUPERVISOR')!.uniqueId;
    const edited = all.find(({ access }) => access === 'EDITOR')!.uniqueId;
    const managerEmail = 'someone@elsewhere.example';
    const cases: [SandboxClient, Record<string, string>, number][] = [
      [editor, { uniqueId: ID, managerEmail }, 403],
      [client, { uniqueId: edited, managerEmail }, 403],
      [client, { uniqueId: `${ID},${edited}`, managerEmail }, 403],
      [client, { uniqueId: `${ID},nobody`, managerEmail }, 404],
      [client, { uniqueId: ID, managerMail: managerEmail }, 422],
      [client, { uniqueId: ID, managerEmail: 'no mail' }, 422],
      [client, { uniqueId: ID, managerEmail: 'owner@sandbox.example' }, 409],
    ];
    for (const [who, fields, status] of cases) {
      const answered = await who.form('/device/move', fields);
      expect(answered.status).toBe(status);
      expect(Object.keys((await answered.json()) as object)).toEqual(['id', 'status', 'cause', 'message', 'details']);
    }
    expect(await find(client, ID)).toBeDefined();
    expect((await client.form('/device/move', { uniqueId: supervised, managerEmail })).status).toBe(204);
  });
});

describe('POST /device/share of the practice backend', () => {
  const share = { uniqueId: ID, managerMail: 'editor@sandbox.example', access: 'VIEWER', withMetadata: 'true' };

  it('shares devices until the expiration date', async () => {
    const { client, clock } = clientFor();
    const uniqueId = 'Wq8d';
    const editor = client.as('sandbox-editor-key');
    expect(await find(editor, uniqueId)).toBeUndefined();
    const expirationDate = clock.nowMs / 1000 + 3600;
    const fields = { ...share, uniqueId: `${uniqueId},m3Rw`, access: 'EDITOR', expirationDate: String(expirationDate) };
    expect((await client.form('/device/share', fields)).status).toBe(204);
    const shared = { managerMail: 'editor@sandbox.example', access: 'EDITOR', expirationDate, withMetadata: true };
    expect((await find(client, uniqueId))!.shares).toEqual([shared]);
    expect(await find(editor, uniqueId)).toMatchObject({ access: 'EDITOR' });
    expect((await editor.form('/device/share', fields)).status).toBe(403);
    clock.nowMs += 3_600_000;
    expect((await find(client, uniqueId))!.shares).toEqual([]);
    expect(await find(editor, uniqueId)).toBeUndefined();
  });

  it('gives access that ends when the device is moved away', async () => {
    const { client } = clientFor();
    const editor = client.as('sandbox-editor-key');
    await client.form('/device/share', { ...share, uniqueId: 'Wq8d' });
    expect(await find(editor, 'Wq8d')).toMatchObject({ access: 'VIEWER' });
    await client.form('/device/move', { uniqueId: 'Wq8d', managerEmail: 'someone@elsewhere.example' });
    expect(await find(editor, 'Wq8d')).toBeUndefined();
  });

  it('keeps one share per manager, and never lowers the manager’s own access', async () => {
    const { client } = clientFor();
    for (const access of ['EDITOR', 'VIEWER']) await client.form('/device/share', { ...share, access });
    expect((await find(client, ID))!.shares).toEqual([
      { managerMail: 'editor@sandbox.example', access: 'VIEWER', expirationDate: null, withMetadata: true },
    ]);
    expect(await find(client.as('sandbox-editor-key'), ID)).toMatchObject({ access: 'EDITOR' });
  });

  it('rejects a share with an invalid field, and names the field', async () => {
    const { client, clock } = clientFor();
    const now = clock.nowMs / 1000;
    const cases: [Record<string, string>, string][] = [
      [{ managerMail: '', managerEmail: 'a@b.example' }, 'managerMail'],
      [{ access: 'OWNER' }, 'access'],
      [{ expirationDate: String(now - 1) }, 'expirationDate'],
      [{ expirationDate: String((now + 60) * 1000) }, 'expirationDate'],
      [{ expirationDate: '2026-02-01' }, 'expirationDate'],
      [{ withMetadata: 'yes' }, 'withMetadata'],
    ];
    for (const [fields, field] of cases) {
      const answered = await client.form('/device/share', { ...share, ...fields });
      expect([answered.status, await answered.json()]).toMatchObject([422, { details: [{ field }] }]);
    }
  });
});

describe('GET /command/encrypt of the practice backend', () => {
  const encrypt = (client: SandboxClient, uniqueId: string, command: string): Promise<Response> =>
    client.get(`/command/encrypt?uniqueId=${uniqueId}&command=${command}`);

  it('leaves out devices without access, and lets only owners make a beacon unreachable', async () => {
    const { client } = clientFor();
    const editor = client.as('sandbox-editor-key');
    const blink = await encrypt(client, `${ID},nobody,Zz0neighbour,m3Rw`, 'BLINK_10S');
    const body = (await blink.json()) as { commands: { uniqueId: string; config: string }[]; searchMeta: object };
    expect(body.commands.map(({ uniqueId }) => uniqueId)).toEqual([ID, 'm3Rw']);
    expect(body.searchMeta).toMatchObject({ queryType: 'NORMAL' });
    expect((await encrypt(editor, ID, 'RESET')).status).toBe(200);
    for (const command of ['NONCONNECTABLE', 'BOOTLOADER']) {
      expect((await encrypt(client, ID, command)).status).toBe(200);
      expect((await encrypt(editor, ID, command)).status).toBe(403);
    }
    expect((await encrypt(client, ID, 'EXPLODE')).status).toBe(422);
    expect((await encrypt(client, '', 'RESET')).status).toBe(422);
    const gateway = fleetOf(DEFAULT_SEED).find(({ deviceType }) => deviceType === 'GATEWAY')!.uniqueId;
    expect(await (await encrypt(client, gateway, 'RESET')).json()).toMatchObject({ commands: [] });
  });
});
