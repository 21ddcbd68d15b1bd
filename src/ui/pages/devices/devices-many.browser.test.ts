/** The tools of the list: filters, order, columns, selection, files, fetching a part, and 100,000 devices. */
import { expect } from '@open-wc/testing';
import { searchIndexOf } from '../../../domain/device-list/search.ts';
import { UNSAID } from '../../../domain/device-list/view-address.ts';
import { done as drawn, key as pressed, links, openTable } from '../../../../test/support/device-table-place.ts';
import { fixtureDevices, fixtureId } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { keystrokeMs } from '../../../../test/support/keystroke.ts';
import { clear, faultsInThemes, faultsOf, settled } from '../../../../test/support/page-place.ts';
import { action, hasAction, all, field, fill, has, readable, the, type Name } from '../../../../test/support/roles.ts';
import type { ScriptedAnswers, ScriptedServices, ScriptedValues } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { SayEvent } from '../../shared/say.ts';
import { deviceListStrings } from '../../strings/device-list.ts';
import { listOptionStrings as options } from '../../strings/list-options.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { elementStrings } from '../../strings/elements.ts';
import { savedViews } from './saved-views.ts';
import { SAVED_VIEWS_KEY } from '../../../names.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';
import './chosen-actions.ts';
import type { FkDevicesPage } from './devices-page.ts';
import { keepWarm } from '../../shared/keep-warm.ts';
import './list-options.ts';
import { USUAL_VIEW, changeView, listView } from './list-view.ts';

const fresh = { completedAtMs: Date.now() };

const open = (
  count: number,
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: FkDevicesPage; services: ScriptedServices }> => openTable(count, values, '', answers);

async function done(page: FkDevicesPage): Promise<void> {
  // The page imports this before it handles the press, so wait for the import.
  await import('./chosen-actions.ts');
  await drawn(page);
}

const key = async (page: FkDevicesPage, name: string, shiftKey = false): Promise<void> => {
  await pressed(page, name, shiftKey);
  await done(page);
};
const chosen = (page: FkDevicesPage): number =>
  all<HTMLInputElement>(page, 'checkbox').filter((box) => box.checked).length;

async function set(page: FkDevicesPage, label: string, value: string): Promise<void> {
  fill(page, label, value);
  await settled(page);
}

/** Returns the values of a filter, unfolded. */
function filterOf(page: FkDevicesPage, label: string): HTMLElement {
  if (!has(page, 'group', label)) action(page, label).click();
  return the(page, 'group', label);
}

/** Ticks or clears one value of a filter. */
async function tick(page: FkDevicesPage, label: string, value: Name): Promise<void> {
  the(filterOf(page, label), 'checkbox', value).click();
  await settled(page);
}

/** Returns the buttons that remove a filter. */
const chips = (page: FkDevicesPage): HTMLElement[] =>
  all(page, 'list', options.activeFilters).flatMap((list) => all(list, 'button'));

/** The panel's code is fetched when it is opened for the first time. */
async function openView(page: FkDevicesPage): Promise<void> {
  action(page, deviceListStrings.view).click();
  await until(() => has(page, 'heading', options.filters));
  await done(page);
}

