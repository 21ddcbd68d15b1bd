/** Calls from the page to a worker of its own, and their answers: numbered, with a limit, failures by their code. */
import { StorageError, storageErrorOf, toStorageError } from './idb/storage-error.ts';

interface Call<Request> {
  readonly call: number;
  readonly request: Request;
}

type Reply =
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly error: { readonly name: string; readonly message: string } };

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
  /** How long one call may take; without it, as long as it takes. */
  readonly limit?: { readonly timeoutMs: number; readonly message: string };
}

export function callWorker<Request extends { readonly op: string }, Answers extends Record<Request['op'], unknown>>({
  diedMessage,
  start,
  opening,
  limit,
}: WorkerOptions<Request>): WorkerCalls<Request, Answers> {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: StorageError): void }>();
  let worker: Worker | null = null;
  let calls = 0;

  function started(): Worker {
    worker = start();
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      const call = waiting.get(data.call);
      if ('error' in data) call?.reject(storageErrorOf(data.error.name, data.error.message));
      else call?.resolve(data.answer);
    });
    worker.addEventListener('error', () => stop(new StorageError('unknown', diedMessage)));
    if (opening !== undefined) ask(opening).catch((error: unknown) => stop(toStorageError(error)));
    return worker;
  }

  function stop(reason: StorageError): void {
    worker?.terminate();
    worker = null;
    for (const call of Array.from(waiting.values())) call.reject(reason);
  }

  function ask<R extends Request>(request: R, transfer: Transferable[] = []): Promise<Answers[R['op']]> {
    return new Promise((resolve, reject) => {
      const call = ++calls;
      const timer =
        limit === undefined
          ? undefined
          : setTimeout(() => stop(new StorageError('unknown', limit.message)), limit.timeoutMs);
      const settle = (): void => {
        clearTimeout(timer);
        waiting.delete(call);
      };
      waiting.set(call, {
        resolve: (answer) => (settle(), resolve(answer as Answers[R['op']])),
        reject: (error) => (settle(), reject(error)),
      });
      try {
        (worker ?? started()).postMessage({ call, request } satisfies Call<Request>, transfer);
      } catch (error) {
        settle();
        reject(toStorageError(error));
      }
    });
  }

  return { ask, stop };
}

/** The worker's side. `moved`: buffers of an answer that are moved instead of copied. */
export function answerCalls<Request extends { readonly op: string }, Answer>(
  scope: DedicatedWorkerGlobalScope,
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
