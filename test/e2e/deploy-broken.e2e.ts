/**
 * A deployment that is incomplete: in any order of its files, the installed app keeps working, keeps its receipts, and
 * takes the next complete release.
 */
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { AppServices } from '../../src/ui/shell/services.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { FLEET_IDS, connectAccount, devicesRead, freshSandbox, goTo, openOutbox } from '../support/journey.ts';
import { importReceipts } from '../support/receipts.ts';
import { sampled } from '../support/sampled.ts';
import { startStaticHost, type StaticHost } from '../support/static-host.ts';
import { storedReceipts } from '../support/stored-rows.ts';
import { variant } from '../support/variants.ts';

const IDS = FLEET_IDS.slice(0, 2);

let built: { readonly one: string; readonly two: string };
let browser: TestBrowser;

beforeAll(async () => {
  built = { one: await variant('one'), two: await variant('two') };
  browser = await launchBrowser();
});
afterAll(() => browser.kill());

const assets = (folder: string): string[] => readdirSync(path.join(folder, 'assets'));
const comingAssets = (): string[] => assets(built.two).filter((name) => !assets(built.one).includes(name));

/** Creates a folder that starts as the first version. */
function halfway(change: (folder: string) => void): string {
  const folder = temporaryFolder('halfway');
  cpSync(built.one, folder, { recursive: true });
  change(folder);
  return folder;
}
const take = (folder: string, ...names: readonly string[]): void =>
  names.forEach((name) => cpSync(path.join(built.two, name), path.join(folder, name)));
const head = ['sw.js', 'index.html', 'manifest.webmanifest', 'rescue.html'];

interface Order {
  readonly name: string;
  readonly missing: 'page' | 'notFound';
  make(): string;
}

const ORDERS: readonly Order[] = [
  {
    name: 'worker and page first, the page in place of each new file',
    missing: 'page',
    make: () => halfway((folder) => take(folder, ...head)),
  },
  {
    name: 'worker and page first, new files not found',
    missing: 'notFound',
    make: () => halfway((folder) => take(folder, ...head)),
  },
  {
    name: 'worker first, old files gone, the old page in place of all',
    missing: 'page',
    make: () =>
      halfway((folder) => {
        take(folder, 'sw.js');
        rmSync(path.join(folder, 'assets'), { recursive: true });
      }),
  },
  {
    name: 'every file there, one cut off in the middle',
    missing: 'notFound',
    make: () =>
      halfway((folder) => {
        take(folder, ...head, ...comingAssets().map((name) => `assets/${name}`));
        const cut = path.join(
          folder,
          'assets',
          comingAssets().find((name) => name.startsWith('index-') && name.endsWith('.js'))!,
        );
        const whole = readFileSync(cut);
        writeFileSync(cut, whole.subarray(0, whole.length / 2));
      }),
  },
  {
    name: 'files first, the page of the version before beside the new worker',
    missing: 'page',
    make: () => halfway((folder) => take(folder, 'sw.js', ...comingAssets().map((name) => `assets/${name}`))),
  },
];
const WHOLE = { name: 'the same release, whole', folder: async () => built.two, version: '1.0.0+two' };
const AFTER = { name: 'the release after it', folder: () => variant('three'), version: '1.0.0+three' };

/** Checks for an update and waits for the result. */
function stateOf(page: Page): Promise<'nothing' | 'refused' | 'waits'> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => undefined);
    const coming = registration.installing;
    if (coming !== null) {
      await new Promise<void>((resolve) => {
        coming.addEventListener('statechange', () =>
          coming.state === 'installed' || coming.state === 'redundant' ? resolve() : undefined,
        );
        if (coming.state === 'installed' || coming.state === 'redundant') resolve();
      });
    }
    if (registration.waiting !== null) return 'waits';
    return coming === null ? 'nothing' : 'refused';
  });
}

const isUp = (page: Page): Promise<void> => page.locator('fk-app h1').first().waitFor();
const version = (page: Page): Promise<string> =>
  page.evaluate(
    () => document.querySelector<HTMLElement & { services: AppServices }>('fk-app')!.services.app.state.value.version,
  );

const offlineReady = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      document.querySelector<HTMLElement & { services: AppServices }>('fk-app')!.services.app.state.value.offlineReady,
  );

