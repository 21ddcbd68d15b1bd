import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { READ_ALL } from '../commands/command.ts';
import type { Receipt } from '../receipt.ts';
import { RUN_FAILURES, type Run, type RunOutcome } from '../run.ts';
import { chooserFilter } from './chooser-filter.ts';
import { newRun, noteIn, processedAt, reservedRow, stepTo, stopWith, withoutLastWrite } from './journal.ts';
import { NEXT_ACTIONS, offersNewPackage, meaningOf, needsRadio } from './next-action.ts';
import { nextStepOf } from './next-step.ts';
import { pollGapMs, saysEnded } from './poll-schedule.ts';
import { runFailureAt } from './radio-failure.ts';
import { settleRun } from './settle.ts';
import { killedBy } from './token-rule.ts';

const carried = fixturePackage('tB4x', { id: 'p', token: 100, preparedAtMs: 0, fetchedAtMs: 0 });
const intent = newRun({ id: 'r', receiptId: 'x', package: carried, nowMs: 0 });

describe('the action after a failure', () => {
  it('is defined exactly once for every code of a failure', () => {
    expect(Object.keys(NEXT_ACTIONS).sort()).toEqual([...RUN_FAILURES].sort());
  });

  it.each(RUN_FAILURES)('after %s never calls an uncertain beacon failed, nor a harmless stop uncertain', (code) => {
    const { severity, action } = meaningOf(code);
    expect(['none', 'again', 'uncertain', 'stop']).toContain(severity);
    expect([...ACTIONS_WITH_RADIO, ...ACTIONS_WITHOUT_RADIO]).toContain(action);
    if (severity === 'uncertain') expect(['reconnect', 'pickAgain', 'fetchPackage']).toContain(action);
    if (action === 'reconnect') expect(severity).toBe('uncertain');
    if (severity === 'none') expect(action).toBe('nothing');
  });
});

const ACTIONS_WITH_RADIO = [
  'connect',
  'connectAgain',
  'pickAgain',
  'reconnect',
  'readReceipt',
  'stopWaiting',
  'turnOnBluetooth',
] as const;
const ACTIONS_WITHOUT_RADIO = [
  'fetchPackage',
  'nextBeacon',
  'retrySave',
  'freeSpace',
  'waitOther',
  'useOtherBrowser',
  'nothing',
  'configure',
  'closeAndPrepare',
  'toOutbox',
] as const;

it('another browser is offered for the actions that need Bluetooth, and for no other', () => {
  expect(ACTIONS_WITH_RADIO.filter((action) => !needsRadio(action))).toEqual([]);
  expect(ACTIONS_WITHOUT_RADIO.filter(needsRadio)).toEqual([]);
});

