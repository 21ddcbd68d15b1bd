/** Moves and shares in the built app: what is sent, said and never repeated, for each device what came of it, and nothing of it without a network. */
import { describe, expect, it } from 'vitest';
import { EDITOR_KEY } from '../../src/sandbox/backend/gate.ts';
import { beaconsWith, besides, openDevicePage, shown, soon } from '../support/devices-place.ts';
import {
  connectAccount,
  devicesRead,
  freshSandbox,
  goTo,
  openOutbox,
  readable,
  sendWhatWaits,
} from '../support/journey.ts';
import { importReceipts } from '../support/receipts.ts';
import {
  MAIL,
  OFFLINE,
  server,
  browser,
  sandbox,
  page,
  made,
  nextIds,
  button,
  posts,
  forms,
  confirm,
  claim,
  choose,
  results,
  inOwnershipPlace,
} from '../support/ownership-journey.ts';

const MAIL = 'new@elsewhere.example';
const OFFLINE = 'You must be online for this. The backend does it at once; it cannot wait in the outbox.';

let server: RunningServer;
let browser: TestBrowser;
let sandbox: SandboxControl;
let page: Page;
let used = 0;
/** Posts as the page made them: what the browser itself sends again when a socket breaks is not among them. */
const made: string[] = [];

beforeAll(async () => {
  server = await startAppServer();
  browser = await launchBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  page.on(
    'request',
    (request) =>
      void (request.method() === 'POST' && made.push(new URL(request.url()).pathname.replace(/^.*\/legacy/, ''))),
  );
  await connectAccount(page, { origin: server.origin, sandbox, name: 'North Wing' });
  await devicesRead(page);
  await saveSettings(page, { 'delivery.backoffMinMs': '100', 'delivery.backoffMaxMs': '1000' });
});
afterAll(async () => {
  await browser.kill();
  await server.close();
});
beforeEach(async () => {
  await sandbox.setFaults();
  await sandbox.clearLog();
  made.length = 0;
});

const nextIds = (count: number): string[] => FLEET_IDS.slice(used, (used += count));
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const posts = (path: string): ReturnType<typeof callsOf> => callsOf(sandbox, 'POST', path);
const forms = async (path: string) => (await posts(path)).map(({ form }) => form);
const reads = async (): Promise<number> =>
  (await callsOf(sandbox, 'GET', '/device')).filter(({ query }) => query['startIndex'] === '0').length;
const dialog = () => page.locator('fk-confirm-typed');

/** The confirm dialog: what it says, then the last four characters and its one button. */
async function confirm(subject: string, action: string): Promise<string> {
  await dialog().getByRole('button', { name: action, exact: true }).waitFor();
  const says = await shown(page);
  expect(await dialog().getByRole('button', { name: action, exact: true }).isDisabled()).toBe(true);
  await dialog()
    .getByLabel(`Type ${subject.slice(-4)} to go on`)
    .fill(subject.slice(-4));
  await dialog().getByRole('button', { name: action, exact: true }).click();
  return says;
}

async function claim(typed: string, last: string, orders: number): Promise<string> {
  await goTo(page, '/orders');
  if (await button('Claim other orders').isVisible()) await button('Claim other orders').click();
  await page.getByLabel('Order IDs', { exact: true }).fill(typed);
  await button('Check and claim').click();
  return confirm(last, orders === 1 ? 'Claim 1 order' : `Claim ${orders} orders`);
}

/** Chooses devices in the list, each found by its id, and leaves by one of the actions. */
async function choose(ids: readonly string[], action: 'Move' | 'Share'): Promise<void> {
  await goTo(page, '/devices');
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const id of ids) {
    await search.fill(id);
    const row = page.locator(`a[href="/devices/${id}"]`).first();
    await row.waitFor();
    await row.focus();
    await page.keyboard.press(' ');
  }
  await page.getByText(new RegExp(`^${ids.length} devices? chosen`)).waitFor();
  await button(action).click();
  await page.getByRole('heading', { level: 1, name: `${action} devices`, exact: true }).waitFor();
  await page.getByLabel(/^Manager’s e-mail/).waitFor();
}

