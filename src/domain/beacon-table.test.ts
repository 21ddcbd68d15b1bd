/** The table of beacons, as it follows its rows step by step, is what follows from all rows at once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fixtureBareDevice,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../test/support/fixture-rows.ts';
import '../../test/support/property-seed.ts';
import { tableGiven } from '../../test/support/table-given.ts';
import { answerOf } from './beacon-answer.ts';
import { NO_STORY, storyOf } from './beacon-story.ts';
import { planFactsOf, tableOf, type BeaconTable, type TableRows } from './beacon-table.ts';
import type { CarriedPackage } from './carried-package.ts';
import { heldBack } from './provisioning/held-back.ts';
import { RECEIPT_STATES, type Receipt } from './receipt.ts';
import { RUN_STEPS, type Run, type RunOutcome } from './run.ts';

const IDS = ['aa', 'bb', 'cc'] as const;
const MOST_ROWS = 4;

interface Rows {
  readonly packages: ReadonlyMap<number, CarriedPackage>;
  readonly runs: ReadonlyMap<number, Run>;
  readonly receipts: ReadonlyMap<number, Receipt>;
  readonly edits: ReadonlySet<string>;
  readonly underWay: ReadonlySet<string>;
}
type Step = (rows: Rows) => Rows;

const id = fc.constantFrom(...IDS);
const at = fc.nat(MOST_ROWS - 1);
const time = fc.nat(20);
const command = fc.constantFrom(null, null, null, 'IDENTIFY');

function put<Row>(rows: ReadonlyMap<number, Row>, place: number, row: Row): ReadonlyMap<number, Row> {
  return new Map(rows).set(place, row);
}

const packageStep = fc
  .record({
    at,
    id,
    preparedAtMs: time,
    state: fc.constantFrom<CarriedPackage['state']>('prepared', 'carried', 'used', 'dead', 'replaced'),
    command,
  })
  .map(({ at: place, id: uniqueId, ...changes }): Step => (rows) => ({
    ...rows,
    packages: put(rows.packages, place, fixturePackage(uniqueId, { id: `p${place}`, ...changes })),
  }));

const outcome = fc.oneof(
  fc.constant(null),
  fc.constantFrom<RunOutcome>({ kind: 'abandoned' }, { kind: 'noAnswer' }, { kind: 'receiptLost' }),
  at.map((place): RunOutcome => ({ kind: 'refused', receiptId: `q${place}`, result: 1 })),
  at.map((place): RunOutcome => ({ kind: 'receipt', receiptId: `q${place}` })),
);
const runStep = fc
  .record({ at, id, startedAtMs: time, of: at, step: fc.constantFrom(...RUN_STEPS), outcome, command })
  .map(({ at: place, id: uniqueId, of, ...changes }): Step => (rows) => ({
    ...rows,
    runs: put(
      rows.runs,
      place,
      fixtureRun(uniqueId, { id: `r${place}`, packageId: `p${of}`, receiptId: `q${of}`, ...changes }),
    ),
  }));

const receiptStep = fc
  .record({
    at,
    id,
    of: at,
    createdAtMs: time,
    state: fc.constantFrom(...RECEIPT_STATES),
    others: fc.subarray([...IDS]),
    isSettled: fc.boolean(),
    isGivenUp: fc.boolean(),
  })
  .map(({ at: place, id: uniqueId, of, others, isSettled, isGivenUp, ...changes }): Step => (rows) => ({
    ...rows,
    receipts: put(
      rows.receipts,
      place,
      fixtureReceipt(uniqueId, {
        id: `q${place}`,
        runId: `r${of}`,
        responseBase64: `answer ${of}`,
        candidates: [...new Set([uniqueId, ...others])],
        owner: others.length > 0 ? 'unsure' : 'known',
        settledAtMs: isSettled ? changes.createdAtMs + 1 : null,
        ...(isGivenUp ? { givenUpAtMs: changes.createdAtMs + 1 } : {}),
        ...changes,
      }),
    ),
  }));

const goneStep = fc
  .record({ kind: fc.constantFrom('packages' as const, 'runs' as const, 'receipts' as const), at })
  .map(({ kind, at: place }): Step => (rows) => {
    const left = new Map<number, unknown>(rows[kind]);
    left.delete(place);
    return { ...rows, [kind]: left };
  });

function turned<Value>(values: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const now = new Set(values);
  if (!now.delete(value)) now.add(value);
  return now;
}

const lockStep = at.map((place): Step => (rows) => ({ ...rows, underWay: turned(rows.underWay, `r${place}`) }));
const editStep = id.map((uniqueId): Step => (rows) => ({ ...rows, edits: turned(rows.edits, uniqueId) }));

const EDITS = new Map(IDS.map((uniqueId) => [uniqueId, fixtureEdit(uniqueId)]));

function listsOf({ packages, runs, receipts, edits, underWay }: Rows): TableRows {
  return {
    packages: [...packages.values()],
    runs: [...runs.values()],
    receipts: [...receipts.values()],
    edits: [...edits].map((uniqueId) => EDITS.get(uniqueId as (typeof IDS)[number])!),
    underWay,
  };
}

const NOTHING: Rows = {
  packages: new Map(),
  runs: new Map(),
  receipts: new Map(),
  edits: new Set(),
  underWay: new Set(),
};
const LISTED = fixtureBareDevice('aa', { pending: { txPower: 1 }, readAtMs: 10 });

describe('the table of beacons after any series of changes', () => {
  const step = fc.oneof(packageStep, runStep, receiptStep, goneStep, lockStep, editStep);
  it('has for each beacon the state that all its packages, runs and receipts give at once', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (history) => {
        let rows = NOTHING;
        let table: BeaconTable | null = null;
        for (const next of history) {
          rows = next(rows);
          const lists = listsOf(rows);
          table = tableOf(lists, table);
          const held = heldBack(lists.runs, lists.receipts, rows.underWay);
          for (const uniqueId of IDS) {
            const story = storyOf(uniqueId, lists, rows.underWay);
            const beacon = table.of(uniqueId, LISTED);
            expect(beacon).toMatchObject({ ...story, ...answerOf(LISTED, story) });
            expect(beacon.edit).toBe(rows.edits.has(uniqueId) ? EDITS.get(uniqueId) : null);
            expect(planFactsOf(table).heldOf(uniqueId)).toBe(held.get(uniqueId) ?? null);
          }
        }
      }),
      { numRuns: 700 },
    );
  });
});

describe('a beacon in the table of all beacons', () => {
  const one = fixturePackage('aa');
  const other = fixturePackage('bb');

  it('is the same object until its package, run, receipt or entry in the device list changes', () => {
    const first = tableGiven({ packages: [one, other] });
    const beacon = first.of('aa', LISTED);
    expect(first.of('aa', LISTED)).toBe(beacon);
    const second = tableGiven({ packages: [one, { ...other, state: 'used' }] }, first);
    expect(second).not.toBe(first);
    expect(second.of('aa', LISTED)).toBe(beacon);
    expect(second.of('bb', null)).not.toBe(first.of('bb', null));
    expect(second.of('aa', { ...LISTED, pending: null })).not.toBe(beacon);
  });

  it('leaves the table the same object while no package, run, receipt or edit differs', () => {
    const first = tableGiven({ packages: [one, other] });
    expect(tableGiven({ packages: [one, other] }, first)).toBe(first);
    expect(tableGiven({ packages: [one] }, first)).not.toBe(first);
  });

  it('is held back by a receipt of another beacon if that receipt may belong to the first', () => {
    const unsure = fixtureReceipt('bb', { owner: 'unsure', candidates: ['bb', 'aa'] });
    const table = tableGiven({ receipts: [unsure] });
    expect(table.of('aa', null)).toMatchObject({ isHeldByOther: true, source: 'outbox' });
    const settled = tableGiven({ receipts: [{ ...unsure, state: 'verified' }] }, table);
    expect(settled.of('aa', null)).toMatchObject({ isHeldByOther: false, source: 'prepare' });
  });

  it('has its own receipts, and all receipts of another beacon if one of those may belong to the first', () => {
    const row = (id: string, uniqueId: string, candidates = [uniqueId]) => fixtureReceipt(uniqueId, { id, candidates });
    const receipts = [
      row('own', 'aa'),
      row('unsure', 'bb', ['bb', 'aa']),
      row('of that one', 'bb'),
      row('foreign', 'cc'),
    ];
    const table = tableGiven({ receipts });
    const ids = (uniqueId: string) => table.of(uniqueId, null).rows.receipts.map(({ id }) => id);
    expect(ids('aa')).toEqual(['own', 'unsure', 'of that one']);
    expect(ids('bb')).toEqual(['unsure', 'of that one']);
    expect(ids('none')).toEqual([]);
  });

  it('leaves out a run whose refusal a person has put aside as that of another beacon', () => {
    const refused = { step: 'receipt', outcome: { kind: 'refused', receiptId: 'no', result: 1 } } as const;
    const runs = [fixtureRun('aa', refused), fixtureRun('cc', { ...refused, id: 'of cc' })];
    const refusal = fixtureReceipt('bb', { id: 'no', state: 'refused' });
    const shown = tableGiven({ runs, receipts: [refusal] });
    const putAside = tableGiven({ runs, receipts: [{ ...refusal, givenUpAtMs: 1 }] });
    for (const run of runs) {
      expect(shown.of(run.uniqueId, null).run).toBe(run);
      expect(putAside.of(run.uniqueId, null).run).toBeNull();
    }
  });

  it('has the packages of its commands apart from those of its configuration', () => {
    const restart = fixturePackage('aa', { id: 'restart', kind: 'command', command: 'restart' });
    const { rows } = tableGiven({ packages: [one, restart], runs: [fixtureRun('aa', { command: 'restart' })] }).of(
      'aa',
      null,
    );
    expect([rows.packages, rows.commands, rows.runs]).toEqual([[one], [restart], []]);
  });

  it('has no state without a package, run or receipt unless the device list shows a pending change', () => {
    const table = tableGiven({});
    expect(table.of('aa', 'unread')).toMatchObject({ ...NO_STORY, listed: 'unread', track: { summary: 'nothing' } });
    expect(table.of('aa', LISTED)).toMatchObject({ source: 'fetch', track: { summary: 'prepared' } });
    expect(table.stored.size).toBe(0);
  });

  it('is uncertain when one of its receipts cannot be read, while the other beacons keep their state', () => {
    const broken = fixtureReceipt('bb');
    Object.defineProperty(broken, 'createdAtMs', {
      get() {
        throw new TypeError('no date');
      },
    });
    const reported: string[] = [];
    const rows = { packages: [one], runs: [], receipts: [broken, fixtureReceipt('bb', { id: 'earlier' })], edits: [] };
    const table = tableOf({ ...rows, underWay: new Set() }, null, (uniqueId, cause) =>
      reported.push(`${uniqueId}: ${String(cause)}`),
    );
    expect(reported).toEqual(['bb: TypeError: no date']);
    expect(table.of('bb', null)).toMatchObject({ isUnreadable: true, track: { summary: 'uncertain' }, source: 'none' });
    expect(table.of('aa', null)).toMatchObject({ isUnreadable: false, track: { summary: 'onThisPhone' } });
  });

  it('has the package that is carried or prepared as the package to write', () => {
    const of = (...packages: CarriedPackage[]) => planFactsOf(tableGiven({ packages })).packageOf('aa')?.id;
    expect(of()).toBeUndefined();
    expect(of(fixturePackage('aa', { state: 'used' }))).toBeUndefined();
    expect(of(fixturePackage('aa', { state: 'dead' }))).toBeUndefined();
    expect(of(other)).toBeUndefined();
    expect(of(fixturePackage('aa', { id: 'open', state: 'prepared' }))).toBe('open');
  });
});
