/** A phone with unsent receipts on its disk, and the steps of a person after its storage was damaged. */
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  act,
  beaconNamed,
  connectAccount,
  devicesRead,
  FEW_WAITS,
  FLEET_IDS,
  openKeyDialog,
  openPage,
  openRun,
  OWNER_KEY,
  prepare,
  saveSettings,
} from '../support/journey.ts';
import { sandboxControl, type SandboxControl } from '../support/app-server.ts';
import { emulateRadio } from '../support/peripheral.ts';
import { until } from '../support/until.ts';
import type { CampaignServer } from './campaign-server.ts';
import type { Idb } from './campaign.ts';
import { outboxAtRest } from './outbox-ears.ts';
import { beaconStoreOf, createWorld, type World } from './world.ts';

/** Folders with the databases and private files of a Chromium profile. */
export const STORAGE_FOLDERS = ['Default/IndexedDB', 'Default/File System'] as const;

export interface Phone {
  readonly server: CampaignServer;
  readonly sandbox: SandboxControl;
  readonly idb: Idb;
  readonly world: World;
  /** Beacons whose package is stored on the phone and not yet written. */
  readonly carried: readonly string[];
}

/** Connects an account in `profile`, and stores a package for each of `beacons` devices. */
export async function setUpPhone(server: CampaignServer, idb: Idb, profile: string, beacons: number): Promise<Phone> {
  const world = createWorld();
  const carried = FLEET_IDS.slice(0, beacons);
  for (const uniqueId of carried) world.beacons.set(uniqueId, beaconNamed(uniqueId, { processingMs: 10 }));
  const sandbox = sandboxControl(server.origin, `phone-${idb}-${Date.now().toString(36)}`);
  // Another copy of the same phone may send a receipt again. It is accepted like the first time.
  await sandbox.setOptions({ repeatAnswer: 204 });
  const browser = await launchBrowser({ profile, idb });
  try {
    const page = await browser.newPage();
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    await saveSettings(page, FEW_WAITS);
    for (const uniqueId of carried) await prepare(page, uniqueId, { interval: 1234 });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  } finally {
    await browser.close();
  }
  return { server, sandbox, idb, world, carried };
}

/**
 * Writes the packages to these beacons without the account's key, so that the receipts stay on the phone. Calls
 * `onReceipt` when the screen reports that the receipt of a beacon is saved.
 */
export async function writePackages(
  { server, idb, world }: Phone,
  profile: string,
  uniqueIds: readonly string[],
  { onReceipt, prefix }: { readonly onReceipt?: (uniqueId: string) => void; readonly prefix?: readonly string[] } = {},
): Promise<void> {
  const browser = await launchBrowser({ profile, idb, ...(prefix === undefined ? {} : { prefix }) });
  try {
    const store = beaconStoreOf(world, uniqueIds, () => null, {
      operationDone: () => undefined,
      overwritten: (uniqueId) => {
        throw new Error(`the receipt of ${uniqueId} was overwritten`);
      },
    });
    const emulatedRadio = await emulateRadio(browser, store, { keepAliveOrigin: server.otherOrigin });
    const page = await openPage(browser, emulatedRadio);
    await page.goto(`${server.origin}/run`);
    for (const uniqueId of uniqueIds) {
      await openRun(page, uniqueId);
      const shown = await act(page, emulatedRadio, world.beacons.get(uniqueId)!.address, 'Connect');
      if (!shown.track.includes('Receipt saved')) throw new Error(`${uniqueId}: ${shown.says} (${shown.detail})`);
      onReceipt?.(uniqueId);
    }
  } finally {
    await browser.close();
  }
}

export interface Recovery {
  /** Responses in Base64 that reached the backend. */
  readonly delivered: ReadonlySet<string>;
  /** Uncaught errors of the app. */
  readonly errors: readonly string[];
  /** Text of the outbox and the notices above it before anything is sent. */
  readonly says: string;
  /** Whether the account was still there, was offered on the welcome page, or had to be connected again. */
  readonly account: 'open' | 'offered' | 'connectedAgain';
}

/** Opens the app on `profile`, enters the key as the owner would, and waits until nothing more is sent. */
export async function recoverPhone({ server, sandbox, idb }: Phone, profile: string): Promise<Recovery> {
  const delivered = new Set<string>();
  const errors: string[] = [];
  server.ears.current = {
    arrived: () => undefined,
    tookEffect({ path, body }) {
      const response = path === '/legacy/device/update' ? new URLSearchParams(body).get('response') : null;
      if (response !== null) delivered.add(response);
    },
    now: () => undefined,
  };
  const browser = await launchBrowser({ profile, idb });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await page.goto(`${server.origin}/outbox`);
    await page.locator('fk-app h1').first().waitFor();
    const offered = page.getByRole('button', { name: new RegExp(`^${welcomeStrings.goBack('')}`) });
    const isOpen = (): Promise<boolean> =>
      page.evaluate(
        () => (document.querySelector<HTMLElement & { account?: unknown }>('fk-app')?.account ?? null) !== null,
      );
    await until(
      async () => (await isOpen()) || page.url().endsWith('/') || (await offered.count()) > 0,
      'a first page',
    );
    const account = (await isOpen()) ? 'open' : (await offered.count()) > 0 ? 'offered' : 'connectedAgain';
    if (account === 'offered') await offered.first().click();
    if (account === 'connectedAgain') await connectAccount(page, { origin: server.origin, sandbox });
    await until(isOpen, 'an account that is open');
    await page.evaluate((to) => window.navigation.navigate(to).finished, '/outbox');
    await page.locator('fk-outbox-page').locator('fk-outbox-item, fk-empty').first().waitFor();
    const says = await page.locator('body').ariaSnapshot();
    if (account !== 'connectedAgain') {
      await openKeyDialog(page);
      await page.getByLabel('API key', { exact: true }).fill(OWNER_KEY);
      await page.getByRole('button', { name: 'Use this key' }).click();
    }
    if ((await outboxAtRest(page)) === 'asksForKey') errors.push('the key was given and is asked for again');
    return { delivered, errors, says, account };
  } catch (error) {
    const page = browser.context.pages().at(-1);
    const says =
      page === undefined
        ? ''
        : await page
            .locator('body')
            .ariaSnapshot()
            .catch(() => '');
    errors.push(`${String(error).split('\n')[0]}; the page says: ${says.slice(0, 400)}`);
    return { delivered, errors, says, account: 'open' };
  } finally {
    server.ears.current = null;
    await browser.kill();
  }
}
