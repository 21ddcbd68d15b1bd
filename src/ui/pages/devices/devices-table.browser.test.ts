/** The device table on wide screens: sorting, columns, what is shown beside it, and the stored view. */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import {
  done,
  focused,
  head,
  heads,
  key,
  links,
  openTable,
  rowOf,
  windowOf,
} from '../../../../test/support/device-table-place.ts';
import {
  fixtureAccount,
  fixtureDevices,
  fixtureEdit,
  fixtureId,
  fixturePackage,
} from '../../../../test/support/fixture-rows.ts';
import { action, clear, deepAll, faultsOf, readable } from '../../../../test/support/page-place.ts';
import { until } from '../../../../test/support/until.ts';
import { createLive } from '../../../domain/live.ts';
import { freshBeacon, type BeaconState } from '../../../domain/telemetry/fleet.ts';
import type { Telemetry, TelemetryState } from '../../../use-cases/telemetry/offered.ts';
import { percent } from '../../strings/counting.ts';
import { elementStrings } from '../../strings/elements.ts';
import { shellStrings } from '../../strings/shell.ts';
import './chosen-bar.ts';
import './list-options.ts';
import { USUAL_VIEW, changeView, followAccount, listView } from './list-view.ts';

describe('the devices as a table', () => {
  beforeEach(() => setViewport({ width: 1280, height: 800 }));
  afterEach(async () => {
    clear();
    changeView(USUAL_VIEW);
    await setViewport({ width: 800, height: 600 });
  });

  it('has rows of 36 to 40 px with a mouse, a heading, and labelled cells', async () => {
    const { page } = await openTable(230, {
      packages: [fixturePackage(fixtureId(1))],
      outbox: { receipts: [], edits: [fixtureEdit(fixtureId(0))] },
    });
    const [table] = deepAll(page, '[role=grid]');
    expect(table!.getAttribute('aria-rowcount')).to.equal('231');
    expect(heads(page).map((one) => one.textContent.trim())).to.deep.equal([
      'Unique ID',
      'Alias',
      'Configuration',
      'Model',
      'Battery',
      'Last seen',
    ]);
    const rows = links(page).map(rowOf);
    expect(rows[0]!.getAttribute('aria-rowindex')).to.equal('2');
    expect(rows[0]!.querySelectorAll('[role=gridcell]')).to.have.length(6);
    const fine = window.matchMedia('(pointer: fine)').matches;
    for (const row of rows) expect(row.getBoundingClientRect().height).to.be.within(36, fine ? 41 : 57);
    expect(readable(rows[1]!)).to.contain('Downloaded').and.contain('TB15-1');
    expect(readable(rows[0]!)).to.contain('Not sent yet');
    // Unsent edits appear in addition to the state, never instead of it.
    const both = await openTable(2, {
      packages: [fixturePackage(fixtureId(0))],
      outbox: { receipts: [], edits: [fixtureEdit(fixtureId(0))] },
    });
    expect(readable(rowOf(links(both.page)[0]!)))
      .to.contain(elementStrings.track.summaries.onThisPhone)
      .and.contain('Not sent yet');
    expect(readable(rows[11]!)).to.contain('Not stated').and.contain('No alias');
  });

  it('passes axe in three themes: sorted, choosing, with the panel, beside a device', async () => {
    const { page } = await openTable(60, { packages: [fixturePackage(fixtureId(1))] });
    head(page, 'Battery').querySelector('button')!.click();
    await key(page, ' ');
    deepAll(page, 'fk-button')
      .find((one) => one.title === 'View')!
      .click();
    await until(() => deepAll(page, 'fk-list-options').length === 1);
    await done(page);
    expect(deepAll(page, 'fk-list-options')).to.have.length(1);
    expect(links(page).length).to.be.greaterThan(5);
    for (const theme of ['light', 'dark', 'sun']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faultsOf(page), theme).to.deep.equal([]);
    }
  });

  it("sorts by its headings: ascending, descending, the backend's order", async () => {
    const { page } = await openTable(60);
    const battery = (): HTMLElement => head(page, 'Battery');
    const press = async (): Promise<void> => {
      battery().querySelector('button')!.click();
      await done(page);
    };
    await press();
    expect(battery().getAttribute('aria-sort')).to.equal('ascending');
    expect(readable(rowOf(links(page)[0]!))).to.contain(` ${percent(0)}`);
    await press();
    expect(battery().getAttribute('aria-sort')).to.equal('descending');
    expect(readable(rowOf(links(page)[0]!))).to.match(/(9\d|100)%/);
    await press();
    expect(battery().getAttribute('aria-sort')).to.equal('none');
    expect(links(page)[0]!.textContent.trim()).to.equal(fixtureId(0));
  });

  it('shows the chosen columns, all of them with horizontal scrolling', async () => {
    const { page } = await openTable(30);
    changeView({ ...USUAL_VIEW, columns: ['mac', 'tags'] });
    await done(page);
    expect(heads(page).map((one) => one.textContent.trim())).to.deep.equal([
      'Unique ID',
      'Alias',
      'Configuration',
      'MAC',
      'Tags',
    ]);
    expect(readable(rowOf(links(page)[0]!)))
      .to.contain('fa:bc:')
      .and.contain('night shift');
    changeView({
      ...USUAL_VIEW,
      columns: [
        'name',
        'deviceType',
        'model',
        'firmware',
        'mac',
        'access',
        'orderId',
        'tags',
        'batteryPercent',
        'lastSeen',
        'pending',
        'notes',
      ],
    });
    await done(page);
    const scroller = windowOf(page);
    expect(scroller.scrollWidth).to.be.greaterThan(scroller.clientWidth);
    const rowRight = rowOf(links(page)[0]!).lastElementChild!.getBoundingClientRect().right;
    expect(heads(page).at(-1)!.getBoundingClientRect().right).to.be.closeTo(rowRight, 1);
  });

  it('shows the last telemetry of a device: a time, the requested range, or that nothing was requested', async () => {
    const devices = fixtureDevices(12);
    const from = Date.UTC(2026, 2, 1);
    const beacon = (at: number, changes: Partial<BeaconState>): BeaconState => ({
      ...freshBeacon(devices[at]!.mac!),
      ...changes,
    });
    const state = createLive<TelemetryState>({
      typed: {},
      span: 'unknown',
      checkedAtMs: null,
      rules: [],
      alarms: [],
      fetching: null,
      last: null,
      clock: { skewMs: 0, isChecked: true },
      storageFailure: null,
      stored: { records: 0, bytes: 0, limitBytes: 1, sweptUntilMs: null },
      beacons: [
        beacon(0, { lastHeardMs: from, heardBy: 'cloud' }),
        beacon(1, { askedFromMs: from, askedUntilMs: from + 86_400_000 }),
      ],
    });
    const telemetry = async (): Promise<Telemetry> => ({ state }) as unknown as Telemetry;
    const { page } = await openTable(12, {}, '', { telemetry });
    changeView({ ...USUAL_VIEW, columns: ['heard'] });
    await done(page);
    const last = (at: number): string => rowOf(links(page)[at]!).lastElementChild!.textContent;
    // The column appears once telemetry is loaded.
    await until(() => last(0).includes('26'));
    expect(last(1)).to.match(/^Not in the records loaded, .+ to .+/);
    expect(last(2)).to.equal('Not checked');
    state.set({ ...state.value, beacons: [] });
    await done(page);
    expect(last(1)).to.equal('Not checked');
  });

  it('replaces the panel by a device that is opened', async () => {
    const { page } = await openTable(30);
    deepAll(page, 'fk-button')
      .find((one) => one.title === 'View')!
      .click();
    await until(() => deepAll(page, 'fk-list-options').length === 1);
    await done(page);
    expect(deepAll(page, 'fk-list-options')).to.have.length(1);
    Object.assign(page, { uniqueId: fixtureId(1) });
    await done(page);
    expect(deepAll(page, 'fk-list-options')).to.have.length(0);
    expect(deepAll(page, '.detail')).to.have.length(1);
  });

  it('shows beside the panel what it changes', async () => {
    const { page } = await openTable(30);
    deepAll(page, 'fk-button')
      .find((one) => one.title === 'View')!
      .click();
    await until(() => deepAll(page, 'fk-list-options').length === 1);
    await done(page);
    const [panel] = deepAll(page, 'fk-list-options');
    expect(panel!.getBoundingClientRect().left).to.be.at.least(windowOf(page).getBoundingClientRect().right - 1);
    const firmware = deepAll<HTMLInputElement>(panel!, 'input[type=checkbox]').find((box) =>
      box.closest('label')?.textContent!.includes('Firmware'),
    )!;
    firmware.click();
    await done(page);
    expect(heads(page).map((one) => one.textContent.trim())).to.deep.equal([
      'Unique ID',
      'Alias',
      'Configuration',
      'Model',
      'Firmware',
      'Battery',
      'Last seen',
    ]);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('keeps the heading and the focused row visible', async () => {
    const { page } = await openTable(1000);
    await key(page, 'End');
    expect(focused(page)).to.equal('999');
    const scroller = windowOf(page).getBoundingClientRect();
    const [headRow] = deepAll(page, '.head[role=rowgroup]');
    expect(headRow!.getBoundingClientRect().top).to.be.closeTo(scroller.top, 1);
    const box = (): DOMRect =>
      rowOf(links(page).find((one) => one.dataset['index'] === focused(page))!).getBoundingClientRect();
    expect(box().bottom).to.be.at.most(scroller.bottom + 1);
    for (let step = 0; step < 30; step += 1) await key(page, 'ArrowUp');
    expect(focused(page)).to.equal('969');
    expect(box().top).to.be.at.least(headRow!.getBoundingClientRect().bottom - 1);
    expect(links(page).length).to.be.within(10, 60);
  });

  it('selects with Space and a range with Shift', async () => {
    const { page } = await openTable(30);
    await key(page, 'Home');
    await key(page, ' ');
    await key(page, 'ArrowDown', true);
    await key(page, 'ArrowDown', true);
    expect(readable(page)).to.contain('3 devices chosen');
    expect(deepAll<HTMLInputElement>(page, 'input[type=checkbox]').filter((box) => box.checked)).to.have.length(3);
    rowOf(links(page)[6]!)
      .querySelector('a')!
      .dispatchEvent(new MouseEvent('click', { shiftKey: true, bubbles: true, cancelable: true, composed: true }));
    await done(page);
    expect(readable(page)).to.contain('7 devices chosen');
  });

  it('keeps its position and its main columns when a device is opened beside it', async () => {
    const { page } = await openTable(500);
    windowOf(page).scrollTop = 4000;
    await done(page);
    const before = windowOf(page).scrollTop;
    expect(before).to.be.greaterThan(3900);
    page.uniqueId = links(page)[10]!.textContent.trim();
    await done(page);
    expect(windowOf(page).scrollTop).to.equal(before);
    expect(heads(page).map((one) => one.textContent.trim())).to.deep.equal(['Unique ID', 'Alias', 'Configuration']);
    const scroller = windowOf(page);
    expect(scroller.scrollWidth).to.be.at.most(scroller.clientWidth);
    expect(deepAll(page, '[data-current]')).to.have.length(1);
  });

  it('is what the header names while a sheet with its own heading stands beside it; alone, the sheet is', async () => {
    const { page } = await openTable(20);
    const named: string[] = [];
    page.addEventListener('fk-heading', ({ heading }) => named.push(heading));
    page.sheet = { tag: 'div', label: 'Share devices' };
    await done(page);
    expect(named).to.deep.equal([shellStrings.titles.devices]);
    expect(deepAll(page, '.sheet h2')[0]!.textContent).to.equal('Share devices');
    page.sheet = { tag: 'p', label: 'Move devices' };
    await done(page);
    expect(named).to.deep.equal([shellStrings.titles.devices, shellStrings.titles.devices]);
    await setViewport({ width: 1000, height: 800 });
    await done(page);
    expect(named.at(-1)).to.equal('Move devices');
  });

  it('remembers the view of each account, and forgets it with the account', async () => {
    const one = fixtureAccount({ id: 'acc-one' });
    const other = fixtureAccount({ id: 'acc-other' });
    const { page, services } = await openTable(60, { session: { account: one, accounts: [one, other] } });
    head(page, 'Alias').querySelector('button')!.click();
    changeView({ ...listView.value, columns: ['mac'], filter: { ...listView.value.filter, types: ['GATEWAY'] } });
    await done(page);
    services.lives.session.set({ ...services.lives.session.value, account: other });
    page.requestUpdate();
    await done(page);
    expect(listView.value).to.deep.equal(USUAL_VIEW);
    // As after the next start of the app.
    followAccount(null, ['acc-one', 'acc-other']);
    expect(listView.value).to.deep.equal(USUAL_VIEW);
    followAccount('acc-one', ['acc-one', 'acc-other']);
    expect(listView.value.by).to.equal('alias');
    expect(listView.value.columns).to.deep.equal(['mac']);
    expect(listView.value.filter.types).to.deep.equal(['GATEWAY']);
    followAccount('acc-other', ['acc-other']);
    followAccount('acc-one', ['acc-one', 'acc-other']);
    expect(listView.value).to.deep.equal(USUAL_VIEW);
  });

  it('offers to clear a search that finds nothing', async () => {
    const { page } = await openTable(12);
    changeView({ ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, tags: ['gone'] } });
    await done(page);
    action(page, 'Show all devices').click();
    await done(page);
    expect(links(page)).to.have.length(12);
  });
});
