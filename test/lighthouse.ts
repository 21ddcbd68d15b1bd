/**
 * `npm run lighthouse`: Lighthouse over the built app with its phone preset, five times a page, with the worker and, but for the
 * welcome page, an account in place. It fetches Lighthouse into `.tmp` the first time. `-- --out-dir DIST` takes a build that is there.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startWholePreview } from './support/app-server.ts';
import { launchBrowser } from './support/browser.ts';
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
  const port = await freePort();
  const browser = await launchBrowser({ flags: [`--remote-debugging-port=${port}`] });
  try {
    const page = await browser.newPage();
    await page.goto(server.origin);
    if (withAccount) {
      await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
      await devicesRead(page);
    }
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.close();
    for (const address of pages) {
      const rounds: Audited['lhr'][] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const flags = {
          port,
          output: 'json',
          logLevel: 'error',
          disableStorageReset: true,
          onlyCategories: CATEGORIES,
        };
        rounds.push((await lighthouse(`${server.origin}${address}`, flags)).lhr);
      }
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
  } finally {
    await browser.kill();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
