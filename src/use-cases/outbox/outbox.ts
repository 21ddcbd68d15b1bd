/** The outbox for the screens: its rows, a person's actions, and the sender behind them. */
import { handledElsewhere } from '../../domain/unawaited.ts';
import { showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import type { Account } from '../../domain/account.ts';
import type { AttributeValues, CachedDevice } from '../../domain/device.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { liftPauseForKey } from './pause.ts';
import type { Drainer } from './drainer.ts';
import { createEditActs } from './edit-acts.ts';
import { createFileActs } from './file-acts.ts';
import type { ImportParts } from './import.ts';
import type { OutboxCore } from './outbox-core.ts';
import type { OutboxClock, OutboxDevices, OutboxEdits, OutboxReceipts, QueueStore, QueuePause } from './ports.ts';
import type { OutboxView } from './outbox-view.ts';
import { createReceiptActs } from './receipt-acts.ts';
import { createSendActs } from './send-acts.ts';
import { startTriggers, type Trigger, type TriggerSource, type Triggers } from './triggers.ts';
import type { ReadonlySignal } from '@preact/signals-core';
import type { FileFault } from '../../domain/file-faults.ts';
import type { SyncProgress } from '../../domain/delivery/sync-progress.ts';
import type { VirtualEdit, VirtualValues } from '../../domain/virtual-edit.ts';

/** Why sending keeps failing on this device: it has no free space, or storage or the lock fails for another reason. */
export type SendTrouble = 'storageFull' | 'storageFailed';

/** Everything in it has been read: an account is offered to the screens only then. */
export interface OutboxState {
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
  readonly onlyHere: number;
  /** Those of them that are in no exported file, as far as is known. */
  readonly unexported: number;
  /** Receipts that the backend accepted but did not verify. */
  readonly unverified: number;
  /** Number of entries that need a person. */
  readonly needsYou: number;
  readonly pause: QueuePause | null;
  readonly sending: boolean;
  /** Progress while it sends; else null. */
  readonly sync: SyncProgress | null;
  /** Set after three failures of storage or the lock in a row; null once it works again. */
  readonly trouble: SendTrouble | null;
  /** What was found damaged or was restored at the start, as codes for the strings. */
  readonly storageRemarks: readonly string[];
}

export type ImportOutcome =
  /** `problems`: receipts in the file that could not be read. */
  | {
      readonly kind: 'imported';
      readonly added: number;
      readonly known: number;
      readonly problems?: readonly FileFault[];
    }
  | { readonly kind: 'otherAccount'; readonly accountId: string; readonly baseUrl: string; readonly count: number }
  | { readonly kind: 'invalid'; readonly problems: readonly FileFault[] };

/** The contents of a file before it is imported. */
export type FilePreview =
  | {
      readonly kind: 'file';
      readonly count: number;
      /** Number of different beacons. */
      readonly devices: number;
      readonly accountId: string;
      readonly baseUrl: string;
      /** null when the file does not contain it. */
      readonly exportedAtMs: number | null;
      readonly ofThisAccount: boolean;
      /** Rows that cannot be read and would be left out. */
      readonly problems: readonly FileFault[];
      /** Fields that this version does not know and leaves out, by path. */
      readonly dropped: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly FileFault[] };

interface ReceiptExport {
  /** JSON text of the file. It contains the account ID and base URL, but no credentials. */
  readonly text: string;
  /** IDs of the receipts in the file. */
  readonly ids: readonly string[];
}

export interface Outbox {
  readonly state: ReadonlySignal<OutboxState>;
  /** Sends everything that may be sent now. */
  sendNow(ids?: readonly string[]): Promise<void>;
  /** Holds a receipt back, or frees it. Freeing a reading asks to bring the backend up to date with it. */
  hold(id: string, held: boolean): Promise<void>;
  holdEdit(uniqueId: string, held: boolean): Promise<void>;
  /** Retries what the backend has refused, by default all of it. An edit is named by the ID of its device. */
  retryParked(ids?: readonly string[]): Promise<void>;
  /** Marks a receipt as done by a person: kept, no longer counted, blocks nothing; `takeUp` undoes it. */
  giveUp(id: string): Promise<void>;
  takeUp(id: string): Promise<void>;
  /** Posts a held plain refusal anyway. */
  sendAnyway(id: string): Promise<void>;
  /** Assigns a receipt of unsure owner to another candidate and posts it again. */
  assignOwner(id: string, uniqueId: string): Promise<void>;
  resume(): Promise<void>;
  /** Exports receipts by ID, by default all that are not verified. */
  export(ids?: readonly string[]): Promise<ReceiptExport>;
  /** Records that a file with these receipts was saved, so that their export is not suggested again. */
  noteExported(ids: readonly string[]): Promise<void>;
  /** Returns what a file contains. Stores nothing. */
  preview(text: string, signal?: AbortSignal): Promise<FilePreview>;
  /** Removes imported receipts with their second copies; those of a run stay. Returns what was removed. */
  removeImported(ids: readonly string[]): Promise<readonly Receipt[]>;
  /** Undoes `removeImported`. */
  restoreImported(rows: readonly Receipt[]): Promise<void>;
  import(text: string, options?: { intoThisAccount?: boolean }): Promise<ImportOutcome>;
  editVirtual(device: CachedDevice, values: VirtualValues): Promise<void>;
  /** Edits many devices. When one fails, those saved before stay saved. */
  editMany(edits: readonly { readonly device: CachedDevice; readonly values: VirtualValues }[]): Promise<void>;
  discardEdit(uniqueId: string): Promise<VirtualEdit | null>;
  restoreEdit(edit: VirtualEdit): Promise<void>;
}

export interface OutboxParts extends ImportParts {
  readonly account: Account;
  readonly receipts: OutboxReceipts;
  readonly edits: OutboxEdits;
  readonly queue: QueueStore;
  readonly devices: OutboxDevices;
  readonly clock: OutboxClock;
  readonly sources: readonly TriggerSource[];
  /** Returns a mark of the account's key for one export, with a new salt; null while the key is not in memory. */
  readonly keyMark: () => Promise<string | null>;
  /** Returns the values of a device's newest package, for a receipt that is assigned to the device. */
  readonly valuesOf: (uniqueId: string) => Promise<AttributeValues | null>;
  /**
   * Calls back when the browser has closed the account's database, for example because site data was cleared. Returns a
   * function that unsubscribes.
   */
  readonly whenCutOff: (listener: () => void) => () => void;
  readonly drainer: Drainer;
  /** The view of the rows, which may have been read already. */
  readonly view: OutboxView;
  readonly onTrouble: (error: unknown) => void;
}

export interface RunningOutbox extends Outbox {
  /** Reads the rows, removes edits saved long ago, and starts sending. */
  start(): Promise<void>;
  stop(): void;
  /** Passes on an event from elsewhere in the page, such as a receipt that was just stored. */
  kick(trigger: Trigger): Promise<void>;
  /** Called when a key was entered: ends a pause that waits for one, and sends. */
  keyGiven(): Promise<void>;
}

/** How long a saved edit stays visible, ms. */
const SHOW_SAVED_MS = 86_400_000;

export function createOutbox(parts: OutboxParts): RunningOutbox {
  const { account, receipts, queue, clock, drainer, view } = parts;
  const { state, load } = view;
  const isMine = ({ accountId }: Receipt): boolean => accountId === account.id;
  let triggers: Triggers | null = null;
  let leave: (() => void)[] = [];
  /** The waiting receipts at the last check. */
  let lastWaiting: ReadonlySet<string> = new Set();

  const kick = async (trigger: Trigger): Promise<void> => void (await triggers?.kick(trigger));

  /** Sends after a person's press. Rejects if storage or the lock failed, so that the press is answered at once. */
  async function kickNow(): Promise<void> {
    if ((await triggers?.kick('button')) === false) throw new Error('Sending failed on this device');
  }

  async function start(): Promise<void> {
    if (triggers !== null) return;
    view.follow();
    leave = [
      parts.devices.watch(() => void checkSentReceipts().catch(parts.onTrouble)),
      parts.whenCutOff(() => void storeUndeliveredAgain().catch(parts.onTrouble)),
    ];
    triggers = startTriggers({
      drain: drainer.drain,
      clock,
      sources: parts.sources,
      onSending: view.tellSending,
      onDrained: view.tellDrained,
      onFailed: view.tellFailed,
    });
    await forgetSavedEdits(parts).catch(parts.onTrouble);
    // The view has reported the failure; the first drain tries storage once more.
    await handledElsewhere(load());
    // The outbox was stopped in the meantime.
    if (triggers === null) return;
    lastWaiting = waiting();
    leave.push(state.subscribe(sendIfNew));
    void kick('start');
  }

  /**
   * The database may have been emptied while the app is open. Stores the undelivered receipts in this window's memory
   * again.
   */
  async function storeUndeliveredAgain(): Promise<void> {
    const undelivered = state.value.receipts.filter((row) => row.state !== 'verified');
    await receipts.addMissing(undelivered);
    await load();
    void kick('enqueued');
  }

  /**
   * Sends receipts that were stored elsewhere: by another window that was closed before it sent them, or by a run that
   * continued while its account was closed and opened again.
   */
  function sendIfNew(): void {
    const before = lastWaiting;
    lastWaiting = waiting();
    if ([...lastWaiting].some((id) => !before.has(id))) void kick('remote');
  }

  function waiting(): ReadonlySet<string> {
    return new Set(state.value.receipts.filter((row) => row.state === 'waiting').map(({ id }) => id));
  }

  async function checkSentReceipts(): Promise<void> {
    if (await rereadShownReceipts(parts)) await kick('remote');
  }

  const core: OutboxCore = { parts, isMine, load, kick };
  return {
    ...createSendActs(core, kickNow),
    ...createReceiptActs(core),
    ...createEditActs(core),
    ...createFileActs(core),
    state,
    start,
    stop() {
      triggers?.stop();
      for (const unsubscribe of leave) unsubscribe();
      view.close();
      triggers = null;
      leave = [];
    },
    kick,
    async keyGiven() {
      drainer.keyGiven();
      await liftPauseForKey(queue);
      await kick('key');
    },
  };
}

async function forgetSavedEdits({ edits, clock }: OutboxParts): Promise<void> {
  for (const edit of await edits.all()) {
    if (edit.state === 'saved' && clock.nowMs() - edit.changedAtMs > SHOW_SAVED_MS)
      await edits.update(edit.uniqueId, (row) => (row?.state === 'saved' ? null : row));
  }
}

/**
 * Schedules another read for Sent receipts whose values appeared in the list since the last read. Returns whether there
 * are any.
 */
async function rereadShownReceipts({ receipts, devices, view }: OutboxParts): Promise<boolean> {
  let found = false;
  for (const row of view.state.value.receipts) {
    if (row.state !== 'sent' || row.settledAtMs === null || row.givenUpAtMs !== undefined) continue;
    const device = await devices.get(row.uniqueId);
    if (
      device === null ||
      device.readAtMs <= row.settledAtMs ||
      device.pending !== null ||
      !showsValues(valuesOf(device), row.values)
    )
      continue;
    await receipts.update(row.id, (now) =>
      now.state === 'sent' && now.settledAtMs === row.settledAtMs
        ? { ...now, nextAtMs: null, settledAtMs: null }
        : null,
    );
    found = true;
  }
  return found;
}
