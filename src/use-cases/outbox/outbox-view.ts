/** The outbox rows and counts for the screens. Works without the sender. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { untilNextChange } from '../../domain/unawaited.ts';
import { coalesced } from '../../domain/coalesced.ts';
import { countNeeds } from '../../domain/delivery/needs.ts';
import { followSync } from '../../domain/delivery/sync-progress.ts';
import { countReceipts, countUnexported, type Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import { isDiskFull } from '../storage-failed.ts';
import type { Watchable } from '../surroundings.ts';
import type { OutboxState } from './outbox.ts';
import type { QueueStore } from './ports.ts';

interface Rows<T> extends Watchable {
  all(): Promise<T[]>;
}

interface OutboxRows {
  readonly account: { readonly id: string };
  readonly receipts: Rows<Receipt>;
  readonly edits: Rows<VirtualEdit>;
  readonly queue: Pick<QueueStore, 'pause' | 'wait' | 'exported' | 'watch'>;
  /** Codes of what storage repaired or lost. */
  readonly remarks: ReadonlySignal<readonly string[]>;
  /** Reports each failure to read the rows or to send them. */
  readonly onTrouble: (error: unknown) => void;
}

export type OutboxView = ReturnType<typeof createOutboxView>;

/** Number of failures in a row that is more than a temporary fault. */
const SAY_AFTER = 3;

export function createOutboxView({ account, receipts, edits, queue, remarks, onTrouble }: OutboxRows) {
  const state = signal<OutboxState>({
    receipts: [],
    edits: [],
    toSend: 0,
    unexported: 0,
    unverified: 0,
    needsYou: 0,
    pause: null,
    sending: false,
    sync: null,
    trouble: null,
    storageRemarks: remarks.value,
  });
  const { failed, worked } = createFailureCount(state, onTrouble);
  let leave: (() => void)[] = [];
  let followed: ReturnType<typeof followSync> | null = null;
  let isRead = false;

  function syncOf(rows: Pick<OutboxState, 'receipts' | 'edits'>): OutboxState['sync'] {
    const sync = followed?.(rows) ?? null;
    return sync === null || sync.of === 0 ? null : sync;
  }

  async function read(): Promise<void> {
    const [rows, edited, pause, wait, exported] = await Promise.all([
      receipts.all(),
      edits.all(),
      queue.pause(),
      queue.wait(),
      queue.exported(),
    ]);
    const mine = rows.filter((row) => row.accountId === account.id && row.state !== 'reserved');
    state.value = {
      ...state.value,
      receipts: mine,
      edits: edited,
      pause,
      wait,
      ...countReceipts(mine),
      unexported: countUnexported(mine, new Set(exported)),
      sync: syncOf({ receipts: mine, edits: edited }),
      needsYou: countNeeds(mine, edited),
    };
    isRead = true;
  }

  const load = coalesced(async () => {
    try {
      await read();
    } catch (error) {
      failed('reading', error);
      throw error;
    }
    worked('reading');
  });

  // `load` has already reported the failure.
  const changed = (): void => void untilNextChange(load());

  return {
    /** Shown once `load` has resolved. */
    state,
    /** Reads the rows. When it resolves, all changes made before the call are included. */
    load,
    /** Returns the receipts that were read last; null before the first read. */
    lastRead: (): readonly Receipt[] | null => (isRead ? state.value.receipts : null),
    /** Called when the sender starts or stops; the progress is shown while it sends. */
    tellSending(sending: boolean) {
      followed = sending ? followSync() : null;
      state.value = { ...state.value, sending, sync: syncOf(state.value) };
    },
    /** Called when storage or the lock failed while sending. The state shows it after SAY_AFTER failures in a row. */
    tellFailed: (error: unknown): void => failed('sending', error),
    /** Called when sending used storage and the lock without a failure. */
    tellDrained: (): void => worked('sending'),
    /** Starts to read the rows after each change. */
    follow() {
      if (leave.length > 0) return;
      leave = [
        ...[receipts, edits, queue].map((store) => store.watch(changed)),
        remarks.subscribe(() => void (state.value = { ...state.value, storageRemarks: remarks.value })),
      ];
    },
    close() {
      for (const stop of leave) stop();
      leave = [];
    },
  };
}

/** Reports each failure and counts those in a row. The state shows the trouble from SAY_AFTER on, until it works again. */
function createFailureCount(state: Signal<OutboxState>, onTrouble: OutboxRows['onTrouble']) {
  const failures = { reading: 0, sending: 0 };
  return {
    failed(what: keyof typeof failures, error: unknown): void {
      onTrouble(error);
      failures[what] += 1;
      if (failures[what] >= SAY_AFTER)
        state.value = { ...state.value, trouble: isDiskFull(error) ? 'storageFull' : 'storageFailed' };
    },
    worked(what: keyof typeof failures): void {
      failures[what] = 0;
      if (state.value.trouble !== null && failures.reading < SAY_AFTER && failures.sending < SAY_AFTER)
        state.value = { ...state.value, trouble: null };
    },
  };
}
