/** How long a sender waits after failures in a row, whichever row failed, and what ends the wait. */
import { expect, it } from 'vitest';
import { account } from '../../../test/support/model-backend.ts';
import type { DrainerParts } from './drainer-parts.ts';
import { jitterMs } from '../../domain/delivery/backoff.ts';
import { createBackoff } from './backoff.ts';

const NOW = 1_700_000_000_000;
const { delivery } = account.settings;

function scene() {
  const now = { ms: NOW };
  const clock = { nowMs: () => now.ms };
  return { now, backoff: createBackoff({ account, clock, random: () => 0.5 } as unknown as DrainerParts) };
}

it('sending waits longer after each failure in a row, and starts with the shortest wait again after an answer', () => {
  const { backoff, now } = scene();
  expect(backoff.heldUntilMs()).toBe(0);
  for (const failures of [1, 2, 3]) {
    backoff.failed();
    expect(backoff.heldUntilMs()).toBe(NOW + jitterMs(failures, 0.5, delivery));
  }
  backoff.answered();
  backoff.failed();
  expect(backoff.heldUntilMs()).toBe(NOW + jitterMs(1, 0.5, delivery));
  // A clock that is set back does not make the wait longer.
  now.ms = NOW - 86_400_000;
  expect(backoff.heldUntilMs()).toBe(now.ms);
});

it('sending does not wait after a press on "send now", and the count of failures continues', () => {
  const { backoff } = scene();
  backoff.failed();
  backoff.hurry();
  expect(backoff.heldUntilMs()).toBe(0);
  backoff.failed();
  expect(backoff.heldUntilMs()).toBe(NOW + jitterMs(2, 0.5, delivery));
});

it('the wait after a failed request grows with the failures in a row or with the tries of its receipt, whichever are more', () => {
  const { backoff } = scene();
  const context = { nowMs: NOW, random: 0.5, settings: delivery };
  expect(backoff.context(0)).toEqual({ ...context, failures: 1 });
  expect(backoff.context(4)).toEqual({ ...context, failures: 4 });
  backoff.failed();
  backoff.failed();
  expect(backoff.context(1)).toEqual({ ...context, failures: 3 });
});

it('an account knows how many keys were entered, so that an answer to an older key does not stop sending', () => {
  const { backoff } = scene();
  expect(backoff.keysGiven).toBe(0);
  backoff.keyGiven();
  backoff.keyGiven();
  expect(backoff.keysGiven).toBe(2);
});
