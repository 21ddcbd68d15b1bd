/** Watches a media query and re-renders its host when the answer changes. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** From this width on there is a side rail, and list and detail are side by side (product.md "Wide and narrow"). */
export const LAPTOP = '(min-width: 56.25em)';

/** From this width on pages have two or more columns. */
export const DESK = '(min-width: 68.75em)';

export class MediaController implements ReactiveController {
  readonly #query: MediaQueryList;

  constructor(
    private readonly host: ReactiveControllerHost,
    query: string,
  ) {
    this.#query = window.matchMedia(query);
    host.addController(this);
  }

  get matches(): boolean {
    return this.#query.matches;
  }

  hostConnected(): void {
    this.#query.addEventListener('change', this.#onChange);
  }

  hostDisconnected(): void {
    this.#query.removeEventListener('change', this.#onChange);
  }

  readonly #onChange = (): void => this.host.requestUpdate();
}
