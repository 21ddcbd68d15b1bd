/** What earlier runs mean for a new one: a read before the write, reopening them, which package is newer. */
import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureRun } from '../../../test/support/fixture-rows.ts';
import type { ReceiptState } from '../receipt.ts';
import type { Run, RunOutcome } from '../run.ts';
import {
  endsOfPackages,
  hasUnreadResponse,
  isNewer,
  latestOfPackage,
  mayHoldResponse,
  mayLeaveResponse,
  precautionFor,
} from './earlier-runs.ts';
import { canReopen } from './reopening.ts';

const run = (changes: Partial<Run> = {}): Run =>
  fixtureRun('tB4x', { id: 'r1', step: 'reading', startedAtMs: 1000, ...changes });
const RECEIPT: RunOutcome = { kind: 'receipt', receiptId: 'x1' };
const CLOSED: RunOutcome = { kind: 'closed', reason: 'gone' };

describe('the precaution before a write', () => {
  const other = (changes: Partial<Run> = {}): Run => run({ id: 'other', uniqueId: 'm3Rw', ...changes });

  it.each<[what: string, runs: Run[], care: string]>([
    ['a full read if a run of this device is unfinished', [run()], 'look'],
    ['a full read if the last run of this device ended without a response', [run({ outcome: CLOSED })], 'look'],
    [
      'nothing if a later run of this device has a response',
      [run({ outcome: RECEIPT, startedAtMs: 2000 }), run({ id: 'r0', outcome: CLOSED })],
      'none',
    ],
    [
      'a full read for an unfinished run, even after a later one with a response',
      [run(), run({ id: 'r2', outcome: RECEIPT, startedAtMs: 2000 })],
      'look',
    ],
    ['nothing for a run that wrote nothing', [run({ step: 'intent' })], 'none'],
    ['nothing for a command', [run({ command: 'RESET' })], 'none'],
    ['nothing for the run itself', [run({ id: 'mine' })], 'none'],
    ['a single read if a run of another device is unfinished', [other()], 'glance'],
    ['nothing for a run of another device that has ended', [other({ outcome: CLOSED })], 'none'],
    ['nothing for a run of another device that wrote nothing', [other({ step: 'intent' })], 'none'],
  ])('is %s', (_what, runs, care) => {
    expect(precautionFor(runs, 'tB4x', 'mine')).toBe(care);
  });
});

it.each<[RunOutcome | null, ReceiptState | null, reopen: boolean, leaves: boolean]>([
  [null, null, false, true],
  [CLOSED, null, true, true],
  [{ kind: 'packageDead' }, null, true, true],
  [{ kind: 'receiptLost' }, null, true, true],
  [{ kind: 'noAnswer' }, null, true, true],
  [{ kind: 'abandoned' }, null, false, true],
  [RECEIPT, 'notVerified', true, false],
  [RECEIPT, 'verified', false, false],
  [RECEIPT, null, false, false],
  [{ kind: 'refused', receiptId: 'x', result: 7 }, null, false, false],
])('a run that ended as %j, its receipt %s, can be opened again: %s, may leave a response: %s', (...given) => {
  const [outcome, receipt, reopen, leaves] = given;
  expect([canReopen(run({ outcome }), receipt), mayLeaveResponse(run({ outcome }))]).toEqual([reopen, leaves]);
  for (const nothing of [run({ outcome, step: 'intent' }), run({ outcome, command: 'RESET' })])
    expect([canReopen(nothing, receipt), mayLeaveResponse(nothing)]).toEqual([false, false]);
});

it.each<[what: string, Parameters<typeof fixturePackage>[1], Partial<Run>, boolean]>([
  ['when it was fetched after the run began', { fetchedAtMs: 1000, preparedAtMs: 1 }, {}, true],
  ['when it was prepared after the run began, and not fetched', { fetchedAtMs: null, preparedAtMs: 1000 }, {}, true],
  ['not when it was fetched before the run began', { fetchedAtMs: 999, preparedAtMs: 5000 }, {}, false],
  ['not when it is the package of the run', { id: 'own', fetchedAtMs: 1000 }, { packageId: 'own' }, false],
  ['not when the run wrote nothing', { fetchedAtMs: 1000 }, { step: 'intent' }, false],
])('a package is newer than a run %s', (_what, carried, open, isSo) => {
  expect(isNewer(fixturePackage('tB4x', carried), run({ packageId: 'p1', ...open }))).toBe(isSo);
});

it('the run shown as ended for a package is the latest', () => {
  const endedRun = (id: string, startedAtMs: number, changes: Partial<Run> = {}): Run =>
    run({ id, startedAtMs, packageId: 'p', outcome: RECEIPT, ...changes });
  const all = [endedRun('b', 2), endedRun('c', 3), endedRun('a', 1)];
  const others = [
    endedRun('open', 9, { outcome: null }),
    endedRun('wrote nothing', 9, { step: 'intent' }),
    endedRun('another package', 9, { packageId: 'q' }),
  ];
  expect(endsOfPackages([...others, ...all]).get('p')?.id).toBe('c');
  expect(endsOfPackages(others).has('p')).toBe(false);
});

it('the run shown for a package is the unfinished one, else the latest that ended', () => {
  const ended = run({ id: 'ended', packageId: 'p', outcome: RECEIPT });
  const open = run({ id: 'open', packageId: 'p' });
  const others = [run({ id: 'another package', packageId: 'q' })];
  expect(latestOfPackage([...others, ended, open], 'p')).toBe(open);
  expect(latestOfPackage([...others, ended], 'p')).toBe(ended);
  expect(latestOfPackage(others, 'p')).toBeNull();
});

it('of two ended runs of a package that began at the same time, the one stored last is shown', () => {
  const [one, other] = ['one', 'other'].map((id) => run({ id, packageId: 'p', outcome: RECEIPT, startedAtMs: 5 }));
  expect(endsOfPackages([one!, other!]).get('p')).toBe(other);
});

describe('a beacon whose response could be overwritten', () => {
  it.each<[what: string, one: Run, holds: boolean]>([
    ['an unfinished run may have written it', run(), true],
    ['the run has ended', run({ outcome: CLOSED }), false],
    ['the run has written nothing', run({ step: 'intent' }), false],
    ['the response is stored already', run({ step: 'receipt' }), false],
    ['the run was to send a command', run({ command: 'RESET' }), false],
    ['the run is of another beacon', run({ uniqueId: 'm3Rw' }), false],
  ])('is one where %s: %s', (_what, one, holds) => {
    expect([mayHoldResponse([one], 'tB4x'), hasUnreadResponse([one], 'tB4x')]).toEqual([holds, holds]);
  });

  it.each([
    ['receiptLost', false],
    ['noAnswer', false],
    ['beaconIsAhead', false],
    ['plainNo', false],
    ['otherBeacon', true],
    ['droppedWhileReading', true],
    ['readTimedOut', true],
    ['unknown', true],
  ] as const)(
    'holds an unread response unless its run stopped after looking for the response in vain: %s',
    (code, unread) => {
      const stopped = run({ lastFailure: { code, detail: '', atMs: 1 } });
      expect(hasUnreadResponse([stopped], 'tB4x')).toBe(unread);
      expect(mayHoldResponse([stopped], 'tB4x')).toBe(true);
      expect(hasUnreadResponse([stopped, run({ id: 'r2' })], 'tB4x')).toBe(true);
    },
  );
});
