/** Actions on one receipt: hold, give up, resume, send anyway, assign to a beacon. */
import { giveTo, giveUp, sendAnyway, takeUp } from '../../domain/delivery/rows.ts';
import { withHold } from '../../domain/receipt.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxCore } from './outbox-core.ts';

export function createReceiptActs({
  parts,
  isMine,
  load,
  kick,
}: OutboxCore): Pick<Outbox, 'hold' | 'giveUp' | 'takeUp' | 'sendAnyway' | 'assignOwner'> {
  const { receipts, clock, devices } = parts;
  return {
    async hold(id, held) {
      await receipts.update(id, (row) => withHold(row, held, clock.nowMs()));
      await load();
      if (!held) void kick('enqueued');
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
      const device = await devices.get(uniqueId);
      const values = (await parts.valuesOf(uniqueId)) ?? {};
      await receipts.update(id, (row) => giveTo(row, uniqueId, device?.deviceType ?? row.deviceType, values));
      await load();
      void kick('enqueued');
    },
  };
}
