/** What may become of a promise that is not waited for: each says who hears of its failure. */

/** Whoever else holds the promise handles its failure: here it is only begun early, or waited for. */
export function handledElsewhere(promise: Promise<unknown> | undefined): Promise<void> {
  return Promise.resolve(promise).then(
    () => undefined,
    () => undefined,
  );
}

/** What failed is read again with the next change of the same rows, and what is shown stays as it was. */
export function untilNextChange(reading: Promise<unknown>): Promise<void> {
  return handledElsewhere(reading);
}

/** Nothing depends on it: what failed is left as it is, and done again when it is next needed. */
export function ifPossible(work: Promise<unknown> | undefined): Promise<void> {
  return handledElsewhere(work);
}
