import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../test/support/fixture-rows.ts';
import { newRun, reservedRow } from './provisioning/journal.ts';
import type { Receipt } from './receipt.ts';
import type { Run } from './run.ts';
import { isOpenReceipt, trackOf, type TrackFacts } from './track.ts';
import { MARK_WORDS, type MarkState } from './track-marks.ts';

const carried = fixturePackage('tB4x', { id: 'p1', token: 5, preparedAtMs: 1000, fetchedAtMs: 1000 });
const intent = newRun({ id: 'r1', receiptId: 'x1', package: carried, nowMs: 2000 });
const run = (change: Partial<Run>): Run => ({ ...intent, ...change });
const receipt = (change: Partial<Receipt>): Receipt => ({
  ...reservedRow({ id: 'x1', accountId: 'a', run: intent, values: {}, nowMs: 3000 }),
  state: 'waiting',
  mirrored: true,
  ...change,
});
const failed = { code: 'droppedWhileReading', detail: '', atMs: 1 } as const;
const used = { ...carried, state: 'used' } as const;
const nothing: TrackFacts = { pending: false, package: null, run: null, receipt: null };

/** One letter per mark: r reached, . empty, u uncertain, x refused, o not verified. */
const LETTERS: Record<MarkState, string> = { reached: 'r', empty: '.', uncertain: 'u', refused: 'x', notVerified: 'o' };

