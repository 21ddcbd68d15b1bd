/** Drafts of the connected account: at hand at once, and written behind each keystroke, the latest only. */
import type { Drafts, KeptDraft } from './offered.ts';
import type { DraftStore } from './ports.ts';

interface DraftsParts {
  readonly store: DraftStore;
  readonly nowMs: () => number;
  /** What cannot be written stays on the page; this is told of it. */
  readonly onTrouble: (error: unknown) => void;
}

interface DraftsService extends Drafts {
  /** Reads what is kept. */
  open(): Promise<void>;
  /** Resolves when what was typed is written, or cannot be. */
  close(): Promise<void>;
}

export function createDrafts({ store, nowMs, onTrouble }: DraftsParts): DraftsService {
  let kept: ReadonlyMap<string, KeptDraft> = new Map();
  /** Not written yet; they win over what is read. */
  const unwritten = new Map<string, KeptDraft | null>();
  let writing: Promise<void> | null = null;
  let stop = (): void => {};

  async function read(): Promise<void> {
    kept = await store.all();
  }

  async function write(): Promise<void> {
    try {
      for (let [next] = unwritten; next !== undefined; [next] = unwritten) {
        const [of, draft] = next;
        await store.put(of, draft);
        kept = withDraft(kept, of, draft);
        // Typed on meanwhile: that is written next.
        if (unwritten.get(of) === draft) unwritten.delete(of);
      }
    } catch (error) {
      onTrouble(error);
    } finally {
      writing = null;
    }
  }

  return {
    async open() {
      await read();
      // Another window types too.
      stop = store.watch(() => void read().catch(onTrouble));
    },
    kept: (of) => (unwritten.has(of) ? (unwritten.get(of) ?? null) : (kept.get(of) ?? null)),
    keep(of, draft) {
      unwritten.set(of, draft === null ? null : { atMs: nowMs(), draft });
      writing ??= write();
    },
    async close() {
      stop();
      await writing;
    },
  };
}

function withDraft(
  drafts: ReadonlyMap<string, KeptDraft>,
  of: string,
  draft: KeptDraft | null,
): ReadonlyMap<string, KeptDraft> {
  const next = new Map(drafts);
  if (draft === null) next.delete(of);
  else next.set(of, draft);
  return next;
}
