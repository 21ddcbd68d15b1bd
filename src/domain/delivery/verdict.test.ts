/** What an answer and a read mean for a receipt, and what is stored in its row. */
import { describe, expect, it } from 'vitest';
import { HIDDEN_VALUE } from '../attributes/values.ts';
import { isRefusal, isTransient, mayHaveTakenEffect, type BackendFailureKind } from '../backend-failure.ts';
import type { AttributeValues } from '../device.ts';
import { matchPending, showsValues, showedValues, valuesOf } from './read-back.ts';
import { applyVerdict, beginPost, giveTo, recoverCutOff, sameRefusal } from './rows.ts';
import type { PostAnswer } from './answer-types.ts';
import { judgePost, judgeReadBack, needsRead, SENT_PATIENCE_MS, type Verdict } from './verdict.ts';
import { restoredReceipt } from '../new-receipt.ts';
import { type Receipt } from '../receipt.ts';
import {
  settings,
  NOW,
  context,
  OURS,
  receipt,
  failure,
  listing,
  read,
  afterAnswer,
  sent,
  sent4xx,
} from '../../../test/support/delivery-rows.ts';
import { READING } from '../errand.ts';

/** This phone knows two devices: the receipt's own and another one. */
const KNOWN: ReadonlySet<string> = new Set(['abcd', 'efgh']);
const judge = (answer: PostAnswer, row: Receipt): Verdict => judgePost(answer, row, context, KNOWN);

describe('the answer to the post of a receipt', () => {
  it.each([
    ['204', { kind: 'nothingPending' as const, status: 204 }, 'verified'],
    ['200, an empty list', listing(), 'verified'],
    ['200, a list of others that the phone knows', listing('efgh'), 'verified'],
    ['200, a list with an id that the phone does not know', listing('efgh', 'ijkl'), 'readFirst'],
    ['200, a list that names the device with spaces around its ID', listing(' abcd '), 'readFirst'],
    ['200, a list that names the device with a zero-width space in its ID', listing('ab\u200bcd'), 'readFirst'],
    ['200, a list with further pages that names an unknown id', { ...listing('ijkl'), isWhole: false }, 'readFirst'],
    ['200, a list that names the device in another case', listing('ABCD'), 'readFirst'],
    ['200, a list with further pages or an error beside it', { ...listing(), isWhole: false }, 'sent'],
    ['200, a list that names the device', listing('abcd'), 'readFirst'],
    ['202', { kind: 'accepted' as const, status: 202 }, 'sent'],
    ['the sign-in page of a network', failure('portal', 200), 'retry'],
    ['missing without a network', failure('offline', 0), 'retry'],
    ['missing after 15 s', failure('timeout', 0), 'retry'],
    ['408', failure('server', 408), 'retry'],
    ['429', failure('rateLimit', 429), 'retry'],
    ['503', failure('server', 503), 'retry'],
    ['401', failure('key', 401), 'pauseForKey'],
    ['missing because there is no key', failure('noKey', 0), 'notSent'],
    // The browser repeats a post whose connection drops, so even a first answer may be the answer to a repeat.
    ['403', failure('forbidden', 403), 'readFirst'],
    ['404', failure('notFound', 404), 'readFirst'],
    ['409', failure('conflict', 409), 'readFirst'],
    ['415', failure('mediaType', 415), 'readFirst'],
    ['422', failure('invalid', 422), 'readFirst'],
  ])('that is %s counts as $2', (_name, answer, kind) => {
    expect(judge(answer, receipt()).kind).toBe(kind);
  });

  it.each([
    ['imported', { origin: 'import' }],
    ['restored', { origin: 'mirror' }],
    ['of an unsure owner', { owner: 'unsure' }],
    ['posted before', { unanswered: 1 }],
    ['refused before', { answers: 'refused' }],
  ] as const)('that is 204 or an empty list, for a receipt that is %s, is checked by a read', (_name, change) => {
    for (const answer of [{ kind: 'nothingPending' as const, status: 204 }, listing()]) {
      expect(judge(answer, receipt(change))).toMatchObject({ kind: 'sent', nextAtMs: NOW });
    }
  });

  it.each([
    ['offline', 0, true],
    ['timeout', 0, true],
    ['portal', 200, true],
    ['server', 502, true],
    ['server', 425, false],
    ['rateLimit', 429, false],
    ['unreadable', 200, true],
  ] as const)('that is %s (%i) may mean that the post took effect: %s', (kind, status, unanswered) => {
    expect(judge(failure(kind, status), receipt())).toMatchObject({ kind: 'retry', unanswered });
  });

  it('is followed by a wait of at least Retry-After, and of 60 s after a 429 without it', () => {
    expect(judge(failure('rateLimit', 429, 90_000), receipt())).toMatchObject({ nextAtMs: NOW + 90_000 });
    expect(judge(failure('rateLimit', 429), receipt())).toMatchObject({ nextAtMs: NOW + 60_000 });
    expect(judge(failure('server', 503, 120_000), receipt())).toMatchObject({ nextAtMs: NOW + 120_000 });
    expect(judge(failure('server', 503, 7_200_000), receipt())).toMatchObject({
      nextAtMs: NOW + 7_200_000,
    });
    expect(judge(failure('server', 503), receipt())).toMatchObject({ nextAtMs: NOW + 1500 });
  });
});

