/** Actions that send: send now, retry after a refusal, resume after a pause. */
import { editAgain } from '../../domain/delivery/edits.ts';
import { sendAgain, forgive } from '../../domain/delivery/rows.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxCore } from './outbox-core.ts';

/** `kickNow` rejects if storage or the lock failed, so that the press is answered at once. */
export function createSendActs(
  { parts, isMine, load }: OutboxCore,
  kickNow: () => Promise<void>,
): Pick<Outbox, 'sendNow' | 'retryParked' | 'resume'> {
  const { receipts, edits, queue, devices } = parts;

  /** Ends a pause and forgives what was parked. */
  async function lift(): Promise<void> {
    // Stored in the rows, where every window and the worker see it.
    for (const row of await receipts.all())
      if (isMine(row) && row.state === 'parked') await receipts.update(row.id, forgive);
    await queue.setPause(null);
  }

  return {
    async sendNow(ids) {
      for (const id of ids ?? []) {
        await receipts.update(id, (row) => (isMine(row) ? sendAgain(row) : null));
        const device = await devices.get(id);
        await edits.update(id, (row) => row && editAgain(row, device));
      }
      await load();
      await kickNow();
      await load();
    },
    async retryParked(ids) {
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
    async resume() {
      await lift();
      await load();
      await kickNow();
    },
  };
}

/** True when the backend refused the receipt and it was not given up. */
function isRefused({ state, givenUpAtMs }: Receipt): boolean {
  return state === 'parked' && givenUpAtMs === undefined;
}
