/** The gate of requests, at a backend whose limit other phones use as well. */
import { describe, expect, it } from 'vitest';
import { failed } from '../../test/support/model-backend.ts';
import { memoryPace } from '../../test/support/pace.ts';
import { createVirtualClock } from '../../test/support/virtual-clock.ts';
import { createRequestGate } from './request-gate.ts';

/** `isTaken`: whether the backend takes the request, by the number of the ones before. */
function openGate(isTaken: (number: number) => boolean) {
  const clock = createVirtualClock(0);
  const pace = memoryPace(clock);
  const gate = createRequestGate({ clock, pace, inFlight: () => 3, onWait: () => undefined });
  const sentAtMs: number[] = [];
  const send = () =>
    gate.pass(async () => {
      const number = sentAtMs.push(clock.nowMs()) - 1;
      await clock.sleep(100);
      if (isTaken(number)) return { ok: true, value: null };
      const { failure } = failed('rateLimit', 429);
      pace.note({ ...failure, retryAfterMs: 1000 });
      return { ok: false, failure };
    });
  return { send, sentAtMs };
}

describe('the gate of requests', () => {
  it('repeats a postponed request as long as the backend takes others', async () => {
    const { send } = openGate((number) => number % 9 === 8);
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('gives a request up after ten repeats in which the backend took none', async () => {
    const { send, sentAtMs } = openGate(() => false);
    expect(await send()).toMatchObject({ ok: false, failure: { kind: 'rateLimit' } });
    expect(sentAtMs).toHaveLength(11);
  });

  it('sends one request after a wait, and the others once the backend has taken that request', async () => {
    const { send, sentAtMs } = openGate((number) => number > 3);
    await Promise.all(Array.from({ length: 6 }, send));
    expect(sentAtMs).toEqual([0, 0, 0, 1100, 2200, 2300, 2300, 2400, 2400, 2400]);
  });

  it('sends what completes begun work before what waits', async () => {
    const clock = createVirtualClock(0);
    const gate = createRequestGate({ clock, pace: memoryPace(clock), inFlight: () => 1, onWait: () => undefined });
    const sent: string[] = [];
    const request = (name: string) => async () => {
      sent.push(name);
      await clock.sleep(100);
      return { ok: true, value: null } as const;
    };
    await Promise.all([
      gate.pass(request('first')),
      gate.pass(request('second')),
      gate.passNext(request('completes the first')),
    ]);
    expect(sent).toEqual(['first', 'completes the first', 'second']);
  });
});
