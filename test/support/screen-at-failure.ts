/**
 * Adds to the error of a failed test what each window of the app shows, the newest first: a time limit alone tells what
 * did not come, but not what was there instead.
 */
import { afterEach } from 'vitest';
import type { Page } from 'playwright-core';
import { openPages } from './browser.ts';
import { readable } from './journey.ts';

/** Maximum number of characters of one window. */
const MOST = 1000;
/** A page that hangs must not delay the next test. */
const READING_LIMIT_MS = 5000;

afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error === undefined || task.result?.state !== 'fail') return;
  const screens = await Promise.all(openPages().toReversed().map(describe));
  const message = [error.message, ...screens.filter((text) => text !== '')].join('\n');
  error.stack = error.stack?.replace(error.message, () => message) ?? message;
  error.message = message;
});

/** Returns the text of a window; empty when it does not show the app. */
async function describe(page: Page): Promise<string> {
  const text = await Promise.race([
    readable(page.locator('fk-app')).catch((error: unknown) => `it cannot be read: ${String(error)}`),
    new Promise<string>((resolve) => setTimeout(() => resolve('it does not answer'), READING_LIMIT_MS)),
  ]);
  return text === '' ? '' : `On screen at ${new URL(page.url()).pathname}: ${text.slice(0, MOST)}`;
}