describe('the device list with its tools', () => {
  afterEach(() => {
    clear();
    changeView(USUAL_VIEW);
    selection.value = [];
  });

  it('filters by the values in the list and shows how many devices are left', async () => {
    const { page } = await open(60);
    await openView(page);
    // The panel has the place of the rows, so there is nothing to choose.
    expect(the(page, 'button', deviceListStrings.choose)).to.have.property('disabled', true);
    expect(readable(page)).to.contain('Gateway (6)').and.contain('Not stated (1)');
    const { prepared } = elementStrings.track.summaries;
    const { stateFilter, needsFilter } = options;
    await tick(page, options.choices.types, /^Gateway/);
    expect(readable(page)).to.contain('6 of 60 devices');
    // Several values of one filter mean either of them.
    await tick(page, options.choices.types, /^Beacon/);
    expect(readable(page))
      .to.match(/60 devices ?, 2 filters/)
      .and.contain(options.chosenValues(2));
    expect(listView.value.filter.types).to.deep.equal(['GATEWAY', 'BEACON']);
    await tick(page, options.choices.types, /^Beacon/);
    await tick(page, stateFilter, prepared);
    await tick(page, needsFilter, options.pending);
    expect(listView.value.filter).to.deep.include({ states: ['prepared'], needs: ['pending'], types: ['GATEWAY'] });
    await tick(page, stateFilter, prepared);
    await tick(page, needsFilter, options.pending);
    await set(page, options.battery, '30');
    action(page, 'Back to the list').click();
    await done(page);
    expect(the(page, 'button', deviceListStrings.choose)).to.have.property('disabled', false);
    expect(links(page).length).to.be.lessThan(6);
    expect(readable(page)).to.contain('2 filters');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('draws a filter of hundreds of values in portions with a search, and lists chosen values first', async () => {
    const devices = fixtureDevices(400).map((device, at) => ({
      ...device,
      attributes: { ...device.attributes, orderId: `ORDER-${String(at).padStart(4, '0')}` },
    }));
    const { page } = await open(0, { devices: { devices, ...fresh } });
    listView.value = { ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, orders: ['ORDER-0377', 'gone'] } };
    await openView(page);
    const orders = filterOf(page, options.choices.orders);
    const boxes = () => all<HTMLInputElement>(orders, 'checkbox');
    expect(boxes().length).to.be.lessThan(20);
    expect(
      boxes()
        .slice(0, 2)
        .map((box) => [box.computedName, box.checked]),
    ).to.deep.equal([
      ['gone', true],
      ['ORDER-0377 (1)', true],
    ]);
    await set(page, options.findValue(options.choices.orders), '0399');
    expect(boxes().map((box) => box.computedName)).to.deep.equal(['ORDER-0399 (1)']);
    boxes()[0]!.click();
    await done(page);
    expect(listView.value.filter.orders).to.deep.equal(['ORDER-0377', 'gone', 'ORDER-0399']);
    // Typing into the filter's search does not change the list's search.
    expect(field(page, deviceStrings.search).value).to.equal('');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows each active filter as a button that removes the filter', async () => {
    const { page } = await open(60);
    listView.value = {
      ...USUAL_VIEW,
      filter: { ...USUAL_VIEW.filter, types: ['GATEWAY', 'BEACON'], states: ['prepared'], battery: 'low' },
    };
    await done(page);
    expect(chips(page).map((chip) => chip.computedName)).to.deep.equal(
      [
        elementStrings.track.summaries.prepared,
        options.part(options.choices.types, deviceStrings.typeNames.GATEWAY),
        options.part(options.choices.types, deviceStrings.typeNames.BEACON),
        options.batteryLow,
      ].map(options.removeFilter),
    );
    expect(await faultsOf(page)).to.deep.equal([]);
    chips(page)[1]!.click();
    await done(page);
    expect(listView.value.filter.types).to.deep.equal(['BEACON']);
    for (let left = 3; left > 0; left -= 1) {
      chips(page)[0]!.click();
      await done(page);
    }
    expect(readable(page)).to.contain('60 devices');
    expect(chips(page)).to.have.length(0);
  });

  it('filters by devices of a job, which the filter names, or by devices in no job', async () => {
    const job = fixtureJob('north', { name: 'North wing' });
    const tasks = [3, 7].map((at) => fixtureTask(at, { jobId: job.id }));
    const jobs = await openMemoryJobs({ jobs: [job], tasks });
    const { page } = await open(12, {}, { jobs: async () => jobs });
    const jobFilter = (wanted: readonly string[]): Promise<void> => {
      listView.value = { ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, jobs: wanted } };
      return done(page);
    };
    await jobFilter(['north']);
    await until(() => links(page).length === 2);
    expect(links(page).map(({ pathname }) => pathname)).to.deep.equal([3, 7].map((at) => `/devices/${fixtureId(at)}`));
    expect(chips(page)[0]!.computedName).to.equal(options.removeFilter(options.part(options.jobs, 'North wing')));
    await openView(page);
    expect(readable(filterOf(page, options.jobs)))
      .to.contain('North wing')
      .and.contain(options.noJob);
    action(page, deviceListStrings.viewDone).click();
    await jobFilter([UNSAID]);
    await until(() => links(page).length === 10);
  });

  it('says that a view could not be saved when the storage is full, and does not list the view', async () => {
    const { page } = await open(12);
    listView.value = { ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, battery: 'low' } };
    await openView(page);
    await set(page, options.views.name, 'Weak ones');
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const message = new Promise<SayEvent>((resolve) =>
      document.addEventListener('fk-say', (event) => resolve(event as SayEvent), { once: true }),
    );
    action(page, options.views.save).click();
    expect((await message).message).to.equal(options.views.noRoom);
    Storage.prototype.setItem = setItem;
    await done(page);
    expect(hasAction(page, 'Weak ones')).to.equal(false);
  });

  it('saves the current filter as a link with a name, and restores a removed link with Undo', async () => {
    const { page } = await open(12);
    listView.value = { ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, battery: 'low' } };
    await openView(page);
    await set(page, options.views.name, ' Weak ones ');
    action(page, options.views.save).click();
    await done(page);
    const saved = () =>
      all(page, 'link')
        .map((link) => link.getAttribute('href'))
        .filter((href) => href!.startsWith('/devices'));
    expect(saved()).to.deep.equal(['/devices?battery=low']);
    expect(savedViews('acc-1')).to.deep.equal([{ name: 'Weak ones', search: 'battery=low' }]);
    expect(await faultsOf(page)).to.deep.equal([]);
    const message = new Promise<SayEvent>((resolve) =>
      document.addEventListener('fk-say', (event) => resolve(event as SayEvent), { once: true }),
    );
    the(page, 'button', options.views.remove('Weak ones')).click();
    await done(page);
    expect(saved()).to.deep.equal([]);
    (await message).undo!();
    await done(page);
    expect(saved()).to.deep.equal(['/devices?battery=low']);
    localStorage.removeItem(`${SAVED_VIEWS_KEY}acc-1`);
  });

  it('offers to show all devices when no device matches the filter', async () => {
    const { page } = await open(12);
    listView.value = { ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, tags: ['gone'] } };
    await done(page);
    expect(readable(page)).to.contain('0 of 12 devices').and.contain('No device matches these filters.');
    action(page, 'Show all devices').click();
    await done(page);
    expect(links(page)).to.have.length(12);
  });

  it('sorts by battery, and shows the values of the chosen columns at each device', async () => {
    const { page } = await open(12);
    listView.value = { ...USUAL_VIEW, by: 'batteryPercent', columns: ['mac', 'batteryPercent'] };
    await done(page);
    expect(readable(links(page)[0]!))
      .to.contain('battery 0%')
      .and.contain('fa:bc:')
      .and.not.contain('Kontakt');
    listView.value = { ...USUAL_VIEW, by: 'batteryPercent', descending: true };
    await done(page);
    expect(readable(links(page)[0]!)).to.contain('battery 94%');
  });

  it('has no accessibility fault that axe finds in three themes, with open filters and while selecting', async () => {
    const { page } = await open(30);
    await openView(page);
    expect(await faultsInThemes(page), 'panel').to.deep.equal([]);
    action(page, 'Back to the list').click();
    await done(page);
    await key(page, ' ');
    expect(await faultsInThemes(page), 'choosing').to.deep.equal([]);
  });

  it('selects a device with Space, and a range with Shift and an arrow key or a click', async () => {
    const { page } = await open(30);
    await key(page, 'Home');
    await key(page, ' ');
    expect(chosen(page)).to.equal(1);
    await key(page, 'ArrowDown', true);
    await key(page, 'ArrowDown', true);
    expect(readable(page)).to.contain('3 devices chosen');
    links(page)[6]!.dispatchEvent(
      new MouseEvent('click', { shiftKey: true, bubbles: true, cancelable: true, composed: true }),
    );
    await done(page);
    expect(readable(page)).to.contain('7 devices chosen');
    the(page, 'checkbox').click();
    await done(page);
    expect(readable(page)).to.contain('6 devices chosen');
    expect(chosen(page)).to.equal(6);
  });

  it('selects all devices on a press, and says how many selected devices a search hides', async () => {
    const { page } = await open(60);
    action(page, 'Choose').click();
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

  it('passes the selected devices to the page that shares devices', async () => {
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

  it('deselects only the devices of a finished action, also after the sheet of the action was closed', async () => {
    const { page } = await open(12);
    await key(page, ' ');
    selection.value = [fixtureId(0)];
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

  it('keeps devices selected for which an action is not finished', async () => {
    const { page } = await open(12);
    await key(page, ' ');
    await key(page, 'ArrowDown', true);
    selection.value = [fixtureId(0), fixtureId(1)];
    page.sheet = { tag: 'div', label: 'Share devices' };
    await done(page);
    page.sheet = null;
    await done(page);
    selection.value = [fixtureId(1)];
    await done(page);
    expect(readable(page)).to.contain('1 device chosen');
  });

  it('selects the devices of an action again when the sheet of that action is opened again', async () => {
    const { page } = await open(12);
    selection.value = [fixtureId(0)];
    page.sheet = { tag: 'div', label: 'Share devices' };
    await done(page);
    page.sheet = null;
    await done(page);
    await key(page, 'ArrowDown', true);
    page.sheet = { tag: 'div', label: 'Share devices' };
    await done(page);
    expect(selection.value).to.deep.equal([fixtureId(0)]);
    // Beside a sheet that fills a phone the list is hidden.
    page.sheet = null;
    await done(page);
    expect(chosen(page)).to.equal(1);
  });

  it('saves the selected devices with the shown columns as a CSV file', async () => {
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
    expect(lines[0]).to.match(/^\ufeff?uniqueId,alias,model,batteryPercent$/);
    expect(lines[1]).to.contain(fixtureId(0));
    expect(lines).to.have.length(3);
    expect(message[0]!.message).to.equal('2 devices saved to a file.');
  });

  it('fetches a part of the list from the backend with the chosen start, size, order and type', async () => {
    for (const order of ['DESC', 'ASC']) {
      const { page, services } = await open(12);
      await openView(page);
      const { ask } = options;
      action(page, ask.heading).click();
      // Another field of the panel has the name of one of these.
      const part = action(page, ask.heading).parentElement!;
      for (const [label, value] of [
        [ask.startIndex, '100'],
        [ask.maxResult, '900'],
        [ask.orderBy, 'uniqueId'],
        [ask.order, order],
        [options.choices.types, 'GATEWAY'],
      ] as const) {
        fill(part, label, value);
        await settled(page);
      }
      the(page, 'button', ask.go).click();
      expect(services.called('devices.fetchPart').map((call) => call.args[0])).to.deep.equal([
        { startIndex: 100, maxResult: 500, orderBy: 'uniqueId', order, deviceType: 'GATEWAY', onePage: true },
      ]);
    }
  });
});

describe('a search that finds nothing in the saved list', () => {
  afterEach(() => {
    clear();
    changeView(USUAL_VIEW);
  });
  const text = deviceStrings.lookUp;
  const search = async (page: FkDevicesPage, words: string): Promise<void> => {
    fill(page, 'Search', words);
    await settled(page);
  };

  it("is sent to the backend when the person stops typing, and the backend's devices are shown", async () => {
    const { page, services } = await open(
      12,
      {},
      {
        devices: {
          lookUp: async () => {
            const found = { ...fixtureDevices(13)[12]!, alias: 'Roof of the east wing' };
            const { devices } = services.lives;
            devices.value = { ...devices.value, devices: [...devices.value.devices!, found] };
            return { ok: true, value: { found: 1, isWhole: true } };
          },
        },
      },
    );
    for (const words of ['roof', 'roof of', 'roof of the']) await search(page, words);
    await until(() => readable(page).includes('Roof of the east wing'));
    expect(services.called('devices.lookUp').map((call) => call.args)).to.deep.equal([['roof of the']]);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it("is followed by the backend's answer, with a warning if the backend may look for whole IDs only", async () => {
    let isWhole = true;
    const { page } = await open(
      12,
      {},
      { devices: { lookUp: async () => ({ ok: true, value: { found: 0, isWhole } }) } },
    );
    await search(page, 'no such room');
    await until(() => readable(page).includes(text.none));
    isWhole = false;
    await search(page, 'no such roof');
    await until(() => readable(page).includes(text.unsure));
    expect(readable(page)).not.to.contain(text.none);
  });

  it('is followed by a button to try again when the backend does not answer', async () => {
    let isThere = false;
    const { page } = await open(
      12,
      {},
      {
        devices: {
          lookUp: async () => (isThere ? { ok: true, value: { found: 0, isWhole: true } } : { ok: false, failure }),
        },
      },
    );
    const failure = { kind: 'timeout', status: 0, message: '', fields: [], retryAfterMs: null } as const;
    await search(page, 'no such room');
    await until(() => has(page, 'button', 'Try again'));
    isThere = true;
    action(page, 'Try again').click();
    await until(() => readable(page).includes(text.none));
  });

  it('is not sent to the backend when offline or with only two letters', async () => {
    const { page, services } = await open(12);
    await search(page, 'zq');
    services.lives.app.value = { ...services.lives.app.value, online: false };
    await search(page, 'no such room');
    services.lives.app.value = { ...services.lives.app.value, online: true };
    await search(page, 'no such roof');
    await until(() => services.called('devices.lookUp').length > 0);
    expect(services.called('devices.lookUp').map((call) => call.args)).to.deep.equal([['no such roof']]);
  });

  it('can come from an incomplete list, which says how many devices are saved on this phone', async () => {
    const { page } = await open(12, {
      devices: { devices: fixtureDevices(12), ...fresh, short: { read: 200_000, counted: 1_000_000 } },
    });
    expect(readable(page)).to.contain('200,000 of 1,000,000 devices are saved here.');
  });
});

describe('the list of 100,000 devices', () => {
  afterEach(() => {
    clear();
    changeView(USUAL_VIEW);
  });

  it('renders only visible rows, and shows results of a search faster than its index is built', async () => {
    const { page, services } = await open(100_000);
    expect(links(page).length).to.be.within(8, 40);
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
