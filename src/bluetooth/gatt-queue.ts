/** One GATT operation at a time: parallel ones fail with "GATT operation already in progress" (field-facts.md 2). */

interface GattQueue {
  /** Runs when all that was asked for before has settled, well or badly. */
  run<T>(operation: () => Promise<T>): Promise<T>;
}

export function createGattQueue(): GattQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    run(operation) {
      // Nothing before it: start in this very turn, a read and what follows it stay close together.
      const next = waiting === 0 ? operation() : last.then(operation, operation);
      waiting += 1;
      const leave = (): void => {
        waiting -= 1;
      };
      last = next.then(leave, leave);
      return next;
    },
  };
}
