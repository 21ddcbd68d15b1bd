/**
 * The record inspector in the built app: records are pasted, dropped or chosen, every fault is reported, good records
 * are drawn, and a large file does not block the page.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { POSITION_SAMPLE, TELEMETRY_SAMPLE, telemetryLines } from '../support/sample-records.ts';
import { inspectorStrings as text } from '../../src/ui/strings/inspector.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { readable } from '../support/journey.ts';
import { shareServer, type SharedServer } from '../support/shared-browser.ts';
import { sampled } from '../support/sampled.ts';

const { rssi: _rssi, ...NO_RSSI } = TELEMETRY_SAMPLE;
const { floorId: _floor, ...NO_FLOOR } = POSITION_SAMPLE;
/** Good records between bad ones, one per line. */
const MIXED = [
  JSON.stringify(TELEMETRY_SAMPLE),
  JSON.stringify(NO_RSSI),
  'no record',
  '{"companyId":',
  JSON.stringify({ ...TELEMETRY_SAMPLE, batteryLevel: 140, movementCounter: 256, pressure: 1013 }),
  JSON.stringify(POSITION_SAMPLE),
  JSON.stringify({ ...NO_FLOOR, q: 2 }),
  JSON.stringify({ ...TELEMETRY_SAMPLE, temperature: 22.5, timestamp: '2026-03-02T10:05:00.000Z' }),
].join('\n');
const MIXED_FAULTS = [
  ['rssi', 'line 2', text.reasons.missing],
  [text.whole, 'line 3', text.reasons.notJson],
  [text.whole, 'line 4', text.reasons.notClosed],
  ['batteryLevel', 'line 5', text.reasons.notPercent],
  ['movementCounter', 'line 5', text.reasons.notCounter],
  ['floorId', 'line 7', text.reasons.missing],
  ['q', 'line 7', text.reasons.notShare],
];

let server: SharedServer;
let browser: TestBrowser;
let page: Page;
let folder: string;
const requests: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder('records');
  server = await shareServer();
  // The clipboard belongs to the whole browser.
  browser = await launchBrowser({ whole: true, followsWorkers: true });
  page = await browser.newPage();
  await page.goto(`${server.origin}/inspector`);
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
});
afterAll(async () => {
  await browser?.close();
});
beforeEach(async () => {
  const others = page.getByRole('button', { name: text.clear, exact: true });
  if ((await others.count()) > 0) await others.click();
  await page.getByRole('button', { name: text.check, exact: true }).waitFor();
});

const untilShown = (words: string) => expect.poll(() => readable(page.locator('fk-inspector-page'))).toContain(words);
const counts = () => page.locator('fk-inspector-page .counts dd').allTextContents();

/** Returns the rows of the list of single faults: field, line, reason. */
async function faults(): Promise<string[][]> {
  return page
    .locator('fk-inspector-page section')
    .filter({ has: page.getByRole('heading', { name: text.faults, exact: true }) })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td')]
          .slice(0, 3)
          .map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()),
      ),
    );
}

function fileWith(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Drops a file on the page, as from the desktop. */
async function drop(file: string): Promise<void> {
  const session = await browser.pageSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  // A real drag stays over the page for several events; only then does the page count as accepting it.
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data });
  await session.detach();
}

/** Pastes with the clipboard and the keyboard. */
async function paste(content: string): Promise<void> {
  const session = await browser.pageSession(page);
  await session.send('Browser.grantPermissions', {
    origin: server.origin,
    permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'],
  });
  await session.detach();
  await page.bringToFront();
  await page.evaluate((words) => navigator.clipboard.writeText(words), content);
  await page.getByLabel(text.paste, { exact: true }).click();
  await page.keyboard.press('ControlOrMeta+V');
}

describe('good records between bad ones in the inspector', () => {
  const WAYS_IN = [
    ['pasted', paste],
    ['dropped as a file', (content: string) => drop(fileWith('mixed.ndjson', content))],
    [
      'chosen as a packed file',
      (content: string) =>
        page
          .locator('fk-inspector-page input[type="file"]')
          .setInputFiles(fileWith('mixed.ndjson.gz', gzipSync(content))),
    ],
  ] as const;

  it.each(sampled('ways in', WAYS_IN, 1))(
    'are counted and drawn when %s, and each fault is reported with line, field and reason',
    async (_, give) => {
      await give(MIXED);
      await untilShown(text.someFaulty(5, 8));
      expect(await counts()).toEqual(['2', '1', '5', '8']);
      await expect.poll(faults).toEqual(MIXED_FAULTS);
      expect(await readable(page.locator('fk-inspector-page'))).toContain('pressure');
      const plot = page.locator('fk-inspector-plot');
      await plot.locator('canvas').first().waitFor();
      await expect.poll(() => readable(plot)).toContain('e0:00:00:00:00:01: 21.5 °C to 22.5 °C');
      await plot.locator('fk-field[name="type"] select').selectOption('position');
      await expect
        .poll(() => readable(plot))
        .toContain(text.mapSentence('e0:00:00:00:00:01', 1, text.mapRange(12.5, 12.5), text.mapRange(3.8, 3.8)));
    },
  );
});

describe('records in the inspector', () => {
  it('stay on this device', async () => {
    await paste(MIXED);
    await untilShown(text.someFaulty(5, 8));
    expect(
      // The page requests its own headers once, to check whether the host sends the policy.
      requests.filter(
        (request) =>
          !request.startsWith(`GET ${server.origin}/`) &&
          !request.startsWith('GET blob:') &&
          request.trim() !== `HEAD ${server.origin}/`,
      ),
    ).toEqual([]);
    expect(requests.filter((request) => request.includes(TELEMETRY_SAMPLE.companyId))).toEqual([]);
  });

  it('are also checked without a network', async () => {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.context().setOffline(true);
    try {
      await page.reload();
      await page
        .locator('fk-inspector-page input[type="file"]')
        .setInputFiles(fileWith('good.json', telemetryLines(600, 3)));
      await untilShown(text.allGood);
      expect((await counts())[0]).toBe('600');
      await page.locator('fk-inspector-plot canvas').first().waitFor();
    } finally {
      await page.context().setOffline(false);
    }
  });

  it('of twenty megabytes are all counted, with the bad one among them, while the page stays responsive', async () => {
    const part = telemetryLines(20_000);
    const parts = Math.ceil(20_000_000 / part.length);
    const file = fileWith('large.ndjson', `${part.repeat(parts)}{"trackingId":"e0:00:00:00:00:01"\n`);
    await page.evaluate(() => {
      const seen = { longestMs: 0, frames: 0, longestGapMs: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longestMs = Math.max(seen.longestMs, duration);
      }).observe({ type: 'longtask' });
      let last = performance.now();
      const frame = (now: number): void => {
        seen.frames += 1;
        seen.longestGapMs = Math.max(seen.longestGapMs, now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    await drop(file);
    await expect
      .poll(() => readable(page.locator('fk-inspector-page')))
      .toContain(text.someFaulty(1, 20_000 * parts + 1));
    expect((await counts())[0]).toBe((20_000 * parts).toLocaleString('en'));
    await expect
      .poll(faults)
      .toEqual([[text.whole, `line ${(20_000 * parts + 1).toLocaleString('en')}`, text.reasons.notClosed]]);
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { longestMs: number; frames: number; longestGapMs: number } }).seen,
    );
    process.stdout.write(
      `20 MB: longest task ${Math.round(seen.longestMs)} ms, ${seen.frames} frames, longest gap between two ${Math.round(seen.longestGapMs)} ms\n`,
    );
  });
});
