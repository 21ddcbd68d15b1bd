/** What is tried before the field: packages as they lie there, room for as many receipts as there are beacons. */
import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import { fieldPorts, fixtureTask } from '../../../test/support/job-rows.ts';
import { testField } from './field-test.ts';

const values = { minor: 1 };
const task = (uniqueId: string) => fixtureTask(0, { uniqueId, values });
const carried = (uniqueId: string, changes: Parameters<typeof fixturePackage>[1] = {}) =>
  fixturePackage(uniqueId, { values, ...changes });

describe('the test of the field', () => {
  it('finds the packages that are here, whole, and of this plan', async () => {
    const rows = [
      carried('good'),
      carried('other', { values: { minor: 2 } }),
      carried('damaged', { base64: '~~' }),
      carried('empty', { base64: null }),
      carried('prepared', { state: 'prepared' }),
      carried('command', { kind: 'command', command: 'IDENTIFY' }),
      carried('newer', { preparedAtMs: 1 }),
      carried('newer', { id: 'second', preparedAtMs: 2, values: { minor: 2 } }),
    ];
    const ids = ['good', 'other', 'damaged', 'empty', 'prepared', 'command', 'newer', 'absent'];
    const reading = await testField(fieldPorts({ rows }), ids.map(task));
    expect(reading.here).toEqual(['good']);
  });

  it('writes as much as the receipts of all will take, and no more than is sensible', async () => {
    const tried: number[] = [];
    const tryRoom = async (bytes: number) => (tried.push(bytes), 'enough' as const);
    for (const count of [1, 200, 10_000])
      await testField(
        { ...fieldPorts(), tryRoom },
        Array.from({ length: count }, (_, at) => task(`b${at}`)),
      );
    expect(tried).toEqual([1_000_000, 200 * 16_384, 50_000_000]);
  });

  it('says what it knows of the clock, whether or not the backend answers', async () => {
    const read = async () => ({ skewMs: 5, trust: 'checkedDate' as const });
    const askBackend = async (): Promise<never> => {
      throw new Error('offline');
    };
    const reading = await testField({ ...fieldPorts(), skew: { read }, askBackend }, [task('a')]);
    expect(reading.skew).toEqual({ skewMs: 5, isChecked: true });
    expect((await testField(fieldPorts(), [])).skew).toEqual({ skewMs: 0, isChecked: false });
  });
});
