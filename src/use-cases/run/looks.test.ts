/** What a response is compared with: asked for during the polls, and anew where they took long. */
import { expect, it } from 'vitest';
import { createWorld } from '../../../test/support/run-world.ts';
import { createLooks } from './provision-response.ts';

it('is what the disk has within the last second before the read, and each is used once', async () => {
  const world = createWorld();
  const { stores } = await world.open();
  let nowMs = 0;
  let begin: () => void = () => undefined;
  const looks = createLooks(stores, {
    monotonicMs: () => nowMs,
    sleep: () => new Promise((resolve) => (begin = resolve)),
  });
  const aMomentLater = async (): Promise<void> => {
    begin();
    await Promise.resolve();
  };
  const seen = async (): Promise<number> => (await looks.take()).packages.size;
  looks.ask();
  await aMomentLater();
  world.carry('tB4x', 1);
  nowMs = 1000;
  looks.ask();
  expect(await seen()).toBe(0);
  expect(await seen()).toBe(1);
  looks.ask();
  await aMomentLater();
  world.carry('Kf7Qp2', 2);
  nowMs = 2001;
  looks.ask();
  expect(await seen()).toBe(2);
});

it('waits for nothing where it is taken before its moment has come', async () => {
  const world = createWorld();
  const { stores } = await world.open();
  const looks = createLooks(stores, { monotonicMs: () => 0, sleep: () => new Promise(() => undefined) });
  looks.ask();
  world.carry('tB4x', 1);
  expect((await looks.take()).packages.size).toBe(1);
});
