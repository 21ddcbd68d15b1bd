import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import type { Haste } from '../../domain/delivery/queue.ts';
import type { DrainReport } from './drainer.ts';
import { startTriggers, type Trigger } from './triggers.ts';

function scene(reports: Partial<DrainReport>[]) {
  const clock = createVirtualClock(1000);
  const drains: { haste: Haste; atMs: number; finish: () => void }[] = [];
  let fire: (trigger: Trigger) => void = () => {};
  const sending: boolean[] = [];
  const troubles: unknown[] = [];
  let worked = 0;
  const triggers = startTriggers({
    clock,
    drain: (haste) =>
      new Promise((resolve, reject) => {
        const report = reports.shift();
        drains.push({
          haste,
          atMs: clock.nowMs(),
          finish: () =>
            report === undefined
              ? reject(new Error('disk'))
              : resolve({ stop: 'idle', wakeAtMs: null, posts: 0, ...report }),
        });
      }),
    sources: [{ subscribe: (listener) => ((fire = listener), () => (fire = () => {})) }],
    onSending: (is) => sending.push(is),
    onDrained: () => void (worked += 1),
    onFailed: (error) => troubles.push(error),
  });
  return {
    clock,
    drains,
    sending,
    troubles,
    worked: () => worked,
    triggers,
    fire: (trigger: Trigger) => fire(trigger),
  };
}

