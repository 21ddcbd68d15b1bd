/** The head of a job's page: its name as the title, and under Options all that is not the next step. */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { fixtureDevice, fixtureId } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { action, all, field, fill, has, hasAction, readable, the, visibleIn } from '../../../../test/support/roles.ts';
import { scriptedDrafts, scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { SayEvent } from '../../shared/say.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import type { VirtualValues } from '../../../domain/virtual-edit.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { labelOf } from '../../words/configure.ts';
import { elementStrings } from '../../strings/elements.ts';
import { handOverStrings } from '../../strings/hand-over.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './job-page.ts';

const text = jobStrings.head;
const TASKS = [0, 1].map((at) => fixtureTask(at, { uniqueId: fixtureId(at) }));

let jobs: Jobs;
const saved: (readonly [string, VirtualValues])[] = [];

async function open(devices: readonly CachedDevice[] = []): Promise<LitElement> {
  jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
  saved.length = 0;
  const services = scriptedServices(
    { devices: { devices } },
    {
      jobs: async () => jobs,
      outbox: {
        editMany: async (edits) =>
          void saved.push(...edits.map(({ device, values }) => [device.uniqueId, values] as const)),
      },
    },
  );
  const page = await place(html`<fk-job-page .services=${services} jobId="job-1"></fk-job-page>`);
  await until(() => hasAction(page, jobStrings.run.more));
  await settled(page);
  return page;
}

async function openOptions(page: LitElement): Promise<HTMLElement> {
  action(page, jobStrings.run.more).click();
  await settled(page);
  return the(page, 'dialog');
}

describe('the heading of a job', () => {
  const led: string[] = [];
  const stay = (event: NavigateEvent): void => {
    led.push(new URL(event.destination.url).pathname);
    event.preventDefault();
  };
  beforeEach(() => window.navigation.addEventListener('navigate', stay));
  afterEach(async () => {
    window.navigation.removeEventListener('navigate', stay);
    led.length = 0;
    await setViewport({ width: 1280, height: 800 });
  });

  it('lets the person stop and resume recording Verified beacons as installed', async () => {
    const page = await open();
    await jobs.noteHungUp('job-1', 'Ada');
    await settled(page);
    const more = await openOptions(page);
    expect(readable(more)).to.contain(jobStrings.hungUp.noted).and.to.contain('Ada');
    action(page, jobStrings.hungUp.stop).click();
    await until(() => jobs.state.value.jobs[0]?.hungUp?.isNoted === false);
    await settled(page);
    action(page, jobStrings.hungUp.note).click();
    await until(() => jobs.state.value.jobs[0]?.hungUp?.isNoted === true);
  });

  it('hides Hand over and the plan under Options on a phone', async () => {
    await setViewport({ width: 390, height: 844 });
    const page = await open();
    for (const words of [handOverStrings.toHandOver, jobStrings.job.plan])
      expect(hasAction(page, words)).to.equal(false);
    await openOptions(page);
    expect(action(page, handOverStrings.toHandOver).getAttribute('href')).to.equal('/jobs/job-1/hand-over');
    expect(hasAction(page, jobStrings.job.plan)).to.equal(true);
    expect(document.documentElement.scrollWidth).to.equal(390);
  });

  it('shows the name of the job as the title of the page, and the pages of the job as links', async () => {
    const titles: string[] = [];
    const hear = ({ heading }: HTMLElementEventMap['fk-heading']): void => void titles.push(heading);
    document.body.addEventListener('fk-heading', hear);
    const page = await open();
    document.body.removeEventListener('fk-heading', hear);
    expect(titles).to.deep.equal(['North wing']);
    expect(has(page, 'heading', 'North wing')).to.equal(false);
    const tabs = all(page, 'link').filter((one) => one.closest('nav') !== null);
    expect(tabs.map((one) => [one.getAttribute('href'), one.getAttribute('aria-current')])).to.deep.equal([
      ['/jobs/job-1', 'page'],
      ['/jobs/job-1/run', null],
      ['/jobs/job-1/report', null],
    ]);
  });

  it('renames the job under Options', async () => {
    const page = await open();
    const titles: string[] = [];
    page.addEventListener('fk-heading', ({ heading }) => titles.push(heading));
    const dialog = await openOptions(page);
    expect(await faultsOf(page)).to.deep.equal([]);
    fill(dialog, jobStrings.make.name, 'South wing');
    await settled(page);
    action(dialog, text.save).click();
    await until(() => titles.at(-1) === 'South wing');
    expect(jobs.state.value.jobs[0]).to.include({ name: 'South wing', site: 'City hospital' });
    await until(() => !has(page, 'dialog'));
  });

  it('keeps the typed site of the job when the page is left, until the site is saved', async () => {
    const left = await open();
    fill(await openOptions(left), jobStrings.make.site, 'South wing');
    await settled(left);
    left.remove();
    expect([...scriptedDrafts.values()].map(({ draft }) => draft)).to.deep.equal([{ site: 'South wing' }]);
    const page = await open();
    const dialog = await openOptions(page);
    expect(readable(dialog)).to.contain(draftStrings.discard);
    expect(field(dialog, jobStrings.make.site).value).to.equal('South wing');
    action(dialog, text.save).click();
    await until(() => jobs.state.value.jobs[0]?.site === 'South wing' && scriptedDrafts.size === 0);
    await settled(page);
    page.remove();
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('writes the rooms of the job into tags of its devices, and counts rooms that cannot be written', async () => {
    const page = await open([
      fixtureDevice(0, { uniqueId: fixtureId(0), deviceType: 'BEACON', access: 'OWNER', tags: ['lift', 'room:Old'] }),
      fixtureDevice(1, { uniqueId: fixtureId(1), deviceType: 'BEACON', access: 'VIEWER', tags: [] }),
    ]);
    const dialog = await openOptions(page);
    expect(readable(dialog)).to.contain(text.rooms.leftOut(1));
    expect(await faultsOf(page)).to.deep.equal([]);
    action(dialog, text.rooms.save(1)).click();
    await until(() => saved.length === 1);
    expect(saved).to.deep.equal([[fixtureId(0), { tags: `lift,room:${TASKS[0]!.place}` }]]);
    await until(() => !has(page, 'dialog'));
  });

  it('copies the job and goes to the copy', async () => {
    const page = await open();
    action(await openOptions(page), text.copy).click();
    await until(() => led.length === 1);
    const copy = jobs.state.value.jobs.find(({ id }) => id !== 'job-1')!;
    expect(copy.name).to.equal(text.copyOf('North wing'));
    expect(led).to.deep.equal([`/jobs/${copy.id}`]);
  });

  it('removes the job, and restores the job with Undo', async () => {
    const page = await open();
    const messages: SayEvent[] = [];
    page.addEventListener('fk-say', (event) => messages.push(event));
    action(await openOptions(page), text.remove).click();
    await until(() => jobs.state.value.jobs.length === 0 && messages.length === 1);
    expect(messages[0]!.message).to.equal(text.removed('North wing'));
    expect(led).to.deep.equal(['/jobs']);
    messages[0]!.undo!();
    await until(() => jobs.state.value.jobs.length === 1);
    expect(jobs.state.value.tasks.get('job-1')).to.have.length(2);
  });

  it('shows the values that all beacons get only under Options on a phone', async () => {
    await setViewport({ width: 390, height: 844 });
    const page = await open();
    const value = `${labelOf('interval')} 500 ms`;
    const shown = (): string =>
      visibleIn(page)
        .filter((one) => one.children.length === 0)
        .map(readable)
        .join();
    expect(shown()).to.contain(jobStrings.list.rooms(1)).and.not.to.contain(value);
    await openOptions(page);
    expect(shown()).to.contain(value);
  });

  it('says how many photos are deleted with the job, and asks before removing the job', async () => {
    const page = await open();
    const file = new Blob(['a photo']);
    for (const [jobId, addedAtMs] of [
      ['job-1', 1],
      ['job-1', 2],
      ['job-2', 3],
    ] as const)
      await jobs.photos.put([{ jobId, uniqueId: TASKS[0]!.uniqueId, addedAtMs, file }]);
    const ask = async (): Promise<HTMLElement> => {
      action(await openOptions(page), text.remove).click();
      await until(() => has(page, 'dialog', text.removeQuestion('North wing')));
      return the(page, 'dialog', text.removeQuestion('North wing'));
    };
    const question = await ask();
    expect(readable(question)).to.contain(text.photosGo(2));
    expect(await faultsOf(page)).to.deep.equal([]);
    action(question, elementStrings.cancel).click();
    await settled(page);
    expect(jobs.state.value.jobs).to.have.length(1);
    expect(await jobs.photos.count()).to.equal(3);

    const shownMessage = new Promise<SayEvent>((resolve) => page.addEventListener('fk-say', resolve, { once: true }));
    action(await ask(), text.removeWithPhotos).click();
    const { message, undo } = await shownMessage;
    expect(message).to.equal(text.removed('North wing'));
    expect(jobs.state.value.jobs).to.deep.equal([]);
    expect((await jobs.photos.ofJob('job-1')).length + (await jobs.photos.count())).to.equal(1);
    undo!();
    await until(() => jobs.state.value.tasks.get('job-1')?.length === TASKS.length);
    expect(await jobs.photos.ofJob('job-1')).to.deep.equal([]);
  });
});
