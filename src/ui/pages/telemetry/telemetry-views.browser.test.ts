/** The fleet, records, charts and storage of the telemetry page, and the glance, with the real worker and database. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { faultsInThemes, faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import {
  has,
  action,
  all,
  field,
  fill,
  hasAction,
  readable,
  the,
  visibleIn,
  withWords,
} from '../../../../test/support/roles.ts';
import { scriptedServices } from '../../../../test/support/scripted-services.ts';
import { contextOf } from '../../../../test/support/view-context.ts';
import type { Telemetry } from '../../../use-cases/telemetry/telemetry.ts';
import type { FkTelemetryGlance } from '../../beacon/glance.ts';
import '../../beacon/glance.ts';
import { elementStrings } from '../../strings/elements.ts';
import { chartStrings } from '../../strings/chart.ts';
import {
  type Answer,
  charts,
  devices,
  drawn,
  HOUR,
  linesOf,
  MAC,
  open,
  openWith,
  page,
  pick,
  readings,
  rows,
  telemetryOver,
  until,
  view,
  words,
  openOptions,
} from '../../../../test/support/telemetry-place.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';

describe('the table of the latest telemetry of all beacons', () => {
  it('is sorted by its headings on a wide screen, with one line for each beacon', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { page: shown } = await openWith(() => page(readings(3, (n) => ({ temperature: 20 + (n % 3) }))));
    const heads = all(shown, 'columnheader').map(readable);
    const at = heads.findIndex((one) => one.startsWith(text.fleet.temperature));
    // The name of the beacon is no cell.
    const warmth = () => rows(shown).map((row) => Number.parseFloat(readable(all(row, 'cell')[at - 1]!)));
    the(the(shown, 'table'), 'button', text.fleet.temperature).click();
    await settled(shown);
    expect(all(shown, 'columnheader')[at]!.ariaSort).to.equal('descending');
    expect(warmth()).to.deep.equal(warmth().toSorted((a, b) => b - a));
    expect(new Set(warmth()).size).to.be.greaterThan(1);
    const most = window.matchMedia('(pointer: fine)').matches ? 46 : 64;
    for (const row of rows(shown)) expect(row.offsetHeight).to.be.at.most(most);
    expect(await faultsOf(shown)).to.deep.equal([]);
    await setViewport({ width: 800, height: 600 });
  });

  it('leaves out values on a phone that only a heading would explain', async () => {
    await setViewport({ width: 390, height: 844 });
    const { page: shown } = await openWith(() => page(readings(2)), 2);
    for (const row of rows(shown)) {
      const cells = all(row, 'cell').filter((cell) => cell.getClientRects().length > 0 && readable(cell) !== '');
      expect(cells.map(readable)).to.include('50%').and.not.include(text.fleet.yes).and.not.include(text.fleet.no);
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('shows the last readings, and calls a beacon "silent" only when its last record is known', async () => {
    const { page: shown, telemetry } = await openWith(() =>
      page(
        readings(3).filter(
          (record) =>
            (record as { trackingId: string }).trackingId !== MAC(2) ||
            Date.parse((record as { timestamp: string }).timestamp) < Date.now() - 5.1 * HOUR,
        ),
      ),
    );
    expect(words(shown))
      .not.to.contain('silent,')
      .and.not.to.match(/Silent for/);
    await telemetry.fetchRecords({
      by: 'devices',
      ids: [0, 1, 2].map(MAC),
      startMs: Date.now() - 24 * HOUR,
      endMs: Date.now(),
      latest: true,
      size: 2000,
      sort: [],
    });
    await settled(shown);
    expect(words(shown)).to.contain('3 beacons, 1 silent');
    expect(words(shown)).to.match(/Silent for 5 h/);
    const shownRows = rows(shown).map(words);
    // Those heard last come first.
    expect(shownRows[0]).to.contain('50%');
    expect(shownRows[2]).to.contain('Ward 2');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('shows only the silent beacons of a long list on request, and when its address is opened', async () => {
    const isSilent = (id: string): boolean => id === MAC(2);
    const { page: shown, telemetry } = await openWith(
      () =>
        page(
          readings(12).filter((record) => {
            const { trackingId, timestamp } = record as { trackingId: string; timestamp: string };
            return !isSilent(trackingId) || Date.parse(timestamp) < Date.now() - 5.1 * HOUR;
          }),
        ),
      12,
    );
    const asked = {
      by: 'devices',
      startMs: Date.now() - 24 * HOUR,
      endMs: Date.now(),
      latest: true,
      size: 2000,
    } as const;
    await telemetry.fetchRecords({ ...asked, ids: Array.from({ length: 12 }, (_, n) => MAC(n)), sort: [] });
    await settled(shown);
    expect(rows(shown)).to.have.length(12);
    action(shown, text.fleet.orders.heard).click();
    action(shown, text.fleet.hearing.silent).click();
    await settled(shown);
    expect(rows(shown)).to.have.length(1);
    expect(new URLSearchParams(location.search).get('show')).to.equal('silent');
  });

  it('names beacons whose telemetry was not requested, and can be searched and sorted', async () => {
    const all = await open(() => page(readings(12)), devices(14));
    await all.telemetry.fetchRecords({
      by: 'gateways',
      ids: ['gateway1'],
      startMs: Date.now() - HOUR,
      endMs: Date.now(),
      latest: false,
      size: 100,
      sort: [],
    });
    await settled(all.page);
    expect(words(all.page)).to.contain('2 beacons of this account were not checked');
    fill(all.page, text.fleet.find, 'ward 11');
    await settled(all.page);
    expect(rows(all.page)).to.have.length(1);
    fill(all.page, text.fleet.find, 'nobody');
    await settled(all.page);
    expect(words(all.page)).to.contain(elementStrings.list.noneFound('nobody'));
  });

  it('draws only a part of 2000 beacons at once', async () => {
    const now = Date.now();
    const { page: shown } = await openWith(
      () =>
        page(
          Array.from({ length: 2000 }, (_, n) => ({ trackingId: `t${n}`, timestamp: new Date(now - n).toISOString() })),
        ),
      1,
    );
    expect(rows(shown)).to.have.length(60);
    action(shown, 'Show 240 more').click();
    await settled(shown);
    expect(rows(shown)).to.have.length(300);
  });

  it('has no accessibility fault that axe finds in any theme', async () => {
    const { page: shown } = await openWith(() => page(readings(2)));
    expect(await faultsInThemes(shown)).to.deep.equal([]);
  });
});

describe('telemetry records', () => {
  it('are filtered by one gateway, also records that were requested by gateway', async () => {
    const mixed = [...readings(2), ...readings(1, () => ({ sourceId: 'gateway2' })).slice(0, 3)];
    const { page: shown } = await openWith(() => page(mixed), 2);
    await view(shown, 'Records', () => rows(shown).length === 100);
    action(shown, text.show.allBeacons).click();
    await settled(shown);
    action(shown, 'Choose gateways').click();
    await settled(shown);
    expect(all(shown, 'checkbox', /Hall|gateway2/)).to.have.length(2);
    the(shown, 'checkbox', /gateway2/).click();
    await until(() => rows(shown).length === 3);
    await settled(shown);
    expect(words(shown)).to.contain('heard by 1 chosen gateway');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  for (const width of [320, 390])
    it(`have two lines on a phone of ${width} px: time and beacon, then the values with their units`, async () => {
      await setViewport({ width, height: 844 });
      const at = (n: number): string => new Date(Date.now() - n * 600_000).toISOString();
      const sent = readings(1, (n) => ({ cloudTimestamp: at(n), rssi: -65 }));
      const { page: shown } = await openWith(() => page([...sent, { ...sent[0], trackingId: MAC(9) }]), 1);
      await view(shown, 'Records', () => rows(shown).length === 100);
      const rowWith = (words: string) => rows(shown).find((row) => readable(row).includes(words))!;
      const named = rowWith('Ward 0');
      const said = all(named, 'cell').map(readable);
      expect(said.slice(1)).to.deep.equal(['Hall gateway1', '50%', '20 °C', '−65 dBm']);
      expect(named.offsetHeight).to.be.at.most(80);
      const [beacon, ...values] = all(named, 'cell').map((cell) => cell.getBoundingClientRect());
      expect(the(named, 'rowheader').getBoundingClientRect().right, 'beside the time').to.be.below(beacon!.left);
      for (const value of values) expect(value.top).to.be.at.least(beacon!.bottom - 4);
      expect(withWords(rowWith(MAC(9)), MAC(9)).getClientRects(), 'its whole address').to.have.length(1);
      expect(await faultsOf(shown)).to.deep.equal([]);
      await setViewport({ width: 800, height: 600 });
    });

  it('are counted, shown and saved even if they have no time', async () => {
    const undated = Array.from({ length: 7 }, (_, n) => ({ trackingId: MAC(0), temperature: n }));
    const { page: shown } = await openWith(() => page(undated), 1);
    expect(words(shown)).to.contain('7 records have no time');
    await view(shown, 'Records', () => words(shown).includes('No saved records in this range.'));
    for (const preset of ['undated', 'allTimes'] as const) {
      pick(shown, telemetryDeskStrings.presets.label, text.presets[preset]);
      await until(() => rows(shown).length === 7);
      await settled(shown);
      expect(the<HTMLButtonElement>(shown, 'button', text.files.save).disabled, preset).to.equal(false);
      pick(shown, telemetryDeskStrings.presets.label, telemetryDeskStrings.presets.lastHour);
      await until(() => rows(shown).length === 0);
      await settled(shown);
    }
    // A chart needs an end.
    pick(shown, telemetryDeskStrings.presets.label, text.presets.allTimes);
    await view(shown, text.views.charts, () => words(shown).includes(text.charts.none));
    expect(field(shown, telemetryDeskStrings.presets.label).value).to.equal('last30Days');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  const unknown = '<img src=x onerror=alert(1)>';

  it('are listed with every chosen field as text, unknown ones too', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { page: shown } = await openWith(() =>
      page([
        ...readings(1),
        { trackingId: MAC(0), timestamp: new Date().toISOString(), gas: unknown, moving: 'perhaps' },
      ]),
    );
    await view(shown, 'Records', () => rows(shown).length > 50);
    const { scrollHeight, clientHeight } = the(shown, 'table').parentElement!;
    expect(scrollHeight, 'the page scrolls, not a part of it').to.be.at.most(clientHeight);
    expect(words(shown)).to.contain('"gas":"<img src=x onerror=alert(1)>"');
    expect(words(shown)).to.contain('Wrong type: Moving');
    expect(visibleIn(shown).some((one) => one instanceof HTMLImageElement)).to.equal(false);
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Columns').click();
    await settled(shown);
    the(the(shown, 'dialog'), 'checkbox', 'gas').click();
    await settled(shown);
    expect(all(shown, 'columnheader').map(readable)).to.include('gas');
    await setViewport({ width: 800, height: 600 });
  });

  it('are listed with the columns and metrics that each account has chosen', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { page: shown } = await openWith(() => page(readings(1, () => ({ gas: 3 }))), 1);
    const heads = (one: Element): string[] => all(one, 'columnheader').map(readable);
    await view(shown, 'Records', () => rows(shown).length > 50);
    action(shown, 'Columns').click();
    await settled(shown);
    for (const name of ['gas', 'Signal']) the(the(shown, 'dialog'), 'checkbox', name).click();
    await settled(shown);
    expect(heads(shown)).to.include('gas').and.not.to.include('Signal');

    const again = await openWith(() => page(readings(1, () => ({ gas: 3 }))), 1);
    const records = document.createElement('fk-telemetry-records');
    const dayMs = { startMs: Date.now() - 24 * HOUR, endMs: Date.now() };
    const context = contextOf({
      telemetry: again.telemetry,
      shown: { ...contextOf({}).shown, filter: { trackingIds: null, sourceIds: null, ...dayMs } },
    });
    records.context = { ...context, accountId: 'another' };
    const mine = document.createElement('fk-telemetry-records');
    mine.context = { ...context, accountId: again.services.session.state.value.account!.id };
    document.body.append(records, mine);
    try {
      await until(() => heads(records).length > 0 && heads(mine).length > 0);
      expect(heads(mine)).to.include('gas').and.not.to.include('Signal');
      expect(heads(records)).to.include('Signal').and.not.to.include('gas');
    } finally {
      records.remove();
      mine.remove();
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('are listed below the day on which they were heard, with times that do not repeat the day', async () => {
    const noon = new Date(2026, 2, 10, 12).getTime();
    const at = (n: number) => ({ trackingId: MAC(0), timestamp: new Date(noon - n * 12 * HOUR).toISOString() });
    const { page: shown } = await openWith(() => page([0, 1, 2, 3].map(at)));
    await view(shown, 'Records', () => words(shown).includes('No saved records in this range.'));
    pick(shown, telemetryDeskStrings.presets.label, text.presets.allTimes);
    await until(() => rows(shown).length === 4);
    const unchecked = ` ${text.clockUnchecked}`;
    const days = all(shown, 'rowheader').map((one) => readable(one).replace(unchecked, ''));
    expect(days).to.deep.equal([
      'Mar 10, 2026',
      '12:00:00 PM',
      '12:00:00 AM',
      'Mar 9, 2026',
      '12:00:00 PM',
      '12:00:00 AM',
    ]);
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('are listed in pages, newest first', async () => {
    const { page: shown } = await openWith(() => page(readings(2, (n) => ({ roomNumber: n }))));
    await view(shown, 'Records', () => rows(shown).length === 100);
    const first = () => readable(rows(shown)[0]!);
    const before = first();
    action(shown, 'Older').click();
    await until(() => first() !== before);
    action(shown, 'Newer').click();
    await until(() => first() === before);
  });

  it('are all saved as a file on a press, and a message says how many', async () => {
    const sent = readings(1, () => ({ gas: 'a field of its own' }));
    const { page: shown, messages } = await openWith(() => page(sent));
    await view(shown, 'Records', () => rows(shown).length > 50);
    const saved: Blob[] = [];
    const real = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return real(blob);
    };
    const picker = Object.getOwnPropertyDescriptor(window, 'showSaveFilePicker');
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true });
    try {
      action(shown, text.files.save).click();
      await settled(shown);
      action(shown, text.files.csv).click();
      await until(() => messages.length === 1);
      expect(messages[0]!.message).to.equal('Saved 100 records.');
      const lines = (await saved[0]!.text()).split('\r\n');
      expect(lines).to.have.length(102);
      expect(lines[0]).to.match(/^timestamp,trackingId,sourceId,.*,uniqueId,.*,otherFields$/);
      action(shown, text.files.save).click();
      await settled(shown);
      action(shown, text.files.ndjson).click();
      await until(() => messages.length === 2);
      const records = (await saved[1]!.text())
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      expect(records).to.have.deep.members(sent);
    } finally {
      URL.createObjectURL = real;
      if (picker === undefined) delete (window as { showSaveFilePicker?: unknown }).showSaveFilePicker;
      else Object.defineProperty(window, 'showSaveFilePicker', picker);
    }
  });

  it('are replaced by a note when none matches the range', async () => {
    const { page: shown } = await openWith(() => page(readings(1, () => ({ timestamp: '2020-01-01T00:00:00Z' }))));
    await view(shown, 'Records', () => words(shown).includes('No saved records in this range'));
  });
});

describe('the telemetry charts', () => {
  it('draw the beacons that were heard last until a person chooses beacons, one chart for each metric', async () => {
    const { page: shown } = await openWith(() => page(readings(3)));
    await view(shown, text.views.charts, () => charts(shown).length === 2);
    await drawn(shown);
    expect(words(shown)).to.contain(text.show.recent(3));
    expect(charts(shown).map((chart) => linesOf(chart).length)).to.deep.equal([3, 3]);
    expect(new URLSearchParams(location.search).get('beacons')).to.equal(null);
    await view(shown, text.views.fleet, () => rows(shown).length > 0);
    for (const box of all(shown, 'checkbox', /^Choose /).slice(0, 2)) box.click();
    await settled(shown);
    await view(shown, text.views.charts, () => charts(shown).length === 2);
    await drawn(shown);
    const [warmth, battery] = charts(shown) as [HTMLElement, HTMLElement];
    expect([readable(the(warmth, 'heading')), linesOf(warmth).length]).to.deep.equal(['Temperature °C', 2]);
    expect([readable(the(battery, 'heading')), linesOf(battery).length]).to.deep.equal(['Battery %', 2]);
    expect(words(warmth)).to.match(/Ward 0: 20 °C to 26 °C, average 2\d/);
    expect(words(battery)).to.contain('always 50%');
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Metrics').click();
    await settled(shown);
    for (const name of ['Clicks', 'Moving']) the(the(shown, 'dialog'), 'checkbox', name).click();
    await until(() => charts(shown).length === 4);
    await settled(shown);
    expect(words(shown)).to.contain('Clicks, since the previous reading');
    expect(words(shown)).to.match(/yes in \d+% of 100 readings/);
    const { page: later } = await openWith(() => page(readings(2)));
    for (const box of all(later, 'checkbox', /^Choose /).slice(0, 2)) box.click();
    await settled(later);
    await view(later, text.views.charts, () => charts(later).length === 4);
  });

  it('draw a beacon whose readings are far from all others on a separate scale, in the same line style', async () => {
    const { page: shown } = await openWith(
      () =>
        page(
          readings(4, (n) => ({ temperature: n % 4 === 2 ? -18 - (n % 3) : 20 + (n % 4) + (n % 3), batteryLevel: 90 })),
        ),
      4,
    );
    await view(shown, text.views.charts, () => charts(shown).length === 3);
    await drawn(shown);
    expect(charts(shown).map((chart) => [readable(the(chart, 'heading')), linesOf(chart).length])).to.deep.equal([
      ['Temperature °C', 3],
      ['Temperature, own scale °C', 1],
      ['Battery %', 4],
    ]);
    expect(words(charts(shown)[1]!)).to.contain('Ward 2: −20 °C to −18 °C');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('all show the same part of the range when one of them is moved', async () => {
    const { page: shown } = await openWith(() => page(readings(1)), 1);
    the(shown, 'checkbox', /^Choose /).click();
    await settled(shown);
    await view(shown, text.views.charts, () => charts(shown).length === 2);
    await drawn(shown);
    for (const chart of charts(shown)) action(chart, chartStrings.table).click();
    await until(() => all(shown, 'table').length === 2);
    const times = () => charts(shown).map((chart) => all(chart, 'rowheader').map(readable));
    const whole = times();
    the(charts(shown)[0]!, 'group').dispatchEvent(
      new KeyboardEvent('keydown', { key: '+', bubbles: true, composed: true }),
    );
    await settled(shown);
    const [first, second] = times();
    expect(second).to.deep.equal(first);
    expect(first).to.have.length.below(whole[0]!.length);
    const query = new URLSearchParams(location.search);
    const [from, to] = ['zoomFrom', 'zoomTo'].map((name) => Date.parse(query.get(name)!)) as [number, number];
    expect(to - from).to.be.closeTo(12 * HOUR, 1000);
    action(shown, chartStrings.reset).click();
    await settled(shown);
    expect(times()).to.deep.equal(whole);
  });
});

describe('the telemetry that is stored on this phone', () => {
  it('can be read offline', async () => {
    const all = await openWith(() => page(readings(1)), 1);
    all.services.lives.app.value = { ...all.services.lives.app.value, online: false };
    await settled(all.page);
    expect(words(all.page)).to.contain('You are offline');
    expect(rows(all.page)).to.have.length(1);
  });

  it('shows its size, and is deleted after a confirmation', async () => {
    const { page: shown, telemetry } = await openWith(() => page(readings(1)));
    await openOptions(shown);
    action(shown, text.stored.title).click();
    expect(words(shown)).to.contain('100 records, about');
    fill(shown, text.stored.limit, '20000000');
    await until(() => telemetry.state.value.stored.limitBytes === 20_000_000);
    action(shown, text.stored.remove).click();
    await settled(shown);
    the(the(shown, 'dialog'), 'button', elementStrings.cancel).click();
    await settled(shown);
    expect(has(shown, 'dialog', text.options), 'the options stay open').to.equal(true);
    action(shown, text.stored.remove).click();
    await settled(shown);
    the(the(shown, 'dialog'), 'button', text.stored.removeGo).click();
    await until(() => telemetry.state.value.stored.records === 0);
    await settled(shown);
    expect(words(shown)).to.contain('No telemetry is saved yet');
  });
});

describe("the telemetry on a device's page", () => {
  async function glance(uniqueId: string, answer: Answer): Promise<{ shown: FkTelemetryGlance; telemetry: Telemetry }> {
    const { telemetry } = telemetryOver(answer);
    const list = devices(2);
    const services = scriptedServices(
      { devices: { devices: list } },
      { telemetry: () => telemetry.opened.then(() => telemetry) },
    );
    const id = uniqueId === 'first' ? list[0]!.uniqueId : uniqueId;
    const shown = await place<FkTelemetryGlance>(
      html`<fk-telemetry-glance .services=${services} .uniqueId=${id}></fk-telemetry-glance>`,
    );
    await telemetry.opened;
    await settled(shown);
    return { shown, telemetry };
  }

  it('is requested only on a press, and shows the last day', async () => {
    const { shown, telemetry } = await glance('first', () => page(readings(1)));
    expect(words(shown)).to.contain('No telemetry of this beacon is saved');
    action(shown, 'Load the last 24 hours').click();
    await until(() => telemetry.state.value.last !== null);
    await until(() => charts(shown).length === 2);
    await drawn(shown);
    expect(words(shown)).to.contain('50%');
    expect(words(shown)).to.contain('Hall');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('draws no chart of a single reading', async () => {
    const { shown, telemetry } = await glance('first', () => page(readings(1).slice(0, 1)));
    action(shown, 'Load the last 24 hours').click();
    await until(() => telemetry.state.value.last !== null);
    await until(() => words(shown).includes('50%'));
    await settled(shown);
    expect(charts(shown)).to.deep.equal([]);
  });

  it('says that nothing can be requested when the tracking ID is unknown', async () => {
    const { shown } = await glance('noMac', () => page([]));
    expect(words(shown)).to.contain('Its tracking ID is not known');
    expect(hasAction(shown, 'Ask for')).to.equal(false);
  });
});
