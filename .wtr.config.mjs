/** Runs `*.browser.test.ts` in headless Chromium, as Vite has built them right before. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { buildTests, builtFrom } from './test/support/browser-build.mjs';
import { pooled } from './test/support/browser-pool.mjs';
import { findShell, quietFlags } from './test/support/chrome.mjs';
import { clearDatabasesPlugin } from './test/support/clear-databases.mjs';
import { BROWSER_FILE_LIMIT_MS, BROWSER_LIMIT_MS } from './test/support/limits.mjs';
import { wtrTotalsReporter } from './test/support/totals.mjs';
import { makeWords } from './test/support/words.mjs';

makeWords();

// Chromium litters: everything it leaves goes with this folder.
const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-wtr-'));
process.env['TMPDIR'] = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

const executablePath = await findShell();
/** Each element gives the role and the name that a screen reader reads, from a tree that lasts (test/support/roles.ts). */
const withRoles = ['--enable-blink-features=ComputedAccessibilityInfo', '--force-renderer-accessibility'];
/** Files of one browser share its databases, files and locks: one page at a time in each. */
const browsers = Number(process.env['FIELDKIT_BROWSERS'] ?? 2);

export const built = path.join(temporary, 'built');
export const newBrowser = () =>
  chromeLauncher({ launchOptions: { executablePath, args: [...quietFlags, ...withRoles], pipe: true } });
const browser = pooled(Array.from({ length: browsers }, newBrowser));

export default {
  // The longest first, so that none of them is left for one browser at the end.
  files: ['test/{lives,hostile}/*.browser.test.ts', '{src,test}/**/*.browser.test.ts'],
  rootDir: import.meta.dirname,
  testsStartTimeout: BROWSER_LIMIT_MS,
  testsFinishTimeout: BROWSER_FILE_LIMIT_MS,
  testFramework: { config: { timeout: BROWSER_LIMIT_MS } },
  middleware: [builtFrom(built)],
  plugins: [a11ySnapshotPlugin(), clearDatabasesPlugin()],
  reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY }), wtrTotalsReporter()],
  browsers: [
    {
      ...browser,
      // Here it is first known which files are to run.
      async initialize(config, files) {
        await buildTests(import.meta.dirname, files, built);
        await browser.initialize(config, files);
      },
    },
  ],
};