const TABLE: readonly (readonly [string, Partial<TrackFacts>, string, string])[] = [
  ['nothing', {}, '......', 'nothing'],
  ['the backend lists it as pending', { pending: true }, 'r.....', 'prepared'],
  ['prepared here', { package: { ...carried, state: 'prepared' } }, 'r.....', 'prepared'],
  ['carried', { package: carried }, 'rr....', 'onThisPhone'],
  ['run begun', { package: carried, run: intent }, 'rr....', 'onThisPhone'],
  ['writing', { package: carried, run: run({ step: 'writing' }) }, 'rru...', 'uncertain'],
  ['written', { package: carried, run: run({ step: 'written' }) }, 'rrr...', 'written'],
  [
    'stopped while reading',
    { package: carried, run: run({ step: 'reading', lastFailure: failed }) },
    'rrru..',
    'uncertain',
  ],
  [
    'a response of unsure owner',
    { package: carried, run: run({ step: 'receipt' }), receipt: receipt({ owner: 'unsure' }) },
    'rruu..',
    'uncertain',
  ],
  [
    'a response that a person gave to this beacon, and that the backend did not verify',
    { package: carried, receipt: receipt({ runId: null, owner: 'unsure', state: 'notVerified' }) },
    'rruu..',
    'uncertain',
  ],
  [
    'one copy only',
    { package: used, run: run({ step: 'receipt' }), receipt: receipt({ mirrored: false }) },
    'rrru..',
    'uncertain',
  ],
  [
    'two copies',
    {
      package: used,
      run: run({ step: 'receipt', outcome: { kind: 'receipt', receiptId: 'x1' } }),
      receipt: receipt({}),
    },
    'rrrr..',
    'receipt',
  ],
  ['sent', { run: run({ step: 'receipt' }), receipt: receipt({ state: 'sent' }) }, 'rrrrr.', 'sent'],
  ['verified', { run: run({ step: 'receipt' }), receipt: receipt({ state: 'verified' }) }, 'rrrrrr', 'verified'],
  ['not verified', { receipt: receipt({ state: 'notVerified' }) }, 'rrrrro', 'notVerified'],
  ['refused by the backend', { receipt: receipt({ state: 'parked' }) }, 'rrrrx.', 'refused'],
  [
    'refused by the backend, where the change is not pending any more',
    { receipt: receipt({ state: 'notVerified', lastAnswer: { atMs: 1, status: 422, code: 'gone', message: '' } }) },
    'rrrrx.',
    'refused',
  ],
  [
    'refused by the backend, which shows too little to tell',
    { receipt: receipt({ state: 'parked', lastAnswer: { atMs: 1, status: 422, code: 'unproven', message: '' } }) },
    'rrrru.',
    'uncertain',
  ],
  [
    'a newer package beside one that is not verified',
    { package: { ...carried, id: 'p2', preparedAtMs: 9000 }, receipt: receipt({ state: 'notVerified' }) },
    'rrrrro',
    'notVerified',
  ],
  [
    'a newer package beside one that is refused',
    { package: { ...carried, id: 'p2', preparedAtMs: 9000 }, receipt: receipt({ state: 'parked' }) },
    'rrrrx.',
    'refused',
  ],
  [
    'a newer package beside one that was given up',
    {
      package: { ...carried, id: 'p2', preparedAtMs: 9000 },
      receipt: receipt({ state: 'notVerified', givenUpAtMs: 9001 }),
    },
    'rr....',
    'onThisPhone',
  ],
  [
    'refused by the beacon',
    {
      run: run({ step: 'receipt', outcome: { kind: 'refused', receiptId: 'x1', result: 4 } }),
      receipt: receipt({ state: 'refused' }),
    },
    'rrx...',
    'refused',
  ],
  ['no receipt came back', { run: run({ step: 'reading', outcome: { kind: 'receiptLost' } }) }, 'rrru..', 'uncertain'],
  [
    'closed after it was written',
    { run: run({ step: 'reading', outcome: { kind: 'closed', reason: 'gone' } }) },
    'rrru..',
    'uncertain',
  ],
  [
    'closed while it was written',
    { run: run({ step: 'writing', outcome: { kind: 'closed', reason: 'gone' } }) },
    'rru...',
    'uncertain',
  ],
  [
    'settled by a later run',
    {
      run: run({ step: 'writing', outcome: { kind: 'settledLater', receiptId: 'x2' } }),
      receipt: receipt({ id: 'x2', runId: 'r2', state: 'verified' }),
    },
    'rrrrrr',
    'verified',
  ],
  [
    'verified, whatever a second write said',
    {
      run: run({ step: 'writing', outcome: { kind: 'receipt', receiptId: 'x1' } }),
      receipt: receipt({ state: 'verified' }),
    },
    'rrrrrr',
    'verified',
  ],
  [
    'written twice, never answered',
    { run: run({ step: 'writing', outcome: { kind: 'noAnswer' } }) },
    'rru...',
    'uncertain',
  ],
  [
    'package dead, still pending',
    { pending: true, package: { ...carried, state: 'dead' }, run: run({ outcome: { kind: 'packageDead' } }) },
    'r.....',
    'prepared',
  ],
  [
    'only reserved',
    { package: carried, run: intent, receipt: receipt({ state: 'reserved' }) },
    'rr....',
    'onThisPhone',
  ],
  [
    'a newer package after verified',
    {
      package: { ...carried, id: 'p2', preparedAtMs: 9000 },
      run: run({ outcome: { kind: 'receipt', receiptId: 'x1' } }),
      receipt: receipt({ state: 'verified' }),
    },
    'rr....',
    'onThisPhone',
  ],
  [
    'a newer package beside a waiting receipt',
    {
      package: { ...carried, id: 'p2', preparedAtMs: 9000 },
      run: run({ outcome: { kind: 'receipt', receiptId: 'x1' } }),
      receipt: receipt({}),
    },
    'rrrr..',
    'receipt',
  ],
  [
    'a newer run after verified',
    {
      package: { ...carried, id: 'p2' },
      run: run({ id: 'r2', startedAtMs: 9000, step: 'writing' }),
      receipt: receipt({ state: 'verified' }),
    },
    'rru...',
    'uncertain',
  ],
  [
    'a run that has a response, whose row is not stored here',
    { package: used, run: run({ step: 'receipt', outcome: { kind: 'receipt', receiptId: 'x1' } }) },
    'rrrr..',
    'receipt',
  ],
  [
    'a run that was interrupted with its response, before its row was stored',
    { package: used, run: run({ step: 'receipt' }) },
    'rrru..',
    'uncertain',
  ],
  [
    'a command that was acknowledged',
    { run: run({ step: 'written', outcome: { kind: 'commandSent' } }) },
    '......',
    'nothing',
  ],
  [
    'a run that was abandoned, and something is pending',
    { pending: true, run: run({ step: 'writing', outcome: { kind: 'abandoned' } }) },
    'r.....',
    'prepared',
  ],
  [
    'a package that died after it was written',
    { run: run({ step: 'written', outcome: { kind: 'packageDead' } }) },
    'rrru..',
    'uncertain',
  ],
  [
    'a newer package beside a run that is open',
    { package: { ...carried, id: 'p2', preparedAtMs: 9000 }, run: run({ step: 'writing' }) },
    'rru...',
    'uncertain',
  ],
  [
    'a package from the moment of a verified receipt',
    {
      package: { ...carried, id: 'p2', preparedAtMs: 3000 },
      run: run({ outcome: { kind: 'receipt', receiptId: 'x1' } }),
      receipt: receipt({ state: 'verified' }),
    },
    'rrrrrr',
    'verified',
  ],
  [
    'a receipt of another run from the moment when the last one began',
    {
      run: run({ id: 'r2', startedAtMs: 3000, step: 'writing' }),
      receipt: receipt({ state: 'verified' }),
    },
    'rrrrrr',
    'verified',
  ],
  [
    "a run's own receipt, which a clock that was set back dates before it",
    { run: run({ startedAtMs: 9000, step: 'receipt' }), receipt: receipt({ state: 'sent' }) },
    'rrrrr.',
    'sent',
  ],
  [
    'a response of unsure owner that was verified',
    { receipt: receipt({ runId: null, owner: 'unsure', state: 'verified' }) },
    'rrrrrr',
    'verified',
  ],
  [
    'a newer prepared package after a run that ended',
    {
      package: { ...carried, id: 'p2', state: 'prepared', preparedAtMs: 9000 },
      run: run({ step: 'reading', outcome: { kind: 'receiptLost' } }),
    },
    'r.....',
    'prepared',
  ],
  [
    'a response given to another beacon',
    { run: run({ step: 'reading' }), receipt: receipt({ state: 'verified', uniqueId: 'm3Rw' }) },
    'rrr...',
    'written',
  ],
];

describe('the six steps that are shown for a beacon', () => {
  it.each(TABLE)('are summed up as $3 in the case: %s', (_, facts, marks, summary) => {
    const track = trackOf({ ...nothing, ...facts });
    expect(track.marks.map((mark) => mark.word)).toEqual(MARK_WORDS);
    expect(track.marks.map((mark) => LETTERS[mark.state]).join('')).toBe(marks);
    expect(track.summary).toBe(summary);
  });
});

it.each<[Receipt['state'], open: boolean]>([
  ['waiting', true],
  ['sent', true],
  ['notVerified', true],
  ['parked', true],
  ['verified', false],
  ['refused', false],
  ['reserved', false],
])('a receipt that is %s can still have an effect: %s, and none once it is given up', (state, open) => {
  expect(isOpenReceipt(receipt({ state }))).toBe(open);
  expect(isOpenReceipt(receipt({ state, givenUpAtMs: 1 }))).toBe(false);
});
