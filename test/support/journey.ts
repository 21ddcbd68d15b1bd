/** The steps of the main task in the built app: connect, open a device, prepare, run, open the outbox. */
import { randomUUID } from 'node:crypto';
import type { LitElement } from 'lit';
import type { Locator, Page } from 'playwright-core';
import type { BeaconOptions } from '../../src/sandbox/beacon/beacon.ts';
import { OWNER_KEY } from '../../src/sandbox/backend/gate.ts';
import { fleetBeacon } from '../../src/sandbox/beacon/nearby.ts';
import type { SettingPath } from '../../src/domain/settings-table.ts';
import { fleetOf } from '../../src/sandbox/fleet.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { connectStrings } from '../../src/ui/strings/connect.ts';
import { elementStrings } from '../../src/ui/strings/elements.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';
import { labelOf } from '../../src/ui/words/configure.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';
import { isOverBluez } from '../bluez/shared-bluez.ts';
import { sandboxControl, type RunningServer, type SandboxControl } from './app-server.ts';
import type { OpenBrowser } from './browser.ts';
import type { EmulatedRadio, Beacon, BeaconStore } from './peripheral.ts';
import { toastAfter } from './toasts.ts';

export { OWNER_KEY };

/** A namespace of the sandbox that no other test uses. */
export function freshSandbox(server: Pick<RunningServer, 'origin'>): SandboxControl {
  return sandboxControl(server.origin, `t${randomUUID().slice(0, 8)}`);
}

/** A beacon of the sandbox's fleet with its own address. It answers without delays unless told otherwise. */
export function beaconNamed(
  uniqueId: string,
  options: Partial<BeaconOptions> & { readonly name?: string } = {},
): Beacon {
  const { name, ...rest } = options;
  const octets = randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase().match(/../g) ?? [];
  return {
    address: ['C0', ...octets].join(':'),
    name: name ?? 'Kontakt',
    state: fleetBeacon(DEFAULT_SEED, uniqueId, { processingMs: 40, ...rest }),
  };
}

/**
 * IDs of the fleet's beacons that the owner may configure, without those nearby in practice: one for each test of a
 * file.
 */
export const FLEET_IDS: readonly string[] = fleetOf(DEFAULT_SEED)
  .filter(
    ({ deviceType, access, bare, uniqueId }, index) =>
      index > 5 && deviceType === 'BEACON' && access.owner === 'OWNER' && !bare && /^[a-zA-Z0-9]+$/.test(uniqueId),
  )
  .map(({ uniqueId }) => uniqueId);

/** Adds beacons to a browser that is already running. */
export async function hangUp(
  emulatedRadio: EmulatedRadio,
  beaconStore: BeaconStore,
  ...beacons: readonly Beacon[]
): Promise<void> {
  for (const beacon of beacons) {
    beaconStore.put(beacon);
    await emulatedRadio.announce(beacon.address);
  }
}

/** Opens a page whose choosers `emulatedRadio` answers. */
export async function openPage(browser: OpenBrowser, emulatedRadio: EmulatedRadio): Promise<Page> {
  const page = await browser.newPage();
  await emulatedRadio.attach(page);
  return page;
}

export interface ConnectOptions {
  readonly origin: string;
  readonly sandbox: Pick<SandboxControl, 'baseUrl' | 'legacyBaseUrl'>;
  readonly name?: string;
  readonly key?: string;
  /**
   * The answer to the question whether this is the same account, when another key was used for these addresses before.
   */
  readonly whose?: 'The same account' | 'Another account';
  /** The passphrase of the vault: at least 12 characters. */
  readonly passphrase?: string;
  /** Whether the screen lock should keep the key; the page has to offer it (virtual-authenticator.ts). */
  readonly screenLock?: boolean;
  /** Whether the test of the connection is to find something, so that one connects anyway. */
  readonly anyway?: boolean;
  /** Fields under Advanced, by path such as "timing.connectTimeoutMs" (domain/settings-table.ts). */
  readonly advanced?: Readonly<Partial<Record<SettingPath, string | number>>>;
}