describe('triggers of sending', () => {
  it('start one round of sending at a time, and one more round for all triggers that come during it', async () => {
    const { triggers, drains, fire, sending } = scene([{}, {}, {}]);
    const first = triggers.kick('start');
    fire('due');
    fire('button');
    fire('online');
    expect(drains).toHaveLength(1);
    drains[0]!.finish();
    await Promise.resolve();
    await Promise.resolve();
    expect(drains.map(({ haste }) => haste)).toEqual(['transport', 'all']);
    drains[1]!.finish();
    await first;
    expect(drains).toHaveLength(2);
    expect(sending).toEqual([true, false]);
  });

  it('cause one more round when one comes at the end of the last round', async () => {
    let drains = 0;
    const triggers = startTriggers({
      clock: createVirtualClock(1000),
      drain: async () => ({ stop: 'idle', wakeAtMs: null, posts: (drains += 1) }),
      sources: [],
      onSending: (is) => void (!is && drains === 1 && triggers.kick('enqueued')),
      onDrained: () => undefined,
      onFailed: () => undefined,
    });
    await triggers.kick('start');
    expect(drains).toBe(2);
  });

  it('send again when the next receipt is due, at most a minute later by the clock', async () => {
    const { triggers, drains, clock } = scene([{ wakeAtMs: 6000 }, { wakeAtMs: 10_000_000 }, {}]);
    void triggers.kick('start');
    drains[0]!.finish();
    await clock.sleep(5500);
    expect(drains[1]).toMatchObject({ haste: 'none', atMs: 6000 });
    drains[1]!.finish();
    await clock.sleep(60_500);
    // The drain asked to be woken in hours; counted from 6500 ms.
    expect(drains[2]).toMatchObject({ haste: 'none', atMs: 66_500 });
  });

  it('report failing storage, answer the press during which it failed, and try again', async () => {
    const { triggers, drains, clock, troubles, worked, sending } = scene([]);
    const pressed = triggers.kick('button');
    drains[0]!.finish();
    await expect(pressed).resolves.toBe(false);
    await clock.sleep(31_000);
    expect(troubles).toHaveLength(1);
    expect(worked()).toBe(0);
    expect(sending.slice(0, 2)).toEqual([true, false]);
    expect(drains).toHaveLength(2);
  });

  it('do not count a round without a key as proof that storage works', async () => {
    const { triggers, drains, worked } = scene([{ stop: 'noKey' }, {}]);
    const locked = triggers.kick('start');
    drains[0]!.finish();
    await locked;
    expect(worked()).toBe(0);
    const unlocked = triggers.kick('key');
    drains[1]!.finish();
    await unlocked;
    expect(worked()).toBe(1);
  });

  it.each<[Trigger, Haste]>([
    ['start', 'transport'],
    ['visible', 'transport'],
    ['online', 'transport'],
    ['enqueued', 'transport'],
    ['key', 'transport'],
    ['button', 'all'],
    ['due', 'none'],
    ['remote', 'none'],
  ])('of the kind %s skip these waits: %s', (trigger, haste) => {
    const { triggers, drains } = scene([{}]);
    void triggers.kick(trigger);
    expect(drains.map((drain) => drain.haste)).toEqual([haste]);
  });

  it('keep the most urgent of their reasons, whichever trigger comes last', async () => {
    const { triggers, drains } = scene([{}, {}]);
    const first = triggers.kick('due');
    for (const trigger of ['button', 'online', 'due'] as const) void triggers.kick(trigger);
    drains[0]!.finish();
    await Promise.resolve();
    await Promise.resolve();
    expect(drains[1]!.haste).toBe('all');
    drains[1]!.finish();
    await expect(first).resolves.toBe(true);
  });

  it('send again at once for a receipt that is due already', async () => {
    const { triggers, drains, clock } = scene([{ wakeAtMs: 0 }, {}]);
    void triggers.kick('start');
    drains[0]!.finish();
    await clock.sleep(1);
    expect(drains[1]).toMatchObject({ haste: 'none', atMs: 1000 });
  });

  it('cancel the timer of an earlier round when they send before its time', async () => {
    const { triggers, drains, clock } = scene([{ wakeAtMs: 6000 }, {}]);
    void triggers.kick('start');
    drains[0]!.finish();
    await clock.sleep(1000);
    const online = triggers.kick('online');
    await clock.sleep(10_000);
    drains[1]!.finish();
    await online;
    await clock.sleep(60_000);
    expect(drains).toHaveLength(2);
  });

  it('set no timer if no receipt has to wait', async () => {
    const { triggers, drains, clock } = scene([{}]);
    void triggers.kick('start');
    drains[0]!.finish();
    await clock.sleep(120_000);
    expect(drains).toHaveLength(1);
  });

  it('count each round that used storage, and none that was stopped', async () => {
    const { triggers, drains, worked } = scene([{ stop: 'paused' }, { stop: 'stopped' }]);
    const first = triggers.kick('start');
    drains[0]!.finish();
    await first;
    expect(worked()).toBe(1);
    const second = triggers.kick('start');
    drains[1]!.finish();
    await second;
    expect(worked()).toBe(1);
  });

  it('report no failure of a round that was stopped, and do not try it again', async () => {
    const { triggers, drains, clock, troubles, sending } = scene([]);
    const pressed = triggers.kick('button');
    triggers.stop();
    drains[0]!.finish();
    await expect(pressed).resolves.toBe(true);
    await clock.sleep(60_000);
    expect(troubles).toEqual([]);
    expect(drains).toHaveLength(1);
    expect(sending).toEqual([true, false]);
  });

  it('end their rounds when they are stopped', async () => {
    const { triggers, drains, clock } = scene([{ wakeAtMs: 1000 }]);
    const first = triggers.kick('start');
    void triggers.kick('button');
    triggers.stop();
    drains[0]!.finish();
    await expect(first).resolves.toBe(true);
    await clock.sleep(60_000);
    expect(drains).toHaveLength(1);
  });

  it('tell the round in progress that it is to stop, and why', () => {
    let given: AbortSignal | null = null;
    let left = 0;
    const triggers = startTriggers({
      clock: createVirtualClock(1000),
      drain: (_haste, signal) => ((given = signal), new Promise(() => {})),
      sources: [{ subscribe: () => () => (left += 1) }],
      onSending: () => undefined,
      onDrained: () => undefined,
      onFailed: () => undefined,
    });
    void triggers.kick('start');
    expect(given!.aborted).toBe(false);
    triggers.stop();
    expect(given!.reason).toMatchObject({ name: 'AbortError' });
    expect(left).toBe(1);
  });

  it('start no sending once they are stopped', async () => {
    const { triggers, drains, clock, fire } = scene([{ wakeAtMs: 6000 }]);
    void triggers.kick('start');
    drains[0]!.finish();
    await clock.sleep(10);
    triggers.stop();
    fire('online');
    await expect(triggers.kick('button')).resolves.toBe(true);
    await clock.sleep(60_000);
    expect(drains).toHaveLength(1);
  });
});
