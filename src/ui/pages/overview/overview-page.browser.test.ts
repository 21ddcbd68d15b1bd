/**
 * The overview with scripted services: tasks for the person, figures that open the lists they count, and every state of
 * the page.
 */
import { signal } from '@preact/signals-core';
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import {
  fixtureDevice,
  fixtureDevices,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import { faultsOf, faultsInThemes, place, settled } from '../../../../test/support/page-place.ts';
import { action, all, announced, fill, has, hasAction, readable, the } from '../../../../test/support/roles.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { until } from '../../../../test/support/until.ts';
import { UNSAID, viewAddress } from '../../../domain/device-list/view-address.ts';
import { afterLatest, freshBeacon } from '../../../domain/telemetry/fleet.ts';
import { SILENT_AFTER_MS } from '../../../domain/telemetry/silent.ts';
import type { StreamState, Streams } from '../../../use-cases/streams/streams.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import type { Telemetry, TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { number } from '../../language/counting.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { elementStrings } from '../../strings/elements.ts';
import { jobStrings as jobText } from '../../strings/jobs.ts';
import { placeStrings } from '../../strings/places.ts';
import { overviewStrings as text } from '../../strings/overview.ts';
import './overview-page.ts';
import type { FkOverviewPage } from './overview-page.ts';

const FRESH = { completedAtMs: Date.now() };
const NO_TELEMETRY = {
  beacons: [],
  typed: {},
  alarms: [],
  stored: { records: 0 },
  storageFailure: null,
} as unknown as TelemetryState;
const opened = async (state = NO_TELEMETRY): Promise<Telemetry> => ({ state: signal(state) }) as unknown as Telemetry;
const noJobs = async (): Promise<Jobs> => ({ state: signal({ jobs: [], tasks: new Map() }) }) as unknown as Jobs;

async function open(
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
  query = '',
): Promise<{ page: FkOverviewPage; services: ScriptedServices }> {
  history.replaceState(null, '', `${location.pathname}${query}`);
  const services = scriptedServices(
    { ...values, devices: { ...FRESH, ...values.devices } },
    { telemetry: () => opened(), jobs: noJobs, ...answers },
  );
  const page = await place<FkOverviewPage>(html`<fk-overview-page .services=${services}></fk-overview-page>`);
  await settled(page);
  return { page, services };
}

/** Opens the second tab. */
const openFleet = (values: ScriptedValues, answers: ScriptedAnswers = {}) => open(values, answers, '?show=fleet');

/** The counts of a chart by the address that each opens, or by its name. */
function counted(page: FkOverviewPage, caption: string): Record<string, string> {
  const [, ...rows] = all(the(page, 'table', caption), 'row');
  return Object.fromEntries(
    rows.map((row) => [
      all(row, 'link')[0]?.getAttribute('href') ?? readable(the(row, 'rowheader')),
      readable(the(row, 'cell')),
    ]),
  );
}

const needs = new RegExp(`^${text.needsYou}`);
const lists = new RegExp(`^${text.needsYou}|^${text.worthALook}`);
/** The words of each task, and where it leads; null for a dialog. */
function tasks(page: FkOverviewPage): (readonly [words: string, href: string | null])[] {
  return all(page, 'region', lists)
    .flatMap((list) => all(list, 'listitem'))
    .flatMap((item) => {
      if (!hasAction(item, '')) return [];
      const row = action(item, '');
      return [[row.computedName, row.getAttribute('href')] as const];
    });
}
const taskOf = (task: keyof typeof text.tasks, href: string | null): readonly [string, string | null] => {
  const words: (count: number) => string = text.tasks[task];
  return [words(1), href];
};

/** The figure of a tile, and where it leads. */
function tile(page: FkOverviewPage, label: string): readonly [figure: string, href: string | null] {
  const item = all(the(page, 'region', text.tiles.label), 'listitem').find((one) => readable(one).endsWith(label));
  if (item === undefined) throw new Error(`no tile ${label} in: ${readable(page)}`);
  const href = has(item, 'link') ? the(item, 'link').getAttribute('href') : null;
  return [readable(item).slice(0, -label.length).trim(), href];
}

describe('the overview', () => {
  it('begins with a link to the job in progress, with its name, the remaining beacons and the next room', async () => {
    const ids = ['aa11', 'bb22', 'cc33'];
    const list = ids.map((uniqueId, at) => fixtureDevice(at, { uniqueId, pending: null, attributes: {} }));
    const work = ids.map((uniqueId, at) => fixtureTask(at, { uniqueId, place: `Room ${at + 1}` }));
    const jobs = await openMemoryJobs({ jobs: [fixtureJob('job-1', { name: 'East wing' })], tasks: work });
    const packages = work.map(({ uniqueId, values }) => fixturePackage(uniqueId, { values }));
    const { page, services } = await open({ devices: { devices: list }, packages }, { jobs: async () => jobs });
    const { go, next } = jobText.underWay;
    await until(() => has(page, 'region', needs));
    // The job has not been started.
    expect(hasAction(page, go('East wing'))).to.equal(false);
    // The app was closed while the second beacon was being written.
    services.lives.runs.value = [fixtureRun('bb22', { step: 'writing', startedAtMs: Date.now() })];
    await until(() => hasAction(page, go('East wing')));
    const link = action(page, go('East wing'));
    expect(readable(link)).to.contain(jobText.counts.left(3)).and.to.contain(next('Room 2'));
    const words = readable(page);
    expect(words.indexOf(readable(link)))
      .to.be.lessThan(words.indexOf(text.needsYou))
      .and.to.be.greaterThan(-1);
    expect(link.getAttribute('href')).to.equal('/jobs/job-1/run');
    expect(await faultsOf(page)).to.deep.equal([]);
    const fleet = await openFleet(
      { devices: { devices: list }, packages, runs: services.lives.runs.value },
      { jobs: async () => jobs },
    );
    expect(has(fleet.page, 'table', text.state)).to.equal(true);
    expect(hasAction(fleet.page, go('East wing'))).to.equal(false);
  });

  it('counts the fleet, and each number opens the list that it counts', async () => {
    const devices = fixtureDevices(60);
    const carried = devices.slice(0, 3).map(({ uniqueId }) => fixturePackage(uniqueId));
    const headings: string[] = [];
    const hear = ({ heading }: HTMLElementEventMap['fk-heading']): void => void headings.push(heading);
    document.body.addEventListener('fk-heading', hear);
    const { page } = await openFleet({ devices: { devices }, packages: carried });
    document.body.removeEventListener('fk-heading', hear);
    expect(headings).to.deep.equal([text.tabs.fleet]);
    const states = counted(page, text.state);
    expect(states[viewAddress({ states: ['onThisPhone'] })]).to.equal('3');
    expect(Object.values(states).reduce((sum, one) => sum + Number(one), 0)).to.equal(60);
    const models = counted(page, text.models);
    for (const model of ['SB18-3', 'TB15-1'])
      expect(models[viewAddress({ models: [model] })]).to.equal(
        String(devices.filter((device) => device.model === model).length),
      );
    expect(models[viewAddress({ models: [UNSAID] })]).to.equal('1');
    expect(Object.keys(counted(page, text.batteryHint)).length).to.be.oneOf([5, 10]);
    expect(readable(page)).to.contain(elementStrings.track.summaries.onThisPhone);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('links to unfinished beacons and to the outbox, and says how many beacons and receipts are there', async () => {
    const { page, services } = await open({
      devices: { devices: fixtureDevices(3) },
      runs: [fixtureRun('bb22', { step: 'writing' }), fixtureRun('cc33', { step: 'writing' })],
      packages: [fixturePackage('aa11')],
      outbox: { toSend: 3 },
    });
    const { names } = placeStrings;
    const wayOf = (name: string): readonly string[] => {
      const link = action(page, name);
      return [readable(link), link.getAttribute('href')!];
    };
    expect(wayOf(names.run)).to.deep.equal([`${names.run} ${text.runCounts(2, 1)}`, '/run']);
    expect(wayOf(names.outbox)).to.deep.equal([`${names.outbox} ${text.toSend(3)}`, '/outbox']);
    services.lives.outbox.value = { ...services.lives.outbox.value, toSend: 0 };
    await settled(page);
    expect(wayOf(names.outbox)[0]).to.contain('Nothing to send');
  });

  it('names the pages that moved until the person has read it, and only to people who know the former places', async () => {
    const { page, services } = await open({ app: { pagesMoved: true } });
    expect(readable(page)).to.contain(text.moved);
    action(page, text.movedRead).click();
    expect(services.called('app.movedPagesRead')).to.have.length(1);
    services.lives.app.value = { ...services.lives.app.value, pagesMoved: false };
    await settled(page);
    expect(readable(page)).not.to.contain(text.moved);
  });

  it('lists tasks for the person, the most urgent first, each with one action', async () => {
    const { page } = await open({
      devices: { devices: [fixtureDevice(0, { batteryPercent: 5 }), fixtureDevice(5)] },
      session: { key: 'needed' },
      runs: [fixtureRun('a', { step: 'writing', outcome: null })],
      outbox: {
        receipts: [
          fixtureReceipt('p', { state: 'parked' }),
          fixtureReceipt('n', { state: 'notVerified' }),
          fixtureReceipt('w', { state: 'waiting', mirrored: true }),
        ],
      },
    });
    expect(tasks(page)).to.deep.equal([
      taskOf('key', null),
      taskOf('uncertainRuns', '/run'),
      taskOf('parked', '/outbox'),
      taskOf('notVerified', '/outbox'),
      taskOf('needPackage', viewAddress({ needs: ['package'] })),
      taskOf('batteryLow', viewAddress({ battery: 'low' })),
    ]);
    let requests = 0;
    page.addEventListener('fk-ask-key', () => (requests += 1));
    action(page, text.tasks.key()).click();
    expect(requests).to.equal(1);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows four numbers that link to the list of the devices they count', async () => {
    const devices = [5, 80, 90].map((batteryPercent, at) =>
      fixtureDevice(at, { batteryPercent, pending: at === 0 ? { txPower: 5 } : null }),
    );
    const { page } = await open({ devices: { devices } });
    expect(tile(page, text.tiles.pending)).to.deep.equal(['1', viewAddress({ needs: ['pending'] })]);
    expect(tile(page, text.tiles.batteryLow)).to.deep.equal(['1', viewAddress({ battery: 'low' })]);
    expect(tile(page, elementStrings.track.summaries.verified)[1]).to.equal(viewAddress({ states: ['verified'] }));
    expect(readable(page).split('3 devices')).to.have.length(2, 'said once');
    expect(has(page, 'table')).to.equal(false);
    expect(the(page, 'link', text.tabs.fleet).getAttribute('href')).to.equal('/overview?show=fleet');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('says when there is no task for the person', async () => {
    const { page } = await open({ devices: { devices: [fixtureDevice(0, { batteryPercent: 80, pending: null })] } });
    expect(tasks(page)).to.deep.equal([]);
    expect(readable(page)).to.contain(text.nothingNeedsYou);
  });

  it('offers to claim an order when the account has no device', async () => {
    const { page } = await open();
    expect(readable(page)).to.contain(deviceStrings.empty);
    expect(action(page, deviceStrings.emptyClaim).getAttribute('href')).to.equal('/orders');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('does not say that there are no devices before the list is read', async () => {
    const { page, services } = await open({ devices: { completedAtMs: null }, session: { key: 'needed' } });
    expect(readable(page)).to.contain(deviceStrings.never).and.not.contain(deviceStrings.empty);
    action(page, deviceStrings.emptyAction).click();
    expect(services.called('devices.refresh')).to.have.length(1);
  });

  it('says that saved data is being opened, and then how far the first reading of the list is', async () => {
    const { page, services } = await open({ devices: { devices: null, completedAtMs: null } });
    await until(() => announced(page).includes(text.loading));
    services.lives.devices.value = {
      ...services.lives.devices.value,
      devices: [],
      refreshing: { read: 500, total: 4000, doing: 'pages' },
    };
    await settled(page);
    expect(readable(page)).to.contain(elementStrings.progress(500, 4000));
  });

  it('shows all its tasks at the same moment, once telemetry, jobs and the key are known', async () => {
    let giveTelemetry!: (telemetry: Telemetry) => void;
    let failJobs!: (error: Error) => void;
    const telemetry = new Promise<Telemetry>((resolve) => (giveTelemetry = resolve));
    const jobs = new Promise<Jobs>((_, reject) => (failJobs = reject));
    const { page, services } = await open(
      { devices: { devices: fixtureDevices(12) }, session: { key: 'unread' } },
      { telemetry: () => telemetry, jobs: () => jobs },
    );
    const isWaiting = (): boolean => ['', text.loading].includes(readable(page));
    expect(isWaiting()).to.equal(true);
    giveTelemetry(await opened());
    await settled(page);
    expect(isWaiting()).to.equal(true);
    services.lives.session.value = { ...services.lives.session.value, key: 'ready' };
    await settled(page);
    expect(isWaiting()).to.equal(true);
    // What could not be loaded is not waited for.
    failJobs(new Error('The code is missing'));
    await until(() => has(page, 'region', needs));
    expect(isWaiting()).to.equal(false);
  });

  it('calls the list incomplete only when it is not being loaded', async () => {
    const { page, services } = await open({
      devices: {
        devices: fixtureDevices(12),
        completedAtMs: null,
        refreshing: { read: 12, total: 40, doing: 'pages' },
      },
    });
    expect(readable(page)).not.to.contain(text.partial);
    services.lives.devices.value = { ...services.lives.devices.value, refreshing: null };
    await settled(page);
    expect(readable(page)).to.contain(text.partial);
  });

  it('shows stored figures when the backend cannot be reached, and offers to try again', async () => {
    const { page } = await openFleet({
      devices: {
        devices: fixtureDevices(12),
        failure: { kind: 'offline', status: 0, message: '', fields: [], retryAfterMs: null },
      },
      app: { online: false },
    });
    expect(readable(page)).to.contain(text.offline);
    expect(Object.keys(counted(page, text.models))).to.have.length.greaterThan(1);
    expect(hasAction(page, deviceStrings.refresh)).to.equal(true);
  });

  it('refreshes an old list by itself, but not a fresh one', async () => {
    const old = await open({ devices: { devices: fixtureDevices(3), completedAtMs: 1 } });
    expect(old.services.called('devices.refresh')).to.have.length(1);
    const fresh = await open({ devices: { devices: fixtureDevices(3) } });
    expect(fresh.services.called('devices.refresh')).to.have.length(0);
  });

  it('shows battery and heard beacons by week, which batteries may be empty first, and how many have no forecast', async () => {
    const macs = [0, 1, 2].map((index) => fixtureDevice(index).mac!);
    // Which beacon has the address of the first one is known only from its telemetry.
    const devices = macs.map((mac, at) => fixtureDevice(at, { alias: `Door ${at}`, mac: at === 0 ? null : mac }));
    const hours = 8 * 7 * 24;
    const row = (index: number, fall: number, weeks = [4, 3, 2, 1, 0]) => {
      const battery = new Float64Array(hours).fill(Number.NaN);
      const counts = new Uint32Array(hours);
      for (const week of weeks) {
        counts[hours - 1 - week * 168] = 1;
        battery[hours - 1 - week * 168] = 50 - ((4 - week) / 4) * fall;
      }
      return { trackingId: macs[index]!, counts, battery, temperature: battery };
    };
    const state = signal({
      beacons: [freshBeacon(macs[1]!), { ...freshBeacon(macs[0]!), uniqueId: devices[0]!.uniqueId }],
      typed: {},
      alarms: [],
      stored: { records: 4 },
      storageFailure: null,
    } as unknown as TelemetryState);
    const requests: number[] = [];
    const telemetry = {
      state,
      hours: async (fromMs: number, toMs: number) => {
        requests.push(toMs - fromMs);
        return { startMs: 0, hours, rows: [row(0, 20), row(1, 40), row(2, 40, [4, 0])], heard: [] };
      },
    } as unknown as Telemetry;
    const jobs = await openMemoryJobs();
    const { page } = await openFleet(
      { devices: { devices } },
      { telemetry: async () => telemetry, jobs: async () => jobs },
    );
    await until(() => readable(page).includes(text.weeks.toEmpty));
    expect(requests).to.deep.equal([hours * 3_600_000]);
    const forecasts = all(the(page, 'region', text.weeks.title(8)), 'listitem').map(readable);
    expect(forecasts).to.deep.equal(['Door 1 10% within 4 weeks', 'Door 0 30% in 3 to 9 weeks']);
    expect(readable(page)).to.contain(text.weeks.unclear(1));
    expect(readable(page)).to.contain('50% → 17%');
    expect(await faultsOf(page)).to.deep.equal([]);
    // The last readings are of the last hour; the ranges begin at once and three weeks later.
    const week = 7 * 24 * 3_600_000;
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    fill(page, text.weeks.before, dayOf(hours * 3_600_000 + 5 * week));
    await settled(page);
    action(page, text.weeks.makeJob(2));
    fill(page, text.weeks.before, dayOf(hours * 3_600_000 + week));
    await settled(page);
    const ledTo: string[] = [];
    const stay = (event: NavigateEvent): void => {
      ledTo.push(new URL(event.destination.url).pathname);
      event.preventDefault();
    };
    window.navigation.addEventListener('navigate', stay, { once: true });
    action(page, text.weeks.makeJob(1)).click();
    await until(() => ledTo.length > 0);
    expect(ledTo).to.deep.equal(['/jobs/made-1']);
    const [tasks] = [...jobs.state.value.tasks.values()];
    expect(tasks!.map(({ uniqueId, values, battery }) => [uniqueId, values, battery])).to.deep.equal([
      [devices[1]!.uniqueId, {}, {}],
    ]);
  });

  it('calls a beacon silent only where its telemetry is loaded, and all other beacons unknown', async () => {
    const devices = [0, 1, 2].map((index) => fixtureDevice(index));
    const received = { ...freshBeacon(devices[0]!.mac!), lastHeardMs: 1000 };
    const silent = afterLatest({ ...freshBeacon(devices[1]!.mac!), lastHeardMs: 1000 }, 1001 + SILENT_AFTER_MS);
    const state = signal({
      beacons: [],
      typed: {},
      stored: { records: 0 },
      storageFailure: null,
    } as unknown as TelemetryState);
    const { page } = await open(
      { devices: { devices } },
      { telemetry: async () => ({ state }) as unknown as Telemetry },
    );
    await until(() => has(page, 'region', needs));
    expect(tile(page, text.tiles.silent)).to.deep.equal([text.tiles.unknown, null]);
    state.value = { ...state.value, beacons: [received, silent] };
    await settled(page);
    expect(tile(page, text.tiles.silent)).to.deep.equal(['1', viewAddress({ heard: ['silent'] })]);
    const asked = (): string[] => tasks(page).map(([words]) => words);
    const [silence, alarms] = (['silent', 'alarms'] as const).map((task) => taskOf(task, null)[0]);
    expect(asked()).to.contain(silence).and.not.to.contain(alarms);
    // The badge of Today does not count it.
    expect(has(page, 'heading', text.needsYou)).to.equal(true);
    const rule = { id: 'r', kind: 'battery', belowPercent: 20, tag: null } as const;
    // A beacon that breaks two rules counts once.
    const alarm = { rule, trackingId: received.trackingId, value: 5, atMs: 1000, isUnchecked: false };
    state.value = { ...state.value, alarms: [alarm, { ...alarm, rule: { ...rule, id: 's' } }] };
    await settled(page);
    expect(asked()).to.contain(alarms);
    expect(readable(page)).to.contain(text.tasks.alarms(1));
  });

  it('shows nothing of streams before they are loaded', async () => {
    const unread: StreamState = {
      config: null,
      readAtMs: null,
      listed: 0,
      odd: [],
      wasNotFound: false,
      reading: false,
      failure: null,
      busy: null,
    };
    const lives = { telemetry: signal(unread), position: signal(unread) };
    const streams = {
      state: (type: 'telemetry' | 'position') => lives[type],
      read: async (type: 'telemetry' | 'position') =>
        void (lives[type].value = { ...unread, readAtMs: 1, config: { type, enabled: false, destinations: [] } }),
    } as unknown as Streams;
    const { page } = await openFleet({ devices: { devices: fixtureDevices(3) } }, { streams: async () => streams });
    await until(() => !action(page, text.streamsRead).hasAttribute('disabled'));
    expect(readable(page)).to.contain(text.streamsNotRead).and.not.contain(text.streamStandings.paused);
    action(page, text.streamsRead).click();
    await until(() => readable(page).includes(text.streamStandings.paused));
    expect(readable(page)).to.contain(text.streamsNotRead);
  });

  it('counts 100,000 devices in slices without blocking the screen', async () => {
    const sample = fixtureDevices(100);
    const devices = Array.from({ length: 100_000 }, (_, index) => ({
      ...sample[index % 100]!,
      uniqueId: `d${index}`,
      order: index,
    }));
    const { page } = await openFleet({ devices: { devices } });
    // Not all in the first slice, so that other work can run.
    expect(has(page, 'progressbar')).to.equal(true);
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 1);
    await until(() => readable(page).includes(text.asOf(100_000)));
    clearInterval(turn);
    expect(turns).to.be.greaterThan(2);
    const states = Object.values(counted(page, text.state));
    const sum = Object.values(states).reduce((all, one) => all + Number(one.replace(/\D/g, '')), 0);
    expect(sum).to.equal(100_000);
    expect(readable(page)).to.contain(number(100_000));
  });

  it('shows a few of many values and all on request, but all values at once when only one more would be hidden', async () => {
    const devices = Array.from({ length: 40 }, (_, index) => fixtureDevice(20 + index, { model: `M${index}` }));
    const { page: six } = await openFleet({ devices: { devices: devices.slice(0, 6) } });
    expect(Object.keys(counted(six, text.models))).to.have.length(6);
    expect(hasAction(six, text.showAll(6))).to.equal(false);
    const { page } = await openFleet({ devices: { devices } });
    expect(Object.keys(counted(page, text.models))).to.have.length(5);
    action(page, text.showAll(40)).click();
    await settled(page);
    expect(Object.keys(counted(page, text.models))).to.have.length(40);
  });

  it('shows only the most frequent of very many values, and says that there are more', async () => {
    const devices = Array.from({ length: 240 }, (_, index) => fixtureDevice(20 + index, { model: `M${index}` }));
    const { page } = await openFleet({ devices: { devices } });
    action(page, text.showMost(200)).click();
    await settled(page);
    expect(Object.keys(counted(page, text.models))).to.have.length(200);
  });

  it('has no accessibility fault that axe finds in any theme', async () => {
    const { page } = await open({ devices: { devices: fixtureDevices(40) } });
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });
});
