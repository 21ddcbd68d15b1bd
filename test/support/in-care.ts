/** Waits until the app's worker controls a page: from then on the page receives keys and can start offline. */
import type { Page } from 'playwright-core';

/** Resolves with the worker's address when it is active and controls this page; it fetches many files first. */
export function inCare(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller === null)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    return serviceWorker.controller!.scriptURL;
  });
}
