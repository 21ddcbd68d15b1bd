/** The changes to a receipt's row: after its answer, and at a person's request. */
import { describe, expect, it } from 'vitest';
import { NOW, receipt, settings } from '../../../test/support/delivery-rows.ts';
import { READING } from '../errand.ts';
import { type Receipt, type ReceiptState } from '../receipt.ts';
import {
  applyVerdict,
  sendAgain,
  beginPost,
  forgive,
  giveTo,
  giveUp,
  recoverCutOff,
  sameRefusal,
  sendAnyway,
  takeUp,
} from './rows.ts';
import { READ_FIRST, SHOWN, SHOWN_NEWER, type Verdict } from './verdict.ts';

const answer = (code: string, status = 422) => ({ atMs: NOW, status, code, message: '' });

describe('"Try again"', () => {
  it.each(['parked', 'notVerified', 'sent'] as const)('posts a receipt again that is %s', (state) => {
    const row = receipt({ state, nextAtMs: 7, settledAtMs: 5, givenUpAtMs: 6, lastAnswer: answer('other') });
    expect(sendAgain(row)).toMatchObject({
      state: 'waiting',
      nextAtMs: null,
      settledAtMs: null,
      lastAnswer: answer('other'),
    });
    expect(sendAgain(row).givenUpAtMs).toBeUndefined();
    // It is posted, not read.
    expect(sendAgain({ ...row, lastAnswer: answer(READ_FIRST) }).lastAnswer).toBeNull();
    expect(sendAgain({ ...row, lastAnswer: null }).lastAnswer).toBeNull();
  });

  it('only ends the wait of a receipt that waits, and changes no other receipt', () => {
    const waits = receipt({ state: 'waiting', nextAtMs: 7, lastAnswer: answer(READ_FIRST) });
    expect(sendAgain(waits)).toEqual({ ...waits, nextAtMs: null });
    for (const state of ['verified', 'reserved', 'refused'] as const) {
      const row = receipt({ state, nextAtMs: 7 });
      expect(sendAgain(row)).toBe(row);
    }
  });
});

describe('giving up a receipt', () => {
  it.each<[ReceiptState, boolean]>([
    ['waiting', true],
    ['sent', true],
    ['parked', true],
    ['notVerified', true],
    ['refused', true],
    ['verified', false],
    ['reserved', false],
  ])('is possible when it is %s: %s', (state, may) => {
    expect(giveUp(receipt({ state }), NOW).givenUpAtMs).toBe(may ? NOW : undefined);
  });

  it('keeps the time at which the receipt was first given up, until a person takes that back', () => {
    const row = giveUp(receipt({ state: 'parked' }), NOW);
    expect(giveUp(row, NOW + 1)).toBe(row);
    expect(takeUp(row)).toEqual(receipt({ state: 'parked' }));
  });
});

it('forgiving a refusal changes nothing else of a parked receipt, and nothing of a receipt without a refusal', () => {
  const parked = receipt({ state: 'parked', lastAnswer: answer('other') });
  expect(forgive(parked).lastAnswer).toEqual({ ...answer('other'), isForgiven: true });
  for (const row of [receipt({ state: 'parked', lastAnswer: null }), { ...parked, state: 'waiting' as const }])
    expect(forgive(row)).toBe(row);
});

it('a refused receipt that a person sends anyway waits again, unless it is a reading', () => {
  const refused = receipt({ state: 'refused', held: true, nextAtMs: 7, settledAtMs: 5 });
  expect(sendAnyway(refused)).toMatchObject({ state: 'waiting', held: false, nextAtMs: null, settledAtMs: null });
  for (const row of [receipt({ ...refused, kind: READING }), receipt({ state: 'parked' })])
    expect(sendAnyway(row)).toBe(row);
});