/** Chooses an own backend on the connect page, and types its addresses. */
export async function typeAddresses(
  page: Page,
  { baseUrl, legacyBaseUrl }: Pick<SandboxControl, 'baseUrl' | 'legacyBaseUrl'>,
): Promise<void> {
  await page.getByLabel(connectStrings.ownAddresses).check();
  await page.getByLabel(/^Address for telemetry/).fill(baseUrl);
  await page.getByLabel(/^Address for devices/).fill(legacyBaseUrl);
}

/** Fills in the connect page and submits it; the test checks the result. */
export async function submitAccount(
  page: Page,
  { origin, sandbox, name, key, whose, passphrase, screenLock = false, anyway = false, advanced }: ConnectOptions,
): Promise<void> {
  await page.goto(`${origin}/connect`);
  await typeAddresses(page, sandbox);
  await page.getByLabel(/^Vendor/).fill('acme');
  await page.getByLabel(/^API key/).fill(key ?? OWNER_KEY);
  await page.getByLabel('Name', { exact: true }).fill(name ?? `Site ${sandbox.baseUrl.slice(-8)}`);
  if (passphrase !== undefined) {
    await page.getByLabel('Remember the key on this laptop').check();
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.getByLabel('Passphrase again', { exact: true }).fill(passphrase);
  }
  if (screenLock) {
    await page.getByLabel('Remember the key on this laptop').check();
    await page.getByLabel('Locked by', { exact: true }).waitFor();
  }
  if (advanced !== undefined) {
    await page.getByText('Advanced: Bluetooth, protocol and numbers').click();
    for (const [name, value] of Object.entries(advanced)) {
      const field = page.locator(`fk-field[name="${name}"]`);
      if ((await field.locator('select').count()) > 0) await field.locator('select').selectOption(String(value));
      else await field.locator('input').fill(String(value));
    }
  }
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  if (anyway) await page.getByRole('button', { name: 'Connect anyway' }).click();
  if (whose !== undefined) await page.getByRole('button', { name: whose, exact: true }).click();
}

/** From the first screen through the connect page to the list of devices. */
export async function connectAccount(page: Page, options: ConnectOptions): Promise<void> {
  await submitAccount(page, options);
  await toDevices(page);
}

/** From the first page of a newly connected account, or of practice, to its list of devices. */
export async function toDevices(page: Page): Promise<void> {
  await page.waitForURL(/\/(overview|practice)$/);
  await page.locator('fk-nav .rail a[href$="/devices"]').click();
  await page.waitForURL('**/devices');
}

/** Waits until the list has been read to its end. */
export async function devicesRead(page: Page): Promise<void> {
  await page.getByText(/^\d+ devices$/).waitFor();
}

/** Opens a page of the running app as a link would; loading it would lose the key in memory. */
export async function goTo(page: Page, path: string): Promise<void> {
  // Before the app has started, nothing would handle the navigation.
  await page.locator('fk-app h1').waitFor();
  await page.evaluate(async (to) => {
    const app = document.querySelector<LitElement>('fk-app')!;
    const before = location.pathname;
    const shown = new Promise<unknown>((resolve) => app.addEventListener('fk-page-shown', resolve, { once: true }));
    await window.navigation.navigate(to).finished;
    await app.updateComplete;
    // Until then the previous page is still on screen. A locked account shows no page.
    if (location.pathname !== before && app.shadowRoot!.querySelector('fk-page-host') !== null) await shown;
  }, path);
}

/** Opens a device from the list by a search. */
export async function openDevice(page: Page, uniqueId: string): Promise<void> {
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(uniqueId);
  await page
    .locator(`a[href="/devices/${encodeURIComponent(uniqueId)}"]`)
    .first()
    .click();
  await deviceShown(page, uniqueId);
}

/** Waits until the page of this device is drawn. */
export async function deviceShown(page: Page, uniqueId: string): Promise<void> {
  await page
    .locator('fk-device-page')
    .getByRole('button', { name: elementStrings.copyId(uniqueId), exact: true })
    .waitFor();
}

