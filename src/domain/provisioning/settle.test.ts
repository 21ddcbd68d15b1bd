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
    ['by the tokens of the backend', run(), later(), true],
    ['by the tokens, whatever the clock says', run(), later({ startedAtMs: 1 }), true],
    ['not by an earlier token', run(), later({ packageToken: 99 }), false],
    ['by the clock where the tokens are the same', run(), later({ packageToken: 100 }), true],
    [
      'not by an earlier time where the tokens are the same',
      run(),
      later({ packageToken: 100, startedAtMs: 1 }),
      false,
    ],
    ['by the clock where this one has no token', run({ packageToken: null }), later(), true],
    ['by the clock where the other has none', run(), later({ packageToken: null }), true],
    ['not by an earlier time where the other has none', run(), later({ packageToken: null, startedAtMs: 1 }), false],
    ['not by a command', run(), later({ command: 'RESET' }), false],
    ['not by a run of another device', run(), later({ uniqueId: 'm3Rw' }), false],
    ['not where it wrote nothing itself', run({ step: 'intent' }), later(), false],
  ])('is over when that one is Verified: %s', (_what, older, newer, isOver) => {
    const settled = settle(older, [laterVerified], [newer]);
    expect(settled?.run.outcome ?? null).toEqual(isOver ? settledLater : null);
    if (isOver) expect(settled).toMatchObject({ kind: 'ended', run: { endedAtMs: NOW } });
  });

  it('does not end while that receipt is unverified, nor by another device’s receipt', () => {
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
    expect(settled?.run.outcome ?? null).toEqual(again ? settledLater : null);
  });
});

describe('a receipt of the run itself', () => {
  it.each<[what: string, receipt: Receipt, outcome: RunOutcome | null]>([
    ['ends it when it is kept', receipt(), read],
    ['ends it when it is sent', receipt({ state: 'sent' }), read],
    ['ends it when it is Verified', receipt({ state: 'verified' }), read],
    ['does not while it is a reservation', receipt({ state: 'reserved' }), null],
    ['does not where the owner is unsure', receipt({ owner: 'unsure' }), null],
    ['does not where it was given to another device', receipt({ uniqueId: 'm3Rw' }), null],
    ['does not where it is a refusal', receipt({ result: 7 }), null],
  ])('%s', (_what, own, outcome) => {
    expect(settle(run(), [own])?.run.outcome ?? null).toEqual(outcome);
  });

  it.each(['notVerified', 'parked'] as const)('in state %s lets the run resume, once', (state) => {
    const settled = settle(run({ step: 'receipt' }), [receipt({ state })]);
    expect(settled).toMatchObject({ kind: 'goesOn', run: { step: 'reading', outcome: null } });
    expect(settled!.run.journal.at(-1)).toMatchObject({ atMs: NOW, note: 'notVerified' });
    expect(settle(run({ step: 'reading' }), [receipt({ state })])).toBeNull();
  });

  it('that is Verified for another beacon lets the run resume', () => {
    const settled = settle(run({ step: 'receipt' }), [receipt({ uniqueId: 'm3Rw', state: 'verified' })]);
    expect(settled).toMatchObject({ kind: 'goesOn', run: { step: 'reading' } });
    expect(settled!.run.journal.at(-1)!.note).toBe('otherBeacon');
  });

  it('that is Verified outweighs this phone’s conclusions, and is applied once', () => {
    const closed = run({ outcome: { kind: 'closed', reason: '' } });
    expect(settle(closed, [receipt({ state: 'verified' })])?.run.outcome).toEqual(read);
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
    expect(settle(picked, [receipt({ state: 'notVerified' })])).toMatchObject({
      kind: 'goesOn',
      run: { outcome: null },
    });
    expect(settle(picked, [receipt({ state: 'parked' })])).toBeNull();
    const written = { ...picked, journal: picked.journal.slice(0, 1) };
    expect(settle(written, [receipt({ state: 'notVerified' })])).toBeNull();
  });
});

describe('a receipt that another run read, of several candidates, and that is Verified for this device', () => {
  const stored = receipt({ id: 'x3', runId: 'r3', state: 'verified', candidates: ['m3Rw', 'tB4x'], token: 101 });
  const ended: RunOutcome = { kind: 'receipt', receiptId: 'x3' };
  const reader = run({ id: 'r3', uniqueId: 'm3Rw' });

  it.each<[what: string, receipt: Receipt, run: Run, others: Run[], isIts: boolean]>([
    ['is its own by the token', stored, run(), [reader, later()], true],
    ['is its own where no other run can be meant', { ...stored, token: 5 }, run(), [reader], true],
    ['may be another’s of the same device', { ...stored, token: 5 }, run(), [reader, later()], false],
    ['is not where there was one candidate', { ...stored, candidates: ['tB4x'] }, run(), [reader], false],
    ['is not while it is on its way', { ...stored, state: 'sent' }, run(), [reader], false],
    ['is not where this run wrote nothing', stored, run({ step: 'intent' }), [reader], false],
  ])('%s', (_what, one, mine, others, isIts) => {
    expect(settle(mine, [one], others)?.run.outcome ?? null).toEqual(isIts ? ended : null);
  });
});

it('a command has no receipt', () => {
  expect(settle(run({ command: 'RESET' }), [receipt({ state: 'verified' })])).toBeNull();
});
