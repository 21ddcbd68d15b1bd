/** Calls from the page to a worker of its own, and their answers: numbered, with a limit, failures by their code. */
import { StorageError, storageErrorOf, toStorageError } from './idb/storage-error.ts';

interface Call<Request> {
  readonly call: number;
  readonly request: Request;
}

type Reply =
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly error: { readonly name: string; readonly message: string } };

interface Waiting<Request> {
  readonly request: Request;
  readonly transfer: Transferable[];
  timer: ReturnType<typeof setTimeout> | undefined;
  resolve(answer: unknown): void;
  reject(error: StorageError): void;
}

/** `Answers` names the answer to each `op`. */
interface WorkerCalls<Request extends { readonly op: string }, Answers extends Record<Request['op'], unknown>> {
  /** Rejects with a StorageError. What is in `transfer` is gone here. */
  ask<R extends Request>(request: R, transfer?: Transferable[]): Promise<Answers[R['op']]>;
  /** What is waiting fails with this; the next call starts a new worker. */
  stop(reason: StorageError): void;
}

interface WorkerOptions<Request> {
  /** Stands in the error when the worker dies. */
  readonly diedMessage: string;
  start(): Worker;
  /** Is asked first of each new worker; should it fail, all that waits fails with its reason. */
  readonly opening?: Request;
  /**
   * The worker ends when the page is left, for one that writes files: a page that is kept for "back" (back/forward cache) stops its
   * workers in the middle of their code, and should it be given up then, Chromium lets that code run on without its files and
   * crashes, with the pages beside it. What waits is asked again when the page comes back, so it must bear to be asked twice.
   */
  readonly endsWithPage?: boolean;
  /** How long one call may take; without it, as long as it takes. */
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
  let isAway = false;

  function started(): Worker {
    worker = start();
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      const call = waiting.get(data.call);
      if ('error' in data) call?.reject(storageErrorOf(data.error.name, data.error.message));
      else call?.resolve(data.answer);
    });
    worker.addEventListener('error', () => stop(new StorageError('unknown', diedMessage)));
    if (endsWithPage) addEventListener('pagehide', leave, { once: true });
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
    isAway = true;
    for (const call of waiting.values()) clearTimeout(call.timer);
    addEventListener('pageshow', comeBack, { once: true });
  }

  function comeBack(): void {
    isAway = false;
    for (const [call, asked] of Array.from(waiting)) send(call, asked);
  }

  function stop(reason: StorageError): void {
    end();
    for (const call of Array.from(waiting.values())) call.reject(reason);
  }

  function send(call: number, asked: Waiting<Request>): void {
    if (limit !== undefined)
      asked.timer = setTimeout(() => stop(new StorageError('unknown', limit.message)), limit.timeoutMs);
    try {
      (worker ?? started()).postMessage({ call, request: asked.request } satisfies Call<Request>, asked.transfer);
    } catch (error) {
      asked.reject(toStorageError(error));
    }
  }

  function ask<R extends Request>(request: R, transfer: Transferable[] = []): Promise<Answers[R['op']]> {
    return new Promise((resolve, reject) => {
      const call = ++calls;
      const settle = (): void => {
        clearTimeout(asked.timer);
        waiting.delete(call);
      };
      const asked: Waiting<Request> = {
        request,
        transfer,
        timer: undefined,
        resolve: (answer) => (settle(), resolve(answer as Answers[R['op']])),
        reject: (error) => (settle(), reject(error)),
      };
      waiting.set(call, asked);
      if (!isAway) send(call, asked);
    });
  }

  return { ask, stop };
}

/** The part of `DedicatedWorkerGlobalScope` that is used; that type does not exist in a page. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** The worker's side. `moved`: buffers of an answer that are moved instead of copied. */
export function answerCalls<Request extends { readonly op: string }, Answer>(
  scope: WorkerScope,
  answer: (request: Request) => Promise<Answer>,
  moved: (request: Request, result: Answer) => Transferable[] = () => [],
): void {
  const reply = (message: Reply, transfer: Transferable[] = []): void => scope.postMessage(message, transfer);
  scope.addEventListener('message', ({ data: { call, request } }: MessageEvent<Call<Request>>) => {
    answer(request).then(
      (result) => reply({ call, answer: result }, moved(request, result)),
      ({ name, message }: Error) => reply({ call, error: { name, message } }),
    );
  });
}
