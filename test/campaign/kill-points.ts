/**
 * The moments at which the browser is killed: before and after each step of the journal, around each operation at the
 * beacon and each post, and at random times.
 */
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { Draw } from '../../src/sandbox/seed.ts';
import type { JournalMoment } from './journal-watch.ts';

export type KillPoint =
  | ({ readonly at: 'journal' } & JournalMoment)
  /** `arrives`: the beacon has not done it yet. `done`: it has, and the answer is in transit. */
  | { readonly at: 'radio'; readonly operation: LinkOperation; readonly when: 'arrives' | 'done' }
  | { readonly at: 'post'; readonly when: 'arrives' | 'done' }
  | {
      readonly at: 'prepare';
      readonly path: '/legacy/config/create' | '/legacy/config/encrypt';
      readonly when: 'arrives' | 'done';
    }
  | { readonly at: 'chance'; readonly afterMs: number };

export interface PlannedKill {
  readonly point: KillPoint;
  /**
   * `back`: armed while the app returns to what the last kill left. `fresh`: armed in the run of another beacon after
   * that.
   */
  readonly in: 'back' | 'fresh';
  /** What else uses the outbox: a second window of the app, or its service worker. */
  readonly beside: 'nothing' | 'window' | 'worker';
}

type Planned = Omit<PlannedKill, 'beside'>;

const journal = (row: string, when: JournalMoment['when']): KillPoint => ({ at: 'journal', row, when });
const emulatedRadio = (operation: LinkOperation, when: 'arrives' | 'done'): KillPoint => ({
  at: 'radio',
  operation,
  when,
});

/**
 * Moments between the beacon's answer and the commit. Only the times of many lives show whether such a kill has lost
 * anything, so short plans leave these out.
 */
const IN_FLIGHT: readonly KillPoint[] = [emulatedRadio('readResponse', 'done'), journal('receipt:committed', 'before')];

/** In the order of a run. */
export const RUN_STEPS: readonly KillPoint[] = [
  journal('run:intent', 'after'),
  emulatedRadio('connect', 'arrives'),
  emulatedRadio('discover', 'done'),
  journal('run:writing', 'before'),
  journal('run:writing', 'after'),
  emulatedRadio('write', 'arrives'),
  emulatedRadio('write', 'done'),
  journal('run:taken', 'before'),
  journal('run:taken', 'after'),
  emulatedRadio('poll', 'done'),
  journal('run:reading', 'after'),
  emulatedRadio('readResponse', 'arrives'),
  ...IN_FLIGHT,
  journal('receipt:committed', 'after'),
  journal('mirror', 'after'),
  journal('receipt:marked', 'before'),
  journal('receipt:marked', 'after'),
  journal('post:begun', 'after'),
  { at: 'post', when: 'arrives' },
  { at: 'post', when: 'done' },
  journal('post:recorded', 'before'),
  journal('post:recorded', 'after'),
];

const SURE_STEPS = RUN_STEPS.filter((step) => !IN_FLIGHT.includes(step));

/** Pairs of kills. The second one strikes while the app recovers from the first. */
const BACK: readonly (readonly [first: KillPoint, again: KillPoint])[] = [
  [emulatedRadio('write', 'done'), emulatedRadio('readToken', 'arrives')],
  [emulatedRadio('write', 'arrives'), emulatedRadio('write', 'done')],
  [journal('run:reading', 'after'), journal('receipt:committed', 'after')],
  [
    { at: 'post', when: 'done' },
    { at: 'post', when: 'done' },
  ],
];

const MORE: readonly KillPoint[] = [
  journal('run:intent', 'before'),
  emulatedRadio('discover', 'arrives'),
  emulatedRadio('poll', 'arrives'),
  journal('run:reading', 'before'),
  journal('mirror', 'before'),
  journal('end:receipt', 'after'),
  { at: 'prepare', path: '/legacy/config/create', when: 'done' },
  { at: 'prepare', path: '/legacy/config/encrypt', when: 'arrives' },
  { at: 'prepare', path: '/legacy/config/encrypt', when: 'done' },
  journal('package:prepared', 'after'),
  journal('package:carried', 'before'),
  journal('package:carried', 'after'),
];

/** Longest time from a click to a random kill, ms: slightly more than a run and its delivery take. */
const CHANCE_MS = 700;

/** Mostly nothing else. */
const BESIDE: readonly PlannedKill['beside'][] = ['nothing', 'nothing', 'nothing', 'window', 'worker'];

/** Until the plan has this many kills, only random ones follow the steps. */
const FIRST_PASS = 30;

/**
 * Plans one pass over every step with some random kills, then a random mixture of steps, pairs of kills and random
 * kills. A plan with fewer kills than steps divides the run into that many parts and picks one step of each, none of
 * them in flight.
 */
export function planKills(count: number, draw: Draw): PlannedKill[] {
  const steps = count < RUN_STEPS.length ? spread(SURE_STEPS, count, draw) : RUN_STEPS;
  const plan: Planned[] = steps.map((point) => ({ point, in: 'fresh' }));
  for (const [first, again] of BACK.slice(0, 2)) plan.push({ point: first, in: 'fresh' }, { point: again, in: 'back' });
  while (plan.length < count) {
    const turn = draw.below(10);
    if (plan.length < FIRST_PASS || turn < 5)
      plan.push({ point: { at: 'chance', afterMs: draw.below(CHANCE_MS) }, in: draw.chance(40) ? 'back' : 'fresh' });
    else if (turn < 7) plan.push({ point: draw.pick(MORE), in: 'fresh' });
    else if (turn < 9) plan.push({ point: draw.pick(RUN_STEPS), in: draw.chance(40) ? 'back' : 'fresh' });
    else {
      const [first, again] = draw.pick(BACK);
      plan.push({ point: first, in: 'fresh' }, { point: again, in: 'back' });
    }
  }
  return plan.slice(0, count).map((kill) => ({ ...kill, beside: draw.pick(BESIDE) }));
}

function spread<T>(all: readonly T[], count: number, draw: Draw): readonly T[] {
  const from = (stretch: number): number => Math.floor((stretch * all.length) / count);
  return Array.from({ length: count }, (_, at) => draw.pick(all.slice(from(at), from(at + 1))));
}

export function nameOf({ point, in: phase, beside }: PlannedKill): string {
  const suffix = `${phase === 'back' ? ', on the way back' : ''}${beside === 'window' ? ', beside a second window' : beside === 'worker' ? ', beside the service worker' : ''}`;
  return `${nameOfPoint(point)}${suffix}`;
}

export function nameOfPoint(point: KillPoint): string {
  switch (point.at) {
    case 'journal':
      return `${point.when} ${point.row}`;
    case 'radio':
      return `${point.operation} ${point.when}`;
    case 'post':
      return `post ${point.when}`;
    case 'prepare':
      return `${point.path.slice('/legacy'.length)} ${point.when}`;
    case 'chance':
      return `chance, ${point.afterMs} ms`;
  }
}
