/** Where the rows are kept that several use cases read: devices, packages, runs, receipts. */
import type { CachedDevice } from '../domain/device.ts';
import type { CarriedPackage, PackageState } from '../domain/carried-package.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Run } from '../domain/run.ts';
import type { Watchable } from './surroundings.ts';

/** A reading of the whole list. Rows that it found as they were kept are not written again: when they were read stands here for all of them. */
export interface ListReading {
  readonly beganAtMs: number;
  /** Ids of rows that it has not seen: they were read before. */
  readonly unseen: readonly string[];
  /** Where it came to fewer devices than the backend counts. Absent in rows of earlier versions. */
  readonly short?: ListCount | undefined;
}

/** How many devices came, and how many there are. */
export interface ListCount {
  readonly read: number;
  /** Devices of the whole list by the backend's own count; null where it does not count. */
  readonly counted: number | null;
}

export interface DeviceStore extends Watchable {
  /** In the order of the list; read once, and again only when another window or the worker has changed something. */
  all(): Promise<CachedDevice[]>;
  get(uniqueId: string): Promise<CachedDevice | null>;
  /** Inserts or replaces by uniqueId, in one transaction. */
  putMany(devices: readonly CachedDevice[]): Promise<void>;
  removeMany(uniqueIds: readonly string[]): Promise<void>;
  /** When the list was last read to its end, Unix ms; null before. */
  completedAtMs(): Promise<number | null>;
  /** As the last reading of the whole list left it. */
  short(): Promise<ListCount | null>;
  setCompletedAtMs(atMs: number, reading?: ListReading): Promise<void>;
}

/** What rows that are kept in memory are read by (kept-rows.ts). */
export interface RowStore<Row> extends Watchable {
  all(): Promise<Row[]>;
  /** Those of these that are stored, in any order. */
  getMany(ids: readonly string[]): Promise<Row[]>;
  /** The order of `all`. */
  inOrder(one: Row, other: Row): number;
}

export interface PackageStore extends Watchable {
  all(): Promise<CarriedPackage[]>;
  get(id: string): Promise<CarriedPackage | null>;
  ofDevice(uniqueId: string): Promise<CarriedPackage[]>;
  /** Strict: stores it and marks every other `prepared`/`carried` row of the same device, kind and command `replaced`, in one transaction. */
  replace(row: CarriedPackage): Promise<void>;
  /** Strict. Does nothing when there is no such row. */
  mark(id: string, state: PackageState): Promise<void>;
  /** Strict, one transaction: a `replaced` row is `carried` again, unless a newer one for the same wish has come (hasNewer). */
  bringBack(id: string): Promise<void>;
}

export interface ReceiptStore extends Watchable {
  /** Oldest first. */
  all(): Promise<Receipt[]>;
  get(id: string): Promise<Receipt | null>;
  /**
   * Strict. Where the stored row has got further in its delivery (another window has posted it meanwhile), its delivery
   * is kept and only what else the row says is taken over. Another response in its place keeps a row of its own.
   */
  put(receipt: Receipt): Promise<void>;
  /**
   * Read-modify-write in one transaction; resolves with the row as stored afterwards, null when there is none. Strict;
   * `relaxed` for what the next start would find out again.
   */
  update(
    id: string,
    change: (row: Receipt) => Receipt | null,
    durability?: 'strict' | 'relaxed',
  ): Promise<Receipt | null>;
}

interface CommitFacts {
  /** The row of the run's package; null where it is not here. */
  readonly package: CarriedPackage | null;
  readonly again: boolean;
}

export interface RunStore extends Watchable {
  all(): Promise<Run[]>;
  get(id: string): Promise<Run | null>;
  /**
   * Strict, one transaction: the run (new at `intent`, or at its step when it needs another row) and its padded, `reserved`
   * receipt row. `new`: its ids were made for it, so that nothing can be there yet. Throws StorageError 'full' when the disk is.
   */
  begin(run: Run, reserved: Receipt, which?: 'new' | 'again'): Promise<void>;
  /** Strict: awaited to `complete`. `relaxed` for a step that a strict one follows at once: that one takes it along to the disk. */
  put(run: Run, durability?: 'strict' | 'relaxed'): Promise<void>;
  /**
   * Strict, one transaction: the receipt with its response, the run at its new step/outcome, the package's new state. `null`
   * leaves the package as it lies there: another window may have replaced it since `known` was read. Asked for and closed in
   * the turn of the call, without a read: `known` is what was read before, and a window that dies right after it has kept the
   * response. `again`: an earlier try has not succeeded; then the row is looked at first, which may have come back from its
   * copy and been delivered since: its delivery is kept.
   */
  commitResponse(run: Run, receipt: Receipt, packageState: PackageState | null, known: CommitFacts): Promise<void>;
  /** Strict, one transaction: a run at `intent` is gone, with its unused reservation. One that has got further stays. */
  takeBack(run: Run): Promise<void>;
  /** Strict, one transaction: ends the run, drops the unused reservation, sets the package's state. */
  end(run: Run, packageState: PackageState | null): Promise<void>;
}
