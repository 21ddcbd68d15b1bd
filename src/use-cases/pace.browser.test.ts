/** The wait that a backend requires, in two windows with the real database. */
import { expect } from '@open-wc/testing';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import { openSample } from '../../test/support/sample-rows.ts';
import { until } from '../../test/support/until.ts';
import { createPace } from './pace.ts';

it('a wait that the backend requires reaches the other windows of the phone, and one that is opened later', async () => {
  const accountId = crypto.randomUUID();
  const clock = { nowMs: () => Date.now() };
  const onTrouble = (error: unknown): void => {
    throw error;
  };
  const open = async () => {
    const storage = await openSample(accountId, { mirror: null });
    return { storage, pace: createPace({ ...storage, account: fixtureAccount(), clock, onTrouble }) };
  };
  const [one, other] = [await open(), await open()];
  one.pace.note({ kind: 'rateLimit', status: 429, message: '', fields: [], retryAfterMs: 60_000 });
  await until(() => other.pace.current() !== null);
  expect(other.pace.current()).to.deep.equal(one.pace.current());
  await other.pace.skipped(false);
  await until(() => one.pace.current()?.wasPressed === true);
  const later = await open();
  expect(await later.pace.read()).to.deep.equal(one.pace.current());
  for (const { storage } of [one, other, later]) storage.close();
});
