/** The places: each address that was ever used opens its page and is marked under one place of the bar and the rail. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureAccount, fixtureDevice, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { clear, deepAll, place, settled, setViewport } from '../../../test/support/page-place.ts';
import { action, all, has, readable } from '../../../test/support/roles.ts';
import {
  scriptedServices,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import type { RunProgress } from '../../use-cases/run/runs.ts';
import { elementStrings } from '../strings/elements.ts';
import { placeStrings } from '../strings/places.ts';
import './app.ts';
import type { FkApp } from './app.ts';
import { navigate } from './router.ts';
import { pageRoutes, type PlaceId } from './routes.ts';

/** Addresses of the app, of its installed shortcuts, of printed codes and of files that other apps hand over. */
const ADDRESSES: readonly (readonly [address: string, tag: string, place: PlaceId])[] = [
  ['/connect', 'fk-connect-page', 'more'],
  ['/overview', 'fk-overview-page', 'today'],
  ['/practice', 'fk-guide-page', 'today'],
  ['/devices', 'fk-devices-page', 'devices'],
  ['/devices?battery=low', 'fk-devices-page', 'devices'],
  ['/devices/Kf7Qp2', 'fk-devices-page', 'devices'],
  ['/devices/Kf7Qp2/configure', 'fk-configure-page', 'devices'],
  ['/devices/Kf7Qp2/commands/blink', 'fk-command-page', 'devices'],
  ['/orders', 'fk-orders-page', 'devices'],
  ['/move', 'fk-devices-page', 'devices'],
  ['/share', 'fk-devices-page', 'devices'],
  ['/configure', 'fk-configure-many-page', 'devices'],
  ['/packages', 'fk-fetch-many-page', 'devices'],
  ['/withdraw', 'fk-withdraw-many-page', 'devices'],
  ['/device-table', 'fk-device-table-page', 'devices'],
  ['/tags', 'fk-devices-page', 'devices'],
  ['/labels', 'fk-labels-page', 'devices'],
  ['/run', 'fk-run-list-page', 'today'],
  ['/run/Kf7Qp2', 'fk-run-page', 'today'],
  ['/jobs', 'fk-jobs-page', 'jobs'],
  ['/jobs?continue', 'fk-jobs-page', 'jobs'],
  ['/jobs/new', 'fk-new-job-page', 'jobs'],
  ['/jobs/take-over', 'fk-take-over-page', 'jobs'],
  ['/jobs/north-wing', 'fk-job-page', 'jobs'],
  ['/jobs/north-wing/hand-over', 'fk-job-hand-over-page', 'jobs'],
  ['/jobs/north-wing/labels', 'fk-labels-page', 'jobs'],
  ['/jobs/north-wing/report', 'fk-job-report-page', 'jobs'],
  ['/jobs/north-wing/run', 'fk-job-run-page', 'jobs'],
  ['/outbox', 'fk-outbox-page', 'today'],
  ['/telemetry', 'fk-telemetry-page', 'telemetry'],
  ['/telemetry?view=alarms', 'fk-telemetry-page', 'telemetry'],
  ['/more', 'fk-more-page', 'more'],
  ['/more#storage', 'fk-more-page', 'more'],
  ['/check-phone', 'fk-phone-check-page', 'more'],
  ['/streams', 'fk-streams-page', 'integrations'],
  ['/inspector', 'fk-inspector-page', 'integrations'],
  ['/report-check', 'fk-report-check-page', 'jobs'],
];

const home = location.href;

async function open(path: string, values: ScriptedValues = {}): Promise<{ app: FkApp; services: ScriptedServices }> {
  history.replaceState(null, '', path);
  // A view that is opened by its address is stored for its account, which no other test has.
  const account = fixtureAccount({ id: 'of-places' });
  const services = scriptedServices({
    devices: { devices: [fixtureDevice(0, { uniqueId: 'Kf7Qp2' })] },
    ...values,
    session: { account, accounts: [account], ...values.session },
  });
  const app = await place<FkApp>(html`<fk-app .services=${services}></fk-app>`);
  await until(() => has(app, 'main'));
  await settled(app);
  return { app, services };
}

/** The marked link of the bar or the rail, whichever is shown, and all of its links. */
function shownPlaces(app: FkApp): { readonly marked: readonly string[]; readonly names: readonly string[] } {
  const links = all(app, 'navigation', elementStrings.nav.label).flatMap((nav) => all(nav, 'link'));
  const nameOf = (link: HTMLElement): string => readable(link).split(',')[0]!.trim();
  return {
    marked: links.filter((link) => link.hasAttribute('aria-current')).map(nameOf),
    names: links.map(nameOf),
  };
}

