/** Runs `*.browser.test.ts` in headless Chromium, with the same transform as the app: Vite stands in as middleware. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { createServer } from 'vite';
import { pooled } from './test/support/browser-pool.mjs';
import { findChrome, quietFlags } from './test/support/chrome.mjs';
import { BROWSER_FILE_LIMIT_MS, BROWSER_LIMIT_MS } from './test/support/limits.mjs';
import { defineCampaign, seedOfRun } from './test/support/seed.mjs';
import { wtrTotalsReporter } from './test/support/totals.mjs';

// Chromium litters: everything it leaves goes with this folder.
const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-wtr-'));
process.env['TMPDIR'] = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

const executablePath = await findChrome();
/** Files of one browser share its databases, files and locks: one page at a time in each. */
const browsers = Number(process.env['FIELDKIT_BROWSERS'] ?? 2);

/** Paths that are the test runner's own; everything else that is source goes through Vite. */
const isRunners = (url) => url.startsWith('/node_modules/@web/') || url.startsWith('/__web-');
const isSource = (url) => /^\/(src|test|node_modules|@vite|@fs|@id)\//.test(url);

const vite = await createServer({
  root: import.meta.dirname,
  configFile: false,
  appType: 'custom',
  cacheDir: path.join(temporary, 'vite'),
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  define: { __FIELDKIT_VERSION__: JSON.stringify('0.0.0+test'), ...defineCampaign(seedOfRun()) },
  // All dependencies are found before the first test: a page never reloads under a running one.
  optimizeDeps: {
    entries: ['{src,test}/**/*.browser.test.ts', 'src/main.ts'],
    rolldownOptions: { external: [/^\/__web-/], makeAbsoluteExternalsRelative: false },
  },
  plugins: [
    {
      name: 'runner-modules',
      enforce: 'pre',
      // The runner serves these itself, under the same path.
      resolveId: (id) => (id.startsWith('/__web-') ? { id, external: true } : undefined),
    },
  ],
});

/** @type {import('@web/test-runner').Middleware} */
function viteTransform(context, next) {
  if (isRunners(context.url) || !isSource(context.url)) return next();
  context.respond = false;
  context.res.statusCode = 200;
  return new Promise((resolve) => {
    context.res.once('close', resolve);
    vite.middlewares(context.req, context.res, () => {
      context.res.statusCode = 404;
      context.res.end('not found');
    });
  });
}

export default {
  files: ['{src,test}/**/*.browser.test.ts'],
  rootDir: import.meta.dirname,
  testsStartTimeout: BROWSER_LIMIT_MS,
  testsFinishTimeout: BROWSER_FILE_LIMIT_MS,
  testFramework: { config: { timeout: BROWSER_LIMIT_MS } },
  middleware: [viteTransform],
  plugins: [a11ySnapshotPlugin(), { name: 'vite-close', serverStop: () => vite.close() }],
  reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY }), wtrTotalsReporter()],
  browsers: [
    pooled(
      Array.from({ length: browsers }, () => chromeLauncher({ launchOptions: { executablePath, args: quietFlags } })),
    ),
  ],
};
