/** Starts a real Chromium on a profile folder, in a process group of its own, so that a test can kill it like a dead battery. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { isOverBluez, sharedBluez } from '../bluez/shared-bluez.ts';
import { endWithProcess, killGroup, removeFolder, temporaryFolder } from './process-end.ts';
import { findChrome, findShell, quietFlags } from './chrome.mjs';
import { PIPES, devToolsPipe } from './devtools-pipe.ts';
import { WAIT_LIMIT_MS } from './limits.mjs';

export interface BrowserOptions {
  /** Folder of the profile; a fresh one when absent. It outlives `kill()` and `close()`, so that a restart finds it. */
  readonly profile?: string;
  /** Which of Chromium's two IndexedDB backends; the browser's own default when absent. */
  readonly idb?: 'leveldb' | 'sqlite';
  /** Turns on what stock Chrome lacks: `getDevices()`, `watchAdvertisements()`. Default false. */
  readonly permissionsBackend?: boolean;
  readonly flags?: readonly string[];
  /** A program and its arguments that starts the browser, such as a tracer. */
  readonly prefix?: readonly string[];
  /** An X display: the whole browser with its windows and all that it asks people there. Headless when absent. */
  readonly display?: string;
  /**
   * The whole browser, also where the suite runs in the headless shell: for the camera, the clipboard, settings of the browser's own,
   * and what is to be seen in the browser that people use.
   */
  readonly whole?: boolean;
  /**
   * Whether what service workers ask of the network is followed: without it nobody hears of their requests, and they stay online when
   * the context is set offline. Off by default: following costs a third of a worker's installation. Counts for the whole process.
   */
  readonly followsWorkers?: boolean;
  /** Size of new windows in CSS pixels. Default 1280x800. */
  readonly window?: { readonly width: number; readonly height: number };
}

/** A browser that runs, whoever ends it. */
export interface OpenBrowser {
  readonly profile: string;
  readonly browser: Browser;
  /** The profile's own context: it keeps storage, service workers and permissions. */
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  /** For `BluetoothEmulation.*`, which is not there on a page's session. */
  browserSession(): Promise<CDPSession>;
  pageSession(page: Page): Promise<CDPSession>;
}

export interface TestBrowser extends OpenBrowser {
  /** SIGKILL to the whole process group: nothing is flushed, nothing is said. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Lets the browser end by itself, so that it writes what it has. */
  close(): Promise<void>;
}

/** Chromium's own numbers for a fine pointer that can hover. */
const MOUSE = 'primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2';

export async function launchBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  followWorkers(options.followsWorkers ?? false);
  const profile = options.profile ?? temporaryFolder('profile');
  const litter = mkdtempSync(path.join(tmpdir(), 'fieldkit-chromium-'));
  const radio = isOverBluez ? (await sharedBluez()).environment : {};
  const { width, height } = options.window ?? { width: 1280, height: 800 };
  const executable = await (isInShell(options) ? findShell() : findChrome());
  const command = [...(options.prefix ?? []), executable];
  const child = spawn(
    command[0]!,
    [
      ...command.slice(1),
      ...(options.display === undefined ? ['--headless'] : []),
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      `--window-size=${width},${height}`,
      // A mouse, whatever the machine has: the words and the sizes on screen follow the pointer.
      `--blink-settings=${MOUSE}`,
      ...features(options),
      ...quietFlags,
      ...(options.flags ?? []),
      'about:blank',
    ],
    // Its own group: the renderers and the GPU process go with it.
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', ...PIPES],
      env: {
        ...process.env,
        ...radio,
        TMPDIR: litter,
        ...(options.display === undefined ? {} : { DISPLAY: options.display }),
      },
    },
  );
  endWithProcess(child);
  const lastWords = listen(child);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      removeFolder(litter);
      resolve();
    });
  });

  let browser: Browser;
  try {
    browser = await Promise.race([
      chromium.connectOverCDP(devToolsPipe(child), { timeout: WAIT_LIMIT_MS }),
      // One that ends at once is not waited for.
      gone.then(() => Promise.reject(new Error('it ended'))),
    ]);
  } catch (error) {
    killGroup(child);
    throw new Error(`the browser did not start:\n${lastWords()}`, { cause: error });
  }
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no context of its own');
  tellOfCrashes(context, lastWords);
  context.setDefaultTimeout(WAIT_LIMIT_MS);

  return {
    profile,
    browser,
    context,
    newPage: () => context.newPage(),
    browserSession: () => browser.newBrowserCDPSession(),
    pageSession: (page) => context.newCDPSession(page),
    async kill() {
      killGroup(child);
      await gone;
      await browser.close().catch(() => undefined);
    },
    async close() {
      const impatience = setTimeout(() => killGroup(child), WAIT_LIMIT_MS / 2);
      const session = await browser.newBrowserCDPSession().catch(() => null);
      await session?.send('Browser.close').catch(() => undefined);
      await gone;
      clearTimeout(impatience);
      await browser.close().catch(() => undefined);
    },
  };
}

/** A suite says whether the shell will do (test/vitest.config.ts); campaigns and benchmarks take the whole browser. */
function isInShell({ whole = false, display }: BrowserOptions): boolean {
  // Over BlueZ the shell dies as soon as a device without a name is listed.
  return process.env['FIELDKIT_SHELL'] === 'yes' && !whole && display === undefined && !isOverBluez;
}

/** Playwright asks its environment whenever a worker starts. */
export function followWorkers(follows: boolean): void {
  if (follows) delete process.env['PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK'];
  else process.env['PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK'] = '1';
}

function features({ idb, permissionsBackend }: BrowserOptions): string[] {
  const enabled = ['WebBluetooth'];
  const disabled = ['Translate', 'OptimizationHints', 'MediaRouter'];
  if (permissionsBackend === true) enabled.push('WebBluetoothNewPermissionsBackend');
  if (idb === 'sqlite') enabled.push('IdbSqliteBackingStore');
  if (idb === 'leveldb') disabled.push('IdbSqliteBackingStore');
  return [`--enable-features=${enabled.join(',')}`, `--disable-features=${disabled.join(',')}`];
}

/** What the browser has said last. */
function listen(child: ChildProcess): () => string {
  let words = '';
  child.once('error', (error) => (words += String(error)));
  child.once('exit', (code) => (words += `\nIt ended with ${String(code)}.`));
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => (words = (words + text).slice(-4000)));
  return () => words;
}

/** A crash is the browser's, whatever test it comes in: its last words say why. */
function tellOfCrashes(context: BrowserContext, lastWords: () => string): void {
  context.on('page', (page) => {
    page.on('crash', () => process.stderr.write(`the browser lost ${page.url()}; it said last:\n${lastWords()}\n`));
  });
}
