/** Composes the sender and preparing, in the same way for the page, the service worker and the simulated windows. */
import { withVerified } from '../../domain/device-answers.ts';
import { errandOf } from '../../domain/errand.ts';
import type { ExtensionStore } from '../extensions.ts';
import type { PrepareBackend } from '../prepare/backend-port.ts';
import type { PrepareParts } from '../prepare/prepare-parts.ts';
import type { PackagesView } from '../prepare/packages-view.ts';
import { createPrepare } from '../prepare/prepare.ts';
import { runningRuns } from '../run/run-views.ts';
import type { DeviceStore, PackageStore, RunStore } from '../stores.ts';
import type { Locks } from '../surroundings.ts';
import { createDrainer } from './drainer.ts';
import type { DrainerParts } from './drainer-parts.ts';
import { createOutbox, type OutboxParts } from './outbox.ts';
import type { OutboxView } from './outbox-view.ts';
import type { DeliveryBackend, OutboxDevices, OutboxEdits, OutboxReceipts, QueueStore } from './ports.ts';

interface SenderParts
  extends
    Pick<OutboxParts, 'account' | 'clock' | 'newId' | 'sources' | 'keyMark' | 'isOwnKey' | 'readFile'>,
    Pick<DrainerParts, 'random' | 'hasKey' | 'pace'>,
    Pick<PrepareParts, 'fetchBlinks'> {
  readonly storage: {
    readonly receipts: OutboxReceipts;
    readonly edits: OutboxEdits;
    readonly queue: QueueStore;
    readonly devices: DeviceStore & OutboxDevices;
    readonly packages: PackageStore;
    readonly runs: RunStore;
    readonly extensions: ExtensionStore;
  } & Pick<OutboxParts, 'removeImported' | 'whenCutOff'>;
  /** Receipts as this window knows them, to choose the next step from. */
  readonly cachedReceipts: DrainerParts['receipts'];
  readonly backend: DeliveryBackend & PrepareBackend;
  readonly locks: Pick<Locks, 'acquire' | 'held'>;
  /** The rows, which the page reads before it sends. Whoever created the views opens and closes them. */
  readonly views: { readonly outbox: OutboxView; readonly packages: PackagesView };
  /** Reports every failure of storage, of the lock and of the callbacks after a delivery. */
  readonly onTrouble: (error: unknown) => void;
}

/** `outbox` sends automatically once it is started; `drain` sends everything due once, without that. */
export function composeSender(parts: SenderParts) {
  const { storage, locks, clock, views } = parts;
  const { devices, packages, extensions } = storage;
  const prepare = createPrepare(
    { ...storage, ...parts, drain: () => outbox.kick('enqueued'), running: () => runningRuns(locks) },
    views.packages,
  );
  const drainer = createDrainer({
    ...storage,
    ...parts,
    receipts: parts.cachedReceipts,
    onNewPackage: (uniqueId, base64) => prepare.keepOffered(uniqueId, base64),
    learn: (extension, isOffered) => extensions.put(extension, { isOffered, atMs: clock.nowMs() }),
    async onVerified({ uniqueId, values }) {
      const device = await devices.get(uniqueId);
      if (device !== null) await devices.putMany([withVerified(device, values)]);
      await prepare.retireApplied(uniqueId, values);
    },
  });
  const outbox = createOutbox({
    ...storage,
    ...parts,
    async valuesOf(uniqueId) {
      const configurations = (await packages.ofDevice(uniqueId)).filter((row) => errandOf(row).configures);
      return configurations.toSorted((a, b) => b.preparedAtMs - a.preparedAtMs)[0]?.values ?? null;
    },
    drainer,
    view: views.outbox,
  });
  return { prepare, outbox, drain: drainer.drain };
}
