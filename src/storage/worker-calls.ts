/** Calls from the page to one of its workers: numbered, with a time limit, and with errors by code. */
import { StorageError, toStorageError, type StorageErrorCode } from './idb/storage-error.ts';

interface Call<Request> {
  readonly call: number;
  readonly request: Request;
}

type Reply =
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly error: { readonly code: StorageErrorCode; readonly message: string } };

interface Waiting<Request> {
  readonly request: Request;
  readonly transfer: Transferable[];
  timer: ReturnType<typeof setTimeout> | undefined;
  resolve(answer: unknown): void;
  reject(error: StorageError): void;
}

/** `Answers` maps each `op` to the type of its answer. */
interface WorkerCalls<Request extends { readonly op: string }, Answers extends Record<Request['op'], unknown>> {
  /** Returns the worker's answer. Rejects with StorageError. Objects in `transfer` cannot be used here afterwards. */
  ask<R extends Request>(request: R, transfer?: Transferable[]): Promise<Answers[R['op']]>;
  /** Rejects all pending calls with `reason` and ends the worker. The next call starts a new one. */
  stop(reason: StorageError): void;
}

interface WorkerOptions<Request> {
  /** Message of the error when the worker dies. */
  readonly diedMessage: string;
  start(): Worker;
  /** First request to each new worker. If it fails, all pending calls fail with the same error. */
  readonly opening?: Request;
  /**
   * Ends the worker when the page is left; for workers that write files. A page in the back/forward cache stops its
   * workers in the middle of their code. If it is discarded then, Chromium continues that code without its files and
   * crashes, together with neighbouring pages. Pending calls are repeated when the page comes back, so they must be
   * repeatable.
   */
  readonly endsWithPage?: boolean;
  /** Time limit of one call; none if absent. */
  readonly limit?: { readonly timeoutMs: number; readonly message: string };
}

export function callWorker<Request extends { readonly op: string }, Answers extends Record<Request['op'], unknown>>({
  diedMessage,
  start,
  opening,
  endsWithPage = false,
  limit,
}: WorkerOptions<Request>): WorkerCalls<Request, Answers> {
  const waiting = new Map<number, Waiting<Request>>();
  let worker: Worker | null = null;
  let calls = 0;
  let isPageHidden = false;

  function started(): Worker {
    worker = start();
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      const call = waiting.get(data.call);
      if ('error' in data) call?.reject(new StorageError(data.error.code, data.error.message));
      else call?.resolve(data.answer);
    });
    worker.addEventListener('error', () => stop(new StorageError('unknown', diedMessage)));
    if (endsWithPage) addEventListener('pagehide', leave);
    if (opening !== undefined) ask(opening).catch((error: unknown) => stop(toStorageError(error)));
    return worker;
  }

  function end(): void {
    worker?.terminate();
    worker = null;
    removeEventListener('pagehide', leave);
  }

  function leave(): void {
    end();
    isPageHidden = true;
    for (const call of waiting.values()) clearTimeout(call.timer);
    addEventListener('pageshow', resume);
  }

  function resume(): void {
    isPageHidden = false;
    for (const [call, entry] of Array.from(waiting)) send(call, entry);
  }

  function stop(reason: StorageError): void {
    end();
    for (const call of Array.from(waiting.values())) call.reject(reason);
  }

  function send(call: number, entry: Waiting<Request>): void {
    if (limit !== undefined)
      entry.timer = setTimeout(() => stop(new StorageError('unknown', limit.message)), limit.timeoutMs);
    try {
      (worker ?? started()).postMessage({ call, request: entry.request } satisfies Call<Request>, entry.transfer);
    } catch (error) {
      entry.reject(toStorageError(error));
    }
  }

  function ask<R extends Request>(request: R, transfer: Transferable[] = []): Promise<Answers[R['op']]> {
    return new Promise((resolve, reject) => {
      const call = ++calls;
      const settle = (): void => {
        clearTimeout(entry.timer);
        waiting.delete(call);
      };
      const entry: Waiting<Request> = {
        request,
        transfer,
        timer: undefined,
        resolve: (answer) => (settle(), resolve(answer as Answers[R['op']])),
        reject: (error) => (settle(), reject(error)),
      };
      waiting.set(call, entry);
      if (!isPageHidden) send(call, entry);
    });
  }

  return { ask, stop };
}

/** The part of `DedicatedWorkerGlobalScope` that is used. The type itself does not exist in a page. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/**
 * Answers calls in the worker. `transferablesOf` returns the buffers of an answer that are transferred instead of
 * copied.
 */
export function answerCalls<Request extends { readonly op: string }, Answer>(
  scope: WorkerScope,
  answer: (request: Request) => Promise<Answer>,
  transferablesOf: (request: Request, result: Answer) => Transferable[] = () => [],
): void {
  const reply = (message: Reply, transfer: Transferable[] = []): void => scope.postMessage(message, transfer);
  scope.addEventListener('message', ({ data: { call, request } }: MessageEvent<Call<Request>>) => {
    answer(request).then(
      (result) => reply({ call, answer: result }, transferablesOf(request, result)),
      (cause: unknown) => {
        const { code, message } = toStorageError(cause);
        reply({ call, error: { code, message } });
      },
    );
  });
}
