/** The acceptance report on screen, and the file that is saved from it. */
import { expect } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { html, type LitElement } from 'lit';
import { fixtureDevice, fixtureId, fixturePackage, fixtureReceipt } from '../../../../test/support/fixture-rows.ts';
import {
  createMemoryPhotos,
  fieldPorts,
  fixtureJob,
  fixtureTask,
  openMemoryJobs,
} from '../../../../test/support/job-rows.ts';
import { faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { action, all, field, fill, hasAction, readable, withWords } from '../../../../test/support/roles.ts';
import { pictureFile } from '../../../../test/support/photo-files.ts';
import { layShareSheet } from '../../../../test/support/share-sheet.ts';
import { scriptedServices, type ScriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import type { Task } from '../../../domain/job/job.ts';
import type { PhotoStore } from '../../../use-cases/jobs/ports.ts';
import { checkReport } from '../../../domain/report/check-report.ts';
import { sealText } from '../../../domain/report/report-file.ts';
import { sha256 } from '../../shared/sha256.ts';
import { elementStrings } from '../../strings/elements.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { reportStrings as text } from '../../strings/report.ts';
import { photoStrings } from '../../strings/photos.ts';
import { date, dateTime, moment } from '../../language/times.ts';
import { transferStrings } from '../../strings/transfer.ts';
import './job-report-page.ts';

const IDS = Array.from({ length: 3 }, (_, at) => fixtureId(at));
const TASKS = IDS.map((uniqueId, at) => fixtureTask(at, { uniqueId, values: { minor: 500 + at } }));
let services: ScriptedServices;
let nowMs: number;
const clock = (): number => nowMs;

async function open(photos?: PhotoStore, tasks: readonly Task[] = TASKS): Promise<LitElement> {
  nowMs = 1_000_000;
  const jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks }, fieldPorts(), photos);
  services = scriptedServices(
    { devices: { devices: IDS.map((uniqueId, at) => fixtureDevice(at, { uniqueId, pending: null })) } },
    { jobs: async () => jobs },
  );
  const page = await place(
    html`<fk-job-report-page .services=${services} jobId="job-1" .nowMs=${clock}></fk-job-report-page>`,
  );
  await until(() => all(page, 'row').length > 3);
  await settled(page);
  return page;
}

/** Presses "Save" and returns the bytes of the file. */
async function saved(page: LitElement): Promise<Uint8Array> {
  const { createObjectURL } = URL;
  let blob: Blob | null = null;
  const keep = (event: MouseEvent): void => {
    if (event.target instanceof HTMLAnchorElement && event.target.download !== '') event.preventDefault();
  };
  URL.createObjectURL = (one: Blob) => createObjectURL.call(URL, (blob = one));
  document.addEventListener('click', keep);
  action(page, text.save).click();
  document.removeEventListener('click', keep);
  URL.createObjectURL = createObjectURL;
  return new Uint8Array(await blob!.arrayBuffer());
}