describe('a failure of the radio', () => {
  it.each([
    ['discovering', 'dropped', true, 'droppedBeforeWrite'],
    ['discovering', 'discoveryTimedOut', true, 'servicesMissing'],
    ['discovering', 'refused', true, 'noAnswerBeforeWrite'],
    ['discovering', 'notConfigurable', true, 'notAConfigurableBeacon'],
    ['writing', 'dropped', false, 'droppedDuringWrite'],
    ['writing', 'timedOut', false, 'writeUnanswered'],
    ['writing', 'refused', false, 'writeRefused'],
    ['writing', 'unanswered', false, 'writeUnanswered'],
    ['reading', 'unanswered', false, 'readTimedOut'],
    ['processing', 'dropped', false, 'droppedWhileProcessing'],
    ['processing', 'timedOut', false, 'neverEnded'],
    ['processing', 'refused', false, 'neverEnded'],
    ['looking', 'refused', true, 'readRefused'],
    ['reading', 'refused', false, 'readRefused'],
    ['reading', 'notPaired', false, 'notPaired'],
    ['writing', 'notPaired', false, 'notPaired'],
    ['reading', 'servicesChanged', false, 'servicesMissing'],
    ['processing', 'dropped', true, 'droppedBeforeWrite'],
    ['looking', 'dropped', true, 'droppedBeforeWrite'],
    ['looking', 'timedOut', true, 'noAnswerBeforeWrite'],
    ['reading', 'unknown', false, 'unknown'],
    ['reading', 'timedOut', false, 'readTimedOut'],
    ['reading', 'dropped', false, 'droppedWhileReading'],
    ['connecting', 'outOfRange', true, 'outOfRange'],
    ['connecting', 'dropped', true, 'connectFailed'],
    ['connecting', 'dropped', false, 'connectFailed'],
    ['reserving', 'unknown', true, 'unknown'],
  ] as const)('while %s, %s (nothing written: %s), becomes %s', (place, code, untouched, expected) => {
    expect(runFailureAt(place, code, { untouched, isKnownBeacon: false })).toBe(expected);
  });

  it.each(['looking', 'pausing', 'settling', 'processing', 'discovering'] as const)(
    'at %s is never called uncertain while this run has written nothing',
    (place) => {
      for (const code of ['dropped', 'timedOut', 'unanswered', 'refused', 'unknown'] as const)
        expect(meaningOf(runFailureAt(place, code, { untouched: true, isKnownBeacon: false })).severity).toBe('again');
    },
  );

  it('of a written beacon that shows no services asks to connect again, not to pick another beacon', () => {
    const code = runFailureAt('discovering', 'notConfigurable', { untouched: false, isKnownBeacon: true });
    expect([code, meaningOf(code).action]).toEqual(['servicesMissing', 'connectAgain']);
  });
});

describe('the next step of a run', () => {
  const of = (
    run: Partial<Run>,
    elsewhere = false,
    receipt: Receipt['state'] | null = null,
    state: CarriedPackage['state'] | null = 'carried',
    awaited = false,
  ) =>
    nextStepOf(
      { ...intent, ...run },
      {
        elsewhere,
        awaited,
        receipt: receipt === null ? null : { state: receipt },
        package: state === null ? null : { state },
      },
    );
  it.each([
    ['intent', 'start'],
    ['writing', 'resume'],
    ['written', 'readResponse'],
    ['reading', 'readResponse'],
    ['receipt', 'deliver'],
  ] as const)('with the last stored step %s is %s, unless another window carries out the run', (step, expected) => {
    expect(of({ step })).toBe(expected);
    expect(of({ step }, true)).toBe('runningElsewhere');
  });

  it('is to wait while an answer may still arrive, until the run has ended', () => {
    expect(of({ step: 'reading' }, false, null, 'carried', true)).toBe('awaitAnswer');
    const outcome: RunOutcome = { kind: 'receipt', receiptId: 'x' };
    expect(of({ outcome, step: 'receipt' }, false, 'waiting', 'used', true)).toBe('deliver');
  });

  it.each<[RunOutcome, Receipt['state'] | null, string]>([
    [{ kind: 'receipt', receiptId: 'x' }, 'waiting', 'deliver'],
    [{ kind: 'receipt', receiptId: 'x' }, 'verified', 'nothing'],
    [{ kind: 'receipt', receiptId: 'x' }, 'notVerified', 'fetchPackage'],
    [{ kind: 'refused', receiptId: 'x', result: 7 }, 'refused', 'fetchPackage'],
    [{ kind: 'refused', receiptId: 'x', result: 4 }, 'refused', 'start'],
    [{ kind: 'packageDead' }, null, 'fetchPackage'],
    [{ kind: 'receiptLost' }, null, 'fetchPackage'],
    [{ kind: 'noAnswer' }, null, 'fetchPackage'],
    [{ kind: 'closed', reason: 'gone' }, null, 'nothing'],
    [{ kind: 'settledLater', receiptId: 'y' }, 'verified', 'nothing'],
    [{ kind: 'abandoned' }, null, 'nothing'],
  ])('after %o with a receipt %s is %s', (outcome, receipt, expected) => {
    expect(of({ outcome, step: 'receipt' }, false, receipt)).toBe(expected);
  });

  it.each(['used', 'dead', 'replaced', 'prepared', null] as const)(
    'after a refusal by another beacon is a new package where this one is %s',
    (state) => {
      const outcome: RunOutcome = { kind: 'refused', receiptId: 'x', result: 4 };
      expect(of({ outcome, step: 'receipt' }, false, 'refused', state)).toBe('fetchPackage');
    },
  );
});

