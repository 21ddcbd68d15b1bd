/**
 * Limits telemetry requests over all windows of the app: 30 in any minute (field-facts.md 3). Waits that the backend
 * requires are those of all requests (use-cases/pace.ts).
 */
import { REQUESTS_PER_MINUTE } from '../limits.ts';

export interface RequestBudget {
  /** Requests in progress by the ID of their turn, and when each turn was taken, Unix ms. */
  readonly open: readonly { readonly turn: string; readonly takenAtMs: number }[];
  /**
   * When the last requests ended, oldest first, Unix ms; at most 30. They reached the backend before that.
   */
  readonly overAtMs: readonly number[];
}

export type TurnAnswer =
  | { readonly kind: 'taken'; readonly turn: string }
  /** Try again at `untilMs`; another window may be faster. */
  | { readonly kind: 'wait'; readonly untilMs: number };

const WINDOW_MS = 60_000;
export const FRESH_BUDGET: RequestBudget = { open: [], overAtMs: [] };
/**
 * Two windows may write in another order than they read the clock. A difference up to this is no sign of a clock that
 * was set back.
 */
const AHEAD_MS = 30_000;
/** A request still in progress after this time belonged to a closed window. */
const LONGEST_REQUEST_MS = 120_000;

/**
 * Takes a turn when one is free at `nowMs`; store the returned budget then. Times ahead of a clock that was set back do
 * not count.
 */
export function takeTurn(
  budget: RequestBudget,
  nowMs: number,
  turn: string,
): { readonly budget: RequestBudget; readonly answer: TurnAnswer } {
  const oldestMs = countedAt(budget, nowMs).at(-REQUESTS_PER_MINUTE);
  if (oldestMs !== undefined) return { budget, answer: { kind: 'wait', untilMs: oldestMs + WINDOW_MS } };
  const open = budget.open.filter(({ takenAtMs }) => isNear(takenAtMs, nowMs, LONGEST_REQUEST_MS + WINDOW_MS));
  return { budget: { ...budget, open: [...open, { turn, takenAtMs: nowMs }] }, answer: { kind: 'taken', turn } };
}

/** Returns how many turns could be taken at `nowMs`, one after the other. */
export function turnsLeft(budget: RequestBudget, nowMs: number): number {
  return Math.max(0, REQUESTS_PER_MINUTE - countedAt(budget, nowMs).length);
}

/**
 * Ends a turn; call it when the request has ended. Its end counts, because the backend may count the request at any
 * time until then.
 */
export function endTurn(budget: RequestBudget, nowMs: number, turn: string): RequestBudget {
  const before = budget.overAtMs.filter((at) => isNear(at, nowMs, WINDOW_MS));
  return {
    ...budget,
    open: budget.open.filter((one) => one.turn !== turn),
    overAtMs: [...before, nowMs].toSorted((a, b) => a - b).slice(-REQUESTS_PER_MINUTE),
  };
}

/** Returns the times that count against the budget, oldest first. A request in progress counts as if it ended now. */
function countedAt(budget: RequestBudget, nowMs: number): number[] {
  const underWay = budget.open.flatMap(({ takenAtMs }) =>
    takenAtMs > nowMs + AHEAD_MS ? [] : [Math.min(nowMs, takenAtMs + LONGEST_REQUEST_MS)],
  );
  return [...budget.overAtMs, ...underWay].filter((at) => isNear(at, nowMs, WINDOW_MS)).toSorted((a, b) => a - b);
}

/** True for a time within `withinMs` before `nowMs`. A time far ahead comes from a clock that was set back. */
function isNear(at: number, nowMs: number, withinMs: number): boolean {
  return at > nowMs - withinMs && at <= nowMs + AHEAD_MS;
}
