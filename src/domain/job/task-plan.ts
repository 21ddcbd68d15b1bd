/**
 * What each task of a job would change on its beacon, and which warnings apply before anything is sent to the backend.
 */
import { reachRisks } from '../attributes/reach.ts';
import { isWithin } from '../bulk/needs-package.ts';
import { changeVerdict, fetchVerdict, planChange, planFetch, type PlanLine, type PlanParts } from '../bulk/plan.ts';
import type { CarriedPackage } from '../carried-package.ts';
import type { CachedDevice } from '../device.ts';
import type { Task } from './job.ts';
import { configures, physicalValues } from './planned-values.ts';

export type TaskPlanLine = ReturnType<typeof planTask>;

interface TaskPlanFacts extends Omit<PlanParts, 'devices'> {
  readonly devices: ReadonlyMap<string, CachedDevice>;
  /** Names of other jobs, by beacon. */
  readonly otherJobs: ReadonlyMap<string, string>;
}

/** Plans one task. A task without values, other than of a battery, delivers whatever is pending at the backend. */
export function planTask(task: Task, { devices, packageOf, heldOf, otherJobs }: TaskPlanFacts) {
  const values = physicalValues(task.values);
  const device = devices.get(task.uniqueId);
  const parts: PlanParts = { devices: device === undefined ? [] : [device], packageOf, heldOf };
  const [found = null] = !configures(task)
    ? []
    : Object.keys(values).length === 0
      ? planFetch(parts)
      : planChange(parts, values);
  // The pending configuration is this very plan: nobody's values are replaced.
  const isOwn = found?.warning === 'pending' && device?.pending != null && isWithin(values, device.pending);
  const line: PlanLine | null = isOwn ? { ...found, warning: null } : found;
  return {
    task,
    /**
     * Null when the device list on this phone does not contain the beacon: the key has no access to it, or the list is
     * old. Null too for a battery without a change of configuration.
     */
    line,
    risks: reachRisks(values),
    /** Name of another job with the same beacon; null when there is none. */
    otherJob: otherJobs.get(task.uniqueId) ?? null,
  };
}

/** Returns only the kind of the line that `planTask` would return. `open`: the stored package of the device. */
export function kindOfTask(task: Task, device: CachedDevice | null, open: CarriedPackage | null): PlanLine['kind'] {
  if (device === null || !configures(task)) return null;
  const values = physicalValues(task.values);
  const isChange = Object.keys(values).length > 0;
  return (isChange ? changeVerdict(device, values, open) : fetchVerdict(device, open)).kind;
}
