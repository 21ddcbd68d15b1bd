/** Finds tasks whose beacon others have changed since its package was fetched. */
import { isOvertaken, isWrittenSince } from '../provisioning/changed-at-backend.ts';
import type { TaskProgress } from './progress.ts';

/** `prepared`: the backend has another pending change · `written`: the beacon was written, not by this phone. */
export function changeSince({ device, package: carried, standing }: TaskProgress): 'prepared' | 'written' | null {
  if (standing !== 'ready' || device === null || carried === null) return null;
  if (isOvertaken(carried, device)) return 'prepared';
  return isWrittenSince(carried, device) ? 'written' : null;
}

export function isStale(one: TaskProgress): boolean {
  return changeSince(one) !== null;
}
