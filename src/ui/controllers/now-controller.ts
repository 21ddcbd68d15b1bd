/** The time for ages on screen: re-renders its host every so often while it is connected. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class NowController implements ReactiveController {
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly everyMs = 30_000,
  ) {
    host.addController(this);
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    return Date.now();
  }

  hostConnected(): void {
    this.#timer = setInterval(() => this.host.requestUpdate(), this.everyMs);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }
}
