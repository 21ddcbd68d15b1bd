/** One IndexedDB database: opened, upgraded, reopened after another version took its turn, written strictly. */
import { handledElsewhere } from '../../domain/unawaited.ts';
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { openChanges, type Changes, type TouchedRows } from './changes.ts';
import { StorageError, toStorageError } from './storage-error.ts';

export type Names<S extends DBSchema> = StoreNames<S> & string;

export interface Database<S extends DBSchema> {
  /** `work` may await requests of this transaction only. Rejects with StorageError. */
  read<T>(stores: Names<S>[], work: (tx: IDBPTransaction<S, Names<S>[]>) => Promise<T>): Promise<T>;
  /**
   * Resolves when the transaction is complete; `strict` then means flushed to the disk, `relaxed` handed to the system.
   * Nothing is kept when `work` throws. `work` runs again when the browser tore the transaction down.
   * Announces the stores afterwards, and with them the `touched` rows, which `work` may add to. Rejects with StorageError.
   */
  write<T>(
    stores: Names<S>[],
    work: (tx: IDBPTransaction<S, Names<S>[], 'readwrite'>) => Promise<T>,
    durability?: 'strict' | 'relaxed',
    touched?: TouchedRows<Names<S>>,
  ): Promise<T>;
  /**
   * As `write`, for what must be on its way when this call returns to the event loop: `work` asks for everything at once and
   * awaits nothing, and the transaction is closed in the same turn, which also spares the way there and back that `write` waits for.
   */
  writeAtOnce(
    stores: Names<S>[],
    work: (tx: IDBPTransaction<S, Names<S>[], 'readwrite'>) => readonly Promise<unknown>[],
    durability?: 'strict' | 'relaxed',
    touched?: TouchedRows<Names<S>>,
  ): Promise<void>;
  readonly changes: Changes<Names<S>>;
  /**
   * Calls back when the browser has closed the connection or torn down a transaction by itself: its storage service crashed, or the
   * site's data was cleared, so that the next use may open an empty database. Returns the way to stop.
   */
  whenCutOff(listener: () => void): () => void;
  close(): void;
}

const TRIES_WHEN_TORN = 5;

export interface DatabasePlan<S extends DBSchema> {
  readonly name: string;
  readonly version: number;
  /** Additive: creates what is missing since `oldVersion` and never removes or rewrites. */
  upgrade(db: IDBPDatabase<S>, oldVersion: number): void;
  /** How long an upgrade waits for other windows to let go, ms. */
  readonly blockedAfterMs?: number;
}

/** Opens at once, so that a damaged or blocked database is known early. */
export async function openDatabase<S extends DBSchema>(plan: DatabasePlan<S>): Promise<Database<S>> {
  const changes = openChanges<Names<S>>(plan.name);
  const connection = createConnection(plan);

  async function run<T, Mode extends 'readonly' | 'readwrite'>(
    stores: Names<S>[],
    mode: Mode,
    durability: IDBTransactionDurability,
    work: (tx: IDBPTransaction<S, Names<S>[], Mode>) => Promise<T>,
  ): Promise<T> {
    for (let triesLeft = TRIES_WHEN_TORN - 1; ; triesLeft -= 1) {
      try {
        return await once(stores, mode, durability, work);
      } catch (error) {
        // A crash of the browser's storage service, a full disk, data being cleared: nothing was kept, so it is safe to try again.
        if (triesLeft === 0 || connection.isClosed || !isTearing(error)) throw toStorageError(error);
        // No close event comes for a connection that we close ourselves.
        connection.drop();
        connection.tellCutOff();
      }
    }
  }

  async function once<T, Mode extends 'readonly' | 'readwrite'>(
    stores: Names<S>[],
    mode: Mode,
    durability: IDBTransactionDurability,
    work: (tx: IDBPTransaction<S, Names<S>[], Mode>) => Promise<T>,
  ): Promise<T> {
    // Wrapped in an object: a transaction is not to be awaited by accident.
    const { tx } = await connection.begin(stores, mode, durability);
    const done = tx.done;
    void handledElsewhere(done);
    try {
      const result = await work(tx);
      if (mode === 'readwrite') commit(tx);
      await done;
      return result;
    } catch (error) {
      abort(tx);
      await handledElsewhere(done);
      throw tx.error ?? error;
    }
  }

  await connection.open().catch((error: unknown) => {
    changes.close();
    throw toStorageError(error);
  });

  return {
    changes,
    read: (stores, work) => run(stores, 'readonly', 'default', work),
    async write(stores, work, durability = 'strict', touched = {}) {
      const result = await run(stores, 'readwrite', durability, work);
      changes.announce(stores, touched);
      return result;
    },
    async writeAtOnce(stores, work, durability = 'strict', touched = {}) {
      await run(stores, 'readwrite', durability, (tx) => {
        const asked = Promise.all(work(tx));
        void handledElsewhere(asked);
        commit(tx);
        return asked;
      });
      changes.announce(stores, touched);
    },
    whenCutOff: connection.whenCutOff,
    close() {
      connection.close();
      changes.close();
    },
  };
}