describe('the acceptance report', () => {
  it('says in large type above its table how many beacons are Verified, and counts new receipts at once', async () => {
    const page = await open();
    const result = withWords(page, text.counts(0, 3));
    expect(parseFloat(getComputedStyle(result).fontSize)).to.be.at.least(24);
    const rows = all(page, 'row').map((row) => row.getBoundingClientRect());
    expect(result.getBoundingClientRect().bottom).to.be.below(rows[1]!.top);
    for (const below of [field(page, text.person), withWords(page, text.version)])
      expect(below.getBoundingClientRect().top).to.be.above(rows.at(-1)!.bottom);
    services.lives.outbox.value = {
      ...services.lives.outbox.value,
      receipts: [fixtureReceipt(IDS[0]!, { state: 'verified', values: TASKS[0]!.values, settledAtMs: 5000 })],
    };
    await until(() => readable(page).includes(text.counts(1, 3)));
    expect(readable(page)).to.contain(elementStrings.track.summaries.verified);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('says whether and by whom a battery was changed, and counts batteries apart from Verified beacons', async () => {
    const batteries = [{}, { notedAtMs: 1, by: 'Ada' }, { notedAtMs: 1 }];
    const tasks = TASKS.map((task, at) => ({ ...task, battery: batteries[at]!, values: at === 2 ? task.values : {} }));
    const page = await open(undefined, tasks);
    expect(readable(page)).to.contain(text.counts(0, 1)).and.to.contain(jobStrings.end.batteries(2, 0));
    const { states, noted, toChange } = jobStrings.task.battery;
    const [, ...rows] = all(page, 'row').map(readable);
    expect(rows[0]).to.contain(states.toChange).and.to.contain(toChange);
    expect(rows[1])
      .to.contain(states.noted)
      .and.to.contain(noted(dateTime(1), 'Ada'));
    expect(rows[2])
      .to.contain(elementStrings.track.summaries.nothing)
      .and.to.contain(noted(dateTime(1), ''));
    expect(new TextDecoder().decode(await saved(page)))
      .to.contain('by Ada')
      .and.to.contain('installer not given');
  });

  it('begins with date and rooms of the job, and with the number of beacons in each state', async () => {
    const tasks = TASKS.map((task, at) => ({ ...task, place: at === 0 ? 'Room 1' : 'Room 2' }));
    const page = await open(undefined, tasks);
    const { createdAtMs } = fixtureJob();
    expect(readable(page)).to.contain(date(createdAtMs)).and.to.contain(jobStrings.list.rooms(2));
    const states = (): string[] => all(page, 'listitem').map(readable);
    expect(states()).to.deep.equal([`${elementStrings.track.summaries.nothing} 3`]);
    services.lives.outbox.value = {
      ...services.lives.outbox.value,
      receipts: [fixtureReceipt(IDS[0]!, { state: 'verified', values: TASKS[0]!.values, settledAtMs: 5000 })],
    };
    await until(() => states().length === 2);
    expect(states()[0]).to.equal(`${elementStrings.track.summaries.verified} 1`);
  });

  it('has a column for the room of each beacon on a wide screen', async () => {
    await setViewport({ width: 1280, height: 800 });
    try {
      const page = await open(
        undefined,
        TASKS.map((task) => ({ ...task, place: 'Room 1' })),
      );
      const [heads, ...rows] = all(page, 'row');
      const cells = all(rows[0]!, 'cell');
      expect(cells.map(readable)).to.deep.include('Room 1');
      const [, room] = all(heads!, 'columnheader');
      expect(room!.getBoundingClientRect().left).to.equal(cells[1]!.getBoundingClientRect().left);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('keeps the time at which it was made until its content changes', async () => {
    const page = await open();
    nowMs += 60_000;
    const { devices, outbox } = services.lives;
    devices.value = { ...devices.value, devices: devices.value.devices!.map((device) => ({ ...device })) };
    fill(page, text.person, 'R. Lamarr');
    await until(() => readable(page).includes('R. Lamarr'));
    expect(readable(page)).to.contain(moment(1_000_000)).and.not.to.contain(moment(nowMs));
    outbox.value = { ...outbox.value, receipts: [fixtureReceipt(IDS[0]!, { values: TASKS[0]!.values })] };
    await until(() => readable(page).includes(moment(nowMs)));
  });

  it('shows one line for each beacon, and all its details once the line is pressed', async () => {
    const page = await open();
    const [, row] = all(page, 'row');
    expect(all(row!, 'cell')).to.have.length(2);
    action(row!, IDS[0]!).click();
    await settled(page);
    expect(all(row!, 'cell')).to.have.length(7);
    expect(hasAction(page, text.toCheck)).to.equal(false);
    action(page, text.check.seal).click();
    await settled(page);
    expect(hasAction(page, text.toCheck)).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows the first two thousand beacons, and says how many more are in the file', async () => {
    const tasksOf = (count: number) => Array.from({ length: count }, (_, at) => fixtureTask(at, { values: {} }));
    const page = await open(undefined, tasksOf(2001));
    expect(readable(page)).to.contain(text.more(1)).and.to.contain(fixtureId(1999)).and.not.to.contain(fixtureId(2000));
    expect(readable(await open(undefined, tasksOf(2000)))).not.to.contain(text.more(0));
  });

  it('shows values with units, an arrow only at changed values, and each day of a beacon once', async () => {
    const values = { interval: 500, txPower: 4 };
    const at = (hour: number): number => new Date(2026, 2, 10, hour).getTime();
    const [task] = TASKS;
    const jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks: [{ ...task!, values }] });
    const made = { values, preparedAtMs: at(9), fetchedAtMs: at(9), before: { interval: 350, txPower: 4 } };
    services = scriptedServices(
      {
        devices: { devices: [fixtureDevice(0, { uniqueId: IDS[0]!, pending: null })] },
        packages: [fixturePackage(IDS[0]!, made)],
        outbox: {
          receipts: [fixtureReceipt(IDS[0]!, { values, state: 'verified', createdAtMs: at(10), settledAtMs: at(34) })],
        },
      },
      { jobs: async () => jobs },
    );
    const page = await place(
      html`<fk-job-report-page .services=${services} jobId="job-1" .nowMs=${() => at(40)}></fk-job-report-page>`,
    );
    await until(() => all(page, 'row').length === 2);
    action(page, IDS[0]!).click();
    await settled(page);
    const cells = all(page, 'cell');
    const cell = (name: string) => cells[all(page, 'columnheader').findIndex((one) => readable(one) === name)]!;
    expect(readable(cell(text.columns.change))).to.contain('350 ms → 500 ms');
    expect(readable(cell(text.columns.change)).match(/→/g)).to.have.length(1);
    const lines = all(cell(text.columns.times), 'listitem').map(readable);
    const days = [date(at(9)), date(at(34))];
    expect(lines.map((line) => days.findIndex((day) => line.startsWith(day)))).to.deep.equal([0, 1]);
  });

  it('saves a complete file with the same seal (checksum) that the page shows', async () => {
    const page = await open();
    const check = await checkReport(await saved(page), sha256);
    expect(check).to.deep.include({ kind: 'whole', rows: 3 });
    if (check.kind === 'whole') expect(readable(page)).to.contain(sealText(check.seal));
  });

  it('shares the file that it would save, if the browser has a share sheet', async () => {
    const before = await open();
    const bytes = await saved(before);
    expect(hasAction(before, transferStrings.share)).to.equal(false);
    const sheet = layShareSheet();
    try {
      const page = await open();
      const messages: string[] = [];
      page.addEventListener('fk-say', ({ message }) => messages.push(message));
      action(page, transferStrings.share).click();
      await until(() => messages.length > 0);
      expect(messages).to.deep.equal([text.shared]);
      expect(new Uint8Array(await sheet.shared[0]!.arrayBuffer())).to.deep.equal(bytes);
    } finally {
      sheet.remove();
    }
  });

  it('names a person only when a name is typed', async () => {
    const page = await open();
    const before = new TextDecoder().decode(await saved(page));
    expect(before).not.to.contain('R. Lamarr');
    fill(page, text.person, 'R. Lamarr');
    await until(() => readable(page).includes('R. Lamarr'));
    expect(new TextDecoder().decode(await saved(page))).to.contain('R. Lamarr');
  });

  it('shows the photos of a beacon once its line is pressed, and in print', async () => {
    const photos = createMemoryPhotos();
    for (const addedAtMs of [1_000, 2_000])
      await photos.put([{ jobId: 'job-1', uniqueId: IDS[1]!, addedAtMs, file: await pictureFile() }]);
    const page = await open(photos);
    expect(all(page, 'image')).to.deep.equal([]);
    const [, , line] = all(page, 'row');
    action(line!, IDS[1]!).click();
    await until(() => all(line!, 'image', photoStrings.of(fixtureDevice(1).alias ?? IDS[1]!)).length === 2);
    expect(readable(line!)).to.contain(photoStrings.added(dateTime(2_000)));
    expect(await faultsOf(page)).to.deep.equal([]);
    await emulateMedia({ media: 'print' });
    try {
      await until(
        () => all<HTMLImageElement>(page, 'image').filter(({ naturalWidth }) => naturalWidth === 64).length === 2,
      );
      for (const image of all(line!, 'image')) expect(image.offsetHeight).to.be.within(20, 190);
    } finally {
      await emulateMedia({ media: 'screen' });
    }
  });

  it('says that photos could not be read when their storage is damaged', async () => {
    const page = await open({ ...createMemoryPhotos(), ofJob: () => Promise.reject(new Error('damaged')) });
    await until(() => readable(page).includes(photoStrings.unreadable));
    expect(await faultsOf(page)).to.deep.equal([]);
  });
});
