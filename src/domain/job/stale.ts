/** Packages that the backend has overtaken: somebody has prepared something else for the same beacon since. */
import { isWithin } from '../bulk/plan.ts';
import type { TaskProgress } from './progress.ts';

/** Where the backend says of nothing that it is pending, nothing is concluded: it need not say it. */
export function isStale({ device, package: carried, standing }: TaskProgress): boolean {
  const pending = device?.pending ?? null;
  return (
    standing === 'ready' &&
    pending !== null &&
    carried !== null &&
    device!.readAtMs > (carried.fetchedAtMs ?? carried.preparedAtMs) &&
    !isWithin(carried.values, pending)
  );
}
