/** The progress of a run while a copy of its receipt is missing and is saved again. */
import { describe, expect, it } from 'vitest';
import { INTENT } from '../../../test/support/intent-run.ts';
import { resumeFrom } from '../../domain/provisioning/machine.ts';
import type { State } from '../../domain/provisioning/run-state.ts';
import { codeOf, enterState, phaseOf } from './provision.ts';
import { enterEnd, firstProgress, withRadio } from './run-progress.ts';

const { flags } = resumeFrom(INTENT, { sameHandle: false, before: 'none', refusedBefore: false });
const at = (where: 'held' | 'saving' | 'marking' | 'releasing', row: boolean): State =>
  ({ at: where, flags, copies: { row, mirror: false }, after: 'finish', end: { kind: 'saved' } }) as unknown as State;
const begun = { runId: 'r1', uniqueId: 'tB4x', command: null, attempts: 4, phaseSinceMs: 0 };
const choosing = firstProgress({ ...begun, phase: 'choosing' });

it.each([
  [true, 'second'],
  [false, 'both'],
] as const)('a run shows which copies are missing until both exist (row stored: %s)', (row, missing) => {
  const held = enterState(choosing, at('held', row), 1, null);
  expect(held).toMatchObject({ copyMissing: missing, failure: { code: 'secondCopyMissing' } });
  for (const where of ['saving', 'marking'] as const)
    expect(enterState(held, at(where, row), 2, null)).toMatchObject({ copyMissing: missing, failure: held.failure });
  expect(enterState(held, at('releasing', row), 3, null)).toMatchObject({ copyMissing: null, failure: null });
});

it('the progress of a run shows that Bluetooth is off only while the chooser is open and the browser reports that', () => {
  expect(withRadio(choosing, 'off')).toMatchObject({ radioOff: true });
  for (const radio of ['available', 'absent', 'unknown'] as const) expect(withRadio(choosing, radio)).toBe(choosing);
  expect(withRadio(withRadio(choosing, 'off'), 'available')).toMatchObject({ radioOff: false });
  const connecting = firstProgress({ ...begun, phase: 'connecting' });
  expect(withRadio(connecting, 'off')).toBe(connecting);
});

describe('the phases of a run', () => {
  const state = (where: State['at'], change: Partial<State['flags']> = {}): State =>
    ({
      at: where,
      flags: { ...flags, ...change },
      copies: { row: true, mirror: true },
      end: { kind: 'saved' },
    }) as State;

  it.each<[State['at'], before: string, after: string]>([
    ['ready', 'connecting', 'connecting'],
    ['reserving', 'connecting', 'connecting'],
    ['connecting', 'connecting', 'connecting'],
    ['discovering', 'discovering', 'discovering'],
    ['journallingLook', 'checking', 'checking'],
    ['checkingToken', 'checking', 'checking'],
    ['looking', 'checking', 'checking'],
    ['reservingAgain', 'writing', 'writing'],
    ['journallingWriting', 'writing', 'writing'],
    ['writing', 'writing', 'writing'],
    ['journallingTaken', 'checking', 'processing'],
    ['processing', 'checking', 'processing'],
    ['journallingReading', 'checking', 'settling'],
    ['settling', 'checking', 'settling'],
    ['pausing', 'checking', 'reading'],
    ['reading', 'reading', 'reading'],
    ['saving', 'saving', 'saving'],
    ['marking', 'copying', 'copying'],
    ['held', 'copying', 'copying'],
    ['closing', 'releasing', 'releasing'],
    ['releasing', 'releasing', 'releasing'],
    ['ended', 'ended', 'ended'],
  ])('%s is shown as %s before a write over this connection, as %s after it', (where, before, after) => {
    expect([false, true].map((wroteHere) => phaseOf(state(where, { wroteHere })))).toEqual([before, after]);
  });

  it('are listed with the time that each took, also if the clock was set back', () => {
    expect(choosing).toEqual({
      runId: 'r1',
      uniqueId: 'tB4x',
      command: null,
      phase: 'choosing',
      past: [],
      phaseSinceMs: 0,
      attempt: 0,
      attempts: 4,
      cancelSafe: true,
      copyMissing: null,
      outcome: null,
      failure: null,
    });
    const connecting = enterState(choosing, state('connecting'), 50, null);
    expect(connecting).toMatchObject({
      phase: 'connecting',
      past: [{ phase: 'choosing', tookMs: 50 }],
      phaseSinceMs: 50,
      cancelSafe: true,
    });
    expect(enterState(connecting, state('reserving'), 80, null)).toMatchObject({
      past: connecting.past,
      phaseSinceMs: 50,
    });
    const writing = enterState(connecting, state('writing', { wroteHere: true }), 20, null);
    expect(writing).toMatchObject({
      past: [...connecting.past, { phase: 'connecting', tookMs: 0 }],
      cancelSafe: false,
    });
    const failure = { code: 'unknown', detail: '', atMs: 5 } as const;
    const over = enterEnd(
      { ...writing, cancelSafe: true, copyMissing: 'both' },
      { ...INTENT, outcome: { kind: 'noAnswer' } },
      failure,
      25,
    );
    expect(over).toMatchObject({
      phase: 'ended',
      cancelSafe: false,
      copyMissing: null,
      outcome: { kind: 'noAnswer' },
      failure,
    });
    expect(enterEnd(writing, null, null, 25)).toMatchObject({ outcome: null, failure: null });
  });

  it('show why a copy of the response is missing', () => {
    const failure = { code: 'storageFull', detail: 'no room', atMs: 5 } as const;
    expect(enterState(choosing, at('held', true), 7, failure).failure).toEqual({
      code: 'secondCopyMissing',
      detail: 'no room',
      atMs: 7,
    });
    expect(enterState(choosing, at('held', true), 7, null).failure).toMatchObject({ detail: '' });
  });
});

it.each<[Parameters<typeof codeOf>[0], string | null]>([
  [{ kind: 'saved' }, null],
  [{ kind: 'unsure' }, null],
  [{ kind: 'failure', code: 'neverEnded' }, 'neverEnded'],
  [{ kind: 'outcome', outcome: 'abandoned' }, 'cancelled'],
  [{ kind: 'outcome', outcome: 'needless' }, 'earlierReceipt'],
  [{ kind: 'outcome', outcome: 'noAnswer' }, null],
  [{ kind: 'outcome', outcome: 'commandSent' }, null],
])('a run that ends with %o shows the failure %s', (end, code) => {
  expect(codeOf(end)).toBe(code);
});
