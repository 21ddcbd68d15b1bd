/**
 * The schemas parse answers, stored rows, messages and files under the app's Content-Security-Policy without a
 * violation.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { freshSandbox, connectAccount, devicesRead, goTo, openOutbox } from '../support/journey.ts';
import { importText } from '../support/receipts.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';

interface ReportedWindow {
  reports: string[];
}

let server: SharedServer;
let browser: SharedBrowser;
let page: Page;

beforeAll(async () => {
  server = await shareServer();
  browser = await shareBrowser();
  page = await browser.newPage();
  await page.addInitScript(() => {
    const reports: string[] = [];
    Object.defineProperty(globalThis, 'reports', { value: reports });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, blockedURI }) =>
      reports.push(`${effectiveDirective} ${sample} ${blockedURI}`),
    );
  });
});
afterAll(() => browser.giveBack());

const reports = (): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as ReportedWindow).reports);

it('the Content Security Policy reports no violation while answers, rows, messages and a file are parsed', async () => {
  await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
  await devicesRead(page);
  expect(await reports()).toEqual([]);
  await page.reload();
  await devicesRead(page);
  for (const place of ['/telemetry', '/streams', '/jobs', '/more']) await goTo(page, place);
  await openOutbox(page);
  await importText(page, '{"format":"beacon-fieldkit-receipts","version":1,"receipts":[]}');
  await page.getByText('This file has no receipts that can be imported.').waitFor();
  expect(await reports()).toEqual([]);
});

it('the Content Security Policy reports code that is created from text, as by a schema library that compiles its schemas', async () => {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', () => resolve(), { once: true });
        setTimeout(() => {
          try {
            // oxlint-disable-next-line no-implied-eval -- the violation to detect
            void new Function('');
          } catch {
            // The policy forbids it.
          }
        });
      }),
  );
  expect((await reports()).join(' ')).toContain('Function');
});

it('the build contains no script, including workers, that creates code from text', () => {
  const dist = path.resolve(import.meta.dirname, '../../dist');
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  for (const name of scripts)
    expect(readFileSync(path.join(dist, name), 'utf8'), name).not.toMatch(/\bnew Function\b|\beval\(|=Function\b/);
});
