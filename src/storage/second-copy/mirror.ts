/** The second copy of each receipt, in the origin's private file system: one file a receipt, written in a worker. */
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
  /** `meant`: the run that it was reserved for, with its package, as far as it was told. */
  | { readonly kind: 'reserved'; readonly name: string; readonly modifiedMs: number; readonly meant: RunNote | null }
  | { readonly kind: 'torn'; readonly name: string; readonly detail: string };

/** What a reservation says of the run that it is for: run, device and package, and the step that was told last. */
interface RunNote {
  readonly run: Run;
  readonly package: CarriedPackage | null;
}

/** All reject with StorageError; 'absent' where this browser has no private file system. */
export interface Mirror {
  /** Never rejects. */
  status(): Promise<'ready' | 'absent'>;
  /** Takes room for the response before the beacon is touched (8 KiB, on the disk when it resolves). */
  reserve(receiptId: string): Promise<void>;
  /** Says in the run's reservation what it is for. Handed to the system, not flushed. */
  note(about: RunNote): Promise<void>;
  /** Gives back what was reserved and not filled. */
  release(receiptId: string): Promise<void>;
  /** On the disk when it resolves. A sound copy of the same response and beacon is left as it is. */
  write(receipt: Receipt): Promise<void>;
  readAll(): Promise<MirrorFile[]>;
  /** By file name, as `readAll` gives it. */
  remove(names: readonly string[]): Promise<void>;
  readNote(): Promise<string | null>;
  writeNote(text: string): Promise<void>;
  close(): void;
}

interface MirrorOptions {
  readonly accountId: string;
  /** Passes the worker's URL through the page's Trusted Types policy. */
  readonly trustUrl: (url: string) => string;
  /** How long the worker may take for one call, ms. */
  readonly timeoutMs?: number;
}

export function createMirror({ accountId, trustUrl, timeoutMs = 15_000 }: MirrorOptions): Mirror {
  const folder = accountId;
  let probed: Promise<'ready' | 'absent'> | null = null;
  let closed: StorageError | null = null;
  const calls = callWorker<MirrorRequest, MirrorAnswers>({
    start: () => new Worker(trustUrl(workerUrl), { type: 'module', name: 'receipt-mirror' }),
    diedMessage: 'The worker of the second copy is gone',
    endsWithPage: true,
    limit: { timeoutMs, message: `The second copy took longer than ${timeoutMs} ms` },
  });

  function status(): Promise<'ready' | 'absent'> {
    if (probed === null) {
      const asked = calls
        .ask({ op: 'probe' as const })
        .then((isThere) => (isThere ? ('ready' as const) : ('absent' as const)));
      // A worker that did not start says nothing about the browser: the calls themselves will tell.
      probed = asked.catch(() => {
        probed = null;
        return 'ready';
      });
    }
    return probed;
  }

  async function whenReady<R extends MirrorRequest>(request: R): Promise<MirrorAnswers[R['op']]> {
    // The account may have been left, and its folder removed: a late note would make it anew.
    if (closed !== null) throw closed;
    if ((await status()) === 'absent') throw new StorageError('absent', 'This browser has no private file system');
    return calls.ask(request);
  }

  return {
    status,
    async reserve(receiptId) {
      await whenReady({ op: 'reserve', folder, id: receiptId });
    },
    async note(about) {
      await whenReady({ op: 'note', folder, id: about.run.receiptId, json: JSON.stringify(about) });
    },
    async release(receiptId) {
      await whenReady({ op: 'release', folder, id: receiptId });
    },
    async write(receipt) {
      // The copy says of itself that it is there.
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
    async readAll() {
      const files = await whenReady({ op: 'readAll', folder });
      return files.map(toMirrorFile);
    },
    async remove(names) {
      await whenReady({ op: 'remove', folder, names });
    },
    readNote: () => whenReady({ op: 'readNote', folder }),
    async writeNote(text) {
      await whenReady({ op: 'writeNote', folder, text });
    },
    close() {
      closed = new StorageError('unknown', 'The second copy was closed');
      calls.stop(closed);
    },
  };
}

function toMirrorFile({ name, modifiedMs, record }: MirrorAnswers['readAll'][number]): MirrorFile {
  if (record.kind === 'reserved') return { kind: 'reserved', name, modifiedMs, meant: readNote(record.note) };
  if (record.kind === 'torn') return { kind: 'torn', name, detail: record.detail };
  const parsed = parseStoredReceipt(jsonOrNull(record.json));
  return parsed.ok
    ? { kind: 'receipt', name, modifiedMs, receipt: parsed.row }
    : { kind: 'torn', name, detail: parsed.reason };
}

function readNote(note: string | null): RunNote | null {
  const told = note === null ? null : jsonOrNull(note);
  if (typeof told !== 'object' || told === null) return null;
  const { run, package: carried } = told as Record<string, unknown>;
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
