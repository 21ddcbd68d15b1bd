/**
 * Requests again at an interval while the page is visible: not when hidden or offline, and not during another request.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface RefreshHost {
  /** The reason why it may not request now; null when it may. */
  pause(): string | null;
  load(): void;
}

const TICK_MS = 1000;

export class RefreshController implements ReactiveController {
  #minutes = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lastMs = 0;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly parts: RefreshHost,
  ) {
    host.addController(this);
  }

  get minutes(): number {
    return this.#minutes;
  }

  /** 0 turns it off. The first request comes after the first interval. */
  set(minutes: number): void {
    this.#minutes = minutes;
    this.#lastMs = Date.now();
    this.#wind();
    this.host.requestUpdate();
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#check);
    this.#wind();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#check);
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #wind(): void {
    clearInterval(this.#timer);
    this.#timer = this.#minutes === 0 ? undefined : setInterval(this.#check, TICK_MS);
  }

  readonly #check = (): void => {
    if (this.#minutes === 0) return;
    this.host.requestUpdate();
    const nowMs = Date.now();
    // A clock that was set back must not stop the refresh.
    if (this.parts.pause() !== null || Math.abs(nowMs - this.#lastMs) < this.#minutes * 60_000) return;
    this.#lastMs = nowMs;
    this.parts.load();
  };
}
