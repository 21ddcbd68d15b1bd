/**
 * Grants turns (permissions to send one request) from one budget for all windows of the account. Each turn is taken and
 * ended in a transaction of its own.
 */
import {
  endTurn,
  takeTurn,
  turnsLeft,
  type RequestBudget,
  type TurnAnswer,
} from '../../domain/telemetry/requests-per-minute.ts';
import { readBudget, type TelemetryDatabase } from './database.ts';

const ROW = 'requests';

export function createTelemetryTurns(database: TelemetryDatabase) {
  /**
   * Changes the budget in one transaction. Transactions of all windows run one after the other, so a turn is never
   * taken twice.
   */
  function change<T>(
    work: (budget: RequestBudget) => { readonly budget: RequestBudget; readonly answer: T },
  ): Promise<T> {
    return database.write(
      ['budget'],
      async (tx) => {
        const store = tx.objectStore('budget');
        const { budget, answer } = work(readBudget(await store.get(ROW)));
        void store.put(budget, ROW);
        return answer;
      },
      'relaxed',
    );
  }

  return {
    /** Returns how many turns could be taken now. */
    turnsLeft: (nowMs: number) =>
      database.read(['budget'], async (tx) => turnsLeft(readBudget(await tx.objectStore('budget').get(ROW)), nowMs)),
    /** Returns a turn, or the time at which to ask again. */
    takeTurn: (nowMs: number): Promise<TurnAnswer> => change((budget) => takeTurn(budget, nowMs, crypto.randomUUID())),
    endTurn: (turn: string, nowMs: number): Promise<void> =>
      change((budget) => ({ budget: endTurn(budget, nowMs, turn), answer: undefined })),
  };
}
