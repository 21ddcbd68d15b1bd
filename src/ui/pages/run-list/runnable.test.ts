import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { tableGiven, type GivenRows } from '../../../../test/support/table-given.ts';
import { READ_ALL } from '../../../domain/commands/command.ts';
import { listRuns, type RunListFacts } from './runnable.ts';

type Given = Partial<RunListFacts> & GivenRows;
const facts = (given: Given): RunListFacts => {
  const table = tableGiven(given);
  return {
    beacons: [...table.stored.keys()].map((id) => [id, table.of(id, null)]),
    current: null,
    elsewhere: new Set(),
    nextStep: () => 'resume',
    ...given,
  };
};

describe('the run list', () => {
  it('lists a beacon with an unfinished run as unfinished, and not its package as ready', () => {
    const list = listRuns(
      facts({ packages: [fixturePackage('a'), fixturePackage('b')], runs: [fixtureRun('a', { step: 'writing' })] }),
    );
    expect(list.unfinished.map((row) => [row.uniqueId, row.step])).toEqual([['a', 'resume']]);
    expect(list.ready.map((row) => row.uniqueId)).toEqual(['b']);
  });

  it('lists a closed run with its reason until a newer package of its beacon is stored', () => {
    const runs = [fixtureRun('a', { step: 'writing', outcome: { kind: 'closed', reason: 'gone' } })];
    const list = listRuns(facts({ packages: [fixturePackage('a', { state: 'used' })], runs }));
    expect(list.closed.map(({ uniqueId, reason }) => [uniqueId, reason])).toEqual([['a', 'gone']]);
    expect([list.unfinished, list.ready, list.notReady]).toEqual([[], [], []]);
    expect(listRuns(facts({ packages: [fixturePackage('a', { id: 'newer' })], runs })).closed).toEqual([]);
  });

  it('says that a newer package settles an uncertain run, unless another window carries that run out', () => {
    const run = fixtureRun('a', { step: 'writing' });
    const packages = [fixturePackage('a', { id: 'newer', fetchedAtMs: run.startedAtMs + 1 })];
    const list = listRuns(facts({ packages, runs: [run] }));
    expect(list.unfinished.map(({ renewed, step }) => [renewed, step])).toEqual([[true, 'start']]);
    const elsewhere = listRuns(facts({ packages, runs: [run], nextStep: () => 'runningElsewhere' }));
    expect(elsewhere.unfinished.map(({ step }) => step)).toEqual(['runningElsewhere']);
  });

  it('says that a later receipt settles an uncertain run, as its track does', () => {
    const earlier = fixtureRun('a', { id: 'earlier', step: 'writing', startedAtMs: 1 });
    const outcome = { kind: 'receipt', receiptId: 'read' } as const;
    const later = fixtureRun('a', { id: 'later', step: 'receipt', outcome, startedAtMs: 3, endedAtMs: 4 });
    const receipt = fixtureReceipt('a', { id: 'read', runId: 'later', createdAtMs: 4 });
    const given = facts({ runs: [earlier, later], receipts: [receipt] });
    expect(listRuns(given).unfinished).toMatchObject([{ run: { id: 'earlier' }, overtaken: true }]);
    expect(new Map(given.beacons).get('a')?.track.summary).toBe('receipt');
  });

  it('marks runs in progress in this window and in another one', () => {
    const runs = [fixtureRun('a'), fixtureRun('b'), fixtureRun('c')];
    const current = {
      runId: 'run-b',
      uniqueId: 'b',
      phase: 'writing',
      past: [],
      phaseSinceMs: 0,
      attempt: 1,
      attempts: 1,
      cancelSafe: false,
      copyMissing: null,
      outcome: null,
      failure: null,
    } as const;
    const where = Object.fromEntries(
      listRuns(facts({ runs, current, elsewhere: new Set(['run-a']) })).unfinished.map((row) => [
        row.uniqueId,
        row.where,
      ]),
    );
    expect(where).toEqual({ a: 'elsewhere', b: 'here', c: null });
  });

  it('lists one row for a beacon whose new run goes on in another window after an uncertain one', () => {
    const uncertain = fixtureRun('a', { id: 'earlier', step: 'reading', startedAtMs: 1 });
    const runs = [uncertain, fixtureRun('a', { id: 'later', packageId: 'newer', startedAtMs: 3 })];
    const listed = (elsewhere: readonly string[]): string[] =>
      listRuns(facts({ runs, elsewhere: new Set(elsewhere) })).unfinished.map(({ run }) => run.id);
    expect(listed(['later'])).toEqual(['later']);
    expect(listed([])).toEqual(['later', 'earlier']);
  });

  it('names the reason why a package cannot be written', () => {
    const packages = [
      fixturePackage('prep', { state: 'prepared', base64: null }),
      fixturePackage('dead', { state: 'dead' }),
      fixturePackage('old', { token: 100 }),
      fixturePackage('outlived', { state: 'dead', token: 100 }),
      fixturePackage('refused', { state: 'dead' }),
      fixturePackage('lost', { state: 'used' }),
      fixturePackage('gone', { state: 'replaced' }),
      fixturePackage('done', { state: 'used' }),
    ];
    const runs = [
      fixtureRun('old', {
        id: 'other',
        packageId: 'another',
        packageToken: 200,
        processedAtSeconds: 1,
        outcome: { kind: 'receipt', receiptId: 'x' },
      }),
      fixtureRun('outlived', { packageId: 'another', packageToken: 200, outcome: { kind: 'commandSent' } }),
      fixtureRun('refused', {
        packageId: packages.find(({ uniqueId }) => uniqueId === 'refused')!.id,
        outcome: { kind: 'refused', result: 2, receiptId: 'x' },
      }),
      fixtureRun('lost', { outcome: { kind: 'receiptLost' } }),
      fixtureRun('done', { outcome: { kind: 'receipt', receiptId: 'rcp-done' } }),
    ];
    const list = listRuns(facts({ packages, runs, receipts: [fixtureReceipt('done')] }));
    expect(Object.fromEntries(list.notReady.map((row) => [row.uniqueId, row.reason]))).toEqual({
      prep: 'preparedOnly',
      dead: 'dead',
      old: 'stale',
      outlived: 'stale',
      refused: 'refused',
      lost: 'receiptLost',
    });
    expect(list.ready).toEqual([]);
  });

  it('does not ask for a package of a change that was withdrawn', () => {
    const withdrawn = fixturePackage('a', { id: '1', state: 'dead', preparedAtMs: 1, withdrawnAtMs: 2 });
    expect(listRuns(facts({ packages: [withdrawn] })).notReady).toEqual([]);
    // One that was prepared later is asked for as any other.
    const later = fixturePackage('a', { id: '2', state: 'dead', preparedAtMs: 3 });
    expect(listRuns(facts({ packages: [withdrawn, later] })).notReady).toMatchObject([{ reason: 'dead' }]);
  });

  it('lists the newer package of a beacon as ready, and not the older package that it made useless', () => {
    const packages = [
      fixturePackage('a', { id: '1', state: 'dead', preparedAtMs: 1 }),
      fixturePackage('a', { id: '2', preparedAtMs: 2 }),
    ];
    const list = listRuns(facts({ packages }));
    expect([list.ready.length, list.notReady.length]).toEqual([1, 0]);
  });

  it('does not list a refused package as ready', () => {
    const refused = fixtureRun('a', { step: 'receipt', outcome: { kind: 'refused', result: 2, receiptId: 'r' } });
    const receipt = fixtureReceipt('a', { id: 'r', state: 'refused', result: 2, held: true });
    const packages = ['a', 'c'].map((id) => fixturePackage(id));
    const given = facts({ packages, runs: [refused], receipts: [receipt] });
    expect(new Map(given.beacons).get('a')?.track.summary).toBe('refused');
    const list = listRuns(given);
    expect([list.ready, list.refused].map((rows) => rows.map((row) => row.uniqueId))).toEqual([['c'], ['a']]);
  });

  it('lists packages in the order of preparing', () => {
    const packages = ['c', 'a', 'b'].map((id, at) => fixturePackage(id, { preparedAtMs: 10 - at }));
    expect(listRuns(facts({ packages })).ready.map((row) => row.uniqueId)).toEqual(['b', 'a', 'c']);
  });

  it('lists commands and unfinished readings apart from packages, Uncertain commands first', () => {
    const command = (uniqueId: string, name: string, changes = {}) =>
      fixturePackage(uniqueId, { id: `${uniqueId}-${name}`, kind: 'command', command: name, values: {}, ...changes });
    const list = listRuns(
      facts({
        packages: [
          command('a', 'identify', { fetchedAtMs: 20 }),
          command('b', 'restart', { fetchedAtMs: 10 }),
          command('c', 'restart', { token: 100 }),
          command('d', 'identify', { state: 'used' }),
          command('e', 'bootloader'),
          command('f', 'noSuchCommand'),
          command('g', READ_ALL),
          command('h', READ_ALL),
        ],
        runs: [
          fixtureRun('c', {
            id: 'newer',
            packageToken: 200,
            processedAtSeconds: 1,
            outcome: { kind: 'receipt', receiptId: 'x' },
          }),
          fixtureRun('e', { id: 'cut', command: 'bootloader', packageId: 'e-bootloader', step: 'writing' }),
          fixtureRun('h', { id: 'reading', command: READ_ALL, step: 'written', startedAtMs: Date.now() }),
          fixtureRun('d', { id: 'sent', command: 'identify', outcome: { kind: 'commandSent' } }),
        ],
      }),
    );
    expect(list.commands.map(({ uniqueId, command: name, state }) => [uniqueId, name, state])).toEqual([
      ['e', 'bootloader', 'unfinished'],
      ['h', READ_ALL, 'notRead'],
      ['b', 'restart', 'ready'],
      ['a', 'identify', 'ready'],
      ['c', 'restart', 'stale'],
    ]);
    expect([list.unfinished, list.ready, list.notReady]).toEqual([[], [], []]);
  });
});
