/** Hands over a part of a job on one phone and takes it over on another, through the pages. */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { fixtureAccount, fixtureDevice, fixtureId } from '../../../../test/support/fixture-rows.ts';
import { handOverOf } from '../../../../test/support/hand-over-rows.ts';
import { fieldPorts, fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { codesIn, scan } from '../../../../test/support/codes.ts';
import { faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { pictureFile, segmentsOf, withExif } from '../../../../test/support/photo-files.ts';
import {
  action,
  all,
  announced,
  choose,
  field,
  fill,
  has,
  hasAction,
  readable,
  the,
} from '../../../../test/support/roles.ts';
import { layShareSheet } from '../../../../test/support/share-sheet.ts';
import { scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { JobFilePreview } from '../../../use-cases/jobs/hand-over.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import { elementStrings } from '../../strings/elements.ts';
import { handOverStrings as text } from '../../strings/hand-over.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { transferStrings } from '../../strings/transfer.ts';
import './job-hand-over-page.ts';
import './take-over-page.ts';

const TASKS = Array.from({ length: 6 }, (_, at) => fixtureTask(at));
const DEVICES = TASKS.map(({ uniqueId }, at) => fixtureDevice(at, { uniqueId, pending: null }));

function servicesOf(jobs: Jobs, account = fixtureAccount()) {
  return scriptedServices(
    { devices: { devices: DEVICES } },
    { jobs: async () => jobs, handOver: async () => handOverOf(jobs, account) },
  );
}

/** The page with the first `count` beacons chosen. */
async function choosing(jobs: Jobs, count: number): Promise<LitElement> {
  const page = await place(
    html`<fk-job-hand-over-page .services=${servicesOf(jobs)} jobId="job-1"></fk-job-hand-over-page>`,
  );
  await until(() => hasAction(page, text.save));
  await settled(page);
  fill(page, text.which, 'first');
  await settled(page);
  fill(page, text.firstCount, String(count));
  await settled(page);
  expect(readable(page)).to.contain(text.chosen(count));
  return page;
}

const setAside = (jobs: Jobs): number =>
  jobs.state.value.tasks.get('job-1')!.filter(({ mark }) => mark !== null).length;

/** Hands over the first `count` beacons with "Save" and returns the file. `before`: what is chosen first. */
async function handedOver(jobs: Jobs, count: number, before?: (page: LitElement) => Promise<void>): Promise<File> {
  const page = await choosing(jobs, count);
  expect(await faultsOf(page)).to.deep.equal([]);
  await before?.(page);
  const { createObjectURL } = URL;
  let blob: Blob | null = null;
  const keep = (event: MouseEvent): void => {
    if (event.target instanceof HTMLAnchorElement && event.target.download !== '') event.preventDefault();
  };
  URL.createObjectURL = (one: Blob) => createObjectURL.call(URL, (blob = one));
  document.addEventListener('click', keep);
  action(page, text.save).click();
  await until(() => blob !== null);
  document.removeEventListener('click', keep);
  URL.createObjectURL = createObjectURL;
  await until(() => setAside(jobs) === count);
  return new File([blob!], 'job.json');
}

async function opened(
  jobs: Jobs,
  file: File,
  account = fixtureAccount(),
  services = servicesOf(jobs, account),
): Promise<LitElement> {
  const page = await place(html`<fk-take-over-page .services=${services}></fk-take-over-page>`);
  choose(page, file);
  await until(() => announced(page).length > 0);
  await settled(page);
  return page;
}

const stay = (event: NavigateEvent): void => event.preventDefault();

describe('handing over a job', () => {
  beforeEach(() => window.navigation.addEventListener('navigate', stay));
  afterEach(() => window.navigation.removeEventListener('navigate', stay));

  it('names the job, and the chosen beacons that have no package yet', async () => {
    const jobs = await openMemoryJobs({
      jobs: [fixtureJob()],
      tasks: TASKS.map((task, at) => (at < 2 ? task : { ...task, values: {} })),
    });
    await setViewport({ width: 1280, height: 800 });
    try {
      const page = await choosing(jobs, 3);
      expect(has(page, 'heading', text.heading(fixtureJob().name))).to.equal(true);
      expect(readable(page)).to.contain(text.without(2));
      const lines = all(page, 'listitem').map((line) => readable(line).includes(text.noPackage));
      expect(lines).to.deep.equal([true, true, false]);
      expect(has(page, 'heading', `Room 1 · ${jobStrings.job.inRoom(3)}`)).to.equal(true);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('chooses no beacon when the typed number of beacons is below one', async () => {
    const page = await choosing(await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS }), 2);
    fill(page, text.firstCount, '-1');
    await settled(page);
    expect(readable(page)).to.contain(text.chosen(0));
  });

  it('counts all beacons of a room in its heading, also when only the first hundred beacons are listed', async () => {
    const tasks = (placeOf: (at: number) => string) =>
      Array.from({ length: 130 }, (_, at) => fixtureTask(at, { place: placeOf(at) }));
    const shown = async (placeOf: (at: number) => string): Promise<LitElement> =>
      choosing(await openMemoryJobs({ jobs: [fixtureJob()], tasks: tasks(placeOf) }), 130);
    await setViewport({ width: 1280, height: 800 });
    try {
      const page = await shown((at) => (at < 90 ? 'Hall' : ''));
      expect(all(page, 'listitem')).to.have.length(100);
      expect(has(page, 'heading', `Hall · ${jobStrings.job.inRoom(90)}`)).to.equal(true);
      expect(has(page, 'heading', `${jobStrings.job.noPlace} · ${jobStrings.job.inRoom(40)}`)).to.equal(true);
      expect(has(page, 'list', jobStrings.job.noPlace)).to.equal(true);
      const [first] = all(await shown((at) => `Room ${at}`), 'listitem');
      expect(readable(first!)).to.contain('Room 0');
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('passes on only the chosen beacons, which the other phone takes over after saying what the file holds', async () => {
    const ours = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
    const file = await handedOver(ours, 4);
    const theirs = await openMemoryJobs();
    const page = await opened(theirs, file);
    expect(readable(page))
      .to.contain(text.take.holds(4, 0, 0))
      .and.to.contain(text.take.isNew);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, text.take.go).click();
    await until(() => theirs.state.value.jobs.length === 1);
    expect(theirs.state.value.tasks.get('job-1')?.map(({ uniqueId, mark }) => ({ uniqueId, mark }))).to.deep.equal(
      [0, 1, 2, 3].map((at) => ({ uniqueId: fixtureId(at), mark: null })),
    );
  });

  it('shares the chosen beacons as a file, and hands over nothing when the share sheet is closed', async () => {
    const sheet = layShareSheet();
    try {
      const ours = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
      const page = await choosing(ours, 2);
      const messages: string[] = [];
      page.addEventListener('fk-say', ({ message }) => messages.push(message));
      const closed = sheet.closeNext();
      action(page, transferStrings.share).click();
      await closed;
      await until(() => hasAction(page, transferStrings.share));
      expect([messages, setAside(ours), sheet.shared]).to.deep.equal([[], 0, []]);
      action(page, transferStrings.share).click();
      await until(() => setAside(ours) === 2);
      await until(() => messages.length > 0);
      expect(messages).to.deep.equal([text.shared(2)]);
      const theirs = await openMemoryJobs();
      expect(readable(await opened(theirs, sheet.shared[0]!))).to.contain(text.take.holds(2, 0, 0));
    } finally {
      sheet.remove();
    }
  });

  it('by codes is done only when the person confirms, and the other phone reads the job from the codes', async () => {
    const ours = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
    const page = await choosing(ours, 3);
    action(page, transferStrings.show).click();
    await until(() => has(page, 'image'));
    const codes = [...codesIn(page)];
    // Closed and opened again: nothing was handed over, and the codes are the same.
    action(the(page, 'dialog', transferStrings.give.heading), elementStrings.close).click();
    await until(() => !has(page, 'image') && hasAction(page, transferStrings.show));
    expect(setAside(ours)).to.equal(0);
    action(page, transferStrings.show).click();
    await until(() => has(page, 'image'));
    expect(codesIn(page)).to.deep.equal(codes);
    action(page, transferStrings.give.given).click();
    await until(() => setAside(ours) === 3);
    const theirs = await openMemoryJobs();
    const other = await place(html`<fk-take-over-page .services=${servicesOf(theirs)}></fk-take-over-page>`);
    action(other, transferStrings.scan).click();
    await scan(other, codes.toReversed());
    await until(() => readable(other).includes(text.take.holds(3, 0, 0)));
    expect(has(other, 'dialog')).to.equal(false);
    expect(await faultsOf(other)).to.deep.equal([]);
    action(other, text.take.go).click();
    await until(() => theirs.state.value.tasks.get('job-1')?.length === 3);
  });

  it('asks whose plan to keep when a beacon is planned differently on the two phones', async () => {
    const ours = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
    const file = await handedOver(ours, 2);
    const theirs = await openMemoryJobs({
      jobs: [fixtureJob()],
      tasks: [fixtureTask(0, { place: 'Cellar' }), fixtureTask(1)],
    });
    const page = await opened(theirs, file);
    expect(readable(page)).to.contain(text.take.conflicts(1)).and.to.contain('Cellar');
    expect(await faultsOf(page)).to.deep.equal([]);
    fill(page, text.take.take, 'theirs');
    action(page, text.take.go).click();
    await until(() => theirs.state.value.tasks.get('job-1')![0]!.place === TASKS[0]!.place);
  });

  it('names the other account that a file comes from, and says that a changed file is damaged', async () => {
    const file = await handedOver(await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS }), 1);
    const stranger = fixtureAccount({ id: 'other', legacyBaseUrl: 'https://elsewhere.example' });
    const page = await opened(await openMemoryJobs(), file, stranger);
    expect(readable(page)).to.contain(text.take.other(fixtureAccount().legacyBaseUrl));
    expect(hasAction(page, text.take.goOther)).to.equal(true);
    const damaged = new File([(await file.text()).replace('North wing', 'South wing')], 'job.json');
    expect(readable(await opened(await openMemoryJobs(), damaged))).to.contain(text.take.problems.damaged);
  });

  it('names the first twenty beacons whose packages a file would replace, and counts further beacons', async () => {
    const file = await handedOver(await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS }), 1);
    const theirs = await openMemoryJobs();
    const handOver = handOverOf(theirs);
    for (const [count, others] of [
      [2, 0],
      [23, 3],
    ] as const) {
      const replaces = Array.from({ length: count }, (_, at) => fixtureId(at));
      const preview: typeof handOver.preview = async (...input) =>
        ({ ...(await handOver.preview(...input)), replaces }) as JobFilePreview;
      const services = scriptedServices({}, { handOver: async () => ({ ...handOver, preview }) });
      const page = await opened(theirs, file, fixtureAccount(), services);
      expect(readable(page))
        .to.contain(text.take.replaces(count))
        .and.to.contain(text.take.replaced(replaces.slice(0, 20).join(', '), others))
        .and.not.to.contain(`${fixtureId(1)} and`)
        .and.not.to.contain(fixtureId(20));
    }
  });

  it('passes on photos in the file, unless the person leaves the photos out', async () => {
    const ours = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
    const file = await pictureFile();
    await ours.photos.put([0, 1, 5].map((at) => ({ jobId: 'job-1', uniqueId: fixtureId(at), addedAtMs: at, file })));
    const whole = await handedOver(ours, 3, async (page) => {
      await until(() => readable(page).includes(text.photos.help));
      expect(readable(page)).to.contain(text.photos.with(2));
    });
    const theirs = await openMemoryJobs();
    const page = await opened(theirs, whole);
    expect(readable(page)).to.contain(text.take.photos(2));
    expect(await faultsOf(page)).to.deep.equal([]);
    const messages: string[] = [];
    page.addEventListener('fk-say', ({ message }) => messages.push(message));
    action(page, text.take.go).click();
    await until(() => messages.length > 0);
    expect(messages[0]).to.contain(text.take.photosTaken(2));
    expect((await theirs.photos.ofJob('job-1')).map(({ uniqueId }) => uniqueId)).to.deep.equal([0, 1].map(fixtureId));

    const again = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS }, fieldPorts(), ours.photos);
    const plain = await handedOver(again, 3, async (choice) => {
      await until(() => readable(choice).includes(text.photos.help));
      field(choice, text.photos.with(2)).click();
      await settled(choice);
    });
    expect(JSON.parse(await plain.text())).to.include({ version: 1 });
    expect(readable(await opened(await openMemoryJobs(), plain))).not.to.contain(text.take.photos(2));
  });

  it('says how many photos in a file are damaged, and takes over the job all the same', async () => {
    const ours = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
    const file = await pictureFile();
    await ours.photos.put([0, 1].map((at) => ({ jobId: 'job-1', uniqueId: fixtureId(at), addedAtMs: at, file })));
    const whole = await handedOver(ours, 2, (page) => until(() => readable(page).includes(text.photos.with(2))));
    const damaged = new File([(await whole.text()).replace('"addedAtMs":1', '"addedAtMs":9')], 'job.json');
    const theirs = await openMemoryJobs();
    const page = await opened(theirs, damaged);
    expect(readable(page)).to.contain(text.take.photos(1)).and.to.contain(text.take.photosLost(1));
    action(page, text.take.go).click();
    await until(() => theirs.state.value.tasks.get('job-1')?.length === 2);
  });

  it('stores photos from a file only after redrawing them, and names a beacon whose photo is no picture', async () => {
    const ours = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS });
    const notes = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'no picture']);
    const files = [await withExif(await pictureFile(2000, 1000)), notes];
    await ours.photos.put(files.map((file, at) => ({ jobId: 'job-1', uniqueId: fixtureId(at), addedAtMs: at, file })));
    const whole = await handedOver(ours, 2, (page) => until(() => readable(page).includes(text.photos.with(2))));
    const theirs = await openMemoryJobs();
    const page = await opened(theirs, whole);
    const messages: string[] = [];
    page.addEventListener('fk-say', ({ message }) => messages.push(message));
    action(page, text.take.go).click();
    await until(() => messages.length > 0);
    expect(messages[0])
      .to.contain(text.take.photosTaken(1))
      .and.to.contain(text.take.photosUnreadable(1, fixtureId(1)));
    const photos = await theirs.photos.ofJob('job-1');
    expect(photos.map(({ uniqueId, addedAtMs }) => [uniqueId, addedAtMs])).to.deep.equal([[fixtureId(0), 0]]);
    expect(await segmentsOf(photos[0]!.file)).not.to.include(0xe1);
    const { width, height } = await createImageBitmap(photos[0]!.file);
    expect([width, height]).to.deep.equal([800, 1600]);
    expect(theirs.state.value.tasks.get('job-1')).to.have.length(2);
  });
});
