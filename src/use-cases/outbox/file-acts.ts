/** Actions on files of receipts: export, import, removal of imported receipts. */
import { writeReceiptFile } from '../../domain/receipt-file.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxCore } from './outbox-core.ts';

/** Loaded on request, because most visits read no file. */
const importing = () => import('./import.ts');

export function createFileActs({
  parts,
  isMine,
  load,
  kick,
}: OutboxCore): Pick<Outbox, 'export' | 'noteExported' | 'preview' | 'import' | 'removeImported' | 'restoreImported'> {
  const { account, receipts, queue, clock } = parts;

  /**
   * Reads the receipts for an export. When storage fails, uses the rows that were last read, because an export must
   * work then too.
   */
  async function readAll(): Promise<readonly Receipt[]> {
    try {
      return await receipts.all();
    } catch (error) {
      const rows = parts.view.lastRead();
      if (rows === null) throw error;
      parts.onTrouble(error);
      return rows;
    }
  }

  return {
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
        const exportedIds = new Set([...(await queue.exported()), ...ids]);
        await queue.setExported((await receipts.all()).flatMap(({ id }) => (exportedIds.has(id) ? [id] : [])));
        await load();
      } catch (error) {
        // The file has been saved anyway; the export is only suggested again.
        parts.onTrouble(error);
      }
    },
    preview: async (text, signal) => (await importing()).previewFile(parts, text, signal),
    async import(text, options) {
      const { importFile } = await importing();
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
  };
}
