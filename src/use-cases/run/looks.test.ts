/** What a response is compared with: asked for during the polls, and anew where they took long. */
import { expect, it } from 'vitest';
import { createWorld } from '../../../test/support/run-world.ts';
import { createLooks } from './provision-response.ts';

it('is what the disk has within the last second before the read, and each is used once', async () => {
  const world = createWorld();
  const { stores } = await world.open();
  let nowMs = 0;
  const looks = createLooks(stores, { monotonicMs: () => nowMs });
  const seen = async (): Promise<number> => (await looks.take()).packages.size;
  looks.ask();
  world.carry('tB4x', 1);
  nowMs = 1000;
  looks.ask();
  expect(await seen()).toBe(0);
  expect(await seen()).toBe(1);
  looks.ask();
  world.carry('Kf7Qp2', 2);
  nowMs = 2001;
  looks.ask();
  expect(await seen()).toBe(2);
});
