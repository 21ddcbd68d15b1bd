/** Drafts of the connected account: available at once, and the latest version is written after each keystroke. */
import type { Clock } from '../surroundings.ts';
import type { DraftStore } from './ports.ts';

export interface StoredDraft {
  /** When it was last edited, Unix ms. */
  readonly atMs: number;
  /** The draft in the form of its page, which has to parse it. */
  readonly draft: unknown;
}

/** What the screens may call. */
export type Drafts = Omit<ReturnType<typeof createDrafts>, 'open' | 'close'>;

interface DraftsParts {
  readonly drafts: DraftStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Called when a draft cannot be written; it then stays in memory only. */
  readonly onTrouble: (error: unknown) => void;
}

export function createDrafts({ drafts: store, clock, onTrouble }: DraftsParts) {
  let stored: ReadonlyMap<string, StoredDraft> = new Map();
  /** Drafts that are not written yet; they take precedence over stored ones. */
  const unwritten = new Map<string, StoredDraft | null>();
  let writing: Promise<void> | null = null;
  let stop = (): void => {};

  /** Reads the named drafts, since the others may be large; all of them if the changed ones are not known. */
  async function read(changed: readonly string[] | null): Promise<void> {
    if (changed === null) stored = await store.all();
    else for (const of of changed) stored = withDraft(stored, of, await store.get(of));
  }

  async function write(): Promise<void> {
    try {
      for (let [next] = unwritten; next !== undefined; [next] = unwritten) {
        const [of, draft] = next;
        await store.put(of, draft);
        stored = withDraft(stored, of, draft);
        // If it was edited in the meantime, the newer version is written next.
        if (unwritten.get(of) === draft) unwritten.delete(of);
      }
    } catch (error) {
      onTrouble(error);
    } finally {
      writing = null;
    }
  }

  return {
    /** Reads the stored drafts. */
    async open(): Promise<void> {
      await read(null);
      // Another window may edit drafts too.
      stop = store.watch((changed = null) => void read(changed).catch(onTrouble));
    },
    /** Returns the draft of a form; `of` names the form and its subject. Null when nothing is stored. */
    load: (of: string): StoredDraft | null =>
      unwritten.has(of) ? (unwritten.get(of) ?? null) : (stored.get(of) ?? null),
    /**
     * Stores a draft; null deletes it. Must not contain a secret. Kept while the page is open even if it cannot be
     * stored.
     */
    store(of: string, draft: object | null): void {
      unwritten.set(of, draft === null ? null : { atMs: clock.nowMs(), draft });
      writing ??= write();
    },
    /** Resolves when the last draft has been written, or cannot be. */
    async close(): Promise<void> {
      stop();
      await writing;
    },
  };
}

function withDraft(
  drafts: ReadonlyMap<string, StoredDraft>,
  of: string,
  draft: StoredDraft | null,
): ReadonlyMap<string, StoredDraft> {
  const next = new Map(drafts);
  if (draft === null) next.delete(of);
  else next.set(of, draft);
  return next;
}
