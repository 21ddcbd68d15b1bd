/**
 * The build on its hosts: preview, real nginx and real Caddy send the same headers, and the policy is tested in a real
 * browser at some of them, drawn by the seed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { HOST_FILES, ORIGIN_WIDE_HEADERS, headersOf, type Site } from '../../src/build/policy.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';
import { shellStrings } from '../../src/ui/strings/shell.ts';
import { sandboxControl, startSandboxServer, startWholePreview, type RunningServer } from '../support/app-server.ts';
import { inCare } from '../support/in-care.ts';
import { connectAccount, devicesRead, toDevices } from '../support/journey.ts';
import { shareBrowser, type SharedBrowser } from '../support/shared-browser.ts';
import { findProgram } from '../support/programs.mjs';
import { startRealHost, type HostName } from '../support/real-host.ts';
import { sampled } from '../support/sampled.ts';
import { variant } from '../support/variants.ts';

const REAL: readonly HostName[] = ['nginx', 'caddy'];

let browser: SharedBrowser;
let backend: RunningServer;
const builds = { root: path.resolve(import.meta.dirname, '../../dist'), below: '', narrow: '' };

beforeAll(async () => {
  for (const [, which] of BUILDS) if (which !== 'root') builds[which] = await variant(which);
  backend = await startSandboxServer();
});
afterAll(() => backend.close());

/** Uses a new browser for each host: the workers and caches of nine hosts are too much for one renderer. */
function inFreshBrowser(): void {
  beforeAll(async () => {
    browser = await shareBrowser();
  });
  afterAll(() => browser.giveBack());
  afterEach(async () => {
    for (const page of browser.context.pages()) await page.close();
  });
}

/** Runs in the page: returns the files that it loaded although its worker does not store them for offline use. */
async function filesOutsideTheCopy(): Promise<string[]> {
  const outside: string[] = [];
  for (const { name } of performance.getEntriesByType('resource'))
    if (/[.](js|css)$/.test(name) && (await caches.match(name, { ignoreSearch: true })) === undefined)
      outside.push(name);
  return outside;
}

interface Host {
  readonly name: string;
  readonly isMissing: boolean;
  start(dist: string, proxyTo?: string): Promise<{ readonly origin: string; close(): Promise<void> }>;
}
const HOSTS: readonly Host[] = [
  { name: 'preview', isMissing: false, start: startWholePreview },
  ...REAL.map((name): Host => ({
    name,
    isMissing: findProgram(name) === null,
    start: (dist, proxyTo) => startRealHost(name, dist, proxyTo === undefined ? {} : { proxyTo }),
  })),
];

const PAGES = [
  '',
  'connect',
  'overview',
  'practice',
  'devices',
  'devices/tB4x',
  'run',
  'outbox',
  'telemetry',
  'more',
  'streams',
  'inspector',
  'orders',
  'rescue.html',
];

/** The one at the root, and one of those that have to be built. */
const BUILDS = [
  ['at the root', 'root'] as const,
  ...sampled(
    'builds',
    [
      ['below a path', 'below'],
      ['narrowed as the README says', 'narrow'],
    ] as const,
    1,
  ),
];
/**
 * How a browser treats a header does not depend on the host, so builds that are not at the root are tested with one
 * host.
 */
const WALKED = sampled(
  'walks',
  HOSTS.flatMap(({ name }, at) =>
    BUILDS.filter(([, which]) => which === 'root' || at === 0).map(([, which]) => `${name} ${which}`),
  ),
  1,
);

interface Watched {
  readonly page: Page;
  /** Violations of a policy and unhandled errors. */
  readonly complaints: string[];
}

async function watched(): Promise<Watched> {
  const complaints: string[] = [];
  const page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy|trusted|permissions-policy|unrecognized feature/i.test(message.text()))
      complaints.push(message.text());
  });
  return { page, complaints };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
}

const siteOf = (dist: string): Site => JSON.parse(readFileSync(path.join(dist, 'deploy/site.json'), 'utf8')) as Site;

