/** Re-renders an element when a watched value changes, or when its source does. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Live } from '../../domain/live.ts';

export class LiveController<T> implements ReactiveController {
  #source: Live<T> | null = null;
  #stop: (() => void) | null = null;
  #connected = false;

  /** `source` is read before each update, so it may depend on a context that arrives later. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly source: () => Live<T> | undefined,
  ) {
    host.addController(this);
  }

  get value(): T | undefined {
    this.#follow();
    return this.#source?.value;
  }

  hostConnected(): void {
    this.#connected = true;
    this.#follow();
  }

  hostUpdate(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#stop?.();
    this.#stop = null;
    this.#source = null;
  }

  #follow(): void {
    const next = this.source() ?? null;
    if (next === this.#source) return;
    this.#stop?.();
    this.#source = next;
    this.#stop = this.#connected && next !== null ? next.subscribe(() => this.host.requestUpdate()) : null;
  }
}