const namesOf = (...ids: (keyof typeof placeStrings.names)[]): string[] => ids.map((id) => placeStrings.names[id]);

it('the header leads back from every page that is shown without an account, where there is no bar', () => {
  const ways = pageRoutes
    .filter(({ withoutAccount, pattern }) => withoutAccount === true && pattern !== '/')
    .map(({ pattern, back }) => [pattern, back?.({}, false, false) ?? null]);
  expect(ways).to.have.length.greaterThan(3);
  expect(ways.filter(([, way]) => way === null)).to.deep.equal([]);
});

it('the header leads back to the page above in the address, else to the first page of the place', () => {
  const params = { uniqueId: 'a/b', jobId: 'j/1', command: 'restart' };
  const wayOf = (wanted: string, isWide = false): string | null =>
    pageRoutes.find(({ pattern }) => pattern === wanted)!.back?.(params, true, isWide) ?? null;
  expect(wayOf('/devices/:uniqueId')).to.equal('/devices');
  expect(wayOf('/devices/:uniqueId/commands/:command')).to.equal('/devices/a%2Fb');
  expect(wayOf('/jobs/:jobId/labels')).to.equal('/jobs/j%2F1');
  expect(wayOf('/jobs/new')).to.equal('/jobs');
  expect(wayOf('/run/:uniqueId')).to.equal('/run');
  expect(wayOf('/outbox')).to.equal('/overview');
  expect(wayOf('/jobs')).to.equal(null);
  // The rail of a laptop leads to telemetry, the bar of a phone does not.
  expect(wayOf('/telemetry')).to.equal('/more');
  expect(wayOf('/telemetry', true)).to.equal(null);
});

describe('the navigation of the app', () => {
  afterEach(async () => {
    clear();
    history.replaceState(null, '', home);
    await setViewport({ width: 800, height: 600 });
  });

  it('contains each page of the table of addresses', () => {
    const known = new Set(ADDRESSES.map(([, tag]) => tag));
    const missing = pageRoutes.filter(({ tag, place: where }) => where !== 'none' && !known.has(tag));
    expect(missing.map(({ id }) => id)).to.deep.equal([]);
  });

  it('opens the page of every address, and marks its link in the bar and in the rail', async () => {
    const { app } = await open('/devices', { hasStream: true });
    for (const [address, tag, where] of ADDRESSES) {
      navigate(address);
      await until(() => deepAll(app, tag).length > 0 && location.href.endsWith(address));
      await setViewport({ width: 1280, height: 800 });
      expect(shownPlaces(app).marked, address).to.deep.equal(namesOf(where as 'today'));
      await setViewport({ width: 390, height: 844 });
      const isInBar = ['today', 'jobs', 'devices', 'more'].includes(where);
      expect(shownPlaces(app).marked, address).to.deep.equal(namesOf(isInBar ? (where as 'today') : 'more'));
    }
  });

  it('has four links in the bar, five in the rail, and Integrations in the rail once a stream is known', async () => {
    const { app, services } = await open('/streams');
    expect(shownPlaces(app).names).to.deep.equal(namesOf('today', 'jobs', 'devices', 'more'));
    await setViewport({ width: 1280, height: 800 });
    expect(shownPlaces(app)).to.deep.equal({
      names: namesOf('today', 'devices', 'jobs', 'telemetry', 'more'),
      marked: namesOf('more'),
    });
    services.lives.hasStream.value = true;
    await settled(app);
    expect(shownPlaces(app)).to.deep.equal({
      names: namesOf('today', 'devices', 'jobs', 'telemetry', 'integrations', 'more'),
      marked: namesOf('integrations'),
    });
  });

  it('counts at Today the tasks for the person, but no run in progress', async () => {
    const running = { runId: 'run-here', uniqueId: 'Kf7Qp2', phase: 'writing', copyMissing: null } as RunProgress;
    const { app, services } = await open('/devices', {
      outbox: { needsYou: 2, receipts: [fixtureReceipt('a', { state: 'parked' })] },
      runs: ['here', 'elsewhere', 'left'].map((id) => fixtureRun(id, { outcome: null })),
      current: running,
      elsewhere: new Set(['run-elsewhere']),
    });
    const { names, badges } = placeStrings;
    const today = (): string => readable(action(app, names.today));
    expect(today()).to.contain(`${badges.unfinished(1)}, ${badges.parked(2)}`);
    expect(readable(action(app, names.more))).to.equal(names.more);
    services.lives.current.value = null;
    await settled(app);
    expect(today()).to.contain(badges.unfinished(2));
  });
});
