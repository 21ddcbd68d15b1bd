/**
 * Hands a job, or a part of it, over to another phone and takes it back: one file with plan, packages and receipts.
 * Nothing is imported twice.
 */
import { writeJobFile, type JobFileReading, type JobFileRefusal } from '../../domain/job/job-file.ts';
import { taskId } from '../../domain/job/job.ts';
import { mergeTasks, mergedTasks, type Merge } from '../../domain/job/merge.ts';
import { withPhotos, type FilePhoto } from '../../domain/job/photo-lines.ts';
import type { Photo } from '../../domain/job/photo.ts';
import { type CarriedPackage, isOpenPackage } from '../../domain/carried-package.ts';
import { errandOf } from '../../domain/errand.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { checkPackage } from '../prepare/package-check.ts';
import type { PackageStore, RunStore } from '../stores.ts';
import type { Clock, NewId } from '../surroundings.ts';
import type { Jobs } from './jobs.ts';

/** The contents of a file before it is imported. */
export type JobFilePreview =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly site: string;
      readonly madeAtMs: number;
      readonly tasks: number;
      readonly packages: number;
      readonly receipts: number;
      readonly photos: number;
      /** Photos that are damaged or missing. */
      readonly photosLost: number;
      readonly ofThisAccount: boolean;
      readonly baseUrl: string;
      readonly merge: Merge;
      /** True when the job is already on this phone. */
      readonly isKnown: boolean;
      /** Beacons whose package on this phone would be replaced. */
      readonly replaces: readonly string[];
      /** Fields that this version does not know and leaves out, by path. */
      readonly dropped: readonly string[];
    }
  | ({ readonly kind: 'problem' } & Omit<JobFileRefusal, 'ok'>);

interface TakenOver {
  readonly jobId: string;
  readonly tasks: number;
  readonly packages: number;
  readonly receipts: number;
  readonly photos: number;
  /** Photos that could not be stored. Taking the file over again tries only these. */
  readonly photosRefused: number;
  /** The beacons of photos that cannot be drawn, and were left out. */
  readonly photosUnreadable: readonly string[];
}

/** Which version is kept when this phone and the file differ. */
interface TakeChoice {
  /** Plans of the same beacon. */
  readonly conflicts: 'ours' | 'theirs';
  /** Packages of the same beacon. A package that only the file has is always imported. */
  readonly packages: 'ours' | 'theirs';
}

export type HandOver = ReturnType<typeof createHandOver>;

interface HandOverParts {
  readonly jobs: Jobs;
  readonly outbox: Pick<Outbox, 'state' | 'export' | 'preview' | 'import'>;
  readonly packages: PackageStore;
  readonly runs: Pick<RunStore, 'all'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
  /** Parses a file of a job. Rejects when the signal is aborted. */
  readonly readFile: (text: string, signal?: AbortSignal) => Promise<JobFileReading>;
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /** Draws a photo anew, so that nothing but its pixels is stored. Rejects when it is no picture. */
  readonly redraw: (photo: Blob) => Promise<Blob>;
}

