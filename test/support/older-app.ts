/**
 * Drives the version in test/fixtures. It never changes, so it is driven by its own words and addresses: nothing of the
 * current sources is used here.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { OLDER_NAME } from './older-version.ts';

type OlderApp = HTMLElement & {
  services?: { readonly app: { readonly state: { readonly value: { readonly version: string } } } };
  account?: object | null;
};

/** Resolves when the older version runs in this window with its account open. */
export async function olderRuns(page: Page): Promise<void> {
  await page.waitForFunction(
    (name) => {
      const app = document.querySelector<OlderApp>('fk-app');
      return app?.services?.app.state.value.version === name && (app.account ?? null) !== null;
    },
    OLDER_NAME,
    // A window behind another draws no frames.
    { polling: 50 },
  );
}

/** Resolves when another version is loaded, or is being loaded. */
export async function olderIsGone(page: Page): Promise<void> {
  await page.waitForFunction(
    (name) => document.querySelector<OlderApp>('fk-app')?.services?.app.state.value.version !== name,
    OLDER_NAME,
    { polling: 50 },
  );
}

export const offerInOlder = (page: Page): Locator => page.locator('fk-app .offer fk-button').first();

/** The header of this version moves while a page opens, so a click at a place in it can reach nothing. */
const pressEnterKey = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Enter key', exact: true }).first().dispatchEvent('click');

export async function giveKeyInOlder(page: Page, key: string): Promise<void> {
  await pressEnterKey(page);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Use this key', exact: true }).click();
  await page.getByRole('button', { name: 'Not now', exact: true }).click();
}

/** Opens an address in the running app, and waits until it shows this text or the value of a field. */
export async function shownInOlder(page: Page, address: string, text: string): Promise<void> {
  await page.locator('fk-app h1').first().waitFor();
  await page.evaluate(async (to) => void (await window.navigation.navigate(to).finished), address);
  await expect.poll(() => page.locator('fk-app main').ariaSnapshot()).toContain(text);
}

/** Sends what waits in the outbox. */
export async function sendInOlder(page: Page): Promise<void> {
  await shownInOlder(page, '/outbox', 'Import a file');
  const buttons = page.getByRole('button', { name: 'Send now', exact: true });
  if ((await buttons.count()) > 0) await buttons.click();
}

/** Switches to an account whose key is encrypted with this passphrase, and opens its list of devices. */
export async function openWithPassphraseInOlder(page: Page, name: string, passphrase: string): Promise<void> {
  await shownInOlder(page, '/more', name);
  await page.getByRole('button', { name: new RegExp(`Switch to ${name}`) }).click();
  await pressEnterKey(page);
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).waitFor({ state: 'detached' });
  await shownInOlder(page, '/devices', '254 devices');
}
