/** Reads the list of devices again when a page that shows it is opened and what is kept of it is old. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AccountServices } from '../shell/services.ts';

/** A list older than this is read again when the page is opened. */
const STALE_MS = 10 * 60_000;

export class FreshListController implements ReactiveController {
  #asked = false;

  constructor(
    host: ReactiveControllerHost,
    private readonly services: () => AccountServices,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    const services = this.services();
    const state = services.devices.list.value;
    if (this.#asked || state === undefined || !state.loadedFromCache) return;
    this.#asked = true;
    const { completedAtMs, refreshing } = state;
    const isFresh = completedAtMs !== null && Date.now() - completedAtMs < STALE_MS;
    // What goes wrong is told by the list's own state.
    if (!isFresh && refreshing === null && services.session.state.value.key === 'ready')
      void services.devices.refresh().catch(reportError);
  }
}
