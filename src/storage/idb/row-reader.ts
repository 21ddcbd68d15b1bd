/** Reads rows through their parsers; one that cannot be read is copied to quarantine and remarked, never lost or fatal. */
import type { Remarks } from '../second-copy/remarks.ts';
import type { QuarantinedRow } from './schema.ts';
import type { RowParser } from '../stores/rows.ts';

export interface RowReader {
  /** The row, or null when it is absent or cannot be read. The row itself stays where it is. */
  one<T>(store: string, key: IDBValidKey, raw: unknown, parse: RowParser<T>): T | null;
  /** Of rows with an in-line key, those that can be read. */
  many<T>(store: string, keyPath: string, raws: readonly unknown[], parse: RowParser<T>): T[];
}

/** Puts the copy aside under `id` unless one is there already. */
type Quarantine = (id: string, entry: QuarantinedRow) => Promise<void>;

export function createRowReader(quarantine: Quarantine, remarks: Remarks, nowMs: () => number): RowReader {
  const noticed = new Set<string>();

  function notice(entry: QuarantinedRow): void {
    const id = `${entry.store}:${String(entry.rowKey)}`;
    if (noticed.has(id)) return;
    noticed.add(id);
    remarks.add(`damagedRow:${id}`);
    // When it fails it is tried again at the next read; the row is still in its place.
    quarantine(id, entry).catch(() => noticed.delete(id));
  }

  function one<T>(store: string, key: IDBValidKey, raw: unknown, parse: RowParser<T>): T | null {
    if (raw === undefined) return null;
    const parsed = parse(raw);
    if (parsed.ok) return parsed.row;
    notice({ store, rowKey: key, row: raw, reason: parsed.reason, atMs: nowMs() });
    return null;
  }

  return {
    one,
    many(store, keyPath, raws, parse) {
      return raws.flatMap((raw) => {
        const key = (raw as Record<string, IDBValidKey>)[keyPath] ?? '?';
        return one(store, key, raw, parse) ?? [];
      });
    },
  };
}
