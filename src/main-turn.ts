/** Work that may be asked for at any time and is done one at a time. */

/** Runs the work once more when it was asked for while it ran; a failure waits for the next time. */
export function inTurn(work: () => Promise<unknown>): () => void {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    last = last
      .then(() => {
        waiting = false;
        return work();
      })
      .catch(() => undefined);
  };
}
