/** Several accounts on one phone: to whom a key belongs, locking, removing, and which pages receive the key. */
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type SandboxControl } from '../support/app-server.ts';
import {
  connectAccount,
  counterWords,
  devicesRead,
  editDevice,
  FLEET_IDS,
  freshSandbox,
  giveKey,
  goTo,
  openOutbox,
  outboxWords,
  OWNER_KEY,
  readable,
  receiptPosts,
  toDevices,
} from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { rescueStrings } from '../../src/rescue/words.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';
import { shellStrings } from '../../src/ui/strings/shell.ts';
import { importReceipts } from '../support/receipts.ts';
import { storedDrafts, storedReceipts, storedSettings } from '../support/stored-rows.ts';
import { holdersOf, storedTraces, windowTraces } from '../support/traces.ts';
import { accountCopyPrefix, keyVerifierSetting, REGISTRY_DATABASE, selectionKey } from '../../src/names.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';

const ONE = FLEET_IDS[0]!;
const PASSPHRASE = 'ladder on four legs';
const onPost = { method: 'POST', path: '/device/update' } as const;

let server: SharedServer;
let browser: SharedBrowser;
let sandbox: SandboxControl;
let page: Page;

beforeAll(async () => {
  server = await shareServer();
});
beforeEach(async () => {
  browser = await shareBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  return () => browser.giveBack();
});

const soon = <T>(read: () => T) => expect.poll(read);

/** Leaves one receipt that cannot be delivered, then signs out. */
async function leaveReceipt(): Promise<void> {
  await connectAccount(page, { origin: server.origin, sandbox, name: 'Site' });
  await devicesRead(page);
  await sandbox.setFaults({ name: 'status', status: 503, match: onPost });
  await openOutbox(page);
  await importReceipts(page, sandbox, ONE);
  await soon(() => receiptPosts(sandbox)).toBeGreaterThan(0);
  await signOut();
  await sandbox.setFaults();
  await sandbox.clearLog();
}

async function signOut(): Promise<void> {
  await goTo(page, '/more');
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Connect your account' }).waitFor();
}

type AppElement = HTMLElement & { readonly account: AccountServices };

/** Returns the text of the file that the rescue page saves. */
async function savedByRescuePage(): Promise<string> {
  await page.goto(`${server.origin}/rescue.html`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: rescueStrings.found.save }).click();
  return readFile(await (await download).path(), 'utf8');
}

/** Returns the stored mark of the only account on this phone. */
const storedKeyMark = (): Promise<string> =>
  page.evaluate((prefix) => {
    const copy = Object.entries(localStorage).find(([name]) => name.startsWith(prefix))![1] as string;
    return /"keyMark":"([^"]+)"/.exec(copy)![1]!;
  }, accountCopyPrefix(REGISTRY_DATABASE));

/** Returns salt and hash of the stored verifiers. */
async function verifierParts(): Promise<string[]> {
  const settings = await storedSettings(page);
  return Object.entries(settings).flatMap(([name, value]) =>
    name.startsWith(keyVerifierSetting('')) ? value.split('.').slice(2) : [],
  );
}

const databases = () =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => /^fieldkit-[0-9a-f]{8}-/.test(name)),
  );

