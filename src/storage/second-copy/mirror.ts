/**
 * The second copy of each receipt in the origin's private file system, one file per receipt. A worker writes the files.
 */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import type { MirrorAnswers, MirrorRequest } from './mirror-messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './mirror-worker.ts?worker&url';
import { parseStoredReceipt } from '../stores/receipt-row.ts';
import { parsePackage, parseRun } from '../stores/rows.ts';
import { StorageError } from '../idb/storage-error.ts';
import { callWorker } from '../worker-calls.ts';

export type MirrorFile =
  | { readonly kind: 'receipt'; readonly name: string; readonly modifiedMs: number; readonly receipt: Receipt }
  /** `runNote`: the run that the space is reserved for; null when no readable note was written. */
  | { readonly kind: 'reserved'; readonly name: string; readonly modifiedMs: number; readonly runNote: RunNote | null }
  | { readonly kind: 'torn'; readonly name: string; readonly detail: string };

/** The note in a reservation: the run with its last noted step, and its package. */
interface RunNote {
  readonly run: Run;
  readonly package: CarriedPackage | null;
}

export type Mirror = ReturnType<typeof createMirror>;

interface MirrorOptions {
  readonly accountId: string;
  /** Passes the worker's URL through the page's Trusted Types policy. */
  readonly trustUrl: (url: string) => string;
  /** Longest time for one call to the worker, ms. */
  readonly timeoutMs?: number;
}

/**
 * Every method rejects with StorageError unless stated otherwise; code 'absent' means that the browser has no private
 * file system.
 */
export function createMirror({ accountId, trustUrl, timeoutMs = 15_000 }: MirrorOptions) {
  const folder = accountId;
  let probed: Promise<'ready' | 'absent'> | null = null;
  let closed: StorageError | null = null;
  const calls = callWorker<MirrorRequest, MirrorAnswers>({
    start: () => new Worker(trustUrl(workerUrl), { type: 'module', name: 'receipt-mirror' }),
    diedMessage: 'The worker of the second copy is gone',
    endsWithPage: true,
    limit: { timeoutMs, message: `The second copy took longer than ${timeoutMs} ms` },
  });

  /** Never rejects. */
  function status(): Promise<'ready' | 'absent'> {
    // A worker that failed to start does not prove that the file system is missing; the calls themselves report the
    // error.
    probed ??= calls.ask({ op: 'probe' as const }).then(
      (isThere) => (isThere ? 'ready' : 'absent'),
      () => 'ready',
    );
    return probed;
  }

  async function whenReady<R extends MirrorRequest>(request: R): Promise<MirrorAnswers[R['op']]> {
    // After close the account's folder may have been removed; a late note would create it again.
    if (closed !== null) throw closed;
    if ((await status()) === 'absent') throw new StorageError('absent', 'This browser has no private file system');
    return calls.ask(request);
  }

  return {
    status,
    /** Allocates space for the response before the beacon is contacted: 8 KiB, flushed to the disk when it resolves. */
    async reserve(receiptId: string): Promise<void> {
      await whenReady({ op: 'reserve', folder, id: receiptId });
    },
    /** Notes in the reservation which run it belongs to. Passed to the system, but not flushed. */
    async note(about: RunNote): Promise<void> {
      await whenReady({ op: 'note', folder, id: about.run.receiptId, json: JSON.stringify(about) });
    },
    /** Removes a reservation that holds no response. */
    async release(receiptId: string): Promise<void> {
      await whenReady({ op: 'release', folder, id: receiptId });
    },
    /** Resolves when the copy is flushed to the disk. A sound copy of the same response and beacon is not changed. */
    async write(receipt: Receipt): Promise<void> {
      // The file is the second copy, so the receipt in it is marked as mirrored.
      const json = JSON.stringify({ ...receipt, mirrored: true });
      await whenReady({
        op: 'write',
        folder,
        id: receipt.id,
        json,
        response: receipt.responseBase64,
        uniqueId: receipt.uniqueId,
      });
    },
    async readAll(): Promise<MirrorFile[]> {
      const files = await whenReady({ op: 'readAll', folder });
      return files.map(toMirrorFile);
    },
    /** The names of the files that `readAll` would read. */
    names: () => whenReady({ op: 'names', folder }),
    /** Removes files by their names from `readAll`. */
    async remove(names: readonly string[]): Promise<void> {
      await whenReady({ op: 'remove', folder, names });
    },
    readNote: () => whenReady({ op: 'readNote', folder }),
    async writeNote(text: string): Promise<void> {
      await whenReady({ op: 'writeNote', folder, text });
    },
    close(): void {
      closed = new StorageError('unknown', 'The second copy was closed');
      calls.stop(closed);
    },
  };
}

function toMirrorFile({ name, modifiedMs, record }: MirrorAnswers['readAll'][number]): MirrorFile {
  if (record.kind === 'reserved') return { kind: 'reserved', name, modifiedMs, runNote: parseRunNote(record.note) };
  if (record.kind === 'torn') return { kind: 'torn', name, detail: record.detail };
  const parsed = parseStoredReceipt(jsonOrNull(record.json));
  return parsed.ok
    ? { kind: 'receipt', name, modifiedMs, receipt: parsed.row }
    : { kind: 'torn', name, detail: parsed.reason };
}

function parseRunNote(note: string | null): RunNote | null {
  const { run, package: carried } = (jsonOrNull(note ?? '') ?? {}) as Record<string, unknown>;
  const [parsedRun, parsedPackage] = [parseRun(run), parsePackage(carried)];
  return parsedRun.ok ? { run: parsedRun.row, package: parsedPackage.ok ? parsedPackage.row : null } : null;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
