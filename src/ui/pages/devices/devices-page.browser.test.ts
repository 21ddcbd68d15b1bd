/** The device list in every state, by keyboard, and with 10,000 devices. */
import { expect } from '@open-wc/testing';
import {
  done,
  focusedRow,
  key,
  links,
  openTable,
  rowOf,
  windowOf,
} from '../../../../test/support/device-table-place.ts';
import {
  fixtureDevice,
  fixtureDevices,
  fixtureEdit,
  fixtureId,
  fixturePackage,
  fixtureReceipt,
} from '../../../../test/support/fixture-rows.ts';
import { clear, faultsInThemes, settled, setViewport } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  announced,
  field,
  fill,
  focused,
  hasAction,
  readable,
  the,
  withWords,
} from '../../../../test/support/roles.ts';
import type { ScriptedServices, ScriptedValues } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import { deviceListStrings } from '../../strings/device-list.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { elementStrings } from '../../strings/elements.ts';
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

const open = (
  values: ScriptedValues = {},
  uniqueId = '',
): Promise<{ page: FkDevicesPage; services: ScriptedServices }> =>
  openTable(0, { ...values, devices: values.devices ?? {} }, uniqueId);

async function search(page: FkDevicesPage, words: string): Promise<void> {
  fill(page, deviceStrings.search, words);
  await settled(page);
}

