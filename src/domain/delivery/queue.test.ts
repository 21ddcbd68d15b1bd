/** Waits before the next try: our own jitter, requests of the backend, and clocks that jump. */
import { describe, expect, it } from 'vitest';
import { type Receipt } from '../receipt.ts';
import { LONGEST_WAIT_MS } from '../wait.ts';
import { dueAtMs, floorMs, jitterMs, requestedWait, waitMs, type RequestedWait } from './backoff.ts';
import { choosePost, sendable, type Haste } from './queue.ts';
import { fixtureEdit } from '../../../test/support/fixture-rows.ts';
import { settings, NOW, receipt, failure } from '../../../test/support/delivery-rows.ts';
import { READING } from '../errand.ts';
import type { VirtualEdit } from '../virtual-edit.ts';
import { READ_FIRST } from './verdict.ts';

describe('the wait before the next attempt to deliver', () => {
  it('jitters between the minimum and a ceiling that doubles up to 5 minutes', () => {
    expect(jitterMs(1, 0, settings)).toBe(1000);
    expect(jitterMs(1, 0.999_999, settings)).toBe(2000);
    expect(jitterMs(5, 0.999_999, settings)).toBe(32_000);
    expect(jitterMs(50, 0.999_999_9, settings)).toBe(300_000);
    expect(jitterMs(50, 0, settings)).toBe(1000);
  });

  it('has an upper limit even if the backend asks for an absurdly long wait', () => {
    expect(waitMs(failure('rateLimit', 429, 1e12).failure, 1, 0, settings)).toBe(LONGEST_WAIT_MS);
  });

  it('ends at once when the clock was set back by more than the longest wait', () => {
    expect(dueAtMs(NOW + 300_001, NOW, settings)).toBe(NOW);
    expect(dueAtMs(NOW + 30_000, NOW, settings)).toBe(NOW + 30_000);
    expect(dueAtMs(null, NOW, settings)).toBe(NOW);
    expect(dueAtMs(NOW + 300_000, NOW, settings)).toBe(NOW + 300_000);
    expect(dueAtMs(NOW + 300_000, NOW, { ...settings, backoffMaxMs: 1, rateLimitMs: 299_999 })).toBe(NOW);
    expect(dueAtMs(NOW - 1, NOW, settings)).toBe(NOW - 1);
  });

  it('is the shortest one after the first failure, and also when no failure was counted', () => {
    expect(jitterMs(0, 1, settings)).toBe(jitterMs(1, 1, settings));
    expect(jitterMs(2, 1, settings)).toBe(4000);
    expect(jitterMs(1, 0.5, { ...settings, backoffMinMs: 5000, backoffMaxMs: 1000 })).toBe(5000);
  });

  it.each([
    ['what the backend asks for', 'server', 7000, 7000],
    ['a minute after a rate limit that asks for nothing', 'rateLimit', null, settings.rateLimitMs],
    ['what a rate limit asks for', 'rateLimit', 7000, 7000],
    ['nothing for an invalid wait', 'server', -5, 0],
    ['nothing without a request', 'server', null, null],
  ] as const)('is at least %s', (_what, kind, retryAfterMs, floor) => {
    const { failure: failed } = failure(kind, 503, retryAfterMs);
    expect(floorMs(failed, settings)).toBe(floor);
    expect(waitMs(failed, 1, 0, settings)).toBe(Math.max(1000, floor ?? 0));
  });
});

