import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../test/support/fixture-rows.ts';
import { tableGiven } from '../../test/support/table-given.ts';
import { nextCarried, seriesOf } from './run-series.ts';

const ids = ['a', 'b', 'c', 'd'];
const carried = (id: string, fetchedAtMs: number) => fixturePackage(id, { fetchedAtMs });
const written = (id: string, fetchedAtMs: number, endedAtMs: number) => ({
  package: fixturePackage(id, { fetchedAtMs, state: 'used' }),
  run: fixtureRun(id, { step: 'receipt', outcome: { kind: 'receipt', receiptId: `rcp-${id}` }, endedAtMs }),
});

describe('a series of beacons', () => {
  it('counts written and verified beacons among those whose packages were on the phone at the same time', () => {
    const [a, b] = [written('a', 1, 10), written('b', 2, 20)];
    const rows = {
      packages: [a.package, b.package, carried('c', 3), carried('d', 4)],
      runs: [a.run, b.run],
      receipts: [fixtureReceipt('a', { state: 'verified' }), fixtureReceipt('b')],
    };
    for (const id of ids) expect(seriesOf(tableGiven(rows), id), id).toEqual({ beacons: 4, written: 2, verified: 1 });
  });

  it('is still shown once its last beacon is verified', () => {
    const all = ids.map((id, at) => written(id, at, 10 + at));
    const rows = {
      packages: all.map((one) => one.package),
      runs: all.map((one) => one.run),
      receipts: ids.map((id) => fixtureReceipt(id, { state: 'verified' })),
    };
    expect(seriesOf(tableGiven(rows), null)).toEqual({ beacons: 4, written: 4, verified: 4 });
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
    expect(seriesOf(tableGiven(rows), 'a')).toEqual({ beacons: 2, written: 2, verified: 0 });
    expect(seriesOf(tableGiven(rows), 'c')).toBeNull();
    expect(seriesOf(tableGiven(rows), 'nowhere')).toBeNull();
    expect(seriesOf(tableGiven(rows), null)).toBeNull();
  });
});

describe('the beacons of a series', () => {
  const rows = (fetchedAtMs: number, second: Parameters<typeof fixturePackage>[1] = {}) => {
    const a = written('a', 1, 10);
    return { packages: [a.package, fixturePackage('b', { fetchedAtMs, ...second })], runs: [a.run], receipts: [] };
  };
  it('include a beacon whose package was fetched no later than the last beacon was written', () => {
    expect(seriesOf(tableGiven(rows(10)), 'a')).toEqual({ beacons: 2, written: 1, verified: 0 });
    expect(seriesOf(tableGiven(rows(11)), 'a')).toBeNull();
  });

  it.each([
    ['is dead', { state: 'dead' }],
    ['was replaced', { state: 'replaced' }],
    ['is only prepared', { state: 'prepared' }],
    ['is a command', { kind: 'command', command: 'IDENTIFY' }],
    ['was never fetched', { fetchedAtMs: null }],
  ] as const)('include none whose package %s', (_what, changes) => {
    expect(seriesOf(tableGiven(rows(5, changes)), 'a')).toBeNull();
    expect(seriesOf(tableGiven(rows(5)), 'a')).toMatchObject({ beacons: 2 });
  });

  it('count as written only with a response, and each beacon once', () => {
    const a = written('a', 1, 10);
    const closed = { ...a.run, outcome: { kind: 'closed', reason: '' } as const };
    const packages = [a.package, carried('b', 2), { ...carried('b', 3), id: 'again' }];
    const receipts = [fixtureReceipt('a', { state: 'verified' })];
    expect(seriesOf(tableGiven({ packages, runs: [closed], receipts }), 'a')).toEqual({
      beacons: 2,
      written: 0,
      verified: 0,
    });
    expect(seriesOf(tableGiven({ packages, runs: [a.run], receipts }), 'a')).toEqual({
      beacons: 2,
      written: 1,
      verified: 1,
    });
  });

  it('are those whose packages were on the phone at the same time, in whatever order they are stored', () => {
    const { packages, ...rest } = rows(5);
    expect(seriesOf(tableGiven({ ...rest, packages: packages.toReversed() }), 'b')).toEqual({
      beacons: 2,
      written: 1,
      verified: 0,
    });
  });
});

describe('the next beacon of a series', () => {
  const at = (uniqueId: string, preparedAtMs: number, state: 'carried' | 'used' = 'carried') =>
    fixturePackage(uniqueId, { preparedAtMs, state });

  it('follows the order of preparing and starts again at the end', () => {
    const packages = [at('c', 3), at('a', 1), at('b', 2, 'used')];
    expect(nextCarried(tableGiven({ packages }), 'b')).toBe('c');
    expect(nextCarried(tableGiven({ packages }), 'c')).toBe('a');
    expect(nextCarried(tableGiven({ packages: [at('a', 1)] }), 'a')).toBeNull();
  });

  it('skips a beacon with an unfinished run', () => {
    expect(
      nextCarried(
        tableGiven({ packages: [at('a', 1), at('b', 2), at('c', 3)], runs: [fixtureRun('b', { step: 'writing' })] }),
        'a',
      ),
    ).toBe('c');
  });
});
