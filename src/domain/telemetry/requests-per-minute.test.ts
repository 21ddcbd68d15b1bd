/** The budget of telemetry requests, used by one window and by several. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endTurn, FRESH_BUDGET, takeTurn, turnsLeft, type RequestBudget } from './requests-per-minute.ts';

const MINUTE = 60_000;

/** Returns when the next turn is free, as predicted at `nowMs`, Unix ms. */
function freeAt(budget: RequestBudget, nowMs: number): number {
  const { answer } = takeTurn(budget, nowMs, 'probe');
  return answer.kind === 'taken' ? nowMs : answer.untilMs;
}

describe('the budget of requests per minute', () => {
  it('never allows more than 30 requests in any minute, and makes none wait before that', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 35, maxLength: 120 }), (pauses) => {
        let budget: RequestBudget = FRESH_BUDGET;
        let now = 1_000_000;
        const sent: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const at = freeAt(budget, now);
          // It waits only when there were 30 in the minute before.
          if (at > now) expect(sent.filter((one) => one > now - MINUTE)).toHaveLength(30);
          now = at;
          budget = endTurn(takeTurn(budget, now, 'a').budget, now, 'a');
          sent.push(now);
          expect(sent.filter((one) => one > now - MINUTE).length).toBeLessThanOrEqual(30);
        }
      }),
    );
  });

  it('holds for windows that send at the same time, whenever the backend counts a request', () => {
    const step = fc.record({ window: fc.integer({ min: 0, max: 2 }), pauseMs: fc.integer({ min: 0, max: 3000 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 80, maxLength: 250 }), fc.boolean(), (steps, countedAtOnce) => {
        let budget: RequestBudget = FRESH_BUDGET;
        let now = 1_000_000;
        const underWay = new Map<number, string>();
        const counted: number[] = [];
        for (const [n, { window, pauseMs }] of steps.entries()) {
          now += pauseMs;
          const mine = underWay.get(window);
          if (mine !== undefined) {
            budget = endTurn(budget, now, mine);
            underWay.delete(window);
            if (!countedAtOnce) counted.push(now);
            continue;
          }
          const taken = takeTurn(budget, now, String(n));
          budget = taken.budget;
          if (taken.answer.kind === 'wait') continue;
          underWay.set(window, String(n));
          if (countedAtOnce) counted.push(now);
        }
        for (const at of counted)
          expect(counted.filter((one) => one <= at && one > at - MINUTE).length).toBeLessThanOrEqual(30);
      }),
    );
  });

  it('counts requests in progress of another window', () => {
    let budget: RequestBudget = FRESH_BUDGET;
    for (let n = 0; n < 30; n += 1) budget = takeTurn(budget, 1000, String(n)).budget;
    expect(freeAt(budget, 1000)).toBe(1000 + MINUTE);
    for (let n = 0; n < 30; n += 1) budget = endTurn(budget, 5000, String(n));
    expect(freeAt(budget, 5000)).toBe(5000 + MINUTE);
  });

  it('counts all requests when windows write their times in another order than they read the clock', () => {
    let budget: RequestBudget = FRESH_BUDGET;
    for (let n = 0; n < 29; n += 1) budget = takeTurn(budget, 2000 + n, String(n)).budget;
    budget = takeTurn(budget, 1990, 'late').budget;
    expect(budget.open).toHaveLength(30);
    expect(freeAt(budget, 1995)).toBe(1995 + MINUTE);
    for (let n = 0; n < 29; n += 1) budget = endTurn(budget, 3000 - n, String(n));
    expect(freeAt(budget, 2500)).toBeGreaterThanOrEqual(2500 + MINUTE - 10);
  });

  it('forgets the requests of a closed window after three minutes at the latest', () => {
    let budget: RequestBudget = FRESH_BUDGET;
    for (let n = 0; n < 30; n += 1) budget = takeTurn(budget, 1000, String(n)).budget;
    expect(freeAt(budget, 1000 + 3 * MINUTE)).toBe(1000 + 3 * MINUTE);
    expect(takeTurn(budget, 1000 + 3 * MINUTE, 'next').budget.open).toHaveLength(1);
  });

  it('shows how many requests are left', () => {
    expect(turnsLeft(FRESH_BUDGET, 1000)).toBe(30);
    const one = takeTurn(FRESH_BUDGET, 1000, 'a').budget;
    expect(turnsLeft(one, 1000)).toBe(29);
    const ended = endTurn(one, 2000, 'a');
    expect(ended.open).toEqual([]);
    expect([turnsLeft(ended, 2000 + MINUTE - 1), turnsLeft(ended, 2000 + MINUTE)]).toEqual([29, 30]);
    let full: RequestBudget = FRESH_BUDGET;
    for (let n = 0; n < 30; n += 1) full = takeTurn(full, 1000, String(n)).budget;
    expect(turnsLeft(full, 1000)).toBe(0);
    expect(turnsLeft({ ...full, overAtMs: [900, 950] }, 1000)).toBe(0);
  });

  it('makes the 31st request wait until a minute after the first', () => {
    let budget: RequestBudget = FRESH_BUDGET;
    for (let n = 0; n < 30; n += 1) budget = endTurn(budget, 1000 + n, 'a');
    expect(takeTurn(budget, 2000, 'b')).toEqual({ budget, answer: { kind: 'wait', untilMs: 1000 + MINUTE } });
  });

  it('ignores times more than half a minute ahead, of a clock that was set back', () => {
    const ahead = (ms: number): RequestBudget => ({
      ...FRESH_BUDGET,
      open: [{ turn: 'a', takenAtMs: 1000 + ms }],
      overAtMs: [1000 + ms],
    });
    expect(turnsLeft(ahead(30_000), 1000)).toBe(28);
    expect(turnsLeft(ahead(30_001), 1000)).toBe(30);
    expect(endTurn(ahead(30_001), 1000, 'a').overAtMs).toEqual([1000]);
  });

  it('does not block after the clock was set back', () => {
    let budget: RequestBudget = FRESH_BUDGET;
    for (let n = 0; n < 30; n += 1) budget = endTurn(budget, 9_000_000 + n, String(n));
    for (let n = 0; n < 30; n += 1) budget = takeTurn(budget, 9_100_000, `open ${n}`).budget;
    expect(freeAt(budget, 1000)).toBe(1000);
  });
});
