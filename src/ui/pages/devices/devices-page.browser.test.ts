/** The device list in every state, by keyboard, and with 10,000 devices. */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import {
  fixtureDevice,
  fixtureDevices,
  fixtureEdit,
  fixtureId,
  fixturePackage,
  fixtureReceipt,
} from '../../../../test/support/fixture-rows.ts';
import {
  action,
  clear,
  deepAll,
  faultsOf,
  hasAction,
  place,
  readable,
  settled,
} from '../../../../test/support/page-place.ts';
import {
  scriptedServices,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import { deviceStrings } from '../../strings/devices.ts';
import type { FkDevicesPage } from './devices-page.ts';
import { selection } from '../../shared/chosen-devices.ts';
import './devices-page.ts';
import { USUAL_VIEW, changeView } from './list-view.ts';

const failure = (kind: BackendFailure['kind'], status = 0): BackendFailure => ({
  kind,
  status,
  message: 'as the backend says',
  fields: [],
  retryAfterMs: null,
});
const fresh = { completedAtMs: Date.now() };

async function open(
  values: ScriptedValues = {},
  uniqueId = '',
): Promise<{ page: FkDevicesPage; services: ScriptedServices }> {
  const services = scriptedServices(values);
  const frame = await place(
    html`<div class="frame"><fk-devices-page .services=${services} .uniqueId=${uniqueId}></fk-devices-page></div>`,
  );
  frame.style.setProperty('position', 'relative');
  frame.style.setProperty('height', '700px');
  const page = frame.querySelector('fk-devices-page')!;
  await twoFrames();
  await settled(page);
  return { page, services };
}

/** Resize and scroll events arrive with the next frames. */
async function twoFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

const rows = (page: FkDevicesPage): HTMLAnchorElement[] => deepAll<HTMLAnchorElement>(page, 'a[data-index]');
const windowOf = (page: FkDevicesPage) => deepAll(page, 'fk-device-window')[0]!;
const key = (on: Element, name: string): boolean =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }));
const focusedRow = (page: FkDevicesPage): string | null | undefined =>
  windowOf(page).shadowRoot!.activeElement?.getAttribute('data-index');

