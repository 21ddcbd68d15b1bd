/** Finds a Chrome, Chromium or Edge for the tests, and gets one where there is none. Run alone it prints the path. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const isRoot = process.getuid?.() === 0;

const inPath = (...names) =>
  names.flatMap((name) => (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, name)));

/** Where the operating systems keep their browsers. */
function knownPlaces() {
  const { LOCALAPPDATA, PROGRAMFILES, 'PROGRAMFILES(X86)': programFilesX86 } = process.env;
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case 'win32':
      return [PROGRAMFILES, programFilesX86, LOCALAPPDATA]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          path.join(folder, 'Google/Chrome/Application/chrome.exe'),
          path.join(folder, 'Chromium/Application/chrome.exe'),
          path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        ]);
    default:
      return inPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge');
  }
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}

function run(command, args, env = {}) {
  // Everything this prints is for people: standard output stays free for the path.
  return spawnSync(command, args, { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } }).status === 0;
}

/** Path of a browser: CHROME_PATH, an installed one, one from apt (as root), or Playwright's. Throws when none can be had. */
export async function findChrome() {
  const asked = process.env['CHROME_PATH'];
  if (asked !== undefined && asked !== '') {
    if (!existsSync(asked)) throw new Error(`CHROME_PATH names ${asked}, which does not exist`);
    return asked;
  }
  const installed = () => knownPlaces().find((place) => existsSync(place));
  const found = installed();
  if (found !== undefined) return found;

  if (process.platform === 'linux' && isRoot) {
    process.stderr.write('No Chrome, Chromium or Edge found: installing chromium with apt-get.\n');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update'], env);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], env);
    const fromApt = installed();
    if (fromApt !== undefined) return fromApt;
  }

  const downloaded = await playwrightBrowser();
  if (!existsSync(downloaded)) {
    process.stderr.write("No Chrome, Chromium or Edge found: fetching Playwright's Chromium.\n");
    const command = path.resolve(import.meta.dirname, '../../node_modules/playwright-core/cli.js');
    run(process.execPath, [command, 'install', 'chromium']);
  }
  if (existsSync(downloaded)) return downloaded;
  throw new Error('No browser for the tests: install Chrome or Chromium, or set CHROME_PATH.');
}

/**
 * Path of Chromium's headless shell: the same engine without the browser's own windows, settings and services, for three
 * quarters of its work. The whole browser where there is no shell, where CHROME_PATH names another browser than the shell's
 * own, and in a run that takes everything (`npm test -- --whole`).
 */
export async function findShell() {
  const chrome = await findChrome();
  const shell = inPath('chromium-headless-shell').find((place) => existsSync(place));
  const isOfShell = path.basename(chrome) === 'chromium';
  return shell !== undefined && isOfShell && process.env['FIELDKIT_WHOLE'] !== 'yes' ? shell : chrome;
}

/** Flags every test browser needs: quiet, no first-run pages, and no sandbox where root is not allowed one. */
export const quietFlags = [
  '--disable-gpu',
  // A container's shared memory may be too small for a renderer: it dies of that in the middle of a page.
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