const results = () => page.locator('main').getByRole('listitem');

describe('orders', () => {
  it('one: trimmed, its case kept, claimed for the account that is named, once; its devices are shown', async () => {
    const says = await claim('  FK-NEW-01\u200b\n', 'FK-NEW-01', 1);
    expect(says).toContain('Claim for North Wing?');
    expect(says).toContain(
      'This order and all its devices go to the account “North Wing”. An order ID works only once: no other account can claim it afterwards.',
    );
    await page.getByText('Assigned. New in the list: 1 device.').waitFor();
    expect(await forms('/order/assign')).toEqual([{ orderId: 'FK-NEW-01' }]);
    const device = page.locator('main').getByRole('listitem').getByRole('link');
    const id = (await device.textContent())!.trim();
    await device.click();
    await page.getByRole('heading', { level: 1, name: `Beacon ${id}` }).waitFor();
    await soon(() => shown(page)).toContain('OWNER');
  });

  it('many: each once, "FK-NEW-03" and "fk-new-03" being two; the answer may have a body', async () => {
    await sandbox.setOptions({ writeAnswer: 'message' });
    const says = await claim('FK-NEW-03, fk-new-03;\nFK-NEW-03', 'fk-new-03', 2);
    expect(says).toContain('Entered twice, sent once: FK-NEW-03.');
    await page.getByText('Assigned. New in the list: 11 devices.').waitFor();
    expect(await forms('/order/assign')).toEqual([{ orderId: 'FK-NEW-03,fk-new-03' }]);
    await sandbox.setOptions({ writeAnswer: 'empty' });
  });

  it.each([
    [409, 'The backend refused this: it conflicts with its data, or the model does not support it.'],
    [422, 'The backend does not accept these values.'],
  ] as const)(
    'used before, answered with %s: refused in words, and nothing else happens',
    async (usedOrderStatus, words) => {
      await sandbox.setOptions({ usedOrderStatus });
      await claim('FK-NEW-01', 'FK-NEW-01', 1);
      await page.getByText(`Refused, and the list shows no new device. ${words}`, { exact: true }).waitFor();
      expect(await shown(page)).toContain(`HTTP ${usedOrderStatus}: Order already assigned: FK-NEW-01`);
      expect(await posts('/order/assign')).toMatchObject([{ outcome: usedOrderStatus }]);
      expect(await reads()).toBe(1);
      // What was refused is not used up: it stays to be corrected.
      await button('Claim other orders').click();
      expect(await page.getByLabel('Order IDs', { exact: true }).inputValue()).toBe('FK-NEW-01');
    },
  );

  it('a lost answer is never sent again: the list is read, and what is new is shown', async () => {
    await sandbox.setFaults({ name: 'lost', match: { method: 'POST', path: '/order/assign' } });
    await claim('FK-NEW-02', 'FK-NEW-02', 1);
    await page
      .getByText(
        'No answer came, so the orders may or may not be assigned. This app does not send them again by itself. It loaded the device list instead. New in the list: 5 devices. So at least one order was assigned.',
      )
      .waitFor();
    expect(await results().count()).toBe(5);
    expect(await posts('/order/assign')).toMatchObject([{ form: { orderId: 'FK-NEW-02' }, outcome: 'lost' }]);
    expect(made).toEqual(['/order/assign']);
    expect(await reads()).toBe(1);
    // What is used up does not stay to be claimed a second time.
    await button('Claim other orders').click();
    expect(await page.getByLabel('Order IDs', { exact: true }).inputValue()).toBe('');
  });

  it('a lost answer and an import that takes a while: looked at again, not sent again', async () => {
    await sandbox.setOptions({ orderImportSeconds: 3600 });
    await sandbox.setFaults({ name: 'lost', match: { method: 'POST', path: '/order/assign' } });
    await claim('FK-NEW-04', 'FK-NEW-04', 1);
    await page
      .getByText(/The list shows no new device yet\. Check again before you claim these IDs a second time/)
      .waitFor();
    await button('Check again').click();
    await soon(reads).toBe(2);
    await page.getByText(/The list shows no new device yet\./).waitFor();
    // An hour later at the backend.
    await sandbox.setOptions({ clockSkewSeconds: 3700 });
    await button('Check again').click();
    await page.getByText(/New in the list: 12 devices\. So at least one order was assigned\./).waitFor();
    expect(await posts('/order/assign')).toHaveLength(1);
    expect(made).toEqual(['/order/assign']);
  });
});

