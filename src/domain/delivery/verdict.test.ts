import { describe, expect, it } from 'vitest';
import type { BackendFailure, BackendFailureKind } from '../backend-failure.ts';
import type { Receipt } from '../receipt.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { ReadBack } from './answer.ts';
import { MAX_FLOOR_MS } from '../wait.ts';
import { dueAtMs, jitterMs, waitMs } from './backoff.ts';
import { matchPending, showsValues } from './read-back.ts';
import { applyVerdict, beginPost, recoverCutOff, sameRefusal } from './rows.ts';
import { judgePost, judgeReadBack, SENT_PATIENCE_MS, type VerdictContext } from './verdict.ts';

const settings = DEFAULT_SETTINGS.delivery;
const NOW = 1_700_000_000_000;
const context: VerdictContext = { nowMs: NOW, random: 0.5, settings, failures: 1 };
const OURS = { minor: 5, 'powerSaving.features': [] as string[] };

function receipt(change: Partial<Receipt> = {}): Receipt {
  return {
    id: 'r1', accountId: 'a', runId: 'run', uniqueId: 'abcd', deviceType: 'BEACON', owner: 'known', candidates: ['abcd'], responseBase64: 'AAEQ',
    token: 7, result: null, updatedSeconds: 1_699_999_000, clock: 'unchecked', values: OURS, state: 'waiting', held: false, createdAtMs: NOW - 5000,
    mirrored: true, tries: 1, unanswered: 0, inFlightSinceMs: NOW, lastAnswer: null, nextAtMs: null, settledAtMs: null, origin: 'run', ...change,
  };
}
function failure(kind: BackendFailureKind, status: number, retryAfterMs: number | null = null): { kind: 'failed'; failure: BackendFailure } {
  return { kind: 'failed', failure: { kind, status, message: 'said so', fields: [], retryAfterMs } };
}
const listing = (...ids: string[]) => ({ kind: 'listing' as const, status: 200, packages: ids.map((uniqueId) => ({ uniqueId, base64: 'AAAA' })) });
const read = (change: Partial<Extract<ReadBack, { kind: 'read' }>> = {}): ReadBack => ({
  kind: 'read', listed: true, pending: null, pendingFrom: 'config', values: {}, device: null, ...change,
});
const asked = (status: number, change: Partial<Receipt> = {}): Receipt =>
  receipt({ inFlightSinceMs: null, lastAnswer: { atMs: NOW - 1000, status, code: 'readFirst', message: 'said so' }, ...change });
const sent = (ageMs: number): Receipt => receipt({ state: 'sent', inFlightSinceMs: null, lastAnswer: { atMs: NOW - ageMs, status: 202, code: 'sent', message: '' } });

describe('the answer to a post', () => {
  it.each([
    ['204', { kind: 'nothingPending' as const, status: 204 }, 'verified'],
    ['200, an empty list', listing(), 'verified'],
    ['200, a list of others', listing('efgh'), 'verified'],
    ['200, a list in another case', listing('ABCD'), 'verified'],
    ['200, a list that names it', listing('abcd'), 'readFirst'],
    ['202', { kind: 'accepted' as const, status: 202 }, 'sent'],
    ['a portal', failure('portal', 200), 'retry'],
    ['no network', failure('offline', 0), 'retry'],
    ['15 s without an answer', failure('timeout', 0), 'retry'],
    ['408', failure('server', 408), 'retry'],
    ['429', failure('rateLimit', 429), 'retry'],
    ['503', failure('server', 503), 'retry'],
    ['401', failure('key', 401), 'pauseForKey'],
    ['no key', failure('noKey', 0), 'notSent'],
    ['403', failure('forbidden', 403), 'parked'],
    ['404', failure('notFound', 404), 'parked'],
    ['415', failure('mediaType', 415), 'parked'],
    ['422', failure('invalid', 422), 'parked'],
    ['409, which a repeat may get', failure('conflict', 409), 'readFirst'],
  ])('%s', (_name, answer, kind) => {
    expect(judgePost(answer, receipt(), context).kind).toBe(kind);
  });

  it.each([403, 404, 409, 415, 422] as const)('%i after an unanswered try, or of another phone\'s receipt, is not yet a refusal', (status) => {
    const kinds = { 403: 'forbidden', 404: 'notFound', 409: 'conflict', 415: 'mediaType', 422: 'invalid' } as const;
    expect(judgePost(failure(kinds[status], status), receipt({ unanswered: 1 }), context).kind).toBe('readFirst');
    expect(judgePost(failure(kinds[status], status), receipt({ origin: 'import' }), context).kind).toBe('readFirst');
  });

  it.each([
    ['offline', 0, true], ['timeout', 0, true], ['portal', 200, true], ['server', 502, true], ['server', 425, false], ['rateLimit', 429, false], ['unreadable', 200, true],
  ] as const)('%s (%i) may have taken effect: %s', (kind, status, unanswered) => {
    expect(judgePost(failure(kind, status), receipt(), context)).toMatchObject({ kind: 'retry', unanswered });
  });

  it('keeps to Retry-After as a floor, and to 60 s on a 429 that says nothing', () => {
    expect(judgePost(failure('rateLimit', 429, 90_000), receipt(), context)).toMatchObject({ nextAtMs: NOW + 90_000 });
    expect(judgePost(failure('rateLimit', 429), receipt(), context)).toMatchObject({ nextAtMs: NOW + 60_000 });
    expect(judgePost(failure('server', 503, 120_000), receipt(), context)).toMatchObject({ nextAtMs: NOW + 120_000 });
    expect(judgePost(failure('server', 503), receipt(), context)).toMatchObject({ nextAtMs: NOW + 1500 });
  });
});

