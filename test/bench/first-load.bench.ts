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

const GOAL_KIB = 40;

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    // Without its worker: what the precache fetches afterwards keeps nobody waiting.
    const context = await browser.browser.newContext({ serviceWorkers: 'block' });
    const welcome = await scriptsOf(await context.newPage(), async (page) => {
      await page.goto(server.origin);
      await page.getByRole('button', { name: 'Practice in the sandbox' }).waitFor();
    });
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
      { name: 'welcome screen', value: sum(welcome), unit: 'KiB', goal: GOAL_KIB },
      { name: 'device list of a connected account', value: sum(devices), unit: 'KiB' },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

/** Scripts of our origin that were asked for until `open` says that the screen stands; preloads too. */
async function scriptsOf(page: Page, open: (page: Page) => Promise<void>): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) names.add(pathname);
  });
  await open(page);
  return names;
}
