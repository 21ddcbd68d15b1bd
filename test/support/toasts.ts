/** Waits for the toast that follows an action. */
import type { Page } from 'playwright-core';

/**
 * Does `act` and waits until the toast shows `words` because of it; the toast of an earlier action may still be shown.
 */
export async function toastAfter(page: Page, words: string | RegExp, act: () => Promise<unknown>): Promise<void> {
  await page
    .locator('fk-toast .message')
    .evaluateAll((earlier) => earlier.forEach((one) => one.classList.add('earlier')));
  await act();
  await page.locator('fk-toast .message:not(.earlier)').filter({ hasText: words }).waitFor();
}
