/** One main step of a job at each point of the work. */
import { expect, it } from 'vitest';
import { jobSteps, type JobSteps, type JobWork } from './job-step.ts';
import { countJob, type JobCounts } from './progress.ts';

const NONE = countJob([], 0);

it.each<[string, Partial<JobCounts>, Omit<JobWork, 'counts'>, JobSteps['main'], JobSteps['second']]>([
  ['nothing is prepared', { all: 3, planned: 3, left: 3 }, { toPrepare: 3, isBegun: false }, 'prepare', null],
  ['some beacons are prepared', { all: 3, planned: 1, ready: 2 }, { toPrepare: 1, isBegun: false }, 'prepare', 'check'],
  ['all beacons are prepared', { all: 3, ready: 3, left: 3 }, { toPrepare: 0, isBegun: false }, 'check', 'start'],
  ['nothing can be prepared', { all: 3, planned: 3 }, { toPrepare: 0, isBegun: false }, 'start', null],
  ['the work is begun', { all: 3, ready: 2, verified: 1 }, { toPrepare: 0, isBegun: true }, 'continue', null],
  [
    'a beacon was added after the start',
    { all: 3, ready: 1, planned: 1, verified: 1 },
    { toPrepare: 1, isBegun: true },
    'continue',
    'prepare',
  ],
  ['batteries are to be changed', { all: 2, toChange: 2 }, { toPrepare: 0, isBegun: false }, 'check', 'start'],
  ['a battery change is noted', { all: 2, toChange: 1, noted: 1 }, { toPrepare: 0, isBegun: true }, 'continue', null],
  [
    'only beacons with a trouble are left',
    { all: 3, trouble: 1, verified: 2 },
    { toPrepare: 0, isBegun: true },
    'revisit',
    null,
  ],
  [
    'a beacon has refused its package',
    { all: 3, trouble: 1, verified: 2 },
    { toPrepare: 1, isBegun: true },
    'revisit',
    'prepare',
  ],
  ['all beacons are written', { all: 3, onTheWay: 3 }, { toPrepare: 0, isBegun: true }, 'report', null],
  ['all beacons are Verified', { all: 3, verified: 3 }, { toPrepare: 0, isBegun: true }, 'report', null],
  [
    'some beacons are Verified and the others were skipped',
    { all: 3, verified: 1, skipped: 2 },
    { toPrepare: 0, isBegun: true },
    'report',
    null,
  ],
  ['an alias is to be saved', { all: 1, alreadySo: 1 }, { toPrepare: 1, isBegun: false }, 'prepare', null],
])('the next steps of a job are $3 and $4 when %s', (_, counts, work, main, second) => {
  expect(jobSteps({ counts: { ...NONE, ...counts }, ...work })).toEqual({ main, second });
});
