/**
 * One IndexedDB database: opens, upgrades, reopens after another version's upgrade, and writes with strict durability.
 */
import { handledElsewhere } from '../../domain/unawaited.ts';
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { openChanges, type Changes, type TouchedRows } from './changes.ts';
import { StorageError, toStorageError } from './storage-error.ts';

export type Names<S extends DBSchema> = StoreNames<S> & string;

export interface Database<S extends DBSchema> {
  /** Runs a read transaction. `work` may await requests of this transaction only. Rejects with StorageError. */
  read<T>(stores: Names<S>[], work: (tx: IDBPTransaction<S, Names<S>[]>) => Promise<T>): Promise<T>;
  /**
   * Resolves when the transaction is complete: `strict` means flushed to the disk, `relaxed` passed to the system.
   * Nothing is stored when `work` throws. `work` runs again if the browser aborted the transaction. Notifies the
   * stores' listeners afterwards, with the `touched` rows, which `work` may extend. Rejects with StorageError.
   */
  write<T>(
    stores: Names<S>[],
    work: (tx: IDBPTransaction<S, Names<S>[], 'readwrite'>) => Promise<T>,
    durability?: 'strict' | 'relaxed',
    touched?: TouchedRows<Names<S>>,
  ): Promise<T>;
  /**
   * Like `write`, but all requests are on their way when this call returns: `work` issues all requests without awaiting
   * and the transaction is committed in the same turn. This also saves the round trip that `write` waits for.
   */
  writeAtOnce(
    stores: Names<S>[],
    work: (tx: IDBPTransaction<S, Names<S>[], 'readwrite'>) => readonly Promise<unknown>[],
    durability?: 'strict' | 'relaxed',
    touched?: TouchedRows<Names<S>>,
  ): Promise<void>;
  readonly changes: Changes<Names<S>>;
  /**
   * Calls back when the browser has closed the connection or aborted a transaction (its storage service crashed, or
   * site data was cleared), because the next use may open an empty database. Returns a function that unsubscribes.
   */
  whenCutOff(listener: () => void): () => void;
  close(): void;
}

const MAX_ATTEMPTS = 5;

export interface DatabasePlan<S extends DBSchema> {
  readonly name: string;
  readonly version: number;
  /** Creates what is missing since `oldVersion`. Must not remove or rewrite anything. */
  upgrade(db: IDBPDatabase<S>, oldVersion: number): void;
  /** How long an upgrade waits for other windows to close the database, ms. */
  readonly blockedAfterMs?: number;
}

