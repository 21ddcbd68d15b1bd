/** How long a sender waits after failures in a row, whichever row failed, and what ends the wait. */
import { expect, it } from 'vitest';
import { account } from '../../../test/support/model-backend.ts';
import type { DrainerParts } from './drainer-parts.ts';
import { jitterMs } from '../../domain/delivery/backoff.ts';
import { createPace } from './pace.ts';

const NOW = 1_700_000_000_000;
const { delivery } = account.settings;

function scene() {
  const now = { ms: NOW };
  const clock = { nowMs: () => now.ms };
  return { now, pace: createPace({ account, clock, random: () => 0.5 } as unknown as DrainerParts) };
}

it('holds everything back for longer after each failure in a row, and afresh after an answer', () => {
  const { pace, now } = scene();
  expect(pace.heldUntilMs()).toBe(0);
  for (const failures of [1, 2, 3]) {
    pace.failed();
    expect(pace.heldUntilMs()).toBe(NOW + jitterMs(failures, 0.5, delivery));
  }
  pace.answered();
  pace.failed();
  expect(pace.heldUntilMs()).toBe(NOW + jitterMs(1, 0.5, delivery));
  // A clock that is set back does not make the wait longer.
  now.ms = NOW - 86_400_000;
  expect(pace.heldUntilMs()).toBe(now.ms);
});

it('holds nothing back after a press, and counts on', () => {
  const { pace } = scene();
  pace.failed();
  pace.hurry();
  expect(pace.heldUntilMs()).toBe(0);
  pace.failed();
  expect(pace.heldUntilMs()).toBe(NOW + jitterMs(2, 0.5, delivery));
});

it('judges an answer by the failures in a row or the tries of its row, whichever are more', () => {
  const { pace } = scene();
  const context = { nowMs: NOW, random: 0.5, settings: delivery, pressed: false };
  expect(pace.context(0, false)).toEqual({ ...context, failures: 1 });
  expect(pace.context(4, true)).toEqual({ ...context, failures: 4, pressed: true });
  pace.failed();
  pace.failed();
  expect(pace.context(1, false)).toEqual({ ...context, failures: 3 });
});

it('counts the keys that were entered', () => {
  const { pace } = scene();
  expect(pace.keysGiven).toBe(0);
  pace.keyGiven();
  pace.keyGiven();
  expect(pace.keysGiven).toBe(2);
});