describe('what a read after a post proves', () => {
  const shown = { minor: '5', 'powerSaving.features': [], alias: 'x' };
  it.each([
    // After a refusal, which may be the answer to a repeat.
    ['409, and the values are shown', afterAnswer(409), read({ values: shown }), 'parked', 'shown'],
    [
      '422, after an unanswered try, the values are shown',
      afterAnswer(422, { unanswered: 1, answers: 'refused', shownBefore: null }),
      read({ values: shown }),
      'parked',
      'unproven',
    ],
    [
      '409, after an unanswered try, the values are shown and were not before',
      afterAnswer(409, { unanswered: 1, answers: 'refused', shownBefore: false }),
      read({ values: shown }),
      'verified',
      'verified',
    ],
    [
      '409, after an unanswered try, the values were shown before',
      afterAnswer(409, { unanswered: 1, answers: 'refused', shownBefore: true }),
      read({ values: shown }),
      'parked',
      'unproven',
    ],
    [
      '409, after an unanswered try, a record that does not tell what is pending',
      afterAnswer(409, { unanswered: 1, shownBefore: false }),
      read({ values: shown, pendingFrom: 'device' }),
      'parked',
      'unproven',
    ],
    [
      '409, every try was answered, the values are shown and were not before',
      afterAnswer(409, { answers: 'refused', shownBefore: false }),
      read({ values: shown }),
      'parked',
      'shown',
    ],
    [
      '409, after an unanswered try, our values are still pending',
      afterAnswer(409, { unanswered: 1 }),
      read({ pending: OURS }),
      'parked',
      'conflict',
    ],
    [
      '422, taken by an earlier post, the values are shown',
      afterAnswer(422, { answers: 'accepted' }),
      read({ values: shown }),
      'verified',
      'verified',
    ],
    ['409, and our values are still pending', afterAnswer(409), read({ pending: OURS }), 'parked', 'conflict'],
    ['404, and the device is not in the list', afterAnswer(404), read({ listed: false }), 'parked', 'notFound'],
    [
      '404 after an unanswered try, and the device is not in the list',
      afterAnswer(404, { unanswered: 1 }),
      read({ listed: false }),
      'parked',
      'unproven',
    ],
    ['422, nothing is pending and the values are not shown', afterAnswer(422), read(), 'notVerified', 'gone'],
    ['403, nothing is pending and the values are not shown', afterAnswer(403), read(), 'parked', 'forbidden'],
    [
      '422, the values are not shown, and the record does not tell what is pending',
      afterAnswer(422),
      read({ pendingFrom: 'device' }),
      'parked',
      'invalid',
    ],
    [
      '422, after an unanswered try, nothing is pending and the values are not shown',
      afterAnswer(422, { unanswered: 1 }),
      read(),
      'parked',
      'unproven',
    ],
    [
      '409, the values are shown and a newer change waits',
      afterAnswer(409, { unanswered: 1 }),
      read({ pending: { minor: 9 }, values: shown }),
      'parked',
      'shownNewer',
    ],
    [
      '409, and another configuration is pending',
      afterAnswer(409),
      read({ pending: { minor: 9 } }),
      'notVerified',
      'replaced',
    ],
    [
      '409, and a newer change contains our values',
      afterAnswer(409, { unanswered: 1 }),
      read({ pending: { ...OURS, major: 1 }, values: shown }),
      'notVerified',
      'replaced',
    ],
    ['422, and the record may not be read', afterAnswer(422), failure('forbidden', 403), 'parked', 'invalid'],
    [
      '422 after an unanswered try, and the record may not be read',
      afterAnswer(422, { unanswered: 1 }),
      failure('forbidden', 403),
      'parked',
      'unproven',
    ],
    // After a listing.
    [
      'a list in the answer, and our values are pending',
      afterAnswer(200),
      read({ pending: OURS }),
      'notVerified',
      'notVerified',
    ],
    [
      'a list in the answer, and our values are pending as text',
      afterAnswer(200),
      read({ pending: { minor: '5' } }),
      'notVerified',
      'notVerified',
    ],
    [
      'a list in the answer, and other values are pending',
      afterAnswer(200),
      read({ pending: { minor: 6 } }),
      'notVerified',
      'replaced',
    ],
    [
      'a list in the answer, other values are pending and our values are shown',
      afterAnswer(200),
      read({ pending: { minor: 6 }, values: shown }),
      'sent',
      'newerChange',
    ],
    [
      'a list in the answer, and our values are shown meanwhile',
      afterAnswer(200),
      read({ values: shown }),
      'verified',
      'verified',
    ],
    [
      'a list in the answer, and a record without pending values',
      afterAnswer(200),
      read({ values: shown, pendingFrom: 'device' }),
      'notVerified',
      'notVerified',
    ],
    [
      'a list in the answer, and our values are unknown',
      afterAnswer(200, { values: {} }),
      read({ pending: { minor: 6 } }),
      'notVerified',
      'notVerified',
    ],
    // After Sent.
    ['Sent, and the values are shown', sent(1000), read({ values: shown }), 'verified', 'verified'],
    ['Sent, and other values are shown', sent(1000), read({ values: { minor: 4 } }), 'sent', 'sent'],
    ['Sent, and a record without values', sent(1000), read(), 'sent', 'sent'],
    ['Sent, and our values are still pending', sent(1000), read({ pending: OURS }), 'sent', 'sent'],
    [
      'Sent long ago, and our values are still pending',
      sent(SENT_PATIENCE_MS),
      read({ pending: OURS }),
      'notVerified',
      'notVerified',
    ],
    [
      'Sent, the values are shown and a newer change is pending',
      sent(1000),
      read({ pending: { minor: 9 }, values: shown }),
      'sent',
      'newerChange',
    ],
    ['Sent, as an earlier version called a refusal', sent4xx(), read({ values: shown }), 'parked', 'shown'],
  ] as const)('makes the receipt $3 ($4) after %s', (_name, row, back, kind, code) => {
    const verdict = judgeReadBack(back, row, context);
    expect(verdict).toMatchObject({ kind, answer: { code } });
  });

  it('is nothing when the read failed, which is then repeated before anything is posted', () => {
    expect(judgeReadBack(failure('offline', 0), afterAnswer(409), context)).toMatchObject({
      kind: 'readFirst',
      nextAtMs: NOW + 1500,
    });
    expect(judgeReadBack(failure('offline', 0), sent(1000), context)).toMatchObject({
      kind: 'sent',
      nextAtMs: NOW + 1500,
    });
    expect(judgeReadBack(failure('key', 401), afterAnswer(409), context)).toMatchObject({ kind: 'pauseForKey' });
  });

  it('is no longer sought after a while, also when the clock was set back', () => {
    expect(judgeReadBack(read(), sent(SENT_PATIENCE_MS - 1), context)).toMatchObject({ nextAtMs: expect.any(Number) });
    expect(judgeReadBack(read({ pending: OURS }), sent(SENT_PATIENCE_MS - 1), context)).toMatchObject({ kind: 'sent' });
    const soon = (ageMs: number) => judgeReadBack(read(), sent(ageMs), { ...context, random: 1 });
    expect([soon(0), soon(1000), soon(3000)]).toMatchObject([
      { nextAtMs: NOW + 2000 },
      { nextAtMs: NOW + 4000 },
      { nextAtMs: NOW + 8000 },
    ]);
    expect(judgeReadBack(read(), sent(SENT_PATIENCE_MS), context)).toMatchObject({ kind: 'sent', nextAtMs: null });
    expect(judgeReadBack(read(), sent(-86_400_000), context)).toMatchObject({ kind: 'sent', answer: { atMs: NOW } });
  });

  it('depends on whether the pending values contain the requested ones', () => {
    expect(matchPending({ minor: 5, synchronized: false }, OURS)).toBe('ours');
    expect(matchPending({ minor: 5, major: null }, OURS)).toBe('ours');
    expect(matchPending({ minor: 5 }, { minor: 5, password: 'a1b2c3d4' })).toBe('ours');
    expect(showsValues({ minor: 5 }, OURS)).toBe(false);
    expect(showsValues({}, { password: 'a1b2c3d4' })).toBe(false);
  });
});