describe('the Control Point characteristic', () => {
  const timing = { pollStartMs: 100, pollMaxMs: 250 };
  it('is read at growing intervals', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((index) => pollGapMs(index, timing))).toEqual([
      100, 125, 156, 195, 244, 250, 250,
    ]);
    expect(pollGapMs(1, { pollStartMs: 0, pollMaxMs: 0 })).toBe(0);
  });

  it.each([
    [[1], true],
    [[1, 0], true],
    [[1, 0, 0, 0], true],
    [[0], false],
    [[], false],
    [[2], false],
    [[0, 1], false],
    [[1, 0, 0, 0, 0], false],
  ])('with the bytes %o says that the processing has ended: %s', (bytes, expected) => {
    expect(saysEnded(Uint8Array.from(bytes), 1)).toBe(expected);
  });

  it('does not end the processing with an answer of no bytes, also where the value for the end is 0', () => {
    expect(saysEnded(new Uint8Array(), 0)).toBe(false);
    expect(saysEnded(Uint8Array.of(0), 0)).toBe(true);
  });

  it('shows the end of the processing only if all four bytes equal the value for the end', () => {
    expect(saysEnded(Uint8Array.of(0x44, 0x33, 0x22, 0x81), 0x81223344)).toBe(true);
    expect(saysEnded(Uint8Array.of(0x44, 0x33, 0x22, 0x01), 0x81223344)).toBe(false);
  });
});

describe('because tokens only increase,', () => {
  const other = (change: Partial<CarriedPackage>): CarriedPackage => ({ ...carried, id: 'other', ...change });
  it.each([
    ['a package is useless after another one if its token is lower', [other({ token: 90 })], 'other'],
    ['the lowest of two tokens comes first', [other({ token: 90 }), other({ id: 'oldest', token: 80 })], 'oldest'],
    ['a package with a higher token is not affected', [other({ token: 110 })], null],
    ['a used package does not count', [other({ token: 90, state: 'used' })], null],
    ['a package of another beacon does not count', [other({ token: 90, uniqueId: 'Kf7Qp2' })], null],
    ['a package without a known token does not count', [other({ token: null })], null],
    ['a package with the same token is not affected', [other({ token: 100 })], null],
    ['a spare packet is no loss', [other({ token: 90, kind: 'command', command: 'identify', spare: 1 })], null],
    ['a reading is no loss', [other({ token: 90, kind: 'command', command: READ_ALL })], null],
    ['a package does not affect itself', [carried], null],
  ] as const)('%s', (_, ofDevice, expected) => {
    expect(killedBy(carried, ofDevice)[0]?.id ?? null).toBe(expected);
  });

  it('nothing waits for a packet without a token', () => {
    expect(killedBy({ ...carried, token: null }, [other({ token: -1 })])).toEqual([]);
  });
});

