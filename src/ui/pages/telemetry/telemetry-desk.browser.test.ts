/**
 * The telemetry page with the real worker and database: the first request, the cost of a read, and the view in the
 * address.
 */
import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import { action, deepAll, faultsOf, hasAction, settled } from '../../../../test/support/page-place.ts';
import { scriptedDrafts } from '../../../../test/support/scripted-services.ts';
import {
  change,
  devices,
  failure,
  field,
  HOUR,
  MAC,
  open,
  openWith,
  page,
  readings,
  until,
  view,
  words,
} from '../../../../test/support/telemetry-place.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import type { FkButton } from '../../elements/button/button.ts';
import type { FkChart } from '../../elements/chart/chart.ts';
import type { FkHeatMap } from '../../elements/chart/heat-map.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { telemetryDeskStrings as desk } from '../../strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';

const queryNow = (): string => location.search.replace(/^\?/, '');
/** Finds elements inside the shadow root of one of the page's elements. */
function within<T extends HTMLElement>(shown: Element, element: string, selector: string): T[] {
  return deepAll(shown, element).flatMap((one) => [...(one.shadowRoot?.querySelectorAll<T>(selector) ?? [])]);
}

const goBack = async (): Promise<void> => {
  const gone = new Promise((resolve) => globalThis.addEventListener('popstate', resolve, { once: true }));
  history.back();
  await gone;
};

