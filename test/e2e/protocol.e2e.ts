/**
 * A backend that wants the key as a token and another version of the media type: what the connection test says, and that
 * pages and other windows speak as the account is set.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSetUpLink } from '../../src/domain/set-up-link.ts';
import { connectStrings } from '../../src/ui/strings/connect.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';
import type { SandboxControl } from '../support/app-server.ts';
import {
  OWNER_KEY,
  accountOpen,
  devicesRead,
  freshSandbox,
  goTo,
  submitAccount,
  toDevices,
} from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { storedAccounts } from '../support/stored-rows.ts';
import { until } from '../support/until.ts';

const { fields } = settingsStrings.advanced;

let server: SharedServer;
let sandbox: SandboxControl;
let browser: SharedBrowser;
let page: Page;

beforeAll(async () => {
  server = await shareServer();
  sandbox = freshSandbox(server);
  await sandbox.setOptions({ keyHeader: 'bearer', mediaVersion: 9 });
  browser = await shareBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.giveBack());

const connect = () => page.getByRole('button', { name: connectStrings.connect, exact: true }).click();

/** The headers of the requests since the log was cleared that the backend has served. */
async function served(): Promise<readonly Readonly<Record<string, string>>[]> {
  return (await sandbox.log()).filter(({ outcome }) => outcome === 200).map(({ headers }) => headers);
}

describe('a backend that requires another key header and another version', () => {
  it('is recognised when an account connects, and the header and then the version are requested', async () => {
    await submitAccount(page, { origin: server.origin, sandbox });
    await page.getByText(connectStrings.verdict.otherKeyHeader).first().waitFor();
    await page.getByText(connectStrings.advanced, { exact: true }).click();
    await page.getByLabel(fields['protocol.keyHeader'], { exact: true }).selectOption('Authorization: Bearer');
    await connect();
    await page.getByText(connectStrings.verdict.otherVersion).waitFor();
    await page.getByLabel(fields['protocol.mediaVersion'], { exact: true }).fill('9');
    await connect();
    await toDevices(page);
    await devicesRead(page);
  });

  it('receives this header and version from another window too, and the key is in no log', async () => {
    await sandbox.clearLog();
    const second = await browser.newPage();
    await second.goto(`${server.origin}/streams`);
    await accountOpen(second);
    await until(async () => (await served()).length >= 2, 'the streams that the other window reads');
    expect(JSON.stringify(await sandbox.log())).not.toContain(OWNER_KEY);
    await second.close();
  });

  it('is described by the set-up code of the account', async () => {
    await goTo(page, '/more');
    await page.getByRole('button', { name: settingsStrings.account.setUpOther, exact: true }).click();
    const [link] = await page
      .locator('fk-paged-code')
      .evaluate((code: HTMLElementTagNameMap['fk-paged-code']) => code.pages);
    const { protocol } = (await storedAccounts(page))[0]!.settings;
    expect(readSetUpLink(link!)).toMatchObject({ setUp: { protocol } });
    expect(protocol).toEqual({ mediaVersion: 9, keyHeader: 'Authorization: Bearer' });
  });
});
