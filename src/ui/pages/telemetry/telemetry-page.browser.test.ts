/**
 * The telemetry page, its requests and its form, with the real worker and database and scripted answers of the backend.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureAccount } from '../../../../test/support/fixture-rows.ts';
import { faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  announced,
  barWith,
  field,
  fill,
  focused,
  has,
  hasAction,
  isFilled,
  readable,
  the,
} from '../../../../test/support/roles.ts';
import { scriptedServices } from '../../../../test/support/scripted-services.ts';
import type { FkTelemetryPage } from './telemetry-page.ts';
import {
  devices,
  failure,
  MAC,
  open,
  type Opened,
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
  openQuery,
} from '../../../../test/support/telemetry-place.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';
import { elementStrings } from '../../strings/elements.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { failureActions, failureWords } from '../../strings/failures.ts';

describe('the telemetry page without telemetry on the phone', () => {
  it('says that it is loading while its code is loaded', async () => {
    const shown = await place<FkTelemetryPage>(
      html`<fk-telemetry-page .services=${scriptedServices()}></fk-telemetry-page>`,
    );
    expect(hasAction(shown, '')).to.equal(false);
    await until(() => announced(shown).includes(text.loading));
  });

  it('says that its code cannot be loaded, and tries again on a press', async () => {
    const { telemetry } = telemetryOver(() => page([]));
    let tries = 0;
    const services = scriptedServices(
      {},
      { telemetry: async () => (++tries === 1 ? Promise.reject(new TypeError('no network')) : telemetry) },
    );
    const shown = await place<FkTelemetryPage>(html`<fk-telemetry-page .services=${services}></fk-telemetry-page>`);
    await settled(shown);
    expect(words(shown)).to.contain('could not be loaded');
    action(shown, 'Try again').click();
    await until(() => hasAction(shown, text.chooseQuery));
  });

  it('has a single action, which requests the last readings, or the newest records if the backend has no call for readings', async () => {
    const {
      page: shown,
      requests,
      telemetry,
    } = await open((_, path) => (path.endsWith('latest') ? failure('notFound', 404) : page(readings(3))));
    expect(words(shown)).to.contain('No telemetry is saved yet');
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Load').click();
    await until(() => telemetry.state.value.last !== null);
    await settled(shown);
    expect(requests.map(({ path }) => path)).to.deep.equal(['/v3/telemetry/latest', '/v3/telemetry']);
    expect(requests[0]!.query.get('trackingId')).to.equal([0, 1, 2].map(MAC).join(','));
    expect(words(shown)).to.contain('Loaded 300 records, 300 new');
    expect(words(shown)).to.contain('Ward 2');
  });

  it('says that no beacon is known, and offers no request then', async () => {
    const { page: shown } = await open(() => page([]), []);
    expect(words(shown)).to.contain('no beacon is known');
    expect(has(shown, 'button', text.loadFirst)).to.equal(false);
  });

  it('is loaded again when another account is opened', async () => {
    const { page: shown, services } = await open();
    const calls = services.lives.session;
    calls.value = { ...calls.value, account: null };
    await settled(shown);
    expect(hasAction(shown, '')).to.equal(false);
    await until(() => announced(shown).includes(text.loading));
    calls.value = { ...calls.value, account: fixtureAccount({ id: 'another' }) };
    await until(() => hasAction(shown, text.chooseQuery));
  });
});

describe('the progress of a telemetry request', () => {
  it('takes no space while there is nothing to show', async () => {
    const column = await place(
      html`<div style="display: grid; gap: 16px"><p>above</p><fk-telemetry-status></fk-telemetry-status><p>below</p></div>`,
    );
    const [above, below] = [...column.querySelectorAll('p')].map((one) => one.getBoundingClientRect());
    const margins = Number.parseFloat(getComputedStyle(column.querySelector('p')!).marginBottom) * 2;
    expect(below!.top - above!.bottom).to.equal(16 + margins);
  });

  it('counts pages and records as they arrive, and a stopped request keeps the records that arrived', async () => {
    const { page: shown, telemetry } = await open((query) =>
      query.get('page') === '0' ? page(readings(1), { hasNext: true, size: 100 }) : new Promise(() => undefined),
    );
    action(shown, 'Load').click();
    await until(() => telemetry.state.value.fetching?.pages === 1 && telemetry.state.value.fetching.doing === 'asking');
    await settled(shown);
    expect(words(shown)).to.contain('100 records so far');
    expect(words(shown)).to.contain('up to 10 requests 1 of 10');
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Cancel').click();
    await until(() => telemetry.state.value.last !== null);
    await settled(shown);
    expect(words(shown)).to.contain('Stopped after 100 records. What was loaded is saved.');
    action(shown, 'Dismiss').click();
    await settled(shown);
    expect(words(shown)).not.to.contain('Stopped after');
  });

  it('says how many seconds it waits because the backend has asked for a pause', async () => {
    const { page: shown, telemetry } = await open(() => ({
      ok: false,
      failure: { kind: 'rateLimit', status: 429, message: '', fields: [], retryAfterMs: 30_000 },
    }));
    action(shown, 'Load').click();
    await until(() => telemetry.state.value.fetching?.doing === 'waiting');
    await settled(shown);
    expect(words(shown)).to.match(/Waiting (29|30) s: the backend asked for a pause/);
  });

  for (const [kind, status, sentence, next] of [
    ['forbidden', 403, failureWords.forbidden.says, 'Load again'],
    ['key', 401, failureWords.key.says, failureActions.key],
    ['portal', 200, failureWords.portal.says, 'Load again'],
  ] as const) {
    it(`ends with the reason and the next action when the request fails: ${kind}`, async () => {
      const { page: shown } = await openWith(() => failure(kind, status));
      expect(words(shown)).to.contain(sentence);
      expect(hasAction(shown, next)).to.equal(true);
      expect(words(shown)).to.contain('endTime : too late');
      expect(await faultsOf(shown)).to.deep.equal([]);
    });
  }

  it('asks for the key when the key is missing', async () => {
    const { page: shown } = await openWith(() => failure('key', 401));
    let wanted = 0;
    shown.addEventListener('fk-ask-key', () => (wanted += 1));
    action(shown, 'Enter key').click();
    expect(wanted).to.equal(1);
  });

  it('counts entries that are not records or have a wrong type', async () => {
    const { page: shown } = await openWith(() =>
      page([...readings(1), [7], { trackingId: MAC(1), temperature: 'hot' }]),
    );
    expect(words(shown)).to.contain('1 item in the answer was not a record');
    expect(words(shown)).to.contain('1 record had a field of the wrong type');
  });

  it('explains an answer without records, and that more records may follow a full page', async () => {
    const { page: none } = await openWith(() => page([], { hasNext: false }));
    expect(words(none)).to.contain('Beacons send telemetry only when it is turned on and a gateway is in range.');
    const { page: full } = await openWith((query) => ({
      ok: true,
      value: new TextEncoder().encode(JSON.stringify({ content: readings(20).slice(0, Number(query.get('size'))) }))
        .buffer,
    }));
    expect(words(full)).to.contain('The last page was full, and the backend does not say whether there is more');
    expect(await faultsOf(full)).to.deep.equal([]);
  });

  it('says that the backend accepts only small pages', async () => {
    const { page: shown, telemetry } = await openWith((query) =>
      Number(query.get('size')) > 500
        ? { ok: false, failure: { kind: 'invalid', status: 400, message: 'size', fields: [], retryAfterMs: null } }
        : page(readings(1).slice(0, 3), { hasNext: false }),
    );
    expect(words(shown)).to.contain('so 500 records per page were loaded');
    expect(telemetry.state.value.last!.end.kind).to.equal('done');
  });

  it('names a field of a record that was shortened, and shows the stored part', async () => {
    const deep = `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`;
    const record = `{"trackingId":"${MAC(0)}","timestamp":"${new Date().toISOString()}","temperature":4,"odd":${deep},"odder":${deep}}`;
    const body = `{"content":[${record},${JSON.stringify({ trackingId: MAC(1), temperature: 5 })}],"page":{}}`;
    const { page: shown, telemetry } = await openWith(() => ({
      ok: true,
      value: new TextEncoder().encode(body).buffer,
    }));
    expect(words(shown)).to.match(
      /The field \u2068odd\u2069 of \u2068.+\u2069 \(.+\) and 1 more were nested too deeply or too long to save in full\./,
    );
    expect(telemetry.state.value.last!.end).to.deep.equal({ kind: 'done' });
    expect(telemetry.state.value.stored.records).to.equal(2);
    await view(shown, 'Records', () => rows(shown).length === 1);
    expect(words(shown)).to.contain('left out: nested too deep or too long');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });
});

describe('the form of a telemetry request', () => {
  async function openForm(): Promise<Opened & { form: Element }> {
    const all = await open();
    await openQuery(all.page);
    return { ...all, form: the(all.page, 'dialog') };
  }
  const submit = async ({ page: shown, form }: { page: Element; form: Element }): Promise<void> => {
    the(form, 'button', text.query.go).click();
    await settled(shown);
  };

  it('has no accessibility fault that axe finds', async () => {
    const { page: shown } = await openForm();
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('asks to choose a beacon when it is sent without one', async () => {
    const all = await openForm();
    await submit(all);
    expect(words(all.form)).to.contain('Choose at least one.');
    expect(all.requests).to.deep.equal([]);
  });

  it('requests the chosen beacons, range, fields and order', async () => {
    const opened = await openForm();
    const { form, page: shown, requests } = opened;
    const { query } = text;
    the(form, 'checkbox', /^Ward 1/).click();
    for (const folded of [query.extra.devices, query.more]) action(form, folded).click();
    await settled(shown);
    for (const [label, value] of [
      [query.extra.devices, 'aa:bb  cc:dd'],
      [query.range, 'own'],
      [text.show.zone, 'utc'],
      [text.show.from, '2026-03-01T00:00'],
      [text.show.to, '2026-03-01T12:00'],
      [query.size, '77'],
      [query.sort(1), 'rssi'],
      [query.sort(2), 'timestamp'],
    ] as const) {
      fill(form, label, value);
      await settled(shown);
    }
    // As in Tokyo: the zone changes what is shown, not the chosen time.
    const dates = Date.prototype;
    const { getTimezoneOffset } = dates;
    try {
      dates.getTimezoneOffset = () => -540;
      fill(form, text.show.zone, 'local');
      await settled(shown);
      expect(field(form, text.show.from).value).to.equal('2026-03-01T09:00');
    } finally {
      dates.getTimezoneOffset = getTimezoneOffset;
    }
    const direction = all<HTMLSelectElement>(form, 'combobox', query.sortBy)[1]!;
    direction.value = 'asc';
    direction.dispatchEvent(new Event('change', { bubbles: true }));
    await submit(opened);
    expect(words(shown)).to.contain('About 29 requests, 1 minute.');
    expect(requests).to.deep.equal([]);
    action(shown, 'Load everything').click();
    await until(() => requests.length === 1);
    expect([...requests[0]!.query].map(([name, value]) => `${name}=${value}`)).to.deep.equal([
      `trackingId=${MAC(1)},aa:bb,cc:dd`,
      'startTime=2026-03-01T00:00:00.000Z',
      'endTime=2026-03-01T12:00:00.000Z',
      'page=0',
      'size=77',
      'sort=rssi,desc',
      'sort=timestamp,asc',
    ]);
  });

  it('requests by beacons or by gateways, never by both', async () => {
    const all = await openForm();
    the(all.form, 'checkbox', /^Ward 0/).click();
    await settled(all.page);
    field(all.form, text.query.byGateways).click();
    await settled(all.page);
    the(all.form, 'checkbox', /^Hall/).click();
    await settled(all.page);
    await submit(all);
    action(all.page, 'Load everything').click();
    await until(() => all.requests.length === 1);
    expect(all.requests[0]!.query.get('sourceId')).to.equal('gateway1');
    expect(all.requests[0]!.query.has('trackingId')).to.equal(false);
  });

  it('asks for the tracking ID of a beacon when it is unknown, stores the ID and requests its telemetry', async () => {
    const all = await openForm();
    expect(words(all.form)).to.contain('Its tracking ID is not known');
    action(all.form, 'Type the tracking ID').click();
    await settled(all.page);
    fill(all.form, text.query.typed, ' ff:ee:dd:cc:bb:aa ');
    await settled(all.page);
    action(all.form, 'Save').click();
    await until(() => all.telemetry.state.value.typed['noMac'] === 'ff:ee:dd:cc:bb:aa');
    await settled(all.page);
    expect(words(all.form)).not.to.contain('Its tracking ID is not known');
    await submit(all);
    await until(() => all.requests.length === 1);
    expect(all.requests[0]!.query.get('trackingId')).to.equal('ff:ee:dd:cc:bb:aa');
  });
});

describe('a beacon without a MAC address', () => {
  it('is offered under the tracking ID of its records, once a gateway has heard it', async () => {
    const heard = { trackingId: 'ff:ee:dd:cc:bb:aa', uniqueId: 'noMac', timestamp: new Date().toISOString() };
    const { page: shown, requests } = await openWith(() => page([heard]));
    await openQuery(shown);
    const form = the(shown, 'dialog');
    the(form, 'checkbox', /^Without a MAC/).click();
    await settled(shown);
    requests.length = 0;
    the(form, 'button', text.query.go).click();
    await until(() => requests.length === 1);
    expect(requests[0]!.query.get('trackingId')).to.equal('ff:ee:dd:cc:bb:aa');
  });
});

describe('the focus while the telemetry page loads', () => {
  const { fresh } = telemetryDeskStrings;
  let answer: () => void;
  async function load(): Promise<{ shown: Element; button: HTMLElement }> {
    let isSlow = false;
    const slow = new Promise<ReturnType<typeof page>>((resolve) => (answer = () => resolve(page(readings(1)))));
    const { page: shown } = await openWith(() => (isSlow ? slow : page(readings(1))), 1);
    isSlow = true;
    const button = action(shown, fresh.check);
    button.focus();
    button.click();
    return { shown, button };
  }

  it('stays on the button on a laptop', async () => {
    await setViewport({ width: 1280, height: 800 });
    try {
      const { shown, button } = await load();
      await until(() => hasAction(shown, elementStrings.cancel));
      // A browser removes the focus from a disabled element when it draws.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      expect(focused() === button).to.equal(true);
      expect(button.ariaDisabled).to.equal('true');
      answer();
      await until(() => button.ariaDisabled !== 'true');
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('stays in the bar on a phone, where the progress takes the place of the button', async () => {
    await setViewport({ width: 390, height: 844 });
    try {
      const { shown } = await load();
      await until(() => hasAction(shown, elementStrings.cancel));
      expect(has(shown, 'button', fresh.check)).to.equal(false);
      const bar = barWith(shown, elementStrings.cancel);
      expect(readable(bar)).to.contain(text.progress.atMost(10));
      expect(bar.matches(':focus-within')).to.equal(true);
      answer();
      await until(() => hasAction(shown, fresh.check));
      expect(barWith(shown, fresh.check).matches(':focus-within')).to.equal(true);
      expect(hasAction(shown, elementStrings.cancel)).to.equal(false);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });
});

describe('the button that loads telemetry', () => {
  const { fresh } = telemetryDeskStrings;

  it('is the main action only while what is shown is old or missing, and says that it loads a range', async () => {
    const { page: shown } = await openWith(() => page(readings(1)), 1);
    expect(all(shown, 'button', fresh.check).map(isFilled)).to.deep.equal([false]);
    await view(shown, text.views.hours, () => hasAction(shown, fresh.checkRange));
    expect(all(shown, 'button', fresh.checkRange).map(isFilled)).to.deep.equal([false]);
    pick(shown, telemetryDeskStrings.presets.label, telemetryDeskStrings.presets.last7Days);
    await until(() => all(shown, 'button', fresh.checkRange).some(isFilled));
    expect(has(shown, 'button', fresh.check)).to.equal(false);
  });

  for (const [name, empty] of [
    [text.views.compare, telemetryDeskStrings.compare.empty],
    [text.views.hours, telemetryDeskStrings.hours.empty],
  ] as const)
    it(`is shown only once, in the empty view, when too little is loaded for ${name}`, async () => {
      for (const width of [390, 1280]) {
        await setViewport({ width: 390, height: 844 });
        // One reading each makes no line, and is one hour of the day.
        const latest = readings(2).slice(0, 2);
        const { page: shown, telemetry } = await open(() => page(latest), devices(2), true, 'ready');
        await until(() => telemetry.state.value.last !== null);
        // On a laptop the way to the comparison leads through the charts, which load.
        await view(shown, name, () => words(shown).includes(empty));
        await setViewport({ width, height: 844 });
        // On a phone it would stand alone at the lower edge.
        await until(() => hasAction(shown, text.options) === (width === 1280));
        const [button, ...others] = all(shown, 'button', fresh.checkRange);
        expect(others, String(width)).to.deep.equal([]);
        expect(isFilled(button!)).to.equal(true);
      }
      await setViewport({ width: 800, height: 600 });
    });
});

describe('the chosen range of telemetry', () => {
  it('is said only once on a laptop, and its two times can be typed after Custom range is chosen', async () => {
    await setViewport({ width: 1280, height: 800 });
    try {
      const { page: shown } = await openWith(() => page(readings(1)), 1);
      await view(shown, text.views.records, () => hasAction(shown, text.show.allBeacons));
      expect(readable(action(shown, text.show.allBeacons))).not.to.contain(text.presets.last24Hours);
      pick(shown, telemetryDeskStrings.presets.label, text.presets.own);
      await settled(shown);
      expect(field(shown, text.show.from).checkVisibility()).to.equal(true);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });
});

describe('the telemetry page on a phone', () => {
  it('has two lines for each beacon', async () => {
    await setViewport({ width: 390, height: 844 });
    try {
      const timed = readings(2, () => ({ cloudTimestamp: new Date().toISOString() }));
      const { page: shown } = await openWith(() => page(timed), 2);
      for (const row of rows(shown)) expect(row.offsetHeight).to.be.at.most(80);
      expect(words(rows(shown)[0]!)).to.match(/Ward \d.*(now|ago).*50%.*2\d °C/);
      expect(await faultsOf(shown)).to.deep.equal([]);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('has the choice of view and range on one line, and its data begins in the upper half of the screen', async () => {
    await setViewport({ width: 390, height: 844 });
    try {
      const { page: shown } = await openWith(() => page(readings(1)), 1);
      await view(shown, text.views.hours, () => has(shown, 'figure'));
      const tops = [text.views.label, telemetryDeskStrings.presets.label].map(
        (label) => field<HTMLSelectElement>(shown, label).getBoundingClientRect().top,
      );
      expect(new Set(tops).size).to.equal(1);
      expect(the(shown, 'figure').getBoundingClientRect().top).to.be.below(422);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('has one button to load in its foot, and the automatic refresh in Options beside that button', async () => {
    await setViewport({ width: 390, height: 844 });
    try {
      const { page: shown } = await openWith(() => page(readings(1)), 1);
      // This theme has the thickest borders, which take space.
      document.documentElement.dataset['theme'] = 'sun';
      const { fresh } = telemetryDeskStrings;
      expect(all(shown, 'button', fresh.check)).to.have.length(1);
      const bar = barWith(shown, fresh.check);
      expect(has(bar, 'button', text.options)).to.equal(true);
      expect(readable(bar)).to.contain(fresh.checked);
      // The state and both buttons are on one line.
      expect(bar.offsetHeight).to.be.lessThan(action(bar, fresh.check).getBoundingClientRect().height * 2);
      await openOptions(shown);
      expect(field<HTMLSelectElement>(the(shown, 'dialog'), fresh.every).value).to.equal('0');
      expect(document.documentElement.scrollWidth).to.be.at.most(390);
      expect(await faultsOf(shown)).to.deep.equal([]);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });
});
