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

const WELCOME_GOAL_KIB = 40;
const LIST_GOAL_KIB = 140;

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    // Without its worker: what the precache fetches afterwards keeps nobody waiting.
    const context = await browser.browser.newContext({ serviceWorkers: 'block' });
    await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    const visit = await context.newPage();
    await visit.addInitScript(watchStanding, 'page');
    await visit.goto(server.origin);
    await visit.getByRole('button', { name: 'Practice in the sandbox' }).waitFor();
    const welcome = await scriptsBeforeItStood(visit);
    const sandbox = freshSandbox(server);
    const first = await context.newPage();
    await connectAccount(first, { origin: server.origin, sandbox });
    await devicesRead(first);
    await first.close();
    const list = await context.newPage();
    await list.addInitScript(watchStanding, 'rows');
    await list.goto(`${server.origin}/devices`);
    await devicesRead(list);
    const devices = await scriptsBeforeItStood(list);
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

interface WatchedWindow {
  stoodMs: number;
}

/** In the page, before anything of the app: when its first page stood, or the first row of its list. */
function watchStanding(what: string): void {
  const here = globalThis as unknown as WatchedWindow;
  here.stoodMs = Infinity;
  const stands = (): void => void (here.stoodMs = Math.min(here.stoodMs, performance.now()));
  const look = (): void => {
    if (what === 'page') {
      const first = document.querySelector('fk-first-screen')?.shadowRoot?.querySelector('fk-welcome-page');
      return first?.shadowRoot?.querySelector('fk-button') == null ? void requestAnimationFrame(look) : stands();
    }
    const host = document.querySelector('fk-app')?.shadowRoot?.querySelector('fk-page-host');
    const list = host?.shadowRoot?.querySelector('fk-devices-page')?.shadowRoot?.querySelector('fk-device-window');
    if (list?.shadowRoot?.querySelector('a[data-index]') == null) requestAnimationFrame(look);
    else stands();
  };
  requestAnimationFrame(look);
}

/** Scripts whose loading had begun by then. */
async function scriptsBeforeItStood(page: Page): Promise<ReadonlySet<string>> {
  await page.waitForFunction(() => (globalThis as unknown as WatchedWindow).stoodMs < Infinity);
  const paths = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        ({ name, startTime }) => name.endsWith('.js') && startTime <= (globalThis as unknown as WatchedWindow).stoodMs,
      )
      .map(({ name }) => new URL(name).pathname),
  );
  return new Set(paths);
}
