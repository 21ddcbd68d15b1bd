/** Alias, tags and notes that are edited without a network: kept on disk through a reload, and sent later. */
import { afterAll, expect, it } from 'vitest';
import {
  FLEET_IDS,
  connectAccount,
  devicesRead,
  editDevice,
  freshSandbox,
  giveKey,
  openDevice,
  openOutbox,
  outboxEntries,
  readable,
} from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';
import { storedEdit } from '../support/stored-rows.ts';
import { toastAfter } from '../support/toasts.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';

const [ID] = FLEET_IDS as [string];

let browser: SharedBrowser;
afterAll(() => browser?.giveBack());

it('alias, tags and notes that are edited without a network survive a reload and are sent once, in a separate post', async () => {
  const server = await shareServer();
  browser = await shareBrowser();
  const page = await browser.newPage();
  const sandbox = freshSandbox(server);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const values = { alias: 'Chapel door', tags: 'night,east wing', notes: 'Behind the organ' };

  await openDevice(page, ID);
  await sandbox.setFaults({ name: 'offline' });
  await editDevice(page);
  await field('Alias').fill(values.alias);
  await field('Tags').fill(values.tags);
  await field('Notes').fill(values.notes);
  await toastAfter(page, devicePageStrings.savedHere, () =>
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  );
  expect((await sandbox.devices(ID))[ID]!.virtualPosts).toBe(0);
  expect(await storedEdit(page, ID)).toMatchObject({ state: 'waiting', values });

  await page.reload();
  await page.getByRole('heading', { level: 2, name: values.alias, exact: true }).waitFor();
  await editDevice(page);
  await expect.poll(() => field('Alias').inputValue()).toBe(values.alias);
  expect([await field('Tags').inputValue(), await field('Notes').inputValue()]).toEqual([values.tags, values.notes]);

  await sandbox.setFaults();
  await sandbox.clearLog();
  await giveKey(page);
  await openOutbox(page);
  await expect.poll(() => readable(outboxEntries(page, ID))).toContain('Saved');
  const posts = (await sandbox.log()).filter(({ method }) => method === 'POST');
  expect(posts.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
    { ...values, deviceType: 'BEACON', uniqueId: ID, tags: expect.any(String) as unknown },
  ]);
  expect((await sandbox.devices(ID))[ID]).toMatchObject({
    virtualPosts: 1,
    stateChanges: 0,
    values: { alias: values.alias },
  });
});
