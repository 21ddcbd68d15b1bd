/** How many telemetry requests the app allows itself, over all its windows: 30 in any minute, and none before the backend's own floor (field-facts.md 3). */

import { cappedFloorMs, MAX_FLOOR_MS } from '../wait.ts';

export interface RequestBudget {
  /** Requests under way, by the turn they were given; when that was, Unix ms. */
  readonly open: readonly { readonly turn: string; readonly takenAtMs: number }[];
  /** When the last requests were over, oldest first, Unix ms; at most `mostPerWindow`. They reached the backend before. */
  readonly overAtMs: readonly number[];
  /** No request before this, as a 429 has asked; 0 for none. */
  readonly notBeforeMs: number;
  /** When the 429 came, Unix ms: a clock that reads less has been set back since, and the floor no longer means anything. */
  readonly refusedAtMs: number;
}

export type TurnAnswer =
  | { readonly kind: 'taken'; readonly turn: string }
  /** Ask again then: another window may be faster. */
  | { readonly kind: 'wait'; readonly untilMs: number; readonly reason: 'budget' | 'backend' };

interface BudgetRule {
  readonly mostPerWindow: number;
  readonly windowMs: number;
  /** Wait after a 429 whose Retry-After cannot be read, ms. */
  readonly afterRefusalMs: number;
}

export const TELEMETRY_BUDGET: BudgetRule = { mostPerWindow: 30, windowMs: 60_000, afterRefusalMs: 60_000 };
export const FRESH_BUDGET: RequestBudget = { open: [], overAtMs: [], notBeforeMs: 0, refusedAtMs: 0 };
/** Two windows read the clock one after the other and write in another order: so much is no sign of a clock that was set back. */
const AHEAD_MS = 30_000;
/** A request still under way after this belonged to a window that is gone. */
const LONGEST_REQUEST_MS = 120_000;

/** A turn where one is free at `nowMs`; the budget is then to be kept as returned. A clock that was set back frees what is ahead. */
export function takeTurn(
  budget: RequestBudget,
  nowMs: number,
  turn: string,
  rule: BudgetRule = TELEMETRY_BUDGET,
): { readonly budget: RequestBudget; readonly answer: TurnAnswer } {
  const untilMs = nextAllowedMs(budget, nowMs, rule);
  if (untilMs > nowMs)
    return {
      budget,
      answer: { kind: 'wait', untilMs, reason: floorOf(budget, nowMs) === untilMs ? 'backend' : 'budget' },
    };
  const open = budget.open.filter(({ takenAtMs }) => isNear(takenAtMs, nowMs, LONGEST_REQUEST_MS + rule.windowMs));
  return { budget: { ...budget, open: [...open, { turn, takenAtMs: nowMs }] }, answer: { kind: 'taken', turn } };
}

/** How many turns could be taken at `nowMs`, one after the other. */
export function turnsLeft(budget: RequestBudget, nowMs: number, rule: BudgetRule = TELEMETRY_BUDGET): number {
  if (floorOf(budget, nowMs) > nowMs) return 0;
  return Math.max(0, rule.mostPerWindow - countedAt(budget, nowMs, rule).length);
}

/** Call when a request is over: counted from when it was sent, the backend might still see it in its own minute. */
export function endTurn(
  budget: RequestBudget,
  nowMs: number,
  turn: string,
  rule: BudgetRule = TELEMETRY_BUDGET,
): RequestBudget {
  const before = budget.overAtMs.filter((at) => isNear(at, nowMs, rule.windowMs));
  return {
    ...budget,
    open: budget.open.filter((one) => one.turn !== turn),
    overAtMs: [...before, nowMs].toSorted((a, b) => a - b).slice(-rule.mostPerWindow),
  };
}

/** After a 429: waits as long as the backend says, else the rule's own time. */
export function noteRefused(
  budget: RequestBudget,
  nowMs: number,
  retryAfterMs: number | null,
  rule: BudgetRule = TELEMETRY_BUDGET,
): RequestBudget {
  const waitMs = Math.max(cappedFloorMs(retryAfterMs ?? rule.afterRefusalMs), 1000);
  return { ...budget, notBeforeMs: nowMs + waitMs, refusedAtMs: nowMs };
}

/** When the next request may go, Unix ms; `nowMs` where it may go at once. */
function nextAllowedMs(budget: RequestBudget, nowMs: number, rule: BudgetRule): number {
  const oldest = countedAt(budget, nowMs, rule).at(-rule.mostPerWindow);
  return Math.max(nowMs, floorOf(budget, nowMs), oldest === undefined ? 0 : oldest + rule.windowMs);
}

/** The moments that count against the budget, oldest first. What is under way counts as if it were over now. */
function countedAt(budget: RequestBudget, nowMs: number, { windowMs }: BudgetRule): number[] {
  const underWay = budget.open.flatMap(({ takenAtMs }) =>
    takenAtMs > nowMs + AHEAD_MS ? [] : [Math.min(nowMs, takenAtMs + LONGEST_REQUEST_MS)],
  );
  return [...budget.overAtMs, ...underWay].filter((at) => isNear(at, nowMs, windowMs)).toSorted((a, b) => a - b);
}

/** Within the time before `nowMs`; what is far ahead is from a clock that was set back. */
function isNear(at: number, nowMs: number, withinMs: number): boolean {
  return at > nowMs - withinMs && at <= nowMs + AHEAD_MS;
}

function floorOf({ notBeforeMs, refusedAtMs }: RequestBudget, nowMs: number): number {
  return refusedAtMs > nowMs + AHEAD_MS || notBeforeMs > nowMs + MAX_FLOOR_MS ? nowMs : notBeforeMs;
}
