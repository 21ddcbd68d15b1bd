/** Refreshes the device list when a page that shows it opens and the stored list is old. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AccountServices } from '../shell/services.ts';

/** A list older than this is refreshed, ms. */
const STALE_MS = 10 * 60_000;

export class FreshListController implements ReactiveController {
  #isChecked = false;

  constructor(
    host: ReactiveControllerHost,
    private readonly services: () => AccountServices,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    const services = this.services();
    const state = services.devices.list.value;
    if (this.#isChecked || state.devices === null) return;
    this.#isChecked = true;
    const { completedAtMs, refreshing } = state;
    const isFresh = completedAtMs !== null && Date.now() - completedAtMs < STALE_MS;
    // The list's own state reports failures.
    if (!isFresh && refreshing === null && services.session.state.value.key === 'ready')
      void services.devices.refresh().catch(reportError);
  }
}
