/** What is known of each device on this phone: its newest package, run and receipt, its unsent edit, and the track they make. */
import { isOfCommand } from '../../domain/commands/command.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import { isOpenReceipt, trackOf, type Track } from '../../domain/track.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';

interface DeviceRows {
  readonly packages: readonly CarriedPackage[];
  readonly runs: readonly Run[];
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
}

/** The newest rows of one device that still speak of its present configuration. */
export interface DeviceFacts {
  readonly package: CarriedPackage | null;
  readonly run: Run | null;
  readonly receipt: Receipt | null;
  readonly edit: VirtualEdit | null;
}

export const NO_FACTS: DeviceFacts = { package: null, run: null, receipt: null, edit: null };

/** Sorts the rows by device once, for lists of any length. */
export function factsByDevice(rows: DeviceRows): ReadonlyMap<string, DeviceFacts> {
  const facts = new Map<string, DeviceFacts>();
  const change = (uniqueId: string, part: Partial<DeviceFacts>): void =>
    void facts.set(uniqueId, { ...(facts.get(uniqueId) ?? NO_FACTS), ...part });
  for (const row of rows.packages) {
    if (row.kind !== 'configuration' || row.state === 'replaced') continue;
    const known = facts.get(row.uniqueId)?.package;
    if (!known || known.preparedAtMs < row.preparedAtMs) change(row.uniqueId, { package: row });
  }
  for (const row of rows.runs) {
    if (row.outcome?.kind === 'abandoned' || isOfCommand(row)) continue;
    const known = facts.get(row.uniqueId)?.run;
    if (!known || known.startedAtMs < row.startedAtMs) change(row.uniqueId, { run: row });
  }
  for (const row of rows.receipts) {
    if (row.state === 'reserved') continue;
    const known = facts.get(row.uniqueId)?.receipt;
    if (!known || known.createdAtMs < row.createdAtMs) change(row.uniqueId, { receipt: row });
  }
  for (const row of rows.edits) change(row.uniqueId, { edit: row });
  return facts;
}

/** The track of a device: a package that is newer than the last run and receipt begins a new way. */
export function trackOfDevice(device: CachedDevice | null, facts: DeviceFacts): Track {
  const open = facts.package !== null && (facts.package.state === 'carried' || facts.package.state === 'prepared');
  const since = open ? facts.package.preparedAtMs : 0;
  const run = facts.run !== null && facts.run.startedAtMs >= since ? facts.run : null;
  let receipt =
    facts.receipt !== null && (facts.receipt.createdAtMs >= since || isOpenReceipt(facts.receipt))
      ? facts.receipt
      : null;
  const pending = device !== null && device.pending !== null;
  // Verified, and yet something waits that was read later: another configuration has been prepared since.
  const overtaken =
    receipt?.state === 'verified' && pending && device.readAtMs > (receipt.settledAtMs ?? receipt.createdAtMs);
  if (overtaken) receipt = null;
  return trackOf({ pending, package: open ? facts.package : null, run: overtaken ? null : run, receipt });
}
