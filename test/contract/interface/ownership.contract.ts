/** Clauses 3 (orders) and 4.4: orders, moves and shares. With an account only the named devices, and never a move. */
import { describe, expect, it } from 'vitest';
import { expectSuccess, openTarget } from '../target.ts';

const target = await openTarget();
const { device, order, mail } = target;

interface Listed {
  readonly uniqueId: string;
  readonly access?: string;
  readonly orderId?: string;
  readonly shares?: readonly unknown[];
}

async function devices(query = ''): Promise<readonly Listed[]> {
  const { json } = await target.legacy(`/device?maxResult=500${query}`);
  return (json as { devices: Listed[] }).devices;
}

describe('3 access levels', () => {
  it('3 the access level of the manager is a word wherever a device contains one', async () => {
    for (const { access } of await devices()) expect(access ?? 'OWNER').toMatch(/^[A-Z_]+$/);
  });
});

if (target.write) {
  describe('3 and 4.4 ownership requests that are refused', () => {
    it('4.4 POST /order/assign without an orderId is refused', async () => {
      expect((await target.form('/order/assign', {})).status).toBeGreaterThanOrEqual(400);
    });

    it('4.4 POST /device/move and /device/share of an unknown device are refused', async () => {
      const fields = {
        uniqueId: 'NoSuchDevice0',
        managerEmail: 'a@b.example',
        managerMail: 'a@b.example',
        access: 'EDITOR',
      };
      for (const path of ['/device/move', '/device/share'])
        expect((await target.form(path, fields)).status).toBeGreaterThanOrEqual(400);
    });
  });
}

if (order !== null && target.write) {
  describe('3 orders', () => {
    it('3 an order that is assigned adds all its devices, and the caller becomes OWNER', async () => {
      const before = new Set((await devices()).map(({ uniqueId }) => uniqueId));
      expectSuccess(await target.form('/order/assign', { orderId: order }));
      if (!target.sandbox) return; // Importing may take a while there.
      const added = (await devices()).filter(({ uniqueId }) => !before.has(uniqueId));
      expect(added.map(({ access, orderId }) => [access, orderId])).toEqual(
        Array.from({ length: 5 }, () => ['OWNER', order]),
      );
    });

    it('3 and 8 an assigned order stays assigned, and its ID can be used only once', async () => {
      const again = await target.form('/order/assign', { orderId: order });
      expect([400, 404, 409, 422]).toContain(again.status);
    });
  });
}

if (target.write && device !== null && mail !== null) {
  describe('4.4 shares', () => {
    it('4.4 POST /device/share takes managerMail, access, expirationDate in seconds and withMetadata', async () => {
      const expirationDate = String(Math.floor(Date.now() / 1000) + 3600);
      expectSuccess(
        await target.form('/device/share', {
          uniqueId: device,
          managerMail: mail,
          access: 'VIEWER',
          expirationDate,
          withMetadata: 'false',
        }),
      );
    });
  });
}

if (target.sandbox && device !== null) {
  describe('4.4 the sandbox’s own devices change hands', () => {
    it('4.4 a share is listed with its device', async () => {
      const [shared] = await devices(`&uniqueId=${device}`);
      expect(shared?.shares).toMatchObject([{ managerMail: mail, access: 'VIEWER', withMetadata: false }]);
    });

    it('4.4 the manager is called managerEmail in a move and managerMail in a share', async () => {
      expect((await target.form('/device/move', { uniqueId: device, managerMail: mail! })).status).toBe(422);
      expect(
        (await target.form('/device/share', { uniqueId: device, managerEmail: mail!, access: 'EDITOR' })).status,
      ).toBe(422);
    });

    it('4.4 POST /device/move: a moved device has left the list', async () => {
      expectSuccess(await target.form('/device/move', { uniqueId: device, managerEmail: mail! }));
      expect(await devices(`&uniqueId=${device}`)).toEqual([]);
    });
  });
}
