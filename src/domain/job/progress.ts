/**
 * How far the beacons of a job have come: computed from packages, runs, receipts and the backend's answers alone, never
 * stored with the job.
 */
import { isWithin } from '../bulk/needs-package.ts';
import { showsAll } from '../bulk/plan.ts';
import { isOpenPackage, type CarriedPackage } from '../carried-package.ts';
import { beaconOf, NO_ROWS, type BeaconRows, type BeaconTable } from '../beacon-table.ts';
import type { AttributeValues, CachedDevice } from '../device.ts';
import { memoizeByObject, memoizeLast } from '../memoize.ts';
import { zeros } from '../record.ts';
import { countReceipts, type Receipt } from '../receipt.ts';
import { isUnfinished, receiptIdOf, type Run } from '../run.ts';
import { isOpenReceipt } from '../track.ts';
import type { Track } from '../track-marks.ts';
import { batteryState, isSetAside, type BatteryState, type Task } from './job.ts';
import { configures, physicalValues } from './planned-values.ts';

/**
 * `alreadySo`: the backend shows the planned values, and this phone wrote nothing of this plan · `onTheWay`: written,
 * not verified yet · `ready`: its package is on this phone · `trouble`: uncertain, refused or not verified, so it needs
 * another visit.
 */
type ConfigurationStanding = 'verified' | 'alreadySo' | 'onTheWay' | 'trouble' | 'ready' | 'prepared' | 'planned';

/** Of a battery where there is no configuration, or nothing else is left to do. A battery is never called verified. */
export type Standing = ConfigurationStanding | BatteryState;

export interface TaskProgress {
  readonly task: Task;
  /** Null when the device list on this phone does not contain it. */
  readonly device: CachedDevice | null;
  /** Of this plan alone: what was written for another plan does not count. */
  readonly track: Track;
  readonly standing: Standing;
  /** Null for a battery that is changed without a change of configuration. */
  readonly configuration: ConfigurationStanding | null;
  /** Null when the battery is not to be changed. */
  readonly battery: BatteryState | null;
  readonly package: CarriedPackage | null;
  readonly run: Run | null;
  readonly receipt: Receipt | null;
}

export interface JobFacts {
  readonly devices: ReadonlyMap<string, CachedDevice>;
  readonly beacons: BeaconTable;
}

/**
 * The counted parts of a job. Each beacon is in exactly one, so they add up to all, except that a configuration and a
 * battery of the same beacon are counted apart once each is done. `closed`: uncertain, and a person has closed its run,
 * for example because the beacon is gone · `left`: still to be visited · `noted` and `confirmed`: changed batteries.
 */
export const COUNT_PARTS = [
  'verified',
  'alreadySo',
  'onTheWay',
  'noted',
  'confirmed',
  'parked',
  'skipped',
  'doneElsewhere',
  'closed',
  'left',
] as const;
export type CountPart = (typeof COUNT_PARTS)[number];

/** The parts of `left`; they add up to it. */
export const LEFT_PARTS = ['trouble', 'ready', 'toChange', 'prepared', 'planned'] as const;

export type JobCounts = ReturnType<typeof countJob>;

export function countJob(progress: readonly TaskProgress[], nowMs: number) {
  const counts = zeros(COUNT_PARTS);
  const parts = zeros(LEFT_PARTS);
  const receipts: Receipt[] = [];
  let handedOver = 0;
  for (const one of progress) {
    if (one.receipt !== null) receipts.push(one.receipt);
    const own = partsOf(one, nowMs);
    for (const part of own) counts[part] += 1;
    if (own.includes('left')) parts[one.standing as keyof typeof parts] += 1;
    if (own.includes('skipped') && one.task.mark?.isHandedOver === true) handedOver += 1;
  }
  return {
    all: progress.length,
    /** Number of beacons with a configuration, which can become Verified. */
    toVerify: progress.filter(({ configuration }) => configuration !== null).length,
    /** Number of batteries to be changed or already changed, which telemetry can confirm. */
    toConfirm: progress.filter(({ battery }) => battery !== null).length,
    ...counts,
    ...parts,
    /** How many of the skipped ones were handed to another phone. */
    handedOver,
    /** Number of receipts of this plan that exist only on this phone. Their beacons are counted in the parts too. */
    onlyHere: countReceipts(receipts).onlyHere,
  };
}

/** What is known of the beacon wins over a person's mark. */
export function partsOf(one: TaskProgress, nowMs: number): readonly CountPart[] {
  const { task, standing, configuration, battery } = one;
  const done = [configuration, battery].filter((part) => part !== null && isBehind(part));
  if (isBehind(standing)) return done;
  if (task.mark !== null && isSetAside(task, nowMs)) return [...done, task.mark.kind];
  return [...done, isClosed(one) ? 'closed' : 'left'];
}

