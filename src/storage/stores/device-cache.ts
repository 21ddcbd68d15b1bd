/**
 * Cache of the device rows, updated by this window's own writes, so that a change of one row does not require reading
 * 100,000.
 */
import type { CachedDevice } from '../../domain/device.ts';
import type { ListReading } from '../../use-cases/stores.ts';

export interface DeviceChange {
  readonly put: readonly CachedDevice[];
  readonly remove: readonly string[];
  /** Set when the list was read to its end. */
  readonly reading?: ListReading;
}

/** The state at the start of a read. */
interface ReadingMark {
  readonly epoch: number;
  readonly logged: number;
}

export interface DeviceCache {
  /** Returns the rows in list order, in an array of the caller's own; null when they have to be read. */
  rows(): CachedDevice[] | null;
  beginReading(): ReadingMark;
  /**
   * Returns the rows that were read, with this window's writes since then. Caches them unless another window has
   * written too.
   */
  endReading(rows: readonly CachedDevice[], mark: ReadingMark): CachedDevice[];
  failReading(): void;
  /** Announces a write of this window: the next change notification is taken for its own. */
  expect(change: DeviceChange): void;
  /** Withdraws `expect` after the write has failed. */
  cancelExpected(change: DeviceChange): void;
  /** Handles a change notification. Returns false when it was not caused by this window, and the cache is outdated. */
  changed(): boolean;
}

export function createDeviceCache(): DeviceCache {
  let cached: readonly CachedDevice[] | null = null;
  let epoch = 0;
  let readings = 0;
  const expected: DeviceChange[] = [];
  /**
   * Own changes since the start of the oldest running read. They are applied to its result; applying them twice is
   * harmless.
   */
  let log: DeviceChange[] = [];

  function readingOver(): void {
    readings -= 1;
    if (readings === 0) log = [];
  }

  return {
    rows: () => cached?.slice() ?? null,
    beginReading() {
      readings += 1;
      return { epoch, logged: log.length };
    },
    endReading(rows, mark) {
      const current = log.slice(mark.logged).reduce<readonly CachedDevice[]>(withChange, rows.toSorted(inOrder));
      readingOver();
      if (mark.epoch === epoch) cached = current;
      return current.slice();
    },
    failReading: readingOver,
    expect: (change) => void expected.push(change),
    cancelExpected(change) {
      const at = expected.indexOf(change);
      if (at >= 0) expected.splice(at, 1);
      // Another window's notification was taken for this one's, so that change is still missing in the cache.
      else cached = null;
    },
    changed() {
      const change = expected.shift();
      if (change === undefined) {
        cached = null;
        epoch += 1;
        return false;
      }
      if (readings > 0) log.push(change);
      if (cached !== null) cached = withChange(cached, change);
      return true;
    },
  };
}

/** Compares by list order; equal places by ID, so that the order is stable. */
export function inOrder(one: CachedDevice, other: CachedDevice): number {
  return one.order - other.order || (one.uniqueId < other.uniqueId ? -1 : Number(one.uniqueId > other.uniqueId));
}

/** Adds the time of the last complete read to the rows. It is stored once, not in each row. */
export function withReading(rows: readonly CachedDevice[], reading: ListReading | null): CachedDevice[] {
  if (reading === null) return [...rows];
  const { beganAtMs, unseen } = reading;
  const others = new Set(unseen);
  return rows.map((row) =>
    row.readAtMs >= beganAtMs || others.has(row.uniqueId) ? row : { ...row, readAtMs: beganAtMs },
  );
}

/** Returns a new list in order. Unchanged rows are the same objects. */
function withChange(rows: readonly CachedDevice[], { put, remove, reading }: DeviceChange): readonly CachedDevice[] {
  if (reading !== undefined) return withReading(withChange(rows, { put, remove }), reading);
  if (put.length === 0 && remove.length === 0) return rows;
  const news = new Map(put.map((row) => [row.uniqueId, row]));
  const removed = new Set(remove);
  const next: CachedDevice[] = [];
  let sorted = true;
  for (const row of rows) {
    if (removed.has(row.uniqueId)) continue;
    const replaced = news.get(row.uniqueId);
    news.delete(row.uniqueId);
    sorted &&= replaced === undefined || replaced.order === row.order;
    next.push(replaced ?? row);
  }
  for (const row of news.values()) {
    const last = next.at(-1);
    sorted &&= last === undefined || inOrder(last, row) <= 0;
    next.push(row);
  }
  return sorted ? next : next.sort(inOrder);
}