describe('what a read proves', () => {
  const shown = { minor: '5', 'powerSaving.features': [], alias: 'x' };
  it.each([
    // after a refusal with a repeat possible
    ['409, applied', asked(409), read({ values: shown }), 'verified', 'verified'],
    ['409, ours is still pending', asked(409), read({ pending: OURS }), 'parked', 'conflict'],
    ['404, not in the list', asked(404, { unanswered: 1 }), read({ listed: false }), 'parked', 'notFound'],
    ['422, nothing pending, values not shown', asked(422, { unanswered: 1 }), read(), 'sent', 'unproven'],
    ['409, applied and a newer change waits', asked(409, { unanswered: 1 }), read({ pending: { minor: 9 }, values: shown }), 'verified', 'newerChange'],
    ['409 on the first try, something else waits', asked(409), read({ pending: { minor: 9 }, values: shown }), 'notVerified', 'replaced'],
    ['409, ours went into a newer change', asked(409, { unanswered: 1 }), read({ pending: { ...OURS, major: 1 }, values: shown }), 'notVerified', 'replaced'],
    ['422, nobody may look', asked(422, { unanswered: 1 }), failure('forbidden', 403), 'parked', 'invalid'],
    // after a listing
    ['listing, ours is pending', asked(200), read({ pending: OURS }), 'notVerified', 'notVerified'],
    ['listing, the same as text', asked(200), read({ pending: { minor: '5' } }), 'notVerified', 'notVerified'],
    ['listing, other values', asked(200), read({ pending: { minor: 6 } }), 'notVerified', 'replaced'],
    ['listing, settled meanwhile', asked(200), read({ values: shown }), 'verified', 'verified'],
    ['listing, a record that says nothing of it', asked(200), read({ values: shown, pendingFrom: 'device' }), 'notVerified', 'notVerified'],
    ['listing, values unknown here', asked(200, { values: {} }), read({ pending: { minor: 6 } }), 'notVerified', 'notVerified'],
    // sent
    ['sent, applied', sent(1000), read({ values: shown }), 'verified', 'verified'],
    ['sent, other values', sent(1000), read({ values: { minor: 4 } }), 'sent', 'sent'],
    ['sent, a bare record', sent(1000), read(), 'sent', 'sent'],
    ['sent, still pending', sent(1000), read({ pending: OURS }), 'sent', 'sent'],
    ['sent long ago, still pending', sent(SENT_PATIENCE_MS), read({ pending: OURS }), 'notVerified', 'notVerified'],
    ['sent, shown, but a newer change waits', sent(1000), read({ pending: { minor: 9 }, values: shown }), 'sent', 'sent'],
  ] as const)('%s', (_name, row, back, kind, code) => {
    const verdict = judgeReadBack(back, row, context);
    expect(verdict).toMatchObject({ kind, answer: { code } });
  });

  it('asks again when the read itself did not come through, and posts nothing meanwhile', () => {
    expect(judgeReadBack(failure('offline', 0), asked(409), context)).toMatchObject({ kind: 'readFirst', nextAtMs: NOW + 1500 });
    expect(judgeReadBack(failure('offline', 0), sent(1000), context)).toMatchObject({ kind: 'sent', nextAtMs: NOW + 1500 });
    expect(judgeReadBack(failure('key', 401), asked(409), context)).toMatchObject({ kind: 'pauseForKey' });
  });

  it('stops looking after a while, also when the clock has jumped back', () => {
    expect(judgeReadBack(read(), sent(SENT_PATIENCE_MS), context)).toMatchObject({ kind: 'sent', nextAtMs: null });
    expect(judgeReadBack(read(), sent(-86_400_000), context)).toMatchObject({ kind: 'sent', answer: { atMs: NOW } });
  });

  it('compares what is pending with what was asked for', () => {
    expect(matchPending({ minor: 5, synchronized: false }, OURS)).toBe('ours');
    expect(matchPending({ minor: 5, major: null }, OURS)).toBe('ours');
    expect(matchPending({ minor: 5 }, { minor: 5, password: 'a1b2c3d4' })).toBe('ours');
    expect(showsValues({ minor: 5 }, OURS)).toBe(false);
    expect(showsValues({}, { password: 'a1b2c3d4' })).toBe(false);
  });
});

