/** A page in the care of the app's worker: from then on it hears of keys and starts without a network. */
import type { Page } from 'playwright-core';

/** Resolves with the worker's address when it is active and in control of this page; it has much to fetch before. */
export function inCare(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller === null)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    return serviceWorker.controller!.scriptURL;
  });
}