async function receiptsAreThere(page: Page): Promise<void> {
  for (const id of IDS)
    expect((await storedReceipts(page, id)).map(({ responseBase64 }) => responseBase64 !== '')).toEqual([true]);
}

/**
 * The harder case is a complete release that reuses file names of the incomplete one. The other case is tested once.
 */
const CASES = [...ORDERS.map((order) => ({ order, following: WHOLE })), { order: ORDERS[0]!, following: AFTER }].map(
  (one) => ({ ...one, name: `${one.order.name}, then ${one.following.name}` }),
);

it.each(sampled('half releases', CASES, 1))(
  'the app refuses an incomplete release, keeps its files and receipts, and updates afterwards: $name',
  async ({ order, following }) => {
    const host: StaticHost = await startStaticHost(built.one);
    const page = await browser.newPage();
    try {
      const sandbox = freshSandbox(host);
      await connectAccount(page, { origin: host.origin, sandbox });
      await devicesRead(page);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/update' } });
      await openOutbox(page);
      await importReceipts(page, sandbox, ...IDS);

      host.serve(order.make(), order.missing);
      expect(await stateOf(page)).toBe('refused');
      await goTo(page, '/more');
      await page.getByText(settingsStrings.phone.updateFailed).waitFor();
      expect(await page.getByRole('button', { name: 'Update now' }).count()).toBe(0);
      for (let visit = 1; visit <= 2; visit += 1) {
        await page.reload();
        await isUp(page);
        expect(await version(page)).toBe('1.0.0+one');
        await receiptsAreThere(page);
      }

      host.serve(await following.folder(), 'notFound');
      await expect.poll(() => stateOf(page)).toBe('waits');
      await page.getByRole('button', { name: 'Update now' }).first().click();
      await expect.poll(() => version(page).catch(() => '')).toBe(following.version);
      await isUp(page);
      await receiptsAreThere(page);
    } finally {
      await page.close();
      await host.close();
    }
  },
);

const FIRST_FAULTS = [
  { name: 'a missing file', reason: 'missing', spoil: (file: string) => rmSync(file) },
  {
    name: 'a file that a proxy has changed',
    reason: 'changed',
    spoil: (file: string) => writeFileSync(file, `${readFileSync(file, 'utf8')}\n// seen by the proxy`),
  },
] as const;

it.each(sampled('first faults', FIRST_FAULTS, 1))(
  'the page names $name that prevents the installation, and installs the app automatically once the host is complete',
  async ({ reason, spoil }) => {
    const inspector = assets(built.one).find((name) => name.startsWith('inspector-page-'))!;
    const host = await startStaticHost(built.one);
    host.serve(
      halfway((folder) => spoil(path.join(folder, 'assets', inspector))),
      'notFound',
    );
    const phone = await launchBrowser({ followsWorkers: true });
    try {
      const page = await phone.newPage();
      await page.goto(`${host.origin}/more`);
      await isUp(page);
      const { installFault, installAgain } = settingsStrings.phone;
      await page.getByText(`${installFault[reason](`/assets/${inspector}`)} ${installAgain}`).waitFor();
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined))
        .toBe(true);
      expect(await offlineReady(page)).toBe(false);
      host.serve(built.one, 'notFound');
      await expect.poll(() => offlineReady(page), { timeout: 30_000 }).toBe(true);
      await page.getByText(settingsStrings.phone.offlineReady).waitFor();
      expect(await version(page)).toBe('1.0.0+one');
    } finally {
      await phone.kill();
      await host.close();
    }
  },
);

it('the address with ?sign-in= leads past the saved app to the sign-in page of a proxy, and does not change the saved app', async () => {
  const host = await startStaticHost(built.one);
  const page = await browser.newPage();
  try {
    await page.goto(host.origin);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const login = temporaryFolder('sign-in');
    writeFileSync(path.join(login, 'index.html'), '<!doctype html><title>Sign in</title><h1>Company sign-in</h1>');
    host.serve(login, 'page');
    await page.goto(`${host.origin}/?sign-in=`);
    await page.getByRole('heading', { name: 'Company sign-in' }).waitFor();
    await page.goto(`${host.origin}/more`);
    await isUp(page);
    expect(await version(page)).toBe('1.0.0+one');
  } finally {
    await page.close();
    await host.close();
  }
});