describe('another person on this phone', () => {
  it('sees no data of a signed-out account without its key', async () => {
    await leaveReceipt();
    await soon(() => counterWords(page)).toBe('1 receipt not delivered yet');
    await page.getByRole('button', { name: 'Continue with Site' }).click();
    await page.getByLabel('API key', { exact: true }).waitFor();
    expect(await readable(page.locator('fk-app'))).not.toContain(ONE);
    await page.reload();
    await page.getByText('“Site” is locked on this laptop.').waitFor();
    await page.goto(`${server.origin}/devices/${ONE}`);
    await page.getByText('“Site” is locked on this laptop.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await giveKey(page);
    await openOutbox(page);
    await soon(() => outboxWords(page, ONE)).toEqual(['Verified']);
  });
});

describe('the verifier of a key', () => {
  it('is neither in a file that leaves the phone nor in a copy of the account', async () => {
    await connectAccount(page, { origin: server.origin, sandbox, name: 'Site', passphrase: PASSPHRASE });
    await devicesRead(page);
    await sandbox.setFaults({ name: 'status', status: 503, match: onPost });
    await openOutbox(page);
    await importReceipts(page, sandbox, ONE);
    const parts = await verifierParts();
    expect(parts.map((part) => part.length)).toEqual([32, 64]);
    const mark = await storedKeyMark();
    const texts = await page.evaluate(async (uniqueId) => {
      const { account: services } = document.querySelector<AppElement>('fk-app')!;
      const jobs = await services.jobs();
      const beacon = { uniqueId, deviceType: 'BEACON', place: '', values: { interval: 1234 }, note: '' };
      const job = await jobs.create({ name: 'Round', site: 'North', tasks: [beacon] });
      const tasks = jobs.state.value.tasks.get(job.id) ?? [];
      const handOver = await services.handOver();
      const handedOver = await handOver.write(
        job.id,
        tasks.map(({ id }) => id),
      );
      const { text } = await services.outbox.export();
      return { receipts: text, handedOver, diagnostics: await services.diagnostics(), local: { ...localStorage } };
    }, ONE);
    const files: Record<string, string> = { ...texts, local: JSON.stringify(texts.local) };
    await signOut();
    // The file of a locked account has no mark of its key either.
    files['rescued'] = await savedByRescuePage();
    // Each file has the expected content, so a leaked verifier would have been found.
    for (const name of ['receipts', 'handedOver', 'rescued']) expect(files[name], name).toContain(ONE);
    expect(files['local']).toContain(sandbox.legacyBaseUrl);
    for (const [name, text] of Object.entries(files))
      for (const part of parts) expect(text.includes(part), name).toBe(false);
    // Not the four characters behind the salt alone: other parts of the file may contain them by chance.
    for (const part of [mark, mark.split('.')[0]!]) expect(files['rescued']).not.toContain(part);
    expect(await readable(page.locator('main'))).toContain(rescueStrings.found.lock);
  });
});

/** Chooses two devices in the list and opens their configuration. */
async function chooseTwo(): Promise<readonly string[]> {
  const two = FLEET_IDS.slice(0, 2);
  await goTo(page, '/devices');
  for (const id of two) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    const row = page.locator(`a[href="/devices/${id}"]`).first();
    await row.focus();
    await page.keyboard.press(' ');
  }
  await page.getByText(/^2 devices chosen/).waitFor();
  await page.getByRole('button', { name: 'Configure', exact: true }).click();
  await page.waitForURL('**/configure');
  return two;
}

/** Leaves every kind of data that a person leaves by working in an account, in this window and in storage. */
async function workInAccount(): Promise<readonly string[]> {
  const ids = await chooseTwo();
  const [id = ''] = ids;
  // A named view, and a filtered list.
  await goTo(page, `/devices?q=${id}`);
  await page.evaluate(async (uniqueId) => {
    const { account: services } = document.querySelector<AppElement>('fk-app')!;
    const jobs = await services.jobs();
    const beacon = { uniqueId, deviceType: 'BEACON', place: 'Vault 7', values: { interval: 1234 }, note: 'behind' };
    await jobs.create({ name: 'Round of the vaults', site: 'Old mill', tasks: [beacon] });
  }, id);
  // An unsaved draft.
  await goTo(page, `/devices/${id}`);
  await editDevice(page);
  await page.locator('fk-device-page form').getByLabel('Alias', { exact: true }).fill('Half an alias');
  await soon(async () => JSON.stringify(await storedDrafts(page))).toContain('Half an alias');
  await goTo(page, '/telemetry');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goTo(page, `/devices/${id}`);
  await soon(() => page.title()).toContain(id);
  return ids;
}

