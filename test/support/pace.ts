/** The wait that a backend requires, for tests: over rows in memory, and noted where the backend is scripted. */
import { createPace, type Pace } from '../../src/use-cases/pace.ts';
import type { QueueStore } from '../../src/use-cases/outbox/ports.ts';
import type { Clock } from '../../src/use-cases/surroundings.ts';
import { fixtureAccount } from './fixture-rows.ts';
import { createMemoryStores } from './memory-stores.ts';

export function memoryPace(
  clock: Pick<Clock, 'nowMs'>,
  queue: QueueStore = createMemoryStores().queue,
  onTrouble = (error: unknown): void => {
    throw error;
  },
): Pace {
  return createPace({ account: fixtureAccount(), queue, clock, onTrouble });
}

/** Returns the calls of a scripted backend, whose failures are noted as those of `createHttp` are. */
export function noting<Calls extends object>(calls: Calls, pace: Pick<Pace, 'note'>): Calls {
  return new Proxy(calls, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return (...input: unknown[]): unknown => {
        const answered: unknown = Reflect.apply(call, target, input);
        return answered instanceof Promise ? answered.then(note) : answered;
      };
    },
  });

  function note(answer: unknown): unknown {
    const { failure } = (answer ?? {}) as { readonly failure?: Parameters<Pace['note']>[0] };
    if (failure !== undefined) pace.note(failure);
    return answer;
  }
}