describe('a wait that the backend has requested', () => {
  const waiting = receipt({ id: 'waiting', inFlightSinceMs: null });
  const until = (untilMs: number, change: Partial<RequestedWait> = {}): RequestedWait => ({
    atMs: NOW - 1000,
    untilMs,
    wasPressed: false,
    ...change,
  });
  const choose = (wait: RequestedWait, haste: Haste) =>
    choosePost(
      { receipts: [waiting], edits: [], paused: false, wait },
      { nowMs: NOW, settings, haste, hurried: new Set(), busy: new Set() },
    );

  it('holds every receipt back, however long the wait is, until a person overrides it once', () => {
    const long = until(NOW + 7_200_000);
    expect(choose(long, 'none')).toEqual({ kind: 'wait', untilMs: NOW + 7_200_000 });
    expect(choose(long, 'transport')).toEqual({ kind: 'wait', untilMs: NOW + 7_200_000 });
    expect(choose(long, 'all').kind).toBe('post');
    expect(requestedWait(long, NOW)).toEqual(long);
    expect(choose(until(NOW + 60_000, { wasPressed: true }), 'all')).toEqual({ kind: 'wait', untilMs: NOW + 60_000 });
  });

  it('ends at its time, or when the clock was set back to before its start', () => {
    expect([until(NOW), until(NOW + 1)].map((wait) => choose(wait, 'none').kind)).toEqual(['post', 'wait']);
    const ahead = until(NOW + 7_205_000, { atMs: NOW + 5000 });
    expect([choose(ahead, 'none').kind, requestedWait(ahead, NOW)]).toEqual(['post', null]);
  });
});

