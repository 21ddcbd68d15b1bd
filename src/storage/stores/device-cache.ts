/** The device rows as last read, kept current by this window's own writes: a change of one row is not paid with reading 100,000. */
import type { CachedDevice } from '../../domain/device.ts';
import type { ListReading } from '../../use-cases/stores.ts';

export interface DeviceChange {
  readonly put: readonly CachedDevice[];
  readonly remove: readonly string[];
  /** The list was read to its end. */
  readonly reading?: ListReading;
}

/** Where a reading began. */
interface ReadingMark {
  readonly epoch: number;
  readonly logged: number;
}

export interface DeviceCache {
  /** In the order of the list, an array of the caller's own; null: they have to be read. */
  rows(): CachedDevice[] | null;
  beginReading(): ReadingMark;
  /** What was read, made current by what this window has written meanwhile; kept unless somebody else has written too. */
  endReading(rows: readonly CachedDevice[], mark: ReadingMark): CachedDevice[];
  failReading(): void;
  /** A write of this window is under way: the next news is taken for its own. */
  expect(change: DeviceChange): void;
  /** That write has come to nothing. */
  giveUp(change: DeviceChange): void;
  /** News that the store has changed. Answers false when it was not this window's: what was read before is old. */
  changed(): boolean;
}

export function createDeviceCache(): DeviceCache {
  let kept: readonly CachedDevice[] | null = null;
  let epoch = 0;
  let readings = 0;
  const expected: DeviceChange[] = [];
  /** Own changes since the oldest reading under way began: applied again to what it brings, which does no harm. */
  let log: DeviceChange[] = [];

  function readingOver(): void {
    readings -= 1;
    if (readings === 0) log = [];
  }

  return {
    rows: () => kept?.slice() ?? null,
    beginReading() {
      readings += 1;
      return { epoch, logged: log.length };
    },
    endReading(rows, mark) {
      const current = log.slice(mark.logged).reduce<readonly CachedDevice[]>(withChange, rows.toSorted(inOrder));
      readingOver();
      if (mark.epoch === epoch) kept = current;
      return current.slice();
    },
    failReading: readingOver,
    expect: (change) => void expected.push(change),
    giveUp(change) {
      const at = expected.indexOf(change);
      if (at >= 0) expected.splice(at, 1);
      // Its place was taken by another window's news: that one is not accounted for yet.
      else kept = null;
    },
    changed() {
      const change = expected.shift();
      if (change === undefined) {
        kept = null;
        epoch += 1;
        return false;
      }
      if (readings > 0) log.push(change);
      if (kept !== null) kept = withChange(kept, change);
      return true;
    },
  };
}

/** The order of the list; equal places by id, so that it is always the same. */
export function inOrder(one: CachedDevice, other: CachedDevice): number {
  return one.order - other.order || (one.uniqueId < other.uniqueId ? -1 : Number(one.uniqueId > other.uniqueId));
}

/** Rows with the time at which they were read last, which is not written into each of them. */
export function withReading(rows: readonly CachedDevice[], reading: ListReading | null): CachedDevice[] {
  if (reading === null) return [...rows];
  const { beganAtMs, unseen } = reading;
  const others = new Set(unseen);
  return rows.map((row) =>
    row.readAtMs >= beganAtMs || others.has(row.uniqueId) ? row : { ...row, readAtMs: beganAtMs },
  );
}

/** A new list in order; the rows that did not change are the same objects. */
function withChange(rows: readonly CachedDevice[], { put, remove, reading }: DeviceChange): readonly CachedDevice[] {
  if (reading !== undefined) return withReading(withChange(rows, { put, remove }), reading);
  if (put.length === 0 && remove.length === 0) return rows;
  const news = new Map(put.map((row) => [row.uniqueId, row]));
  const gone = new Set(remove);
  const next: CachedDevice[] = [];
  let sorted = true;
  for (const row of rows) {
    if (gone.has(row.uniqueId)) continue;
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
