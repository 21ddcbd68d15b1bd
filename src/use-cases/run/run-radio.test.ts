/** The operations of one run on its beacon: the length of each wait, and what may end it. */
import { describe, expect, it } from 'vitest';
import { fixtureAccount, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { pollGapMs } from '../../domain/provisioning/poll-schedule.ts';
import type { Timing } from '../../domain/settings.ts';
import type { RadioHandle } from './bluetooth-port.ts';
import type { ProvisionTask } from './ports.ts';
import { createRunRadio } from './run-radio.ts';

const ENDED = 1;
const made = fixtureAccount();

function createScene(timing: Partial<Timing> = {}, answers: readonly number[] = []) {
  const clock = createVirtualClock(1000);
  const stop = new AbortController();
  const settings = {
    ...made.settings,
    profile: { ...made.settings.profile, controlPointEnded: ENDED },
    timing: { ...made.settings.timing, ...timing },
  };
  const left = [...answers];
  const reads: number[] = [];
  const given: unknown[][] = [];
  let token: Uint8Array | null = null;
  const handle: Partial<RadioHandle> = {
    connect: async (options) => void given.push(['connect', options]),
    discover: async (signal) => void given.push(['discover', signal]),
    write: async (...parameters) => void given.push(['write', ...parameters]),
    async readControlPoint(signal) {
      given.push(['poll', signal]);
      reads.push(clock.monotonicMs() - 1000);
      return Uint8Array.of(left.shift() ?? 0);
    },
    async readToken(signal) {
      given.push(['token', signal]);
      return token;
    },
  };
  const task: Partial<ProvisionTask> = {
    account: fixtureAccount({ settings }),
    handle: handle as RadioHandle,
    signal: stop.signal,
    onAttempt: () => undefined,
    onWait: () => undefined,
  };
  return {
    clock,
    stop,
    task,
    timing: settings.timing,
    reads,
    given,
    shows: (bytes: Uint8Array | null) => (token = bytes),
    radio: createRunRadio(task as ProvisionTask, clock),
  };
}

describe('the Control Point characteristic', () => {
  it('is read at growing intervals until it reports the end, and the time of that is stored', async () => {
    const { radio, reads, clock, timing, given } = createScene({ afterWriteMs: 0 }, [0, 0, ENDED]);
    expect(radio.endedAtMs).toBeNull();
    await expect(radio.poll(true)).resolves.toBeNull();
    const [first, second] = [pollGapMs(1, timing), pollGapMs(2, timing)];
    expect(reads).toEqual([0, first, first + second]);
    expect(radio.endedAtMs).toBe(clock.nowMs());
    // After a write nothing may cancel the wait.
    expect(given.every(([, signal]) => signal === undefined)).toBe(true);
  });

  it.each([
    [true, 250],
    [false, 0],
  ])('is not read immediately after a write (%s)', async (afterWrite, ms) => {
    const { radio, reads } = createScene({ afterWriteMs: 250 }, [ENDED]);
    await radio.poll(afterWrite);
    expect(reads).toEqual([ms]);
  });

  it.each([
    ['after a write for the time that the settings allow', true, 5000, 5000],
    ['without a write for three seconds', false, 5000, 3000],
    ['without a write for less, where the settings allow less', false, 1000, 1000],
  ])('that never reports the end is polled %s', async (_which, afterWrite, pollTotalMs, limitMs) => {
    const { radio, reads } = createScene({ afterWriteMs: 0, pollStartMs: 500, pollMaxMs: 500, pollTotalMs });
    await expect(radio.poll(afterWrite)).resolves.toBe(`the Control Point did not say ended within ${limitMs} ms`);
    expect(reads).toEqual(Array.from({ length: limitMs / 500 + 1 }, (_, at) => at * 500));
    expect(radio.endedAtMs).toBeNull();
  });

  it('is read again when the beacon refuses a read, and the refusal is named', async () => {
    const { radio, task } = createScene({ afterWriteMs: 0, pollStartMs: 500, pollMaxMs: 500, pollTotalMs: 1000 });
    let reads = 0;
    Object.assign(task.handle!, {
      connected: true,
      readControlPoint: async () => {
        reads += 1;
        throw new Error('not permitted');
      },
    });
    await expect(radio.poll(true)).resolves.toBe(
      'the Control Point did not say ended within 1000 ms: Error: not permitted',
    );
    expect(reads).toBe(3);
  });

  it('is not read again once the person has cancelled the run before a write', async () => {
    const { radio, stop, given, task } = createScene({ pollStartMs: 500, pollMaxMs: 500 });
    const polling = radio.poll(false);
    stop.abort(new Error('cancelled'));
    await expect(polling).rejects.toThrow('cancelled');
    expect(given).toEqual([['poll', task.signal]]);
  });
});

describe('the wait before the response is read', () => {
  it('starts at the end of processing', async () => {
    const { radio, clock } = createScene({ beforeResponseMs: 1000 }, [ENDED]);
    await radio.poll(false);
    const endedMs = clock.monotonicMs();
    await clock.sleep(400);
    await radio.settle(undefined);
    expect(clock.monotonicMs() - endedMs).toBe(1000);
    await radio.settle(undefined);
    expect(clock.monotonicMs() - endedMs).toBe(1000);
  });

  it('is skipped if the end was not seen, or belongs to an earlier write', async () => {
    const { radio, clock } = createScene({ beforeResponseMs: 1000 }, [ENDED]);
    await radio.settle(undefined);
    await radio.poll(false);
    const sinceMs = clock.monotonicMs();
    await radio.write(fixtureRun('tB4x'));
    expect(radio.endedAtMs).toBeNull();
    await radio.settle(undefined);
    expect(clock.monotonicMs()).toBe(sinceMs);
  });

  it.each(['settle', 'pause'] as const)('ends when its signal is aborted: %s', async (wait) => {
    const { radio, stop } = createScene({ beforeResponseMs: 1000 }, [ENDED]);
    await radio.poll(false);
    const waiting = radio[wait](stop.signal);
    stop.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
  });

  it('lasts a second between two reads of an empty response', async () => {
    const { radio, clock } = createScene();
    await radio.pause(undefined);
    expect(clock.monotonicMs()).toBe(2000);
  });
});

it('a run passes signal and listeners to connect and discover, and writes the packet without a signal', async () => {
  const { radio, given, task } = createScene();
  await radio.connect();
  await radio.discover();
  await radio.write(fixtureRun('tB4x', { packageBase64: encodeBase64(Uint8Array.of(1, 2, 3)) }));
  const { signal, onAttempt, onWait } = task;
  expect(given).toEqual([
    ['connect', { signal, onAttempt, onWait }],
    ['discover', signal],
    ['write', Uint8Array.of(1, 2, 3)],
  ]);
});

it.each([
  ['equal', Uint8Array.of(0, 0, 0, 7), 7],
  ['absent, because the beacon has none', null, 7],
  ['absent, because the packet has none', Uint8Array.of(0, 0, 0, 7), null],
  ['absent, because it cannot be read', new Uint8Array(), 7],
] as const)('the token of the beacon is reported as %s', async (verdict, bytes, packageToken) => {
  const { radio, shows, given, task } = createScene();
  shows(bytes);
  await expect(radio.readToken(fixtureRun('tB4x', { packageToken }))).resolves.toBe(verdict.split(',')[0]);
  expect(given).toEqual([['token', task.signal]]);
});
