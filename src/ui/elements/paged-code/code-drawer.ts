/** Draws codes in a worker. Caches the present page and the next, which are requested again. */
import type { CodeRequest, CodeDrawn } from './code-messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './code-worker.ts?worker&url';
import type { DrawnCode } from './draw-code.ts';

const MAX_CACHED = 3;

export class CodeDrawer {
  readonly #worker: Worker;
  readonly #requests = new Map<string, Promise<DrawnCode>>();
  #count = 0;

  constructor(startWorker: (url: string) => Worker) {
    this.#worker = startWorker(workerUrl);
  }

  /** Rejects when the worker has died. */
  draw(text: string): Promise<DrawnCode> {
    const before = this.#requests.get(text);
    if (before !== undefined) return before;
    const drawn = this.#request(text);
    this.#requests.set(text, drawn);
    for (const [oldest] of this.#requests) if (this.#requests.size > MAX_CACHED) this.#requests.delete(oldest);
    return drawn;
  }

  close(): void {
    this.#worker.terminate();
  }

  #request(text: string): Promise<DrawnCode> {
    const id = (this.#count += 1);
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const { signal } = over;
      const onAnswer = ({ data }: MessageEvent<CodeDrawn>): void => {
        if (data.id !== id) return;
        over.abort();
        resolve(data.code);
      };
      const onError = (): void => {
        over.abort();
        reject(new Error('the drawer of codes has died'));
      };
      this.#worker.addEventListener('message', onAnswer, { signal });
      this.#worker.addEventListener('error', onError, { signal });
      const message: CodeRequest = { id, text };
      this.#worker.postMessage(message);
    });
  }
}
