/** Values opened on demand: by the first call, for all callers, and again after a failure. */
import { expect, it } from 'vitest';
import { onDemand } from './on-demand.ts';

it('a part that is opened on demand opens at the first call, once for all callers', async () => {
  let opened = 0;
  const part = onDemand(async () => ++opened);
  part.ifOpen(() => expect.unreachable('nothing was opened'));
  expect(opened).toBe(0);
  expect(await Promise.all([part(), part()])).toEqual([1, 1]);
  expect(await new Promise((resolve) => part.ifOpen(resolve))).toBe(1);
});

it('a part that is opened on demand and fails rejects for all waiting callers, and tries again at the next call', async () => {
  let isHere = false;
  const part = onDemand(async () => {
    if (!isHere) throw new TypeError('not here');
    return 'here';
  });
  const waiting = [part(), part()];
  part.ifOpen(() => expect.unreachable('nothing was opened'));
  for (const one of waiting) await expect(one).rejects.toThrow('not here');
  isHere = true;
  expect(await part()).toBe('here');
});