describe.each(HOSTS)('the host $name', (host) => {
  describe.skipIf(host.isMissing).each(BUILDS)('%s', (_, which) => {
    let origin: string;
    let base: string;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const running = await host.start(builds[which]);
      origin = running.origin;
      close = running.close;
      base = siteOf(builds[which]).base;
    });
    afterAll(() => close());

    it('sends every header of the table with every file', async () => {
      const site = siteOf(builds[which]);
      const asset = readdirSync(path.join(builds[which], 'assets')).find((name) => name.endsWith('.js'))!;
      const cases = [
        ['', 200, 'text/html'],
        ['devices/tB4x', 200, 'text/html'],
        ['run/x.js', 200, 'text/html'],
        [`assets/${asset}`, 200, 'javascript'],
        ['sw.js', 200, 'javascript'],
        ['manifest.webmanifest', 200, 'manifest+json'],
        ['rescue.html', 200, 'text/html'],
        ['rescue.js', 200, 'javascript'],
        ['assets/none-a1b2c3.js', 404, null],
        ['none.js', 404, null],
        ['icons/none.png', 404, null],
        ...HOST_FILES.map((file) => [file, 404, null] as const),
      ] as const;
      for (const [name, status, type] of cases) {
        const response = await fetch(`${origin}${base}${name}`, { headers: { accept: 'text/html' } });
        const expected = headersOf(site, base + name, status);
        const got = [...expected.keys()].map((header) => [header, response.headers.get(header)]);
        expect([name, response.status, Object.fromEntries(got)]).toEqual([name, status, Object.fromEntries(expected)]);
        if (type !== null)
          expect([name, response.headers.get('content-type')]).toEqual([name, expect.stringContaining(type)]);
      }
    });

    it('leads a shared file to the start page when no worker has caught it', async () => {
      const body = new FormData();
      body.append('file', new File(['x'.repeat(2_000_000)], 'plan.csv'));
      const answer = await fetch(`${origin}${base}share-file`, { method: 'POST', body, redirect: 'manual' });
      expect([answer.status, new URL(answer.headers.get('location') ?? '', origin).pathname]).toEqual([303, base]);
    });

    if (!WALKED.includes(`${host.name} ${which}`)) return;
    inFreshBrowser();

    it('allows a walk through the app without a violation of the policy, and a start without a network afterwards', async () => {
      const { page, complaints } = await watched();
      await page.goto(origin + base);
      await page.getByRole('button', { name: 'Practice in the sandbox' }).click();
      await toDevices(page);
      await devicesRead(page);
      for (const name of sampled(`pages of ${host.name} ${which}`, PAGES, 6))
        await open(page, `${origin}${base}${name}`);
      await open(page, `${origin}${base}more`);
      await page.waitForFunction(
        () =>
          document.querySelector<HTMLElement & { readonly account: AccountServices | null }>('fk-app')!.account?.app
            .state.value.policy === 'header',
      );
      await inCare(page);
      expect(complaints).toEqual([]);
      await browser.context.setOffline(true);
      try {
        const response = await page.reload();
        expect(response?.fromServiceWorker()).toBe(true);
        await page.locator('fk-app h1').first().waitFor();
        expect(await page.evaluate(filesOutsideTheCopy)).toEqual([]);
      } finally {
        await browser.context.setOffline(false);
      }
    });

    it('blocks inline script, markup from text, foreign images and frames', async () => {
      const { page } = await watched();
      await page.goto(origin + base);
      await page.locator('fk-app h1').first().waitFor();
      expect(await page.evaluate(triesOf, `${backend.origin}/sandbox/hello.png`)).toEqual({
        markup: 'refused',
        inline: 'refused',
        image: 'refused',
        frame: 'refused',
      });
    });
  });
});

/** Runs in the page: tries everything that the policy forbids. */
async function triesOf(foreign: string): Promise<Record<string, 'refused' | 'allowed'>> {
  const refusedIf = (is: boolean): 'refused' | 'allowed' => (is ? 'refused' : 'allowed');
  // A violation of any directive counts for the first, because two of them may block an inline handler.
  let markup = false;
  try {
    document.createElement('div').innerHTML = '<b>x</b>';
  } catch {
    markup = true;
  }
  const violated = (directive: string, act: () => void): Promise<boolean> =>
    new Promise((resolve) => {
      const listen = (event: SecurityPolicyViolationEvent): void => {
        if (!event.effectiveDirective.startsWith(directive)) return;
        document.removeEventListener('securitypolicyviolation', listen);
        resolve(true);
      };
      document.addEventListener('securitypolicyviolation', listen);
      act();
    });
  const inline = await violated('', () => {
    const button = document.createElement('button');
    try {
      button.setAttribute('onclick', 'globalThis.ranInline = true');
    } catch {
      // Trusted Types blocked it first, and reported it to the page.
    }
    document.body.append(button);
    button.click();
    button.remove();
  }).then(() => !('ranInline' in globalThis));
  const image = await violated('img-src', () => {
    new Image().src = foreign;
  });
  const frame = await violated('frame-src', () => {
    const made = document.createElement('iframe');
    made.src = foreign;
    document.body.append(made);
  });
  document.querySelector('iframe')?.remove();
  return { markup: refusedIf(markup), inline: refusedIf(inline), image: refusedIf(image), frame: refusedIf(frame) };
}

