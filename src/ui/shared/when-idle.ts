/** When the page has time for what nobody waits for. */

/** A busy page, and one that nobody looks at, is waited for no longer than this. */
const LATEST_MS = 1000;

/** What has been rendered by now is on screen first. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
      else setTimeout(resolve);
    });
  });
}
