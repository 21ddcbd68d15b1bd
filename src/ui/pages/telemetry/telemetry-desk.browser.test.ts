/**
 * The telemetry page with the real worker and database: the first request, the cost of a read, and the view in the
 * address.
 */
import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import { faultsOf, settled, setViewport } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  elementAt,
  field,
  fill,
  has,
  hasAction,
  readable,
  the,
  withWords,
} from '../../../../test/support/roles.ts';
import { scriptedDrafts } from '../../../../test/support/scripted-services.ts';
import {
  type Answer,
  charts,
  devices,
  drawn,
  failure,
  HOUR,
  linesOf,
  MAC,
  open,
  openWith,
  page,
  pick,
  readings,
  rows,
  until,
  view,
  words,
  openOptions,
} from '../../../../test/support/telemetry-place.ts';
import { fixtureDevice } from '../../../../test/support/fixture-rows.ts';
import { contextOf } from '../../../../test/support/view-context.ts';
import { FIRST_VIEW } from './telemetry-address.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { heardLastOf } from '../../../domain/telemetry/estimate.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { alarmValue, crossedLimit } from '../../beacon/alarm-words.ts';
import { chartStrings } from '../../strings/chart.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { elementStrings } from '../../strings/elements.ts';
import { telemetryDeskStrings as desk } from '../../strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';

const queryNow = (): string => location.search.replace(/^\?/, '');
const boxes = (shown: Element): HTMLElement[] => all(shown, 'checkbox', /^Choose /);
/** Returns the rows of the heat map, as its table has them. */
async function heatRows(shown: Element): Promise<HTMLElement[]> {
  action(shown, chartStrings.table).click();
  await until(() => has(shown, 'table'));
  return rows(shown);
}

const goBack = async (): Promise<void> => {
  const gone = new Promise((resolve) => globalThis.addEventListener('popstate', resolve, { once: true }));
  history.back();
  await gone;
};

describe('the telemetry page when it is opened', () => {
  it('requests the last readings once, and shows the time of the request', async () => {
    const all = await open(() => page(readings(3)), devices(3), true, 'ready');
    await until(() => all.telemetry.state.value.last !== null);
    await settled(all.page);
    expect(all.requests.map(({ path }) => path)).to.deep.equal(['/v3/telemetry/latest']);
    expect(all.requests[0]!.query.get('trackingId')).to.equal([0, 1, 2].map(MAC).join(','));
    expect(words(all.page)).to.contain(`${desk.fresh.checked} just now`);
    expect(await faultsOf(all.page)).to.deep.equal([]);
  });

  it('shows the stored records at once while the answer of the backend is awaited', async () => {
    const all = await openWith(() => page(readings(3)));
    expect(words(all.page)).to.contain('3 beacons');
    const { page: later } = await open(() => new Promise(() => undefined), devices(3), true, 'ready');
    await until(() => words(later).includes('Loading telemetry, up to 10 requests'));
    expect(hasAction(later, 'Cancel')).to.equal(true);
  });

  it('stops at its limit of requests when the backend has no call for the last readings', async () => {
    const {
      page: shown,
      requests,
      telemetry,
    } = await open(
      (query, path) =>
        path.endsWith('latest')
          ? failure('notFound', 404)
          : page([{ trackingId: query.get('trackingId')!.split(',')[0], timestamp: query.get('endTime') }], {
              hasNext: true,
              size: 1,
            }),
      devices(30),
      true,
      'ready',
    );
    await until(() => telemetry.state.value.last !== null);
    await settled(shown);
    expect(requests).to.have.length(10);
    expect(words(shown)).to.contain('Stopped after the newest, as you chose: 9 records loaded. There may be more.');
    expect(words(shown)).to.contain('Not heard in that time: 21 of 30 beacons.');
    action(shown, text.outcome.rest).click();
    await settled(shown);
    expect(words(shown)).to.contain('About 11 requests');
    expect(requests).to.have.length(10);
  });

  for (const [why, online, key] of [
    ['offline', false, 'ready'],
    ['without the key', true, 'needed'],
  ] as const)
    it(`sends no request ${why}`, async () => {
      const all = await open(() => page([]), devices(3), online, key);
      await settled(all.page);
      expect(all.requests).to.deep.equal([]);
    });
});