describe('the device list', () => {
  afterEach(async () => {
    clear();
    await setViewport({ width: 800, height: 600 });
    changeView(USUAL_VIEW);
    selection.value = [];
  });

  it('is refreshed on opening when it is missing or old, and a key is known', async () => {
    const first = await open();
    expect(first.services.called('devices.refresh')).to.have.length(1);
    const old = await open({ devices: { devices: fixtureDevices(3), completedAtMs: Date.now() - 3_600_000 } });
    expect(old.services.called('devices.refresh')).to.have.length(1);
    const now = await open({ devices: { devices: fixtureDevices(3), ...fresh } });
    expect(now.services.called('devices.refresh')).to.have.length(0);
    const keyless = await open({ session: { key: 'needed' } });
    expect(keyless.services.called('devices.refresh')).to.have.length(0);
  });

  it('says that it is being loaded, and then shows the progress of a refresh with Cancel', async () => {
    const { page, services } = await open({ devices: { devices: null } });
    await until(() => announced(page).includes(deviceStrings.loading));
    expect(readable(page)).not.to.contain(deviceStrings.partial).and.not.contain(deviceStrings.never);
    for (const tool of [deviceListStrings.view, deviceListStrings.choose])
      expect(the(page, 'button', tool), tool).to.have.property('disabled', true);
    services.lives.devices.value = {
      devices: fixtureDevices(118),
      completedAtMs: 1,
      refreshing: { read: 61, total: 118, doing: 'missing' },
      failure: null,
    };
    await settled(page);
    expect(readable(page)).to.contain('61 of 118').and.contain('Checking devices missing');
    services.lives.devices.value = {
      ...services.lives.devices.value,
      refreshing: { read: 61, total: null, doing: 'pages' },
    };
    await settled(page);
    expect(readable(page)).to.contain('61 so far').and.not.contain('pages');
    action(page, 'Cancel').click();
    expect(services.called('devices.cancelRefresh')).to.have.length(1);
    services.lives.devices.value = { ...services.lives.devices.value, completedAtMs: null, refreshing: null };
    await settled(page);
    expect(readable(page)).to.contain(deviceStrings.partial);
  });

  it('leads to the orders when the account has no device, and is refreshed on request', async () => {
    const { page, services } = await open({ devices: fresh });
    expect(readable(page)).to.contain(deviceStrings.empty);
    expect(action(page, deviceStrings.emptyClaim).getAttribute('href')).to.equal('/orders');
    action(page, deviceStrings.emptyAction).click();
    expect(services.called('devices.refresh')).to.have.length(1);
  });

  it('offers to enter the key or to try again after a failed refresh, and keeps showing saved devices', async () => {
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
    expect(readable(page.page)).to.contain('This is the saved list.');
    expect(links(page.page).length).to.be.greaterThan(8);
    action(page.page, 'Try again').click();
    expect(page.services.called('devices.refresh')).to.have.length(1);
  });

  it('says how many entries of the backend contain no device, without offering to try again', async () => {
    const { page, services } = await open({ devices: { devices: fixtureDevices(3), ...fresh, leftOut: 2 } });
    await until(() => announced(page).includes(deviceStrings.leftOut(2)));
    expect(hasAction(page, 'Try again')).to.equal(false);
    services.lives.devices.value = { ...services.lives.devices.value, leftOut: 0 };
    await settled(page);
    expect(readable(page)).not.to.contain(deviceStrings.leftOut(2));
    expect(announced(page)).to.deep.equal([]);
  });

  it('shows how many devices arrived and how many the backend counts when these numbers differ after loading', async () => {
    const { page, services } = await open({
      devices: { devices: fixtureDevices(226), ...fresh, short: { read: 226, counted: 254 } },
    });
    expect(readable(page)).to.contain('Only 226 of 254 devices arrived');
    services.lives.devices.value = { ...services.lives.devices.value, short: { read: 226, counted: null } };
    await settled(page);
    expect(readable(page)).to.contain('Some devices may be missing');
  });

  it('shows at each device how far its configuration is, and an alias that is not sent yet', async () => {
    const id = fixtureId;
    const { page } = await open({
      devices: { devices: fixtureDevices(12), ...fresh },
      packages: [fixturePackage(id(1))],
      outbox: {
        receipts: [fixtureReceipt(id(4), { state: 'verified' })],
        edits: [fixtureEdit(id(0), { values: { alias: 'Mine, unsent' } })],
      },
    });
    const words = links(page).map((row) => readable(row));
    expect(words[0]).to.contain('Mine, unsent').and.contain('Not sent yet');
    expect(words[1]).to.contain('Downloaded');
    expect(words[4]).to.contain('Verified');
    expect(words[5]).to.contain('Prepared');
    expect(words[11]).to.contain('No alias');
    // In its own direction.
    expect(withWords(page, fixtureDevice(7).alias!).localName).to.equal('bdi');
  });

  it('shows the configuration state of a device in a line of its own that fits a phone of 320 px', async () => {
    await setViewport({ width: 320, height: 640 });
    const { page } = await open({
      devices: { devices: fixtureDevices(12), ...fresh },
      packages: [fixturePackage(fixtureId(3))],
      outbox: { receipts: [fixtureReceipt(fixtureId(1), { state: 'waiting' })], edits: [fixtureEdit(fixtureId(5))] },
    });
    const { sentences, summaries } = elementStrings.track;
    for (const [index, state] of [
      [1, 'receipt'],
      [3, 'onThisPhone'],
      [5, 'prepared'],
    ] as const) {
      const row = links(page)[index]!;
      const facts = withWords(row, ' · ').parentElement!.getBoundingClientRect();
      for (const part of [the(row, 'image', sentences[state]), withWords(row, summaries[state])]) {
        const { top, right } = part.getBoundingClientRect();
        expect(top, `row ${index}`).to.be.at.least(facts.bottom - 1);
        expect(right, `row ${index}`).to.be.at.most(row.getBoundingClientRect().right);
      }
      expect(row.scrollHeight, `row ${index}`).to.be.at.most(row.clientHeight);
    }
    const tops = links(page).map((link) => rowOf(link).getBoundingClientRect());
    // Rows with a track are taller, and no row overlaps another.
    expect(tops[1]!.height).to.be.greaterThan(tops[0]!.height);
    for (let index = 1; index < tops.length; index += 1)
      expect(tops[index]!.top).to.be.closeTo(tops[index - 1]!.bottom, 1);
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
    expect(all(page, 'button').every((one) => one.getBoundingClientRect().right <= 320)).to.equal(true);
  });

  it('does not mention a missing network, which the header of the app shows already', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(12), ...fresh }, app: { online: false } });
    expect(readable(page)).not.to.match(/offline|network/i);
    expect(links(page)).to.have.length(12);
  });

  it('has no accessibility fault that axe finds in any of three themes', async () => {
    const { page } = await open(
      {
        devices: { devices: fixtureDevices(30), ...fresh, failure: failure('server', 503) },
        packages: [fixturePackage(fixtureId(1))],
      },
      fixtureId(2),
    );
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });

  it('shows the number of search results, and offers to clear the search when nothing is found', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(230), ...fresh } });
    await search(page, 'loading dock');
    expect(readable(page)).to.match(/\b32 of 230 devices/);
    await search(page, 'no such thing');
    expect(links(page)).to.have.length(0);
    action(page, 'Show all devices').click();
    await settled(page);
    expect(readable(page)).to.contain('230 devices');
  });

  it('moves the focus to its search with the key "/", and from row to row with the arrow keys, Home and End', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(230), ...fresh } });
    const press = (on: Element, name: string): boolean =>
      on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }));
    press(document.body, '/');
    const input = field(page, deviceStrings.search);
    expect(focused()).to.equal(input);
    press(input, 'ArrowDown');
    await settled(page);
    expect(focusedRow()).to.equal(1);
    await key(page, 'ArrowDown');
    expect(focusedRow()).to.equal(2);
    await key(page, 'End');
    expect(focusedRow()).to.equal(230);
    expect(links(page).filter((link) => link.tabIndex === 0)).to.have.length(1);
    await key(page, 'Home');
    expect(focusedRow()).to.equal(1);
    // Any other key remains the browser's: Tab leaves the list.
    expect(press(focused()!, 'Tab')).to.equal(true);
    expect(press(focused()!, 'End')).to.equal(false);
  });

  it('keeps the focus on a visible row when the focused row is scrolled out of view', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(230), ...fresh } });
    await key(page, 'Home');
    const { height } = rowOf(links(page)[0]!).getBoundingClientRect();
    windowOf(page).scrollTop = 6000;
    await done(page);
    expect(focusedRow()).to.be.greaterThan(51);
    expect(windowOf(page).scrollTop).to.be.within(6000 - height, 6000);
    windowOf(page).scrollTop = 0;
    await done(page);
    expect(focusedRow()).to.be.lessThan(51);
    expect(windowOf(page).scrollTop).to.be.within(0, height);
  });

  it('renders only the visible rows of 10,000 devices, also at its end and after a search', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(10_000), ...fresh } });
    expect(links(page).length).to.be.within(8, 40);
    windowOf(page).scrollTop = windowOf(page).scrollHeight;
    await done(page);
    const last = links(page).at(-1)!;
    expect(rowOf(last).ariaPosInSet).to.equal('10000');
    expect(links(page).length).to.be.within(8, 40);
    expect(
      Math.abs(last.getBoundingClientRect().bottom - windowOf(page).getBoundingClientRect().bottom),
    ).to.be.lessThan(3);
    await search(page, 'pharmacy');
    expect(links(page).length).to.be.within(1, 40);
    expect(rowOf(links(page)[0]!).ariaPosInSet).to.equal('1');
  });

  it('disables Refresh and offers Cancel during a refresh', async () => {
    const { page } = await open({
      devices: { devices: fixtureDevices(3), ...fresh, refreshing: { read: 1, doing: '' } },
    });
    expect(the(page, 'button', 'Refresh')).to.have.property('disabled', true);
    expect(hasAction(page, 'Cancel')).to.equal(true);
  });
});
