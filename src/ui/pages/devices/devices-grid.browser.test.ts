/**
 * The device table as a grid: keys, sorting by every column, widths, densities, large screens, and the first rows of a
 * long list.
 */
import { expect } from '@open-wc/testing';
import { fixtureAccount, fixtureDevices, fixtureId, fixturePackage } from '../../../../test/support/fixture-rows.ts';
import {
  cellOf,
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
import { clear, faultsOf, setViewport } from '../../../../test/support/page-place.ts';
import { all, announced, focused, readable, the, visibleIn } from '../../../../test/support/roles.ts';
import { until } from '../../../../test/support/until.ts';
import { deviceListStrings } from '../../strings/device-list.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { elementStrings } from '../../strings/elements.ts';
import './chosen-actions.ts';
import { USUAL_VIEW, changeView, followAccount, listView } from './list-view.ts';

describe('the device table', () => {
  beforeEach(() => setViewport({ width: 1280, height: 800 }));
  afterEach(async () => {
    clear();
    changeView(USUAL_VIEW);
    await setViewport({ width: 800, height: 600 });
  });

  it('sorts by configuration state, with devices that have no configuration last', async () => {
    const { page } = await openTable(12, { packages: [fixturePackage(fixtureId(4))] });
    const button = (words: string) => the(head(page, words), 'button');
    button('State').click();
    await done(page);
    const words = links(page).map((link) => readable(cellOf(page, link, deviceListStrings.state)));
    // In the order of the track; unknown ones last.
    const { prepared, onThisPhone, nothing } = elementStrings.track.summaries;
    expect(words.slice(0, 2)).to.deep.equal([prepared, onThisPhone]);
    expect(new Set(words.slice(2))).to.deep.equal(new Set([nothing]));
    expect(head(page, 'State').ariaSort).to.equal('ascending');
    button('State').click();
    await done(page);
    expect(readable(links(page)[0]!)).to.equal(fixtureId(4));
  });

  it('moves the focus from cell to cell with the arrow keys, and opens the device of the row with Enter', async () => {
    const { page } = await openTable(40);
    await key(page, 'Home');
    const at = (): string => {
      const cell = focused()!.closest<HTMLElement>('[role=gridcell]')!;
      const row = rowOf(cell);
      return `${row.ariaRowIndex} ${readable(heads(page)[all(row, 'gridcell').indexOf(cell)]!)}`;
    };
    const press = async (name: string): Promise<void> => {
      focused()!.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }),
      );
      await done(page);
    };
    expect(at()).to.equal('2 Unique ID');
    await press('ArrowRight');
    await press('ArrowRight');
    expect(at()).to.equal('2 State');
    await press('ArrowDown');
    await press('PageDown');
    expect(at()).to.match(/^\d\d State$/);
    await press('End');
    expect(at()).to.equal('41 State');
    for (let more = 0; more < 9; more += 1) await press('ArrowRight');
    expect(at()).to.equal('41 Last seen');
    await press('ArrowLeft');
    expect(at()).to.equal('41 Battery');
    const opened = new Promise<string>((resolve) =>
      page.addEventListener(
        'click',
        (event) => {
          event.preventDefault();
          resolve(readable(event.composedPath()[0] as HTMLAnchorElement));
        },
        { once: true },
      ),
    );
    await press('Enter');
    expect(await opened).to.equal(fixtureId(39));
    await press(' ');
    await until(() => readable(page).includes('1 device chosen'));
    expect(rowOf(focused()!).ariaSelected).to.equal('true');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  /** Presses the edge of a column's heading, moves it, and lets it go. */
  async function dragEdge(page: Parameters<typeof done>[0], column: string, byPx: number): Promise<void> {
    // The edge of a heading is for the pointer alone.
    const grip = () => visibleIn(head(page, column)).find(({ ariaHidden }) => ariaHidden === 'true')!;
    await until(() => grip() !== undefined);
    const box = grip().getBoundingClientRect();
    const at = (kind: string, clientX: number) =>
      grip().dispatchEvent(
        new PointerEvent(kind, { clientX, clientY: box.top + 5, pointerId: 1, bubbles: true, cancelable: true }),
      );
    // setPointerCapture fails for a pointer that is not really pressed.
    Object.assign(grip(), { setPointerCapture: () => undefined });
    at('pointerdown', box.left);
    const startPx = head(page, column).getBoundingClientRect().width;
    if (byPx !== 0) at('pointermove', box.left + byPx);
    await done(page);
    // The column follows the pointer before it is let go.
    expect(head(page, column).getBoundingClientRect().width).to.be.closeTo(startPx + byPx, 1);
    at('pointerup', box.left + byPx);
    await done(page);
  }

  it('fits a column to its longest cell when the edge of its heading is pressed', async () => {
    const { page } = await openTable(12);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    await dragEdge(page, 'Model', 8 * rem);
    await dragEdge(page, 'Model', 0);
    const cells = links(page).map((link) => cellOf(page, link, 'Model'));
    const room = cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return cell.clientWidth - range.getBoundingClientRect().width;
    });
    expect(Math.min(...room)).to.be.within(0, 4 * rem);
  });

  it('resizes a column by dragging and by keys, and stores the width for the account', async () => {
    const account = fixtureAccount({ id: 'acc-wide' });
    const { page } = await openTable(12, { session: { account, accounts: [account] } });
    const width = (): number => head(page, 'Alias').getBoundingClientRect().width;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const drag = (byPx: number): Promise<void> => dragEdge(page, 'Alias', byPx);
    const before = width();
    await drag(6 * rem);
    expect(width()).to.be.closeTo(before + 6 * rem, rem / 2);
    expect(listView.value.widths.alias).to.be.closeTo(before / rem + 6, 0.5);
    // Rows have the width of their heading.
    const cell = cellOf(page, links(page)[0]!, 'Alias');
    expect(cell.getBoundingClientRect().width).to.be.closeTo(width(), 1);
    const button = the(head(page, 'Alias'), 'button');
    const wide = width();
    const press = async (name: string): Promise<void> => {
      button.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, shiftKey: true, bubbles: true, composed: true, cancelable: true }),
      );
      await done(page);
    };
    await press('ArrowRight');
    expect(width()).to.be.closeTo(wide + rem, 1);
    await drag(0);
    // One of the fixtures has a very long alias.
    expect(width()).to.be.greaterThan(wide + rem);
    const alias = listView.value.widths.alias!;
    followAccount(null, ['acc-wide']);
    followAccount('acc-wide', ['acc-wide']);
    expect(listView.value.widths.alias).to.equal(alias);
    await press('Home');
    expect(listView.value.widths).to.deep.equal({});
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('marks the device that is open beside the table, and scrolls to its row', async () => {
    const { page } = await openTable(200, {}, fixtureId(150));
    await until(() => links(page).some(({ ariaCurrent }) => ariaCurrent === 'true'));
    const open = links(page).find(({ ariaCurrent }) => ariaCurrent === 'true')!;
    expect(readable(open)).to.equal(fixtureId(150));
    const [row, list] = [rowOf(open), windowOf(page)].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect];
    expect(row.top).to.be.at.least(list.top);
    expect(row.bottom).to.be.at.most(list.bottom + 1);
    // A click on a row in view does not move the list.
    const before = windowOf(page).scrollTop;
    Object.assign(page, { uniqueId: fixtureId(149) });
    await done(page);
    expect(windowOf(page).scrollTop).to.equal(before);
  });

  it('shows lower rows, and so more devices, in the compact setting', async () => {
    const { page } = await openTable(200);
    const height = (): number => rowOf(links(page)[0]!).getBoundingClientRect().height;
    const [roomy, rows] = [height(), links(page).length];
    changeView({ ...USUAL_VIEW, density: 'compact' });
    await done(page);
    expect(height()).to.be.within(24, roomy - 5);
    windowOf(page).scrollTop = 1;
    await done(page);
    expect(links(page).length).to.be.greaterThan(rows);
    await key(page, 'End');
    expect(focusedRow()).to.equal(200);
    const scroller = windowOf(page).getBoundingClientRect();
    expect(rowOf(links(page).at(-1)!).getBoundingClientRect().bottom).to.be.at.most(scroller.bottom + 1);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows how long ago a device was seen, or the time while the clocks were not compared', async () => {
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await setViewport({ width, height });
      const { page, services } = await openTable(60, { backendClock: { skewMs: 0, isChecked: true } });
      const { scrollWidth, clientWidth } = windowOf(page);
      expect(scrollWidth, String(width)).to.equal(clientWidth);
      const seen = (): string => readable(cellOf(page, links(page)[0]!, 'Last seen'));
      expect(seen()).to.match(/ago$/);
      expect(cellOf(page, links(page)[0]!, 'Last seen').title).to.match(/\d:\d\d/);
      services.lives.backendClock.value = { skewMs: 0, isChecked: false };
      await done(page);
      expect(seen()).to.match(/\d:\d\d/);
      clear();
    }
  });

  it('uses the width of a large screen for more columns', async () => {
    await setViewport({ width: 1920, height: 1080 });
    const { page } = await openTable(60);
    expect(heads(page).length).to.be.greaterThan(7);
    expect(head(page, 'Alias').getBoundingClientRect().width).to.be.lessThan(480);
    const battery = head(page, 'Battery').getBoundingClientRect();
    const [charge, seen] = ['Battery', 'Last seen'].map((words) =>
      cellOf(page, links(page)[0]!, words).querySelector('bdi')!.getBoundingClientRect(),
    ) as [DOMRect, DOMRect];
    expect(seen.left - charge.right).to.be.at.least(24);
    expect(battery.width).to.be.greaterThan(60);
  });

  it('shows the first devices of a long list while the whole list is read', async () => {
    const devices = fixtureDevices(30);
    const reading = { devices: null, completedAtMs: null, head: { devices, count: 100_000 } };
    const { page, services } = await openTable(0, { devices: reading });
    expect(links(page).length).to.be.greaterThan(8);
    expect(readable(page)).to.contain('100,000 devices').and.not.contain('100,000 of');
    services.lives.devices.value = { ...services.lives.devices.value, devices, head: null };
    await done(page);
    expect(readable(page)).to.contain('30 devices');
    // Another order needs the whole list, so no rows can be shown yet.
    changeView({ ...USUAL_VIEW, by: 'alias' });
    services.lives.devices.value = { ...services.lives.devices.value, ...reading };
    await done(page);
    expect(links(page)).to.have.length(0);
    await until(() => announced(page).includes(deviceStrings.loading));
  });

  it('shows no devices before the list is read when the open device is not among the first', async () => {
    const devices = fixtureDevices(30);
    const reading = { devices: null, completedAtMs: null, head: { devices, count: 100_000 } };
    const among = await openTable(0, { devices: reading }, fixtureId(29));
    expect(links(among.page).length).to.be.greaterThan(8);
    clear();
    const further = await openTable(0, { devices: reading }, fixtureId(4000));
    expect(links(further.page)).to.have.length(0);
  });
});
