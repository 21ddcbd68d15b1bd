/** The databases on this phone: one registry for all accounts, and one database per account. Migrations only add. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase, type Database, type DatabasePlan } from './database.ts';
import { openLatest, type Generation } from './generations.ts';
import { accountDatabase, REGISTRY_DATABASE } from '../../names.ts';

/** A row is `unknown` until its parser has read it (rows.ts). */
interface Table<Key extends IDBValidKey = string> {
  key: Key;
  value: unknown;
}

/** A copy of an unreadable row, so that nothing unreadable is ever lost. */
export interface QuarantinedRow {
  readonly store: string;
  readonly rowKey: IDBValidKey;
  readonly row: unknown;
  /** The fields that the parser rejected: paths without values. */
  readonly reason: string;
  readonly atMs: number;
}

interface RegistrySchema extends DBSchema {
  accounts: Table;
  vault: Table;
  settings: Table;
  quarantine: Table;
}

export interface AccountSchema extends DBSchema {
  devices: Table;
  packages: Table & { indexes: { byDevice: string } };
  runs: Table;
  receipts: Table & { indexes: { byState: string } };
  edits: Table;
  jobs: Table;
  tasks: Table & { indexes: { byJob: string } };
  queue: Table;
  skew: Table;
  meta: Table;
  quarantine: Table;
}

export type RegistryDatabase = Database<RegistrySchema>;
export type AccountDatabase = Database<AccountSchema>;

export function openRegistryDatabase(name: string = REGISTRY_DATABASE): Promise<Generation<RegistrySchema>> {
  return openLatest(name, true, (name) => openDatabase<RegistrySchema>({ name, ...versionsOf(REGISTRY_STEPS) }));
}

/**
 * Opens the latest generation. With `mayStartOver`, a database that is damaged beyond opening is replaced by a new one.
 */
export function openAccountDatabase(accountId: string, mayStartOver: boolean): Promise<Generation<AccountSchema>> {
  return openLatest(accountDatabase(accountId), mayStartOver, openAccountNamed);
}

/** Opens one generation by its name. */
export function openAccountNamed(name: string): Promise<AccountDatabase> {
  return openDatabase<AccountSchema>({ name, ...versionsOf(ACCOUNT_STEPS) });
}

/** What each version adds to the one before. */
type Steps<S extends DBSchema> = readonly ((db: IDBPDatabase<S>) => void)[];

function versionsOf<S extends DBSchema>(steps: Steps<S>): Pick<DatabasePlan<S>, 'version' | 'upgrade'> {
  return {
    version: steps.length,
    upgrade(db, oldVersion) {
      for (const step of steps.slice(oldVersion)) step(db);
    },
  };
}

// A new version adds its own step below the others. No step may rename, rewrite or remove anything, because a window
// with older code keeps working on the newer database.

const REGISTRY_STEPS: Steps<RegistrySchema> = [
  (db) => {
    db.createObjectStore('accounts', { keyPath: 'id' });
    db.createObjectStore('vault', { keyPath: 'accountId' });
    db.createObjectStore('settings');
    db.createObjectStore('quarantine');
  },
];

const ACCOUNT_STEPS: Steps<AccountSchema> = [
  (db) => {
    db.createObjectStore('devices', { keyPath: 'uniqueId' });
    db.createObjectStore('packages', { keyPath: 'id' }).createIndex('byDevice', 'uniqueId');
    db.createObjectStore('runs', { keyPath: 'id' });
    db.createObjectStore('receipts', { keyPath: 'id' }).createIndex('byState', 'state');
    db.createObjectStore('edits', { keyPath: 'uniqueId' });
    db.createObjectStore('queue');
    db.createObjectStore('skew');
    db.createObjectStore('meta');
    db.createObjectStore('quarantine');
  },
  (db) => {
    db.createObjectStore('jobs', { keyPath: 'id' });
    db.createObjectStore('tasks', { keyPath: 'id' }).createIndex('byJob', 'jobId');
  },
];
