/** Resolves when the page has time for work that is not urgent. */

/** The longest wait for a busy or hidden page, ms. */
const LATEST_MS = 1000;

/** Waits until everything that was rendered is on the screen. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
      else setTimeout(resolve);
    });
  });
}