describe('waits', () => {
  it('jitters between the least wait and a ceiling that doubles up to 5 minutes', () => {
    expect(jitterMs(1, 0, settings)).toBe(1000);
    expect(jitterMs(1, 0.999_999, settings)).toBe(2000);
    expect(jitterMs(5, 0.999_999, settings)).toBe(32_000);
    expect(jitterMs(50, 0.999_999_9, settings)).toBe(300_000);
    expect(jitterMs(50, 0, settings)).toBe(1000);
  });

  it('cuts a nonsensical floor', () => {
    expect(waitMs(failure('rateLimit', 429, 1e12).failure, 1, 0, settings)).toBe(MAX_FLOOR_MS);
  });

  it('is due at once when the clock has jumped back behind every wait there is', () => {
    expect(dueAtMs(NOW + MAX_FLOOR_MS + 1, NOW, settings)).toBe(NOW);
    expect(dueAtMs(NOW + 30_000, NOW, settings)).toBe(NOW + 30_000);
    expect(dueAtMs(null, NOW, settings)).toBe(NOW);
  });
});

describe('the row', () => {
  it('counts an answer that never came, whether by a kill or by the network', () => {
    const begun = beginPost(receipt({ tries: 0, inFlightSinceMs: null }), NOW);
    expect(begun).toMatchObject({ tries: 1, inFlightSinceMs: NOW, unanswered: 0 });
    expect(recoverCutOff(begun)).toMatchObject({ inFlightSinceMs: null, unanswered: 1 });
    const verdict = judgePost(failure('offline', 0), begun, context);
    expect(applyVerdict(begun, verdict, NOW)).toMatchObject({ state: 'waiting', inFlightSinceMs: null, unanswered: 1, nextAtMs: NOW + 1500 });
    expect(applyVerdict(begun, judgePost(failure('key', 401), begun, context), NOW)).toMatchObject({ state: 'waiting', unanswered: 0, nextAtMs: null });
    expect(applyVerdict(begun, { kind: 'notSent' }, NOW)).toMatchObject({ tries: 0, unanswered: 0, inFlightSinceMs: null });
  });

  it('keeps `updated` and the response through everything', () => {
    const row = receipt();
    for (const verdict of [judgePost(failure('offline', 0), row, context), judgePost({ kind: 'accepted', status: 202 }, row, context)]) {
      expect(applyVerdict(row, verdict, NOW)).toMatchObject({ updatedSeconds: row.updatedSeconds, responseBase64: row.responseBase64 });
    }
  });

  it('finds the same refusal on three devices in a row', () => {
    const parked = (uniqueId: string, status: number, atMs: number) =>
      receipt({ id: `${uniqueId}${atMs}`, uniqueId, state: 'parked', lastAnswer: { atMs, status, code: 'x', message: '' } });
    const three = [parked('a', 403, 10), parked('b', 403, 11), parked('c', 403, 12)];
    expect(sameRefusal(three, 0, settings)).toBe(403);
    expect(sameRefusal(three, 10, settings)).toBeNull();
    expect(sameRefusal([...three, parked('d', 404, 13)], 0, settings)).toBeNull();
    expect(sameRefusal([parked('a', 403, 10), parked('a', 403, 11), parked('b', 403, 12)], 0, settings)).toBeNull();
    const verified = receipt({ state: 'verified', lastAnswer: { atMs: 11, status: 204, code: 'verified', message: '' } });
    expect(sameRefusal([parked('a', 403, 10), verified, parked('b', 403, 12), parked('c', 403, 13)], 0, settings)).toBeNull();
  });
});