describe('a stored receipt', () => {
  it('counts an answer that never arrived, after a kill or a network failure', () => {
    const begun = beginPost(receipt({ tries: 0, inFlightSinceMs: null }), NOW, null);
    expect(begun).toMatchObject({ tries: 1, inFlightSinceMs: NOW, unanswered: 0 });
    expect(recoverCutOff(begun)).toMatchObject({ inFlightSinceMs: null, unanswered: 1 });
    const verdict = judge(failure('offline', 0), begun);
    expect(applyVerdict(begun, verdict, NOW)).toMatchObject({
      state: 'waiting',
      inFlightSinceMs: null,
      unanswered: 1,
      nextAtMs: NOW + 1500,
    });
    expect(applyVerdict(begun, judge(failure('key', 401), begun), NOW)).toMatchObject({
      state: 'waiting',
      unanswered: 0,
      nextAtMs: null,
    });
    expect(applyVerdict(begun, { kind: 'notSent' }, NOW)).toMatchObject({
      tries: 0,
      unanswered: 0,
      inFlightSinceMs: null,
    });
  });

  it('remembers what the device showed before a post, except for a receipt from a file or of an unsure owner', () => {
    const fresh = receipt({ tries: 0, inFlightSinceMs: null });
    const begun = beginPost(fresh, NOW, false);
    expect(begun.shownBefore).toBe(false);
    expect(beginPost({ ...begun, inFlightSinceMs: null }, NOW, true).shownBefore).toBe(false);
    expect(beginPost(restoredReceipt(fresh), NOW, false).shownBefore).toBe(false);
    expect(beginPost({ ...fresh, tries: 1, shownBefore: null }, NOW, true).shownBefore).toBe(true);
    expect(beginPost({ ...fresh, origin: 'import' }, NOW, false).shownBefore).toBe(null);
    expect(beginPost({ ...fresh, owner: 'unsure' }, NOW, false).shownBefore).toBe(null);
  });

  it('forgets what the device showed before when it is given to another beacon', () => {
    const begun = beginPost(receipt({ tries: 0, inFlightSinceMs: null }), NOW, false);
    expect(giveTo(begun, 'efgh', 'BEACON', OURS)).not.toHaveProperty('shownBefore');
  });

  it('is compared with a record to find out whether the device showed the values', () => {
    expect(showedValues({ minor: 4 }, OURS)).toBe(false);
    expect(showedValues({ minor: 5, 'powerSaving.features': [] }, OURS)).toBe(true);
    expect(showedValues({ minor: 5 }, OURS)).toBe(null);
    expect(showedValues({}, OURS)).toBe(null);
  });

  it('keeps `updated` and the response through all changes', () => {
    const row = receipt();
    for (const verdict of [judge(failure('offline', 0), row), judge({ kind: 'accepted', status: 202 }, row)]) {
      expect(applyVerdict(row, verdict, NOW)).toMatchObject({
        updatedSeconds: row.updatedSeconds,
        responseBase64: row.responseBase64,
      });
    }
  });

  it('remembers the best kind of answer that it ever got', () => {
    const begun = beginPost(receipt({ tries: 0, inFlightSinceMs: null }), NOW, null);
    const refused = applyVerdict(begun, judge(failure('conflict', 409), begun), NOW);
    expect(refused).toMatchObject({ answers: 'refused' });
    const again = beginPost(refused, NOW, null);
    expect(applyVerdict(again, judge({ kind: 'accepted', status: 202 }, again), NOW)).toMatchObject({
      answers: 'accepted',
    });
    expect(applyVerdict(begun, judge(failure('server', 503), begun), NOW)).not.toHaveProperty('answers');
  });

  it('counts as one of several equal refusals when three devices in a row get the same status', () => {
    const parked = (uniqueId: string, status: number, atMs: number) =>
      receipt({
        id: `${uniqueId}${atMs}`,
        uniqueId,
        state: 'parked',
        lastAnswer: { atMs, status, code: 'x', message: '' },
      });
    const three = [parked('a', 403, 10), parked('b', 403, 11), parked('c', 403, 12)];
    expect(sameRefusal(three, settings)).toBe(403);
    expect(sameRefusal([...three, parked('d', 404, 13)], settings)).toBeNull();
    expect(sameRefusal([parked('a', 403, 10), parked('a', 403, 11), parked('b', 403, 12)], settings)).toBeNull();
    // "Resume" forgives all earlier refusals, whichever window it was pressed in.
    expect(
      sameRefusal(
        three.map((row) => ({ ...row, lastAnswer: { ...row.lastAnswer!, isForgiven: true } })),
        settings,
      ),
    ).toBeNull();
    const verified = receipt({
      state: 'verified',
      lastAnswer: { atMs: 11, status: 204, code: 'verified', message: '' },
    });
    expect(
      sameRefusal([parked('a', 403, 10), verified, parked('b', 403, 12), parked('c', 403, 13)], settings),
    ).toBeNull();
  });
});