describe('the charts of beacons that nobody chose', () => {
  const latestOnly: Answer = (_, path) => page(path.endsWith('latest') ? readings(3).slice(0, 3) : readings(3));

  it('load their range once by themselves, but not a range that takes many requests', async () => {
    const all = await open(latestOnly, devices(3), true, 'ready');
    await until(() => all.telemetry.state.value.last !== null);
    await view(all.page, text.views.charts, () => all.requests.length === 2);
    expect(all.requests[1]!.path).to.equal('/v3/telemetry');
    expect(all.requests[1]!.query.get('trackingId')!.split(',').toSorted()).to.deep.equal([0, 1, 2].map(MAC));
    await until(() => charts(all.page).length === 2 && !words(all.page).includes(desk.unloaded));
    // Nobody asked for it, so there is nothing to dismiss.
    await until(() => all.telemetry.state.value.last?.end.kind === 'done');
    await settled(all.page);
    expect(hasAction(all.page, text.outcome.dismiss)).to.equal(false);
    pick(all.page, desk.presets.label, desk.presets.last30Days);
    await until(() => words(all.page).includes(desk.unloaded));
    await settled(all.page);
    expect(all.requests).to.have.length(2);
  });

  it('are loaded for those beacons alone when the person presses the button', async () => {
    const all = await open(latestOnly, devices(12));
    await all.telemetry.fetchRecords(heardLastOf([0, 1, 2].map(MAC), Date.now())!);
    await view(all.page, text.views.charts, () => charts(all.page).length === 2);
    all.requests.length = 0;
    action(all.page, desk.fresh.check).click();
    await until(() => all.requests.length > 0);
    expect(all.requests[0]!.query.get('trackingId')!.split(',').toSorted()).to.deep.equal([0, 1, 2].map(MAC));
  });
});

describe('a room that is chosen on the telemetry page', () => {
  const roomed = (): CachedDevice[] =>
    devices(3).map((device, at) => ({ ...device, tags: [at === 1 ? 'room:Ward 9' : 'room:Hall'] }));

  it('limits every view to the beacons of that room, and stays in the address', async () => {
    const all = await openWith(() => page(readings(3)), 3, roomed());
    expect(words(all.page)).to.contain('3 beacons');
    fill(all.page, desk.rooms.label, 'Ward 9');
    await until(() => words(all.page).includes('1 beacon'));
    expect(queryNow()).to.equal('room=Ward+9');
    expect(await faultsOf(all.page)).to.deep.equal([]);
    await view(all.page, text.views.hours, () => charts(all.page).length === 1);
    expect((await heatRows(all.page)).map((row) => readable(the(row, 'rowheader')))).to.deep.equal(['Ward 1']);
    await view(all.page, text.views.charts, () => charts(all.page).length === 2);
    const lines = linesOf(charts(all.page)[0]!).map(readable);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^Ward 1: /);
  });

  it('limits requests to the beacons of that room, and a new alarm to the room', async () => {
    const all = await openWith(() => page(readings(3)), 3, roomed());
    fill(all.page, desk.rooms.label, 'Ward 9');
    all.requests.length = 0;
    action(all.page, desk.fresh.check).click();
    await until(() => all.requests.length > 0);
    expect(all.requests[0]!.query.get('trackingId')).to.equal(MAC(1));
    await view(all.page, text.views.alarms, () => hasAction(all.page, desk.alarms.save));
    action(all.page, desk.alarms.save).click();
    await until(() => all.telemetry.state.value.rules.length === 1);
    expect(all.telemetry.state.value.rules[0]!.tag).to.equal('room:Ward 9');
  });
});