describe('the names of the filter of the Bluetooth chooser', () => {
  const facts = {
    uniqueId: 'tB4x',
    values: {},
    device: { name: 'Gate' },
    accountNames: ['Gate', 'Hall', 'Gate'],
    wide: false,
  } as const;
  it('are the names of the account, after the name of the beacon itself', () => {
    expect(chooserFilter(facts)).toEqual({ names: ['Gate', 'tB4x', 'Hall'], withPrefixes: true });
  });
  it('never include excluded beacons, unless everything is requested or the target has that name', () => {
    const without = ['Hall', 'Gate', 'Hall', ''];
    const wanted = { names: ['Gate', 'tB4x'], withPrefixes: true, excluded: ['Hall'] };
    expect(chooserFilter({ ...facts, without })).toEqual(wanted);
    expect(chooserFilter({ ...facts, without, wide: true })).toEqual({
      ...wanted,
      names: ['Gate', 'tB4x', 'Hall'],
      excluded: undefined,
    });
  });
  it('are the ID alone for a beacon that is named after its ID, and all names once the beacon was not found by its ID', () => {
    const named = { ...facts, device: { name: 'tB4x' } };
    expect(chooserFilter(named)).toEqual({ names: ['tB4x'], withPrefixes: false });
    expect(chooserFilter({ ...named, values: { name: 'New' } }).names).toEqual(['tB4x', 'New']);
    expect(chooserFilter({ ...named, wide: true })).toEqual({ names: ['tB4x', 'Gate', 'Hall'], withPrefixes: true });
  });
  it('are never empty or longer than the browser accepts', () => {
    const longest = 'x'.repeat(248);
    expect(chooserFilter({ ...facts, device: null, accountNames: ['', longest, `${longest}x`] }).names).toEqual([
      'tB4x',
      longest,
    ]);
    // Counted in bytes: the name has 125 letters.
    expect(chooserFilter({ ...facts, device: null, accountNames: ['é'.repeat(125)] }).names).toEqual(['tB4x']);
  });
});

it.each([
  [2, true, 1],
  [1, true, 0],
  [0, true, 0],
  [2, false, 2],
])('of %i writes, the last one refused (%s), %i count as writes of the run', (writes, unwritten, counted) => {
  const failure = { code: 'writeRefused', detail: '', atMs: 5 } as const;
  expect(stopWith({ ...intent, writes }, failure, unwritten)).toEqual({
    ...intent,
    writes: counted,
    lastFailure: failure,
  });
});

it('a failure is counted when it is repeated, and from the third on a written run offers a new package', () => {
  const failure = { code: 'readTimedOut', detail: '', atMs: 5 } as const;
  const once = stopWith(intent, failure, false);
  const twice = stopWith(once, failure, false);
  const thrice = stopWith(twice, failure, false);
  const times = [once, twice, thrice].map((run) => run.lastFailure?.times);
  expect(times).toEqual([undefined, 2, 3]);
  expect([once, twice, thrice].map(({ lastFailure }) => offersNewPackage(lastFailure!, true))).toEqual([
    false,
    false,
    true,
  ]);
  expect(offersNewPackage(thrice.lastFailure!, false)).toBe(false);
  expect(stopWith(thrice, { ...failure, code: 'connectFailed' }, false).lastFailure?.times).toBeUndefined();
});

describe('the time at which a beacon processed a package', () => {
  it('is in seconds, corrected by the error of the clock, and set only once', () => {
    const once = processedAt(intent, 1_000_999, 2000, 'checkedDate');
    expect([once.processedAtSeconds, once.clock]).toEqual([1002, 'checkedDate']);
    expect(processedAt(once, 9_000_000, 0, 'unchecked')).toBe(once);
  });
});

