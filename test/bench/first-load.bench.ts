/** JavaScript that a page has to load before it shows something, as gzip sends it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { connectAccount, devicesRead, freshSandbox } from '../support/journey.ts';
import type { Bench, Figure } from './figure.ts';

export const bench: Bench = { title: 'First load: JavaScript, gzip', run };

const WELCOME_GOAL_KIB = 30;
const LIST_GOAL_KIB = 80;

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    // Without its worker: what the precache fetches afterwards keeps nobody waiting.
    const context = await browser.browser.newContext({ serviceWorkers: 'block' });
    const visit = await context.newPage();
    await visit.addInitScript(markFirstShown);
    await visit.goto(server.origin);
    await visit.getByRole('button', { name: 'Practice in the sandbox' }).waitFor();
    await visit.waitForFunction(() => (globalThis as unknown as ShownWindow).shownMs < Infinity);
    const welcome = await scriptsBeforeShown(visit);
    const sandbox = freshSandbox(server);
    const first = await context.newPage();
    await connectAccount(first, { origin: server.origin, sandbox });
    await devicesRead(first);
    await first.close();
    const devices = await scriptsOf(await context.newPage(), async (page) => {
      await page.goto(`${server.origin}/devices`);
      await devicesRead(page);
    });
    const sizes = (names: ReadonlySet<string>) =>
      [...names].map((name) => ({ name, bytes: gzipSync(readFileSync(path.join(outDir, name))).length }));
    const sum = (names: ReadonlySet<string>): number =>
      sizes(names).reduce((total, { bytes }) => total + bytes, 0) / 1024;
    for (const [what, names] of [
      ['welcome', welcome],
      ['device list', devices],
    ] as const) {
      const largest = sizes(names)
        .toSorted((a, b) => b.bytes - a.bytes)
        .slice(0, 4);
      say(
        `  ${what}: ${names.size} files; ${largest.map(({ name, bytes }) => `${path.basename(name)} ${(bytes / 1024).toFixed(1)}`).join(', ')}`,
      );
    }
    return [
      { name: 'welcome screen', value: sum(welcome), unit: 'KiB', goal: WELCOME_GOAL_KIB },
      { name: 'device list of a connected account', value: sum(devices), unit: 'KiB', goal: LIST_GOAL_KIB },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

/** Scripts of our origin that were asked for until `open` says that the screen stands. */
async function scriptsOf(page: Page, open: (page: Page) => Promise<void>): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) names.add(pathname);
  });
  await open(page);
  return names;
}

interface ShownWindow {
  shownMs: number;
}

/** In the page: when its first page stood. */
function markFirstShown(): void {
  const here = globalThis as unknown as ShownWindow;
  here.shownMs = Infinity;
  document.addEventListener('fk-page-shown', () => (here.shownMs = performance.now()), { once: true, capture: true });
}

/** Scripts whose loading had begun by then. */
async function scriptsBeforeShown(page: Page): Promise<ReadonlySet<string>> {
  const paths = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        ({ name, startTime }) => name.endsWith('.js') && startTime <= (globalThis as unknown as ShownWindow).shownMs,
      )
      .map(({ name }) => new URL(name).pathname),
  );
  return new Set(paths);
}
