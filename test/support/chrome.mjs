/**
 * Finds a Chrome, Chromium or Edge for the tests, and installs one if there is none. As a script it prints the path.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCommand, installDebianPackages } from './programs.mjs';

const isRoot = process.getuid?.() === 0;

/** Returns the browser that is installed in the usual place of this operating system. */
function installedChrome() {
  const { LOCALAPPDATA, PROGRAMFILES, 'PROGRAMFILES(X86)': programFilesX86 } = process.env;
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge']
        .map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
        .find((place) => existsSync(place));
    case 'win32':
      return [PROGRAMFILES, programFilesX86, LOCALAPPDATA]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          path.join(folder, 'Google/Chrome/Application/chrome.exe'),
          path.join(folder, 'Chromium/Application/chrome.exe'),
          path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        ])
        .find((place) => existsSync(place));
    default:
      return (
        findCommand('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge') ??
        undefined
      );
  }
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}

/**
 * Returns the path of a browser: CHROME_PATH, an installed one, one from apt (as root), or Playwright's. Throws when
 * there is none.
 */
export async function findChrome() {
  const asked = process.env['CHROME_PATH'];
  if (asked !== undefined && asked !== '') {
    if (!existsSync(asked)) throw new Error(`CHROME_PATH names ${asked}, which does not exist`);
    return asked;
  }
  const found = installedChrome();
  if (found !== undefined) return found;

  if (process.platform === 'linux' && isRoot) {
    // The headless shell is the same engine without the browser's windows; most suites run in it.
    installDebianPackages(['chromium', 'chromium-headless-shell']);
    const fromApt = installedChrome();
    if (fromApt !== undefined) return fromApt;
  }

  const downloaded = await playwrightBrowser();
  if (!existsSync(downloaded)) {
    process.stderr.write("No Chrome, Chromium or Edge found: fetching Playwright's Chromium.\n");
    const command = path.resolve(import.meta.dirname, '../../node_modules/playwright-core/cli.js');
    // Its output goes to standard error, because standard output contains only the path.
    spawnSync(process.execPath, [command, 'install', 'chromium'], { stdio: ['ignore', 2, 2] });
  }
  if (existsSync(downloaded)) return downloaded;
  throw new Error('No browser for the tests: install Chrome or Chromium, or set CHROME_PATH.');
}

/**
 * Returns the path of Chromium's headless shell: the same engine without the browser's windows, settings and services,
 * which needs three quarters of the processor time. Returns the full browser when there is no shell, when CHROME_PATH
 * names another browser than the shell's own, and in a whole run (`npm test -- --whole`).
 */
export async function findShell() {
  const chrome = await findChrome();
  const shell = findCommand('chromium-headless-shell');
  const isOfShell = path.basename(chrome) === 'chromium';
  return shell !== null && isOfShell && process.env['FIELDKIT_WHOLE'] !== 'yes' ? shell : chrome;
}

/** Flags of every test browser: no messages, no first-run pages, and no process sandbox when root may not use one. */
export const quietFlags = [
  '--disable-gpu',
  // A container's shared memory may be too small for a renderer, which would then crash while a page is open.
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--log-level=3',
  ...(isRoot ? ['--no-sandbox'] : []),
];

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await findChrome()}\n`);
}
