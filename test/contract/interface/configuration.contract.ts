/** Clauses 2.7, 3 (device configuration) and 4.4: configuration, commands, updates. Writes to one named beacon only. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { encodeBase64 } from '../../../src/domain/base64.ts';
import { fromBase64 } from '../../../src/sandbox/base64.ts';
import { onRead, onWrite, type BeaconState } from '../../../src/sandbox/beacon/beacon.ts';
import { fleetBeacon } from '../../../src/sandbox/beacon/nearby.ts';
import { DEFAULT_SEED } from '../../../src/sandbox/seed.ts';
import { packages } from '../shapes.ts';
import { expectSuccess, openTarget } from '../target.ts';

const target = await openTarget();
const { device } = target;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Allowed answers to a response that was applied before; the app handles each of them. */
const REPEAT_MAY_BE = [200, 204, 404, 409, 422];

/**
 * Null when nothing is pending. Accepts the list of field-facts.md 3, an object of one device, or the bare Base64 text
 * of 4.4 under any media type.
 */
async function encrypted(uniqueId: string): Promise<string | null> {
  const answer = await target.legacy(`/config/encrypt?uniqueId=${uniqueId}`);
  if (answer.status === 404) return null;
  expect(answer.status).toBe(200);
  const single = packages.safeParse(answer.json);
  if (single.success) return single.data.uniqueId === uniqueId ? single.data.config : null;
  if (typeof answer.json !== 'object' || answer.json === null) return answer.text.trim().replace(/^"|"$/g, '');
  const { configs } = z.looseObject({ configs: z.array(packages) }).parse(answer.json);
  return configs.find((config) => config.uniqueId === uniqueId)?.config ?? null;
}

describe('4.4 legacy device operations that read', () => {
  it('4.4 GET /config/encrypt: an unknown device yields no package', async () => {
    const answer = await target.legacy('/config/encrypt?uniqueId=NoSuchDevice0');
    expect(answer.status === 200 || answer.status === 404).toBe(true);
    if (answer.status === 200) expect(answer.json).toMatchObject({ configs: [] });
  });
});

if (target.write && device !== null) {
  describe('4.4 and 3 configuration of one beacon', () => {
    it('4.4 POST /config/create answers with a 2xx, and the configuration is pending then', async () => {
      expectSuccess(await target.form('/config/create', { uniqueId: device, deviceType: 'BEACON', minor: '4711' }));
      expect(await encrypted(device)).toMatch(BASE64);
    });

    it('4.4 POST /config/create without a uniqueId is refused', async () => {
      const answer = await target.form('/config/create', { deviceType: 'BEACON', minor: '4711' });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    });

    it('4.4 fields of POST /config/create may be empty or comma-separated lists', async () => {
      const fields = { 'powerSaving.features': '', packets: 'IBEACON,KONTAKT' };
      expectSuccess(await target.form('/config/create', { uniqueId: device, deviceType: 'BEACON', ...fields }));
    });

    it('3 a configuration stays pending when the package is fetched, and when a response is not verified', async () => {
      expect(await encrypted(device)).not.toBeNull();
      const updated = String(Math.floor(Date.now() / 1000));
      await target.form('/device/update', {
        uniqueId: device,
        deviceType: 'BEACON',
        response: 'AAECAwQFBgcICQ==',
        updated,
      });
      expect(await encrypted(device)).not.toBeNull();
    });
  });

  describe('2.7 virtual attributes', () => {
    it('2.7 and 4.4 POST /device/update takes raw values of tags and notes', async () => {
      expectSuccess(
        await target.form('/device/update', { uniqueId: device, deviceType: 'BEACON', notes: 'contract suite' }),
      );
    });
  });
}

if (target.sandbox && device !== null) {
  describe('4.4 the whole procedure, with a beacon', () => {
    let beacon: BeaconState = fleetBeacon(DEFAULT_SEED, device);

    /** 81F1, 81F4, 81F2. */
    function provision(config: string): string {
      const nowMs = Date.now();
      const written = onWrite(beacon, 'request', fromBase64(config)!, nowMs);
      expect([written.error, onRead(written.state, 'controlPoint', nowMs).bytes]).toEqual([null, Uint8Array.of(0)]);
      expect(onRead(written.state, 'controlPoint', nowMs + 2000).bytes).toEqual(Uint8Array.of(1));
      const read = onRead(written.state, 'response', nowMs + 2000);
      beacon = read.state;
      return encodeBase64(read.bytes!);
    }

    it('3 a configuration is no longer pending when the response is verified, and records are updated', async () => {
      const response = provision((await encrypted(device))!);
      const updated = String(Math.floor(Date.now() / 1000));
      expectSuccess(await target.form('/device/update', { uniqueId: device, deviceType: 'BEACON', response, updated }));
      expect(await encrypted(device)).toBeNull();
      const { json } = await target.legacy(`/device?uniqueId=${device}`);
      expect((json as { devices: unknown[] }).devices[0]).toMatchObject({ minor: 4711, notes: 'contract suite' });
      expect(beacon.values).toMatchObject({ minor: 4711 });
      // A browser repeats a post when a kept-alive connection drops.
      const again = await target.form('/device/update', { uniqueId: device, deviceType: 'BEACON', response, updated });
      expect(REPEAT_MAY_BE).toContain(again.status);
      expect(await encrypted(device)).toBeNull();
    });

    it('4.4 a beacon takes attributes by their names: minor, powerSaving.features, accelerometer.doubleTap.detectionFlags', async () => {
      const fields = {
        minor: '1',
        'powerSaving.features': '',
        'accelerometer.doubleTap.detectionFlags': 'X_AXIS,Y_AXIS,Z_AXIS',
      };
      const tag = await target.legacy('/device?q=ta&deviceType=BEACON&access=OWNER&maxResult=500');
      const able = (tag.json as { devices: { uniqueId: string; model?: string }[] }).devices.find(
        ({ model }) => model === 'TAG_BEACON' || model === 'CARD_BEACON_2',
      );
      const made = await target.form('/config/create', {
        uniqueId: able?.uniqueId ?? device,
        deviceType: 'BEACON',
        ...fields,
      });
      expect(made.json).toMatchObject([
        { minor: 1, accelerometer: { doubleTap: { detectionFlags: ['X_AXIS', 'Y_AXIS', 'Z_AXIS'] } } },
      ]);
    });

    it.each(['RESET', 'NONCONNECTABLE', 'BOOTLOADER'])(
      '4.4 GET /command/encrypt: a beacon obeys %s and has no response',
      async (command) => {
        const { status, json } = await target.legacy(`/command/encrypt?uniqueId=${device}&command=${command}`);
        expect(status).toBe(200);
        const { commands } = z.looseObject({ commands: z.array(packages) }).parse(json);
        const written = onWrite(beacon, 'request', fromBase64(commands[0]!.config)!, Date.now());
        beacon = { ...written.state, mode: 'normal' };
        expect(written).toMatchObject({ error: null, thenDrops: true });
        expect(beacon.commands.at(-1)).toBe(command);
        expect(onRead(beacon, 'response', Date.now()).bytes).toHaveLength(0);
      },
    );
  });
}
