import { describe, expect, it } from 'vitest';
import { failure, progress } from '../../../../test/support/fixture-progress.ts';
import { stepsOf } from './run-steps.ts';

describe('the steps of a run', () => {
  it('are shown as past, present or future', () => {
    const lines = stepsOf(progress({ attempt: 2 }), 3500);
    expect(lines.map((line) => line.state)).toEqual([
      'done',
      'now',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect(lines[1]).toMatchObject({ label: 'Connect', detail: 'Attempt 2 of 4', elapsedMs: 2500 });
  });

  it('end with one that is marked as uncertain, never as stopped, when the run is uncertain', () => {
    const past = [
      { phase: 'connecting', tookMs: 1 },
      { phase: 'writing', tookMs: 2 },
      { phase: 'releasing', tookMs: 3 },
    ] as const;
    const lines = stepsOf(
      progress({ phase: 'ended', past, cancelSafe: false, failure: failure('droppedDuringWrite') }),
      0,
    );
    expect(lines.map((line) => line.state)).toEqual(['done', 'uncertain']);
    // A run that has ended is never safe to cancel; that tells nothing about its result.
    const stopped = stepsOf(
      progress({ phase: 'ended', past: past.slice(0, 1), cancelSafe: false, failure: failure('connectFailed') }),
      0,
    );
    expect(stopped.map((line) => line.state)).toEqual(['failed']);
  });

  it('include "checking" only when the beacon is checked', () => {
    expect(stepsOf(progress(), 0).some((line) => line.label.startsWith('Check'))).toBe(false);
    expect(stepsOf(progress({ phase: 'checking' }), 0).map((line) => line.label)).toEqual([
      'Pick the beacon',
      'Check what it did last',
      'Read the receipt',
      'Save the receipt',
      'Save a second copy',
    ]);
  });
});