describe('a move', () => {
  it('of one device, from its page: says who loses what, wants four characters, sends managerEmail, and the device leaves the list', async () => {
    const [id] = nextIds(1) as [string];
    await openDevicePage(page, id);
    await button('Move').click();
    await page.getByLabel(/^Manager’s e-mail/).fill('nobody');
    await button('Check and move').click();
    await page.getByText('This is not an e-mail address.').waitFor();
    await page.getByLabel(/^Manager’s e-mail/).fill(` ${MAIL} `);
    await button('Check and move').click();
    const says = await confirm(id, 'Move 1 device');
    expect(says).toContain(
      `The device leaves the account “North Wing” and goes to ${MAIL}. You lose access, and only the new owner can give it back.`,
    );
    await page.getByText('Results: 1 of 1 device').waitFor();
    await results().filter({ hasText: id }).getByText('Moved', { exact: true }).waitFor();
    expect(await forms('/device/move')).toEqual([{ uniqueId: id, managerEmail: MAIL }]);
    await goTo(page, '/devices');
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    await page.getByText(`No device matches “${id}”.`).waitFor();
  });

  it('with an answer that was lost: asked about, never posted twice', async () => {
    const [id] = nextIds(1) as [string];
    await sandbox.setFaults({ name: 'lost', match: { method: 'POST', path: '/device/move' } });
    await openDevicePage(page, id);
    await button('Move').click();
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await button('Check and move').click();
    await confirm(id, 'Move 1 device');
    await results()
      .filter({ hasText: id })
      .getByText('No longer in your account: moved now, or earlier by someone else. The last answer did not say.', {
        exact: true,
      })
      .waitFor();
    expect(await posts('/device/move')).toMatchObject([{ outcome: 'lost' }]);
    expect(made).toEqual(['/device/move']);
  });

  it('warns of a receipt that is only on this phone, and no longer once it is delivered', async () => {
    const [id] = nextIds(1) as [string];
    await openOutbox(page);
    await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/update' } });
    await importReceipts(page, sandbox, id);
    const warning = page.getByText(
      `Receipts on this device are not delivered yet: ${id}. After the move the backend will not accept them from this account. Send them first.`,
    );
    await openDevicePage(page, id);
    await button('Move').click();
    await warning.waitFor();
    // While nothing can be sent: else the receipt may go by itself, and the warning with it.
    await page.getByRole('link', { name: 'Open the outbox' }).click();
    await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
    await sandbox.setFaults();
    await sendWhatWaits(page);
    await soon(async () => (await sandbox.devices(id))[id]).toMatchObject({ stateChanges: 1 });
    await openDevicePage(page, id);
    await button('Move').click();
    await page.getByLabel(/^Manager’s e-mail/).waitFor();
    await soon(() => warning.count()).toBe(0);
  });
});

