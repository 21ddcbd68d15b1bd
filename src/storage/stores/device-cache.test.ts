import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureBareDevice } from '../../../test/support/fixture-rows.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { createDeviceCache, inOrder, withReading, type DeviceChange } from './device-cache.ts';

const device = (uniqueId: string, order: number, alias: string | null = null): CachedDevice =>
  fixtureBareDevice(uniqueId, { alias, order });
const put = (...rows: CachedDevice[]): DeviceChange => ({ put: rows, remove: [] });
const filled = (...rows: CachedDevice[]) => {
  const cache = createDeviceCache();
  cache.endReading(rows, cache.beginReading());
  return cache;
};
const aliases = (rows: readonly CachedDevice[] | null) =>
  rows?.map(({ uniqueId, alias }) => `${uniqueId}${alias ?? ''}`) ?? null;

describe('the device cache', () => {
  it('applies own writes in order, and leaves the other rows as they are', () => {
    const cache = filled(device('b', 1), device('a', 0));
    const [before] = cache.rows()!;
    cache.expect({ put: [device('b', 1, '!'), device('c', 2)], remove: [] });
    expect(aliases(cache.rows())).toEqual(['a', 'b']);
    expect(cache.changed()).toBe(true);
    expect(aliases(cache.rows())).toEqual(['a', 'b!', 'c']);
    expect(cache.rows()![0]).toBe(before);
    cache.expect({ put: [device('d', 0.5)], remove: ['a'] });
    cache.changed();
    expect(aliases(cache.rows())).toEqual(['d', 'b!', 'c']);
  });

  it("has to be read again after another window's change", () => {
    const cache = filled(device('a', 0));
    expect(cache.changed()).toBe(false);
    expect(cache.rows()).toBe(null);
  });

  it('adds what was written while it was read', () => {
    const cache = createDeviceCache();
    const mark = cache.beginReading();
    cache.expect(put(device('a', 0, 'new')));
    cache.changed();
    expect(aliases(cache.endReading([device('a', 0, 'old')], mark))).toEqual(['anew']);
    expect(aliases(cache.rows())).toEqual(['anew']);
  });

  it('discards what was read while another window wrote', () => {
    const cache = createDeviceCache();
    const mark = cache.beginReading();
    cache.changed();
    expect(aliases(cache.endReading([device('a', 0)], mark))).toEqual(['a']);
    expect(cache.rows()).toBe(null);
  });

  it("recognises another window's change during an own write, whether that succeeds or not", () => {
    const ok = filled(device('a', 0));
    const change = put(device('a', 0, 'mine'));
    ok.expect(change);
    ok.changed();
    expect(ok.changed()).toBe(false);
    expect(ok.rows()).toBe(null);
    const failed = filled(device('a', 0));
    failed.expect(change);
    failed.changed();
    failed.cancelExpected(change);
    expect(failed.rows()).toBe(null);
    const quiet = filled(device('a', 0));
    quiet.expect(change);
    quiet.cancelExpected(change);
    expect(aliases(quiet.rows())).toEqual(['a']);
  });

  it('recognises a change after a failed write of its own as one of another window', () => {
    const cache = filled(device('a', 0));
    const change = put(device('a', 0, 'mine'));
    cache.expect(change);
    cache.cancelExpected(change);
    expect(cache.changed()).toBe(false);
    expect(cache.rows()).toBe(null);
  });

  it('adds what was written during two reads to both, whichever ends first', () => {
    const cache = createDeviceCache();
    const [first, second] = [cache.beginReading(), cache.beginReading()];
    cache.expect(put(device('a', 0, '!')));
    cache.changed();
    const stored = [device('a', 0), device('b', 1)];
    expect(aliases(cache.endReading(stored, first))).toEqual(['a!', 'b']);
    cache.expect(put(device('b', 1, '!')));
    cache.changed();
    expect(aliases(cache.endReading(stored, second))).toEqual(['a!', 'b!']);
    expect(aliases(cache.rows())).toEqual(['a!', 'b!']);
  });

  it('collects no change for a read that has ended or failed', () => {
    const cache = createDeviceCache();
    const [ended, failed] = [cache.beginReading(), cache.beginReading()];
    cache.endReading([], ended);
    cache.failReading(failed);
    cache.expect(put(device('a', 0)));
    cache.changed();
    expect([ended.written, failed.written]).toEqual([[], []]);
  });

  it('does not lose a row that the caller removes from its array', () => {
    const cache = createDeviceCache();
    cache.endReading([device('a', 0)], cache.beginReading()).length = 0;
    cache.rows()!.length = 0;
    expect(aliases(cache.rows())).toEqual(['a']);
  });

  it('lists devices with the same place by their IDs', () => {
    const rows = [device('c', 1), device('a', 1), device('b', 1), device('z', 0)];
    expect(aliases(filled(...rows).rows())).toEqual(['z', 'a', 'b', 'c']);
  });

  it('dates the rows by a complete read', () => {
    const cache = filled(device('a', 0), device('unseen', 1));
    cache.expect({ put: [], remove: [], reading: { beganAtMs: 5, unseen: ['unseen'] } });
    cache.changed();
    expect(cache.rows()!.map(({ uniqueId, readAtMs }) => [uniqueId, readAtMs])).toEqual([
      ['a', 5],
      ['unseen', 0],
    ]);
  });

  it('equals the content of the store after any writes', () => {
    const row = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      order: fc.nat(6),
      alias: fc.string({ maxLength: 2 }),
    });
    const write = fc.record({
      put: fc.uniqueArray(row, { selector: ({ id }) => id }),
      remove: fc.subarray(['a', 'b', 'c', 'd', 'e']),
    });
    fc.assert(
      fc.property(fc.array(write), (writes) => {
        const cache = filled();
        const store = new Map<string, CachedDevice>();
        for (const one of writes) {
          const change: DeviceChange =
            one.remove.length > 2
              ? { put: [], remove: one.remove }
              : put(...one.put.map(({ id, order, alias }) => device(id, order, alias)));
          for (const put of change.put) store.set(put.uniqueId, put);
          for (const id of change.remove) store.delete(id);
          cache.expect(change);
          cache.changed();
          expect(cache.rows()).toEqual([...store.values()].sort(inOrder));
        }
      }),
    );
  });
});

describe('the time of the last complete read', () => {
  const [old, same, newer, unseen] = [
    device('old', 0),
    { ...device('same', 1), readAtMs: 5 },
    { ...device('newer', 2), readAtMs: 6 },
    device('unseen', 3),
  ];
  const rows = [old, same, newer, unseen];

  it('dates the rows that were in the list, and leaves the others as they are', () => {
    const dated = withReading(rows, { beganAtMs: 5, unseen: ['unseen'] });
    expect(dated).toEqual([{ ...old, readAtMs: 5 }, same, newer, unseen]);
    for (const at of [1, 2, 3]) expect(dated[at]).toBe(rows[at]);
  });

  it('changes no row before the list was read completely', () => {
    expect(withReading(rows, null)).toEqual(rows);
  });
});
