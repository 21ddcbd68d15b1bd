/** Watches a page for the effects of hostile texts: scripts that run, dialogs, errors, requests. */
import type { Page } from 'playwright-core';
import { TRAP } from '../hostile/payloads.ts';

/** Errors that the browser reported, and scripts that ran. */
export interface Guard {
  readonly messages: string[];
  fired(): Promise<unknown[]>;
}

export async function guard(page: Page): Promise<Guard> {
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => messages.push(`error ${error.message}`));
  // The browser reports a refused request itself; every other line is a fault of the app.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      messages.push(`console ${message.text()}`);
  });
  page.on('request', (request) => {
    if (/evil\.example|javascript:/.test(request.url())) messages.push(`request ${request.url()}`);
  });
  await page.addInitScript((trap) => {
    const noted: unknown[] = [];
    Object.defineProperty(globalThis, 'fieldkitFired', { value: noted });
    Object.defineProperty(globalThis, trap, { value: (...args: unknown[]) => noted.push(args) });
    document.addEventListener('securitypolicyviolation', (event) =>
      noted.push(`${event.violatedDirective} ${event.sample}`),
    );
    addEventListener('unhandledrejection', (event) => noted.push(`rejected ${String(event.reason)}`));
  }, TRAP);
  return {
    messages: messages,
    fired: () => page.evaluate(() => (globalThis as unknown as { fieldkitFired: unknown[] }).fieldkitFired),
  };
}
