/** How a job ends, as a table and for any job. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressAt, progressGiven } from '../../../test/support/job-rows.ts';
import type { RunOutcome } from '../run.ts';
import { jobEnd, workMs, type JobEnd } from './job-end.ts';
import { MARK_KINDS, type TaskMark } from './job.ts';
import { countJob, LEFT_PARTS, type Standing, type TaskProgress } from './progress.ts';
import { nextTask } from './route.ts';

const NOW_MS = 10_000_000;
const MINUTE_MS = 60_000;

/** One beacon: how far it is, and what a person said of it. */
interface Given {
  readonly standing: Standing;
  readonly mark?: Omit<TaskMark, 'atMs' | 'reason'>;
  readonly isClosed?: boolean;
}

function progressFor(beacons: readonly Given[]): TaskProgress[] {
  return beacons.map(({ standing, mark, isClosed = false }, at) => {
    const task = fixtureTask(at, { mark: mark === undefined ? null : { ...mark, reason: '', atMs: 1 } });
    const outcome: RunOutcome | null = isClosed ? { kind: 'closed', reason: '' } : null;
    const [base] = progressGiven([task], { devices: new Map(), packages: [], runs: [], receipts: [] });
    return { ...progressAt(base!, standing), run: fixtureRun(task.uniqueId, { outcome }) };
  });
}

const endOf = (beacons: readonly Given[]): JobEnd | null => jobEnd(countJob(progressFor(beacons), NOW_MS));

const verified: Given = { standing: 'verified' };
const written: Given = { standing: 'onTheWay' };
const uncertain: Given = { standing: 'trouble' };
const gone: Given = { standing: 'trouble', isClosed: true };
const parked: Given = { standing: 'ready', mark: { kind: 'parked' } };
const skipped: Given = { standing: 'ready', mark: { kind: 'skipped' } };
const elsewhere: Given = { standing: 'planned', mark: { kind: 'doneElsewhere' } };
const noted: Given = { standing: 'noted' };
const confirmed: Given = { standing: 'confirmed' };
const handedOver: Given = { standing: 'ready', mark: { kind: 'skipped', isHandedOver: true } };

describe('the end of a job', () => {
  it.each<readonly [string, readonly Given[], JobEnd | null]>([
    ['is not reached without beacons', [], null],
    ['is not reached while one beacon is ready', [verified, { standing: 'ready' }], null],
    [
      'is not reached while one beacon is planned, whatever else is in trouble',
      [uncertain, { standing: 'planned' }],
      null,
    ],
    ['is "verified" when all beacons are', [verified, verified], 'verified'],
    ['is "written" while one beacon is not verified', [verified, written], 'written'],
    ['is "written" when the rest was skipped', [written, skipped, handedOver], 'written'],
    ['is "revisit" when one beacon is uncertain', [verified, written, uncertain], 'revisit'],
    ['is "revisit" when one beacon is parked', [verified, parked], 'revisit'],
    [
      'is not reached when the time of a parked beacon is over',
      [verified, { standing: 'ready', mark: { kind: 'parked', untilMs: NOW_MS } }],
      null,
    ],
    ['is "left out" when beacons were skipped or done elsewhere', [verified, skipped, elsewhere], 'leftOut'],
    ['is not reached while a battery is to be changed', [verified, { standing: 'toChange' }], null],
    ['is "written" while a changed battery is not confirmed', [verified, noted, confirmed], 'written'],
    ['is "verified" when all beacons are Verified or their batteries confirmed', [verified, confirmed], 'verified'],
    ['is "left out" when a beacon was skipped beside a confirmed battery', [confirmed, skipped], 'leftOut'],
    ['is "left out" when one beacon is gone', [verified, gone], 'leftOut'],
    ['is "left out" when one beacon had the values already', [verified, { standing: 'alreadySo' }], 'leftOut'],
    ['is "handed over" when another phone does the rest', [verified, handedOver, skipped], 'handedOver'],
    [
      'is "verified" although a verified beacon was marked before',
      [verified, { ...verified, mark: { kind: 'skipped' } }],
      'verified',
    ],
  ])('%s', (_, beacons, wanted) => {
    expect(endOf(beacons)).toBe(wanted);
  });

  it('is reached exactly when no beacon is left for a first visit', () => {
    const beacon = fc.record(
      {
        standing: fc.constantFrom<Standing>(...LEFT_PARTS, 'verified', 'alreadySo', 'onTheWay', 'noted', 'confirmed'),
        mark: fc.record(
          { kind: fc.constantFrom(...MARK_KINDS), untilMs: fc.nat(2 * NOW_MS), isHandedOver: fc.boolean() },
          { requiredKeys: ['kind'] },
        ),
        isClosed: fc.boolean(),
      },
      { requiredKeys: ['standing'] },
    );
    fc.assert(
      fc.property(fc.array(beacon, { minLength: 1, maxLength: 12 }), (beacons) => {
        const progress = progressFor(beacons);
        const counts = countJob(progress, NOW_MS);
        const end = jobEnd(counts);
        expect(end === null).toBe(counts.left > counts.trouble);
        expect(nextTask(progress, null, NOW_MS) === null).toBe(end !== null && end !== 'revisit');
      }),
    );
  });
});

describe('the time of the work on a job', () => {
  const run = (fromMinute: number, toMinute: number) =>
    fixtureRun('b', { startedAtMs: fromMinute * MINUTE_MS, endedAtMs: toMinute * MINUTE_MS });
  const [one] = progressFor([verified]);

  it('leaves out breaks of more than a quarter of an hour', () => {
    const progress = [run(0, 2), run(17, 18), run(34, 35)].map((each) => ({ ...one!, run: each }));
    expect(workMs(progress)).toBe((2 + 15 + 1 + 1) * MINUTE_MS);
  });

  it('is not known when another phone has written a beacon, or none was written', () => {
    expect(workMs(progressFor([skipped, skipped]))).toBe(null);
    expect(workMs([{ ...one!, run: null }])).toBe(null);
  });
});
