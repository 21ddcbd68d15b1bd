/** Photos of the spot of a beacon: added, looked at and removed, at the desk and on site. */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { fixtureDevice, fixtureId } from '../../../../test/support/fixture-rows.ts';
import {
  createMemoryPhotos,
  fieldPorts,
  fixtureJob,
  fixtureTask,
  openMemoryJobs,
} from '../../../../test/support/job-rows.ts';
import { faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { noisyFile, pictureFile, segmentsOf, withExif } from '../../../../test/support/photo-files.ts';
import { action, all, announced, choose, has, hasAction, readable, the } from '../../../../test/support/roles.ts';
import { scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import { MAX_PHOTO_BYTES, type Photo } from '../../../domain/job/photo.ts';
import type { PhotoStore } from '../../../use-cases/jobs/ports.ts';
import { dateTime } from '../../language/times.ts';
import { elementStrings } from '../../strings/elements.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { photoStrings as text } from '../../strings/photos.ts';
import './job-page.ts';
import './job-run-page.ts';

const TASKS = [0, 1].map((at) => fixtureTask(at, { uniqueId: fixtureId(at) }));
const [ID] = TASKS.map(({ uniqueId }) => uniqueId) as [string, string];

async function photoOf(uniqueId: string, addedAtMs: number): Promise<Photo> {
  return { jobId: 'job-1', uniqueId, addedAtMs, file: await pictureFile() };
}

const stored = (photos: PhotoStore): Promise<readonly Photo[]> => photos.ofJob('job-1');

async function servicesWith(photos: PhotoStore) {
  const jobs = await openMemoryJobs({ jobs: [fixtureJob()], tasks: TASKS }, fieldPorts(), photos);
  const devices = TASKS.map(({ uniqueId }, at) =>
    fixtureDevice(at, { uniqueId, alias: `Beacon ${at}`, pending: null }),
  );
  return scriptedServices({ devices: { devices } }, { jobs: async () => jobs });
}

/** The job at the desk, with the sheet of its first beacon open. */
async function sheetOfJob(photos: PhotoStore): Promise<LitElement> {
  const services = await servicesWith(photos);
  const page = await place(html`<fk-job-page .services=${services} jobId="job-1"></fk-job-page>`);
  await until(() => hasAction(page, 'Beacon 0'));
  action(page, 'Beacon 0').click();
  await until(() => hasAction(page, text.add));
  await settled(page);
  return page;
}

/** The job on site, with the sheet of its first beacon open. */
async function sheetOnSite(photos: PhotoStore): Promise<LitElement> {
  const services = await servicesWith(photos);
  const page = await place(
    html`<fk-job-run-page .services=${services} .jobId=${'job-1'} .restAfterMs=${3_600_000}></fk-job-run-page>`,
  );
  await until(() => hasAction(page, jobStrings.run.more));
  action(page, jobStrings.run.more).click();
  await until(() => hasAction(page, text.add));
  await settled(page);
  return page;
}

const shown = (page: LitElement): number => all(page, 'image', text.of('Beacon 0')).length;

describe('the photos of a beacon in a job', () => {
  for (const [where, open] of [
    ['in the sheet of the job', sheetOfJob],
    ['on site', sheetOnSite],
  ] as const)
    it(`are added ${where}, shown with their time, opened large, removed, and restored with Undo`, async () => {
      const photos = createMemoryPhotos([await photoOf('of another beacon', 1_000)]);
      const page = await open(photos);
      expect(shown(page)).to.equal(0);
      expect(readable(page)).not.to.contain(text.unreadable);
      const before = Date.now();
      choose(page, await withExif(await noisyFile(2400, 1800)));
      await until(() => shown(page) === 1);
      const [, photo] = await stored(photos);
      expect(photo).to.include({ jobId: 'job-1', uniqueId: ID });
      expect(photo!.addedAtMs).to.be.within(before, Date.now());
      expect(photo!.file.size).to.be.below(MAX_PHOTO_BYTES + 1);
      expect(await segmentsOf(photo!.file)).not.to.include(0xe1);
      expect(readable(page)).to.contain(dateTime(photo!.addedAtMs));
      expect(await faultsOf(page)).to.deep.equal([]);

      action(page, text.of('Beacon 0')).click();
      await until(() => has(page, 'dialog', text.of('Beacon 0')));
      const large = the(page, 'dialog', text.of('Beacon 0'));
      expect(readable(large)).to.contain(text.added(dateTime(photo!.addedAtMs)));
      expect(all(large, 'image')).to.have.length(1);
      const shownMessage = new Promise<{ message: string; undo: (() => unknown) | null }>((resolve) =>
        page.addEventListener('fk-say', resolve, { once: true }),
      );
      action(large, text.remove).click();
      const { message, undo } = await shownMessage;
      expect(message).to.equal(text.removed);
      await until(() => shown(page) === 0);
      expect(hasAction(page, text.add), 'the sheet stays open').to.equal(true);
      expect(await stored(photos)).to.have.length(1);
      undo!();
      await until(() => shown(page) === 1);
      const [, restored] = await stored(photos);
      expect(restored).to.include({ uniqueId: ID, addedAtMs: photo!.addedAtMs });
      expect(restored!.file.size).to.equal(photo!.file.size);
    });

  it('stay listed when the large picture is closed', async () => {
    const page = await sheetOfJob(createMemoryPhotos([await photoOf(ID, 1_000), await photoOf(ID, 2_000)]));
    await until(() => shown(page) === 2);
    action(page, text.of('Beacon 0')).click();
    await until(() => has(page, 'dialog', text.of('Beacon 0')));
    action(the(page, 'dialog', text.of('Beacon 0')), elementStrings.close).click();
    await until(() => !has(page, 'dialog', text.of('Beacon 0')));
    expect(shown(page)).to.equal(2);
  });

  it('stay unchanged when a chosen file is no picture, whose name is announced', async () => {
    const photos = createMemoryPhotos([await photoOf(ID, 1_000)]);
    const page = await sheetOfJob(photos);
    choose(page, new File(['words'], 'plan.jpg', { type: 'image/jpeg' }));
    await until(() => announced(page).some((words) => words.includes(text.noPicture('plan.jpg'))));
    expect(await faultsOf(page)).to.deep.equal([]);
    expect(await stored(photos)).to.have.length(1);
    choose(page, await pictureFile());
    await until(() => shown(page) === 2);
    expect(readable(page)).not.to.contain(text.noPicture('plan.jpg'));
  });

  it('stay unchanged when the storage refuses a photo, and the reason is announced', async () => {
    for (const code of ['full', 'absent', 'unknown'] as const) {
      const page = await sheetOfJob({
        ...createMemoryPhotos(),
        put: () => Promise.reject(Object.assign(new Error('refused'), { code })),
      });
      choose(page, await pictureFile());
      await until(() => announced(page).some((words) => words.includes(text.refused[code])));
      expect(shown(page)).to.equal(0);
    }
  });

  it('are called unreadable when reading them fails, while adding a photo is still offered', async () => {
    const page = await sheetOfJob({ ...createMemoryPhotos(), ofJob: () => Promise.reject(new Error('damaged')) });
    await until(() => readable(page).includes(text.unreadable));
    expect(hasAction(page, text.add)).to.equal(true);
  });

  it('are released from memory when the page is left', async () => {
    const { createObjectURL, revokeObjectURL } = URL;
    const open = new Set<string>();
    URL.createObjectURL = (blob: Blob) => {
      const url = createObjectURL.call(URL, blob);
      open.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      open.delete(url);
      revokeObjectURL.call(URL, url);
    };
    try {
      const photos = createMemoryPhotos([await photoOf(ID, 1_000)]);
      const page = await sheetOfJob(photos);
      await until(() => shown(page) === 1);
      await photos.put([await photoOf(ID, 2_000)]);
      await until(() => shown(page) === 2);
      expect(open.size).to.equal(2);
      page.remove();
      await photos.put([await photoOf(ID, 3_000)]);
      expect([...open]).to.deep.equal([]);
    } finally {
      Object.assign(URL, { createObjectURL, revokeObjectURL });
    }
  });
});
