/**
 * Chooses the database for a name: the first, or the next generation after one that is damaged and cannot be opened.
 */
import type { DBSchema } from 'idb';
import type { Database } from './database.ts';
import { toStorageError } from './storage-error.ts';

export interface Generation<S extends DBSchema> {
  readonly database: Database<S>;
  /**
   * Names of the damaged generations, oldest first. They are kept, because Chromium's SQLite cannot even delete them.
   */
  readonly earlier: readonly string[];
}

const TRIES = 3;
const GAP_MS = 100;

/**
 * Opens the latest generation. If it is damaged and cannot be opened, and `mayStartOver` is set, opens the next one,
 * which is empty. Chromium's LevelDB empties a damaged database itself; its SQLite keeps rejecting it.
 */
export async function openLatest<S extends DBSchema>(
  name: string,
  mayStartOver: boolean,
  open: (name: string) => Promise<Database<S>>,
): Promise<Generation<S>> {
  const latest = await latestGeneration(name);
  const earlier = (count: number) => Array.from({ length: count - 1 }, (_, index) => generationName(name, index + 1));
  for (let tried = 1; ; tried += 1) {
    try {
      return { database: await open(generationName(name, latest)), earlier: earlier(latest) };
    } catch (error) {
      if (toStorageError(error).code !== 'damaged') throw error;
      if (tried < TRIES) await new Promise((resolve) => setTimeout(resolve, GAP_MS));
      else if (mayStartOver)
        return { database: await open(generationName(name, latest + 1)), earlier: earlier(latest + 1) };
      else throw error;
    }
  }
}

function generationName(name: string, generation: number): string {
  return generation === 1 ? name : `${name}~${generation}`;
}

async function latestGeneration(name: string): Promise<number> {
  const databases = await indexedDB.databases().catch(() => []);
  const generations = databases.flatMap(({ name: found = '' }) =>
    found.startsWith(`${name}~`) ? [Number(found.slice(name.length + 1))] : [],
  );
  return Math.max(1, ...generations.filter(Number.isInteger));
}
