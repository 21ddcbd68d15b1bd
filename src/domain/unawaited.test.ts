/** A failure of work that nobody waits for is not thrown a second time. */
import { expect, it } from 'vitest';
import { handledElsewhere, ifPossible, untilNextChange } from './unawaited.ts';

it.each([handledElsewhere, untilNextChange, ifPossible])(
  'a promise that nobody awaits ends without a value or an error: %o',
  async (handled) => {
    await expect(handled(Promise.resolve('value'))).resolves.toBeUndefined();
    await expect(handled(Promise.reject(new Error('no')))).resolves.toBeUndefined();
  },
);

it('a promise that nobody awaits ends at once without any work', async () => {
  await expect(ifPossible(undefined)).resolves.toBeUndefined();
});
