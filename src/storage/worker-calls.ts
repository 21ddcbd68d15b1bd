/** Calls of a worker's functions from the page: numbered, with a time limit, and with errors by code. */
import { StorageError, toStorageError, type StorageErrorCode } from './idb/storage-error.ts';

/** The functions that a worker offers. Their parameters and results are copied between the two. */
type Functions<F> = { readonly [Name in keyof F]: (...parameters: never[]) => Promise<unknown> };

interface Call {
  readonly call: number;
  readonly name: PropertyKey;
  readonly parameters: readonly unknown[];
}

type Reply =
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly error: { readonly code: StorageErrorCode; readonly message: string } };

interface Waiting {
  readonly message: Call;
  readonly transfer: Transferable[];
  timer: ReturnType<typeof setTimeout> | undefined;
  resolve(answer: unknown): void;
  reject(error: StorageError): void;
}

interface WorkerCalls<F extends Functions<F>> {
  /**
   * Returns the worker's function of this name. It rejects with StorageError. `transferred`: the parameters that are moved
   * instead of copied, and cannot be used here afterwards.
   */
  remote<Name extends keyof F>(
    name: Name,
    transferred?: (...parameters: Parameters<F[Name]>) => Transferable[],
  ): (...parameters: Parameters<F[Name]>) => ReturnType<F[Name]>;
  /** Rejects all pending calls with `reason` and ends the worker. The next call starts a new one. */
  stop(reason: StorageError): void;
}

interface WorkerOptions {
  /** Message of the error when the worker dies. */
  readonly diedMessage: string;
  start(): Worker;
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

export function callWorker<F extends Functions<F>>({
  diedMessage,
  start,
  endsWithPage = false,
  limit,
}: WorkerOptions): WorkerCalls<F> {
  const waiting = new Map<number, Waiting>();
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
    for (const call of Array.from(waiting.values())) send(call);
  }

  function stop(reason: StorageError): void {
    end();
    for (const call of Array.from(waiting.values())) call.reject(reason);
  }

  function send(call: Waiting): void {
    if (limit !== undefined)
      call.timer = setTimeout(() => stop(new StorageError('unknown', limit.message)), limit.timeoutMs);
    try {
      (worker ?? started()).postMessage(call.message, call.transfer);
    } catch (error) {
      call.reject(toStorageError(error));
    }
  }

  function ask(name: PropertyKey, parameters: readonly unknown[], transfer: Transferable[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const message: Call = { call: ++calls, name, parameters };
      const settle = (): void => {
        clearTimeout(call.timer);
        waiting.delete(message.call);
      };
      const call: Waiting = {
        message,
        transfer,
        timer: undefined,
        resolve: (answer) => (settle(), resolve(answer)),
        reject: (error) => (settle(), reject(error)),
      };
      waiting.set(message.call, call);
      if (!isPageHidden) send(call);
    });
  }

  return {
    remote:
      (name, transferred = () => []) =>
      (...parameters) =>
        ask(name, parameters, transferred(...parameters)) as ReturnType<F[typeof name]>,
    stop,
  };
}

/** The part of `DedicatedWorkerGlobalScope` that is used. The type itself does not exist in a page. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/**
 * Answers calls in the worker with the functions that `open` returns; while it rejects, every call fails.
 * `transferablesOf` returns the buffers of an answer that are moved instead of copied.
 */
export function answerCalls<F extends Functions<F>>(
  scope: WorkerScope,
  open: () => Promise<F>,
  transferablesOf: (name: keyof F, result: unknown) => Transferable[] = () => [],
): void {
  const reply = (message: Reply, transfer: Transferable[] = []): void => scope.postMessage(message, transfer);
  scope.addEventListener('message', ({ data }: MessageEvent<Call>) => {
    const name = data.name as keyof F;
    open()
      .then((functions) => functions[name](...(data.parameters as never[])))
      .then(
        (answer) => reply({ call: data.call, answer }, transferablesOf(name, answer)),
        (cause: unknown) => {
          const { code, message } = toStorageError(cause);
          reply({ call: data.call, error: { code, message } });
        },
      );
  });
}
