/** The outbox for the screens: its rows, a person's actions, and the sender behind them. */
import { handledElsewhere } from '../../domain/unawaited.ts';
import type { RequestedWait } from '../../domain/delivery/backoff.ts';
import { editAgain, mergeEdit } from '../../domain/delivery/edits.ts';
import { showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import { forgive, giveTo, giveUp, sendAgain, sendAnyway, takeUp } from '../../domain/delivery/rows.ts';
import { writeReceiptFile } from '../../domain/receipt-file.ts';
import type { Account } from '../../domain/account.ts';
import type { AttributeValues, CachedDevice } from '../../domain/device.ts';
import { withHold, type Receipt } from '../../domain/receipt.ts';
import { liftPauseForKey } from './pause.ts';
import type { Drainer } from './drainer.ts';
import type { ImportParts } from './import.ts';
import type { Clock } from '../surroundings.ts';
import type { OutboxDevices, OutboxEdits, OutboxReceipts, QueueStore, QueuePause } from './ports.ts';
import type { OutboxView } from './outbox-view.ts';
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
  /** Number of receipts that are still to be sent. */
  readonly toSend: number;
  /** Number of receipts that exist only on this phone and are in no exported file, as far as is known. */
  readonly unexported: number;
  /** Receipts that the backend accepted but did not verify. */
  readonly unverified: number;
  /** Number of entries that need a person. */
  readonly needsYou: number;
  readonly pause: QueuePause | null;
  /** The wait that the backend last required; it may be over. */
  readonly wait?: RequestedWait | null;
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

/** What the screens may call. */
export type Outbox = Omit<RunningOutbox, 'start' | 'stop' | 'kick' | 'keyGiven'>;

export interface OutboxParts extends ImportParts {
  readonly account: Account;
  readonly receipts: OutboxReceipts;
  readonly edits: OutboxEdits;
  readonly queue: QueueStore;
  readonly devices: OutboxDevices;
  readonly clock: Clock;
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

export type RunningOutbox = ReturnType<typeof createOutbox>;

/** Loaded on request, because most visits read no file. */
const importing = () => import('./import.ts');

/** How long a saved edit stays visible, ms. */
const SHOW_SAVED_MS = 86_400_000;

export function createOutbox(parts: OutboxParts) {
  const { account, receipts, edits, queue, devices, clock, drainer, view } = parts;
  const { load } = view;
  const state: ReadonlySignal<OutboxState> = view.state;
  const isMine = ({ accountId }: Receipt): boolean => accountId === account.id;
  let triggers: Triggers | null = null;
  let leave: (() => void)[] = [];
  /** The waiting receipts at the last check. */
  let lastWaiting: ReadonlySet<string> = new Set();

  /** Passes on an event from elsewhere in the page, such as a receipt that was just stored. */
  const kick = async (trigger: Trigger): Promise<void> => void (await triggers?.kick(trigger));

  /** Sends after a person's press. Rejects if storage or the lock failed, so that the press is answered at once. */
  async function kickNow(): Promise<void> {
    if ((await triggers?.kick('button')) === false) throw new Error('Sending failed on this device');
  }

  /** Reads the rows, removes edits saved long ago, and starts sending. */
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

  /** Ends a pause and forgives what was parked. */
  async function lift(): Promise<void> {
    // Stored in the rows, where every window and the worker see it.
    for (const row of await receipts.all())
      if (isMine(row) && row.state === 'parked') await receipts.update(row.id, forgive);
    await queue.setPause(null);
  }

  /** Edits many devices. When one fails, those saved before stay saved. */
  async function editMany(
    all: readonly { readonly device: CachedDevice; readonly values: VirtualValues }[],
  ): Promise<void> {
    try {
      for (const { device, values } of all)
        await edits.update(device.uniqueId, (row) => mergeEdit(row, device, values, clock.nowMs()));
    } finally {
      await load();
      void kick('enqueued');
    }
  }

  /**
   * Reads the receipts for an export. When storage fails, uses the rows that were last read, because an export must
   * work then too.
   */
  async function readAll(): Promise<readonly Receipt[]> {
    try {
      return await receipts.all();
    } catch (error) {
      const rows = view.lastRead();
      if (rows === null) throw error;
      parts.onTrouble(error);
      return rows;
    }
  }

  return {
    state,
    /** Sends everything that may be sent now. */
    async sendNow(ids?: readonly string[]): Promise<void> {
      for (const id of ids ?? []) {
        await receipts.update(id, (row) => (isMine(row) ? sendAgain(row) : null));
        const device = await devices.get(id);
        await edits.update(id, (row) => row && editAgain(row, device));
      }
      await load();
      await kickNow();
      await load();
    },
    /** Retries what the backend has refused, by default all of it. An edit is named by the ID of its device. */
    async retryParked(ids?: readonly string[]): Promise<void> {
      const isWanted = (id: string): boolean => ids === undefined || ids.includes(id);
      for (const row of await receipts.all())
        if (isMine(row) && isRefused(row) && isWanted(row.id))
          await receipts.update(row.id, (now) => (isRefused(now) ? sendAgain(now) : null));
      for (const row of await edits.all()) {
        if (row.state !== 'parked' || !isWanted(row.uniqueId)) continue;
        const device = await devices.get(row.uniqueId);
        await edits.update(row.uniqueId, (now) => now && editAgain(now, device));
      }
      if ((await queue.pause())?.reason === 'sameRefusal') await lift();
      await load();
      await kickNow();
    },
    async resume(): Promise<void> {
      await lift();
      await load();
      await kickNow();
    },
    /** Holds a receipt back, or frees it. Freeing a reading asks to bring the backend up to date with it. */
    async hold(id: string, held: boolean): Promise<void> {
      await receipts.update(id, (row) => withHold(row, held, clock.nowMs()));
      await load();
      if (!held) void kick('enqueued');
    },
    /** Marks a receipt as done by a person: kept, no longer counted, blocks nothing; `takeUp` undoes it. */
    async giveUp(id: string): Promise<void> {
      await receipts.update(id, (row) => (isMine(row) ? giveUp(row, clock.nowMs()) : null));
      await load();
    },
    async takeUp(id: string): Promise<void> {
      await receipts.update(id, (row) => (isMine(row) ? takeUp(row) : null));
      await load();
      void kick('enqueued');
    },
    /** Posts a held plain refusal anyway. */
    async sendAnyway(id: string): Promise<void> {
      await receipts.update(id, sendAnyway);
      await load();
      void kick('enqueued');
    },
    /** Assigns a receipt of unsure owner to another candidate and posts it again. */
    async assignOwner(id: string, uniqueId: string): Promise<void> {
      const device = await devices.get(uniqueId);
      const values = (await parts.valuesOf(uniqueId)) ?? {};
      await receipts.update(id, (row) => giveTo(row, uniqueId, device?.deviceType ?? row.deviceType, values));
      await load();
      void kick('enqueued');
    },
    async holdEdit(uniqueId: string, held: boolean): Promise<void> {
      await edits.update(uniqueId, (row) => row && { ...row, held });
      await load();
      if (!held) void kick('enqueued');
    },
    editVirtual: (device: CachedDevice, values: VirtualValues) => editMany([{ device, values }]),
    editMany,
    async discardEdit(uniqueId: string): Promise<VirtualEdit | null> {
      let discarded: VirtualEdit | null = null;
      await edits.update(uniqueId, (row) => {
        discarded = row;
        return null;
      });
      await load();
      return discarded;
    },
    async restoreEdit(edit: VirtualEdit): Promise<void> {
      // Values typed since the edit was discarded are newer and win.
      await edits.update(edit.uniqueId, (row) =>
        row === null || row.state === 'saved'
          ? { ...edit, inFlight: null }
          : { ...row, values: { ...edit.values, ...row.values }, base: { ...row.base, ...edit.base } },
      );
      await load();
      void kick('enqueued');
    },
    /** Exports receipts by ID, by default all that are not verified. */
    async export(ids?: readonly string[]): Promise<ReceiptExport> {
      const rows = (await readAll()).filter(isMine);
      const wanted =
        ids === undefined
          ? rows.filter(({ state: at }) => at !== 'verified' && at !== 'reserved')
          : rows.filter(({ id }) => ids.includes(id));
      const text = writeReceiptFile({ ...account, keyMark: await parts.keyMark() }, wanted, clock.nowMs());
      return { text, ids: wanted.map(({ id }) => id) };
    },
    /** Records that a file with these receipts was saved, so that their export is not suggested again. */
    async noteExported(ids: readonly string[]): Promise<void> {
      try {
        const exportedIds = new Set([...(await queue.exported()), ...ids]);
        await queue.setExported((await receipts.all()).flatMap(({ id }) => (exportedIds.has(id) ? [id] : [])));
        await load();
      } catch (error) {
        // The file has been saved anyway; the export is only suggested again.
        parts.onTrouble(error);
      }
    },
    /** Returns what a file contains. Stores nothing. */
    preview: async (text: string, signal?: AbortSignal): Promise<FilePreview> =>
      (await importing()).previewFile(parts, text, signal),
    async import(text: string, options?: { intoThisAccount?: boolean }): Promise<ImportOutcome> {
      const { importFile } = await importing();
      const outcome = await importFile(parts, text, options?.intoThisAccount === true);
      await load();
      if (outcome.kind === 'imported' && outcome.added > 0) void kick('enqueued');
      return outcome;
    },
    /** Removes imported receipts with their second copies; those of a run stay. Returns what was removed. */
    async removeImported(ids: readonly string[]): Promise<readonly Receipt[]> {
      const removed = await parts.removeImported(ids);
      await load();
      return removed;
    },
    /** Undoes `removeImported`. */
    async restoreImported(rows: readonly Receipt[]): Promise<void> {
      await receipts.addMissing(rows.filter((row) => isMine(row) && row.origin === 'import'));
      await load();
      void kick('enqueued');
    },
    start,
    stop(): void {
      triggers?.stop();
      for (const unsubscribe of leave) unsubscribe();
      view.close();
      triggers = null;
      leave = [];
    },
    kick,
    /** Called when a key was entered: ends a pause that waits for one, and sends. */
    async keyGiven(): Promise<void> {
      drainer.keyGiven();
      await liftPauseForKey(queue);
      await kick('key');
    },
  };
}

/** True when the backend refused the receipt and it was not given up. */
function isRefused({ state, givenUpAtMs }: Receipt): boolean {
  return state === 'parked' && givenUpAtMs === undefined;
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
