/** The tools of the list: filters, order, columns, selection, files, fetching a part, and 100,000 devices. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { searchIndexOf } from '../../../domain/device-list/search.ts';
import { UNSAID } from '../../../domain/device-list/view-address.ts';
import { fixtureDevices, fixtureId } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { keystrokeMs } from '../../../../test/support/keystroke.ts';
import { action, clear, deepAll, faultsOf, place, readable, settled } from '../../../../test/support/page-place.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { SayEvent } from '../../shared/say.ts';
import { deviceListStrings } from '../../strings/device-list.ts';
import { listOptionStrings } from '../../strings/list-options.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { elementStrings } from '../../strings/elements.ts';
import { storeViews, savedViews } from './saved-views.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';
import './chosen-actions.ts';
import type { FkDevicesPage } from './devices-page.ts';
import './devices-page.ts';
import { keepWarm } from '../../shared/keep-warm.ts';
import './list-options.ts';
import { USUAL_VIEW, changeView, listView } from './list-view.ts';

const fresh = { completedAtMs: Date.now() };

async function open(
  count: number,
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkDevicesPage; services: ScriptedServices }> {
  const services = scriptedServices({ devices: { devices: fixtureDevices(count), ...fresh }, ...values }, answers);
  const frame = await place(html`<div class="frame"><fk-devices-page .services=${services}></fk-devices-page></div>`);
  frame.style.setProperty('position', 'relative');
  frame.style.setProperty('height', '700px');
  const page = frame.querySelector('fk-devices-page')!;
  await frames();
  await settled(page);
  return { page, services };
}

async function frames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

async function done(page: FkDevicesPage): Promise<void> {
  // The page imports this before it handles the press, so wait for the import.
  await Promise.all([import('./chosen-bar.ts'), new Promise((resolve) => setTimeout(resolve))]);
  await frames();
  await settled(page);
}

const rows = (page: FkDevicesPage): HTMLAnchorElement[] => deepAll<HTMLAnchorElement>(page, 'a[data-index]');
const windowOf = (page: FkDevicesPage) => deepAll(page, 'fk-device-window')[0]!;
const key = async (page: FkDevicesPage, name: string, shiftKey = false): Promise<void> => {
  windowOf(page).dispatchEvent(
    new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true, composed: true, cancelable: true }),
  );
  await done(page);
};
const tool = (page: FkDevicesPage, label: string): HTMLElement =>
  deepAll(page, 'fk-button').find((one) => (one as unknown as { label: string }).label.startsWith(label))!;
const chosen = (page: FkDevicesPage): number =>
  deepAll<HTMLInputElement>(page, 'input[type=checkbox]').filter((box) => box.checked).length;

async function set(page: FkDevicesPage, name: string, value: string): Promise<void> {
  const field = deepAll(page, 'fk-field').find((one) => (one as unknown as { name: string }).name === name)!;
  const input = deepAll<HTMLInputElement>(field, 'input, select')[0]!;
  if (input.type === 'checkbox') input.click();
  else {
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await settled(page);
}

/** Ticks or clears one value of a filter. */
async function tick(page: FkDevicesPage, name: string, value: string): Promise<void> {
  const choice = deepAll(page, `fk-filter-choice[name="${name}"]`)[0]!;
  deepAll<HTMLInputElement>(choice, 'input[type=checkbox]')
    .find((box) => box.value === value)!
    .click();
  await settled(page);
}

/** Finds elements inside the shadow root of one of the page's elements; none while it does not exist. */
function inside<T extends Element>(page: Element, element: string, selector: string): T[] {
  return deepAll(page, element).flatMap((one) => [...(one.shadowRoot?.querySelectorAll<T>(selector) ?? [])]);
}

/** The panel's code is fetched when it is opened for the first time. */
async function openView(page: FkDevicesPage): Promise<void> {
  tool(page, 'View').click();
  await until(() => inside(page, 'fk-filter-choice', 'input').length > 0);
  await done(page);
}

