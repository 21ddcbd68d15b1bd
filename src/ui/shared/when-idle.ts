/** When the page has time for what nobody waits for. */

/** A busy page, and one that nobody looks at, is waited for no longer than this. */
const LATEST_MS = 1000;

export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve);
  });
}