export function createHandOver(parts: HandOverParts) {
  const { jobs, outbox, packages, clock, readFile, sha256, redraw } = parts;
  const tasksOf = (jobId: string) => jobs.state.value.tasks.get(jobId) ?? [];

  async function read(
    text: string,
    signal?: AbortSignal,
  ): Promise<(Extract<JobFileReading, { ok: true }> & { readonly merge: Merge }) | JobFileRefusal> {
    const reading = await readFile(text, signal);
    return reading.ok ? { ...reading, merge: mergeTasks(tasksOf(reading.file.job.id), reading.file.tasks) } : reading;
  }

  async function takePackages(carried: readonly CarriedPackage[], which: TakeChoice['packages']): Promise<number> {
    const wanted = (await newPackages(carried, parts)).filter(({ replaces }) => which === 'theirs' || !replaces);
    for (const { row } of wanted) await packages.replace(row);
    return wanted.length;
  }

  /** Stores the photos that are new here: all, or none. */
  async function takePhotos(
    jobId: string,
    photos: readonly FilePhoto[],
  ): Promise<Pick<TakenOver, 'photos' | 'photosRefused' | 'photosUnreadable'>> {
    const keyOf = (photo: Pick<FilePhoto, 'uniqueId' | 'addedAtMs'>): string => `${photo.addedAtMs} ${photo.uniqueId}`;
    const known = new Set((await jobs.photos.ofJob(jobId)).map(keyOf));
    const fresh = photos.filter((photo) => !known.has(keyOf(photo)));
    const rows: Photo[] = [];
    const photosUnreadable: string[] = [];
    for (const { jpeg, uniqueId, addedAtMs } of fresh) {
      // Its beacon is shown.
      const file = await redraw(new Blob([new Uint8Array(jpeg)])).catch(() => null);
      if (file === null) photosUnreadable.push(uniqueId);
      else rows.push({ jobId, uniqueId, addedAtMs, file });
    }
    return jobs.photos.put(rows).then(
      () => ({ photos: rows.length, photosRefused: 0, photosUnreadable }),
      // The number is shown, with what helps.
      () => ({ photos: 0, photosRefused: rows.length, photosUnreadable }),
    );
  }

  async function write(jobId: string, taskIds: readonly string[]): Promise<string> {
    const wanted = new Set(taskIds);
    const job = jobs.state.value.jobs.find(({ id }) => id === jobId);
    if (job === undefined) throw new Error('There is no such job');
    const tasks = tasksOf(jobId).filter(({ id }) => wanted.has(id));
    const ids = new Set(tasks.map(({ uniqueId }) => uniqueId));
    const receipts = outbox.state.value.receipts.filter(
      ({ uniqueId, state }) => ids.has(uniqueId) && state !== 'reserved',
    );
    return writeJobFile(
      {
        madeAtMs: clock.nowMs(),
        job,
        tasks,
        packages: await packages.all(),
        receipts: (await outbox.export(receipts.map(({ id }) => id))).text,
      },
      sha256,
    );
  }

  return {
    /** Returns the text of the file with the receipts of the named beacons. */
    write,
    /** Returns the same with the photos of these beacons. `leftOut`: the IDs of beacons with photos that did not fit. */
    async writeWithPhotos(jobId: string, taskIds: readonly string[]): ReturnType<typeof withPhotos> {
      const wanted = new Set(taskIds);
      const photos = (await jobs.photos.ofJob(jobId)).filter(({ uniqueId }) => wanted.has(taskId(jobId, uniqueId)));
      return withPhotos(await write(jobId, taskIds), photos, sha256);
    },

    /** Returns what a file contains. Rejects when the signal is aborted. */
    async preview(text: string, signal?: AbortSignal): Promise<JobFilePreview> {
      const parsed = await read(text, signal);
      if (!parsed.ok) return { kind: 'problem', problem: parsed.problem, detail: parsed.detail, faults: parsed.faults };
      const { file, dropped, photos, photosLost, merge } = parsed;
      const receipts = await outbox.preview(file.receipts, signal);
      if (receipts.kind === 'invalid')
        return { kind: 'problem', problem: 'unreadable', detail: '', faults: receipts.problems };
      return {
        kind: 'file',
        name: file.job.name,
        site: file.job.site,
        madeAtMs: file.madeAtMs,
        tasks: file.tasks.length,
        packages: file.packages.length,
        receipts: receipts.count,
        photos: photos.length,
        photosLost,
        ofThisAccount: receipts.ofThisAccount,
        baseUrl: receipts.baseUrl,
        merge,
        isKnown: jobs.state.value.jobs.some(({ id }) => id === file.job.id),
        replaces: (await newPackages(file.packages, parts)).flatMap(({ row, replaces }) =>
          replaces ? [row.uniqueId] : [],
        ),
        dropped: [...dropped, ...receipts.dropped],
      };
    },

    /**
     * Imports a file, receipts first, because they cannot be obtained again. Returns null when the file cannot be read.
     */
    async take(text: string, choice: TakeChoice): Promise<TakenOver | null> {
      const parsed = await read(text);
      if (!parsed.ok) return null;
      const { file, merge } = parsed;
      const came = await outbox.import(file.receipts, { intoThisAccount: true });
      if (came.kind !== 'imported') return null;
      const isStored = jobs.state.value.jobs.some(({ id }) => id === file.job.id);
      const tasks = mergedTasks(merge, choice.conflicts);
      if (!isStored || tasks.length > 0) await jobs.takeOver({ jobs: isStored ? [] : [file.job], tasks });
      return {
        jobId: file.job.id,
        tasks: tasks.length,
        packages: await takePackages(file.packages, choice.packages),
        receipts: came.added,
        ...(await takePhotos(file.job.id, parsed.photos)),
      };
    },
  };
}

/**
 * Returns the packages of the file that are new here: not carried or written by this phone before, and not older than
 * its own. Each gets a new ID.
 */
async function newPackages(
  carried: readonly CarriedPackage[],
  { packages, runs, clock, newId }: Pick<HandOverParts, 'packages' | 'runs' | 'clock' | 'newId'>,
): Promise<readonly { readonly row: CarriedPackage; readonly replaces: boolean }[]> {
  const written = new Set((await runs.all()).map(({ packageBase64 }) => packageBase64));
  const found: { readonly row: CarriedPackage; readonly replaces: boolean }[] = [];
  for (const row of carried) {
    const own = (await packages.ofDevice(row.uniqueId)).filter((row) => errandOf(row).configures);
    const isStored = own.some(({ base64 }) => base64 === row.base64);
    // A date in the future would block every package that is fetched before it.
    const preparedAtMs = Math.min(row.preparedAtMs, clock.nowMs());
    const isOlder = own.some((one) => isOpenPackage(one) && one.preparedAtMs >= preparedAtMs);
    const check = checkPackage(row.base64 ?? '');
    if (isStored || isOlder || written.has(row.base64 ?? '') || !check.ok) continue;
    found.push({
      row: { ...row, id: newId(), preparedAtMs, token: check.token },
      replaces: own.some(isOpenPackage),
    });
  }
  return found;
}
