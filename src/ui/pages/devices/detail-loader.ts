/** Fetches the page of one device when the first one is opened beside the list. */
import type { ReactiveControllerHost } from 'lit';

export class DetailLoader {
  ready = customElements.get('fk-device-page') !== undefined;
  failed = false;

  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  async load(): Promise<void> {
    this.failed = false;
    try {
      await import('../device/device-page.ts');
      this.ready = true;
    } catch {
      this.failed = true;
    }
    this.#host.requestUpdate();
  }
}
