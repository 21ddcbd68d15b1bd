/** Which values a reading may settle. */
import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../test/support/fixture-rows.ts';
import { unsettledValues } from './reading.ts';
import type { Receipt } from './receipt.ts';
import type { Run } from './run.ts';

describe('the values that a reading may settle', () => {
  const written = (changes: Partial<Run> = {}): Run =>
    fixtureRun('a', { step: 'written', startedAtMs: 5, packageId: 'p', receiptId: 'r', ...changes });
  const packages = new Map([
    ['p', fixturePackage('a', { values: { minor: 1 } })],
    ['q', fixturePackage('a', { values: { minor: 2 } })],
  ]);
  const valuesOf = (runs: readonly Run[], receipts: readonly Receipt[] = []) =>
    unsettledValues('a', runs, receipts, packages);

  it.each<[what: string, runs: Run[], values: object]>([
    ['those of the run that may have written', [written()], { minor: 1 }],
    ['those of a run that was interrupted while it wrote', [written({ step: 'writing' })], { minor: 1 }],
    ['none before a write', [written({ step: 'intent' })], {}],
    ['none of a command', [written({ command: 'IDENTIFY' })], {}],
    ['none of another beacon', [written({ uniqueId: 'b' })], {}],
    ['none of a refused run', [written({ outcome: { kind: 'refused', receiptId: 'r', result: 7 } })], {}],
    [
      'none of a run that a later one has settled',
      [written({ outcome: { kind: 'settledLater', receiptId: 'x' } })],
      {},
    ],
    ['none where the package is not stored here', [written({ packageId: 'gone' })], {}],
    ['those of a closed run', [written({ outcome: { kind: 'closed', reason: '' } })], { minor: 1 }],
    ['none without a run', [], {}],
  ])('are %s', (_what, runs, values) => {
    expect(valuesOf(runs)).toEqual(values);
  });

  it('are those of the last run, in whatever order the runs are stored', () => {
    const later = written({ id: 'later', packageId: 'q', startedAtMs: 6 });
    expect([valuesOf([written(), later]), valuesOf([later, written()])]).toEqual([{ minor: 2 }, { minor: 2 }]);
    expect(valuesOf([written(), { ...later, startedAtMs: 5 }])).toEqual({ minor: 1 });
  });

  it.each<[what: string, changes: Partial<Receipt>, values: object]>([
    ['is verified, and belongs to the run', { runId: 'run-a', state: 'verified' }, {}],
    ['is verified, and is named by the run', { id: 'r', runId: null, state: 'verified' }, {}],
    ['is verified, and belongs to another run', { id: 'x', runId: 'another', state: 'verified' }, { minor: 1 }],
    ['is sent', { runId: 'run-a', state: 'sent' }, { minor: 1 }],
  ])('are, beside a receipt that %s: %j', (_what, changes, values) => {
    expect(valuesOf([written()], [fixtureReceipt('a', changes)])).toEqual(values);
  });
});
