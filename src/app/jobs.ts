/** Composes the jobs of an account and their hand-over. Runs when the first of their pages is opened. */
import { pageWakeLock } from '../ui/shared/wake-lock.ts';
import type { BackendResult } from '../domain/backend-failure.ts';
import { readCachedPages } from '../service-worker/page/cached-pages.ts';
import type { AccountStorage } from '../storage/open-account.ts';
import { cameraState } from '../ui/elements/scan-label/camera.ts';
import { readJobText } from '../ui/shared/job-reading.ts';
import { sha256 } from '../ui/shared/sha256.ts';
import { createHandOver, type HandOver, type HandOverParts } from '../use-cases/jobs/hand-over.ts';
import { createJobs, type JobsService } from '../use-cases/jobs/jobs.ts';
import type { FieldPorts } from '../use-cases/jobs/ports.ts';
import type { Clock } from '../use-cases/surroundings.ts';

interface JobsComposition {
  readonly storage: Pick<AccountStorage, 'jobs' | 'templates' | 'packages' | 'skew' | 'tryRoom'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
  readonly bluetooth: FieldPorts['bluetooth'];
  readonly askBackend: (uniqueId: string) => Promise<BackendResult<unknown>>;
}

export async function openJobs(parts: JobsComposition): Promise<JobsService> {
  const { storage, clock, newId, bluetooth, askBackend } = parts;
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
  return jobs;
}

interface HandOverComposition extends Omit<HandOverParts, 'sha256' | 'readFile'> {
  readonly trustUrl: (url: string) => string;
}

export function openHandOver({ trustUrl, ...parts }: HandOverComposition): HandOver {
  const startWorker = (url: string): Worker => new Worker(trustUrl(url), { type: 'module' });
  return createHandOver({ ...parts, sha256, readFile: (text, signal) => readJobText(startWorker, text, signal) });
}