describe("the backend's judgement of a receipt", () => {
  const begun = stepTo(intent, 'writing', 1);
  const taken = noteIn(begun, 1, 'taken');
  const waiting = stepTo(taken, 'receipt', 2);
  const receipt = (change: Partial<Receipt>): Receipt => ({
    ...reservedRow({ id: 'x', accountId: 'a', run: waiting, values: {}, nowMs: 3 }),
    owner: 'unsure',
    responseBase64: 'AA==',
    state: 'waiting',
    ...change,
  });
  it.each([
    ['changes nothing while the receipt waits', waiting, receipt({}), null],
    [
      'ends the run when its receipt is Verified',
      waiting,
      receipt({ state: 'verified' }),
      { outcome: { kind: 'receipt', receiptId: 'x' } },
    ],
    [
      'continues the run when its receipt is Not verified and has one candidate',
      waiting,
      receipt({ state: 'notVerified' }),
      { outcome: null, step: 'reading' },
    ],
    [
      'continues the run when the backend refuses its receipt',
      waiting,
      receipt({ state: 'parked' }),
      { outcome: null, step: 'reading' },
    ],
    [
      'continues the run when its receipt is Not verified and has the token of another packet',
      waiting,
      receipt({ state: 'notVerified', token: 99 }),
      { outcome: null, step: 'reading' },
    ],
    [
      'continues the run when its receipt is Not verified and has the token of its packet',
      waiting,
      receipt({ state: 'notVerified', token: 100 }),
      { outcome: null, step: 'reading' },
    ],
    [
      'continues the run when its receipt is Not verified and has several candidates',
      waiting,
      receipt({ state: 'notVerified', candidates: ['tB4x', 'B'] }),
      { outcome: null, step: 'reading' },
    ],
    [
      'continues the run when a receipt of an unsure owner is refused',
      waiting,
      receipt({ state: 'parked', owner: 'unsure' }),
      { outcome: null, step: 'reading' },
    ],
    [
      'continues the run when a receipt with several candidates is refused',
      waiting,
      receipt({ state: 'parked', candidates: ['tB4x', 'B'] }),
      { outcome: null, step: 'reading' },
    ],
    [
      'continues the run when its receipt is Verified for another beacon',
      waiting,
      receipt({ state: 'verified', uniqueId: 'B', candidates: ['tB4x', 'B'] }),
      { outcome: null, step: 'reading' },
    ],
    [
      'is uncertain of the write when no beacon has acknowledged it, and the response was not its own',
      stepTo(begun, 'receipt', 2),
      receipt({ state: 'verified', uniqueId: 'B', candidates: ['tB4x', 'B'] }),
      { outcome: null, step: 'writing', writes: 1 },
    ],
    [
      'is uncertain of the write when the only acknowledged one was taken back',
      stepTo(withoutLastWrite(noteIn(stepTo(begun, 'writing', 2), 2, 'taken'), begun, 3), 'receipt', 4),
      receipt({ state: 'notVerified' }),
      { outcome: null, step: 'writing', writes: 1 },
    ],
    [
      'keeps an acknowledged write when a later one was taken back',
      stepTo(withoutLastWrite(stepTo(taken, 'writing', 2), taken, 3), 'receipt', 4),
      receipt({ state: 'notVerified' }),
      { outcome: null, step: 'reading', writes: 1 },
    ],
    [
      'ends the run with its receipt after the phone had given it up',
      { ...waiting, outcome: { kind: 'refused', receiptId: 'y', result: 7 } as const },
      receipt({ state: 'verified' }),
      { outcome: { kind: 'receipt', receiptId: 'x' } },
    ],
    [
      'ends the run when a receipt that another run read is Verified for its beacon',
      { ...waiting, id: 'r2', step: 'reading' as const },
      receipt({ state: 'verified', runId: 'r', candidates: ['B', 'tB4x'], token: 100 }),
      { outcome: { kind: 'receipt', receiptId: 'x' } },
    ],
    [
      'changes nothing by a later receipt of the same beacon',
      { ...waiting, id: 'r2', step: 'reading' as const },
      receipt({ state: 'verified', runId: 'r3', owner: 'known', token: 100 }),
      null,
    ],
    [
      'changes nothing when the run has this receipt already',
      { ...waiting, outcome: { kind: 'receipt', receiptId: 'x' } as const },
      receipt({ state: 'verified' }),
      null,
    ],
  ] as const)('%s', (_, run, row, expected) => {
    const settled = settleRun(run, [row], [run], 9);
    if (expected === null) expect(settled).toBeNull();
    else expect(settled).toMatchObject(expected);
  });
});