describe.each(sampled('hosts before a backend', REAL, 1))('a backend without CORS behind %s', (name) => {
  inFreshBrowser();

  it.skipIf(findProgram(name) === null).each(sampled(`backend behind ${name}`, BUILDS.slice(0, 2), 1))(
    'lets the app work %s, and can never serve a script',
    async (_, which) => {
      const host = await startRealHost(name, builds[which], { proxyTo: backend.origin });
      const { base } = siteOf(builds[which]);
      try {
        const sandbox = sandboxControl(backend.origin, `behind-${name}-${which}`);
        await sandbox.setOptions({ cors: 'none', v3Cors: 'none' });
        const through = {
          ...sandbox,
          baseUrl: sandbox.baseUrl.replace(backend.origin, `${host.origin}/backend`),
          legacyBaseUrl: sandbox.legacyBaseUrl.replace(backend.origin, `${host.origin}/backend`),
        };
        const { page, complaints } = await watched();
        await connectAccount(page, { origin: `${host.origin}${base.slice(0, -1)}`, sandbox: through });
        await devicesRead(page);
        expect(complaints).toEqual([]);
        // A link contains the full path, so it opens the right page in a new tab too.
        const link = page.locator('fk-devices-page a[href*="devices/"]').first();
        await expect.poll(() => link.getAttribute('href')).toMatch(new RegExp(`^${base}devices/`));
        await link.click();
        await page.waitForURL(`**${base}devices/**`);

        // As an attack through a fault of the app: a module import is not checked by Trusted Types. Written as text, so
        // that no tool rewrites it.
        const evil = page.evaluate<string>(`new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => resolve(effectiveDirective + ' ' + new URL(blockedURI).pathname));
        import('${host.origin}/backend/evil.js').then(() => resolve('ran'), () => undefined);
      })`);
        expect(await evil).toBe('script-src-elem /backend/evil.js');
      } finally {
        await host.close();
      }
    },
  );
});

it.skipIf(REAL.some((name) => findProgram(name) === null)).each(REAL)(
  'behind %s no answer of a backend erases what the phones have stored, or sets a cookie',
  async (name) => {
    const values = ORIGIN_WIDE_HEADERS.map((header) => [header, header === 'Clear-Site-Data' ? '"storage"' : 'a=b']);
    const upstream = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...Object.fromEntries(values) }).end('{}');
    });
    await new Promise<void>((resolve) => {
      upstream.listen(0, '127.0.0.1', resolve);
    });
    const host = await startRealHost(name, builds.root, {
      proxyTo: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    });
    try {
      const answer = await fetch(`${host.origin}/backend/device`);
      expect(await answer.text()).toBe('{}');
      expect(ORIGIN_WIDE_HEADERS.filter((header) => answer.headers.has(header))).toEqual([]);
    } finally {
      await host.close();
      upstream.closeAllConnections();
      upstream.close();
    }
  },
);

describe('a host that sends no headers', () => {
  inFreshBrowser();

  it('is detected by the page, which runs under its own policy and reports what is missing, also when that policy is', async () => {
    const index = readFileSync(path.join(builds.root, 'index.html'), 'utf8');
    let page = index;
    const server = createServer((request, response) => {
      const urlPath = new URL(request.url ?? '/', 'http://localhost').pathname;
      const file = path.join(builds.root, urlPath);
      const type = urlPath.endsWith('.js') ? 'text/javascript' : urlPath.endsWith('.css') ? 'text/css' : 'text/html';
      if (urlPath === '/sw.js') response.writeHead(404).end();
      else if (type === 'text/html') response.writeHead(200, { 'content-type': type }).end(page);
      else response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const tab = await browser.newPage();
    try {
      await tab.goto(`${origin}/more`);
      await tab.getByText(settingsStrings.phone.policy.page).waitFor();
      expect(await tab.evaluate(triesOf, `${backend.origin}/sandbox/hello.png`)).toEqual({
        markup: 'refused',
        inline: 'refused',
        image: 'refused',
        frame: 'refused',
      });
      page = index.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/g, '');
      await tab.goto(`${origin}/more`);
      await tab.getByText(settingsStrings.phone.policy.none).waitFor();
      await tab.getByText(shellStrings.noPolicy).waitFor();
    } finally {
      await tab.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
