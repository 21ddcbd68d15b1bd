/** The outbox as the screens see it: its rows, what a person may ask of them, and the sender behind it. */
import { handledElsewhere } from '../../domain/unawaited.ts';
import { VIRTUAL_NAMES, type VirtualEdit, type VirtualValues } from '../../domain/virtual-edit.ts';
import { editAgain, mergeEdit } from '../../domain/delivery/edits.ts';
import { askAgain, forgive, giveTo, giveUp, sendAnyway, takeUp } from '../../domain/delivery/rows.ts';
import { showsValues, valuesOf } from '../../domain/delivery/read-back.ts';
import type { Account } from '../../domain/account.ts';
import type { AttributeValues } from '../../domain/device.ts';
import { writeReceiptFile } from '../../domain/receipt-file.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { liftPauseForKey } from './pause.ts';
import type { Drainer } from './drainer.ts';
import { importFile, lookAtFile, type ImportParts } from './import.ts';
import type { OutboxClock, OutboxDevices, OutboxEdits, OutboxReceipts, QueueStore } from './ports.ts';
import type { Outbox } from './offered.ts';
import type { OutboxView } from './outbox-view.ts';
import { startTriggers, type Trigger, type TriggerSource, type Triggers } from './triggers.ts';

export interface OutboxParts extends ImportParts {
  readonly account: Account;
  readonly receipts: OutboxReceipts;
  readonly edits: OutboxEdits;
  readonly queue: QueueStore;
  readonly devices: OutboxDevices;
  readonly clock: OutboxClock;
  readonly sources: readonly TriggerSource[];
  /** A mark of the account's key for one export, with a salt of its own; null while the key is not in memory. */
  readonly keyMark: () => Promise<string | null>;
  /** What a device's newest package was to set, for a receipt that is given to it. */
  readonly valuesOf: (uniqueId: string) => Promise<AttributeValues | null>;
  /**
   * Calls back when the browser has closed the account's database by itself, as it does when it clears the site's data. Returns the
   * way to stop.
   */
  readonly whenCutOff: (listener: () => void) => () => void;
  readonly drainer: Drainer;
  /** Its rows, which may have been read already. */
  readonly view: OutboxView;
  readonly onTrouble: (error: unknown) => void;
}

export interface RunningOutbox extends Outbox {
  /** Reads the rows, clears away what has long been saved, and begins to send. */
  start(): Promise<void>;
  stop(): void;
  /** An event from elsewhere in the page, such as a receipt that was just stored. */
  kick(trigger: Trigger): Promise<void>;
  /** A key was given: lifts a pause that waited for one, and sends. */
  keyGiven(): Promise<void>;
}

/** A saved edit stays in sight this long. */
const SHOW_SAVED_MS = 86_400_000;

