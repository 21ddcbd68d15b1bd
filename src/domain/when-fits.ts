/** Waits for a value that changes. */

/** Resolves with the first value that fits, which may be the present one. */
export function whenFits<T>(
  watched: { subscribe(listener: (value: T) => void): () => void },
  fits: (value: T) => boolean,
): Promise<T> {
  return new Promise((resolve) => {
    let found = false;
    let stop: (() => void) | null = null;
    // The listener is called at once with the present value, before there is anything to stop.
    stop = watched.subscribe((value) => {
      if (found || !fits(value)) return;
      found = true;
      stop?.();
      resolve(value);
    });
    if (found) stop();
  });
}
