/** The device table on wide screens: sorting, columns, what is shown beside it, and the stored view. */
import { signal } from '@preact/signals-core';
import { expect } from '@open-wc/testing';
import {
  done,
  focusedRow,
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
import { clear, faultsInThemes, faultsOf, setViewport } from '../../../../test/support/page-place.ts';
import { action, all, focused, has, readable, the } from '../../../../test/support/roles.ts';
import { until } from '../../../../test/support/until.ts';
import { freshBeacon, type BeaconState } from '../../../domain/telemetry/fleet.ts';
import type { Telemetry, TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { percent } from '../../language/counting.ts';
import { deviceListStrings } from '../../strings/device-list.ts';
import { elementStrings } from '../../strings/elements.ts';
import { listOptionStrings } from '../../strings/list-options.ts';
import './chosen-actions.ts';
import './list-options.ts';
import type { FkDevicesPage } from './devices-page.ts';
import { USUAL_VIEW, changeView, followAccount, listView } from './list-view.ts';

const panelOf = (page: FkDevicesPage): HTMLElement => the(page, 'region', deviceListStrings.view);
/** Returns the devices that the list marks as shown beside it. */
const current = (page: FkDevicesPage): string[] =>
  links(page)
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map(readable);
/** The panel's code is fetched when it is opened for the first time. */
async function openView(page: FkDevicesPage): Promise<void> {
  action(page, deviceListStrings.view).click();
  await until(() => has(page, 'heading', listOptionStrings.filters));
  await done(page);
}

describe('the device table at 1280 px', () => {
  beforeEach(() => setViewport({ width: 1280, height: 800 }));
  afterEach(async () => {
    clear();
    changeView(USUAL_VIEW);
    await setViewport({ width: 800, height: 600 });
  });

  it('shows each device in a row of at least 36 px, with a cell for each column heading', async () => {
    const { page } = await openTable(230, {
      packages: [fixturePackage(fixtureId(1))],
      outbox: { receipts: [], edits: [fixtureEdit(fixtureId(0))] },
    });
    expect(the(page, 'grid').ariaRowCount).to.equal('231');
    expect(heads(page).map(readable)).to.deep.equal(['Unique ID', 'Alias', 'State', 'Model', 'Battery', 'Last seen']);
    const rows = links(page).map(rowOf);
    expect(rows[0]!.ariaRowIndex).to.equal('2');
    expect(all(rows[0]!, 'gridcell')).to.have.length(6);
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

  it('has no accessibility fault that axe finds in three themes, sorted, while selecting and with open filters', async () => {
    const { page } = await openTable(60, { packages: [fixturePackage(fixtureId(1))] });
    the(head(page, 'Battery'), 'button').click();
    await key(page, ' ');
    await openView(page);
    expect(links(page).length).to.be.greaterThan(5);
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });

  it('sorts with a heading ascending, then descending, then as the backend does', async () => {
    const { page } = await openTable(60);
    const battery = (): HTMLElement => head(page, 'Battery');
    const press = async (): Promise<void> => {
      the(battery(), 'button').click();
      await done(page);
    };
    await press();
    expect(battery().ariaSort).to.equal('ascending');
    expect(readable(rowOf(links(page)[0]!))).to.contain(` ${percent(0)}`);
    await press();
    expect(battery().ariaSort).to.equal('descending');
    expect(readable(rowOf(links(page)[0]!))).to.match(/(9\d|100)%/);
    await press();
    expect(battery().ariaSort).to.equal('none');
    expect(readable(links(page)[0]!)).to.equal(fixtureId(0));
  });

  it('shows the chosen columns, and scrolls sideways when the columns do not fit', async () => {
    const { page } = await openTable(30);
    changeView({ ...USUAL_VIEW, columns: ['mac', 'tags'] });
    await done(page);
    expect(heads(page).map(readable)).to.deep.equal(['Unique ID', 'Alias', 'State', 'MAC', 'Tags']);
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
    const rowRight = all(rowOf(links(page)[0]!), 'gridcell')
      .at(-1)!
      .getBoundingClientRect().right;
    expect(heads(page).at(-1)!.getBoundingClientRect().right).to.be.closeTo(rowRight, 1);
  });

  it('shows the last telemetry of a device: a time, the requested range, or that nothing was requested', async () => {
    const devices = fixtureDevices(12);
    const from = Date.UTC(2026, 2, 1);
    const beacon = (at: number, changes: Partial<BeaconState>): BeaconState => ({
      ...freshBeacon(devices[at]!.mac!),
      ...changes,
    });
    const state = signal<TelemetryState>({
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
    const last = (at: number): string => readable(all(rowOf(links(page)[at]!), 'gridcell').at(-1)!);
    // The column appears once telemetry is loaded.
    await until(() => last(0).includes('26'));
    expect(last(1)).to.match(/^Not in the records loaded, .+ to .+/);
    expect(last(2)).to.equal('Not checked');
    state.value = { ...state.value, beacons: [] };
    await done(page);
    expect(last(1)).to.equal('Not checked');
  });

  it('closes the panel of filters and columns when a device is opened', async () => {
    const { page } = await openTable(30);
    await openView(page);
    expect(readable(panelOf(page))).to.contain(listOptionStrings.looking);
    Object.assign(page, { uniqueId: fixtureId(1) });
    await done(page);
    expect(has(page, 'region', deviceListStrings.view)).to.equal(false);
    expect(readable(page)).not.to.contain(listOptionStrings.looking);
    expect(current(page)).to.deep.equal([fixtureId(1)]);
    // The room of the other columns.
    expect(heads(page).map(readable)).to.deep.equal(['Unique ID', 'Alias', 'State']);
  });

  it('stays visible beside the panel in which its columns are chosen', async () => {
    const { page } = await openTable(30);
    await openView(page);
    expect(panelOf(page).getBoundingClientRect().left).to.be.at.least(windowOf(page).getBoundingClientRect().right - 1);
    the(panelOf(page), 'checkbox', 'Firmware').click();
    await done(page);
    expect(heads(page).map(readable)).to.deep.equal([
      'Unique ID',
      'Alias',
      'State',
      'Model',
      'Firmware',
      'Battery',
      'Last seen',
    ]);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('keeps its heading and the focused row in view while keys move the focus', async () => {
    const { page } = await openTable(1000);
    await key(page, 'End');
    expect(focusedRow()).to.equal(1000);
    const scroller = windowOf(page).getBoundingClientRect();
    const [headRow] = all(page, 'rowgroup');
    expect(headRow!.getBoundingClientRect().top).to.be.closeTo(scroller.top, 1);
    const box = (): DOMRect => rowOf(focused()!).getBoundingClientRect();
    expect(box().bottom).to.be.at.most(scroller.bottom + 1);
    for (let step = 0; step < 30; step += 1) await key(page, 'ArrowUp');
    expect(focusedRow()).to.equal(970);
    expect(box().top).to.be.at.least(headRow!.getBoundingClientRect().bottom - 1);
    expect(links(page).length).to.be.within(10, 60);
  });

  it('selects a device with Space, and a range with Shift and an arrow key or a click', async () => {
    const { page } = await openTable(30);
    await key(page, 'Home');
    await key(page, ' ');
    await key(page, 'ArrowDown', true);
    await key(page, 'ArrowDown', true);
    expect(readable(page)).to.contain('3 devices chosen');
    expect(all<HTMLInputElement>(page, 'checkbox').filter((box) => box.checked)).to.have.length(3);
    links(page)[6]!.dispatchEvent(
      new MouseEvent('click', { shiftKey: true, bubbles: true, cancelable: true, composed: true }),
    );
    await done(page);
    expect(readable(page)).to.contain('7 devices chosen');
  });

  it('keeps its scroll position and its main columns when a device is opened beside the table', async () => {
    const { page } = await openTable(500);
    windowOf(page).scrollTop = 4000;
    await done(page);
    const before = windowOf(page).scrollTop;
    expect(before).to.be.greaterThan(3900);
    page.uniqueId = readable(links(page)[10]!);
    await done(page);
    expect(windowOf(page).scrollTop).to.equal(before);
    expect(heads(page).map(readable)).to.deep.equal(['Unique ID', 'Alias', 'State']);
    const scroller = windowOf(page);
    expect(scroller.scrollWidth).to.be.at.most(scroller.clientWidth);
    expect(current(page)).to.deep.equal([page.uniqueId]);
  });

  it('keeps sorting, columns and filters for each account until the account is removed', async () => {
    const one = fixtureAccount({ id: 'acc-one' });
    const other = fixtureAccount({ id: 'acc-other' });
    const { page, services } = await openTable(60, { session: { account: one, accounts: [one, other] } });
    the(head(page, 'Alias'), 'button').click();
    changeView({ ...listView.value, columns: ['mac'], filter: { ...listView.value.filter, types: ['GATEWAY'] } });
    await done(page);
    services.lives.session.value = { ...services.lives.session.value, account: other };
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

  it('offers to show all devices when no device matches the filter', async () => {
    const { page } = await openTable(12);
    changeView({ ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, tags: ['gone'] } });
    await done(page);
    action(page, 'Show all devices').click();
    await done(page);
    expect(links(page)).to.have.length(12);
  });
});
