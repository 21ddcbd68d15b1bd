import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../test/support/fixture-rows.ts';
import { seriesOf } from './run-series.ts';

const ids = ['a', 'b', 'c', 'd'];
const carried = (id: string, fetchedAtMs: number) => fixturePackage(id, { fetchedAtMs });
const written = (id: string, fetchedAtMs: number, endedAtMs: number) => ({
  package: fixturePackage(id, { fetchedAtMs, state: 'used' }),
  run: fixtureRun(id, { step: 'receipt', outcome: { kind: 'receipt', receiptId: `rcp-${id}` }, endedAtMs }),
});

describe('a series of beacons', () => {
  it('counts written and verified beacons among those that waited together', () => {
    const [a, b] = [written('a', 1, 10), written('b', 2, 20)];
    const rows = {
      packages: [a.package, b.package, carried('c', 3), carried('d', 4)],
      runs: [a.run, b.run],
      receipts: [fixtureReceipt('a', { state: 'verified' }), fixtureReceipt('b')],
    };
    for (const id of ids) expect(seriesOf(rows, id), id).toEqual({ beacons: 4, written: 2, verified: 1 });
  });

  it('ends with the last one, and is still shown then', () => {
    const all = ids.map((id, at) => written(id, at, 10 + at));
    const rows = {
      packages: all.map((one) => one.package),
      runs: all.map((one) => one.run),
      receipts: ids.map((id) => fixtureReceipt(id, { state: 'verified' })),
    };
    expect(seriesOf(rows, null)).toEqual({ beacons: 4, written: 4, verified: 4 });
  });

  it('starts again after all were written, and does not exist for a single beacon', () => {
    const [a, b] = [written('a', 1, 10), written('b', 2, 20)];
    const packages = [
      a.package,
      b.package,
      carried('c', 30),
      fixturePackage('x', { state: 'prepared', fetchedAtMs: null }),
    ];
    const rows = { packages, runs: [a.run, b.run], receipts: [] };
    expect(seriesOf(rows, 'a')).toEqual({ beacons: 2, written: 2, verified: 0 });
    expect(seriesOf(rows, 'c')).toBeNull();
    expect(seriesOf(rows, 'nowhere')).toBeNull();
    expect(seriesOf(rows, null)).toBeNull();
  });
});