describe('the trends of a range that was not loaded', () => {
  it('say that the range is missing, and load the range for the shown beacons on a press', async () => {
    const all = await openWith(() => page(readings(1)), 1);
    await view(all.page, text.views.compare, () => has(all.page, 'image'));
    expect(words(all.page)).not.to.contain(desk.unloaded);
    pick(all.page, desk.presets.label, desk.presets.last7Days);
    await until(() => words(all.page).includes(desk.unloaded));
    expect(await faultsOf(all.page)).to.deep.equal([]);
    all.requests.length = 0;
    action(all.page, desk.fresh.check).click();
    await until(() => all.requests.length > 0);
    expect(all.requests[0]!.query.get('trackingId')).to.equal(MAC(0));
    await until(() => !words(all.page).includes(desk.unloaded));
  });
});

describe('the number of requests that telemetry will cost', () => {
  it('is shown before a long series of requests, with the cheaper choice first', async () => {
    let more = false;
    const all = await openWith(() => page(readings(1), { hasNext: more, size: 100 }), 1);
    all.requests.length = 0;
    more = true;
    // A month of one beacon: one request for each day.
    await view(all.page, text.views.hours, () => charts(all.page).length === 1);
    pick(all.page, desk.presets.label, desk.presets.last30Days);
    await settled(all.page);
    action(all.page, desk.fresh.check).click();
    await settled(all.page);
    expect(words(all.page)).to.contain(desk.estimate.text(30, 1));
    expect(all.requests).to.deep.equal([]);
    expect(await faultsOf(all.page)).to.deep.equal([]);
    action(all.page, desk.estimate.newest(10)).click();
    await until(() => all.telemetry.state.value.last?.end.kind === 'bounded');
    expect(all.requests[0]!.query.get('sort')).to.equal('timestamp,desc');
    expect(all.requests).to.have.length(10);
  });
});

describe('a request for telemetry of very many beacons', () => {
  it('says before it starts how many requests it takes, and can be limited to a room or a job', async () => {
    const mac = (n: number): string =>
      `00:00:00:00:${(n >> 8).toString(16).padStart(2, '0')}:${MAC(n & 255).slice(-2)}`;
    const list = Array.from({ length: 20_000 }, (_, n) =>
      fixtureDevice(n, {
        deviceType: 'BEACON',
        mac: mac(n),
        tags: n < 30 ? ['room:Ward 7'] : [],
      }),
    );
    const tasks = list.slice(20, 60).map(({ uniqueId }, at) => fixtureTask(at, { uniqueId }));
    const jobs = await openMemoryJobs({ jobs: [fixtureJob('job-1', { name: 'Monday' })], tasks });
    const all = await open(() => page(readings(1)), list, true, 'needed', { jobs: async () => jobs });
    await all.telemetry.fetchRecords(heardLastOf([mac(0)], Date.now())!);
    await settled(all.page);
    all.requests.length = 0;
    action(all.page, desk.fresh.check).click();
    await until(() => has(all.page, 'combobox', desk.estimate.of.label));
    const { of, text: cost } = desk.estimate;
    expect(words(all.page)).to.contain(cost(91, 4));
    const offered = (): string[] =>
      [...(field(all.page, of.label) as unknown as HTMLSelectElement).options].map(({ label }) => label);
    await until(() => offered().length === 3);
    expect(offered()).to.deep.equal([of.all(20_000), of.room('Ward 7', 30), of.job('Monday', 40)]);
    expect(all.requests).to.deep.equal([]);
    expect(await faultsOf(all.page)).to.deep.equal([]);
    for (const part of ['1', '2']) {
      fill(all.page, of.label, part);
      await until(() => words(all.page).includes(cost(1, 1)));
    }
    action(all.page, desk.estimate.all).click();
    await until(() => all.telemetry.state.value.last?.query.ids.length === 40);
    expect(all.requests[0]!.query.get('trackingId')!.split(',')).to.have.length(40);
  });
});

