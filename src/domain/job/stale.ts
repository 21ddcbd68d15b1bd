/** Finds tasks whose package on this phone a newer state of the backend has replaced. */
import { isOvertaken } from '../provisioning/changed-at-backend.ts';
import type { TaskProgress } from './progress.ts';

export function isStale({ device, package: carried, standing }: TaskProgress): boolean {
  return standing === 'ready' && device !== null && carried !== null && isOvertaken(carried, device);
}