describe('a receipt that is given to another beacon', () => {
  const row = receipt({
    candidates: ['abcd', 'efgh', 'ijkl'],
    state: 'parked',
    answers: 'refused',
    shownBefore: true,
    givenUpAtMs: 5,
    unanswered: 2,
    nextAtMs: 7,
    settledAtMs: 6,
    lastAnswer: answer('other'),
  });

  it('waits under the name of that beacon, without what was learned about the one before', () => {
    const given = giveTo(row, 'efgh', 'BEACON_PRO', { minor: 9 });
    expect(given).toMatchObject({
      uniqueId: 'efgh',
      deviceType: 'BEACON_PRO',
      values: { minor: 9 },
      candidates: ['efgh', 'abcd', 'ijkl'],
      owner: 'unsure',
      state: 'waiting',
      held: false,
      unanswered: 0,
      lastAnswer: null,
      nextAtMs: null,
      settledAtMs: null,
    });
    for (const name of ['answers', 'shownBefore', 'givenUpAtMs']) expect(given).not.toHaveProperty(name);
  });

  it('is held and has no values if it is a reading', () => {
    expect(giveTo({ ...row, kind: READING }, 'mnop', 'BEACON', { minor: 9 })).toMatchObject({
      values: {},
      held: true,
      candidates: ['mnop', 'abcd', 'efgh', 'ijkl'],
    });
  });
});

describe('whether the device showed the values before a post', () => {
  it.each<[what: string, Partial<Receipt>, boolean | null, boolean | null]>([
    ['is noted', {}, false, false],
    ['is noted once', { shownBefore: true }, false, true],
    ['is noted later where it was not known', { shownBefore: null }, false, false],
    ['stays unknown for a receipt from a file', { origin: 'import' }, false, null],
    ['stays unknown for a receipt of an unsure owner', { owner: 'unsure' }, false, null],
  ])('%s', (_what, changed, shownBefore, noted) => {
    expect(beginPost(receipt({ tries: 1, ...changed }), NOW, shownBefore)).toMatchObject({
      shownBefore: noted,
      tries: 2,
      inFlightSinceMs: NOW,
    });
  });
});

describe('equal refusals in a row', () => {
  const parked = (uniqueId: string, atMs: number, changes: Partial<Receipt> = {}): Receipt =>
    receipt({
      id: `${uniqueId} ${atMs}`,
      uniqueId,
      state: 'parked',
      lastAnswer: { ...answer('other'), atMs },
      ...changes,
    });
  const needed = settings.pauseAfterSameRefusal;
  const ids = Array.from({ length: needed }, (_, at) => `beacon ${at}`);

  it('pause the queue from the set number on, and not before', () => {
    const rows = ids.map((id, at) => parked(id, at));
    expect(sameRefusal(rows, settings)).toBe(422);
    expect(sameRefusal(rows.slice(1), settings)).toBeNull();
    expect(sameRefusal([], settings)).toBeNull();
  });

  it.each<[what: string, Partial<Receipt>]>([
    ['a reading', { kind: READING }],
    ['a receipt without an answer', { lastAnswer: null }],
    ['a receipt that waits', { state: 'waiting' }],
  ])('are not interrupted by %s', (_what, changed) => {
    const other = parked('other', needed + 5, changed);
    expect(sameRefusal([...ids.map((id, at) => parked(id, at)), other], settings)).toBe(422);
  });

  it.each<[what: string, Partial<Receipt>]>([
    ['a receipt that was sent', { state: 'sent' }],
    ['a receipt that is not verified', { state: 'notVerified' }],
    ['another status', { lastAnswer: { ...answer('forbidden', 403), atMs: 0.5 } }],
    ['a device that shows the values', { lastAnswer: { ...answer(SHOWN), atMs: 0.5 } }],
    ['a device that shows the values and a newer change', { lastAnswer: { ...answer(SHOWN_NEWER), atMs: 0.5 } }],
    ['a refusal that was forgiven', { lastAnswer: { ...answer('other'), atMs: 0.5, isForgiven: true } }],
  ])('are interrupted by %s', (_what, changed) => {
    const rows = ids.map((id, at) => parked(id, at));
    expect(sameRefusal([...rows, parked('other', 0.5, changed)], settings)).toBeNull();
  });
});

