/** Actions on unsent virtual values: save, hold, discard and restore. */
import { mergeEdit } from '../../domain/delivery/edits.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxCore } from './outbox-core.ts';

export function createEditActs({
  parts,
  load,
  kick,
}: OutboxCore): Pick<Outbox, 'holdEdit' | 'editVirtual' | 'editMany' | 'discardEdit' | 'restoreEdit'> {
  const { edits, clock } = parts;

  const editMany: Outbox['editMany'] = async (all) => {
    try {
      for (const { device, values } of all)
        await edits.update(device.uniqueId, (row) => mergeEdit(row, device, values, clock.nowMs()));
    } finally {
      await load();
      void kick('enqueued');
    }
  };

  return {
    async holdEdit(uniqueId, held) {
      await edits.update(uniqueId, (row) => row && { ...row, held });
      await load();
      if (!held) void kick('enqueued');
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
      // Values typed since the edit was discarded are newer and win.
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
