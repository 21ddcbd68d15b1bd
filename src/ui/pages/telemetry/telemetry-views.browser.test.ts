/** The fleet, records, charts and storage of the telemetry page, and the glance, with the real worker and database. */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import { action, deepAll, faultsOf, hasAction, place, settled } from '../../../../test/support/page-place.ts';
import { scriptedServices } from '../../../../test/support/scripted-services.ts';
import type { Telemetry } from '../../../use-cases/telemetry/offered.ts';
import type { FkChart } from '../../elements/chart/chart.ts';
import type { FkTelemetryGlance } from '../../beacon/glance.ts';
import '../../beacon/glance.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import {
  type Answer,
  change,
  devices,
  field,
  HOUR,
  MAC,
  open,
  openWith,
  page,
  readings,
  telemetryOver,
  until,
  view,
  words,
} from '../../../../test/support/telemetry-place.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';

describe('the fleet', () => {
  it('sorts by its headings on a wide screen, one low row each', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { page: shown } = await openWith(() => page(readings(3, (n) => ({ temperature: 20 + (n % 3) }))));
    const head = (words: string) =>
      deepAll<HTMLTableCellElement>(shown, 'thead th').find((one) => one.textContent.trim().startsWith(words))!;
    const warmth = () =>
      deepAll(shown, `td[data-label="${text.fleet.temperature}"]`).map((one) => Number.parseFloat(one.textContent));
    head(text.fleet.temperature).querySelector('button')!.click();
    await settled(shown);
    expect(head(text.fleet.temperature).ariaSort).to.equal('descending');
    expect(warmth()).to.deep.equal(warmth().toSorted((a, b) => b - a));
    expect(new Set(warmth()).size).to.be.greaterThan(1);
    const most = window.matchMedia('(pointer: fine)').matches ? 46 : 64;
    for (const row of deepAll(shown, 'tbody tr')) expect(row.offsetHeight).to.be.at.most(most);
    expect(await faultsOf(shown)).to.deep.equal([]);
    await setViewport({ width: 800, height: 600 });
  });

  it('shows last readings, and "silent" only when the last record is known', async () => {
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
    const rows = deepAll(shown, 'tbody tr');
    expect(rows[0]!.textContent).to.contain('Ward 2');
    expect(words(rows[1]!)).to.contain('50%');
    expect(await faultsOf(shown)).to.deep.equal([]);
    change(shown, 'onlySilent', '');
    field(shown, 'onlySilent').shadowRoot!.querySelector('input')!.click();
    await settled(shown);
    expect(deepAll(shown, 'tbody tr')).to.have.length(1);
  });

  it('names beacons without requested data, searches and sorts', async () => {
    const all = await open(() => page(readings(2)), devices(4));
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
    change(all.page, 'wanted', 'ward 1');
    await settled(all.page);
    expect(deepAll(all.page, 'tbody tr')).to.have.length(1);
    change(all.page, 'wanted', 'nobody');
    await settled(all.page);
    expect(words(all.page)).to.contain('No beacon matches');
  });

  it('stays fast with 2000 beacons by drawing a portion', async () => {
    const now = Date.now();
    const { page: shown } = await openWith(
      () =>
        page(
          Array.from({ length: 2000 }, (_, n) => ({ trackingId: `t${n}`, timestamp: new Date(now - n).toISOString() })),
        ),
      1,
    );
    expect(deepAll(shown, 'tbody tr')).to.have.length(60);
    action(shown, 'Show 240 more').click();
    await settled(shown);
    expect(deepAll(shown, 'tbody tr')).to.have.length(300);
  });

  for (const theme of ['dark', 'sun']) {
    it(`has no fault that axe finds, in ${theme}`, async () => {
      const { page: shown } = await openWith(() => page(readings(2)));
      document.documentElement.dataset['theme'] = theme;
      await settled(shown);
      expect(await faultsOf(shown)).to.deep.equal([]);
    });
  }
});