/** Waits until alias, tags and notes can be typed; without an ID, on the page of the device in the address. */
export async function editDevice(page: Page, uniqueId: string | null = null): Promise<void> {
  if (uniqueId !== null) await openDevice(page, uniqueId);
  // Right after a navigation, the form of the previous device may still be on screen.
  await deviceShown(page, decodeURIComponent(new URL(page.url()).pathname.split('/')[2]!));
  const form = page.locator('fk-device-page form');
  if ((await form.count()) === 0)
    await page.getByRole('button', { name: devicePageStrings.editLong, exact: true }).click();
  await form.waitFor();
}

/** Waits until the account is open: after a reload, another window of the app passes the key on first. */
export async function accountOpen(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (document.querySelector<HTMLElement & { account: unknown }>('fk-app')?.account ?? null) !== null,
  );
}

/** Waits for the cached devices: typing into a field that is filled later would mix both values. */
export async function cacheShown(page: Page): Promise<void> {
  await accountOpen(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { list } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!.account.devices;
        if (list.value.devices !== null) return resolve();
        const stop = list.subscribe(() => {
          if (list.value.devices === null) return;
          stop();
          resolve();
        });
      }),
  );
  // Two frames, after which everything is drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Values by attribute name as the form takes them: options by value, texts as typed. */
export type FormValues = Readonly<Record<string, string | number>>;

/** Enters the values on the configure page and opens the review. */
export async function fillConfiguration(page: Page, values: FormValues): Promise<void> {
  await cacheShown(page);
  for (const [name, value] of Object.entries(values)) {
    const control = page.locator('fk-attribute-form').getByLabel(labelOf(name), { exact: true });
    if ((await control.evaluate((element) => element.localName)) === 'select')
      await control.selectOption(String(value));
    else await control.fill(String(value));
  }
  const changes = Object.keys(values).length;
  await page.getByRole('button', { name: changes === 1 ? 'Review 1 change' : `Review ${changes} changes` }).click();
}

/** From anywhere in the app to "Downloaded": configure, review, Prepare, package stored. */
export async function prepare(page: Page, uniqueId: string, values: FormValues): Promise<void> {
  await goTo(page, `/devices/${encodeURIComponent(uniqueId)}/configure`);
  await fillConfiguration(page, values);
  await page.getByRole('button', { name: 'Prepare', exact: true }).click();
  await page.getByText('Downloaded. Next, go to the beacon and write it.').waitFor();
}

/** Opens the run screen of a beacon inside the running app. */
export async function openRun(page: Page, uniqueId: string): Promise<void> {
  await goTo(page, `/run/${encodeURIComponent(uniqueId)}`);
  await heading(page, `Run on ${uniqueId}`).waitFor();
}

/**
 * On the run screen of a ready package: connects and waits for the end of the run. Resolves with what the screen shows
 * then.
 */
export async function runOnce(page: Page, emulatedRadio: EmulatedRadio, address: string): Promise<ShownRun> {
  return act(page, emulatedRadio, address, 'Connect');
}

/** Presses the one action of the run screen and waits until the run has ended or stopped. */
export async function act(
  page: Page,
  emulatedRadio: EmulatedRadio,
  address: string,
  action: string | RegExp,
): Promise<ShownRun> {
  emulatedRadio.hand = { pick: address };
  await page.getByRole('button', { name: action, exact: typeof action === 'string' }).click();
  return runEnded(page);
}

/** What the screen shows of a run that is not in progress. */
export interface ShownRun {
  /** The one sentence; empty when there is none. */
  readonly says: string;
  /** The label of the one next action. */
  readonly action: string;
  /** The technical name under Details. */
  readonly detail: string;
  /** The words of the track, as from `trackWords`. */
  readonly track: readonly string[];
}

/** Waits until the run that a press began has ended and the screen shows it. */
export async function runEnded(page: Page): Promise<ShownRun> {
  await runOver(page);
  await page.locator('fk-run-page .sheet:not(.live):has(fk-track)').waitFor();
  return shownRun(page);
}

/** Waits until no run is in progress in this window, whatever its screen shows. */
export async function runOver(page: Page): Promise<void> {
  // After a reload the account may not be open yet.
  await page.waitForFunction(
    () => document.querySelector<HTMLElement & { account: AccountServices | null }>('fk-app')?.account != null,
  );
  // Ask the run itself, because for a moment after the press the screen may be unchanged.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { current } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!.account.runs;
        const isOver = (): boolean =>
          current.value === null || (current.value.phase === 'ended' && current.value.copyMissing === null);
        if (isOver()) return resolve();
        const stop = current.subscribe(() => {
          if (!isOver()) return;
          stop();
          resolve();
        });
      }),
  );
}

