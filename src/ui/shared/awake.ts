/** Keeps the screen awake while its host wants it: nobody touches a phone that shows codes or looks at them. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createWakeLock, type WakeLockLike } from './wake-lock.ts';

export class Awake implements ReactiveController {
  readonly #isWanted: () => boolean;
  #held: Promise<(() => void) | null> | null = null;

  constructor(host: ReactiveControllerHost, isWanted: () => boolean) {
    this.#isWanted = isWanted;
    host.addController(this);
  }

  hostUpdated(): void {
    if (!this.#isWanted()) this.#release();
    else
      this.#held ??= createWakeLock((navigator as { wakeLock?: WakeLockLike }).wakeLock, document)
        .acquire()
        .catch(() => null);
  }

  hostDisconnected(): void {
    this.#release();
  }

  #release(): void {
    void this.#held?.then((release) => release?.());
    this.#held = null;
  }
}
