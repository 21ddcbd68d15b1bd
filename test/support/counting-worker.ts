/** A worker for tests of calls: counts its requests, and fails, never answers or transfers its answer when asked to. */
import { StorageError } from '../../src/storage/idb/storage-error.ts';
import { answerCalls } from '../../src/storage/worker-calls.ts';

declare const self: DedicatedWorkerGlobalScope;

export type CountingRequest =
  | { readonly op: 'count' }
  | { readonly op: 'fail'; readonly name: string }
  | { readonly op: 'failBlocked' }
  | { readonly op: 'hang' }
  | { readonly op: 'grow'; readonly buffer: ArrayBuffer; readonly isTransferred: boolean }
  | { readonly op: 'lengthOfLast' };
export interface CountingAnswers {
  /** Number of requests to this worker, this one included. */
  readonly count: number;
  readonly fail: never;
  readonly failBlocked: never;
  readonly hang: never;
  readonly grow: ArrayBuffer;
  /** Length of the buffer that was last sent back; 0 when it was transferred. */
  readonly lengthOfLast: number;
}

let requests = 0;
let last = new ArrayBuffer(0);

async function answer(request: CountingRequest): Promise<CountingAnswers[keyof CountingAnswers]> {
  requests += 1;
  switch (request.op) {
    case 'count':
      return requests;
    case 'fail':
      throw new DOMException('as asked', request.name);
    case 'failBlocked':
      throw new StorageError('blocked', 'held by another window');
    case 'hang':
      return new Promise<never>(() => undefined);
    case 'grow':
      last = new ArrayBuffer(request.buffer.byteLength + 1);
      return last;
    case 'lengthOfLast':
      return last.byteLength;
  }
}

answerCalls(self, answer, (request, result) =>
  request.op === 'grow' && request.isTransferred ? [result as ArrayBuffer] : [],
);