describe('the answer to a request about a receipt', () => {
  const posted = receipt({ inFlightSinceMs: NOW - 5, unanswered: 2, tries: 3, nextAtMs: 7, settledAtMs: 6 });
  const readBack = receipt({ ...posted, inFlightSinceMs: null });
  const READ = answer('sent', 200);
  const LATER = NOW + 9;
  const retry = (unanswered: boolean): Verdict => ({
    kind: 'retry',
    answer: answer('server', 503),
    nextAtMs: LATER,
    unanswered,
  });

  it.each<[what: string, row: Receipt, verdict: Verdict, unanswered: number]>([
    ['counts as one more missing answer if the post may have taken effect', posted, retry(true), 3],
    ['does not count as missing if the post had no effect', posted, retry(false), 2],
    ['does not count as missing after a read, because only a post can remain unanswered', readBack, retry(true), 2],
  ])('%s', (_what, row, verdict, unanswered) => {
    expect(applyVerdict(row, verdict, NOW)).toEqual({
      ...row,
      inFlightSinceMs: null,
      unanswered,
      nextAtMs: LATER,
      lastAnswer: answer('server', 503),
    });
  });

  it.each<[Verdict, Partial<Receipt>]>([
    [
      { kind: 'verified', answer: READ },
      { state: 'verified', nextAtMs: null, settledAtMs: NOW },
    ],
    [
      { kind: 'notVerified', answer: READ },
      { state: 'notVerified', nextAtMs: null, settledAtMs: NOW },
    ],
    [
      { kind: 'parked', answer: READ },
      { state: 'parked', nextAtMs: null, settledAtMs: null },
    ],
    [
      { kind: 'sent', answer: READ, nextAtMs: LATER },
      { state: 'sent', nextAtMs: LATER, settledAtMs: null },
    ],
    [
      { kind: 'sent', answer: READ, nextAtMs: null },
      { state: 'sent', nextAtMs: null, settledAtMs: NOW },
    ],
    [
      { kind: 'readFirst', answer: READ, nextAtMs: LATER },
      { state: 'waiting', nextAtMs: LATER, settledAtMs: 6 },
    ],
  ])('sets state and times of the receipt: %j', (verdict, after) => {
    expect(applyVerdict(posted, verdict, NOW)).toEqual({
      ...posted,
      inFlightSinceMs: null,
      lastAnswer: READ,
      answers: 'accepted',
      ...after,
    });
    expect(applyVerdict(readBack, verdict, NOW)).not.toHaveProperty('answers');
  });

  it('is remembered as a refusal from status 400 on, unless the backend had accepted before', () => {
    const answersTo = (status: number, row: Receipt) =>
      applyVerdict(row, { kind: 'parked', answer: answer('x', status) }, NOW).answers;
    expect([answersTo(399, posted), answersTo(400, posted)]).toEqual(['accepted', 'refused']);
    expect(answersTo(400, { ...posted, answers: 'accepted' })).toBe('accepted');
    expect(answersTo(400, { ...posted, answers: 'refused' })).toBe('refused');
    expect(applyVerdict({ ...posted, answers: 'refused' }, retry(true), NOW).answers).toBe('refused');
  });

  it('replaces, when it asks for a key, no earlier answer that requires a read or reports Sent', () => {
    const asked: Verdict = { kind: 'pauseForKey', answer: answer('key', 401) };
    const codeAfter = (row: Receipt) => applyVerdict(row, asked, NOW).lastAnswer?.code;
    expect(codeAfter({ ...posted, lastAnswer: answer(READ_FIRST) })).toBe(READ_FIRST);
    expect(codeAfter({ ...posted, state: 'sent', lastAnswer: answer('sent', 200) })).toBe('sent');
    expect(codeAfter({ ...posted, lastAnswer: answer('server', 503) })).toBe('key');
    expect(codeAfter({ ...posted, lastAnswer: null })).toBe('key');
    expect(applyVerdict(posted, asked, NOW)).toMatchObject({ state: 'waiting', nextAtMs: null, settledAtMs: 6 });
  });

  it('takes back the counted attempt, and no earlier attempt, when nothing was sent', () => {
    const tries = (row: Receipt) => applyVerdict(row, { kind: 'notSent' }, NOW).tries;
    expect([tries(posted), tries(readBack), tries({ ...posted, tries: 0 })]).toEqual([2, 3, 0]);
  });

  it('is missing after an interruption only if a post was in flight', () => {
    expect(recoverCutOff(posted)).toEqual({ ...posted, inFlightSinceMs: null, unanswered: 3 });
    expect(recoverCutOff(readBack)).toBe(readBack);
  });
});
