/** The job page on a wide screen: one table of all rooms, filtered by state. */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { fixtureDevice, fixtureId, fixturePackage } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { faultsInThemes, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { action, all, has, readable, the, visibleIn } from '../../../../test/support/roles.ts';
import { scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import { labelOf } from '../../words/configure.ts';
import type { Task } from '../../../domain/job/job.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { elementStrings } from '../../strings/elements.ts';
import { jobStrings as text } from '../../strings/jobs.ts';
import './job-page.ts';

const DEVICES = Array.from({ length: 10 }, (_, at) =>
  fixtureDevice(at, { uniqueId: fixtureId(at), deviceType: 'BEACON', access: 'OWNER', pending: null }),
);
/** The rooms alternate in the order of the job; the table groups them. */
const TASKS = DEVICES.map(({ uniqueId }, at) =>
  fixtureTask(at, {
    uniqueId,
    place: `Room ${1 + (at % 2)}`,
    values: { interval: 713, txPower: 4, minor: at },
    note: at === 0 ? 'Bring the long ladder.' : '',
    mark: at === 3 ? { kind: 'skipped', reason: 'The room was locked.', atMs: 1 } : null,
  }),
);

async function open(size: { width: number; height: number }, tasks: readonly Task[] = TASKS): Promise<LitElement> {
  await setViewport(size);
  const jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks: [...tasks] });
  const services = scriptedServices(
    {
      devices: { devices: DEVICES },
      packages: [fixturePackage(fixtureId(1), { values: TASKS[1]!.values, preparedAtMs: 2_000 })],
    },
    { jobs: async () => jobs },
  );
  const page = await place(html`<fk-job-page .services=${services} jobId="job-1"></fk-job-page>`);
  await until(() => readable(page).includes(fixtureId(0)));
  await settled(page);
  return page;
}

const lines = (page: LitElement) =>
  all(the(page, 'list', text.job.tasks), 'listitem').filter((one) => one.hasAttribute('aria-posinset'));
const filters = (page: LitElement) => the(page, 'list', elementStrings.list.show);

describe('the beacons on the page of a job', () => {
  afterEach(async () => {
    history.replaceState(null, '', location.pathname);
    await setViewport({ width: 800, height: 600 });
  });

  it('are listed on a wide screen in compact rows below their rooms, with only the values that differ', async () => {
    const page = await open({ width: 1280, height: 1200 });
    const rows = lines(page);
    expect(all(page, 'heading', /^Room/).map(readable)).to.deep.equal(['Room 1 · 5 beacons', 'Room 2 · 5 beacons']);
    expect(rows.map((row) => /^Room|minor|Minor/.exec(readable(row))?.[0])).to.deep.equal([
      'Room',
      ...Array(5).fill('Minor'),
      'Room',
      ...Array(5).fill('Minor'),
    ]);
    const most = window.matchMedia('(pointer: fine)').matches ? 44 : 62;
    for (const row of rows) {
      const { bottom, height } = row.getBoundingClientRect();
      expect(height).to.be.at.most(most);
      for (const part of visibleIn(row))
        expect(part.getBoundingClientRect().bottom, readable(row)).to.be.at.most(bottom + 1);
    }
    const words = rows.map(readable);
    expect(words[1]).to.contain('Bring the long ladder.');
    // What all have in common is said once, above the rows.
    expect(words.join()).not.to.contain('713');
    const common = [`${labelOf('interval')} 713 ms`, `${labelOf('txPower')} 4 (−8 dBm)`];
    expect(readable(page)).to.contain(bulkStrings.common(common.join(' · ')));
    expect(words.find((row) => row.includes(fixtureId(1)))).to.contain(elementStrings.track.summaries.onThisPhone);
    expect(page.scrollWidth).to.be.at.most(page.clientWidth);
  });

  it('are filtered by a pressed state on a wide screen, and the filter is kept in the address', async () => {
    const page = await open({ width: 1280, height: 1200 });
    expect(all(filters(page), 'button').map(readable)).to.deep.equal([
      `${elementStrings.list.all} 10`,
      `${text.job.filters.left} 9`,
      `${text.task.marks.skipped} 1`,
    ]);
    // The filters count the others.
    expect(readable(page)).to.contain(text.counts.left(9)).and.not.to.contain(text.counts.skipped(1));
    action(filters(page), text.task.marks.skipped).click();
    await until(() => lines(page).length === 2);
    expect(readable(lines(page)[1]!))
      .to.contain(text.task.marks.skipped)
      .and.to.contain('The room was locked.');
    expect(location.search).to.contain('show=skipped');
    expect(action(filters(page), text.task.marks.skipped).getAttribute('aria-pressed')).to.equal('true');
    action(filters(page), elementStrings.list.all).click();
    await until(() => lines(page).length === 12);
    expect(location.search).not.to.contain('show');
  });

  it('have no accessibility fault that axe finds in any of three themes', async () => {
    const page = await open({ width: 1280, height: 800 });
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });

  it('are listed by room without filters below a width of 1100 px', async () => {
    const page = await open({ width: 1090, height: 800 });
    expect(has(page, 'list', elementStrings.list.show)).to.equal(false);
    expect(all(page, 'heading', /^Room/).map(readable)).to.deep.equal(['Room 1 · 5 beacons', 'Room 2 · 5 beacons']);
  });

  it('take a low row each on a phone when their values are alike, and a higher row when parked with a reason', async () => {
    const heights = async (tasks: readonly Task[]): Promise<number[]> => {
      const page = await open({ width: 390, height: 844 }, tasks);
      return all(page, 'listitem')
        .filter((one) => one.hasAttribute('aria-posinset'))
        .map((one) => one.getBoundingClientRect().height);
    };
    await setViewport({ width: 390, height: 844 });
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const same = TASKS.map((task) => ({ ...task, values: { interval: 713 }, mark: null }));
    expect(3.5 * rem).to.be.at.least(56);
    for (const height of await heights(same)) expect(height).to.equal(3.5 * rem);
    const parked = same.map((task) => ({ ...task, mark: { kind: 'parked' as const, reason: 'Locked.', atMs: 1 } }));
    for (const height of await heights(parked)) expect(height).to.equal(4.75 * rem);
  });

  it('are named by their IDs alone when they have no alias', async () => {
    const tasks = [0, 20].map((at) => fixtureTask(at, { uniqueId: fixtureId(at), values: { interval: 713 } }));
    const page = await open({ width: 390, height: 844 }, tasks);
    expect(all(page, 'button').map(readable)).to.include(fixtureId(20));
    for (const list of all(page, 'list')) expect(all(list, 'listitem'), readable(list)).not.to.deep.equal([]);
  });
});
