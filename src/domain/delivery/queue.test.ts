/** Waits before the next try: our own jitter, requests of the backend, and clocks that jump. */
import { describe, expect, it } from 'vitest';
import type { Receipt } from '../receipt.ts';
import { MAX_FLOOR_MS } from '../wait.ts';
import { dueAtMs, jitterMs, waitMs } from './backoff.ts';
import { requestedWait, choosePost, sendable, type Haste } from './queue.ts';
import { settings, NOW, receipt, failure } from '../../../test/support/delivery-rows.ts';

describe('waits', () => {
  it('jitters between the minimum and a ceiling that doubles up to 5 minutes', () => {
    expect(jitterMs(1, 0, settings)).toBe(1000);
    expect(jitterMs(1, 0.999_999, settings)).toBe(2000);
    expect(jitterMs(5, 0.999_999, settings)).toBe(32_000);
    expect(jitterMs(50, 0.999_999_9, settings)).toBe(300_000);
    expect(jitterMs(50, 0, settings)).toBe(1000);
  });

  it('limits an absurd minimum wait', () => {
    expect(waitMs(failure('rateLimit', 429, 1e12).failure, 1, 0, settings)).toBe(MAX_FLOOR_MS);
  });

  it('ends at once when the clock was set back by more than the longest wait', () => {
    expect(dueAtMs(NOW + 300_001, NOW, settings)).toBe(NOW);
    expect(dueAtMs(NOW + 30_000, NOW, settings)).toBe(NOW + 30_000);
    expect(dueAtMs(null, NOW, settings)).toBe(NOW);
  });
});

describe('a wait that the backend has requested', () => {
  const waiting = (untilMs: number, change: Partial<Receipt> = {}, wasPressed = false): Receipt =>
    receipt({
      id: 'asked',
      inFlightSinceMs: null,
      nextAtMs: untilMs,
      lastAnswer: {
        atMs: NOW - 1000,
        status: 503,
        code: 'server',
        message: '',
        asked: { atMs: NOW - 1000, untilMs, wasPressed },
      },
      ...change,
    });
  const other = receipt({ id: 'other', uniqueId: 'efgh', inFlightSinceMs: null });
  const choose = (receipts: Receipt[], haste: Haste) =>
    choosePost(
      { receipts, edits: [], paused: false },
      { nowMs: NOW, settings, haste, hurried: new Set(), busy: new Set() },
    );

  it('holds every row back, however long it is, and a person may override it once', () => {
    const rows = [waiting(NOW + 7_200_000), other];
    expect(choose(rows, 'none')).toEqual({ kind: 'wait', untilMs: NOW + 7_200_000 });
    expect(choose(rows, 'transport')).toEqual({ kind: 'wait', untilMs: NOW + 7_200_000 });
    expect(choose(rows, 'all').kind).toBe('post');
    expect(requestedWait({ receipts: rows, edits: [] }, NOW)).toEqual({ untilMs: NOW + 7_200_000, mayPress: true });
    const pressed = [waiting(NOW + 60_000, {}, true), other];
    expect(choose(pressed, 'all')).toEqual({ kind: 'wait', untilMs: NOW + 60_000 });
    expect(requestedWait({ receipts: pressed, edits: [] }, NOW)).toEqual({ untilMs: NOW + 60_000, mayPress: false });
  });

  it('ends at its time, or when the clock was set back to before its start', () => {
    expect(choose([waiting(NOW - 1), other], 'none').kind).toBe('post');
    expect(
      choose(
        [
          waiting(NOW + 7_200_000, {
            lastAnswer: {
              atMs: NOW + 5000,
              status: 503,
              code: 'server',
              message: '',
              asked: { atMs: NOW + 5000, untilMs: NOW + 7_205_000, wasPressed: false },
            },
          }),
          other,
        ],
        'none',
      ).kind,
    ).toBe('post');
    expect(requestedWait({ receipts: [waiting(NOW + 60_000, { state: 'verified' })], edits: [] }, NOW)).toBeNull();
  });
});

describe('the order of one beacon', () => {
  const rows = (...changes: Partial<Receipt>[]): Receipt[] =>
    changes.map((change, at) => receipt({ id: `r${at}`, inFlightSinceMs: null, ...change }));

  it.each<[what: string, rows: Receipt[], first: string]>([
    ['follows the tokens', rows({ token: 9, createdAtMs: 1 }, { token: 8, createdAtMs: 2 }), 'r1'],
    ['follows the clock if one receipt has no token', rows({ token: null, createdAtMs: 2 }, { createdAtMs: 1 }), 'r1'],
    [
      'follows the clock if the owner of one receipt is unsure',
      rows({ owner: 'unsure', token: 1 }, { createdAtMs: 1 }),
      'r1',
    ],
    ['follows the ids if tokens and times are equal', rows({ id: 'b' }, { id: 'a' }), 'a'],
    ['does not depend on the order in which receipts are stored', rows({ id: 'a' }, { id: 'b' }), 'a'],
  ])('%s', (_what, all, first) => expect(sendable(all).map(({ id }) => id)).toEqual([first]));
});
