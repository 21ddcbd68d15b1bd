/**
 * The second copy of each receipt in the origin's private file system, one file per receipt. A worker writes the files.
 */
import type { Receipt } from '../../domain/receipt.ts';
import type { MirrorFunctions, RunNote, StoredFile } from './mirror-messages.ts';
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
  let probed: Promise<'ready' | 'absent'> | null = null;
  let closed: StorageError | null = null;
  const { remote, stop } = callWorker<MirrorFunctions>({
    start: () => new Worker(trustUrl(workerUrl), { type: 'module', name: accountId }),
    diedMessage: 'The worker of the second copy is gone',
    endsWithPage: true,
    limit: { timeoutMs, message: `The second copy took longer than ${timeoutMs} ms` },
  });

  /** Never rejects. */
  function status(): Promise<'ready' | 'absent'> {
    // A worker that failed to start does not prove that the file system is missing; the calls themselves report the
    // error.
    probed ??= remote('probe')().then(
      (isThere) => (isThere ? 'ready' : 'absent'),
      () => 'ready',
    );
    return probed;
  }

  function whenReady<Parameters extends unknown[], Answer>(call: (...parameters: Parameters) => Promise<Answer>) {
    return async (...parameters: Parameters): Promise<Answer> => {
      // After close the account's folder may have been removed; a late note would create it again.
      if (closed !== null) throw closed;
      if ((await status()) === 'absent') throw new StorageError('absent', 'This browser has no private file system');
      return call(...parameters);
    };
  }
  const readAll = whenReady(remote('readAll'));

  return {
    status,
    reserve: whenReady(remote('reserve')),
    note: whenReady(remote('note')),
    release: whenReady(remote('release')),
    write: whenReady(remote('write')),
    readAll: async (): Promise<MirrorFile[]> => (await readAll()).map(toMirrorFile),
    names: whenReady(remote('names')),
    remove: whenReady(remote('remove')),
    readNote: whenReady(remote('readNote')),
    writeNote: whenReady(remote('writeNote')),
    close(): void {
      closed = new StorageError('unknown', 'The second copy was closed');
      stop(closed);
    },
  };
}

function toMirrorFile({ name, modifiedMs, record }: StoredFile): MirrorFile {
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
