/** The time on screen: re-renders its host every so often while it is connected and something on it counts. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Often enough for ages in minutes. */
const FOR_AGES_MS = 30_000;

export class ClockController implements ReactiveController {
  #timer: ReturnType<typeof setInterval> | undefined;
  #everyMs = 0;
  #connected = false;

  /** `everyMs` is asked after each update: 0 means that nothing counts and the clock rests. */
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
