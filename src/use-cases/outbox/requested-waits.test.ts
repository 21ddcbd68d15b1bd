/** Waits that the backend requests: the minimum of our own waits, and not skipped by automatic triggers. */
import { describe, expect, it } from 'vitest';
import { fixtureEdit, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import { jitterMs, waitMs } from '../../domain/delivery/backoff.ts';
import { choosePost, type Haste } from '../../domain/delivery/queue.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';

const settings = DEFAULT_SETTINGS.delivery;
const NOW = 1_700_000_000_000;
const failure = (retryAfterMs: number | null): BackendFailure => ({
  kind: 'server',
  status: 503,
  message: '',
  fields: [],
  retryAfterMs,
});
const wait = { atMs: NOW, untilMs: NOW + 60_000, wasPressed: false };
const pressed = { ...wait, wasPressed: true };
const choose = (queue: Partial<Parameters<typeof choosePost>[0]>, haste: Haste) =>
  choosePost(
    { receipts: [], edits: [], paused: false, wait: null, ...queue },
    { nowMs: NOW, settings, haste, hurried: new Set(), busy: new Set() },
  );

describe('the wait that the backend requests', () => {
  it('is a minimum: a longer wait of the sender stays', () => {
    for (const failures of [1, 4, 9]) {
      for (const random of [0, 0.5, 0.999]) {
        const own = jitterMs(failures, random, settings);
        expect(waitMs(failure(1), failures, random, settings)).toBe(own);
        expect(waitMs(failure(own + 5000), failures, random, settings)).toBe(own + 5000);
        expect(waitMs(failure(null), failures, random, settings)).toBe(own);
      }
    }
  });
});

describe('"send now"', () => {
  const inAMinute = { nextAtMs: NOW + 60_000, tries: 1 };

  const receipt = (change: Partial<Receipt>) => fixtureReceipt('aB1', { ...inAMinute, ...change });

  it.each([
    ['a receipt to be sent', 'post', { receipts: [receipt({ state: 'waiting' })] }],
    ['a receipt to be read again', 'read', { receipts: [receipt({ state: 'sent', settledAtMs: null })] }],
    ['an edit', 'edit', { edits: [fixtureEdit('aB1', { ...inAMinute, state: 'waiting' })] }],
  ] as const)('goes once before the end of a rate limit, and then waits for it: %s', (_what, kind, queue) => {
    const untilMs = NOW + 60_000;
    expect(choose({ ...queue, wait }, 'transport')).toEqual({ kind: 'wait', untilMs });
    expect(choose({ ...queue, wait }, 'all').kind).toBe(kind);
    expect(choose({ ...queue, wait: pressed }, 'all')).toEqual({ kind: 'wait', untilMs });
  });

  it('skips a wait that the backend has not requested', () => {
    const receipts = [
      fixtureReceipt('aB1', {
        ...inAMinute,
        state: 'waiting',
        lastAnswer: { atMs: NOW, status: 503, code: 'server', message: '' },
      }),
    ];
    expect(choose({ receipts }, 'all').kind).toBe('post');
    expect(choose({ receipts }, 'none')).toEqual({ kind: 'wait', untilMs: NOW + 60_000 });
  });
});
