/** A worker for tests of calls: counts its requests, and fails, never answers or transfers its answer when asked to. */
import { StorageError } from '../../src/storage/idb/storage-error.ts';
import { answerCalls } from '../../src/storage/worker-calls.ts';

declare const self: DedicatedWorkerGlobalScope;

export interface CountingFunctions {
  /** Number of requests to this worker, this one included. */
  count(): Promise<number>;
  fail(name: string): Promise<never>;
  failBlocked(): Promise<never>;
  hang(): Promise<never>;
  grow(buffer: ArrayBuffer, isTransferred: boolean): Promise<ArrayBuffer>;
  /** Length of the buffer that was last sent back; 0 when it was transferred. */
  lengthOfLast(): Promise<number>;
}

let requests = 0;
let last = new ArrayBuffer(0);
let transferred: Transferable[] = [];

const functions: CountingFunctions = {
  count: async () => requests,
  fail: async (name) => {
    throw new DOMException('as asked', name);
  },
  failBlocked: async () => {
    throw new StorageError('blocked', 'held by another window');
  },
  hang: () => new Promise<never>(() => undefined),
  async grow(buffer, isTransferred) {
    last = new ArrayBuffer(buffer.byteLength + 1);
    transferred = isTransferred ? [last] : [];
    return last;
  },
  lengthOfLast: async () => last.byteLength,
};

answerCalls(
  self,
  async () => {
    requests += 1;
    if (self.name === 'closed') throw new DOMException('as asked', 'NotReadableError');
    return functions;
  },
  (name) => (name === 'grow' ? transferred : []),
);