describe('a share', () => {
  /** A day that has not come yet, as a date picker says it. */
  const DAY = `${new Date().getFullYear() + 1}-03-31`;

  it('of many devices: one post each in the words of the interface, and for each what came of it', async () => {
    // A place whose clock is half an hour beside the full hours.
    await (await browser.pageSession(page)).send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
    const [first, gone, last] = nextIds(3) as [string, string, string];
    // Given away by somebody else since the list was read.
    expect((await besides(sandbox).form('/device/move', { uniqueId: gone, managerEmail: MAIL })).ok).toBe(true);
    await sandbox.clearLog();
    await choose([first, gone, last], 'Share');
    await button('Share').click();
    await page.getByText('Enter an e-mail address.').waitFor();
    await page.getByText('Choose a day.').waitFor();
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await page.getByLabel(/^Access/).selectOption('EDITOR');
    await page.getByLabel(/^Ends on/).fill('2020-01-01');
    await page.getByText('This day is over. Choose a later one.').waitFor();
    await page.getByLabel(/^Ends on/).fill(DAY);
    await page.getByLabel('With metadata').check();
    await button('Share').click();

    await page.getByText('Results: 2 of 3 devices').waitFor();
    const result = (id: string) => results().filter({ hasText: id });
    await result(first).getByText('Shared', { exact: true }).waitFor();
    await result(last).getByText('Shared', { exact: true }).waitFor();
    await result(gone).getByText('Refused', { exact: true }).waitFor();
    await result(gone)
      .getByText(`Not found at the backend, or your key has no access to it. Unknown device ${gone}`)
      .waitFor();
    // The last second of that day where the person is, in seconds.
    const expirationDate = String(Date.parse(`${DAY}T23:59:59+05:30`) / 1000);
    const wish = { managerMail: MAIL, access: 'EDITOR', expirationDate, withMetadata: 'true' };
    expect(await forms('/device/share')).toEqual([first, gone, last].map((uniqueId) => ({ uniqueId, ...wish })));

    // What was accepted is not asked for again.
    await button('Try the others again').click();
    await soon(async () => (await forms('/device/share')).map(({ uniqueId }) => uniqueId)).toEqual([
      first,
      gone,
      last,
      gone,
    ]);
    await page.getByText('Results: 2 of 3 devices').waitFor();
    await openDevicePage(page, first);
    await soon(() => shown(page)).toMatch(new RegExp(`Shares and ownership ${MAIL} · EDITOR · `));
  });

  it('unanswered and not listed afterwards is not known; the others are not sent, and nothing is sent twice', async () => {
    const [first, second] = nextIds(2) as [string, string];
    await choose([first, second], 'Share');
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await page.getByLabel(/^Ends on/).fill(DAY);
    await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/share' } });
    await button('Share').click();
    await results()
      .filter({ hasText: first })
      .getByText('Not known: no answer came. Check the device before you try again.')
      .waitFor();
    await results().filter({ hasText: second }).getByText('Not sent', { exact: true }).waitFor();
    expect(await forms('/device/share')).toMatchObject([{ uniqueId: first, access: 'VIEWER', withMetadata: 'false' }]);
    expect(made).toEqual(['/device/share']);
    // Only what was never sent is tried again.
    await sandbox.setFaults();
    await button('Try the others again').click();
    await results().filter({ hasText: second }).getByText('Shared', { exact: true }).waitFor();
    expect((await forms('/device/share')).map(({ uniqueId }) => uniqueId)).toEqual([first, second]);
  });

  it('stopped half-way: what was sent is waited for, the rest is not sent', async () => {
    const ids = nextIds(3) as [string, string, string];
    await choose(ids, 'Share');
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await page.getByLabel(/^Ends on/).fill(DAY);
    // The first post is on its way until the person has stopped.
    let go = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/legacy/device/share', async (route) => {
      await stopped;
      await route.continue();
    });
    await button('Share').click();
    await page.locator('fk-share-page').getByRole('button', { name: 'Cancel', exact: true }).click();
    go();
    await page.getByText('Results: 1 of 3 devices').waitFor();
    await page.unroute('**/legacy/device/share');
    const words = await Promise.all(ids.map((id) => readable(results().filter({ hasText: id }))));
    expect(words).toEqual([`${ids[0]} Shared`, `${ids[1]} Not sent`, `${ids[2]} Not sent`]);
    expect((await forms('/device/share')).map(({ uniqueId }) => uniqueId)).toEqual([ids[0]]);
  });

  it('leaves out what the access does not allow, and says so', async () => {
    const [id] = nextIds(1) as [string];
    const viewed = beaconsWith('owner', 'VIEWER')[0]!.uniqueId;
    await choose([id, viewed], 'Share');
    await page.getByText('1 device left out: your access does not allow this.').waitFor();
    expect(await shown(page)).toContain(`${viewed} your access is VIEWER`);
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await page.getByLabel(/^Ends on/).fill(DAY);
    await button('Share').click();
    await page.getByText('Results: 1 of 1 device').waitFor();
    expect((await forms('/device/share')).map(({ uniqueId }) => uniqueId)).toEqual([id]);
  });
});

