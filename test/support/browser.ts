/**
 * Starts a real Chromium on a profile folder in its own process group, so that a test can kill it as a power loss
 * would.
 */
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
  /**
   * Folder of the profile; a new one by default. It still exists after `kill()` and `close()`, so that a restart can
   * use it.
   */
  readonly profile?: string;
  /** Which of Chromium's two IndexedDB backends to use; the browser's default when absent. */
  readonly idb?: 'leveldb' | 'sqlite';
  /** Enables what stock Chrome lacks: `getDevices()`, `watchAdvertisements()`. Default false. */
  readonly permissionsBackend?: boolean;
  readonly flags?: readonly string[];
  /** A program and its arguments that start the browser, such as a tracer. */
  readonly prefix?: readonly string[];
  /** An X display for the full browser with its windows and permission prompts. Headless when absent. */
  readonly display?: string;
  /**
   * Uses the full browser even where the suite runs in the headless shell: for the camera, the clipboard, browser
   * settings and native dialogs.
   */
  readonly whole?: boolean;
  /**
   * Whether requests of service workers can be observed. Without it they send no events, and workers stay online when
   * the context is offline. Off by default, because it adds a third to the time of a worker's installation. Applies to
   * the whole process.
   */
  readonly followsWorkers?: boolean;
  /** Size of new windows in CSS pixels. Default 1280x800. */
  readonly window?: { readonly width: number; readonly height: number };
}

/** A running browser that the caller does not end. */
export interface OpenBrowser {
  readonly profile: string;
  readonly browser: Browser;
  /** The profile's own context, with its storage, service workers and permissions. */
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  /** A session for `BluetoothEmulation.*`, which a page's session lacks. */
  browserSession(): Promise<CDPSession>;
  pageSession(page: Page): Promise<CDPSession>;
}

export interface TestBrowser extends OpenBrowser {
  /** Sends SIGKILL to the whole process group, so that nothing is flushed or announced. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Ends the browser normally, so that it writes its data. */
  close(): Promise<void>;
}

const openContexts = new Set<BrowserContext>();

/** Returns the open pages of all browsers of this process. */
export function openPages(): Page[] {
  return [...openContexts].flatMap((context) => context.pages());
}

/** Chromium's numbers for a fine pointer that can hover. */
const MOUSE = 'primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2';

export async function launchBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  followWorkers(options.followsWorkers ?? false);
  const profile = options.profile ?? temporaryFolder('profile');
  const temporaryFiles = mkdtempSync(path.join(tmpdir(), 'fieldkit-chromium-'));
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
      // A mouse on every machine, because texts and sizes on screen depend on the pointer.
      `--blink-settings=${MOUSE}`,
      ...features(options),
      ...quietFlags,
      ...(options.flags ?? []),
      'about:blank',
    ],
    // Its own process group, so that the renderers and the GPU process are killed with it.
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', ...PIPES],
      env: {
        ...process.env,
        ...radio,
        TMPDIR: temporaryFiles,
        ...(options.display === undefined ? {} : { DISPLAY: options.display }),
      },
    },
  );
  endWithProcess(child);
  const lastOutput = collectOutput(child);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      removeFolder(temporaryFiles);
      resolve();
    });
  });

  let browser: Browser;
  try {
    browser = await Promise.race([
      chromium.connectOverCDP(devToolsPipe(child), { timeout: WAIT_LIMIT_MS }),
      // Do not wait for a browser that ends at once.
      gone.then(() => Promise.reject(new Error('it ended'))),
    ]);
  } catch (error) {
    killGroup(child);
    throw new Error(`the browser did not start:\n${lastOutput()}`, { cause: error });
  }
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no context of its own');
  openContexts.add(context);
  void gone.then(() => openContexts.delete(context));
  reportCrashes(context, lastOutput);
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
      const killTimer = setTimeout(() => killGroup(child), WAIT_LIMIT_MS / 2);
      const session = await browser.newBrowserCDPSession().catch(() => null);
      await session?.send('Browser.close').catch(() => undefined);
      await gone;
      clearTimeout(killTimer);
      await browser.close().catch(() => undefined);
    },
  };
}

/** Suites choose the headless shell (test/vitest.config.ts); campaigns and benchmarks use the full browser. */
function isInShell({ whole = false, display }: BrowserOptions): boolean {
  // Over BlueZ the shell crashes as soon as a device without a name is listed.
  return process.env['FIELDKIT_SHELL'] === 'yes' && !whole && display === undefined && !isOverBluez;
}

/** Playwright reads its environment whenever a worker starts. */
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

/** Returns a function that returns the last output of the browser. */
function collectOutput(child: ChildProcess): () => string {
  let words = '';
  child.once('error', (error) => (words += String(error)));
  child.once('exit', (code) => (words += `\nIt ended with ${String(code)}.`));
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => (words = (words + text).slice(-4000)));
  return () => words;
}

/** Reports a crash with the browser's last output, so that it is not blamed on the test. */
function reportCrashes(context: BrowserContext, lastOutput: () => string): void {
  context.on('page', (page) => {
    page.on('crash', () => process.stderr.write(`the browser lost ${page.url()}; it said last:\n${lastOutput()}\n`));
  });
}
