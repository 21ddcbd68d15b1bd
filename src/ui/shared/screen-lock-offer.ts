/** Finds out once whether this device's screen lock can store a key, and then renders the page again. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Session } from '../../use-cases/session/session.ts';

export class ScreenLockOffer implements ReactiveController {
  #isOffered: boolean | null = null;
  #isAsked = false;
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Pick<Session, 'offersScreenLock'>;

  /** Reads `session` before the first update. */
  constructor(host: ReactiveControllerHost, session: () => Pick<Session, 'offersScreenLock'>) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  /** Null until the browser has answered. */
  get isOffered(): boolean | null {
    return this.#isOffered;
  }

  hostUpdate(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#session()
      .offersScreenLock()
      .then(
        (isOffered) => this.#answer(isOffered),
        (error: unknown) => {
          reportError(error);
          this.#answer(false);
        },
      );
  }

  #answer(isOffered: boolean): void {
    this.#isOffered = isOffered;
    this.#host.requestUpdate();
  }
}
