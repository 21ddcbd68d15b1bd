/**
 * The second chapter: packages, and calls that change something. The latter only with `--write`, and only for the named
 * device.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { encodeBase64 } from '../../../src/domain/base64.ts';
import { fromBase64 } from '../../../src/sandbox/base64.ts';
import { onRead, onWrite } from '../../../src/sandbox/beacon/beacon.ts';
import { fleetBeacon } from '../../../src/sandbox/beacon/nearby.ts';
import { DEFAULT_SEED } from '../../../src/sandbox/seed.ts';
import { expectSuccess, openTarget, type Answer } from '../target.ts';
import {
  addedOfClient,
  commandsOfClient,
  messageOfClient,
  packagesOfClient,
  pendingOfClient,
  pendingRecord,
} from './client-shapes.ts';

const target = await openTarget();
const { device, mail, order } = target;

function created(answer: Answer): z.infer<typeof pendingRecord>[] {
  expect(answer.status, answer.text.slice(0, 300)).toBe(201);
  return z.array(pendingRecord).parse(answer.json);
}

describe('an unknown device', () => {
  it('yields neither a package nor a command packet', async () => {
    const encrypted = await target.legacy('/config/encrypt?uniqueId=NoSuchDevice0');
    if (encrypted.status !== 404) expect(packagesOfClient.parse(encrypted.json).configs).toEqual([]);
    const command = await target.legacy('/command/encrypt?uniqueId=NoSuchDevice0&command=RESET');
    if (command.status !== 404) expect(commandsOfClient.parse(command.json).commands).toEqual([]);
  });
});

if (target.write && device !== null) {
  describe('a configuration', () => {
    it('is created with a form, and the answer shows the created configuration', async () => {
      const fields = { uniqueId: device, deviceType: 'BEACON', minor: '77', packets: 'IBEACON,EDDYSTONE_URL' };
      expect(created(await target.form('/config/create', fields))).toMatchObject([
        { uniqueId: device, minor: 77, packets: ['IBEACON', 'EDDYSTONE_URL'] },
      ]);
    });

    it('is created with every field in the address and without a body', async () => {
      const fields = new URLSearchParams({ uniqueId: device, deviceType: 'BEACON', major: '12' });
      expect(created(await target.post(`/config/create?${fields.toString()}`))).toMatchObject([
        { uniqueId: device, major: 12 },
      ]);
    });

    // With an account, only its one named beacon is written.
    it.runIf(target.sandbox)('is accepted for a gateway too, which fetches the configuration itself', async () => {
      const listed = await target.legacy('/device?deviceType=GATEWAY&maxResult=1');
      const { devices } = z
        .looseObject({ devices: z.array(z.looseObject({ uniqueId: z.string() })) })
        .parse(listed.json);
      const fields = { uniqueId: devices[0]!.uniqueId, deviceType: 'GATEWAY', name: 'Hall' };
      expect(created(await target.form('/config/create', fields))).toMatchObject([
        { uniqueId: fields.uniqueId, name: 'Hall' },
      ]);
    });

    it('is accepted with lists as repeated fields', async () => {
      const body = `uniqueId=${device}&deviceType=beacon&packets=IBEACON&packets=KONTAKT`;
      expect(created(await target.post('/config/create', body))).toMatchObject([{ packets: ['IBEACON', 'KONTAKT'] }]);
    });

    it.each([
      ['url in hexadecimal', { url: '016578616d706c6507' }],
      ['decodedUrl in plain text', { decodedUrl: 'https://www.example.com' }],
      ['decodedUrl, which wins over url', { url: '026b6f6e74616b742e696f', decodedUrl: 'https://www.example.com' }],
    ])('is accepted with %s', async (_what, fields) => {
      const answer = await target.form('/config/create', { uniqueId: device, deviceType: 'BEACON', ...fields });
      expect(created(answer)).toMatchObject([{ url: '016578616d706c6507', decodedUrl: 'https://www.example.com' }]);
    });

    it('is accepted with values that later versions of the interface have added', async () => {
      const fields = { 'powerSaving.mode': 'BURST_MODE', packets: 'IBEACON,QUUPPA' };
      const answer = await target.form('/config/create', { uniqueId: device, deviceType: 'BEACON', ...fields });
      expect(created(answer)).toMatchObject([{ powerSaving: { mode: 'BURST_MODE' }, packets: ['IBEACON', 'QUUPPA'] }]);
    });

    it('is listed while it is pending, and can be encrypted with its ID and without', async () => {
      const listed = pendingOfClient.parse((await target.legacy(`/config?uniqueId=${device}`)).json);
      expect(listed.configs.map(({ uniqueId }) => uniqueId)).toEqual([device]);
      for (const query of [`?uniqueId=${device}`, '', '?deviceType=BEACON']) {
        const { configs } = packagesOfClient.parse((await target.legacy(`/config/encrypt${query}`)).json);
        expect(configs.map(({ uniqueId }) => uniqueId)).toContain(device);
      }
    });

    it('is answered with an empty list for an unknown device', async () => {
      const fields = { uniqueId: 'NoSuchDevice0', deviceType: 'BEACON', minor: '1' };
      expect(created(await target.form('/config/create', fields))).toEqual([]);
    });
  });

  describe('other calls about one device', () => {
    it.each(['RESET', 'BLINK_10S'])('return a command packet: %s', async (command) => {
      const answer = await target.legacy(`/command/encrypt?uniqueId=${device}&command=${command}`);
      expect(commandsOfClient.parse(answer.json).commands.map(({ uniqueId }) => uniqueId)).toEqual([device]);
    });

    it('save virtual values, with those of its deployment', async () => {
      const fields = { 'deployment.status': 'DEPLOYED', 'deployment.installerName': 'Contract suite' };
      const answer = await target.form('/device/update', { uniqueId: device, deviceType: 'BEACON', ...fields });
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      messageOfClient.parse(answer.json);
      const { json } = await target.legacy(`/device?uniqueId=${device}`);
      expect(json).toMatchObject({
        devices: [{ deployment: { status: 'DEPLOYED', installerName: 'Contract suite' } }],
      });
    });

    if (mail !== null)
      it('create a share with the flag in the spelling of a client', async () => {
        const expirationDate = String(Math.floor(Date.now() / 1000) + 3600);
        const fields = { uniqueId: device, managerMail: mail, access: 'VIEWER', expirationDate, withMetaData: 'true' };
        expectSuccess(await target.form('/device/share', fields));
      });
  });
}

if (target.sandbox && device !== null && order !== null && mail !== null) {
  describe('requests that are sent to the sandbox but to no real account', () => {
    it('include one that reports an applied configuration without a device type, with its time in a list', async () => {
      const { json } = await target.legacy(`/config/encrypt?uniqueId=${device}`);
      const { config } = packagesOfClient.parse(json).configs[0]!;
      const written = onWrite(fleetBeacon(DEFAULT_SEED, device), 'request', fromBase64(config)!, Date.now());
      const response = encodeBase64(onRead(written.state, 'response', Date.now() + 2000).bytes!);
      const body = new URLSearchParams({ uniqueId: device, response, updated: String(Math.floor(Date.now() / 1000)) });
      expect((await target.post('/device/update', body.toString())).status).toBe(204);
    });

    it('include one that claims an order, which returns the number of its devices', async () => {
      const answer = await target.form('/order/assign', { orderId: order });
      expect([answer.status, addedOfClient.parse(answer.json).addedDevices]).toEqual([200, 5]);
    });

    it('include one that moves a device', async () => {
      expectSuccess(await target.form('/device/move', { uniqueId: device, managerEmail: mail }));
    });
  });
}