type RunScreen = 'fk-run-page' | 'fk-job-run-page';

/**
 * `screen`: the element that shows the run, alone or as part of a job. Reads until two readings agree, because the
 * parts are read one after another, and the track shows stored rows, which the page reads after the text has changed.
 */
export async function shownRun(page: Page, screen: RunScreen = 'fk-run-page'): Promise<ShownRun> {
  await readsOver(page);
  let shown = await glanceAtRun(page, screen);
  for (;;) {
    await readsOver(page);
    const again = await glanceAtRun(page, screen);
    if (JSON.stringify(again) === JSON.stringify(shown)) return shown;
    shown = again;
  }
}

/** Resolves when the page has got and drawn what it had begun to read from its databases. */
async function readsOver(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name!);
      await new Promise((resolve, reject) => Object.assign(opening, { onsuccess: resolve, onerror: reject }));
      const { result: database } = opening;
      const stores = [...database.objectStoreNames];
      if (stores.length > 0) {
        // Requests are answered in the order in which they came.
        const counting = database.transaction(stores).objectStore(stores[0]!).count();
        await new Promise((resolve, reject) => Object.assign(counting, { onsuccess: resolve, onerror: reject }));
      }
      database.close();
    }
    await new Promise((resolve) => setTimeout(resolve));
  });
}

async function glanceAtRun(page: Page, screen: RunScreen): Promise<ShownRun> {
  const run = page.locator(screen);
  // In one call, because a counted element may be gone before it is read.
  const text = async (locator: Locator): Promise<string> =>
    ((await locator.allTextContents())[0] ?? '').replace(/\s+/g, ' ').trim();
  const actions = run.locator('.actions > fk-button[variant="primary"], .actions > fk-button.act');
  return {
    says: await text(run.locator('.say fk-notice p')),
    // Several actions would be a fault of the screen, so all are returned.
    action: (await actions.allTextContents()).map((words) => words.replace(/\s+/g, ' ').trim()).join(' | '),
    detail: await text(run.locator('.say fk-notice [slot="details"]')),
    track: await trackWords(page),
  };
}

/** Returns the filled marks of the page's track: "Prepared", "Written: uncertain", "Verified". */
export async function trackWords(page: Page): Promise<string[]> {
  return page.locator('fk-track:not([size="row"]) li').evaluateAll((marks) => {
    const states = ['reached', 'uncertain', 'refused', 'notVerified'] as const;
    return marks.flatMap((mark) => {
      const state = states.find((one) => mark.classList.contains(one));
      const word = (mark.textContent ?? '').replace(/\s+/g, ' ').trim().split(',')[0]!.trim();
      if (state === undefined) return [];
      return [state === 'reached' || state === 'notVerified' ? word : `${word}: ${state}`];
    });
  });
}

/** Returns what `trackWords` returns for a beacon that has reached exactly this mark. */
export function trackTo(word: (typeof WORDS)[number]): string[] {
  return WORDS.slice(0, WORDS.indexOf(word) + 1);
}

export const WORDS = ['Prepared', 'Downloaded', 'Written', 'Receipt saved', 'Sent', 'Verified'] as const;

/** Returns the text of the counter in the header. */
export async function counterWords(page: Page): Promise<string> {
  return ((await page.locator('fk-receipt-counter .counter').textContent()) ?? '').replace(/\s+/g, ' ').trim();
}

/**
 * Returns all readable text of the first match, through every shadow root; empty without a match. One call, because
 * most polls use it.
 */
export function readable(locator: Locator): Promise<string> {
  return locator.evaluateAll(([root]) => {
    const parts: string[] = [];
    const read = (node: Node): void => {
      if (node instanceof Text) parts.push(node.data);
      if (node instanceof HTMLStyleElement || (node instanceof HTMLElement && node.hidden)) return;
      if (node instanceof Element && node.shadowRoot !== null) read(node.shadowRoot);
      for (const child of node.childNodes) read(child);
    };
    if (root !== undefined) read(root);
    return parts.join(' ').replace(/\s+/g, ' ').trim();
  });
}

