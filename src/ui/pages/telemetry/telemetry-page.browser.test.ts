/** The telemetry page in each of its states, over the real worker and database; only the backend's answers are made up. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureAccount, fixtureDevice } from '../../../../test/support/fixture-rows.ts';
import { action, clear, deepAll, faultsOf, hasAction, place, readable, settled } from '../../../../test/support/page-place.ts';
import { scriptedServices, type ScriptedServices } from '../../../../test/support/scripted-services.ts';
import type { BackendFailure, BackendResult } from '../../../domain/backend-failure.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { createTelemetry } from '../../../provisioning/telemetry.ts';
import type { Telemetry } from '../../../provisioning/telemetry-services.ts';
import { openTelemetryStorage } from '../../../storage/telemetry.ts';
import type { SayEvent } from '../../app/say.ts';
import type { FkChart } from '../../elements/chart/chart.ts';
import type { FkField } from '../../elements/field/field.ts';
import type { FkTelemetryGlance } from './glance.ts';
import './glance.ts';
import type { FkTelemetryPage } from './telemetry-page.ts';
import './telemetry-page.ts';

const HOUR = 3_600_000;
const MAC = (n: number): string => `00:00:00:00:00:${n.toString(16).padStart(2, '0')}`;

type Answer = (query: URLSearchParams, path: string) => BackendResult<ArrayBuffer> | Promise<BackendResult<ArrayBuffer>>;

const page = (content: readonly object[], facts: object = {}): BackendResult<ArrayBuffer> => ({
  ok: true,
  value: new TextEncoder().encode(JSON.stringify({ content, page: facts })).buffer as ArrayBuffer,
});
const failure = (kind: BackendFailure['kind'], status: number): BackendResult<ArrayBuffer> => ({
  ok: false,
  failure: { kind, status, message: 'As the backend says it', fields: [{ field: 'endTime', message: 'too late' }], retryAfterMs: null },
});

/** A reading every ten minutes of the last day, for as many beacons as asked. */
function readings(beacons: number, more: (n: number) => object = () => ({})): object[] {
  const now = Date.now();
  return Array.from({ length: beacons * 100 }, (_, n) => ({
    trackingId: MAC(n % beacons),
    sourceId: 'gateway1',
    timestamp: new Date(now - Math.floor(n / beacons) * 600_000).toISOString(),
    temperature: 20 + (n % 7),
    batteryLevel: 50,
    clickCounter: (n * 3) % 256,
    moving: n % 2 === 0,
    ...more(n),
  }));
}

const devices = (count: number): CachedDevice[] => [
  ...Array.from({ length: count }, (_, n) => fixtureDevice(n, { deviceType: 'BEACON', mac: MAC(n), alias: `Ward ${n}` })),
  fixtureDevice(count, { deviceType: 'BEACON', mac: null, alias: 'Without a MAC', uniqueId: 'noMac' }),
  fixtureDevice(count + 1, { deviceType: 'GATEWAY', uniqueId: 'gateway1', alias: 'Hall' }),
];

const opened: Telemetry[] = [];

interface Opened {
  readonly page: FkTelemetryPage;
  readonly telemetry: Telemetry;
  readonly services: ScriptedServices;
  readonly asked: { path: string; query: URLSearchParams }[];
  readonly heard: SayEvent[];
}

function telemetryOver(answer: Answer): Pick<Opened, 'telemetry' | 'asked'> {
  const asked: Opened['asked'] = [];
  const telemetry = createTelemetry({
    backend: {
      async readTelemetry({ path, query }, signal) {
        const parameters = new URLSearchParams(query);
        asked.push({ path, query: parameters });
        const stopped = new Promise<BackendResult<ArrayBuffer>>((resolve) => signal?.addEventListener('abort', () => resolve(failure('cancelled', 0))));
        return Promise.race([stopped, Promise.resolve(answer(parameters, path))]);
      },
    },
    store: openTelemetryStorage({ accountId: crypto.randomUUID(), trustUrl: (url) => url }),
    clock: { nowMs: () => Date.now(), sleep: (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))) },
  });
  opened.push(telemetry);
  return { telemetry, asked };
}

