/** Turns of asking, one budget for all windows of the account: each is taken and ended in a transaction of its own. */
import {
  endTurn,
  noteRefused,
  takeTurn,
  turnsLeft,
  type RequestBudget,
  type TurnAnswer,
} from '../../domain/telemetry/budget.ts';
import { readBudget, type TelemetryDatabase } from './database.ts';

export interface TelemetryTurns {
  /** How many could be taken at once. */
  left(nowMs: number): Promise<number>;
  /** A turn, or when to ask for one again. */
  take(nowMs: number): Promise<TurnAnswer>;
  /** The request is over; `refused` where it was answered with 429. */
  end(turn: string, nowMs: number, refused: { readonly retryAfterMs: number | null } | null): Promise<void>;
}

const ROW = 'requests';

export function createTelemetryTurns(database: TelemetryDatabase, newTurn: () => string): TelemetryTurns {
  /** Transactions of all windows follow one another: nobody takes a turn that another has just taken. */
  function change<T>(
    work: (budget: RequestBudget) => { readonly budget: RequestBudget; readonly answer: T },
  ): Promise<T> {
    return database.write(
      ['budget'],
      async (tx) => {
        const store = tx.objectStore('budget');
        const { budget, answer } = work(readBudget(await store.get(ROW)));
        await store.put(budget, ROW);
        return answer;
      },
      'relaxed',
    );
  }

  return {
    left: (nowMs) =>
      database.read(['budget'], async (tx) => turnsLeft(readBudget(await tx.objectStore('budget').get(ROW)), nowMs)),
    take: (nowMs) => change((budget) => takeTurn(budget, nowMs, newTurn())),
    end: (turn, nowMs, refused) =>
      change((before) => {
        const over = endTurn(before, nowMs, turn);
        return { budget: refused === null ? over : noteRefused(over, nowMs, refused.retryAfterMs), answer: undefined };
      }),
  };
}