describe('the records', () => {
  it('of one gateway can be filtered, including those requested by gateway', async () => {
    const mixed = [...readings(2), ...readings(1, () => ({ sourceId: 'gateway2' })).slice(0, 3)];
    const all = await openWith(() => page(mixed), 2);
    await view(all.page, 'Records', () => deepAll(all.page, 'tbody tr').length === 100);
    await until(() => hasAction(all.page, 'All beacons'));
    action(all.page, 'All beacons').click();
    await settled(all.page);
    action(all.page, 'Choose gateways').click();
    await settled(all.page);
    const labels = deepAll(all.page, 'label').map((one) => words(one).trim());
    expect(labels.filter((one) => /Hall|gateway2/.test(one))).to.have.length.at.least(1);
    const box = deepAll(all.page, 'label').find((one) => /gateway2/.test(words(one))) ?? null;
    expect(box).not.to.equal(null);
    box!.click();
    await until(() => deepAll(all.page, 'tbody tr').length === 3);
    await settled(all.page);
    expect(words(all.page)).to.contain('heard by 1 chosen gateway');
    expect(await faultsOf(all.page)).to.deep.equal([]);
  });

  it('without a time are counted, shown and can be saved', async () => {
    const undated = Array.from({ length: 7 }, (_, n) => ({ trackingId: MAC(0), temperature: n }));
    const { page: shown } = await openWith(() => page(undated), 1);
    expect(words(shown)).to.contain('7 records have no time');
    await view(shown, 'Records', () => words(shown).includes('No saved records in this range.'));
    for (const preset of ['undated', 'allTimes']) {
      change(shown, 'preset', preset);
      await until(() => deepAll(shown, 'tbody tr').length === 7);
      await settled(shown);
      const save = deepAll<HTMLElement & { disabled: boolean }>(shown, 'fk-button').find((one) =>
        one.textContent.includes('Save as CSV'),
      )!;
      expect(save.disabled, preset).to.equal(false);
      change(shown, 'preset', 'lastHour');
      await until(() => deepAll(shown, 'tbody tr').length === 0);
      await settled(shown);
    }
    // A chart needs an end.
    change(shown, 'preset', 'allTimes');
    await view(shown, 'Charts', () => deepAll(shown, 'fk-telemetry-charts').length === 1);
    expect(field(shown, 'preset').value).to.equal('last30Days');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  const unknown = '<img src=x onerror=alert(1)>';

  it('show every chosen field, unknown ones too, as text', async () => {
    const { page: shown } = await openWith(() =>
      page([
        ...readings(1),
        { trackingId: MAC(0), timestamp: new Date().toISOString(), gas: unknown, moving: 'perhaps' },
      ]),
    );
    await view(shown, 'Records', () => deepAll(shown, 'fk-telemetry-records tbody tr, tbody tr').length > 50);
    expect(words(shown)).to.contain('"gas":"<img src=x onerror=alert(1)>"');
    expect(words(shown)).to.contain('Wrong type: Moving');
    expect(deepAll(shown, 'img')).to.deep.equal([]);
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Columns').click();
    await settled(shown);
    const boxes = deepAll<HTMLInputElement>(field(shown, 'columns'), 'input[type=checkbox]');
    boxes.find(({ value }) => value === 'gas')!.click();
    await settled(shown);
    expect(deepAll(shown, 'thead th').map((head) => head.textContent.trim())).to.include('gas');
  });

  it('restore columns and metrics, for each account its own', async () => {
    const { page: shown } = await openWith(() => page(readings(1, () => ({ gas: 3 }))), 1);
    const heads = (): string[] => deepAll(shown, 'thead th').map((head) => head.textContent.trim());
    await view(shown, 'Records', () => deepAll(shown, 'tbody tr').length > 50);
    action(shown, 'Columns').click();
    await settled(shown);
    for (const box of deepAll<HTMLInputElement>(field(shown, 'columns'), 'input[type=checkbox]'))
      if (box.value === 'gas' || box.value === 'rssi') box.click();
    await settled(shown);
    expect(heads()).to.include('gas').and.not.to.include('Signal (dBm)');

    const again = await openWith(() => page(readings(1, () => ({ gas: 3 }))), 1);
    const records = document.createElement('fk-telemetry-records');
    records.telemetry = again.telemetry;
    records.accountId = 'another';
    const mine = document.createElement('fk-telemetry-records');
    mine.telemetry = again.telemetry;
    mine.accountId = again.services.session.state.value.account!.id;
    document.body.append(records, mine);
    try {
      const columns = (one: Element): string[] => deepAll(one, 'thead th').map((head) => head.textContent.trim());
      await until(() => columns(records).length > 0 && columns(mine).length > 0);
      expect(columns(mine)).to.include('gas').and.not.to.include('Signal (dBm)');
      expect(columns(records)).to.include('Signal (dBm)').and.not.to.include('gas');
    } finally {
      records.remove();
      mine.remove();
    }
  });

  it('page through, newest first', async () => {
    const { page: shown } = await openWith(() => page(readings(2, (n) => ({ roomNumber: n }))));
    await view(shown, 'Records', () => deepAll(shown, 'tbody tr').length === 100);
    const first = () => deepAll(shown, 'tbody tr')[0]!.textContent;
    const before = first();
    action(shown, 'Older').click();
    await until(() => first() !== before);
    action(shown, 'Newer').click();
    await until(() => first() === before);
  });

  it('save all of it as a file, and say so', async () => {
    const { page: shown, messages } = await openWith(() => page(readings(1)));
    await view(shown, 'Records', () => deepAll(shown, 'tbody tr').length > 50);
    const saved: Blob[] = [];
    const real = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return real(blob);
    };
    const picker = Object.getOwnPropertyDescriptor(window, 'showSaveFilePicker');
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true });
    try {
      action(shown, 'Save as CSV').click();
      await until(() => messages.length === 1);
      expect(messages[0]!.message).to.equal('Saved 100 records.');
      const lines = (await saved[0]!.text()).split('\r\n');
      expect(lines).to.have.length(102);
      expect(lines[0]).to.match(/^timestamp,trackingId,sourceId,.*,uniqueId,.*,otherFields$/);
    } finally {
      URL.createObjectURL = real;
      if (picker === undefined) delete (window as { showSaveFilePicker?: unknown }).showSaveFilePicker;
      else Object.defineProperty(window, 'showSaveFilePicker', picker);
    }
  });

  it('say when nothing matches the range', async () => {
    const { page: shown } = await openWith(() => page(readings(1, () => ({ timestamp: '2020-01-01T00:00:00Z' }))));
    await view(shown, 'Records', () => words(shown).includes('No saved records in this range'));
  });
});