async function open(answer: Answer = () => page([]), list = devices(3), online = true): Promise<Opened> {
  const { telemetry, asked } = telemetryOver(answer);
  const services = scriptedServices({ devices: { devices: list }, app: { online } }, { telemetry: async () => telemetry });
  const shown = await place<FkTelemetryPage>(html`<fk-telemetry-page .services=${services}></fk-telemetry-page>`);
  const heard: SayEvent[] = [];
  shown.addEventListener('fk-say', (event) => heard.push(event));
  await until(() => telemetry.state.value.loaded);
  await settled(shown);
  return { page: shown, telemetry, services, asked, heard };
}

async function openWith(answer: Answer, beacons = 3): Promise<Opened> {
  const all = await open(answer, devices(beacons));
  await all.telemetry.ask({ by: 'devices', ids: Array.from({ length: beacons }, (_, n) => MAC(n)), startMs: Date.now() - 24 * HOUR, endMs: Date.now(), latest: false, size: 2000, sort: [] });
  await settled(all.page);
  return all;
}

/** Events and microtasks, no fixed time: the worker answers when it does. */
async function until(met: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !met(); turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(met()).to.equal(true);
}

const words = (root: Element): string => readable(root);

async function view(shown: FkTelemetryPage, name: 'Records' | 'Charts' | 'Fleet', ready: () => boolean): Promise<void> {
  action(shown, name).click();
  await until(ready);
  await settled(shown);
}