/** The one connection to a database: opened when it is needed, given up for the upgrade of another window, opened again afterwards. */
function createConnection<S extends DBSchema>(plan: DatabasePlan<S>) {
  const cutOffListeners = new Set<() => void>();
  let opening: Promise<IDBPDatabase<S>> | null = null;
  let closed = false;

  function open(): Promise<IDBPDatabase<S>> {
    if (closed) return Promise.reject(new StorageError('unknown', 'This storage was closed'));
    if (opening === null) {
      const mine = openAt(plan, {
        letGo: () => forget(mine),
        cutOff() {
          forget(mine);
          tellCutOff();
        },
      });
      opening = mine;
      // A failed opening is not kept: the next call tries again.
      mine.catch(() => forget(mine));
    }
    return opening;
  }

  function tellCutOff(): void {
    if (!closed) for (const listener of Array.from(cutOffListeners)) listener();
  }

  function forget(which: Promise<IDBPDatabase<S>>): void {
    if (opening === which) opening = null;
    // Waits for running transactions by itself; the next use opens again, behind the upgrade of the other window.
    which.then(
      (db) => db.close(),
      () => undefined,
    );
  }

  function drop(): void {
    if (opening !== null) forget(opening);
  }

  async function begin<Mode extends 'readonly' | 'readwrite'>(
    stores: Names<S>[],
    mode: Mode,
    durability: IDBTransactionDurability,
  ) {
    for (let again = false; ; again = true) {
      const opened = open();
      const db = await opened;
      try {
        return { tx: db.transaction(stores, mode, { durability }) };
      } catch (error) {
        // The connection was closed under us (another version's turn, or a crash of the storage service).
        if (again || (error as DOMException).name !== 'InvalidStateError') throw error;
        forget(opened);
      }
    }
  }

  return {
    open,
    begin,
    drop,
    tellCutOff,
    whenCutOff(listener: () => void): () => void {
      cutOffListeners.add(listener);
      return () => void cutOffListeners.delete(listener);
    },
    get isClosed() {
      return closed;
    },
    close() {
      closed = true;
      drop();
    },
  };
}

/** "AbortError" without our asking, or "UnknownError: Connection is closing because of …": the connection went, not the data. */
function isTearing(cause: unknown): boolean {
  return cause instanceof DOMException && (cause.name === 'AbortError' || cause.name === 'UnknownError');
}

function openAt<S extends DBSchema>(
  plan: DatabasePlan<S>,
  { letGo, cutOff }: { readonly letGo: () => void; readonly cutOff: () => void },
): Promise<IDBPDatabase<S>> {
  const { name, version, blockedAfterMs = 5000 } = plan;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gaveUp = false;
    const open = (at: number | undefined): Promise<IDBPDatabase<S>> =>
      openDB<S>(name, at, {
        upgrade: (db, oldVersion) => plan.upgrade(db, oldVersion),
        blocked() {
          timer = setTimeout(() => {
            gaveUp = true;
            reject(new StorageError('blocked', `${name} is held by another window`));
          }, blockedAfterMs);
        },
        blocking: letGo,
        terminated: cutOff,
      });
    open(version)
      .catch((error: DOMException) => {
        // A newer version of the app was here. Its upgrades are additive, so its stores serve us as well.
        if (error.name === 'VersionError') return open(undefined);
        throw error;
      })
      .then((db) => (gaveUp ? db.close() : resolve(db)), reject)
      .finally(() => clearTimeout(timer));
  });
}

interface Endable {
  abort(): void;
  commit(): void;
}

/** Does not wait for a turn of the event loop; a transaction that has already ended is left alone. */
function commit(tx: unknown): void {
  try {
    (tx as Endable).commit();
  } catch {
    // Ended by itself: `done` says how.
  }
}

function abort(tx: unknown): void {
  try {
    (tx as Endable).abort();
  } catch {
    // Aborted by itself: `done` says why.
  }
}