describe('the charts', () => {
  it('require beacons first, then draw a panel for each metric with its summary', async () => {
    const { page: shown } = await openWith(() => page(readings(3)));
    await view(shown, 'Charts', () => words(shown).includes('Choose the beacons for the chart'));
    action(shown, 'Fleet').click();
    await settled(shown);
    for (const box of deepAll<HTMLInputElement>(shown, 'tbody input[type=checkbox]').slice(0, 2)) box.click();
    await settled(shown);
    await view(shown, 'Charts', () => deepAll(shown, 'fk-chart').length === 2);
    const charts = deepAll<FkChart>(shown, 'fk-chart');
    await Promise.all(charts.map(({ drawn }) => drawn));
    await settled(shown);
    expect(charts.map(({ heading, lines }) => `${heading} ${lines.length}`)).to.deep.equal([
      'Temperature 2',
      'Battery 2',
    ]);
    expect(words(charts[0]!)).to.match(/Ward 0: 20 °C to 26 °C, average 2\d/);
    expect(words(charts[1]!)).to.contain('always 50%');
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Metrics').click();
    await settled(shown);
    for (const box of deepAll<HTMLInputElement>(field(shown, 'metrics'), 'input[type=checkbox]'))
      if (['clickCounter', 'moving'].includes(box.value)) box.click();
    await until(() => deepAll(shown, 'fk-chart').length === 4);
    await settled(shown);
    expect(words(shown)).to.contain('Clicks, since the previous reading');
    expect(words(shown)).to.match(/yes in \d+% of 100 readings/);
    const { page: later } = await openWith(() => page(readings(2)));
    for (const box of deepAll<HTMLInputElement>(later, 'tbody input[type=checkbox]').slice(0, 2)) box.click();
    await settled(later);
    await view(later, 'Charts', () => deepAll(later, 'fk-chart').length === 4);
  });

  it('move all panels together', async () => {
    const { page: shown } = await openWith(() => page(readings(1)), 1);
    deepAll<HTMLInputElement>(shown, 'tbody input[type=checkbox]')[0]!.click();
    await settled(shown);
    await view(shown, 'Charts', () => deepAll(shown, 'fk-chart').length === 2);
    const charts = deepAll<FkChart>(shown, 'fk-chart');
    await Promise.all(charts.map(({ drawn }) => drawn));
    charts[0]!
      .shadowRoot!.querySelector('#plot')!
      .dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true, composed: true }));
    await settled(shown);
    expect(charts[1]!.view).to.deep.equal(charts[0]!.view);
    expect(charts[1]!.view!.endMs - charts[1]!.view!.startMs).to.be.closeTo(12 * HOUR, 1000);
    action(shown, 'Whole range').click();
    await settled(shown);
    expect(charts.map(({ view: seen }) => seen)).to.deep.equal([null, null]);
  });
});