describe('the pending values in a device record, compared with those of a receipt (ours),', () => {
  it.each<[what: string, pending: AttributeValues, ours: AttributeValues, match: string]>([
    ['are unknown where ours are not known', { minor: 5 }, {}, 'unknown'],
    ['are ours', { minor: 5 }, { minor: 5 }, 'ours'],
    ['are ours in another spelling', { minor: '5' }, { minor: 5 }, 'ours'],
    ['are ours beside fields of the backend', { minor: 5, internalCounter: 3 }, { minor: 5 }, 'ours'],
    ['are ours beside values of the backend alone', { minor: 5, alias: 'x' }, { minor: 5 }, 'ours'],
    ['are ours beside empty ones', { minor: 5, url: '', packets: [], major: null }, { minor: 5 }, 'ours'],
    ['are merged with others', { minor: 5, major: 0 }, { minor: 5 }, 'merged'],
    ['are merged with a list', { minor: 5, packets: ['IBEACON'] }, { minor: 5 }, 'merged'],
    ['are others', { minor: 6 }, { minor: 5 }, 'other'],
    ['are others where one of ours is missing', { minor: 5 }, { minor: 5, major: 1 }, 'other'],
  ])('%s', (_what, pending, ours, match) => {
    expect(matchPending(pending, ours)).toBe(match);
  });
});

