/** When a newer version of the app is found in a life, and when the person accepts it. */
import type { Draw } from '../../src/sandbox/seed.ts';
import { nameOfPoint, RUN_STEPS, type KillPoint } from './kill-points.ts';

/** `press`: before the person presses a button of the run screen. `rest`: when everything is verified. */
export type UpdatePoint = KillPoint | { readonly at: 'press' } | { readonly at: 'rest' };

export interface PlannedUpdate {
  readonly point: UpdatePoint;
  /**
   * `atOnce`: the person accepts the version as soon as the app offers it, whatever is in progress. `atEnd`: when
   * everything is verified. `never`: the browser is closed without it.
   */
  readonly accepts: 'atOnce' | 'atEnd' | 'never';
  readonly beside: 'nothing' | 'window';
}

const POINTS: readonly UpdatePoint[] = [
  { at: 'prepare', path: '/legacy/config/create', when: 'arrives' },
  { at: 'prepare', path: '/legacy/config/encrypt', when: 'arrives' },
  { at: 'press' },
  ...RUN_STEPS,
  { at: 'rest' },
];

const ACCEPTS: readonly PlannedUpdate['accepts'][] = ['atOnce', 'atOnce', 'atOnce', 'atEnd', 'never'];
/** Longest time from a click to a random moment, ms. */
const CHANCE_MS = 700;

/**
 * Plans one pass over all points in the order of a run, then points picked by the seed, some of them at random times.
 */
export function planUpdates(count: number, draw: Draw): PlannedUpdate[] {
  return Array.from({ length: count }, (_, at) => {
    const point =
      POINTS[at] ?? (draw.chance(30) ? { at: 'chance' as const, afterMs: draw.below(CHANCE_MS) } : draw.pick(POINTS));
    return { point, accepts: draw.pick(ACCEPTS), beside: draw.chance(35) ? 'window' : 'nothing' };
  });
}

const ACCEPT_WORDS = { atOnce: 'taken at once', atEnd: 'taken at the end', never: 'not taken' } as const;

export function nameOfUpdate({ point, accepts, beside }: PlannedUpdate): string {
  const where = point.at === 'press' || point.at === 'rest' ? `at ${point.at}` : nameOfPoint(point);
  return `${where}, ${ACCEPT_WORDS[accepts]}${beside === 'window' ? ', beside a second window' : ''}`;
}
