/** A clock for the screen: re-renders its host at an interval while something on it counts. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class SecondHand implements ReactiveController {
  #timer: ReturnType<typeof setInterval> | undefined;
  #everyMs = 0;
  #connected = false;

  /** `everyMs` is asked after each update: 0 means that nothing counts and the clock rests. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly everyMs: () => number,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#connected = true;
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