export async function openOutbox(page: Page): Promise<void> {
  await goTo(page, '/outbox');
  await heading(page, 'Outbox').waitFor();
}

/**
 * Presses "Send now" if it is shown: entries that are due are also sent automatically, and the button goes with the
 * last one.
 */
export async function sendWhatWaits(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Send now', exact: true });
  await buttons.evaluateAll((found) => found.forEach((button) => (button as HTMLButtonElement).click()));
}

/** Finds the outbox entries of one beacon. */
export function outboxEntries(page: Page, uniqueId: string): Locator {
  return page.locator('fk-outbox-item').filter({ has: page.getByText(uniqueId, { exact: true }) });
}

/** Returns the summary word of each entry of a beacon, in the order of the page. */
export async function outboxWords(page: Page, uniqueId: string): Promise<string[]> {
  const words = await outboxEntries(page, uniqueId).locator('fk-track .word').allTextContents();
  return words.map((word) => word.trim());
}

/** Opens the key dialog from the sign in the header. */
export async function openKeyDialog(page: Page): Promise<void> {
  const header = page.locator('fk-header');
  await header.locator('.sign button').first().click();
  await header.getByRole('button', { name: 'Enter key', exact: true }).click();
}

/**
 * Enters the key in the dialog that "Enter key" opens, and declines to keep it if that is offered. A key that nothing
 * on the phone proves, because the database was lost, cannot be kept yet.
 */
export async function giveKey(page: Page, key: string = OWNER_KEY): Promise<void> {
  await openKeyDialog(page);
  await page.getByLabel('API key', { exact: true }).fill(key);
  const use = page.getByRole('button', { name: 'Use this key' });
  await use.click();
  // The dialog closes or shows its next step.
  await use.waitFor({ state: 'hidden' });
  const notNow = page.getByRole('button', { name: 'Not now' });
  if (await notNow.isVisible()) await notNow.click();
}

/**
 * Shortens only the procedure's fixed waits; its limits stay for a busy machine. BlueZ keeps a link for 2 s after it
 * was closed.
 */
export const FEW_WAITS: Partial<Record<SettingPath, string>> = {
  'timing.reconnectAfterMs': isOverBluez ? '2500' : '0',
  'timing.afterWriteMs': '0',
  'timing.pollStartMs': '20',
  'timing.pollMaxMs': '40',
  'timing.beforeResponseMs': '0',
};

/** Also shortens limits, for tests that wait for them to expire. All other settings have their defaults. */
export const QUICK: Partial<Record<SettingPath, string>> = {
  ...FEW_WAITS,
  'timing.connectTimeoutMs': '2000',
  'timing.connectGapsMs': '20, 20, 20',
  'timing.discoveryTimeoutMs': '2000',
  'timing.operationTimeoutMs': '2000',
  'timing.writeTimeoutMs': '2000',
  'timing.pollTotalMs': '2000',
};

/** Saves advanced settings of the connected account on the More page. */
export async function saveSettings(page: Page, settings: Partial<Record<SettingPath, string>>): Promise<void> {
  await goTo(page, '/more');
  await page.getByText(settingsStrings.advanced.title, { exact: true }).click();
  for (const [path, value] of Object.entries(settings) as [SettingPath, string][]) {
    await page.getByLabel(settingsStrings.advanced.fields[path], { exact: true }).fill(value);
  }
  const save = page.getByRole('button', { name: settingsStrings.advanced.save });
  // The account has these values already.
  if (await save.isDisabled()) return;
  await toastAfter(page, settingsStrings.advanced.saved, () => save.click());
}

/** Returns the number of posted secure responses that reached the backend, whatever it answered. */
export async function receiptPosts(sandbox: SandboxControl): Promise<number> {
  const log = await sandbox.log();
  return log.filter(
    ({ method, path, body }) =>
      method === 'POST' && path.startsWith('/legacy/device/update') && new URLSearchParams(body).has('response'),
  ).length;
}

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true });
}