describe('the order in which the receipts of one beacon are sent', () => {
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

describe('the next request to the backend', () => {
  const answered = (code: string, atMs = NOW - 5000) => ({ atMs, status: 200, code, message: '' });
  const waiting = (id: string, change: Partial<Receipt> = {}): Receipt =>
    receipt({ id, uniqueId: id, inFlightSinceMs: null, ...change });
  const edit = (id: string, change: Partial<VirtualEdit> = {}): VirtualEdit =>
    fixtureEdit(id, { createdAtMs: 5, ...change });
  const next = (
    receipts: readonly Receipt[],
    edits: readonly VirtualEdit[] = [],
    changed: { haste?: Haste; hurried?: string[]; busy?: string[]; paused?: boolean } = {},
  ): string => {
    const { haste = 'none', hurried = [], busy = [], paused = false } = changed;
    const item = choosePost(
      { receipts, edits, paused, wait: null },
      { nowMs: NOW, settings, haste, hurried: new Set(hurried), busy: new Set(busy) },
    );
    if (item.kind === 'wait') return `wait ${item.untilMs - NOW}`;
    if (item.kind === 'idle') return 'idle';
    return `${item.kind} ${item.kind === 'edit' ? item.edit.uniqueId : item.receipt.id}`;
  };

  it('is nothing while the queue is paused or empty', () => {
    expect([next([]), next([waiting('a')]), next([waiting('a')], [], { paused: true })]).toEqual([
      'idle',
      'post a',
      'idle',
    ]);
  });

  it('is a read that resolves an unclear answer, then a receipt, then a read of a sent one, then an edit', () => {
    const unclear = waiting('unclear', { lastAnswer: answered(READ_FIRST), createdAtMs: NOW });
    const sent = waiting('sent', { state: 'sent', lastAnswer: answered('sent') });
    expect(next([sent, waiting('a'), unclear], [edit('e')])).toBe('read unclear');
    expect(next([sent, waiting('a')], [edit('e')])).toBe('post a');
    expect(next([sent], [edit('e')])).toBe('read sent');
    expect(next([], [edit('e')])).toBe('edit e');
  });

  it('is the post of a receipt before the repeated read of an unclear answer', () => {
    const unclear = waiting('unclear', { lastAnswer: answered(READ_FIRST), nextAtMs: NOW });
    expect(next([unclear, waiting('a')])).toBe('post a');
    expect(next([unclear])).toBe('read unclear');
  });

  it('is for a receipt or edit never tried, then for the one tried longest ago, then for the oldest', () => {
    const old = waiting('old', { lastAnswer: answered('server', NOW - 9), createdAtMs: 2 });
    const heard = waiting('heard', { lastAnswer: answered('server', NOW - 8), createdAtMs: 1 });
    expect([next([old, heard]), next([heard, old])]).toEqual(['post old', 'post old']);
    const [one, other] = [waiting('one', { createdAtMs: 1 }), waiting('other', { createdAtMs: 2 })];
    expect([next([one, other]), next([other, one])]).toEqual(['post one', 'post one']);
    expect(next([one, { ...other, createdAtMs: 1 }])).toBe('post one');
    expect(next([heard, waiting('never', { createdAtMs: 9 })])).toBe('post never');
  });

  it.each<[what: string, change: Partial<Receipt>, chosen: string]>([
    ['is held', { held: true }, 'idle'],
    ['was given up', { givenUpAtMs: 1 }, 'idle'],
    ['has no response', { responseBase64: '' }, 'idle'],
    ['is parked', { state: 'parked' }, 'idle'],
    ['is verified', { state: 'verified' }, 'idle'],
    ['is sent and settled', { state: 'sent', settledAtMs: 5 }, 'idle'],
    ['is a reading that nobody asked for', { kind: READING }, 'idle'],
    ['is a reading that was asked for', { kind: READING, syncAskedAtMs: 5 }, 'post a'],
    ['is due now', { nextAtMs: NOW }, 'post a'],
    ['is due later', { nextAtMs: NOW + 7 }, 'wait 7'],
  ])('for a receipt that %s is: %s', (_what, change, chosen) => {
    expect(next([waiting('a', change)])).toBe(chosen);
  });

  it('is not the post of a reading that a later write has outdated, but is its read if it was sent', () => {
    const reading = waiting('r', { uniqueId: 'a', kind: READING, syncAskedAtMs: 5, createdAtMs: 1 });
    const written = waiting('w', { uniqueId: 'a', createdAtMs: 2, state: 'verified' });
    expect(next([reading, written])).toBe('idle');
    expect(next([{ ...reading, state: 'sent' }, written])).toBe('read r');
  });

  it.each<[what: string, change: Partial<VirtualEdit>, chosen: string]>([
    ['is held', { held: true }, 'idle'],
    ['is parked', { state: 'parked' }, 'idle'],
    ['is saved', { state: 'saved' }, 'idle'],
    ['has nothing to send', { values: {} }, 'idle'],
    ['is due later', { nextAtMs: NOW + 7 }, 'wait 7'],
    ['is due', { nextAtMs: NOW }, 'edit e'],
  ])('for an edit that %s is: %s', (_what, change, chosen) => {
    expect(next([], [edit('e', change)])).toBe(chosen);
  });

  it('is never for a device or a receipt that has a request in flight', () => {
    const [a, b] = [waiting('a'), waiting('r', { uniqueId: 'b' })];
    expect(next([a, b], [], { busy: ['a'] })).toBe('post r');
    expect(next([b], [], { busy: ['r'] })).toBe('idle');
    expect(next([b], [], { busy: ['b'] })).toBe('idle');
    expect(next([], [edit('e')], { busy: ['e'] })).toBe('idle');
  });

  it('waits until the first of all receipts and edits is due', () => {
    const rows = [waiting('a', { nextAtMs: NOW + 9 }), waiting('b', { nextAtMs: NOW + 7 })];
    expect(next(rows, [edit('e', { nextAtMs: NOW + 8 })])).toBe('wait 7');
    expect(next([...rows, waiting('c')])).toBe('post c');
  });

  it('skips the waits after a missing answer when the network is back, and every wait at "Send now", once', () => {
    const offline = waiting('a', { nextAtMs: NOW + 7, lastAnswer: answered('offline') });
    const busy = waiting('b', { nextAtMs: NOW + 7, lastAnswer: answered('server') });
    expect([next([offline]), next([offline], [], { haste: 'transport' })]).toEqual(['wait 7', 'post a']);
    expect([next([busy], [], { haste: 'transport' }), next([busy], [], { haste: 'all' })]).toEqual([
      'wait 7',
      'post b',
    ]);
    expect(next([busy], [], { haste: 'all', hurried: ['b'] })).toBe('wait 7');
    const later = edit('e', { nextAtMs: NOW + 7, lastAnswer: answered('timeout') });
    expect([
      next([], [later], { haste: 'transport' }),
      next([], [later], { haste: 'all', hurried: ['edit e'] }),
    ]).toEqual(['edit e', 'wait 7']);
  });

  it('is for a receipt that was sent but not verified, or for the first waiting receipt of a device', () => {
    const rows = [
      waiting('a2', { uniqueId: 'a', token: 2 }),
      waiting('a1', { uniqueId: 'a', token: 1 }),
      waiting('s1', { uniqueId: 'a', token: 3, state: 'sent' }),
      waiting('b'),
    ];
    expect(sendable(rows).map(({ id }) => id)).toEqual(['s1', 'a1', 'b']);
  });
});