function search(page: FkDevicesPage, text: string): void {
  const input = deepAll<HTMLInputElement>(page, 'input[type=search]')[0]!;
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

describe('fk-devices-page', () => {
  afterEach(async () => {
    clear();
    await setViewport({ width: 800, height: 600 });
    changeView(USUAL_VIEW);
    selection.set([]);
  });

  it('refreshes the devices the first time, and when the list is old', async () => {
    const first = await open();
    expect(first.services.called('devices.refresh')).to.have.length(1);
    const old = await open({ devices: { devices: fixtureDevices(3), completedAtMs: Date.now() - 3_600_000 } });
    expect(old.services.called('devices.refresh')).to.have.length(1);
    const now = await open({ devices: { devices: fixtureDevices(3), ...fresh } });
    expect(now.services.called('devices.refresh')).to.have.length(0);
    const keyless = await open({ session: { key: 'needed' } });
    expect(keyless.services.called('devices.refresh')).to.have.length(0);
  });

  it('shows a skeleton, then progress with Cancel', async () => {
    const { page, services } = await open({ devices: { devices: null } });
    expect(deepAll(page, 'fk-skeleton')).to.have.length(1);
    expect(readable(page)).not.to.contain(deviceStrings.partial).and.not.contain(deviceStrings.never);
    services.lives.devices.set({
      devices: fixtureDevices(118),
      completedAtMs: 1,
      refreshing: { read: 61, total: 118, doing: 'missing' },
      failure: null,
    });
    await settled(page);
    expect(readable(page)).to.contain('61 of 118').and.contain('Checking devices missing');
    services.lives.devices.set({
      ...services.lives.devices.value,
      refreshing: { read: 61, total: null, doing: 'pages' },
    });
    await settled(page);
    expect(readable(page)).to.contain('61 so far').and.not.contain('pages');
    action(page, 'Cancel').click();
    expect(services.called('devices.cancelRefresh')).to.have.length(1);
  });

  it('leads from an empty account to an order, and refreshes on request', async () => {
    const { page, services } = await open({ devices: fresh });
    expect(deepAll(page, 'fk-empty')[0]).to.have.property('text', deviceStrings.empty);
    expect(action(page, deviceStrings.emptyClaim).getAttribute('href')).to.equal('/orders');
    action(page, deviceStrings.emptyAction).click();
    expect(services.called('devices.refresh')).to.have.length(1);
  });

  it('shows an error with one action, with and without a list', async () => {
    const bare = await open({ devices: { failure: failure('key', 401) } });
    let requests = 0;
    bare.page.addEventListener('fk-ask-key', () => (requests += 1));
    action(bare.page, 'Enter key').click();
    expect(requests).to.equal(1);
    expect(readable(bare.page)).to.contain('HTTP 401');
    const page = await open({
      devices: { devices: fixtureDevices(12), ...fresh, failure: failure('offline') },
      app: { online: false },
    });
    expect(deepAll(page.page, 'fk-notice')[0]).to.have.property('text', 'This is the saved list.');
    expect(rows(page.page).length).to.be.greaterThan(8);
    action(page.page, 'Try again').click();
    expect(page.services.called('devices.refresh')).to.have.length(1);
  });

  it('shows how many entries are not devices, and does not suggest to try again', async () => {
    const { page, services } = await open({ devices: { devices: fixtureDevices(3), ...fresh, leftOut: 2 } });
    expect(readable(page)).to.contain(deviceStrings.leftOut(2));
    expect(hasAction(page, 'Try again')).to.equal(false);
    services.lives.devices.set({ ...services.lives.devices.value, leftOut: 0 });
    await settled(page);
    expect(deepAll(page, 'fk-notice')).to.have.length(0);
  });

  it('shows how many devices arrived and how many the backend counts, when the list changed during loading', async () => {
    const { page, services } = await open({
      devices: { devices: fixtureDevices(226), ...fresh, short: { read: 226, counted: 254 } },
    });
    expect(readable(page)).to.contain('Only 226 of 254 devices arrived');
    services.lives.devices.set({ ...services.lives.devices.value, short: { read: 226, counted: null } });
    await settled(page);
    expect(readable(page)).to.contain('Some devices may be missing');
  });

  it('shows the state of each device', async () => {
    const id = fixtureId;
    const { page } = await open({
      devices: { devices: fixtureDevices(12), ...fresh },
      packages: [fixturePackage(id(1))],
      outbox: {
        receipts: [fixtureReceipt(id(4), { state: 'verified' })],
        edits: [fixtureEdit(id(0), { values: { alias: 'Mine, unsent' } })],
      },
    });
    const words = rows(page).map((row) => readable(row));
    expect(words[0]).to.contain('Mine, unsent').and.contain('Not sent yet');
    expect(words[1]).to.contain('Downloaded');
    expect(words[4]).to.contain('Verified');
    expect(words[5]).to.contain('Prepared');
    expect(words[11]).to.contain('No alias');
    expect(deepAll(page, 'bdi').some((bdi) => bdi.textContent === fixtureDevice(7).alias)).to.equal(true);
  });

  it('gives the track its own line that fits on the smallest phone', async () => {
    await setViewport({ width: 320, height: 640 });
    const { page } = await open({
      devices: { devices: fixtureDevices(12), ...fresh },
      packages: [fixturePackage(fixtureId(3))],
      outbox: { receipts: [fixtureReceipt(fixtureId(1), { state: 'waiting' })], edits: [fixtureEdit(fixtureId(5))] },
    });
    for (const index of [1, 3, 5]) {
      const row = rows(page)[index]!;
      const [track] = deepAll(row, 'fk-track');
      const facts = deepAll(row, '.soft')[0]!;
      expect(track!.getBoundingClientRect().top, `row ${index}`).to.be.at.least(
        facts.getBoundingClientRect().bottom - 1,
      );
      expect(track!.getBoundingClientRect().right, `row ${index}`).to.be.at.most(row.getBoundingClientRect().right);
      expect(row.scrollHeight, `row ${index}`).to.be.at.most(row.clientHeight);
    }
    const tops = rows(page).map((row) => row.parentElement!.getBoundingClientRect());
    // Rows with a track are taller, and no row overlaps another.
    expect(tops[1]!.height).to.be.greaterThan(tops[0]!.height);
    for (let index = 1; index < tops.length; index += 1)
      expect(tops[index]!.top).to.be.closeTo(tops[index - 1]!.bottom, 1);
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
    expect(deepAll(page, 'fk-button').every((one) => one.getBoundingClientRect().right <= 320)).to.equal(true);
  });

  it('shows the missing network only in the header', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(12), ...fresh }, app: { online: false } });
    expect(readable(page)).not.to.match(/offline|network/i);
    expect(rows(page)).to.have.length(12);
  });

  it('passes axe in three themes', async () => {
    const { page } = await open(
      {
        devices: { devices: fixtureDevices(30), ...fresh, failure: failure('server', 503) },
        packages: [fixturePackage(fixtureId(1))],
      },
      fixtureId(2),
    );
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), theme).to.deep.equal([]);
    }
  });

  it('shows the number of search results, and offers to clear the search when nothing is found', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(230), ...fresh } });
    search(page, 'loading dock');
    await settled(page);
    expect(readable(page)).to.match(/\b32 of 230 devices/);
    search(page, 'no such thing');
    await settled(page);
    expect(rows(page)).to.have.length(0);
    action(page, 'Show all devices').click();
    await settled(page);
    expect(readable(page)).to.contain('230 devices');
  });

  it('works by keyboard: / searches, arrow down enters the list, Home and End, one tab stop', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(230), ...fresh } });
    key(document.body, '/');
    const [input] = deepAll(page, 'input[name=search]');
    // Not `:focus`, which matches only in the front window.
    expect((input!.getRootNode() as ShadowRoot).activeElement).to.equal(input);
    key(input!, 'ArrowDown');
    await settled(page);
    expect(focusedRow(page)).to.equal('0');
    key(windowOf(page), 'ArrowDown');
    await settled(page);
    expect(focusedRow(page)).to.equal('1');
    key(windowOf(page), 'End');
    await settled(page);
    expect(focusedRow(page)).to.equal('229');
    expect(rows(page).filter((row) => row.tabIndex === 0)).to.have.length(1);
    key(windowOf(page), 'Home');
    await settled(page);
    expect(focusedRow(page)).to.equal('0');
  });

  it('keeps the focus in the list when its row scrolls away', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(230), ...fresh } });
    key(windowOf(page), 'Home');
    await settled(page);
    windowOf(page).scrollTop = 6000;
    await twoFrames();
    await settled(page);
    expect(Number(focusedRow(page))).to.be.greaterThan(50);
  });

  it('renders only the visible ones of 10,000 devices, at the right position', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(10_000), ...fresh } });
    expect(rows(page).length).to.be.within(8, 40);
    windowOf(page).scrollTop = windowOf(page).scrollHeight;
    await twoFrames();
    await settled(page);
    const last = rows(page).at(-1)!;
    expect(last.dataset['index']).to.equal('9999');
    expect(rows(page).length).to.be.within(8, 40);
    expect(
      Math.abs(last.getBoundingClientRect().bottom - windowOf(page).getBoundingClientRect().bottom),
    ).to.be.lessThan(3);
    search(page, 'pharmacy');
    await settled(page);
    expect(rows(page).length).to.be.within(1, 40);
    expect(rows(page)[0]!.dataset['index']).to.equal('0');
  });

  it('offers no refresh during a refresh', async () => {
    const { page } = await open({
      devices: { devices: fixtureDevices(3), ...fresh, refreshing: { read: 1, doing: '' } },
    });
    expect(
      deepAll(page, 'fk-button').find((one) => (one as unknown as { label: string }).label === 'Refresh'),
    ).to.have.property('disabled', true);
    expect(hasAction(page, 'Cancel')).to.equal(true);
  });
});
