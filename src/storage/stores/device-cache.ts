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

/** A read of all rows, while it runs. */
interface RunningRead {
  /** This window's writes since its start. They are applied to its result; applying them twice is harmless. */
  readonly written: DeviceChange[];
  /** Set when another window has written since its start. */
  isOutdated: boolean;
}

export function createDeviceCache() {
  let cached: readonly CachedDevice[] | null = null;
  /** Changes that `cached` lacks: a list is put in order only when it is read. */
  let late: DeviceChange[] = [];
  const expected: DeviceChange[] = [];
  const running = new Set<RunningRead>();

  return {
    /** Returns the rows in list order, in an array of the caller's own; null when they have to be read. */
    rows(): CachedDevice[] | null {
      if (cached !== null && late.length > 0) cached = withChanges(cached, late);
      late = [];
      return cached?.slice() ?? null;
    },
    beginReading(): RunningRead {
      const read: RunningRead = { written: [], isOutdated: false };
      running.add(read);
      return read;
    },
    /**
     * Returns the rows that were read, with this window's writes since then. Caches them unless another window has
     * written too.
     */
    endReading(rows: readonly CachedDevice[], read: RunningRead): CachedDevice[] {
      running.delete(read);
      const current = withChanges(rows, read.written);
      if (!read.isOutdated) [cached, late] = [current, []];
      return current.slice();
    },
    failReading: (read: RunningRead) => void running.delete(read),
    /** Announces a write of this window: the next change notification is taken for its own. */
    expect: (change: DeviceChange) => void expected.push(change),
    /** Withdraws `expect` after the write has failed. */
    cancelExpected(change: DeviceChange): void {
      const at = expected.indexOf(change);
      if (at >= 0) expected.splice(at, 1);
      // Another window's notification was taken for this one's, so that change is still missing in the cache.
      else cached = null;
    },
    /** Handles a change notification. Returns false when it was not caused by this window, and the cache is outdated. */
    changed(): boolean {
      const change = expected.shift();
      if (change === undefined) {
        cached = null;
        for (const read of running) read.isOutdated = true;
        return false;
      }
      for (const { written } of running) written.push(change);
      if (cached !== null) late.push(change);
      return true;
    },
  };
}

/** Compares by list order; equal places by ID, so that the order is stable. */
export function inOrder(one: CachedDevice, other: CachedDevice): number {
  return one.order - other.order || (one.uniqueId < other.uniqueId ? -1 : 1);
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
function withChanges(rows: readonly CachedDevice[], changes: readonly DeviceChange[]): CachedDevice[] {
  const { put, remove } = asOne(changes);
  const changed = new Set([...put.map(({ uniqueId }) => uniqueId), ...remove]);
  const unchanged = rows.filter(({ uniqueId }) => !changed.has(uniqueId));
  const readings = changes.flatMap(({ reading }) => reading ?? []);
  return readings.reduce(withReading, [...unchanged, ...put].sort(inOrder));
}

/** Returns the change that all of them make, one after the other. */
export function asOne(changes: readonly DeviceChange[]): DeviceChange {
  const rows = new Map<string, CachedDevice | null>();
  for (const { put, remove } of changes) {
    for (const row of put) rows.set(row.uniqueId, row);
    for (const uniqueId of remove) rows.set(uniqueId, null);
  }
  return {
    put: [...rows.values()].filter((row) => row !== null),
    remove: [...rows].flatMap(([uniqueId, row]) => (row === null ? [uniqueId] : [])),
  };
}
