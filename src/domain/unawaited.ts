/** Handles promises that are not awaited. Each function says who deals with a failure. */

/** Ignores a failure that another holder of the promise handles. The work is only started early or waited for. */
export function handledElsewhere(promise: Promise<unknown> | undefined): Promise<void> {
  return Promise.resolve(promise).then(
    () => undefined,
    () => undefined,
  );
}

/** Ignores a failed read: the shown state stays, and the next change of the rows reads again. */
export function untilNextChange(reading: Promise<unknown>): Promise<void> {
  return handledElsewhere(reading);
}

/** Ignores a failure of optional work, which is done again when it is next needed. */
export function ifPossible(work: Promise<unknown> | undefined): Promise<void> {
  return handledElsewhere(work);
}
