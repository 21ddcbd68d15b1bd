/** Finds out once whether this device's screen lock can store a key, and then renders the page again. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Session } from '../../use-cases/session/session.ts';

export class ScreenLockOffer implements ReactiveController {
  #isOffered: boolean | null = null;
  #isAsked = false;
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Pick<Session, 'offersScreenLock'> | null;

  /** Reads `session` before each update until it exists. */
  constructor(host: ReactiveControllerHost, session: () => Pick<Session, 'offersScreenLock'> | null) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  /** Null until the browser has answered. */
  get isOffered(): boolean | null {
    return this.#isOffered;
  }

  hostUpdate(): void {
    const session = this.#session();
    if (this.#isAsked || session === null) return;
    this.#isAsked = true;
    session.offersScreenLock().then(
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