describe('many devices', () => {
  it('are moved one by one after one confirm, and what is gone is chosen no more', async () => {
    const [first, gone, last] = nextIds(3) as [string, string, string];
    expect((await besides(sandbox).form('/device/move', { uniqueId: gone, managerEmail: MAIL })).ok).toBe(true);
    await sandbox.clearLog();
    await choose([first, gone, last], 'Move');
    await page.getByLabel(/^Manager’s e-mail/).fill(MAIL);
    await button('Check and move').click();
    const says = await confirm(first, 'Move 3 devices');
    expect(says).toContain(`3 devices leave the account “North Wing” and go to ${MAIL}.`);
    // One was given away before: that it is gone is all that can be told.
    await page.getByText('Results: 3 of 3 devices').waitFor();
    await results()
      .filter({ hasText: gone })
      .getByText(/^No longer in your account: moved now, or before by somebody else\./)
      .waitFor();
    expect(await forms('/device/move')).toEqual(
      [first, gone, last].map((uniqueId) => ({ uniqueId, managerEmail: MAIL })),
    );
    await soon(async () =>
      (
        await Promise.all(
          [first, last].map(async (id) => (await besides(sandbox).get(`/device?uniqueId=${id}`)).json()),
        )
      ).flatMap((answer) => (answer as { devices: unknown[] }).devices),
    ).toEqual([]);
    await goTo(page, '/share');
    await page.getByText('No device is chosen.').waitFor();
  });
});

describe('without a network', () => {
  it('orders, moves and shares say that they need it, and nothing can be pressed; with the network they can', async () => {
    const [id] = nextIds(1) as [string];
    await choose([id], 'Move');
    await browser.context.setOffline(true);
    await page.getByText(OFFLINE).waitFor();
    expect(await button('Check and move').isDisabled()).toBe(true);
    await goTo(page, '/share');
    await page.getByText(OFFLINE).waitFor();
    expect(await button('Share').isDisabled()).toBe(true);
    await goTo(page, '/orders');
    await page.getByText(OFFLINE).waitFor();
    await page.getByLabel('Order IDs', { exact: true }).fill('FK-NEW-05');
    expect(await button('Check and claim').isDisabled()).toBe(true);
    await browser.context.setOffline(false);
    await soon(() => page.getByText(OFFLINE).count()).toBe(0);
    await soon(() => button('Check and claim').isEnabled()).toBe(true);
    expect((await sandbox.log()).filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('an editor', () => {
  it('is told that the owner or a supervisor gives devices away, and may claim orders', async () => {
    const editors = freshSandbox(server);
    await connectAccount(page, { origin: server.origin, sandbox: editors, key: EDITOR_KEY, name: 'Editors' });
    await devicesRead(page);
    const { uniqueId } = beaconsWith('editor', 'EDITOR')[0]!;
    await openDevicePage(page, uniqueId);
    await page.getByText('Only an OWNER or SUPERVISOR may move or share this device. Your access is EDITOR.').waitFor();
    expect(await button('Move').isDisabled()).toBe(true);
    expect(await button('Share').isDisabled()).toBe(true);
    const says = await claim('FK-NEW-01', 'FK-NEW-01', 1);
    expect(says).toContain('Claim for Editors?');
    await page.getByText('Assigned. New in the list: 1 device.').waitFor();
    await results().getByRole('link').click();
    await soon(() => button('Move').isEnabled()).toBe(true);
  });
});