describe('on this phone', () => {
  it('can be read offline', async () => {
    const all = await openWith(() => page(readings(1)), 1);
    all.services.lives.app.set({ ...all.services.lives.app.value, online: false });
    await settled(all.page);
    expect(words(all.page)).to.contain('You are offline');
    expect(deepAll(all.page, 'tbody tr')).to.have.length(1);
  });

  it('shows its size, and is deleted after a confirmation', async () => {
    const { page: shown, telemetry } = await openWith(() => page(readings(1)));
    deepAll<HTMLDetailsElement>(shown, 'details').at(-1)!.open = true;
    expect(words(shown)).to.contain('100 records, about');
    change(shown, 'limit', '20000000');
    await until(() => telemetry.state.value.stored.limitBytes === 20_000_000);
    action(shown, telemetryStrings.stored.remove).click();
    await settled(shown);
    deepAll(shown, 'fk-button')
      .find((one) => one.textContent === 'Delete')!
      .click();
    await until(() => telemetry.state.value.stored.records === 0);
    await settled(shown);
    expect(words(shown)).to.contain('No telemetry is saved yet');
  });
});

describe('fk-telemetry-glance', () => {
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

  it('sends requests only when asked, and shows the last day', async () => {
    const { shown, telemetry } = await glance('first', () => page(readings(1)));
    expect(words(shown)).to.contain('No telemetry of this beacon is saved');
    action(shown, 'Load the last 24 hours').click();
    await until(() => telemetry.state.value.last !== null);
    await until(() => deepAll(shown, 'fk-chart').length === 2);
    await Promise.all(deepAll<FkChart>(shown, 'fk-chart').map(({ drawn }) => drawn));
    await settled(shown);
    expect(words(shown)).to.contain('50%');
    expect(words(shown)).to.contain('Hall');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('says when the tracking ID is unknown', async () => {
    const { shown } = await glance('noMac', () => page([]));
    expect(words(shown)).to.contain('Its tracking ID is not known');
    expect(hasAction(shown, 'Ask for')).to.equal(false);
  });
});