describe('the address of the telemetry page', () => {
  it('contains the view, so that the same address shows another person the same view', async () => {
    const { page: shown } = await openWith(() => page(readings(3)));
    for (const box of boxes(shown).slice(0, 2)) box.click();
    await settled(shown);
    await view(shown, text.views.charts, () => charts(shown).length === 2);
    pick(shown, desk.presets.label, desk.presets.last7Days);
    await settled(shown);
    const query = new URLSearchParams(queryNow());
    expect([query.get('view'), query.get('range'), query.get('beacons')!.split(',').length]).to.deep.equal([
      'charts',
      'last7Days',
      2,
    ]);
    await goBack();
    await settled(shown);
    expect(new URLSearchParams(queryNow()).get('range')).to.equal(null);
    await goBack();
    await settled(shown);
    expect(has(shown, 'table', text.fleet.caption)).to.equal(true);
  });

  it('opens a view whose range, beacons and buttons are in one row on a laptop', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { page: shown } = await openWith(() => page(readings(1)), 1);
    const topOf = (control: Element): number => {
      const { top, height } = control.getBoundingClientRect();
      return Math.round((top + height / 2) / 8);
    };
    for (const [name, own] of [
      [text.views.charts, text.charts.metricsChange],
      [text.views.records, text.table.columns],
    ] as const) {
      await view(shown, name, () => hasAction(shown, own));
      expect(topOf(field(shown, desk.presets.label)), name).to.equal(topOf(action(shown, own)));
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('contains the part of a chart that was selected with the mouse, and Back returns to the whole chart', async () => {
    const { page: shown } = await openWith(() => page(readings(1)), 1);
    boxes(shown)[0]!.click();
    await settled(shown);
    await view(shown, text.views.charts, () => charts(shown).length === 2);
    await drawn(shown);
    // The area between the axes has no role: it is what the mouse meets in the middle.
    const group = the(charts(shown)[0]!, 'group');
    group.scrollIntoView({ block: 'center' });
    const box = group.getBoundingClientRect();
    const over = elementAt(box.left + box.width / 2, box.top + box.height / 2)!;
    const { left, width, top } = over.getBoundingClientRect();
    const mouse = (type: string, share: number, target: EventTarget = over): void =>
      void target.dispatchEvent(
        new MouseEvent(type, {
          clientX: left + share * width,
          clientY: top + 20,
          button: 0,
          movementX: 1,
          bubbles: true,
          composed: true,
        }),
      );
    for (const [type, share] of [
      ['mouseenter', 0.25],
      ['mousemove', 0.25],
      ['mousedown', 0.25],
      ['mousemove', 0.6],
      ['mousemove', 0.75],
    ] as const)
      mouse(type, share);
    mouse('mouseup', 0.75, document);
    await settled(shown);
    const query = new URLSearchParams(queryNow());
    expect((Date.parse(query.get('zoomTo')!) - Date.parse(query.get('zoomFrom')!)) / HOUR).to.be.closeTo(12, 0.3);
    await goBack();
    await settled(shown);
    expect(new URLSearchParams(queryNow()).has('zoomFrom')).to.equal(false);
    expect(hasAction(shown, chartStrings.reset)).to.equal(false);
  });
});

describe('a beacon that several charts draw', () => {
  it('has the same line style in each, and is named in a chart for which it has no readings', async () => {
    const { page: shown } = await openWith(() =>
      page(
        readings(3).map((record) => {
          const { temperature, ...rest } = record as { trackingId: string; temperature: number };
          // The first beacon has no thermometer.
          return rest.trackingId === MAC(0) ? rest : { ...rest, temperature };
        }),
      ),
    );
    for (const box of boxes(shown)) box.click();
    await settled(shown);
    await view(shown, text.views.charts, () => charts(shown).length === 2);
    const [warmth, battery] = charts(shown) as [HTMLElement, HTMLElement];
    /** The colour and the mark beside each name. */
    const look = (item: Element): string => {
      const sample = item.querySelector('path:last-child')!;
      return `${getComputedStyle(sample).stroke} ${sample.getAttribute('d')}`;
    };
    const looks = (chart: Element) => Object.fromEntries(linesOf(chart).map((item) => [readable(item), look(item)]));
    const all = looks(battery);
    expect(Object.keys(all)).to.have.length(3);
    expect(new Set(Object.values(all)).size).to.equal(3);
    const { 'Ward 0': _, ...others } = all;
    expect(looks(warmth)).to.deep.equal(others);
    expect(words(warmth)).to.contain(text.charts.without('Ward 0'));
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('stays in the chart under its name after it was deselected, until the other beacons are loaded', async () => {
    const { telemetry } = await openWith(() => page(readings(3)));
    const whole = { startMs: Date.now() - 24 * HOUR, endMs: Date.now() };
    const filter = { trackingIds: null, sourceIds: null, ...whole };
    const draw = async (beacons: readonly string[]): Promise<void> => {
      const context = contextOf({
        telemetry,
        version: 1,
        view: { ...FIRST_VIEW, view: 'charts', beacons, metrics: ['temperature'] },
        shown: { whole, filter, chosen: new Set(), gateways: new Set() },
      });
      render(html`<fk-telemetry-charts .context=${context}></fk-telemetry-charts>`, alone);
      await settled(alone);
    };
    const alone = document.body.appendChild(document.createElement('div'));
    try {
      await draw([0, 1, 2].map(MAC));
      await until(() => charts(alone).length === 1);
      const [chart] = charts(alone) as [HTMLElement];
      const drawn = (): string[] => linesOf(chart).map(readable);
      await draw([1, 2].map(MAC));
      expect(drawn()).to.deep.equal([0, 1, 2].map(MAC));
      await until(() => drawn().length === 2);
      expect(drawn()).to.deep.equal([1, 2].map(MAC));
    } finally {
      alone.remove();
    }
  });
});

describe("the fleet's telemetry by the hour", () => {
  it('is a map of the hours in which each beacon was heard, which opens a beacon and offers to load missing hours', async () => {
    const { page: shown } = await openWith(() => page(readings(2)), 2);
    await view(shown, text.views.hours, () => charts(shown).length === 1);
    const map = await heatRows(shown);
    expect(map.map((row) => readable(the(row, 'rowheader')))).to.deep.equal(['Ward 0', 'Ward 1']);
    const counts = all(map[0]!, 'cell').map((cell) => Number.parseInt(readable(cell)) || 0);
    expect(counts.reduce((sum, one) => sum + one, 0)).to.equal(100);
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('has small charts only once more than the last readings are loaded', async () => {
    const all = await open(() => page(readings(3).slice(0, 3)), devices(3), true, 'ready');
    await until(() => all.telemetry.state.value.last !== null);
    await view(all.page, text.views.compare, () => words(all.page).includes(desk.compare.empty));
    expect(hasAction(all.page, 'Charts of ')).to.equal(false);
    expect(await faultsOf(all.page)).to.deep.equal([]);
  });

  it('has small charts with one common scale, each of which opens its beacon', async () => {
    const { page: shown } = await openWith(() => page(readings(2)), 2);
    await view(shown, text.views.compare, () => all(shown, 'image').length === 4);
    expect(words(shown)).to.match(/Temperature: \d+ °C to \d+ °C/);
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Charts of ').click();
    await until(() => charts(shown).length === 2);
    expect(new URLSearchParams(queryNow()).get('view')).to.equal('charts');
  });

  it('has a separate scale for a beacon whose readings would flatten all other charts', async () => {
    const { page: shown } = await openWith(
      () => page(readings(4, (n) => ({ temperature: n % 4 === 2 ? -18 : 20 + (n % 4) + (n % 3) }))),
      4,
    );
    await view(shown, text.views.compare, () => all(shown, 'image').length === 8);
    expect(words(shown).match(/Temperature, own scale/gu)).to.have.length(1);
    expect(words(shown)).to.match(/Temperature: 2\d °C to 2\d °C/);
  });

  it('shows which beacons one gateway heard', async () => {
    const { page: shown } = await openWith(() =>
      page(readings(2, (n) => ({ sourceId: n % 2 === 0 ? 'gateway1' : 'hall-2' }))),
    );
    await view(shown, text.views.gateways, () => rows(shown).length === 2);
    expect(words(shown)).to.contain('Hall');
    expect(await faultsOf(shown)).to.deep.equal([]);
    the(the(shown, 'table'), 'button', 'Hall').click();
    await settled(shown);
    expect(words(shown)).to.contain(desk.gateways.heardBy('Hall'));
    expect(all(shown, 'rowheader').map(readable)).to.deep.equal(['Ward 0']);
    expect(rows(shown)).to.have.length(1);
    expect(new URLSearchParams(queryNow()).get('gateways')).to.equal('gateway1');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('has its values in one line below its name on a phone, each with its unit', async () => {
    await setViewport({ width: 390, height: 844 });
    const { page: shown } = await openWith(() =>
      page(readings(2, (n) => ({ sourceId: n % 2 === 0 ? 'gateway1' : 'hall-2' }))),
    );
    await view(shown, text.views.gateways, () => rows(shown).length === 2);
    for (const row of rows(shown)) {
      expect(the(row, 'rowheader').offsetHeight, 'no gap under the name').to.be.below(36);
      const cells = all(row, 'cell');
      expect(cells.map(readable).join(', ')).to.match(/^1 beacon, \d+ records, just now/);
      expect(new Set(cells.slice(0, 2).map((cell) => cell.getBoundingClientRect().top)).size, 'one line').to.equal(1);
    }
    expect(await faultsOf(shown)).to.deep.equal([]);
    await setViewport({ width: 800, height: 600 });
  });

  it('gives a long name of a gateway two lines on a phone', async () => {
    await setViewport({ width: 390, height: 844 });
    const sourceId = 'above the cable tray '.repeat(6).trim();
    const { page: shown } = await openWith(() => page(readings(1, () => ({ sourceId }))), 1);
    await view(shown, text.views.gateways, () => hasAction(shown, sourceId));
    expect(the(shown, 'rowheader').offsetHeight).to.be.within(40, 60);
    await setViewport({ width: 800, height: 600 });
  });

  it('names a gateway only when a record does', async () => {
    const { page: shown } = await openWith(() => page(readings(1, () => ({ sourceId: null }))), 1);
    await view(shown, text.views.gateways, () => words(shown).includes(desk.gateways.empty));
  });
});

describe('alarms on the telemetry page', () => {
  it('are rules that a person adds, shown with their present results and a note that the app does not watch all the time', async () => {
    const { page: shown, telemetry } = await openWith(() => page(readings(3)), 3, devices(4));
    await view(shown, text.views.alarms, () => words(shown).includes(desk.alarms.noRules));
    expect(words(shown)).to.contain(desk.alarms.intro);
    expect(words(shown)).to.contain(`${desk.alarms.checked} just now`);
    // Two beacons have no readings; a gateway sends none.
    expect(words(shown)).to.contain(desk.alarms.unchecked(2));
    fill(shown, desk.alarms.belowPercent, '0');
    action(shown, desk.alarms.save).click();
    await settled(shown);
    expect(words(shown)).to.contain(desk.alarms.faults.battery);
    expect(await faultsOf(shown)).to.deep.equal([]);
    fill(shown, desk.alarms.belowPercent, '60');
    action(shown, desk.alarms.save).click();
    await until(() => telemetry.state.value.alarms.length === 3);
    await settled(shown);
    expect(words(shown)).to.contain(desk.alarms.rule.battery(60));
    expect(words(shown)).to.contain(desk.alarms.found(3, alarmValue(telemetry.state.value.alarms[0]!)));
    // On a phone the time is in one place, whether or not a duration is known.
    const times = rows(shown).map((row) => all(row, 'cell').find((cell) => /now|ago/.test(readable(cell)))!);
    expect(new Set(times.map((cell) => cell.getBoundingClientRect().left)).size).to.equal(1);
    expect(await faultsOf(shown)).to.deep.equal([]);
    fill(shown, desk.alarms.belowPercent, '70');
    action(shown, desk.alarms.save).click();
    await until(() => telemetry.state.value.alarms.length === 6);
    await settled(shown);
    const views = [...field<HTMLSelectElement>(shown, text.views.label).options].map((option) => option.text);
    expect(views).to.contain(`${text.views.alarms} 3`);
    await view(shown, text.views.fleet, () => rows(shown).length > 0);
    // Each row names the limit of its first alarm beside the value, which is said once, and counts the others.
    const [worst] = telemetry.state.value.alarms;
    expect(readable(rows(shown)[0]!)).to.contain(desk.alarms.several(2, crossedLimit(worst!)));
    expect(words(shown)).not.to.contain(desk.alarms.batteryAt(alarmValue(worst!)));
    await setViewport({ width: 1280, height: 800 });
    expect(readable(rows(shown)[0]!)).to.contain(desk.alarms.several(2, crossedLimit(worst!, true)));
    await setViewport({ width: 800, height: 600 });
    expect(rows(shown).filter((row) => readable(row).includes(desk.alarms.rule.battery(60)))).to.have.length(3);
    await view(shown, text.views.alarms, () => hasAction(shown, desk.alarms.save));
    for (const rule of [60, 70].map((percent) => desk.alarms.rule.battery(percent))) {
      the(shown, 'button', desk.alarms.removeRule(rule)).click();
      await until(() => !words(shown).includes(rule));
    }
    expect(telemetry.state.value.alarms).to.deep.equal([]);
  });

  for (const width of [390, 1280])
    it(`are counted by rule with the worst value, temperature before battery, at ${width} px`, async () => {
      await setViewport({ width, height: 844 });
      const { page: shown, telemetry } = await openWith(
        () => page(readings(7, (n) => ({ batteryLevel: 20 + (n % 7), temperature: n % 7 < 2 ? 30 + (n % 7) : 20 }))),
        7,
      );
      const rule = { tag: null } as const;
      await telemetry.setRules([
        { ...rule, id: 'low', kind: 'battery', belowPercent: 40 },
        { ...rule, id: 'warm', kind: 'temperature', below: null, above: 24 },
      ]);
      await view(shown, text.views.alarms, () => rows(shown).length === 2);
      const heads = all(shown, 'heading').map(readable);
      expect(heads.slice(1, 3)).to.deep.equal([
        `${desk.alarms.rule.above('24 °C')} ${desk.alarms.found(2, '31 °C')}`,
        `${desk.alarms.rule.battery(40)} ${desk.alarms.found(7, '20%')}`,
      ]);
      expect(all(shown, 'rowheader').map(readable)).to.deep.equal(['Ward 1', 'Ward 0']);
      action(shown, heads[2]!).click();
      await until(() => rows(shown).length === 5);
      action(shown, elementStrings.list.more(4)).click();
      await until(() => rows(shown).length === 9);
      expect(await faultsOf(shown)).to.deep.equal([]);
      await setViewport({ width: 800, height: 600 });
    });

  it('keep the typed text of a rule when the page is left, until the rule is added', async () => {
    const first = await openWith(() => page(readings(3)));
    await view(first.page, text.views.alarms, () => words(first.page).includes(desk.alarms.noRules));
    fill(first.page, desk.alarms.kind, 'silent');
    await settled(first.page);
    fill(first.page, desk.alarms.afterHours, '36');
    await settled(first.page);
    const all = await openWith(() => page(readings(3)));
    await view(all.page, text.views.alarms, () => words(all.page).includes(draftStrings.discard));
    expect(await faultsOf(all.page)).to.deep.equal([]);
    action(all.page, desk.alarms.save).click();
    await until(() => all.telemetry.state.value.rules.length === 1);
    expect(all.telemetry.state.value.rules[0]).to.include({ kind: 'silent', afterHours: 36 });
    const last = await openWith(() => page(readings(3)));
    await view(last.page, text.views.alarms, () => words(last.page).includes(desk.alarms.noRules));
    expect(words(last.page)).not.to.contain(draftStrings.discard);
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('for temperature need at least one limit, and a lower limit below the upper one', async () => {
    const { page: shown, telemetry } = await openWith(() => page(readings(3)));
    await view(shown, text.views.alarms, () => words(shown).includes(desk.alarms.noRules));
    fill(shown, desk.alarms.kind, 'temperature');
    await settled(shown);
    action(shown, desk.alarms.save).click();
    await settled(shown);
    expect(words(shown)).to.contain(desk.alarms.faults.temperature);
    fill(shown, desk.alarms.below, '21');
    fill(shown, desk.alarms.above, '2');
    action(shown, desk.alarms.save).click();
    await settled(shown);
    expect(words(shown)).to.contain(desk.alarms.faults.order);
    fill(shown, desk.alarms.above, '40');
    action(shown, desk.alarms.save).click();
    await until(() => telemetry.state.value.rules.length === 1);
    await settled(shown);
    expect(words(shown)).to.contain('Temperature below 21 °C or above 40 °C');
  });
});

describe('the automatic refresh of telemetry', () => {
  it('is off at first, says how many requests it takes, and pauses while no request can be sent', async () => {
    const all = await openWith(() => page(readings(1)), 1);
    await openOptions(all.page);
    expect(field(all.page, desk.fresh.every).value).to.equal('0');
    all.services.lives.session.value = { ...all.services.lives.session.value, key: 'ready' };
    fill(all.page, desk.fresh.every, '1');
    await until(() => /\d+ of 30 requests left this minute/.test(words(all.page)));
    all.services.lives.app.value = { ...all.services.lives.app.value, online: false };
    await until(() => words(all.page).includes(desk.fresh.paused.offline));
    expect(await faultsOf(all.page)).to.deep.equal([]);
    fill(all.page, desk.fresh.every, '0');
    await settled(all.page);
    expect(words(all.page)).not.to.contain('left this minute');
  });

  it('loads telemetry again when its interval is over', async () => {
    const all = await open(() => page(readings(1)), devices(1), true, 'ready');
    await until(() => all.telemetry.state.value.last !== null);
    await openOptions(all.page);
    fill(all.page, desk.fresh.every, '1');
    await settled(all.page);
    expect(all.requests).to.have.length(1);
    const { now } = Date;
    Date.now = () => now() + 61_000;
    try {
      await until(() => all.requests.length === 2);
    } finally {
      Date.now = now;
    }
    await until(() => all.telemetry.state.value.fetching === null);
  });
});

describe('the telemetry of the fleet as a table', () => {
  for (const width of [820, 850, 900, 960, 1000, 1100])
    it(`shows a long state in one line at ${width} px`, async () => {
      const { page: shown } = await openWith(() => page(readings(3)));
      (shown as unknown as HTMLElement).style.width = `${width}px`;
      const cells = rows(shown).map((row) => all(row, 'cell').at(-1)!);
      expect(cells).to.have.length(3);
      for (const cell of cells) {
        const state = document.createElement('fk-status');
        state.textContent = 'Mind. 23 Tage 23 Std. nicht gehört';
        // What the page has drawn stays in place, since it may be drawn again.
        for (const child of cell.children) (child as HTMLElement).hidden = true;
        cell.append(state);
      }
      await settled(shown);
      expect(the(shown, 'table').offsetWidth).to.be.at.most(withWords(shown, '3 beacons').offsetWidth);
      for (const cell of cells) expect((cell.lastElementChild as HTMLElement).offsetHeight).to.be.below(32);
    });
});

describe('the form for a range of telemetry', () => {
  for (const width of [320, 390, 600, 844, 1024, 1280, 1440, 1920, 2560])
    it(`keeps its fields apart at ${width} px`, async () => {
      const { page: shown } = await openWith(() => page(readings(1)), 1);
      (shown as unknown as HTMLElement).style.width = `${width}px`;
      await view(shown, text.views.records, () => hasAction(shown, text.show.allBeacons));
      if (!hasAction(shown, text.show.change)) action(shown, text.show.allBeacons).click();
      pick(shown, desk.presets.label, text.presets.own);
      await settled(shown);
      const { show } = text;
      const labels = [show.from, show.to, show.zone];
      const fields = labels.map((label) => field(shown, label));
      const boxes = fields.map((one) => one.labels![0]!.parentElement!.getBoundingClientRect());
      const whole = action(shown, text.show.allBeacons).parentElement!.getBoundingClientRect();
      for (const [index, one] of boxes.entries()) {
        expect(fields[index]!.getBoundingClientRect().right).to.be.at.most(one.right + 0.5);
        expect(one.right).to.be.at.most(whole.right + 0.5);
        for (const other of boxes.slice(index + 1))
          expect(
            one.right <= other.left + 0.5 ||
              other.right <= one.left + 0.5 ||
              one.bottom <= other.top + 0.5 ||
              other.bottom <= one.top + 0.5,
          ).to.equal(true);
      }
    });
});
