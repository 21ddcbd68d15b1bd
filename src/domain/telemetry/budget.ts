/** How many telemetry requests this phone allows itself: 30 in any minute, and none before the backend's own floor (field-facts 3). */

export interface RequestBudget {
  /** When the last requests were over, oldest first, Unix ms; at most `mostPerWindow`. They reached the backend before. */
  readonly overAtMs: readonly number[];
  /** No request before this, as a 429 has asked; 0 for none. */
  readonly notBeforeMs: number;
}

export interface BudgetRule {
  readonly mostPerWindow: number;
  readonly windowMs: number;
  /** Wait after a 429 whose Retry-After cannot be read, ms. */
  readonly afterRefusalMs: number;
}

export const TELEMETRY_BUDGET: BudgetRule = { mostPerWindow: 30, windowMs: 60_000, afterRefusalMs: 60_000 };
export const FRESH_BUDGET: RequestBudget = { overAtMs: [], notBeforeMs: 0 };
/** A longer floor is taken for nonsense. */
const MAX_FLOOR_MS = 3_600_000;

/** When the next request may go, Unix ms; `nowMs` where it may go at once. A clock that was set back frees what lies ahead. */
export function nextAllowedMs(budget: RequestBudget, nowMs: number, rule: BudgetRule = TELEMETRY_BUDGET): number {
  const floor = budget.notBeforeMs > nowMs + MAX_FLOOR_MS ? nowMs : budget.notBeforeMs;
  const counted = budget.overAtMs.filter((at) => at <= nowMs && at > nowMs - rule.windowMs);
  const oldest = counted.at(-rule.mostPerWindow);
  return Math.max(nowMs, floor, oldest === undefined ? 0 : oldest + rule.windowMs);
}

/** Call when a request is over: counted from when it was sent, the backend might still see it in its own minute. */
export function noteOver(budget: RequestBudget, nowMs: number, rule: BudgetRule = TELEMETRY_BUDGET): RequestBudget {
  return { ...budget, overAtMs: [...budget.overAtMs.filter((at) => at <= nowMs && at > nowMs - rule.windowMs), nowMs].slice(-rule.mostPerWindow) };
}

/** After a 429: waits as long as the backend says, else the rule's own time. */
export function noteRefused(budget: RequestBudget, nowMs: number, retryAfterMs: number | null, rule: BudgetRule = TELEMETRY_BUDGET): RequestBudget {
  const waitMs = Math.min(Math.max(retryAfterMs ?? rule.afterRefusalMs, 1000), MAX_FLOOR_MS);
  return { ...budget, notBeforeMs: nowMs + waitMs };
}
