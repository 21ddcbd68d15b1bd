/** One piece of work at a time, which a person can stop. */
import type { ReactiveControllerHost } from 'lit';

/** `run` does nothing while something is going on. What comes of work that was stopped is dropped. */
export class OneWork {
  #working: AbortController | null = null;

  constructor(private readonly host: ReactiveControllerHost) {}

  get isBusy(): boolean {
    return this.#working !== null;
  }

  readonly stop = (): void => {
    this.#working?.abort();
    this.#show(null);
  };

  /** Resolves with null when it was stopped, has failed, or has not begun. Without `onError` a failure rejects. */
  async run<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    onError?: (error: unknown) => void,
  ): Promise<Result | null> {
    if (this.isBusy) return null;
    const working = new AbortController();
    this.#show(working);
    try {
      const result = await work(working.signal);
      return working.signal.aborted ? null : result;
    } catch (error) {
      if (working.signal.aborted) return null;
      if (onError === undefined) throw error;
      onError(error);
      return null;
    } finally {
      if (this.#working === working) this.#show(null);
    }
  }

  #show(working: AbortController | null): void {
    this.#working = working;
    this.host.requestUpdate();
  }
}