describe('the record of a device', () => {
  it.each<[what: string, shown: AttributeValues, ours: AttributeValues, shows: boolean, showed: boolean | null]>([
    ['with all values', { minor: 5, major: 1 }, { minor: '5' }, true, true],
    ['with another value', { minor: 6 }, { minor: 5 }, false, false],
    ['with one of two values', { minor: 5 }, { minor: 5, major: 1 }, false, null],
    ['with one other of two values', { minor: 6 }, { minor: 5, major: 1 }, false, false],
    ['with a hidden value', { name: HIDDEN_VALUE }, { name: 'x' }, false, null],
    ['without an empty value', {}, { 'powerSaving.features': [] }, false, null],
    ['with an empty value', { 'powerSaving.features': '' }, { 'powerSaving.features': [] }, true, true],
    ['of a secret alone', { password: 'a1b2c3d4' }, { password: 'a1b2c3d4' }, false, null],
    ['of nothing', {}, {}, false, null],
  ])(
    '%s shows the requested values: %s, and can be said to have shown them before: %s',
    (_what, shown, ours, shows, showed) => {
      expect([showsValues(shown, ours), showedValues(shown, ours)]).toEqual([shows, showed]);
    },
  );

  it('holds the advertised name among its values, if there is one', () => {
    expect(valuesOf({ attributes: { minor: 1 }, name: 'FK' })).toEqual({ minor: 1, name: 'FK' });
    expect(valuesOf({ attributes: { minor: 1, name: 'of the attributes' }, name: null })).toEqual({
      minor: 1,
      name: 'of the attributes',
    });
    expect(valuesOf({})).toEqual({});
  });
});

