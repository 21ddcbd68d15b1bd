/**
 * Opens a service of the connected account whose code is loaded on request, and reports when it cannot be loaded.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A page does not wait longer than this for a service, ms: another window may hold its database. */
const MAX_WAIT_MS = 5000;

export class OpenedController<T extends object> implements ReactiveController {
  #accountId: string | null = null;
  #opened: T | null = null;
  #failed = false;
  #isLate = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly load: () => Promise<T>,
  ) {
    host.addController(this);
  }

  /** Null until it is loaded. */
  get value(): T | null {
    return this.#opened;
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** True until it is loaded, could not be, or has taken too long to wait for. */
  get isPending(): boolean {
    return this.#opened === null && !this.#failed && !this.#isLate;
  }

  /** Opened once for each account. That of another account is closed. */
  open(accountId: string | null): void {
    if (accountId === this.#accountId) return;
    this.hostDisconnected();
    this.#accountId = accountId;
    if (accountId === null) return;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.host.requestUpdate();
    }, MAX_WAIT_MS);
    void this.#open(accountId);
  }

  hostDisconnected(): void {
    this.#opened = null;
    this.#failed = false;
    this.#isLate = false;
    clearTimeout(this.#timer);
    this.#accountId = null;
  }

  async #open(accountId: string): Promise<void> {
    try {
      const opened = await this.load();
      if (this.#accountId !== accountId) return;
      this.#opened = opened;
    } catch {
      if (this.#accountId !== accountId) return;
      this.#failed = true;
    }
    this.host.requestUpdate();
  }
}
