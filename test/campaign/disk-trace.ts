/**
 * The file operations of a traced browser in its profile, in order, and the disks that a power cut may leave behind.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Draw } from '../../src/sandbox/seed.ts';

/** Returns the arguments of strace that record what `readTrace` reads. */
export const traceTo = (file: string): string[] => [
  'strace',
  '-f',
  '-y',
  '-ttt',
  '-xx',
  '-s',
  '16777216',
  '-e',
  'trace=openat,write,pwrite64,writev,pwritev,ftruncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,fsync,fdatasync',
  '-e',
  'signal=none',
  '-o',
  file,
];

/** One file. A renamed file stays the same one. */
interface TracedFile {
  /** Its path when the trace begins. Null for a file that was created later. */
  readonly original: string | null;
}

type Operation = { readonly atMs: number } & (
  | { readonly kind: 'write'; readonly file: TracedFile; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly file: TracedFile; readonly length: number }
  | { readonly kind: 'sync'; readonly file: TracedFile }
  | { readonly kind: 'create'; readonly path: string; readonly file: TracedFile }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly file: TracedFile }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
);

export interface DiskTrace {
  readonly operations: readonly Operation[];
}

const decoded = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/\\x([0-9a-f]{2})|[^]/g, (_all, hex?: string) => (hex === undefined ? '' : hex)),
    'hex',
  );

/**
 * Parses a trace of strace. `base` is a copy of the profile from before it, `profile` its path during the trace. Paths
 * outside `folders` are ignored.
 */
export function readTrace(text: string, profile: string, base: string, folders: readonly string[]): DiskTrace {
  const operations: Operation[] = [];
  /** The present file of each path. */
  const files = new Map<string, TracedFile>();
  const lengths = new Map<TracedFile, number>();
  /** Offset of the next plain write to a file. */
  const positions = new Map<TracedFile, number>();
  /** Paths whose file was removed during the trace. */
  const gone = new Set<string>();

  const within = (absolute: string): string | null => {
    const relative = path.relative(profile, absolute);
    return folders.some((folder) => relative.startsWith(`${folder}/`)) ? relative : null;
  };
  function fileAt(relative: string): TracedFile {
    let file = files.get(relative);
    if (file === undefined) {
      file = { original: relative };
      files.set(relative, file);
      lengths.set(file, statSync(path.join(base, relative), { throwIfNoEntry: false })?.size ?? 0);
    }
    return file;
  }
  const isOnDisk = (relative: string): boolean =>
    files.has(relative) ||
    (!gone.has(relative) && statSync(path.join(base, relative), { throwIfNoEntry: false }) !== undefined);

  for (const { atMs, call, given, result } of callsOf(text)) {
    if (result < 0) continue;
    /** Returns the path of the file descriptor. */
    const ofDescriptor = (): string | null => {
      const found = /^\d+<((?:\\x[0-9a-f]{2})*|[^>]*)>/.exec(given);
      if (found === null) return null;
      const name = found[1]!.startsWith('\\x') ? decoded(found[1]!).toString() : found[1]!;
      return within(name);
    };
    const strings = [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => decoded(hex!));
    const named = strings.map((bytes) => within(bytes.toString()));
    switch (call) {
      case 'openat': {
        const [relative] = named;
        if (relative == null) break;
        if (/O_CREAT/.test(given) && !isOnDisk(relative)) {
          const file: TracedFile = { original: null };
          files.set(relative, file);
          lengths.set(file, 0);
          operations.push({ atMs, kind: 'create', path: relative, file });
        }
        if (!isOnDisk(relative)) break;
        const file = fileAt(relative);
        if (/O_TRUNC/.test(given)) {
          lengths.set(file, 0);
          operations.push({ atMs, kind: 'truncate', file, length: 0 });
        }
        if (/O_WRONLY|O_RDWR/.test(given)) positions.set(file, /O_APPEND/.test(given) ? lengths.get(file)! : 0);
        break;
      }
      case 'write':
      case 'pwrite64':
      case 'writev':
      case 'pwritev': {
        const relative = ofDescriptor();
        if (relative === null || !files.has(relative)) break;
        const file = fileAt(relative);
        const bytes = Buffer.concat(strings).subarray(0, result);
        const isPlaced = call.startsWith('pwrite');
        const at = isPlaced ? Number(/(\d+)\)?$/.exec(given)![1]) : (positions.get(file) ?? 0);
        if (!isPlaced) positions.set(file, at + bytes.length);
        lengths.set(file, Math.max(lengths.get(file)!, at + bytes.length));
        operations.push({ atMs, kind: 'write', file, at, bytes });
        break;
      }
      case 'ftruncate': {
        const relative = ofDescriptor();
        if (relative === null) break;
        const file = fileAt(relative);
        const length = Number(/(\d+)\)?$/.exec(given)![1]);
        lengths.set(file, length);
        operations.push({ atMs, kind: 'truncate', file, length });
        break;
      }
      case 'fsync':
      case 'fdatasync': {
        const relative = ofDescriptor();
        // A synced folder makes its entries durable, as any sync does for all earlier entries.
        if (relative !== null) operations.push({ atMs, kind: 'sync', file: fileAt(relative) });
        break;
      }
      case 'rename':
      case 'renameat':
      case 'renameat2': {
        const [from, to] = named;
        if (from == null || to == null) break;
        const file = fileAt(from);
        files.set(to, file);
        files.delete(from);
        gone.add(from);
        operations.push({ atMs, kind: 'rename', from, to, file });
        break;
      }
      case 'unlink':
      case 'unlinkat': {
        const [relative] = named;
        if (relative == null) break;
        files.delete(relative);
        gone.add(relative);
        operations.push({ atMs, kind: 'remove', path: relative });
        break;
      }
      case 'mkdir':
      case 'mkdirat': {
        const [relative] = named;
        if (relative != null) operations.push({ atMs, kind: 'folder', path: relative });
        break;
      }
    }
  }
  return { operations };
}

