/** The wait that a backend requires, in one window and in several of the same phone. */
import { expect, it } from 'vitest';
import { createMemoryStores } from '../../test/support/memory-stores.ts';
import { failed } from '../../test/support/model-backend.ts';
import { memoryPace } from '../../test/support/pace.ts';
import { DEFAULT_SETTINGS } from '../domain/default-settings.ts';
import { LONGEST_WAIT_MS } from '../domain/wait.ts';

const NOW = 1_700_000_000_000;

const postponed = (retryAfterMs: number | null, status = 429) => ({
  ...failed(status === 429 ? 'rateLimit' : 'server', status).failure,
  retryAfterMs,
});

function createPhone() {
  const now = { ms: NOW };
  const clock = { nowMs: () => now.ms };
  const stores = createMemoryStores();
  const troubles: unknown[] = [];
  const open = () => memoryPace(clock, stores.queue, (error) => void troubles.push(error));
  return {
    now,
    stores,
    troubles,
    open,
    async settle() {
      for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
    },
  };
}

it('no request waits before the backend has required a wait, nor after other failures', async () => {
  const pace = createPhone().open();
  for (const kind of ['offline', 'timeout', 'server', 'forbidden'] as const) pace.note(failed(kind, 0).failure);
  pace.note({ ...failed('forbidden', 403).failure, retryAfterMs: 7000 });
  expect([pace.current(), await pace.read()]).toEqual([null, null]);
});

it.each([
  ['what a 429 says', 429, 7000, 7000],
  ['what a 503 says', 503, 7000, 7000],
  ['the setting after a 429 that says nothing', 429, null, DEFAULT_SETTINGS.delivery.rateLimitMs],
  ['a second at least', 429, 0, 1000],
  ['a day at most', 429, 9e15, LONGEST_WAIT_MS],
])('a wait that the backend requires lasts %s', (_what, status, retryAfterMs, waitMs) => {
  const { open, now } = createPhone();
  const pace = open();
  pace.note(postponed(retryAfterMs, status));
  expect(pace.current()).toEqual({ atMs: NOW, untilMs: NOW + waitMs, wasPressed: false });
  now.ms += waitMs;
  expect(pace.current()).toBeNull();
});

it('a wait that the backend requires becomes longer by a later failure, not shorter', () => {
  const pace = createPhone().open();
  for (const seconds of [7, 5, 9, 8]) pace.note(postponed(seconds * 1000));
  expect(pace.current()).toMatchObject({ untilMs: NOW + 9000 });
});

it('a wait that the backend requires applies to every window of the phone, also to one that is opened later', async () => {
  const { open, settle } = createPhone();
  const [one, other] = [open(), open()];
  one.note(postponed(7000));
  await settle();
  expect(other.current()).toEqual(one.current());
  // A later wait of the other window is the one for both.
  other.note(postponed(9000));
  await settle();
  expect(one.current()).toMatchObject({ untilMs: NOW + 9000 });
  const later = open();
  expect(await later.read()).toEqual(one.current());
});

it('a wait that the backend requires is skipped once by all windows together', async () => {
  const { open, settle } = createPhone();
  const [one, other] = [open(), open()];
  one.note(postponed(7000));
  await one.skipped(false);
  await settle();
  expect([one.current(), other.current()]).toMatchObject([{ wasPressed: true }, { wasPressed: true }]);
});

it('a wait that the backend requires ends for all windows when a request sent by a person during the wait is answered', async () => {
  const { open, settle } = createPhone();
  const [one, other] = [open(), open()];
  one.note(postponed(7000));
  await settle();
  await other.skipped(true);
  await settle();
  expect([one.current(), other.current(), await open().read()]).toEqual([null, null, null]);
  await one.skipped(true);
});

it('a wait that the backend requires is kept by its window while it cannot be stored, or is not stored yet', async () => {
  const { open, stores, troubles } = createPhone();
  const full = new Error('no room');
  stores.queue.setWait = () => Promise.reject(full);
  const pace = open();
  pace.note(postponed(7000));
  expect(await pace.read()).toMatchObject({ untilMs: NOW + 7000 });
  expect(troubles).toEqual([full]);
});

it('a wait that the backend requires is over when the clock was set back to before its start', () => {
  const { open, now } = createPhone();
  const pace = open();
  pace.note(postponed(7000));
  now.ms -= 1;
  expect(pace.current()).toBeNull();
});
