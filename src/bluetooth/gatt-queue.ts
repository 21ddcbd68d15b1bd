/** Runs one GATT operation at a time, because parallel ones fail with "GATT operation already in progress" (field-facts.md 2). */

export function createGattQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    /** Starts the operation when all earlier ones have settled, whether they succeeded or failed. */
    run<T>(operation: () => Promise<T>): Promise<T> {
      // With an empty queue the operation starts in this turn, so that a read is not delayed.
      const next = waiting === 0 ? operation() : last.then(operation, operation);
      waiting += 1;
      const onSettled = (): void => {
        waiting -= 1;
      };
      last = next.then(onSettled, onSettled);
      return next;
    },
  };
}
