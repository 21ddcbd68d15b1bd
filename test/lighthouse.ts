/**
 * `npm run lighthouse`: Lighthouse over the built app with its phone preset, five times a page, with the worker and, but
 * for the welcome page, an account in place (without its key, which went with the browser it was typed in). It fetches
 * Lighthouse into `.tmp` the first time. `-- --out-dir DIST` takes a build that is there.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startWholePreview } from './support/app-server.ts';
import { launchBrowser } from './support/browser.ts';
import { findChrome, quietFlags } from './support/chrome.mjs';
import { endWithProcess, killGroup } from './support/process-end.ts';
import { buildApp } from './support/build-app.ts';
import { connectAccount, devicesRead, freshSandbox } from './support/journey.ts';
import { median } from './bench/figure.ts';

const VERSION = '12.8.2';
const ROUNDS = 5;
/** For the median of the performance, and the worst of each of the others. Search engines are kept off an account's pages. */
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const CATEGORIES = Object.keys(GOALS) as (keyof typeof GOALS)[];

interface Audited {
  /** From 0 to 1. */
  readonly lhr: { readonly categories: Readonly<Record<string, { readonly score: number }>> };
}
type Lighthouse = (url: string, flags: object) => Promise<Audited>;

const { values } = parseArgs({ options: { 'out-dir': { type: 'string' } } });
const root = path.resolve(import.meta.dirname, '..');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const outDir = path.resolve(values['out-dir'] ?? path.join(root, 'dist'));
if (values['out-dir'] === undefined) await buildApp();
const lighthouse = await fetched();
const server = await startWholePreview(outDir);
let missed = 0;
try {
  await audit(['/'], false);
  await audit(['/overview', '/devices'], true);
} finally {
  await server.close();
}
process.exit(missed === 0 ? 0 : 1);

/** Lighthouse is no dependency of the app's: it is larger than all of them together. */
async function fetched(): Promise<Lighthouse> {
  const folder = path.join(root, '.tmp/lighthouse');
  const file = path.join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...options, `lighthouse@${VERSION}`], { stdio: 'inherit' });
  }
  return ((await import(pathToFileURL(file).href)) as { readonly default: Lighthouse }).default;
}

async function audit(pages: readonly string[], withAccount: boolean): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(server.origin);
  if (withAccount) {
    await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
    await devicesRead(page);
  }
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.close();
  await browser.close();
  for (const address of pages) {
    const rounds: Audited['lhr'][] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await auditOnce(address, browser.profile));
    const scores = (of: keyof typeof GOALS): number[] =>
      rounds.map(({ categories }) => Math.round(categories[of]!.score * 100));
    for (const category of CATEGORIES.filter((one) => !withAccount || one !== 'seo')) {
      const all = scores(category);
      const score = category === 'performance' ? median(all) : Math.min(...all);
      if (score < GOALS[category]) missed += 1;
      print(
        `${address.padEnd(12)}${category.padEnd(18)}${score}${score < GOALS[category] ? `, goal ${GOALS[category]}` : ''}   (${all.join(', ')})`,
      );
    }
  }
}

/**
 * Audits a page in a browser of its own, to which nothing but Lighthouse is connected: its debugger walks over the
 * pages that the process showed before, and the time counts as the page's.
 */
async function auditOnce(address: string, profile: string): Promise<Audited['lhr']> {
  const child = spawn(
    await findChrome(),
    ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...quietFlags, 'about:blank'],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  endWithProcess(child);
  try {
    const port = await debuggingPort(child.stderr);
    const flags = { port, output: 'json', logLevel: 'error', disableStorageReset: true, onlyCategories: CATEGORIES };
    const { lhr } = await lighthouse(`${server.origin}${address}`, flags);
    return lhr;
  } finally {
    killGroup(child);
  }
}

/** Chromium writes the address of its debugger when it listens. */
function debuggingPort(stderr: Readable): Promise<number> {
  return new Promise((resolve, reject) => {
    const lines = createInterface(stderr);
    lines.on('line', (line) => {
      const port = /^DevTools listening on ws:\/\/[^/]*:(\d+)\//.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    lines.once('close', () => reject(new Error('The browser ended before it listened')));
  });
}