/** True for an uncertain beacon whose run a person has closed. The run may be opened again. */
function isClosed({ standing, run, receipt }: TaskProgress): boolean {
  return (
    standing === 'trouble' &&
    run?.outcome?.kind === 'closed' &&
    (receipt === null || receipt.state === 'reserved' || receipt.createdAtMs < run.startedAtMs)
  );
}

/** True when the beacon still has to be visited. */
export function isLeft(one: TaskProgress, nowMs: number): boolean {
  return partsOf(one, nowMs).includes('left');
}

export function leftOf(progress: readonly TaskProgress[], nowMs: number): TaskProgress[] {
  return progress.filter((one) => isLeft(one, nowMs));
}

/**
 * True when the plan has values for the beacon but this phone has no package for them. It can then only be prepared
 * online.
 */
export function needsNewPackage({ task, standing }: TaskProgress): boolean {
  return (standing === 'planned' || standing === 'prepared') && Object.keys(physicalValues(task.values)).length > 0;
}

/** True when nothing is left to do on site. */
export function isBehind(standing: Standing): standing is CountPart & Standing {
  return (COUNT_PARTS as readonly string[]).includes(standing);
}

/** Returns the progress of each task, as the same list and the same objects where nothing has changed. */
export function progressOf(tasks: readonly Task[], { devices, beacons }: JobFacts): readonly TaskProgress[] {
  return progressOfTasks(tasks)(devices, beacons);
}

const progressOfTasks = memoizeByObject((tasks: readonly Task[]) =>
  memoizeLast((devices: JobFacts['devices'], { stored }: BeaconTable) =>
    tasks.map((task) =>
      progressOfTask(task)(devices.get(task.uniqueId) ?? null, stored.get(task.uniqueId)?.rows ?? NO_ROWS),
    ),
  ),
);

// A step on site changes one of thousands.
const progressOfTask = memoizeByObject((task: Task) =>
  memoizeLast((device: CachedDevice | null, rows: BeaconRows) => taskProgress(task, device, rows)),
);

export function taskProgress(task: Task, device: CachedDevice | null, rows: BeaconRows): TaskProgress {
  const values = physicalValues(task.values);
  const pending = device?.pending ?? null;
  const isConfigured = configures(task);
  const isOfOtherPlan = pending !== null && !(isConfigured && isWithin(values, pending));
  const beacon = beaconOf(
    task.uniqueId,
    isConfigured ? rowsOfPlan(task, values, rows) : NO_ROWS,
    device !== null && isOfOtherPlan ? { ...device, pending: null } : device,
  );
  const { track } = beacon;
  const isShown = device !== null && pending === null && Object.keys(values).length > 0 && showsAll(device, values);
  const configuration = !isConfigured
    ? null
    : track.summary === 'nothing' && isShown
      ? 'alreadySo'
      : configurationStanding(track);
  const battery = task.battery === undefined ? null : batteryState(task.battery);
  return {
    task,
    device,
    track,
    standing: standingOf(configuration, battery),
    configuration,
    battery,
    package: beacon.package,
    run: beacon.run,
    receipt: beacon.receipt,
  };
}

/** What is left to do decides, the configuration first. */
function standingOf(configuration: ConfigurationStanding | null, battery: BatteryState | null): Standing {
  if (battery === null) return configuration ?? 'planned';
  return configuration === null || (isBehind(configuration) && battery === 'toChange') ? battery : configuration;
}

/** Returns the rows of the beacon that count for this plan. */
function rowsOfPlan(task: Task, values: AttributeValues, rows: BeaconRows): BeaconRows {
  // The usual case for thousands of beacons before the first is prepared.
  if (rows === NO_ROWS) return NO_ROWS;
  const since = task.plannedAtMs;
  const packages = rows.packages.filter(
    (row) => isWithin(values, row.values) && (row.preparedAtMs >= since || isOpenPackage(row)),
  );
  const ids = new Set(packages.map(({ id }) => id));
  const runs = rows.runs.filter(
    (run) =>
      ids.has(run.packageId) && run.outcome?.kind !== 'abandoned' && (run.startedAtMs >= since || isUnfinished(run)),
  );
  const own = new Set(runs.map(receiptIdOf));
  const receipts = rows.receipts.filter(
    (row) =>
      // One that may be this beacon's own has to be settled first, whichever plan it is of.
      (row.owner === 'unsure' && isOpenReceipt(row)) ||
      ((own.has(row.id) || isWithin(values, row.values)) && (row.createdAtMs >= since || isOpenReceipt(row))),
  );
  return { ...rows, packages, runs, receipts };
}

function configurationStanding({ summary }: Track): ConfigurationStanding {
  switch (summary) {
    case 'verified':
    case 'applied':
      return 'verified';
    case 'written':
    case 'receipt':
    case 'sent':
      return 'onTheWay';
    case 'uncertain':
    case 'refused':
    case 'notVerified':
      return 'trouble';
    case 'onThisPhone':
      return 'ready';
    case 'prepared':
    case 'waitingForGateway':
      return 'prepared';
    case 'nothing':
      return 'planned';
  }
}
