/** A network that is reported as available but does not work yet: when the visit is repeated, and when it ends. */
import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import { createNetworkVisits } from './network-visits.ts';

function visiting(...answers: readonly boolean[]) {
  const clock = createVirtualClock(0);
  const atMs: number[] = [];
  const left = [...answers];
  const visits = createNetworkVisits({
    visit: async () => {
      atMs.push(clock.nowMs());
      return left.shift() ?? true;
    },
    clock,
    // Always the longest wait.
    random: () => 1,
    account: { settings: { delivery: { ...DEFAULT_SETTINGS.delivery, backoffMinMs: 1000, backoffMaxMs: 8000 } } },
  });
  return { visits, atMs, clock };
}

it('a visit to the network is repeated after growing waits until the backend answers', async () => {
  const { visits, atMs, clock } = visiting(false, false, false, false);
  visits.begin();
  await clock.sleep(60_000);
  expect(atMs).toEqual([0, 2000, 6000, 14_000, 22_000]);
});

it('a visit to the network is repeated at once when a network appears during the wait', async () => {
  const { visits, atMs, clock } = visiting(false, false, false);
  visits.begin();
  await clock.sleep(2500);
  visits.begin();
  await clock.sleep(60_000);
  expect(atMs).toEqual([0, 2000, 2500, 4500]);
});

it('no further visit to the network is made after the account is closed', async () => {
  const { visits, atMs, clock } = visiting(false, false);
  visits.begin();
  await clock.sleep(500);
  visits.close();
  await clock.sleep(60_000);
  expect(atMs).toEqual([0]);
});
