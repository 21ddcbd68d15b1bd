/** The beacons of an account as the screens show them: derived from its rows, the runs in progress and the device list. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { tableOf, type Beacon, type BeaconTable } from '../../domain/beacon-table.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { devicesById } from '../../domain/device-list/by-id.ts';
import { listedDevice, type ListedDevices } from '../../domain/device-list/listed.ts';
import { isOpen } from '../../domain/open-run.ts';
import type { Run } from '../../domain/run.ts';
import type { OutboxState } from '../outbox/outbox.ts';
import type { RunProgress } from '../run/runs.ts';

/** Both follow the signals that they are derived from, when an element or a computed value reads them. */
export type Beacons = ReturnType<typeof createBeacons>;

interface Sources {
  readonly devices: ReadonlySignal<ListedDevices>;
  readonly packages: ReadonlySignal<readonly CarriedPackage[]>;
  readonly runs: ReadonlySignal<readonly Run[]>;
  readonly outbox: ReadonlySignal<Pick<OutboxState, 'receipts' | 'edits'>>;
  /** The run in progress in this window. */
  readonly current: ReadonlySignal<RunProgress | null>;
  /** IDs of the runs in progress in other windows. */
  readonly elsewhere: ReadonlySignal<ReadonlySet<string>>;
  readonly onTrouble: (error: unknown) => void;
}

export function createBeacons({ devices, packages, runs, outbox, current, elsewhere, onTrouble }: Sources) {
  const receipts = computed(() => outbox.value.receipts);
  const edits = computed(() => outbox.value.edits);
  // A run changes with each of its steps, but is under way until its end.
  const openRun = computed(() => (isOpen(current.value) ? current.value.runId : null));
  let last: BeaconTable | null = null;
  const table = computed(() => {
    const here = openRun.value === null ? [] : [openRun.value];
    last = tableOf(
      {
        packages: packages.value,
        runs: runs.value,
        receipts: receipts.value,
        edits: edits.value,
        underWay: new Set([...elsewhere.value, ...here]),
      },
      last,
      (uniqueId, cause) => onTrouble(new Error(`The stored rows of ${uniqueId} cannot be read together.`, { cause })),
    );
    return last;
  });
  return {
    /** All beacons with stored rows; another object only when one of them has changed. */
    table,
    /** Returns the beacon, listed or not. */
    of(uniqueId: string): Beacon {
      const list = devices.value;
      const listed =
        list.devices === null ? listedDevice(list, uniqueId) : (devicesById(list.devices).get(uniqueId) ?? null);
      return table.value.of(uniqueId, listed);
    },
  };
}
