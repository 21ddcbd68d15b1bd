/** Composition of the jobs of the connected account, and of what hands them over: fetched when the first of their pages is opened. */
import { readCachedPages } from './service-worker/cached-pages.ts';
import type { AccountStorage } from './storage/open-account.ts';
import { sha256 } from './ui/shared/sha256.ts';
import type { HandOver, HandOverParts } from './use-cases/jobs/hand-over.ts';
import { createJobs, type JobsService } from './use-cases/jobs/jobs.ts';
import type { Clock } from './use-cases/surroundings.ts';

interface JobsComposition {
  readonly storage: Pick<AccountStorage, 'jobs' | 'templates' | 'packages' | 'skew' | 'tryRoom'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
  readonly wakeLock: { works(): Promise<boolean> };
  readonly askBackend: (uniqueId: string) => Promise<unknown>;
}

export async function openJobs(parts: JobsComposition): Promise<JobsService> {
  const { storage, clock, newId, wakeLock, askBackend } = parts;
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
      staysAwake: () => wakeLock.works(),
      readPages: () => readCachedPages(new URL(import.meta.env.BASE_URL, location.origin).href),
    },
  });
  await jobs.start();
  return jobs;
}

export async function openHandOver(parts: Omit<HandOverParts, 'sha256'>): Promise<HandOver> {
  const { createHandOver } = await import('./use-cases/jobs/hand-over.ts');
  return createHandOver({ ...parts, sha256 });
}
