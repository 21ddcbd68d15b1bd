/** Composes the jobs of an account and their hand-over. Runs when the first of their pages is opened. */
import { pageWakeLock } from '../ui/shared/wake-lock.ts';
import type { BackendResult } from '../domain/backend-failure.ts';
import { coalesced } from '../domain/coalesced.ts';
import { readCachedPages } from '../service-worker/page/cached-pages.ts';
import type { AccountStorage } from '../storage/open-account.ts';
import { cameraState } from '../ui/elements/scan-label/camera.ts';
import { readJobText } from '../ui/shared/job-reading.ts';
import { sha256 } from '../ui/shared/sha256.ts';
import { createHandOver, type HandOver, type HandOverParts } from '../use-cases/jobs/hand-over.ts';
import { noteHungUp, type HungUpParts } from '../use-cases/jobs/hung-up.ts';
import { createJobs, type JobsService } from '../use-cases/jobs/jobs.ts';
import type { FieldPorts } from '../use-cases/jobs/ports.ts';
import type { Clock } from '../use-cases/surroundings.ts';

interface JobsComposition {
  readonly storage: Pick<AccountStorage, 'jobs' | 'templates' | 'packages' | 'skew' | 'tryRoom' | 'devices' | 'edits'>;
  /** The rows cached in memory, which are read after each change. */
  readonly cachedRows: Pick<HungUpParts, 'packages' | 'runs'> & Pick<AccountStorage, 'receipts'>;
  readonly outbox: HungUpParts['outbox'];
  readonly onTrouble: (error: unknown) => void;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
  readonly bluetooth: FieldPorts['bluetooth'];
  readonly askBackend: (uniqueId: string) => Promise<BackendResult<unknown>>;
}

export async function openJobs(parts: JobsComposition): Promise<JobsService> {
  const { storage, cachedRows, outbox, clock, newId, bluetooth, askBackend, onTrouble } = parts;
  const jobs = createJobs({
    store: storage.jobs,
    templates: storage.templates,
    clock,
    newId,
    field: {
      packages: storage.packages,
      skew: storage.skew,
      askBackend,
      tryRoom: (bytes) => storage.tryRoom(bytes),
      staysAwake: () => pageWakeLock().works(),
      bluetooth,
      cameraState,
      readPages: readCachedPages,
    },
  });
  await jobs.start();
  const { devices, edits } = storage;
  const noteOnce = coalesced(() => noteHungUp({ ...cachedRows, jobs, devices, edits, outbox }));
  // A failure is reported; the next change tries again.
  const note = (): void => void noteOnce().catch(onTrouble);
  const stopNoting = [cachedRows.receipts.watch(note), jobs.state.subscribe(note)];
  return {
    ...jobs,
    close() {
      for (const stop of stopNoting) stop();
      jobs.close();
    },
  };
}

interface HandOverComposition extends Omit<HandOverParts, 'sha256' | 'readFile'> {
  readonly trustUrl: (url: string) => string;
}

export function openHandOver({ trustUrl, ...parts }: HandOverComposition): HandOver {
  const startWorker = (url: string): Worker => new Worker(trustUrl(url), { type: 'module' });
  return createHandOver({ ...parts, sha256, readFile: (text, signal) => readJobText(startWorker, text, signal) });
}
