import { describe, expect, it } from 'vitest';
import {
  fixtureDevice,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../test/support/fixture-rows.ts';
import { createdAtMs, historyOf, type HistoryFacts } from './device-history.ts';

const ID = 'aB3d';
const device = fixtureDevice(0, { uniqueId: ID, pending: null });
const T = device.readAtMs;
const nothing: HistoryFacts = { device, packages: [], runs: [], receipts: [], edit: null };
const entriesOf = (changes: Partial<HistoryFacts>): [string, string | null, number][] =>
  historyOf({ ...nothing, ...changes }).map(({ id, word, atMs }) => [id.split(' ')[0]!, word, atMs - T]);

describe('the history of a device', () => {
  it('lists one change from the package to Verified, newest first', () => {
    expect(
      entriesOf({
        packages: [fixturePackage(ID, { preparedAtMs: T + 1, fetchedAtMs: T + 2 })],
        runs: [
          fixtureRun(ID, {
            startedAtMs: T + 3,
            endedAtMs: T + 4,
            outcome: { kind: 'receipt', receiptId: `rcp-${ID}` },
          }),
        ],
        receipts: [fixtureReceipt(ID, { createdAtMs: T + 4, state: 'verified', settledAtMs: T + 5 })],
        edit: fixtureEdit(ID, { changedAtMs: T }),
      }),
    ).toEqual([
      ['answered', 'verified', 5],
      ['run', 'receipt', 4],
      ['package', 'onThisPhone', 2],
      ['edit', null, 0],
    ]);
  });

  it('lists that a change was withdrawn', () => {
    const row = fixturePackage(ID, { state: 'dead', preparedAtMs: T + 1, fetchedAtMs: T + 2, withdrawnAtMs: T + 3 });
    expect(entriesOf({ packages: [row] })).toEqual([
      ['withdrawn', null, 3],
      ['package', 'onThisPhone', 2],
    ]);
  });

  it.each([
    [
      'a configuration that was prepared and not fetched',
      { packages: [fixturePackage(ID, { fetchedAtMs: null })] },
      'prepared',
    ],
    ['a run that wrote nothing', { runs: [fixtureRun(ID)] }, null],
    ['a run that was interrupted during the write', { runs: [fixtureRun(ID, { step: 'writing' })] }, 'uncertain'],
    [
      'a run that was closed after it may have written',
      { runs: [fixtureRun(ID, { step: 'writing', outcome: { kind: 'closed', reason: 'gone' } })] },
      'uncertain',
    ],
    ['a run that was given up before the write', { runs: [fixtureRun(ID, { outcome: { kind: 'abandoned' } })] }, null],
    [
      'a refusal of the beacon',
      { runs: [fixtureRun(ID, { outcome: { kind: 'refused', receiptId: 'r', result: 4 } })] },
      'refused',
    ],
    [
      'a command that was sent',
      { runs: [fixtureRun(ID, { command: 'restart', step: 'writing', outcome: { kind: 'commandSent' } })] },
      null,
    ],
    ['a command whose run has begun', { runs: [fixtureRun(ID, { command: 'restart' })] }, null],
    ['an imported receipt', { receipts: [fixtureReceipt(ID, { origin: 'import', runId: null })] }, 'receipt'],
    ['a plain refusal that was imported', { receipts: [fixtureReceipt(ID, { state: 'refused' })] }, 'refused'],
    ['a receipt of unsure owner', { receipts: [fixtureReceipt(ID, { owner: 'unsure' })] }, 'uncertain'],
    ['an edit that the backend refused', { edit: fixtureEdit(ID, { state: 'parked' }) }, 'refused'],
  ] satisfies [string, Partial<HistoryFacts>, string | null][])('shows for %s the state $2', (_what, changes, word) => {
    expect(entriesOf(changes).map(([, said]) => said)).toEqual([word]);
  });

  it('leaves out a receipt that was not read yet, and shows only answers that the backend gave', () => {
    expect(entriesOf({ receipts: [fixtureReceipt(ID, { state: 'reserved' })] })).toEqual([]);
    const answer = { atMs: T + 9, status: 409, code: 'conflict', message: '' };
    const row = fixtureReceipt(ID, { createdAtMs: T, state: 'parked', lastAnswer: answer });
    expect(entriesOf({ receipts: [row] })[0]).toEqual(['answered', 'refused', 9]);
    const unproven = { ...row, lastAnswer: { ...answer, code: 'unproven' } };
    expect(entriesOf({ receipts: [unproven] })[0]).toEqual(['answered', 'uncertain', 9]);
    const gone = { ...row, state: 'notVerified' as const, lastAnswer: { ...answer, code: 'gone' } };
    expect(entriesOf({ receipts: [gone] })[0]).toEqual(['answered', 'refused', 9]);
    expect(entriesOf({ receipts: [{ ...row, state: 'waiting', lastAnswer: null }] })).toHaveLength(1);
    // Read back later: the time at which it was settled counts.
    const settled = { ...row, state: 'sent' as const, settledAtMs: T + 12 };
    expect(entriesOf({ receipts: [settled] })[0]).toEqual(['answered', 'sent', 12]);
    expect(entriesOf({ receipts: [{ ...row, givenUpAtMs: T + 10 }] })[0]).toEqual(['givenUp', null, 10]);
  });

  it('lists a configuration that somebody else prepared, but not our own', () => {
    const pending = { txPower: 5, interval: 500 };
    const of = (packages: HistoryFacts['packages']) =>
      entriesOf({ device: { ...device, pending }, packages }).filter(([id]) => id === 'othersPending');
    expect(of([])).toEqual([['othersPending', 'prepared', 0]]);
    expect(of([fixturePackage(ID, { values: { interval: '500', txPower: 5 }, state: 'used' })])).toEqual([]);
    expect(of([fixturePackage(ID, { values: { interval: 600 } })])).toHaveLength(1);
    expect(of([fixturePackage(ID, { kind: 'command', command: 'restart', values: pending })])).toHaveLength(1);
  });

  it('shows beside a pending name, alias or tag the present value of the device', () => {
    const pending = { name: 'Neu', alias: 'Dock', tags: ['hall'] };
    const entry = historyOf({
      ...nothing,
      device: { ...device, name: 'Kontakt', alias: 'Gate', tags: ['north', 'yard'], pending },
    }).find(({ kind }) => kind === 'othersPending');
    expect(entry).toMatchObject({ change: { from: { name: 'Kontakt', alias: 'Gate', tags: 'north,yard' } } });
  });

  it('lists verified values that the backend shows differently later', () => {
    const of = (attributes: object, changes = {}) => {
      const receipt = fixtureReceipt(ID, {
        state: 'verified',
        values: { txPower: 5, interval: 500 },
        settledAtMs: T - 10,
        ...changes,
      });
      return historyOf({
        ...nothing,
        device: { ...device, attributes: attributes as typeof device.attributes },
        receipts: [receipt],
      }).find(({ kind }) => kind === 'othersValues');
    };
    expect(of({ txPower: '5', interval: 900 })).toMatchObject({
      atMs: T,
      word: null,
      change: { from: { interval: 500 }, to: { interval: 900 } },
    });
    expect(of({ txPower: 5, interval: 500 })).toBeUndefined();
    expect(of({ txPower: 5 })).toBeUndefined();
    // Read before the verification: its values are outdated.
    expect(of({ interval: 900 }, { settledAtMs: T + 10 })).toBeUndefined();
    expect(of({ interval: 900 }, { state: 'sent' })).toBeUndefined();
  });

  it('lists the arrival of a receipt beside the run that read it, unless the run ended with the receipt', () => {
    const receipt = fixtureReceipt(ID, { runId: 'r1', state: 'waiting' });
    const of = (run: Parameters<typeof fixtureRun>[1]) =>
      entriesOf({ receipts: [receipt], runs: [fixtureRun(ID, { id: 'r1', step: 'receipt', ...run })] }).map(
        ([id]) => id,
      );
    expect(of({ outcome: { kind: 'receipt', receiptId: receipt.id } })).toEqual(['run']);
    expect(of({ id: 'r2', outcome: { kind: 'receipt', receiptId: 'x' } }).toSorted()).toEqual(['came', 'run']);
    expect(of({ outcome: null }).toSorted()).toEqual(['came', 'run']);
    expect(of({ outcome: { kind: 'closed', reason: 'gone' } }).toSorted()).toEqual(['came', 'run']);
  });

  it('lists an edit with the time at which it was saved or else typed, and no edit without values', () => {
    const edit = fixtureEdit(ID, {
      changedAtMs: T + 1,
      lastAnswer: { atMs: T + 3, status: 204, code: 'saved', message: '' },
    });
    expect(entriesOf({ edit: { ...edit, state: 'saved' } })).toEqual([['edit', null, 3]]);
    expect(entriesOf({ edit })).toEqual([['edit', null, 1]]);
    expect(entriesOf({ edit: { ...edit, values: {} } })).toEqual([]);
  });

  it('compares each value only with the last receipt that has set the value', () => {
    const earlier = fixtureReceipt(ID, { id: 'a', state: 'verified', values: { interval: 500 }, settledAtMs: T - 20 });
    const later = fixtureReceipt(ID, { id: 'b', state: 'verified', values: { interval: 900 }, settledAtMs: T - 10 });
    const shown = { ...device, attributes: { interval: 900 } };
    expect(entriesOf({ device: shown, receipts: [later, earlier] }).some(([id]) => id === 'othersValues')).toBe(false);
  });

  it.each([
    [1_640_995_200, 1_640_995_200_000],
    ['1640995200', 1_640_995_200_000],
    [1_640_995_200_000, 1_640_995_200_000],
    ['2022-01-01T00:00:00Z', 1_640_995_200_000],
    ['2022-01-01', 1_640_995_200_000],
    [0, null],
    ['1970-01-01T00:00:00Z', null],
    [null, null],
    ['soon', null],
    [{}, null],
    [9e99, null],
  ])('reads %j as the time at which the record was made', (created, atMs) => {
    expect(createdAtMs({ attributes: { created } })).toBe(atMs);
    const made = entriesOf({ device: { ...device, attributes: { created } } });
    expect(made.map(([id]) => id)).toEqual(atMs === null ? [] : ['created']);
  });

  it('lists the later step of one moment first', () => {
    const entries = entriesOf({
      device: { ...device, pending: { txPower: 1 }, attributes: { created: T } },
      packages: [fixturePackage(ID, { preparedAtMs: T, fetchedAtMs: T, withdrawnAtMs: T })],
      runs: [fixtureRun(ID, { endedAtMs: T })],
      receipts: [fixtureReceipt(ID, { createdAtMs: T, state: 'sent', settledAtMs: T, givenUpAtMs: T })],
      edit: fixtureEdit(ID, { changedAtMs: T }),
    });
    expect(entries.map(([id]) => id)).toEqual([
      'othersPending',
      'edit',
      'givenUp',
      'answered',
      'came',
      'run',
      'withdrawn',
      'package',
      'created',
    ]);
  });

  it('gives a run that has not ended the date of its last step', () => {
    const run = fixtureRun(ID, { startedAtMs: T + 1, journal: [{ step: 'intent', atMs: T + 2 }] });
    expect(entriesOf({ runs: [run] })).toEqual([['run', null, 2]]);
    expect(entriesOf({ runs: [{ ...run, journal: [] }] })).toEqual([['run', null, 1]]);
    expect(entriesOf({ runs: [{ ...run, endedAtMs: T + 3 }] })).toEqual([['run', null, 3]]);
  });

  it.each([
    ['a run that a later one has settled', { kind: 'settledLater', receiptId: 'x' }, null],
    ['a run of a package that the beacon no longer accepts', { kind: 'packageDead' }, null],
    ['a run whose receipt was lost', { kind: 'receiptLost' }, 'uncertain'],
    ['a run without an answer', { kind: 'noAnswer' }, 'uncertain'],
  ] as const)('shows for %s the state $2', (_what, outcome, word) => {
    const runs = [fixtureRun(ID, { step: 'reading', outcome })];
    expect(historyOf({ ...nothing, runs })[0]?.word).toBe(word);
  });

  it('leaves out the packets that only make the beacon blink', () => {
    expect(entriesOf({ packages: [fixturePackage(ID, { kind: 'command', command: 'identify', spare: 1 })] })).toEqual(
      [],
    );
  });

  it('shows what a package and a pending change alter', () => {
    const row = fixturePackage(ID, { before: { interval: 350 }, values: { interval: 500 } });
    const shown = { ...device, pending: { txPower: 1 }, attributes: { txPower: 3 } };
    const changes = historyOf({ ...nothing, device: shown, packages: [{ ...row, withdrawnAtMs: T }] }).map((entry) => [
      entry.kind,
      'change' in entry ? entry.change : null,
    ]);
    expect(changes).toHaveLength(3);
    expect(changes).toContainEqual(['package', { from: { interval: 350 }, to: { interval: 500 } }]);
    expect(changes).toContainEqual(['withdrawn', { from: { interval: 350 }, to: { interval: 500 } }]);
    expect(changes).toContainEqual([
      'othersPending',
      { from: expect.objectContaining({ txPower: 3 }), to: { txPower: 1 } },
    ]);
  });

  it('compares verified values only with values of a device list that was read later', () => {
    const of = (changes: Parameters<typeof fixtureReceipt>[1], shown: Partial<typeof device>) =>
      historyOf({
        ...nothing,
        device: { ...device, ...shown },
        receipts: [fixtureReceipt(ID, { state: 'verified', settledAtMs: T - 1, ...changes })],
      }).flatMap((entry) => (entry.kind === 'othersValues' ? [entry.change] : []));
    const values = { interval: 500 };
    expect(of({ values }, { attributes: { interval: 900 } })).toHaveLength(1);
    expect(of({ values, settledAtMs: T }, { attributes: { interval: 900 } })).toEqual([]);
    expect(of({ values, settledAtMs: null, createdAtMs: T - 1 }, { attributes: { interval: 900 } })).toHaveLength(1);
    expect(of({ values, settledAtMs: null, createdAtMs: T }, { attributes: { interval: 900 } })).toEqual([]);
    expect(of({ values }, { attributes: { interval: null } })).toEqual([]);
    expect(of({ values: { name: 'Door' } }, { name: 'Gate' })).toEqual([
      { from: { name: 'Door' }, to: { name: 'Gate' } },
    ]);
    expect(of({ values: { name: 'Door' } }, { name: 'Door', attributes: { name: 'x' } })).toEqual([]);
    expect(of({ values: { name: 'Door' } }, { name: null })).toEqual([]);
  });

  it('lists the package of a device that is not in the device list', () => {
    expect(entriesOf({ device: null, packages: [fixturePackage(ID)] }).map(([id]) => id)).toEqual(['package']);
  });
});
