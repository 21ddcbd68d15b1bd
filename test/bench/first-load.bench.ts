/**
 * Size in gzip of the JavaScript that a page has to load before it shows something: the files that its parts import
 * statically. The browser gets no other file, which proves that the page needs no more, so the figure does not depend
 * on the machine.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { importsToBegin } from '../support/architecture.ts';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { connectAccount, devicesRead, freshSandbox } from '../support/journey.ts';
import type { Bench, Figure } from './figure.ts';

export const bench: Bench = { title: 'First load: JavaScript, gzip', run };

const WELCOME_GOAL_KIB = 40;
const LIST_GOAL_KIB = 140;
const FIRST_WORDS = 'words-en-first-words';

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const built = createBuilt(outDir);
  const parts = (...names: readonly string[]): ReadonlySet<string> =>
    built.neededBy(...names.map(built.part), built.part(FIRST_WORDS));
  const welcome = parts('welcome', 'welcome-page');
  const list = parts('app', 'account', 'devices-page');
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    // Without its worker, because nothing waits for the files that the precache fetches later.
    const context = await browser.browser.newContext({ serviceWorkers: 'block' });
    await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    const sandbox = freshSandbox(server);
    const first = await context.newPage();
    await connectAccount(first, { origin: server.origin, sandbox });
    await devicesRead(first);
    await first.close();
    await allowOnly(context, list);
    const devices = await context.newPage();
    await devices.goto(`${server.origin}/devices`);
    await devices.locator('fk-device-window a[data-index]').first().waitFor();
    await devices.close();
    const visitor = await browser.browser.newContext({ serviceWorkers: 'block' });
    await allowOnly(visitor, welcome);
    const visit = await visitor.newPage();
    await visit.goto(server.origin);
    await visit.getByRole('button', { name: 'Practice in the sandbox' }).waitFor();
    say(`  welcome: ${built.inWords(welcome)}`);
    say(`  device list: ${built.inWords(list)}`);
    return [
      { name: 'welcome screen', value: built.kib(welcome), unit: 'KiB', goal: WELCOME_GOAL_KIB },
      { name: 'device list of a connected account', value: built.kib(list), unit: 'KiB', goal: LIST_GOAL_KIB },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

/** Fails requests for any other script of the page. Workers have separate files, for which the page does not wait. */
async function allowOnly(context: BrowserContext, files: ReadonlySet<string>): Promise<void> {
  await context.route(
    ({ pathname }) => pathname.endsWith('.js') && !/-worker-[^/]*$/.test(pathname) && !files.has(pathname.slice(1)),
    (route) => route.abort(),
  );
}

interface Built {
  /** Returns the file of a part that is loaded by `import()`. */
  part(name: string): string;
  /** Returns the scripts of index.html, these files, and everything that they import statically. */
  neededBy(...files: readonly string[]): ReadonlySet<string>;
  kib(files: ReadonlySet<string>): number;
  inWords(files: ReadonlySet<string>): string;
}

function createBuilt(outDir: string): Built {
  const read = (file: string): string => readFileSync(path.join(outDir, file), 'utf8');
  const html = read('index.html');
  const ofPage = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file!);
  const all = readdirSync(path.join(outDir, 'assets')).map((name) => `assets/${name}`);
  const kibOf = (file: string): number => gzipSync(read(file)).length / 1024;
  return {
    part(name) {
      const found = all.filter((file) => new RegExp(`^assets/${name}-[\\w-]{8}\\.js$`).test(file));
      // A part whose modules share a file with others has a file of its own that only imports it.
      const own = found.filter(
        (file) => !found.some((other) => other !== file && read(other).includes(path.basename(file))),
      );
      if (own.length !== 1) throw new Error(`${own.length} built files are named ${name}`);
      return own[0]!;
    },
    neededBy(...files) {
      const needed = new Set([...ofPage, ...files]);
      for (const file of needed)
        for (const from of importsToBegin(file, read(file)))
          needed.add(path.posix.join(path.posix.dirname(file), from));
      return needed;
    },
    kib: (files) => [...files].reduce((sum, file) => sum + kibOf(file), 0),
    inWords: (files) =>
      `${files.size} files; ${[...files]
        .map((file) => ({ file, kib: kibOf(file) }))
        .toSorted((one, other) => other.kib - one.kib)
        .slice(0, 4)
        .map(({ file, kib }) => `${path.basename(file)} ${kib.toFixed(1)}`)
        .join(', ')}`,
  };
}
