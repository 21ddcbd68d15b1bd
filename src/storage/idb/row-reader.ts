/**
 * Reads rows with their parsers. An unreadable row is copied to quarantine and reported as a remark; it is neither
 * deleted nor an error.
 */
import { isRecord } from '../../domain/record.ts';
import type { Remarks } from '../second-copy/remarks.ts';
import type { QuarantinedRow } from './schema.ts';
import type { RowParser } from '../stores/rows.ts';

export interface RowReader {
  /** Returns the row, or null when it is absent or unreadable. The stored row is not changed. */
  one<T>(store: string, key: IDBValidKey, raw: unknown, parse: RowParser<T>): T | null;
  /** Returns the readable rows of a store with in-line keys. */
  many<T>(store: string, keyPath: string, raws: readonly unknown[], parse: RowParser<T>): T[];
}

/** Returns the in-line key of a stored row, or null for a damaged row: the browser may read one as null. */
export function keyOf(raw: unknown, keyPath: string): IDBValidKey | null {
  return isRecord(raw) ? ((raw[keyPath] as IDBValidKey | undefined) ?? null) : null;
}

/** Stores a copy under `id` unless one exists. */
type Quarantine = (id: string, entry: QuarantinedRow) => Promise<void>;

export function createRowReader(quarantine: Quarantine, remarks: Remarks, nowMs: () => number): RowReader {
  const noticed = new Set<string>();

  function notice(entry: QuarantinedRow): void {
    const id = `${entry.store}:${String(entry.rowKey)}`;
    if (noticed.has(id)) return;
    noticed.add(id);
    remarks.add(`damagedRow:${id}`);
    // After a failure the next read tries again; the row itself is still stored.
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
        return one(store, keyOf(raw, keyPath) ?? '?', raw, parse) ?? [];
      });
    },
  };
}
