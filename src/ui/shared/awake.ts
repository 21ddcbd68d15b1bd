/** Keeps the screen awake while its host needs it, because a phone that shows or scans codes is not touched. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { pageWakeLock } from './wake-lock.ts';

export class Awake implements ReactiveController {
  readonly #isWanted: () => boolean;
  #lock: Promise<(() => void) | null> | null = null;

  constructor(host: ReactiveControllerHost, isWanted: () => boolean) {
    this.#isWanted = isWanted;
    host.addController(this);
  }

  hostUpdated(): void {
    if (!this.#isWanted()) this.#release();
    else this.#lock ??= pageWakeLock().acquire();
  }

  hostDisconnected(): void {
    this.#release();
  }

  #release(): void {
    void this.#lock?.then((release) => release?.());
    this.#lock = null;
  }
}
