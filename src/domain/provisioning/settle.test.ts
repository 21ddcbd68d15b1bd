/** What receipts mean for their own run and for other runs of the device, case by case. */
import { describe, expect, it } from 'vitest';
import { fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import type { Receipt } from '../receipt.ts';
import type { Run, RunOutcome } from '../run.ts';
import { settleRun } from './settle.ts';

const NOW = 9000;
const run = (changes: Partial<Run> = {}): Run =>
  fixtureRun('tB4x', { id: 'r1', step: 'reading', writes: 1, startedAtMs: 1000, packageToken: 100, ...changes });
const receipt = (changes: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt('tB4x', { id: 'x1', runId: 'r1', state: 'waiting', owner: 'known', result: null, ...changes });
const later = (changes: Partial<Run> = {}): Run => run({ id: 'r2', startedAtMs: 2000, packageToken: 200, ...changes });
const laterVerified = receipt({ id: 'x2', runId: 'r2', state: 'verified' });
const read: RunOutcome = { kind: 'receipt', receiptId: 'x1' };
const settle = (one: Run, receipts: Receipt[], runs: Run[] = []) => settleRun(one, receipts, [one, ...runs], NOW);

describe('a run whose device was written by a later run', () => {
  const settledLater = { kind: 'settledLater', receiptId: 'x2' };

  it.each<[what: string, older: Run, newer: Run, isOver: boolean]>([
    ['when its token is higher', run(), later(), true],
    ['when its token is higher, whatever the clock shows', run(), later({ startedAtMs: 1 }), true],
    ['not when its token is lower', run(), later({ packageToken: 99 }), false],
    ['when the tokens are equal and it began later', run(), later({ packageToken: 100 }), true],
    ['not when the tokens are equal and it began earlier', run(), later({ packageToken: 100, startedAtMs: 1 }), false],
    ['not when the tokens and the times are equal', run(), later({ packageToken: 100, startedAtMs: 1000 }), false],
    ['when the earlier run has no token and it began later', run({ packageToken: null }), later(), true],
    ['when it has no token and began later', run(), later({ packageToken: null }), true],
    ['not when it has no token and began earlier', run(), later({ packageToken: null, startedAtMs: 1 }), false],
    ['not when it is a command', run(), later({ command: 'RESET' }), false],
    ['not when it is of another device', run(), later({ uniqueId: 'm3Rw' }), false],
    ['not when the earlier run wrote nothing', run({ step: 'intent' }), later(), false],
  ])('is over when the receipt of the later run is Verified, %s', (_what, older, newer, isOver) => {
    const settled = settle(older, [laterVerified], [newer]);
    expect(settled?.outcome ?? null).toEqual(isOver ? settledLater : null);
    if (isOver) expect(settled).toMatchObject({ endedAtMs: NOW });
  });

  it('is not over while the receipt of the later run is unverified or given to another device', () => {
    expect(settle(run(), [{ ...laterVerified, state: 'sent' }], [later()])).toBeNull();
    expect(settle(run(), [{ ...laterVerified, uniqueId: 'm3Rw' }], [later()])).toBeNull();
  });

  it.each<[RunOutcome, boolean]>([
    [{ kind: 'packageDead' }, true],
    [{ kind: 'receiptLost' }, true],
    [{ kind: 'noAnswer' }, true],
    [{ kind: 'refused', receiptId: 'x9', result: 7 }, true],
    [{ kind: 'closed', reason: '' }, false],
    [{ kind: 'abandoned' }, false],
    [{ kind: 'settledLater', receiptId: 'x0' }, false],
    [read, false],
  ])('that had ended as %j is looked at again: %s', (outcome, again) => {
    const settled = settle(run({ outcome }), [laterVerified], [later()]);
    expect(settled?.outcome ?? null).toEqual(again ? settledLater : null);
  });
});

describe('the receipt of a run', () => {
  const responded = run({
    step: 'receipt',
    journal: [
      { step: 'writing', atMs: 1 },
      { step: 'written', atMs: 2 },
      { step: 'receipt', atMs: 3 },
    ],
  });

  it('is the one that is Verified, also where the run had ended with another', () => {
    const ended = run({ outcome: { kind: 'receipt', receiptId: 'x9' } });
    const receipts = [receipt({ id: 'x9', state: 'notVerified' }), receipt({ state: 'verified' })];
    expect(settle(ended, receipts)?.outcome).toEqual(read);
  });

  it.each<[what: string, receipt: Receipt, outcome: RunOutcome | null]>([
    ['ends the run when it is stored', receipt(), read],
    ['ends the run when it is sent', receipt({ state: 'sent' }), read],
    ['ends the run when it is Verified', receipt({ state: 'verified' }), read],
    ['does not end the run while it is only reserved', receipt({ state: 'reserved' }), null],
    ['does not end the run when its owner is unsure', receipt({ owner: 'unsure' }), null],
    ['does not end the run when it was assigned to another device', receipt({ uniqueId: 'm3Rw' }), null],
    ['does not end the run when it is a refusal', receipt({ result: 7 }), null],
  ])('%s', (_what, own, outcome) => {
    expect(settle(run(), [own])?.outcome ?? null).toEqual(outcome);
  });

  it.each(['notVerified', 'parked'] as const)('in state %s lets the run resume, once', (state) => {
    const settled = settle(responded, [receipt({ state })]);
    expect(settled).toMatchObject({ step: 'reading', outcome: null });
    expect(settled!.journal.at(-1)).toMatchObject({ atMs: NOW, note: 'notVerified' });
    expect(settle(run({ step: 'reading' }), [receipt({ state })])).toBeNull();
  });

  it('that is Verified for another beacon lets the run resume', () => {
    const settled = settle(responded, [receipt({ uniqueId: 'm3Rw', state: 'verified' })]);
    expect(settled).toMatchObject({ step: 'reading', outcome: null });
    expect(settled!.journal.at(-1)!.note).toBe('otherBeacon');
  });

  it('that is Verified ends also a run that was closed on this phone, but only once', () => {
    const closed = run({ outcome: { kind: 'closed', reason: '' } });
    expect(settle(closed, [receipt({ state: 'verified' })])?.outcome).toEqual(read);
    expect(settle(run({ outcome: read }), [receipt({ state: 'verified' })])).toBeNull();
    expect(settle(run({ outcome: { kind: 'abandoned' } }), [receipt({ state: 'verified' })])).toBeNull();
  });

  it('from a newly picked beacon does not end the run when the backend rejects it', () => {
    const picked = run({
      outcome: read,
      journal: [
        { step: 'writing', atMs: 1 },
        { step: 'reading', atMs: 2, handle: 'chooser' },
      ],
    });
    expect(settle(picked, [receipt({ state: 'notVerified' })])).toMatchObject({ outcome: null });
    expect(settle(picked, [receipt({ state: 'parked' })])).toBeNull();
    // Another response of the run was rejected, not the one that it ended with.
    const before = receipt({ id: 'x0', state: 'notVerified' });
    expect(settle(picked, [before, receipt({ state: 'sent' })])).toBeNull();
    expect(settle(picked, [receipt({ id: 'x0' }), receipt({ state: 'notVerified' })])).toMatchObject({ outcome: null });
    const written = { ...picked, journal: picked.journal.slice(0, 1) };
    expect(settle(written, [receipt({ state: 'notVerified' })])).toBeNull();
  });
});

describe('a receipt that another run read, of several candidates, and that is Verified for this device', () => {
  const stored = receipt({ id: 'x3', runId: 'r3', state: 'verified', candidates: ['m3Rw', 'tB4x'], token: 101 });
  const ended: RunOutcome = { kind: 'receipt', receiptId: 'x3' };
  const reader = run({ id: 'r3', uniqueId: 'm3Rw' });

  it.each<[what: string, receipt: Receipt, run: Run, others: Run[], isIts: boolean]>([
    ['ends the run whose token it has', stored, run(), [reader, later()], true],
    ['ends the only run of the device that it can belong to', { ...stored, token: 5 }, run(), [reader], true],
    [
      'does not end a run if it may belong to another run of the device',
      { ...stored, token: 5 },
      run(),
      [reader, later()],
      false,
    ],
    [
      'does not end a run if it may belong to the run of the device that read it',
      { ...stored, token: 5 },
      run(),
      [{ ...reader, uniqueId: 'tB4x', outcome: { kind: 'receipt', receiptId: 'x3' } }],
      false,
    ],
    [
      'ends the run if the other run of the device has its response',
      { ...stored, token: 5 },
      run(),
      [reader, later({ outcome: { kind: 'receipt', receiptId: 'x9' } })],
      true,
    ],
    ['does not end a run if it had one candidate only', { ...stored, candidates: ['tB4x'] }, run(), [reader], false],
    ['does not end a run while it is Sent', { ...stored, state: 'sent' }, run(), [reader], false],
    ['does not end a run that wrote nothing', stored, run({ step: 'intent' }), [reader], false],
  ])('%s', (_what, one, mine, others, isIts) => {
    expect(settle(mine, [one], others)?.outcome ?? null).toEqual(isIts ? ended : null);
  });
});

it('a command has no receipt', () => {
  expect(settle(run({ command: 'RESET' }), [receipt({ state: 'verified' })])).toBeNull();
});
