/**
 * The test before going on site: packages on this phone are readable, and there is space for a receipt of each beacon.
 */
import { describe, expect, it } from 'vitest';
import type { BackendFailureKind } from '../../domain/backend-failure.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { OPERATION, writePacket } from '../../domain/packet.ts';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import { fieldPorts, fixtureTask } from '../../../test/support/job-rows.ts';
import { testField } from './field-test.ts';

const PACKET = {
  revision: 0,
  kind: 'encryptedRequest',
  operation: OPERATION.write,
  token: 1,
  payload: Uint8Array.of(1, 2),
} as const;
const failed = (kind: BackendFailureKind) =>
  ({ ok: false, failure: { kind, status: 0, message: '', fields: [], retryAfterMs: null } }) as const;
const values = { minor: 1 };
const task = (uniqueId: string) => fixtureTask(0, { uniqueId, values });
const carried = (uniqueId: string, changes: Parameters<typeof fixturePackage>[1] = {}) =>
  fixturePackage(uniqueId, { values, ...changes });

describe('the field test', () => {
  it('finds the packages on this phone that are complete and belong to this plan', async () => {
    const rows = [
      carried('good'),
      carried('other', { values: { minor: 2 } }),
      carried('damaged', { base64: '~~' }),
      carried('tooLong', { base64: encodeBase64(new Uint8Array(513)) }),
      carried('response', { base64: encodeBase64(writePacket({ ...PACKET, kind: 'plainResponse' })) }),
      carried('commands', { base64: encodeBase64(writePacket({ ...PACKET, operation: OPERATION.command })) }),
      carried('empty', { base64: null }),
      carried('prepared', { state: 'prepared' }),
      carried('command', { kind: 'command', command: 'IDENTIFY' }),
      carried('newer', { preparedAtMs: 1 }),
      carried('newer', { id: 'second', preparedAtMs: 2, values: { minor: 2 } }),
    ];
    const ids = [...new Set(rows.map(({ uniqueId }) => uniqueId)), 'absent'];
    const reading = await testField(fieldPorts({ rows }), ids.map(task));
    expect(reading.here).toEqual(['good', 'response', 'commands']);
    expect(reading.damaged).toEqual(['damaged', 'tooLong', 'empty']);
    expect(reading.odd).toEqual(['response', 'commands']);
  });

  it('writes as much as all receipts will need, and no more than is sensible', async () => {
    const tried: number[] = [];
    const tryRoom = async (bytes: number) => (tried.push(bytes), 'enough' as const);
    for (const count of [1, 200, 10_000])
      await testField(
        { ...fieldPorts(), tryRoom },
        Array.from({ length: count }, (_, at) => task(`b${at}`)),
      );
    expect(tried).toEqual([1_000_000, 200 * 16_384, 50_000_000]);
  });

  it('reports the clock as checked only when the backend has answered now', async () => {
    const skew = { read: async () => ({ skewMs: 5, trust: 'checkedDate' as const }) };
    const reading = await testField({ ...fieldPorts(), skew }, [task('a')]);
    expect(reading.skew).toEqual({ skewMs: 5, isChecked: true });
    const silent = [
      async () => failed('offline'),
      async (): Promise<never> => {
        throw new Error('its code is not in the cache');
      },
    ];
    for (const lookUp of silent)
      expect((await testField({ ...fieldPorts(), skew, lookUp }, [task('a')])).skew).toEqual({
        skewMs: 5,
        isChecked: false,
      });
    expect((await testField(fieldPorts(), [])).skew).toEqual({ skewMs: 0, isChecked: false });
  });

  it('reads all beacons of the job from the backend, because others may have changed them', async () => {
    const looked: (readonly string[])[] = [];
    const lookUp = async (ids: readonly string[]) => (looked.push(ids), { ok: true, value: null } as const);
    expect((await testField({ ...fieldPorts(), lookUp }, [task('a'), task('b')])).isCurrent).toBe(true);
    expect(looked).toEqual([['a', 'b']]);
    expect((await testField({ ...fieldPorts(), lookUp: async () => failed('offline') }, [task('a')])).isCurrent).toBe(
      false,
    );
  });

  it('reports that the key is refused only when the backend has refused it, not when the network is missing', async () => {
    const requestsOf = (kind: 'key' | 'offline') =>
      testField({ ...fieldPorts(), lookUp: async () => failed(kind) }, [task('a')]);
    expect((await requestsOf('key')).keyRefused).toBe(true);
    expect((await requestsOf('offline')).keyRefused).toBe(false);
  });
});