describe('a request that failed', () => {
  it.each<[BackendFailureKind, status: number, transient: boolean, effect: boolean, refusal: boolean]>([
    ['offline', 0, true, true, false],
    ['timeout', 0, true, true, false],
    ['portal', 200, true, true, false],
    ['unreadable', 200, true, true, false],
    ['cancelled', 0, true, true, false],
    ['server', 503, true, true, false],
    ['server', 425, true, false, false],
    ['rateLimit', 429, true, false, false],
    ['noKey', 0, true, false, false],
    ['key', 401, false, false, false],
    ['forbidden', 403, false, false, true],
    ['conflict', 409, false, false, true],
    ['proxyGaveUp', 499, false, false, true],
  ])(
    'with %s (%i) is repeated: %s, may have taken effect: %s, is a refusal: %s',
    (kind, status, transient, effect, refusal) => {
      const { failure: failed } = failure(kind, status);
      expect([isTransient(failed), mayHaveTakenEffect(failed), isRefusal(failed)]).toEqual([
        transient,
        effect,
        refusal,
      ]);
    },
  );
});

describe('a reading of a beacon', () => {
  const reading = (change: Partial<Receipt> = {}): Receipt => receipt({ kind: READING, state: 'sent', ...change });

  it('is parked when the backend refuses it, and counts as sent as soon as the backend accepts it', () => {
    expect(judge(failure('conflict', 409), reading())).toMatchObject({ kind: 'parked', answer: { code: 'conflict' } });
    expect(judge({ kind: 'accepted', status: 202 }, reading())).toMatchObject({ kind: 'sent', nextAtMs: NOW });
    expect(judge({ kind: 'accepted', status: 202 }, receipt())).toMatchObject({
      kind: 'sent',
      nextAtMs: NOW + settings.backoffMinMs,
    });
  });

  it.each<[what: string, back: Parameters<typeof judgeReadBack>[0], values: AttributeValues, expected: object]>([
    [
      'is verified once the values are shown and nothing is pending',
      read({ values: OURS }),
      OURS,
      { kind: 'verified' },
    ],
    [
      'waits while only a device record says that nothing is pending',
      read({ values: OURS, pendingFrom: 'device' }),
      OURS,
      { kind: 'sent', nextAtMs: expect.any(Number) },
    ],
    [
      'waits while something is pending',
      read({ values: OURS, pending: { minor: 5 } }),
      OURS,
      { kind: 'sent', nextAtMs: expect.any(Number) },
    ],
    [
      'waits while the device is not listed',
      read({ values: OURS, listed: false }),
      OURS,
      { kind: 'sent', nextAtMs: expect.any(Number) },
    ],
    ['is finished where it has no run to settle', read(), {}, { kind: 'sent', nextAtMs: null }],
    ['is finished where its run wrote a secret alone', read(), { password: 'x' }, { kind: 'sent', nextAtMs: null }],
  ])('%s', (_what, back, values, expected) => {
    expect(judgeReadBack(back, reading({ values }), context)).toMatchObject(expected);
  });
});

it('the queue reads a sent receipt or an unclear answer next, and posts every other receipt', () => {
  expect([needsRead(receipt({ state: 'sent' })), needsRead(afterAnswer(409)), needsRead(receipt())]).toEqual([
    true,
    true,
    false,
  ]);
});

it('the message of the backend is shortened to 300 characters when a read has replaced its answer', () => {
  const first = { atMs: NOW, status: 200, code: 'readFirst', message: 'x'.repeat(301) };
  expect(judgeReadBack(read({ pending: OURS }), afterAnswer(200, { lastAnswer: first }), context)).toMatchObject({
    kind: 'notVerified',
    answer: { message: 'x'.repeat(300) },
  });
});

it.each([
  ['no key', 'noKey', 'sent', 'notSent'],
  ['a refused key', 'key', 'sent', 'pauseForKey'],
  ['the record of a sent receipt', 'forbidden', 'sent', 'sent'],
  ['the record after an unclear answer', 'forbidden', 'waiting', 'notVerified'],
  ['a sign-in page', 'portal', 'waiting', 'readFirst'],
] as const)('a read that fails because of %s (%s) makes a receipt that is %s: %s', (_what, kind, state, verdict) => {
  const row = afterAnswer(200, { state });
  expect(judgeReadBack(failure(kind, 403), row, context).kind).toBe(verdict);
});
