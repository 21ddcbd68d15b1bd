/** The stores of the rows that several use cases read: devices, packages, runs, receipts. */
import type { CachedDevice } from '../domain/device.ts';
import type { CarriedPackage, PackageState } from '../domain/carried-package.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Run } from '../domain/run.ts';
import type { Watchable } from './surroundings.ts';

/**
 * A complete read of the list. Unchanged rows are not written again; their time of reading is stored here for all of
 * them.
 */
export interface ListReading {
  readonly beganAtMs: number;
  /** IDs of rows that were not in the list; they were read earlier. */
  readonly unseen: readonly string[];
  /** Set when fewer devices arrived than the backend counts. Absent in rows of earlier versions. */
  readonly short?: ListCount | undefined;
}

/** How many devices arrived, and how many exist. */
export interface ListCount {
  readonly read: number;
  /** Number of devices by the backend's own count; null when it does not count. */
  readonly counted: number | null;
}

export interface DeviceStore extends Watchable {
  /** Returns all devices in list order. Cached until another window or the worker changes a row. */
  all(): Promise<CachedDevice[]>;
  get(uniqueId: string): Promise<CachedDevice | null>;
  /** Inserts or replaces by uniqueId, in one transaction. */
  putMany(devices: readonly CachedDevice[]): Promise<void>;
  removeMany(uniqueIds: readonly string[]): Promise<void>;
  /** Returns when the list was last read completely, Unix ms; null before. */
  completedAtMs(): Promise<number | null>;
  /** Returns the counts of the last complete read, if it was short. */
  short(): Promise<ListCount | null>;
  setCompletedAtMs(atMs: number, reading: ListReading): Promise<void>;
}

/** Access to rows for a cache (cached-rows.ts). */
export interface RowStore<Row> extends Watchable {
  all(): Promise<Row[]>;
  /** Returns the IDs of all rows. */
  ids(): Promise<string[]>;
  /** Returns the stored rows among these IDs, in any order. */
  getMany(ids: readonly string[]): Promise<Row[]>;
  /** Compares in the order of `all`. */
  inOrder(one: Row, other: Row): number;
}

export interface PackageStore extends Watchable {
  all(): Promise<CarriedPackage[]>;
  get(id: string): Promise<CarriedPackage | null>;
  ofDevice(uniqueId: string): Promise<CarriedPackage[]>;
  /**
   * Strict: stores the row and marks every other `prepared` or `carried` row of the same device, kind and command as
   * `replaced`, in one transaction.
   */
  replace(row: CarriedPackage): Promise<void>;
  /** Strict. Does nothing when the row does not exist. `withdrawnAtMs`: given when its change was withdrawn. */
  mark(id: string, state: PackageState, withdrawnAtMs?: number): Promise<void>;
  /**
   * Strict, one transaction: makes a `replaced` row `carried` again, unless a newer one for the same purpose exists
   * (hasNewer).
   */
  restoreReplaced(id: string): Promise<void>;
}

export interface ReceiptStore extends Watchable {
  /** Returns all receipts, oldest first. */
  all(): Promise<Receipt[]>;
  get(id: string): Promise<Receipt | null>;
  /**
   * Strict. If the stored row's delivery has advanced further (another window posted it), its delivery is kept and the
   * rest is updated. If another response is stored under the ID, that one is moved to a row of its own.
   */
  put(receipt: Receipt): Promise<void>;
  /**
   * Reads, changes and writes the row in one transaction. Returns the row as stored afterwards, or null when there is
   * none. Strict; `relaxed` for changes that the next start would repeat.
   */
  update(
    id: string,
    change: (row: Receipt) => Receipt | null,
    durability?: 'strict' | 'relaxed',
  ): Promise<Receipt | null>;
}

interface CommitFacts {
  /** The row of the run's package; null when it is not stored here. */
  readonly package: CarriedPackage | null;
  readonly again: boolean;
}

export interface RunStore extends Watchable {
  all(): Promise<Run[]>;
  get(id: string): Promise<Run | null>;
  /**
   * Strict, one transaction: stores the run (new at `intent`, or at its step when it needs another row) and its padded,
   * `reserved` receipt row. `new`: its IDs are new, so that no row can exist. Throws StorageError 'full' when the disk
   * is full.
   */
  begin(run: Run, reserved: Receipt, which?: 'new' | 'again'): Promise<void>;
  /**
   * Strict: resolves when the transaction is complete. `relaxed` for a step that a strict one follows at once, which
   * flushes both.
   */
  put(run: Run, durability?: 'strict' | 'relaxed'): Promise<void>;
  /**
   * Strict, one transaction: stores the receipt with its response, the run's new step or outcome, and the package's new
   * state. `null` leaves the package's row unchanged, because another window may have replaced it since `known` was
   * read. Requested and committed in the turn of the call, without a read (`known` was read before), so that a window
   * that is killed right afterwards has stored the response. `again`: an earlier attempt failed; the row is then read
   * first, because it may have been restored from its copy and delivered since, and its delivery is kept.
   */
  commitResponse(run: Run, receipt: Receipt, packageState: PackageState | null, known: CommitFacts): Promise<void>;
  /** Strict, one transaction: removes a run at `intent` with its unused reservation. A run that has advanced stays. */
  takeBack(run: Run): Promise<void>;
  /** Strict, one transaction: ends the run, removes the unused reservation, sets the package's state. */
  end(run: Run, packageState: PackageState | null): Promise<void>;
}
