/** The record inspector in the built app, with a packed file and without a network. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { inspectorStrings as text } from '../../src/ui/strings/inspector.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { readable } from '../support/journey.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { telemetryLines } from '../support/sample-records.ts';
import { shareBrowser, type SharedBrowser } from '../support/shared-browser.ts';

let server: RunningServer;
let browser: SharedBrowser;
afterAll(async () => {
  await browser?.giveBack();
  await server?.close().catch(() => undefined);
});

it('records of a packed file are checked and drawn without a network', async () => {
  server = await startAppServer();
  browser = await shareBrowser();
  const page = await browser.newPage();
  await page.goto(`${server.origin}/inspector`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await server.close();
  await page.context().setOffline(true);
  await page.reload();
  const file = path.join(temporaryFolder('records'), 'good.ndjson.gz');
  writeFileSync(file, gzipSync(telemetryLines(600, 3)));
  await page.locator('fk-inspector-page input[type="file"]').setInputFiles(file);
  await expect.poll(() => readable(page.locator('fk-inspector-page'))).toContain(text.allGood);
  expect((await page.locator('fk-inspector-page .counts dd').allTextContents())[0]).toBe('600');
  await page.locator('fk-inspector-plot canvas').first().waitFor();
});