function field(root: Element, name: string): FkField {
  const found = deepAll<FkField>(root, 'fk-field').find((one) => one.name === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
}

function change(root: Element, name: string, value: string): void {
  const inner = field(root, name).shadowRoot!.querySelector<HTMLInputElement>('input, select, textarea')!;
  inner.value = value;
  inner.dispatchEvent(new Event('input', { bubbles: true }));
  inner.dispatchEvent(new Event('change', { bubbles: true }));
}

afterEach(() => {
  clear();
  for (const one of opened.splice(0)) one.close();
});

describe('fk-telemetry-page, first', () => {
  it('is a skeleton while its code is on the way', async () => {
    const shown = await place<FkTelemetryPage>(html`<fk-telemetry-page .services=${scriptedServices()}></fk-telemetry-page>`);
    expect(deepAll(shown, 'fk-skeleton')).to.have.length(1);
  });

  it('says when its code cannot be had, and tries again', async () => {
    const { telemetry } = telemetryOver(() => page([]));
    let tries = 0;
    const services = scriptedServices({}, { telemetry: async () => (++tries === 1 ? Promise.reject(new TypeError('no network')) : telemetry) });
    const shown = await place<FkTelemetryPage>(html`<fk-telemetry-page .services=${services}></fk-telemetry-page>`);
    await settled(shown);
    expect(words(shown)).to.contain('could not be fetched');
    action(shown, 'Try again').click();
    await until(() => hasAction(shown, 'Ask the backend'));
  });

  it('is empty with one action, which asks for what was heard last, newest first where there is no such call', async () => {
    const { page: shown, asked, telemetry } = await open((_, path) => (path.endsWith('latest') ? failure('notFound', 404) : page(readings(3))));
    expect(words(shown)).to.contain('No telemetry is on this phone yet');
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Ask what was heard last').click();
    await until(() => telemetry.state.value.last !== null);
    await settled(shown);
    expect(asked.map(({ path }) => path)).to.deep.equal(['/v3/telemetry/latest', '/v3/telemetry']);
    expect(asked[0]!.query.get('trackingId')).to.equal([0, 1, 2].map(MAC).join(','));
    expect(words(shown)).to.contain('Read 300 records, 300 new');
    expect(words(shown)).to.contain('Ward 2');
  });

  it('offers no question where no beacon is known, and says so', async () => {
    const { page: shown } = await open(() => page([]), []);
    expect(words(shown)).to.contain('no beacon is known');
    expect(hasAction(shown, 'Ask what')).to.equal(false);
  });

  it('follows the account', async () => {
    const { page: shown, services } = await open();
    const calls = services.lives.session;
    calls.set({ ...calls.value, account: null });
    await settled(shown);
    expect(deepAll(shown, 'fk-skeleton')).to.have.length(1);
    calls.set({ ...calls.value, account: fixtureAccount({ id: 'another' }) });
    await until(() => hasAction(shown, 'Ask the backend'));
  });
});

describe('asking', () => {
  it('shows pages and records as they come, can be stopped, and keeps what it has', async () => {
    const { page: shown, telemetry } = await open((query) => (query.get('page') === '0' ? page(readings(1), { hasNext: true, size: 100 }) : new Promise(() => undefined)));
    action(shown, 'Ask what was heard last').click();
    await until(() => telemetry.state.value.asking?.pages === 1 && telemetry.state.value.asking.doing === 'asking');
    await settled(shown);
    expect(words(shown)).to.contain('100 records so far');
    expect(words(shown)).to.contain('1 page');
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Cancel').click();
    await until(() => telemetry.state.value.last !== null);
    await settled(shown);
    expect(words(shown)).to.contain('Stopped after 100 records. What was read is kept.');
    action(shown, 'Dismiss').click();
    await settled(shown);
    expect(words(shown)).not.to.contain('Stopped after');
  });

  it('says what it waits for', async () => {
    const { page: shown, telemetry } = await open(() => ({ ok: false, failure: { kind: 'rateLimit', status: 429, message: '', fields: [], retryAfterMs: 30_000 } }));
    action(shown, 'Ask what was heard last').click();
    await until(() => telemetry.state.value.asking?.doing === 'waiting');
    await settled(shown);
    expect(words(shown)).to.match(/Waiting (29|30) s: the backend asked for a pause/);
  });

  for (const [kind, status, sentence, next] of [
    ['forbidden', 403, 'This key may not read telemetry.', 'Ask again'],
    ['key', 401, 'The backend does not accept the key.', 'Give key'],
    ['portal', 200, 'Something other than the backend answered.', 'Ask again'],
  ] as const) {
    it(`says what went wrong and what comes next: ${kind}`, async () => {
      const { page: shown } = await openWith(() => failure(kind, status));
      expect(words(shown)).to.contain(sentence);
      expect(hasAction(shown, next)).to.equal(true);
      expect(words(shown)).to.contain('endTime : too late');
      expect(await faultsOf(shown)).to.deep.equal([]);
    });
  }

  it('asks the shell for the key', async () => {
    const { page: shown } = await openWith(() => failure('key', 401));
    let wanted = 0;
    shown.addEventListener('fk-ask-key', () => (wanted += 1));
    action(shown, 'Give key').click();
    expect(wanted).to.equal(1);
  });

  it('tells of what was no record and of what was of the wrong type', async () => {
    const { page: shown } = await openWith(() => page([...readings(1), [7], { trackingId: MAC(1), temperature: 'hot' }]));
    expect(words(shown)).to.contain('1 element of the answer was no record');
    expect(words(shown)).to.contain('1 record had a field of the wrong type');
  });
});

describe('the form', () => {
  async function openForm(): Promise<Opened & { form: Element }> {
    const all = await open();
    action(all.page, 'Ask the backend').click();
    await until(() => deepAll(all.page, 'fk-telemetry-ask dialog, dialog[open]').length > 0);
    await settled(all.page);
    return { ...all, form: deepAll(all.page, 'fk-telemetry-ask')[0]! };
  }
  const submit = async ({ page: shown, form }: { page: Element; form: Element }): Promise<void> => {
    deepAll(form, 'fk-button').find((one) => one.textContent === 'Ask')!.click();
    await settled(shown);
  };

  it('has no fault that axe finds', async () => {
    const { page: shown } = await openForm();
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('wants somebody to ask for', async () => {
    const all = await openForm();
    await submit(all);
    expect(words(all.form)).to.contain('Choose at least one.');
    expect(all.asked).to.deep.equal([]);
  });

  it('asks for what was chosen, typed and set', async () => {
    const all = await openForm();
    const { form, page: shown } = all;
    deepAll<HTMLInputElement>(form, 'input[type=checkbox]')[1]!.click();
    await settled(shown);
    change(form, 'extra', 'aa:bb  cc:dd');
    change(form, 'preset', 'own');
    await settled(shown);
    change(form, 'zone', 'utc');
    await settled(shown);
    const [from, to] = deepAll<HTMLInputElement>(form, 'input[type=datetime-local]');
    for (const [input, value] of [[from!, '2026-03-01T00:00'], [to!, '2026-03-01T12:00']] as const) {
      input.value = value;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }
    change(form, 'size', '77');
    change(form, 'sort-0', 'rssi');
    await settled(shown);
    change(form, 'sort-1', 'timestamp');
    await settled(shown);
    change(form, 'order-1', 'asc');
    await submit(all);
    await until(() => all.asked.length === 1);
    expect([...all.asked[0]!.query].map(([name, value]) => `${name}=${value}`)).to.deep.equal([
      `trackingId=${MAC(1)},aa:bb,cc:dd`,
      'startTime=2026-03-01T00:00:00.000Z',
      'endTime=2026-03-01T12:00:00.000Z',
      'page=0',
      'size=77',
      'sort=rssi,desc',
      'sort=timestamp,asc',
    ]);
  });

  it('asks by gateways instead, never by both', async () => {
    const all = await openForm();
    deepAll<HTMLInputElement>(all.form, 'input[type=checkbox]')[0]!.click();
    await settled(all.page);
    deepAll<HTMLInputElement>(all.form, 'input[type=radio]')[1]!.click();
    await settled(all.page);
    expect(words(all.form)).to.contain('Hall');
    deepAll<HTMLInputElement>(all.form, 'input[type=checkbox]')[0]!.click();
    await settled(all.page);
    await submit(all);
    await until(() => all.asked.length === 1);
    expect(all.asked[0]!.query.get('sourceId')).to.equal('gateway1');
    expect(all.asked[0]!.query.has('trackingId')).to.equal(false);
  });

  it('asks for a tracking ID that nobody knows, keeps it and uses it', async () => {
    const all = await openForm();
    expect(words(all.form)).to.contain('Its tracking ID is not known');
    action(all.form, 'Type its tracking ID').click();
    await settled(all.page);
    change(all.form, 'typed', ' ff:ee:dd:cc:bb:aa ');
    await settled(all.page);
    action(all.form, 'Keep').click();
    await until(() => all.telemetry.state.value.typed['noMac'] === 'ff:ee:dd:cc:bb:aa');
    await settled(all.page);
    expect(words(all.form)).not.to.contain('Its tracking ID is not known');
    await submit(all);
    await until(() => all.asked.length === 1);
    expect(all.asked[0]!.query.get('trackingId')).to.equal('ff:ee:dd:cc:bb:aa');
  });
});

describe('the fleet', () => {
  it('shows last readings, and says silent only of the range asked', async () => {
    const { page: shown } = await openWith(() => page(readings(3).filter((record) => (record as { trackingId: string }).trackingId !== MAC(2) || Date.parse((record as { timestamp: string }).timestamp) < Date.now() - 5.1 * HOUR)));
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

  it('names those it has not asked for, finds and orders', async () => {
    const all = await open(() => page(readings(2)), devices(4));
    await all.telemetry.ask({ by: 'gateways', ids: ['gateway1'], startMs: Date.now() - HOUR, endMs: Date.now(), latest: false, size: 100, sort: [] });
    await settled(all.page);
    expect(words(all.page)).to.contain('2 beacons of this account were not asked for');
    change(all.page, 'wanted', 'ward 1');
    await settled(all.page);
    expect(deepAll(all.page, 'tbody tr')).to.have.length(1);
    change(all.page, 'wanted', 'nobody');
    await settled(all.page);
    expect(words(all.page)).to.contain('No beacon fits');
  });

  it('stays quick with 2000 beacons: it draws a portion', async () => {
    const now = Date.now();
    const { page: shown } = await openWith(() => page(Array.from({ length: 2000 }, (_, n) => ({ trackingId: `t${n}`, timestamp: new Date(now - n).toISOString() }))), 1);
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
  const unknown = '<img src=x onerror=alert(1)>';

  it('shows every field that is chosen, unknown ones too, as text', async () => {
    const { page: shown } = await openWith(() => page([...readings(1), { trackingId: MAC(0), timestamp: new Date().toISOString(), gas: unknown, moving: 'perhaps' }]));
    await view(shown, 'Records', () => deepAll(shown, 'fk-telemetry-records tbody tr, tbody tr').length > 50);
    expect(words(shown)).to.contain('"gas":"<img src=x onerror=alert(1)>"');
    expect(words(shown)).to.contain('Of the wrong type: Moving');
    expect(deepAll(shown, 'img')).to.deep.equal([]);
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Columns').click();
    await settled(shown);
    const boxes = deepAll<HTMLInputElement>(field(shown, 'columns'), 'input[type=checkbox]');
    boxes.find(({ value }) => value === 'gas')!.click();
    await settled(shown);
    expect(deepAll(shown, 'thead th').map((head) => head.textContent!.trim())).to.include('gas');
  });

  it('goes through pages, newest first', async () => {
    const { page: shown } = await openWith(() => page(readings(2, (n) => ({ roomNumber: n }))));
    await view(shown, 'Records', () => deepAll(shown, 'tbody tr').length === 100);
    const first = () => deepAll(shown, 'tbody tr')[0]!.textContent!;
    const before = first();
    action(shown, 'Older').click();
    await until(() => first() !== before);
    action(shown, 'Newer').click();
    await until(() => first() === before);
  });

  it('saves a file, all of it, and says so', async () => {
    const { page: shown, heard } = await openWith(() => page(readings(1)));
    await view(shown, 'Records', () => deepAll(shown, 'tbody tr').length > 50);
    const saved: Blob[] = [];
    const real = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return real(blob as Blob);
    };
    const picker = Object.getOwnPropertyDescriptor(window, 'showSaveFilePicker');
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true });
    try {
      action(shown, 'Save as CSV').click();
      await until(() => heard.length === 1);
      expect(heard[0]!.message).to.equal('Saved 100 records.');
      const lines = (await saved[0]!.text()).split('\r\n');
      expect(lines).to.have.length(102);
      expect(lines[0]).to.match(/^timestamp,trackingId,uniqueId,sourceId,.*,otherFields$/);
    } finally {
      URL.createObjectURL = real;
      if (picker === undefined) delete (window as { showSaveFilePicker?: unknown }).showSaveFilePicker;
      else Object.defineProperty(window, 'showSaveFilePicker', picker);
    }
  });

  it('says when nothing fits the range', async () => {
    const { page: shown } = await openWith(() => page(readings(1, () => ({ timestamp: '2020-01-01T00:00:00Z' }))));
    await view(shown, 'Records', () => words(shown).includes('No record on this phone fits'));
  });
});

describe('the charts', () => {
  it('wants beacons first, then draws a panel a metric with its summary', async () => {
    const { page: shown } = await openWith(() => page(readings(3)));
    await view(shown, 'Charts', () => words(shown).includes('Choose beacons to draw'));
    action(shown, 'Fleet').click();
    await settled(shown);
    for (const box of deepAll<HTMLInputElement>(shown, 'tbody input[type=checkbox]').slice(0, 2)) box.click();
    await settled(shown);
    await view(shown, 'Charts', () => deepAll(shown, 'fk-chart').length === 2);
    const charts = deepAll<FkChart>(shown, 'fk-chart');
    await Promise.all(charts.map(({ drawn }) => drawn));
    await settled(shown);
    expect(charts.map(({ heading, lines }) => `${heading} ${lines.length}`)).to.deep.equal(['Temperature 2', 'Battery 2']);
    expect(words(charts[0]!)).to.match(/Ward 0: 20 °C to 26 °C, mean 2\d/);
    expect(words(charts[1]!)).to.contain('50% throughout');
    expect(await faultsOf(shown)).to.deep.equal([]);
    action(shown, 'Choose metrics').click();
    await settled(shown);
    for (const box of deepAll<HTMLInputElement>(field(shown, 'metrics'), 'input[type=checkbox]')) if (['clickCounter', 'moving'].includes(box.value)) box.click();
    await until(() => deepAll(shown, 'fk-chart').length === 4);
    await settled(shown);
    expect(words(shown)).to.contain('Clicks, since the reading before');
    expect(words(shown)).to.match(/yes in \d+% of 100 readings/);
  });

  it('moves all panels together', async () => {
    const { page: shown } = await openWith(() => page(readings(1)), 1);
    deepAll<HTMLInputElement>(shown, 'tbody input[type=checkbox]')[0]!.click();
    await settled(shown);
    await view(shown, 'Charts', () => deepAll(shown, 'fk-chart').length === 2);
    const charts = deepAll<FkChart>(shown, 'fk-chart');
    await Promise.all(charts.map(({ drawn }) => drawn));
    charts[0]!.shadowRoot!.querySelector('#plot')!.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true, composed: true }));
    await settled(shown);
    expect(charts[1]!.view).to.deep.equal(charts[0]!.view);
    expect(charts[1]!.view!.endMs - charts[1]!.view!.startMs).to.be.closeTo(12 * HOUR, 1000);
    action(shown, 'Whole range').click();
    await settled(shown);
    expect(charts[0]!.view!.endMs - charts[0]!.view!.startMs).to.be.closeTo(24 * HOUR, 1000);
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

  it('says what it takes, and is deleted when that is meant', async () => {
    const { page: shown, telemetry } = await openWith(() => page(readings(1)));
    deepAll<HTMLDetailsElement>(shown, 'details').at(-1)!.open = true;
    expect(words(shown)).to.contain('100 records, about');
    change(shown, 'limit', '20000000');
    await until(() => telemetry.state.value.stored.limitBytes === 20_000_000);
    action(shown, 'Delete from this phone').click();
    await settled(shown);
    deepAll(shown, 'fk-button').find((one) => one.textContent === 'Delete')!.click();
    await until(() => telemetry.state.value.stored.records === 0);
    await settled(shown);
    expect(words(shown)).to.contain('No telemetry is on this phone yet');
  });
});

describe('fk-telemetry-glance', () => {
  async function glance(uniqueId: string, answer: Answer): Promise<{ shown: FkTelemetryGlance; telemetry: Telemetry }> {
    const { telemetry } = telemetryOver(answer);
    const list = devices(2);
    const services = scriptedServices({ devices: { devices: list } }, { telemetry: async () => telemetry });
    const id = uniqueId === 'first' ? list[0]!.uniqueId : uniqueId;
    const shown = await place<FkTelemetryGlance>(html`<fk-telemetry-glance .services=${services} .uniqueId=${id}></fk-telemetry-glance>`);
    await until(() => telemetry.state.value.loaded);
    await settled(shown);
    return { shown, telemetry };
  }

  it('asks only when told to, and shows the last day', async () => {
    const { shown, telemetry } = await glance('first', () => page(readings(1)));
    expect(words(shown)).to.contain('No telemetry of this beacon is on this phone');
    action(shown, 'Ask for the last 24 hours').click();
    await until(() => telemetry.state.value.last !== null);
    await until(() => deepAll(shown, 'fk-chart').length === 2);
    await Promise.all(deepAll<FkChart>(shown, 'fk-chart').map(({ drawn }) => drawn));
    await settled(shown);
    expect(words(shown)).to.contain('50%');
    expect(words(shown)).to.contain('Hall');
    expect(await faultsOf(shown)).to.deep.equal([]);
  });

  it('says when the tracking ID is not known', async () => {
    const { shown } = await glance('noMac', () => page([]));
    expect(words(shown)).to.contain('Its tracking ID is not known');
    expect(hasAction(shown, 'Ask for')).to.equal(false);
  });
});