/** Opens immediately, so that a damaged or blocked database is detected early. */
export async function openDatabase<S extends DBSchema>(plan: DatabasePlan<S>): Promise<Database<S>> {
  const connection = createConnection(plan);

  async function run<T, Mode extends 'readonly' | 'readwrite'>(
    stores: Names<S>[],
    mode: Mode,
    durability: IDBTransactionDurability,
    work: (tx: IDBPTransaction<S, Names<S>[], Mode>) => Promise<T>,
  ): Promise<T> {
    for (let triesLeft = MAX_ATTEMPTS - 1; ; triesLeft -= 1) {
      try {
        return await once(stores, mode, durability, work);
      } catch (error) {
        // The browser's storage service crashed, the disk is full or data was cleared. Nothing was stored, so trying
        // again is safe.
        if (triesLeft === 0 || !isAbortedByBrowser(error)) throw toStorageError(error);
        // The browser fires no close event for a connection that we close ourselves.
        connection.drop();
        connection.notifyCutOff();
      }
    }
  }

  async function once<T, Mode extends 'readonly' | 'readwrite'>(
    stores: Names<S>[],
    mode: Mode,
    durability: IDBTransactionDurability,
    work: (tx: IDBPTransaction<S, Names<S>[], Mode>) => Promise<T>,
  ): Promise<T> {
    // Wrapped in an object, so that the transaction is not awaited by accident.
    const { tx } = await connection.begin(stores, mode, durability);
    const done = tx.done;
    void handledElsewhere(done);
    try {
      const result = await work(tx);
      commit(tx);
      await done;
      return result;
    } catch (error) {
      abort(tx);
      await handledElsewhere(done);
      throw tx.error ?? error;
    }
  }

  await connection.open().catch((error: unknown) => {
    throw toStorageError(error);
  });
  const changes = openChanges<Names<S>>(plan.name);

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
        const requests = Promise.all(work(tx));
        commit(tx);
        return requests;
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

/**
 * Manages the one connection to a database: opens it on demand, closes it for another window's upgrade, and opens it
 * again afterwards.
 */
function createConnection<S extends DBSchema>(plan: DatabasePlan<S>) {
  const cutOffListeners = new Set<() => void>();
  let opening: Promise<IDBPDatabase<S>> | null = null;
  let closed = false;

  function open(): Promise<IDBPDatabase<S>> {
    if (closed) return Promise.reject(new StorageError('unknown', 'This storage was closed'));
    if (opening === null) {
      const attempt = openAt(plan, {
        letGo: () => forget(attempt),
        cutOff() {
          forget(attempt);
          reportCutOff();
        },
      });
      opening = attempt;
      // Forget a failed opening, so that the next call tries again.
      attempt.catch(() => forget(attempt));
    }
    return opening;
  }

  function reportCutOff(): void {
    if (!closed) for (const listener of Array.from(cutOffListeners)) listener();
  }

  function forget(which: Promise<IDBPDatabase<S>>): void {
    if (opening === which) opening = null;
    // Waits for running transactions. The next use opens the database again, after the other window's upgrade.
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
        // The browser closed the connection (another version's upgrade, or a crash of the storage service).
        if (again || (error as DOMException).name !== 'InvalidStateError') throw error;
        forget(opened);
      }
    }
  }

  return {
    open,
    begin,
    drop,
    notifyCutOff: reportCutOff,
    whenCutOff(listener: () => void): () => void {
      cutOffListeners.add(listener);
      return () => void cutOffListeners.delete(listener);
    },
    close() {
      closed = true;
      drop();
    },
  };
}

/**
 * True for an abort by the browser: "AbortError" that we did not cause, or "UnknownError: Connection is closing because
 * of …". The data itself is intact.
 */
function isAbortedByBrowser(cause: unknown): boolean {
  return cause instanceof DOMException && (cause.name === 'AbortError' || cause.name === 'UnknownError');
}

function openAt<S extends DBSchema>(
  plan: DatabasePlan<S>,
  { letGo, cutOff }: { readonly letGo: () => void; readonly cutOff: () => void },
): Promise<IDBPDatabase<S>> {
  const { name, version, blockedAfterMs = 5000 } = plan;
  return new Promise((resolve, reject) => {
    let gaveUp = false;
    const open = (at: number | undefined): Promise<IDBPDatabase<S>> =>
      openDB<S>(name, at, {
        upgrade: (db, oldVersion) => plan.upgrade(db, oldVersion),
        blocked() {
          setTimeout(() => {
            gaveUp = true;
            reject(new StorageError('blocked', `${name} is held by another window`));
          }, blockedAfterMs);
        },
        blocking: letGo,
        terminated: cutOff,
      });
    open(version)
      .catch((error: DOMException) => {
        // A newer version of the app has upgraded the database. Upgrades only add, so its stores work for this version
        // too.
        if (error.name === 'VersionError') return open(undefined);
        throw error;
      })
      .then((db) => (gaveUp ? db.close() : resolve(db)), reject);
  });
}

interface Endable {
  abort(): void;
  commit(): void;
}

/** Commits without waiting for a turn of the event loop. Does nothing if the transaction has already ended. */
function commit(tx: unknown): void {
  try {
    (tx as Endable).commit();
  } catch {
    // The transaction has already ended; `done` reports how.
  }
}

function abort(tx: unknown): void {
  try {
    (tx as Endable).abort();
  } catch {
    // The transaction was already aborted; `done` reports why.
  }
}