describe('the tools of the list', () => {
  afterEach(() => {
    clear();
    changeView(USUAL_VIEW);
    selection.set([]);
  });

  it('filters by the values in the list and shows how many devices are left', async () => {
    const { page } = await open(60);
    await openView(page);
    expect(readable(page)).to.contain('Gateway (6)').and.contain('Not stated (1)');
    await tick(page, 'types', 'GATEWAY');
    expect(readable(page)).to.contain('6 of 60 devices');
    // Several values of one filter mean either of them.
    await tick(page, 'types', 'BEACON');
    expect(readable(page))
      .to.match(/60 devices ?, 2 filters/)
      .and.contain(listOptionStrings.chosenValues(2));
    expect(listView.value.filter.types).to.deep.equal(['GATEWAY', 'BEACON']);
    await tick(page, 'types', 'BEACON');
    await tick(page, 'states', 'prepared');
    await tick(page, 'needs', 'pending');
    expect(listView.value.filter).to.deep.include({ states: ['prepared'], needs: ['pending'], types: ['GATEWAY'] });
    await tick(page, 'states', 'prepared');
    await tick(page, 'needs', 'pending');
    await set(page, 'battery', '30');
    tool(page, 'Back to the list').click();
    await done(page);
    expect(rows(page).length).to.be.lessThan(6);
    expect(readable(page)).to.contain('2 filters');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('draws a filter with thousands of values in portions, searches it, and lists chosen values first', async () => {
    const devices = fixtureDevices(400).map((device, at) => ({
      ...device,
      attributes: { ...device.attributes, orderId: `ORDER-${String(at).padStart(4, '0')}` },
    }));
    const { page } = await open(0, { devices: { devices, ...fresh } });
    listView.set({ ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, orders: ['ORDER-0377', 'gone'] } });
    await openView(page);
    const [orders] = deepAll(page, 'fk-filter-choice[name="orders"]');
    const boxes = () => deepAll<HTMLInputElement>(orders!, 'input[type=checkbox]');
    expect(boxes().length).to.be.lessThan(20);
    expect(
      boxes()
        .slice(0, 2)
        .map((box) => [box.value, box.checked]),
    ).to.deep.equal([
      ['gone', true],
      ['ORDER-0377', true],
    ]);
    const search = deepAll<HTMLInputElement>(orders!, 'input[type=search]')[0]!;
    search.value = '0399';
    search.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await settled(page);
    expect(boxes().map((box) => box.value)).to.deep.equal(['ORDER-0399']);
    boxes()[0]!.click();
    await done(page);
    expect(listView.value.filter.orders).to.deep.equal(['ORDER-0377', 'gone', 'ORDER-0399']);
    // Typing into the filter's search does not change the list's search.
    expect(deepAll<HTMLInputElement>(page, 'input[name=search]')[0]!.value).to.equal('');
    orders!.shadowRoot!.querySelector('details')!.open = true;
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows each active filter as a chip that removes it', async () => {
    const { page } = await open(60);
    listView.set({
      ...USUAL_VIEW,
      filter: { ...USUAL_VIEW.filter, types: ['GATEWAY', 'BEACON'], states: ['prepared'], battery: 'low' },
    });
    await done(page);
    const chips = () => inside<HTMLButtonElement>(page, 'fk-filter-chips', 'button');
    expect(chips().map((chip) => chip.ariaLabel)).to.deep.equal(
      [
        elementStrings.track.summaries.prepared,
        listOptionStrings.part(listOptionStrings.choices.types, deviceStrings.typeNames.GATEWAY),
        listOptionStrings.part(listOptionStrings.choices.types, deviceStrings.typeNames.BEACON),
        listOptionStrings.batteryLow,
      ].map(listOptionStrings.removeFilter),
    );
    expect(await faultsOf(page)).to.deep.equal([]);
    chips()[1]!.click();
    await done(page);
    expect(listView.value.filter.types).to.deep.equal(['BEACON']);
    for (let left = 3; left > 0; left -= 1) {
      chips()[0]!.click();
      await done(page);
    }
    expect(readable(page)).to.contain('60 devices');
    expect(chips()).to.have.length(0);
  });

  it('shows the devices of a job by its name, and those in no job', async () => {
    const job = fixtureJob('north', { name: 'North wing' });
    const tasks = [3, 7].map((at) => fixtureTask(at, { jobId: job.id }));
    const jobs = await openMemoryJobs({ jobs: [job], tasks });
    const { page } = await open(12, {}, { jobs: async () => jobs });
    const jobFilter = (wanted: readonly string[]): Promise<void> => {
      listView.set({ ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, jobs: wanted } });
      return done(page);
    };
    await jobFilter(['north']);
    await until(() => rows(page).length === 2);
    expect(rows(page).map(({ pathname }) => pathname)).to.deep.equal([3, 7].map((at) => `/devices/${fixtureId(at)}`));
    const [chip] = inside<HTMLButtonElement>(page, 'fk-filter-chips', 'button');
    expect(chip!.ariaLabel).to.equal(
      listOptionStrings.removeFilter(listOptionStrings.part(listOptionStrings.jobs, 'North wing')),
    );
    await openView(page);
    const [choice] = deepAll(page, 'fk-filter-choice[name=jobs]');
    expect(readable(choice!)).to.contain('North wing').and.contain(listOptionStrings.noJob);
    tool(page, deviceListStrings.viewDone).click();
    await jobFilter([UNSAID]);
    await until(() => rows(page).length === 10);
  });

  it('saves a view under a name as a link, and removes it with Undo', async () => {
    const { page } = await open(12);
    listView.set({ ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, battery: 'low' } });
    await openView(page);
    await set(page, 'view-name', ' Weak ones ');
    action(page, listOptionStrings.views.save).click();
    await done(page);
    const links = () => inside<HTMLAnchorElement>(page, 'fk-saved-views', 'a').map((link) => link.getAttribute('href'));
    expect(links()).to.deep.equal(['/devices?battery=low']);
    expect(savedViews('acc-1')).to.deep.equal([{ name: 'Weak ones', search: 'battery=low' }]);
    expect(await faultsOf(page)).to.deep.equal([]);
    const message = new Promise<SayEvent>((resolve) =>
      document.addEventListener('fk-say', (event) => resolve(event as SayEvent), { once: true }),
    );
    deepAll<HTMLElement & { label: string }>(page, 'fk-button')
      .find(({ label }) => label === listOptionStrings.views.remove('Weak ones'))!
      .click();
    await done(page);
    expect(links()).to.deep.equal([]);
    (await message).undo!();
    await done(page);
    expect(links()).to.deep.equal(['/devices?battery=low']);
    storeViews('acc-1', []);
  });

  it('offers to clear the search when nothing is found', async () => {
    const { page } = await open(12);
    listView.set({ ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, tags: ['gone'] } });
    await done(page);
    expect(readable(page)).to.contain('0 of 12 devices').and.contain('No device matches these filters.');
    action(page, 'Show all devices').click();
    await done(page);
    expect(rows(page)).to.have.length(12);
  });

  it('sorts and shows the chosen columns', async () => {
    const { page } = await open(12);
    listView.set({ ...USUAL_VIEW, by: 'batteryPercent', columns: ['mac', 'batteryPercent'] });
    await done(page);
    expect(readable(rows(page)[0]!))
      .to.contain('battery 0%')
      .and.contain('fa:bc:')
      .and.not.contain('Kontakt');
    listView.set({ ...USUAL_VIEW, by: 'batteryPercent', descending: true });
    await done(page);
    expect(readable(rows(page)[0]!)).to.contain('battery 94%');
  });

  it('passes axe with the panel open and while choosing, in three themes', async () => {
    const { page } = await open(30);
    await openView(page);
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), `panel ${theme}`).to.deep.equal([]);
    }
    tool(page, 'Back to the list').click();
    await done(page);
    await key(page, ' ');
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), `choosing ${theme}`).to.deep.equal([]);
    }
  });

  it('selects with Space and a range with Shift, by keys and clicks', async () => {
    const { page } = await open(30);
    await key(page, 'Home');
    await key(page, ' ');
    expect(chosen(page)).to.equal(1);
    await key(page, 'ArrowDown', true);
    await key(page, 'ArrowDown', true);
    expect(readable(page)).to.contain('3 devices chosen');
    rows(page)[6]!.dispatchEvent(
      new MouseEvent('click', { shiftKey: true, bubbles: true, cancelable: true, composed: true }),
    );
    await done(page);
    expect(readable(page)).to.contain('7 devices chosen');
    deepAll<HTMLInputElement>(page, 'input[type=checkbox]')[0]!.click();
    await done(page);
    expect(readable(page)).to.contain('6 devices chosen');
    expect(chosen(page)).to.equal(6);
  });

  it('shows how many selected devices are hidden, and selects all found ones', async () => {
    const { page } = await open(60);
    tool(page, 'Choose').click();
    await done(page);
    action(page, 'Choose all').click();
    await done(page);
    expect(readable(page)).to.contain('60 devices chosen');
    await keystrokeMs(page, 'lobby');
    await done(page);
    expect(readable(page)).to.match(/60 devices chosen\s*\(52 hidden\)/);
    action(page, 'Clear selection').click();
    await done(page);
    expect(readable(page)).to.contain('0 devices chosen');
  });

  it('passes the selection to Move and Share', async () => {
    const { page } = await open(12);
    await key(page, ' ');
    // The navigation is only observed, because there is no router here.
    const requested = new Promise<string>((resolve) => {
      const stop = (event: NavigateEvent): void => {
        window.navigation.removeEventListener('navigate', stop);
        event.preventDefault();
        resolve(new URL(event.destination.url).pathname);
      };
      window.navigation.addEventListener('navigate', stop);
    });
    action(page, 'Share').click();
    expect(await requested).to.equal('/share');
    expect(selection.value).to.deep.equal([fixtureId(0)]);
  });

  it('deselects the devices of a finished act, also after its sheet was closed', async () => {
    const { page } = await open(12);
    await key(page, ' ');
    selection.set([fixtureId(0)]);
    page.sheet = { tag: 'div', label: 'Share devices' };
    await done(page);
    page.sheet = null;
    await done(page);
    await key(page, 'ArrowDown', true);
    expect(readable(page)).to.contain('2 devices chosen');
    endSelection();
    await done(page);
    expect(readable(page)).to.contain('1 device chosen');
    expect(chosen(page)).to.equal(1);
  });

  it('selects what a sheet is about when its page is opened again', async () => {
    const { page } = await open(12);
    selection.set([fixtureId(0)]);
    page.sheet = { tag: 'div', label: 'Share devices' };
    await done(page);
    page.sheet = null;
    await done(page);
    await key(page, 'ArrowDown', true);
    page.sheet = { tag: 'div', label: 'Share devices' };
    await done(page);
    expect(selection.value).to.deep.equal([fixtureId(0)]);
    expect(readable(page)).to.contain('1 device chosen');
  });

  it('saves the selection as a file', async () => {
    const { page } = await open(12);
    const blobs: Blob[] = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      blobs.push(blob);
      return createObjectURL.call(URL, blob);
    };
    const message: SayEvent[] = [];
    page.addEventListener('fk-say', (event) => message.push(event));
    await key(page, ' ');
    await key(page, 'ArrowDown', true);
    action(page, 'Save as CSV').click();
    await done(page);
    URL.createObjectURL = createObjectURL;
    const lines = (await blobs[0]!.text()).trim().split('\r\n');
    expect(lines[0]).to.match(/^\ufeff?uniqueId,alias,name,model,batteryPercent$/);
    expect(lines[1]).to.contain(fixtureId(0));
    expect(lines).to.have.length(3);
    expect(message[0]!.message).to.equal('2 devices saved to a file.');
  });

  it('fetches a part of the list with the chosen options', async () => {
    const { page, services } = await open(12);
    await openView(page);
    deepAll<HTMLDetailsElement>(page, 'details')[0]!.open = true;
    await set(page, 'startIndex', '100');
    await set(page, 'maxResult', '900');
    await set(page, 'orderBy', 'uniqueId');
    await set(page, 'order', 'DESC');
    action(page, 'Load').click();
    expect(services.called('devices.fetchPart').map((call) => call.args[0])).to.deep.equal([
      { startIndex: 100, maxResult: 500, orderBy: 'uniqueId', order: 'DESC', onePage: true },
    ]);
  });
});

describe('100,000 devices', () => {
  afterEach(() => {
    clear();
    changeView(USUAL_VIEW);
  });

  it('renders only visible rows, and shows search results with the keystroke', async () => {
    const { page, services } = await open(100_000);
    expect(rows(page).length).to.be.within(8, 40);
    const devices = services.lives.devices.value.devices!;
    // The index is built while nobody types; otherwise the keystroke would take this much longer.
    const from = performance.now();
    searchIndexOf([...devices]).warm(devices.length);
    const readyingMs = performance.now() - from;
    await keepWarm(devices);
    const times: number[] = [];
    for (const query of ['l', 'lo', 'loa', 'load', 'loading dock 9']) times.push(await keystrokeMs(page, query));
    expect(readable(page)).to.match(/of 100,000 devices/);
    expect(
      times.toSorted((a, b) => a - b)[2]!,
      `${times.map(Math.round).join(' ')}, made ready in ${Math.round(readyingMs)} ms`,
    ).to.be.lessThan(readyingMs);
  });
});
