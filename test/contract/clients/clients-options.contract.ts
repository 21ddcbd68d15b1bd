/**
 * What public clients of the vendor ask for and a strict backend refuses. The sandbox serves it with an option; an account
 * is not asked.
 */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { SandboxOptions } from '../../../src/sandbox/backend/options.ts';
import { deviceList } from '../shapes.ts';
import { openTarget } from '../target.ts';

const target = await openTarget();
const device = z.looseObject({ uniqueId: z.string(), mac: z.string(), model: z.string() });

if (target.sandbox) {
  const withOptions = (options: Partial<SandboxOptions>) => target.control('POST', 'options', options);

  it.each([`application/vnd.com.${target.vendor}+json;version=5`, 'application/json', '*/*', null])(
    'the backend can refuse or accept requests with the Accept header %j',
    async (accept) => {
      const status = async () => (await target.legacy('/device?maxResult=1', { accept })).status;
      await withOptions({ acceptVersion: 'optional' });
      expect(await status()).toBe(415);
      await withOptions({ acceptVersion: 'any' });
      expect(await status()).toBe(200);
    },
  );

  it('the backend can offer one device at a path with its ID', async () => {
    expect((await target.legacy(`/device/${target.device}`)).status).toBe(404);
    await withOptions({ deviceByPath: 'served' });
    expect(device.parse((await target.legacy(`/device/${target.device}`)).json).uniqueId).toBe(target.device);
    expect((await target.legacy('/device/nobody')).status).toBe(404);
  });

  it('the device list can have a MAC address and a model in each record', async () => {
    const gaps = async () =>
      deviceList
        .parse((await target.legacy('/device?maxResult=500')).json)
        .devices.filter((one) => !device.safeParse(one).success).length;
    expect(await gaps()).toBeGreaterThan(0);
    await withOptions({ recordGaps: 'none' });
    expect(await gaps()).toBe(0);
  });

  it.each(['address', 'form'])(
    'the backend forgets a pending configuration when the device ID is in the %s',
    async (where) => {
      const uniqueId = target.device!;
      await target.form('/config/create', { uniqueId, deviceType: 'BEACON', interval: '700' });
      const fields = `uniqueId=${uniqueId}`;
      const forgotten = await target.post(
        where === 'form' ? '/config/delete' : `/config/delete?${fields}`,
        where === 'form' ? fields : undefined,
      );
      expect(forgotten.status).toBe(200);
      expect((await target.legacy(`/config?${fields}`)).json).toMatchObject({ configs: [] });
    },
  );

  it('the backend names parameters that it ignores', async () => {
    expect((await target.legacy(`/device?uniqueId=${target.device}&order=ASC`)).warning).toBe(null);
    expect((await target.v3('GET', '/telemetry?sourceIds=abc&size=1')).warning).toBe('299 - "Ignored: sourceIds"');
    const changed = await target.form('/device/update', {
      uniqueId: target.device!,
      deviceType: 'BEACON',
      alias: 'A',
      interval: '350',
    });
    expect([changed.status, changed.warning]).toEqual([200, '299 - "Ignored: interval"']);
  });

  it('the backend lists a fleet of a million devices, and finds the last of them by its ID', async () => {
    await withOptions({ fleetSize: 1_000_000 });
    const page = async (query: string) => deviceList.parse((await target.legacy(`/device?${query}`)).json);
    const { devices } = await page('startIndex=999990&maxResult=500');
    expect(devices).toHaveLength(9);
    const { uniqueId } = device.parse(devices.at(-1));
    expect((await page(`uniqueId=${uniqueId}`)).devices).toEqual(devices.slice(-1));
    await withOptions({ fleetSize: null });
    expect((await page(`uniqueId=${uniqueId}`)).devices).toEqual([]);
  });

  it('the backend counts the requests of each key of an account', async () => {
    await target.control('DELETE', 'log');
    for (const key of ['sandbox-owner-key-2', 'sandbox-owner-key-2', 'sandbox-owner-key-3'])
      await target.legacy('/device?maxResult=1', { 'api-key': key });
    expect(await target.control('GET', 'counts')).toEqual({
      'owner-2': { 'GET /legacy/device': { 200: 2 } },
      'owner-3': { 'GET /legacy/device': { 200: 1 } },
    });
  });
}