describe('opening', () => {
  it('requests the last readings once, and shows when that was', async () => {
    const all = await open(() => page(readings(3)), devices(3), true, 'ready');
    await until(() => all.telemetry.state.value.last !== null);
    await settled(all.page);
    expect(all.requests.map(({ path }) => path)).to.deep.equal(['/v3/telemetry/latest']);
    expect(all.requests[0]!.query.get('trackingId')).to.equal([0, 1, 2].map(MAC).join(','));
    expect(words(all.page)).to.contain(`${desk.fresh.checked} just now`);
    expect(await faultsOf(all.page)).to.deep.equal([]);
  });

  it('shows stored data at once while the backend is slow', async () => {
    const all = await openWith(() => page(readings(3)));
    expect(words(all.page)).to.contain('3 beacons');
    const { page: later } = await open(() => new Promise(() => undefined), devices(3), true, 'ready');
    await until(() => words(later).includes('Loading telemetry, up to 10 requests'));
    expect(hasAction(later, 'Cancel')).to.equal(true);
  });

  it('stops at its limit when the backend lacks the call, and shows its progress', async () => {
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
    it(`asks nothing ${why}`, async () => {
      const all = await open(() => page([]), devices(3), online, key);
      await settled(all.page);
      expect(all.requests).to.deep.equal([]);
    });
});

describe('a room', () => {
  const roomed = (): CachedDevice[] =>
    devices(3).map((device, at) => ({ ...device, tags: [at === 1 ? 'room:Ward 9' : 'room:Hall'] }));

  it('narrows every view to its beacons, charts them without a choice, and stays in the address', async () => {
    const all = await openWith(() => page(readings(3)), 3, roomed());
    expect(words(all.page)).to.contain('3 beacons');
    change(all.page, 'room', 'Ward 9');
    await until(() => words(all.page).includes('1 beacon'));
    expect(queryNow()).to.equal('room=Ward+9');
    expect(await faultsOf(all.page)).to.deep.equal([]);
    await view(all.page, text.views.hours, () => deepAll<FkHeatMap>(all.page, 'fk-heat-map').length === 1);
    expect(deepAll<FkHeatMap>(all.page, 'fk-heat-map')[0]!.rows.map(({ id }) => id)).to.deep.equal([MAC(1)]);
    await view(all.page, text.views.charts, () => deepAll(all.page, 'fk-chart').length > 0);
    expect(deepAll<FkChart>(all.page, 'fk-chart')[0]!.lines.map(({ label }) => label)).to.deep.equal(['Ward 1']);
  });

  it('is what is loaded while it is chosen, and what a new alarm is for', async () => {
    const all = await openWith(() => page(readings(3)), 3, roomed());
    change(all.page, 'room', 'Ward 9');
    all.requests.length = 0;
    action(all.page, desk.fresh.check).click();
    await until(() => all.requests.length > 0);
    expect(all.requests[0]!.query.get('trackingId')).to.equal(MAC(1));
    await view(all.page, text.views.alarms, () => deepAll(all.page, 'fk-alarm-form').length === 1);
    action(all.page, desk.alarms.save).click();
    await until(() => all.telemetry.state.value.rules.length === 1);
    expect(all.telemetry.state.value.rules[0]!.tag).to.equal('room:Ward 9');
  });
});

describe('trends of a range that was not loaded', () => {
  it('say so and load it, for the shown beacons', async () => {
    const all = await openWith(() => page(readings(1)), 1);
    await view(all.page, text.views.compare, () => deepAll(all.page, 'fk-spark').length > 0);
    expect(words(all.page)).not.to.contain(desk.unloaded);
    action(all.page, desk.presets.last7Days).click();
    await until(() => words(all.page).includes(desk.unloaded));
    expect(await faultsOf(all.page)).to.deep.equal([]);
    all.requests.length = 0;
    action(all.page, desk.hours.load).click();
    await until(() => all.requests.length > 0);
    expect(all.requests[0]!.query.get('trackingId')).to.equal(MAC(0));
    await until(() => !words(all.page).includes(desk.unloaded));
  });
});

describe('the cost of a read', () => {
  it('is shown before a long one, with the cheaper choice first', async () => {
    let more = false;
    const all = await openWith(() => page(readings(1), { hasNext: more, size: 100 }), 1);
    all.requests.length = 0;
    more = true;
    // A month of one beacon: one request for each day.
    await view(all.page, text.views.hours, () => deepAll(all.page, 'fk-heat-map').length === 1);
    action(all.page, desk.presets.last30Days).click();
    await until(() => hasAction(all.page, desk.hours.load));
    action(all.page, desk.hours.load).click();
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

describe('the address', () => {
  it('contains the view, and shows another person the same', async () => {
    const { page: shown } = await openWith(() => page(readings(3)));
    for (const box of deepAll<HTMLInputElement>(shown, 'tbody input[type=checkbox]').slice(0, 2)) box.click();
    await settled(shown);
    await view(shown, text.views.charts, () => deepAll(shown, 'fk-chart').length === 2);
    action(shown, desk.presets.last7Days).click();
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
    expect(deepAll(shown, 'fk-telemetry-fleet')).to.have.length(1);
  });

  it('keeps a part of a chart that was dragged out, and Back leaves it', async () => {
    const { page: shown } = await openWith(() => page(readings(1)), 1);
    deepAll<HTMLInputElement>(shown, 'tbody input[type=checkbox]')[0]!.click();
    await settled(shown);
    await view(shown, text.views.charts, () => deepAll(shown, 'fk-chart').length === 2);
    const [chart] = deepAll<FkChart>(shown, 'fk-chart') as [FkChart];
    await chart.drawn;
    const over = chart.shadowRoot!.querySelector('.u-over')!;
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
    expect(chart.view).to.equal(null);
  });
});

describe('a beacon among the charts', () => {
  it('has the same style in each, and is named where it has no such reading', async () => {
    const { page: shown } = await openWith(() =>
      page(
        readings(3).map((record) => {
          const { temperature, ...rest } = record as { trackingId: string; temperature: number };
          // The first beacon has no thermometer.
          return rest.trackingId === MAC(0) ? rest : { ...rest, temperature };
        }),
      ),
    );
    for (const box of deepAll<HTMLInputElement>(shown, 'tbody input[type=checkbox]')) box.click();
    await settled(shown);
    await view(shown, text.views.charts, () => deepAll(shown, 'fk-chart').length === 2);
    const slots = (chart: FkChart) => Object.fromEntries(chart.lines.map(({ label, slot }) => [label, slot]));
    const [warmth, battery] = deepAll<FkChart>(shown, 'fk-chart') as [FkChart, FkChart];
    const all = slots(battery);
    expect(Object.keys(all)).to.have.length(3);
    expect(new Set(Object.values(all)).size).to.equal(3);
    const { 'Ward 0': _, ...others } = all;
    expect(slots(warmth)).to.deep.equal(others);
    await settled(shown);
    expect(words(warmth)).to.contain(text.charts.without('Ward 0'));
    const samples = (chart: FkChart) =>
      [...chart.shadowRoot!.querySelectorAll('#summary li')].flatMap((item) =>
        [...item.querySelectorAll('svg')].map(
          (sample) => `${getComputedStyle(sample).stroke} ${item.textContent.trim().slice(0, 6)}`,
        ),
      );
    expect(samples(warmth).every((sample) => samples(battery).includes(sample))).to.equal(true);
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('stays drawn under its name after it was deselected, until the rest is read', async () => {
    const { telemetry } = await openWith(() => page(readings(3)));
    const whole = { startMs: Date.now() - 24 * HOUR, endMs: Date.now() };
    const metrics = ['temperature'];
    const draw = async (trackingIds: readonly string[]): Promise<void> => {
      render(
        html`<fk-telemetry-charts .telemetry=${telemetry} .trackingIds=${trackingIds} .whole=${whole} .metrics=${metrics}></fk-telemetry-charts>`,
        alone,
      );
      await alone.querySelector('fk-telemetry-charts')!.updateComplete;
    };
    const alone = document.body.appendChild(document.createElement('div'));
    try {
      await draw([0, 1, 2].map(MAC));
      await until(() => deepAll(alone, 'fk-chart').length === 1);
      const [chart] = deepAll<FkChart>(alone, 'fk-chart') as [FkChart];
      const named = async (): Promise<readonly string[]> => {
        await chart.updateComplete;
        return chart.lines.map(({ label }) => label);
      };
      await draw([1, 2].map(MAC));
      expect(await named()).to.deep.equal([0, 1, 2].map(MAC));
      await until(() => chart.lines.length === 2);
      expect(await named()).to.deep.equal([1, 2].map(MAC));
    } finally {
      alone.remove();
    }
  });
});

describe('the fleet by the hour', () => {
  it('is a heat map that opens a beacon, and offers to load missing hours', async () => {
    const { page: shown } = await openWith(() => page(readings(2)), 2);
    await view(shown, text.views.hours, () => deepAll(shown, 'fk-heat-map').length === 1);
    const [map] = deepAll<FkHeatMap>(shown, 'fk-heat-map') as [FkHeatMap];
    expect(map.rows.map(({ label }) => label)).to.deep.equal(['Ward 0', 'Ward 1']);
    expect(map.rows[0]!.counts.reduce((sum, one) => sum + one, 0)).to.equal(100);
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('has small charts on one scale, each linking to its beacon', async () => {
    const { page: shown } = await openWith(() => page(readings(2)), 2);
    await view(shown, text.views.compare, () => deepAll(shown, 'fk-spark').length === 4);
    expect(words(shown)).to.match(/Temperature: \d+ °C to \d+ °C/);
    expect(await faultsOf(shown)).to.deep.equal([]);
    within<HTMLButtonElement>(shown, 'fk-telemetry-compare', 'li button')[0]!.click();
    await until(() => deepAll(shown, 'fk-chart').length === 2);
    expect(new URLSearchParams(queryNow()).get('view')).to.equal('charts');
  });

  it('shows which beacons one gateway heard', async () => {
    const { page: shown } = await openWith(() =>
      page(readings(2, (n) => ({ sourceId: n % 2 === 0 ? 'gateway1' : 'hall-2' }))),
    );
    await view(shown, text.views.gateways, () => within(shown, 'fk-telemetry-gateways', 'tbody tr').length === 2);
    expect(words(shown)).to.contain('Hall');
    expect(await faultsOf(shown)).to.deep.equal([]);
    within<HTMLButtonElement>(shown, 'fk-telemetry-gateways', 'tbody button')
      .find((button) => button.textContent.trim() === 'Hall')!
      .click();
    await settled(shown);
    expect(words(shown)).to.contain(desk.gateways.heardBy('Hall'));
    expect(
      within(shown, 'fk-telemetry-gateways', 'tbody tr').map((row) => row.querySelector('bdi')!.textContent),
    ).to.deep.equal(['Ward 0']);
    expect(new URLSearchParams(queryNow()).get('gateways')).to.equal('gateway1');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('names a gateway only when a record does', async () => {
    const { page: shown } = await openWith(() => page(readings(1, () => ({ sourceId: null }))), 1);
    await view(shown, text.views.gateways, () => words(shown).includes(desk.gateways.empty));
  });
});

describe('alarms', () => {
  it('are rules that a person adds, their present results, and no promise', async () => {
    const { page: shown, telemetry } = await openWith(() => page(readings(3)));
    await view(shown, text.views.alarms, () => words(shown).includes(desk.alarms.noRules));
    expect(words(shown)).to.contain(desk.alarms.intro);
    expect(words(shown)).to.contain(`${desk.alarms.checked} just now`);
    change(shown, 'belowPercent', '0');
    action(shown, desk.alarms.save).click();
    await settled(shown);
    expect(words(shown)).to.contain(desk.alarms.faults.battery);
    expect(await faultsOf(shown)).to.deep.equal([]);
    change(shown, 'belowPercent', '60');
    action(shown, desk.alarms.save).click();
    await until(() => telemetry.state.value.alarms.length === 3);
    await settled(shown);
    expect(words(shown)).to.contain(desk.alarms.rule.battery(60));
    expect(words(shown)).to.contain(desk.alarms.found(3));
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, text.views.fleet).click();
    await settled(shown);
    expect(
      deepAll(shown, 'tbody fk-status').filter((one) => one.textContent.includes(desk.alarms.badge)),
    ).to.have.length(3);
    action(shown, text.views.alarms).click();
    await settled(shown);
    deepAll<FkButton>(shown, 'fk-button')
      .find((one) => one.label === desk.alarms.removeRule(desk.alarms.rule.battery(60)))!
      .click();
    await until(() => telemetry.state.value.alarms.length === 0);
  });

  it('keep what is typed for a rule when the page is left, until the rule is added', async () => {
    const first = await openWith(() => page(readings(3)));
    await view(first.page, text.views.alarms, () => words(first.page).includes(desk.alarms.noRules));
    change(first.page, 'kind', 'silent');
    await settled(first.page);
    change(first.page, 'afterHours', '36');
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

  it('for temperature need one limit, the lower one below the upper', async () => {
    const { page: shown, telemetry } = await openWith(() => page(readings(3)));
    await view(shown, text.views.alarms, () => words(shown).includes(desk.alarms.noRules));
    change(shown, 'kind', 'temperature');
    await settled(shown);
    action(shown, desk.alarms.save).click();
    await settled(shown);
    expect(words(shown)).to.contain(desk.alarms.faults.temperature);
    change(shown, 'below', '21');
    change(shown, 'above', '2');
    action(shown, desk.alarms.save).click();
    await settled(shown);
    expect(words(shown)).to.contain(desk.alarms.faults.order);
    change(shown, 'above', '40');
    action(shown, desk.alarms.save).click();
    await until(() => telemetry.state.value.rules.length === 1);
    await settled(shown);
    expect(words(shown)).to.contain('Temperature below 21 °C or above 40 °C');
  });
});

describe('automatic refresh', () => {
  it('is off at first, shows its cost, and pauses when no request is allowed', async () => {
    const all = await openWith(() => page(readings(1)), 1);
    expect(field(all.page, 'every').value).to.equal('0');
    all.services.lives.session.set({ ...all.services.lives.session.value, key: 'ready' });
    change(all.page, 'every', '1');
    await until(() => /\d+ of 30 requests left this minute/.test(words(all.page)));
    all.services.lives.app.set({ ...all.services.lives.app.value, online: false });
    await until(() => words(all.page).includes(desk.fresh.paused.offline));
    expect(await faultsOf(all.page)).to.deep.equal([]);
    change(all.page, 'every', '0');
    await settled(all.page);
    expect(words(all.page)).not.to.contain('left this minute');
  });
});

describe('the fleet as a table', () => {
  for (const width of [820, 850, 900, 960, 1000, 1100])
    it(`holds a long state in one line at ${width} px`, async () => {
      const { page: shown } = await openWith(() => page(readings(3)));
      (shown as unknown as HTMLElement).style.width = `${width}px`;
      const [fleet] = deepAll(shown, 'fk-telemetry-fleet') as [HTMLElement];
      const cells = within(shown, 'fk-telemetry-fleet', '.heard');
      expect(cells).to.have.length(3);
      for (const cell of cells) {
        const state = document.createElement('fk-status');
        state.textContent = 'Stumm: mindestens 23 Tage 23 Std.';
        cell.replaceChildren(state);
      }
      await settled(shown);
      const [table] = within(shown, 'fk-telemetry-fleet', 'table') as [HTMLElement];
      expect(table.offsetWidth).to.be.at.most(fleet.clientWidth);
      for (const cell of cells) expect((cell.firstElementChild as HTMLElement).offsetHeight).to.be.below(32);
    });
});

describe('the range', () => {
  for (const width of [320, 390, 600, 844, 1024, 1280, 1440, 1920, 2560])
    it(`keeps its fields apart at ${width} px`, async () => {
      const { page: shown } = await openWith(() => page(readings(1)), 1);
      (shown as unknown as HTMLElement).style.width = `${width}px`;
      await view(shown, text.views.records, () => deepAll(shown, 'fk-range-field').length === 1);
      for (const details of deepAll<HTMLDetailsElement>(shown, 'fk-telemetry-show details')) details.open = true;
      change(shown, 'preset', 'own');
      await until(() => deepAll(shown, 'input[type=datetime-local]').length === 2);
      await settled(shown);
      const [range] = deepAll(shown, 'fk-range-field') as [HTMLElement];
      const whole = range.getBoundingClientRect();
      const boxes = [...range.shadowRoot!.querySelectorAll('fk-field, input')].map((one) =>
        one.getBoundingClientRect(),
      );
      expect(boxes).to.have.length(4);
      for (const [index, one] of boxes.entries()) {
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
