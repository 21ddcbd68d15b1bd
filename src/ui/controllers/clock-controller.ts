/** Re-renders its host at an interval while it is connected and shows a time that changes. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Short enough for ages in minutes. */
const FOR_AGES_MS = 30_000;

export class ClockController implements ReactiveController {
  #timer: ReturnType<typeof setInterval> | undefined;
  #everyMs = 0;
  #connected = false;

  /** `everyMs` is read after each update. 0 stops the clock. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly everyMs: () => number = () => FOR_AGES_MS,
  ) {
    host.addController(this);
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    return Date.now();
  }

  hostConnected(): void {
    this.#connected = true;
    this.#wind(this.everyMs());
  }

  hostUpdated(): void {
    this.#wind(this.#connected ? this.everyMs() : 0);
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#wind(0);
  }

  #wind(everyMs: number): void {
    if (everyMs === this.#everyMs) return;
    clearInterval(this.#timer);
    this.#everyMs = everyMs;
    this.#timer = everyMs === 0 ? undefined : setInterval(() => this.host.requestUpdate(), everyMs);
  }
}
