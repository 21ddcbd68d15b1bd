/** What each task of a job would do to its beacon, and what is to be said of it before anything is asked of the backend. */
import { reachRisks, type ReachRisk } from '../attributes/reach.ts';
import { isWithin } from '../bulk/needs-package.ts';
import { changeVerdict, fetchVerdict, planChange, planFetch, type PlanLine, type PlanParts } from '../bulk/plan.ts';
import type { CarriedPackage } from '../carried-package.ts';
import type { CachedDevice } from '../device.ts';
import type { Task } from './job.ts';
import { physicalValues } from './planned-values.ts';

export interface TaskPlanLine {
  readonly task: Task;
  /** null where the list on this phone does not know the beacon: this key has no access to it, or the list is old. */
  readonly line: PlanLine | null;
  readonly risks: readonly ReachRisk[];
  /** Name of another job that has the same beacon; null for none. */
  readonly otherJob: string | null;
}

interface TaskPlanFacts extends Omit<PlanParts, 'devices'> {
  readonly devices: ReadonlyMap<string, CachedDevice>;
  /** By beacon, of the other jobs. */
  readonly otherJobs: ReadonlyMap<string, string>;
}

/** A task without values of its own brings whatever is pending at the backend. */
export function planTask(task: Task, { devices, packageOf, held, otherJobs }: TaskPlanFacts): TaskPlanLine {
  const values = physicalValues(task.values);
  const device = devices.get(task.uniqueId);
  const parts: PlanParts = { devices: device === undefined ? [] : [device], packageOf, held };
  const [found = null] = Object.keys(values).length === 0 ? planFetch(parts) : planChange(parts, values);
  // What is pending is this very plan: nothing of anybody's is replaced.
  const isOwn = found?.warning === 'pending' && device?.pending != null && isWithin(values, device.pending);
  const line = isOwn ? { ...found, warning: null } : found;
  return { task, line, risks: reachRisks(values), otherJob: otherJobs.get(task.uniqueId) ?? null };
}

/** What the plan of a task asks of the backend, without the rest of it: `open` as its facts' `packageOf` says. */
export function kindOfTask(task: Task, device: CachedDevice | null, open: CarriedPackage | null): PlanLine['kind'] {
  if (device === null) return null;
  const values = physicalValues(task.values);
  const isChange = Object.keys(values).length > 0;
  return (isChange ? changeVerdict(device, values, open) : fetchVerdict(device, open)).kind;
}