describe('data of a closed account', () => {
  const lock = () => page.getByRole('button', { name: settingsStrings.lock.now, exact: true }).click();
  const NAME = 'Quarry nine';

  async function openWithPassphrase(): Promise<void> {
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await toDevices(page);
    await devicesRead(page);
  }

  /** Expects the texts neither in this window nor in any store that does not belong to the account. */
  async function expectNothingElsewhere(accountId: string, texts: readonly string[], how: string): Promise<void> {
    for (const text of [...texts, accountId, OWNER_KEY])
      await expect.poll(() => windowTraces(page), { message: how }).not.toContain(text);
    const stored = await storedTraces(page);
    // The fleets of both accounts are alike, so the other account has these IDs too, in its own stores.
    const ofAccounts = (await databases()).map((name) => name.slice('fieldkit-'.length));
    const strangers = [...texts, accountId]
      .flatMap((text) => holdersOf(text, stored))
      .filter((name) => !ofAccounts.some((id) => name.includes(id)));
    // The registry lists the account, but contains nothing of its data.
    expect([...new Set(strangers)], how).toEqual([`database ${REGISTRY_DATABASE}`]);
    for (const text of texts) expect(stored[`database ${REGISTRY_DATABASE}`], how).not.toContain(text);
    expect(holdersOf(OWNER_KEY, stored), how).toEqual([]);
  }

  it('is neither in the window nor in a store of another account after locking, signing out, switching and removing', async () => {
    await connectAccount(page, { origin: server.origin, sandbox, name: NAME, passphrase: PASSPHRASE });
    await devicesRead(page);
    const [accountId = ''] = (await databases()).map((name) => name.slice('fieldkit-'.length));
    const ids = await workInAccount();
    const texts = [...ids, 'Round of the vaults', 'Vault 7', 'Half an alias'];
    // Each text is stored where expected, so the search would find it elsewhere.
    const before = await storedTraces(page);
    for (const text of texts) expect(holdersOf(text, before), text).toContain(`database fieldkit-${accountId}`);
    for (const text of [ids[0]!, selectionKey(accountId)]) expect(await windowTraces(page)).toContain(text);
    await page.reload();
    await soon(() => windowTraces(page)).toContain(ids[1]);
    await goTo(page, '/more');
    await lock();
    await page.getByText(`“${NAME}” is locked on this laptop.`).waitFor();
    await expectNothingElsewhere(accountId, texts, 'locked');

    await page.getByRole('button', { name: 'Open with the passphrase' }).click();
    await openWithPassphrase();
    await chooseTwo();
    await signOut();
    await expectNothingElsewhere(accountId, texts, 'signed out');

    await page.getByRole('button', { name: `Continue with ${NAME}` }).click();
    await openWithPassphrase();
    await chooseTwo();
    const other = freshSandbox(server);
    await goTo(page, '/connect');
    await connectAccount(page, { origin: server.origin, sandbox: other, name: 'Other site' });
    await devicesRead(page);
    // A page about the selection, without the list: both fleets have the same IDs.
    await goTo(page, '/packages');
    await page.getByRole('heading', { level: 1, name: shellStrings.titles.fetchMany }).waitFor();
    await expectNothingElsewhere(accountId, texts, 'switched');

    await goTo(page, '/more');
    await page.getByRole('button', { name: `Switch to ${NAME}` }).click();
    await page.getByText(settingsStrings.account.switched(NAME)).waitFor();
    await page.getByRole('button', { name: 'Sign out and remove from this laptop' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: settingsStrings.remove.files.saveNamed('Round of the vaults') }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Vault 7');
    await page.getByRole('button', { name: settingsStrings.remove.withPlans }).click();
    await page.getByLabel(/^Type .{4} to continue/).fill(accountId.slice(-4));
    await page.locator('fk-confirm').getByRole('button', { name: 'Sign out and remove from this laptop' }).click();
    await page.getByText(settingsStrings.remove.removed).waitFor();
    const [otherId = ''] = (await databases()).map((name) => name.slice('fieldkit-'.length));
    const left = await storedTraces(page);
    for (const text of [...texts, accountId, NAME, sandbox.baseUrl, OWNER_KEY]) {
      expect(await windowTraces(page), text).not.toContain(text);
      const holders = holdersOf(text, left);
      expect(ids.includes(text) ? holders.filter((name) => !name.includes(otherId)) : holders, text).toEqual([]);
    }
  });
});

describe('the key in memory', () => {
  it('is passed to the app’s own windows and to no other page of this origin', async () => {
    await connectAccount(page, { origin: server.origin, sandbox, name: 'Site' });
    await devicesRead(page);
    await soon(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const accountId = (await databases())[0]!.slice('fieldkit-'.length);

    const stranger = await browser.newPage();
    await stranger.goto(`${server.origin}/sandbox/portal`);
    await stranger.evaluate(async (id) => {
      const texts: string[] = [];
      (window as unknown as { heard: string[] }).heard = texts;
      const note = ({ data }: MessageEvent<unknown>): void => void texts.push(JSON.stringify(data));
      const channel = new BroadcastChannel('fieldkit-key');
      channel.addEventListener('message', note);
      navigator.serviceWorker.addEventListener('message', note);
      navigator.serviceWorker.startMessages();
      // The address it shows is not the one at which it was created.
      history.replaceState(null, '', '/devices');
      const worker = (await navigator.serviceWorker.ready).active!;
      const ask = { type: 'ask', accountId: id, ask: 'mine' };
      const plant = { type: 'given', accountId: id, apiKey: 'ATTACKERKEY' };
      for (const content of [ask, plant]) {
        channel.postMessage(content);
        worker.postMessage({ type: 'key', content });
      }
    }, accountId);

    // A window of the app requests the key and receives it, so a message to the other page would have arrived by now.
    const second = await browser.newPage();
    await second.goto(`${server.origin}/outbox`);
    await second.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
    await soon(() => second.getByText(/Enter key/).count()).toBe(0);
    expect(await stranger.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([]);
    await sandbox.clearLog();
    await openOutbox(page);
    await importReceipts(page, sandbox, ONE);
    await soon(() => outboxWords(page, ONE)).toEqual(['Verified']);
    expect(await storedReceipts(page, ONE)).toMatchObject([{ state: 'verified' }]);
  });

  it('has to be typed in a window that another page of this origin has opened and can read', async () => {
    await connectAccount(page, { origin: server.origin, sandbox, name: 'Site' });
    await devicesRead(page);
    await soon(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const stranger = await browser.newPage();
    await stranger.goto(`${server.origin}/robots.txt`);
    const popup = stranger.waitForEvent('popup');
    await stranger.evaluate(() => void window.open('/outbox'));
    const opened = await popup;
    await opened.getByText('Key needed', { exact: true }).waitFor();
    // A window without an opener has received it by then.
    const second = await browser.newPage();
    await second.goto(`${server.origin}/outbox`);
    await second.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
    await soon(() => second.getByText(/Enter key/).count()).toBe(0);
    expect(await opened.getByText(/Enter key/).count()).toBeGreaterThan(0);
  });

  it("cannot be read from a window of another origin, which loses its handle to the app's window", async () => {
    const stranger = await browser.newPage();
    await stranger.goto(`${server.otherOrigin}/robots.txt`);
    const popup = stranger.waitForEvent('popup');
    await stranger.evaluate(
      (address) => void ((window as unknown as { opened: Window | null }).opened = window.open(address)),
      `${server.origin}/connect`,
    );
    const opened = await popup;
    await opened.getByLabel(/^API key/).waitFor();
    expect(await opened.evaluate(() => window.opener === null)).toBe(true);
    expect(await stranger.evaluate(() => (window as unknown as { opened: Window | null }).opened?.closed)).toBe(true);
  });
});