interface TracedCall {
  readonly atMs: number;
  readonly call: string;
  /** The text between the parentheses. */
  readonly given: string;
  readonly result: number;
}

/** Returns the calls in the order in which they ended. A call that another thread interrupted has two lines. */
function* callsOf(text: string): Generator<TracedCall> {
  const begun = new Map<string, string>();
  for (const line of text.split('\n')) {
    const parts = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line);
    if (parts === null) continue;
    const [, thread, seconds] = parts;
    let rest = parts[3]!;
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(thread!, rest.slice(0, -'<unfinished ...>'.length).trimEnd());
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    if (resumed !== null) rest = (begun.get(thread!) ?? '') + resumed[1]!;
    const call = /^(\w+)\((.*)\) += (-?\d+)/.exec(rest);
    if (call !== null) yield { atMs: Number(seconds) * 1000, call: call[1]!, given: call[2]!, result: Number(call[3]) };
  }
}

/**
 * What is left of the writes to a file after its last sync. `ordered`: the first few, as in a file system where a file
 * grows only over data that is on the disk. `any`: a random choice, which leaves holes.
 */
export type Remainder = 'ordered' | 'any';

/**
 * Changes `image`, a copy of the profile from before the trace, into a possible state of the disk after a power cut
 * before operation `cut`. It keeps all writes before the last completed sync of a file, and all folder entries before
 * the last sync of any file, as a journaling file system does. Of the data after that it keeps what `remainder` says,
 * of the entries the first few.
 */
export function cutPower(
  { operations }: DiskTrace,
  base: string,
  image: string,
  cut: number,
  { draw, remainder }: { readonly draw: Draw; readonly remainder: Remainder },
): void {
  const done = operations.slice(0, cut);
  const lastSync = done.findLastIndex(({ kind }) => kind === 'sync');
  const survivingEntries = lastSync + draw.below(done.length - lastSync + 1);
  const syncedUpTo = new Map<TracedFile, number>();
  for (const [index, operation] of done.entries()) if (operation.kind === 'sync') syncedUpTo.set(operation.file, index);

  const names = new Map<string, TracedFile | null>();
  const contents = new Map<TracedFile, Buffer>();
  const contentOf = (file: TracedFile): Buffer => {
    let content = contents.get(file);
    if (content === undefined) {
      const before = file.original === null ? null : path.join(base, file.original);
      content =
        before !== null && statSync(before, { throwIfNoEntry: false })?.isFile() === true
          ? readFileSync(before)
          : Buffer.alloc(0);
      contents.set(file, content);
      if (file.original !== null && !names.has(file.original)) names.set(file.original, file);
    }
    return content;
  };
  /** By file: the first operation that is lost, if the first few are kept. */
  const survivesUpTo = new Map<TracedFile, number>();
  function survives(file: TracedFile, index: number): boolean {
    const synced = syncedUpTo.get(file) ?? 0;
    if (index < synced) return true;
    if (remainder === 'any') return draw.chance(50);
    if (!survivesUpTo.has(file)) survivesUpTo.set(file, synced + draw.below(done.length - synced + 1));
    return index < survivesUpTo.get(file)!;
  }

  for (const [index, operation] of done.entries()) {
    switch (operation.kind) {
      case 'write': {
        const content = contentOf(operation.file);
        if (!survives(operation.file, index)) break;
        const length = Math.max(content.length, operation.at + operation.bytes.length);
        const next = Buffer.concat([content, Buffer.alloc(length - content.length)]);
        next.set(operation.bytes, operation.at);
        contents.set(operation.file, next);
        break;
      }
      case 'truncate': {
        const content = contentOf(operation.file);
        if (!survives(operation.file, index)) break;
        const { length } = operation;
        contents.set(
          operation.file,
          length <= content.length
            ? content.subarray(0, length)
            : Buffer.concat([content, Buffer.alloc(length - content.length)]),
        );
        break;
      }
      case 'create':
        if (index >= survivingEntries) break;
        contents.set(operation.file, contents.get(operation.file) ?? Buffer.alloc(0));
        names.set(operation.path, operation.file);
        break;
      case 'rename':
        if (index >= survivingEntries) break;
        contentOf(operation.file);
        names.set(operation.to, operation.file);
        names.set(operation.from, null);
        break;
      case 'remove':
        if (index < survivingEntries) names.set(operation.path, null);
        break;
      case 'folder':
        if (index < survivingEntries) mkdirSync(path.join(image, operation.path), { recursive: true });
        break;
      case 'sync':
        break;
    }
  }
  for (const [name, file] of names) {
    const at = path.join(image, name);
    if (file === null) rmSync(at, { recursive: true, force: true });
    else {
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, contentOf(file));
    }
  }
}
