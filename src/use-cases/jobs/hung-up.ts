/**
 * Notes the beacons of a job as hung up: deployment status, date and installer become virtual edits in the outbox, once
 * for each beacon that this device has configured and the backend has verified.
 */
import type { AttributeValues } from '../../domain/device.ts';
import type { Job, Task } from '../../domain/job/job.ts';
import { NO_ROWS, tableOf, type BeaconRows } from '../../domain/beacon-table.ts';
import { taskProgress } from '../../domain/job/progress.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit, VirtualName, VirtualValues } from '../../domain/virtual-edit.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxEdits } from '../outbox/ports.ts';
import type { DeviceStore, PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { JobsService } from './jobs.ts';

interface HungUpParts {
  readonly jobs: Pick<JobsService, 'state' | 'markHungUp'>;
  readonly packages: Pick<PackageStore, 'all'>;
  readonly runs: Pick<RunStore, 'all'>;
  readonly receipts: Pick<ReceiptStore, 'all'>;
  readonly devices: Pick<DeviceStore, 'get'>;
  readonly edits: Pick<OutboxEdits, 'get'>;
  readonly outbox: Pick<Outbox, 'editMany'>;
}

/**
 * Safe to call at any time and from every window: a beacon that was noted is not noted again, and the same note twice is
 * one edit. Returns how many beacons were noted.
 */
export async function noteHungUp(parts: HungUpParts): Promise<number> {
  const { jobs, devices, edits, outbox } = parts;
  const noting = jobs.state.value.jobs.filter(({ hungUp }) => hungUp?.isNoted === true);
  if (noting.length === 0) return 0;
  const [packages, runs, receipts] = await Promise.all([parts.packages.all(), parts.runs.all(), parts.receipts.all()]);
  const { stored } = tableOf({ packages, runs, receipts, edits: [], underWay: new Set() });
  let noted = 0;
  for (const job of noting)
    for (const task of jobs.state.value.tasks.get(job.id) ?? []) {
      const receipt =
        task.hungUpAtMs === undefined ? verifiedReceipt(task, stored.get(task.uniqueId)?.rows ?? NO_ROWS) : null;
      const device = receipt === null ? null : await devices.get(task.uniqueId);
      if (receipt === null || device === null) continue;
      const edit = await edits.get(task.uniqueId);
      // A person has to settle a parked edit first: adding to it would send it.
      if (edit?.state === 'parked') continue;
      // The edit comes first: if the app ends here, the next call makes the same edit, which changes nothing.
      await outbox.editMany([{ device, values: withoutTyped(deploymentOf(job, receipt), edit) }]);
      await jobs.markHungUp([task.id]);
      noted += 1;
    }
  return noted;
}

/** The receipt by which this device has verified the plan of the task; null if there is none or another device read it. */
function verifiedReceipt(task: Task, rows: BeaconRows): Receipt | null {
  if (rows.receipts.length === 0) return null;
  const { configuration, receipt } = taskProgress(task, null, rows);
  return configuration === 'verified' && receipt?.state === 'verified' && receipt.origin !== 'import' ? receipt : null;
}

function deploymentOf({ hungUp }: Job, { updatedSeconds }: Receipt): VirtualValues {
  const by = hungUp?.by ?? '';
  return {
    'deployment.status': 'DEPLOYED',
    // ISO 8601 with the time (field-facts.md 6).
    'deployment.deploymentDate': new Date(updatedSeconds * 1000).toISOString(),
    ...(by === '' ? {} : { [by.includes('@') ? 'deployment.installerEmail' : 'deployment.installerName']: by }),
  };
}

/** What the person has typed and not sent yet stays. */
function withoutTyped(values: VirtualValues, edit: VirtualEdit | null): VirtualValues {
  const typed: AttributeValues = edit === null || edit.state === 'saved' ? {} : edit.values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => typed[name as VirtualName] === undefined));
}
