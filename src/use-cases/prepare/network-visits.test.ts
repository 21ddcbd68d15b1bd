/** A network that is said to be there and is not yet: when the visit is tried again, and when it is over. */
import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import { createNetworkVisits } from './network-visits.ts';

function visiting(...heard: readonly boolean[]) {
  const clock = createVirtualClock(0);
  const atMs: number[] = [];
  const left = [...heard];
  const visits = createNetworkVisits({
    visit: async () => {
      atMs.push(clock.nowMs());
      return left.shift() ?? true;
    },
    clock,
    // The longest wait of each.
    random: () => 1,
    delivery: () => ({ ...DEFAULT_SETTINGS.delivery, backoffMinMs: 1000, backoffMaxMs: 8000 }),
  });
  return { visits, atMs, clock };
}

it('is tried again after a growing wait until the backend is heard, and then no more', async () => {
  const { visits, atMs, clock } = visiting(false, false, false, false);
  visits.begin();
  await clock.sleep(60_000);
  expect(atMs).toEqual([0, 2000, 6000, 14_000, 22_000]);
});

it('begins anew at once when a network comes meanwhile', async () => {
  const { visits, atMs, clock } = visiting(false, false, false);
  visits.begin();
  await clock.sleep(2500);
  visits.begin();
  await clock.sleep(60_000);
  expect(atMs).toEqual([0, 2000, 2500, 4500]);
});

it('ends with its account', async () => {
  const { visits, atMs, clock } = visiting(false, false);
  visits.begin();
  await clock.sleep(500);
  visits.close();
  await clock.sleep(60_000);
  expect(atMs).toEqual([0]);
});