export function createOutbox(parts: OutboxParts): RunningOutbox {
  const { account, receipts, edits, queue, clock, drainer, view } = parts;
  const { state, load } = view;
  const isMine = ({ accountId }: Receipt): boolean => accountId === account.id;
  let triggers: Triggers | null = null;
  let leave: (() => void)[] = [];

  const kick = async (trigger: Trigger): Promise<void> => void (await triggers?.kick(trigger));

  /** A person pressed: rejects if storage or the lock failed, so that the press is answered at once. */
  async function kickNow(): Promise<void> {
    if ((await triggers?.kick('button')) === false) throw new Error('Sending failed on this device');
  }

  async function start(): Promise<void> {
    if (triggers !== null) return;
    view.follow();
    leave = [
      parts.devices.watch(() => void lookAgain().catch(parts.onTrouble)),
      parts.whenCutOff(() => void keepWhatIsInMemory().catch(parts.onTrouble)),
    ];
    triggers = startTriggers({
      drain: drainer.drain,
      clock,
      sources: parts.sources,
      onSending: view.tellSending,
      onDrained: view.tellDrained,
      onFailed: view.tellFailed,
    });
    await forgetSavedEdits().catch(parts.onTrouble);
    // A failure was reported by the view; the first drain tries storage once more.
    await handledElsewhere(load());
    void kick('start');
  }

  async function forgetSavedEdits(): Promise<void> {
    for (const edit of await edits.all()) {
      if (edit.state === 'saved' && clock.nowMs() - edit.changedAtMs > SHOW_SAVED_MS)
        await edits.update(edit.uniqueId, (row) => (row?.state === 'saved' ? null : row));
    }
  }

  /** The database may have been emptied under the open app. What this window has read of undelivered receipts is stored again. */
  async function keepWhatIsInMemory(): Promise<void> {
    const undelivered = state.value.receipts.filter((row) => row.state !== 'verified');
    await receipts.addMissing(undelivered);
    await load();
    void kick('enqueued');
  }

  /** An export has to work where storage does not: then it takes the rows as they were last read. */
  async function readAll(): Promise<readonly Receipt[]> {
    try {
      return await receipts.all();
    } catch (error) {
      if (!state.value.loaded) throw error;
      parts.onTrouble(error);
      return state.value.receipts;
    }
  }

  /** Lifts a pause and lets what was parked count anew. */
  async function lift(): Promise<void> {
    // In the rows, where every window and the worker see it.
    for (const row of await receipts.all())
      if (isMine(row) && row.state === 'parked') await receipts.update(row.id, forgive);
    await queue.setPause(null);
  }

  /** The list was read since a Sent one was last looked after, and shows what was written: one more look may prove it. */
  async function lookAgain(): Promise<void> {
    let found = false;
    for (const row of state.value.receipts) {
      if (row.state !== 'sent' || row.settledAtMs === null || row.givenUpAtMs !== undefined) continue;
      const device = await parts.devices.get(row.uniqueId);
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
    if (found) await kick('remote');
  }

  async function changeEdit(
    uniqueId: string,
    change: (row: VirtualEdit) => VirtualEdit | null,
  ): Promise<VirtualEdit | null> {
    const stored = await edits.update(uniqueId, (row) => row && change(row));
    await load();
    return stored;
  }

  const editMany: Outbox['editMany'] = async (all) => {
    try {
      for (const { device, values } of all) {
        const known = Object.fromEntries(
          VIRTUAL_NAMES.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
        ) as VirtualValues;
        await edits.update(device.uniqueId, (row) => mergeEdit(row, device, known, clock.nowMs()));
      }
    } finally {
      await load();
      void kick('enqueued');
    }
  };

  return {
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
    async sendNow(ids) {
      for (const id of ids ?? []) {
        await receipts.update(id, (row) => (isMine(row) ? askAgain(row) : null));
        const device = await parts.devices.get(id);
        await changeEdit(id, (row) => editAgain(row, device));
      }
      await kickNow();
      await load();
    },
    async hold(id, held) {
      await receipts.update(id, (row) => ({ ...row, held }));
      await load();
      if (!held) void kick('enqueued');
    },
    async holdEdit(uniqueId, held) {
      await changeEdit(uniqueId, (row) => ({ ...row, held }));
      if (!held) void kick('enqueued');
    },
    async retryParked(ids) {
      const isWanted = (id: string): boolean => ids === undefined || ids.includes(id);
      for (const row of await receipts.all())
        if (isMine(row) && isRefused(row) && isWanted(row.id))
          await receipts.update(row.id, (now) => (isRefused(now) ? askAgain(now) : null));
      for (const row of await edits.all()) {
        if (row.state !== 'parked' || !isWanted(row.uniqueId)) continue;
        const device = await parts.devices.get(row.uniqueId);
        await edits.update(row.uniqueId, (now) => now && editAgain(now, device));
      }
      if ((await queue.pause())?.reason === 'sameRefusal') await lift();
      await load();
      await kickNow();
    },
    async giveUp(id) {
      await receipts.update(id, (row) => (isMine(row) ? giveUp(row, clock.nowMs()) : null));
      await load();
    },
    async takeUp(id) {
      await receipts.update(id, (row) => (isMine(row) ? takeUp(row) : null));
      await load();
      void kick('enqueued');
    },
    async sendAnyway(id) {
      await receipts.update(id, sendAnyway);
      await load();
      void kick('enqueued');
    },
    async assignOwner(id, uniqueId) {
      const device = await parts.devices.get(uniqueId);
      const values = (await parts.valuesOf(uniqueId)) ?? {};
      await receipts.update(id, (row) => giveTo(row, uniqueId, device?.deviceType ?? row.deviceType, values));
      await load();
      void kick('enqueued');
    },
    async resume() {
      await lift();
      await load();
      await kickNow();
    },
    async export(ids) {
      const rows = (await readAll()).filter(isMine);
      const wanted =
        ids === undefined
          ? rows.filter(({ state: at }) => at !== 'verified' && at !== 'reserved')
          : rows.filter(({ id }) => ids.includes(id));
      const text = writeReceiptFile({ ...account, keyMark: await parts.keyMark() }, wanted, clock.nowMs());
      return { text, ids: wanted.map(({ id }) => id) };
    },
    async noteExported(ids) {
      try {
        const known = new Set([...(await queue.exported()), ...ids]);
        await queue.setExported((await receipts.all()).flatMap(({ id }) => (known.has(id) ? [id] : [])));
        await load();
      } catch (error) {
        // The file is saved all the same; it is only proposed again.
        parts.onTrouble(error);
      }
    },
    lookAt: (text, signal) => lookAtFile(parts, text, signal),
    async import(text, options) {
      const outcome = await importFile(parts, text, options?.intoThisAccount === true);
      await load();
      if (outcome.kind === 'imported' && outcome.added > 0) void kick('enqueued');
      return outcome;
    },
    async removeImported(ids) {
      const removed = await parts.removeImported(ids);
      await load();
      return removed;
    },
    async restoreImported(rows) {
      await receipts.addMissing(rows.filter((row) => isMine(row) && row.origin === 'import'));
      await load();
      void kick('enqueued');
    },
    editVirtual: (device, values) => editMany([{ device, values }]),
    editMany,
    async discardEdit(uniqueId) {
      let discarded: VirtualEdit | null = null;
      await edits.update(uniqueId, (row) => {
        discarded = row;
        return null;
      });
      await load();
      return discarded;
    },
    async restoreEdit(edit) {
      // What was typed since the discarding is newer and wins.
      await edits.update(edit.uniqueId, (row) =>
        row === null || row.state === 'saved'
          ? { ...edit, inFlight: null }
          : { ...row, values: { ...edit.values, ...row.values }, base: { ...row.base, ...edit.base } },
      );
      await load();
      void kick('enqueued');
    },
  };
}

/** By the backend, and not given up. */
function isRefused({ state, givenUpAtMs }: Receipt): boolean {
  return state === 'parked' && givenUpAtMs === undefined;
}
