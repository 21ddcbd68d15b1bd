/**
 * The context that a response is compared with is loaded during the wait for the beacon, and again if that took long.
 */
import { expect, it } from 'vitest';
import { createWorld } from '../../../test/support/run-world.ts';
import { createResponseContext } from './provision-response.ts';

it('loads the context again after more than a second, and returns each context only once', async () => {
  const world = createWorld();
  const { stores } = await world.open();
  let nowMs = 0;
  const context = createResponseContext(stores, { monotonicMs: () => nowMs });
  const seen = async (): Promise<number> => (await context.take()).packages.size;
  await context.load();
  world.carry('tB4x', 1);
  nowMs = 1000;
  expect(await seen()).toBe(0);
  expect(await seen()).toBe(1);
  await context.load();
  world.carry('Kf7Qp2', 2);
  nowMs = 2001;
  expect(await seen()).toBe(2);
});
